"""Words without gaps between their letters, in a terminal with two columns for a cell of the machine."""

import pytest

from retro.basic import tab
from retro.frontends.headless import headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.colours import EXACT, StyleSheet
from retro.frontends.terminal.renderers import TextRenderer
from retro.frontends.terminal.tty import Area

AREA = Area(80, 25)
TITLE = (  # one as wide as the screen, one that ends where it does, and one that begins where a word of another does
    "MATCH TILES OPEN ON LEFT OR RIGHT SIDE.",
    "USE W,A,S,D TO MOVE & SPACE TO SELECT.",
    "t TURTLE p PYRAMID x CROSS f FORTRESS",
    "THE TURTLE, DEAL 36",
)


def shown_by(program):
    """Return the machine after a program, a renderer that has drawn it, and the rows of glyphs."""
    m = headless(lambda m: [program(m), m.get()])
    renderer = TextRenderer(sextants(), StyleSheet(EXACT), closes_words=True)
    renderer.draw(m.screen, 0.0, AREA)
    return m, renderer, ["".join(cell[0] for cell in row).rstrip() for row in renderer._buffer._rows]


def rows_of(*lines):
    """Return what the terminal shows of some lines on the screen."""
    return shown_by(lambda m: [m.print(tab(0, row), line, end="") for row, line in enumerate(lines)])[2][: len(lines)]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ([" Which domino?"], ["  Which domino?"]),
        (
            ["Name      Games", "Anna         15", "Bo            5"],
            ["Name                    Games", "Anna                       15", "Bo                          5"],
        ),
        (["", " " * 17 + "ENTER"], ["", " " * 36 + "ENTER"]),
        (
            [TITLE[0], "", TITLE[1].rjust(39), "", TITLE[2].center(40), "", TITLE[3].center(40)],
            [" " * 19 + TITLE[0], "", " " * 21 + TITLE[1], "", " " * 20 + TITLE[2], "", " " * 29 + TITLE[3]],
        ),
        (["     " + "x" * 3 + "abcdef", "     abc"], ["          xxxabcdef", "          abc"]),
        ([" " * 31 + "LEVEL 10", "", " " * 32 + "LEVEL 9"], [" " * 69 + "LEVEL 10", "", " " * 70 + "LEVEL 9"]),
        (["0" + " " * 18 + "take a piece, or pass"] * 2, ["0" + " " * 37 + "take a piece, or pass"] * 2),
        (["  0 arrows", "    SPACE", "255 shift"], ["    0   arrows", "        SPACE", "  255   shift"]),
        (["1 2 3   10 -2 300", "4 OK"], ["1   2   3        10    -2     300", "4 OK"]),
        (["1/11", "11/1"], ["1/11", "11/1"]),
        (["   123456  BCDE"], ["      1 2 3 4 5 6     B C D E"]),
        (["XX OXO", "O XOX"], ["X X   O X O", "O   X O X"]),
        (["------  ***=="], ["- - - - - -     * * * = ="]),
        ([" 3>2x", " K Z", "2LR 3R"], ["  3 > 2 x", "  K   Z", "2LR     3R"]),
        ([" Stock 7", "     abc"], ["  Stock 7", "            abc"]),
    ],
    ids=[
        "left",
        "table",
        "centred",
        "title",
        "paragraph",
        "right",
        "column",
        "number and text",
        "numbers",
        "fractions",
        "labels",
        "drawing",
        "signs",
        "numbers and signs",
        "margin",
    ],
)
def test_words_are_closed_up_where_they_are_aligned(lines, shown):
    assert rows_of(*lines) == shown


def test_a_word_on_its_own_paper_stays_on_it_and_beside_another_paper_in_its_columns():
    def program(m):
        m.colour(129)
        m.print(tab(4, 2), " Play ", end="")
        m.print(tab(4, 3), "144   ", tab(33, 7), "2     ", end="")
        m.print(tab(4, 4), "Pl", end="")
        m.colour(128)
        m.print("ay", tab(33, 6), "TILES", end="")

    _, renderer, rows = shown_by(program)
    assert rows[2:5] == [" " * 12 + "Play", "        144", "        P l a y"]
    assert rows[6:8] == [" " * 66 + "TILES", " " * 66 + "2"]
    papers = [paper for _, _, paper, _ in renderer._buffer._rows[2]]
    assert papers == [0] * 8 + [1] * 12 + [0] * 60


def test_a_drawing_beside_words_stays_where_it_is():
    def program(m):
        m.vdu(23, 224, *[255, 129] * 4)
        m.print(chr(224) * 2 + "Six dominoes" + chr(224), tab(20, 0), "N NO", tab(34, 0), "YOU 3", end="")
        m.print(tab(0, 4), " Name  " + chr(224), end="")

    rows = shown_by(program)[2]
    assert rows[0][4:] == "Six dominoes" + " " * 12 + rows[0][:2] + " " * 10 + "N NO" + " " * 28 + "YOU 3"
    assert rows[4] == "  Name" + " " * 8 + rows[0][:2]


def test_the_cursor_follows_what_was_typed():
    for text, column in (("Your name? Anna", 15), ("Your name? ", 11), ("", 0), ("?", 2)):
        _, renderer, _ = shown_by(lambda m, text=text: m.print(text, end=""))
        underlined = [at for at, cell in enumerate(renderer._buffer._rows[0]) if cell[3]]
        assert underlined == ([column] if text[1:] else [column, column + 1])


def test_a_cursor_between_two_numbers_belongs_to_the_second():
    _, renderer, rows = shown_by(lambda m: m.print(tab(0, 0), "12 34", tab(3, 0), end=""))
    assert rows[0] == " 12    34"
    assert [at for at, cell in enumerate(renderer._buffer._rows[0]) if cell[3]] == [7]


def test_tiles_of_one_digit_above_the_gap_of_other_tiles_stay_in_their_columns():
    def tiles(*shifts):
        def program(m):
            for row, shift in enumerate(shifts):
                for place in range(3):
                    m.print(tab(shift + 2 * place, row), end="")
                    m.vdu(17, 130, 17, 0, ord("2"), 17, 128)

        return program

    rows = shown_by(tiles(1, 3))[2]
    assert rows[:2] == ["  2   2   2", "      2   2   2"]


def test_a_click_on_a_letter_is_one_on_its_cell():
    m, renderer, rows = shown_by(lambda m: m.print(tab(2, 1), "Knock Hint Undo", tab(30, 1), "X", end=""))
    assert rows[1][4:19] == "Knock Hint Undo"
    cells = [renderer.pixel_at(column, 1, m.screen, AREA)[0] // 8 for column in range(80)]
    assert cells[4:19] == list(range(2, 17))
    assert set(cells[19:34]) == {17}  # the blank after the phrase
    assert cells[:4] + cells[34:] == [column // 2 for column in (*range(4), *range(34, 80))]
    assert [renderer.pixel_at(4, row, m.screen, AREA)[1] for row in (0, 1, 25)] == [4, 12, -1]
