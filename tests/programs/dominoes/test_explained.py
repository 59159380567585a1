"""What study says beside Dominoes: the sentences, the hands, and the playing area with both arms."""

import pytest
from retro.programs.dominoes import Variables
from retro.programs.dominoes_explained import beside, explained, pictured

from retro.programs import dominoes

HANDS = [[0] * 7, [0, 5, 4, 2, 1, 5, 6], [0, 3, 5, 2, 6, 4, 1]]  # right faces
LEFTS = [[0] * 7, [0, 5, 1, 1, 0, 3, 4], [0, 3, 0, 3, 3, 0, 1]]


def game(**values):
    """A game in which each holds six dominoes."""
    v = Variables(R=[row[:] for row in HANDS], L=[row[:] for row in LEFTS], **({"N": [0, 6, 6], "T": 9} | values))
    dominoes.PROCINITIALISE_VARIABLES(None, v)
    return v


@pytest.mark.parametrize(
    ("procedure", "values", "sentence"),
    [
        (
            "PROCSELECT",
            {"D_i": 3, "RV": 2, "LV": 9},
            "Chosen: 3, the 3-2, which fits the 2 at the right. Places 1 and 2 fit nothing.",
        ),
        (
            "PROCSELECT",
            {"D_i": 2, "RV": 9, "LV": 0},
            "Chosen: 2, the 0-5, which fits the 0 at the left. Place 1 fits nothing.",
        ),
        (
            "PROCSELECT",
            {"D_i": 4, "RV": 6, "LV": 3},
            "Chosen: 4, the 3-6, which fits the 6 at the right and the 3 at the left. Places 1, 2 and 3 fit nothing.",
        ),
        (
            "PROCSELECT",
            {"D_i": 1, "RV": 3, "LV": 1},
            "Chosen: 1, the 3-3, which fits the 3 at the right. It is the first place.",
        ),
        (
            "PROCSELECT",
            {"D_i": 7, "RV": 9, "LV": 8},
            "No domino in my hand fits the 9 at the right or the 8 at the left: 7, a knock.",
        ),
        ("PROCFIRST", {"P": 1, "D_i": 1}, "The highest double is your 5-5 in place 1: it must be played first."),
        (
            "PROCFIRST",
            {"P": 2, "D_i": 4},
            "There is no double; my 3-6 in place 4 has most spots, 9: it must be played first.",
        ),
        (
            "PROCPLOT",
            {"E": 1, "F": 3, "S": 2},
            "It went to the right end: its 3 touches the line, and its 2 is the new end.",
        ),
        (
            "PROCPLOT",
            {"E": 2, "F": 3, "S": 2},
            "It went to the left end: its 3 touches the line, and its 2 is the new end.",
        ),
        ("PROCMOVE", {"P": 2, "T": 9}, "My hand has closed the gap, and the 1-1 taken is at its right end."),
        (
            "PROCMOVE",
            {"P": 1, "T": 0, "N": [0, 5, 6]},
            "Your hand has closed the gap; nothing is left to take: 5 dominoes.",
        ),
        ("PROCASK", {"D_i": 2, "RV": 9, "LV": 4}, "2: your 1-4 fits the 4 at the left."),
        ("PROCASK", {"D_i": 7, "RV": 9, "LV": 4}, "K: you knock."),
        ("PROCINVALID", {"D_i": 2, "RV": 3, "LV": 2}, "1-4: neither 1 nor 4 is 2 or 3."),
        ("PROCADD_SPOTS", {"T_a": [0, 38, 39], "P": 1}, "38 against 39: you win."),
        ("main", {}, ""),
    ],
)
def test_a_sentence_says_what_a_procedure_found(procedure, values, sentence):
    assert explained(procedure, game(**values)) == sentence


def test_both_hands_are_face_up():
    assert beside(game(RV=3, LV=6, RX=100)) == [
        "     1   2   3   4   5   6",
        "you 5-5 1-4 1-2 0-1 3-5 4-6",
        "me  3-3 0-5 3-2 3-6 0-4 1-1",
        "line 6 ... 3   face down 9",
    ]
    assert beside(Variables()) == []


def arms(right, left):
    """The variables after so many dominoes on either side of the first one, and the places of all faces."""
    v = game()
    middle, y = v.SX + v.FL // 2, v.SY + 31
    v.RX, v.RY, v.LX, v.LY = middle + 40, y, middle - 72, y
    faces = [(middle - 32, y), (middle, y)]
    for procedure, count in ((dominoes.PROCRIGHT, right), (dominoes.PROCLEFT, left)):
        for _ in range(count):
            procedure(None, v)
            faces += [(v.X, v.Y), (v.X + v.DX, v.Y + v.DY)]
    return v, faces


def test_the_picture_has_every_domino_where_it_lies():
    """In all ways to share out up to 26 dominoes; the last one and the next places have colours of their own."""
    for right in range(27):
        for left in range(27 - right):
            v, faces = arms(right, left)
            title, rows = pictured("PROCPLOT", 25060, v)
            assert title == "yellow RX%,RY%  red LX%,LY%\nwhite line  green not yet drawn"
            assert [len(row) for row in rows] == [32] * 16
            drawn = {(x, y) for y, row in enumerate(rows) for x, colour in enumerate(row) if colour in "72"}
            assert drawn == {((x + 16 - v.SX) // 36, (v.SY + v.FB - y + 16) // 36) for x, y in faces}
            assert len(drawn) == len(faces)
            colours = "".join(rows)
            assert (colours.count("3"), colours.count("1")) == (1, 1)
            assert colours.count("2") == (2 if right or left else 0)


@pytest.mark.parametrize(("number", "spots"), [(25080, 231), (25090, 246), (25110, 231), (25120, 246)])
def test_the_picture_of_a_face_is_the_sum_of_its_characters(number, spots):
    v, _ = arms(0, 0)
    v.A, v.F, v.B, v.S = 228, 3, 240, 6
    assert pictured("PROCPLOT", number, v) == (f"252 + {spots} = 252/{spots}", [])


def test_the_legend_says_which_domino_is_green():
    v, _ = arms(1, 0)
    lines = [("PROCPLOT", 25010), ("PROCRIGHT", 26010), ("PROCRIGHT", 26030), ("PROCPLOT", 25060), ("PROCMOVE", 0)]
    undrawn = [pictured(procedure, number, v)[0].endswith("not yet drawn") for procedure, number in lines]
    assert undrawn == [False, False, True, True, False]


def test_a_next_place_is_seen_on_top_of_the_domino_that_lies_there():
    v, _ = arms(1, 0)
    v.X, v.Y = v.RX, v.RY
    assert "".join(pictured("PROCRIGHT", 26030, v)[1]).count("3") == 1


def test_outside_the_placing_there_is_no_picture():
    assert pictured("PROCASK", 16050, game()) == ("", [])


@pytest.mark.parametrize(
    ("right", "beginning"),
    [(1, "The row goes on: 536"), (8, "The row ends here: 32"), (9, "Above an upright one?"), (15, "Along the top?")],
)
def test_the_question_that_decided(right, beginning):
    v, _ = arms(right, 0)
    assert explained("PROCRIGHT", v).startswith(beginning)
    v, _ = arms(0, right)
    assert explained("PROCLEFT", v).startswith(beginning)
