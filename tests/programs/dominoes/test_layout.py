"""Where Dominoes puts things: every position of the line, the 29 characters, frame, hands, colours."""

import itertools
from pathlib import Path

import pytest

from retro.basic import edition
from retro.library.catalogue import entries
from retro.library.loader import load
from retro.programs import dominoes, dominoes_edition
from tests.support.dominoes_players import give, lay, on_machine, variables
from tests.support.dominoes_screen import (
    LEFT_ARM,
    OPENING,
    RIGHT_ARM,
    dump,
    frame,
    hands,
    line,
    mockups,
    shapes,
    turned,
)

LEFT, BOTTOM, RIGHT, TOP = 64, 32, 64 + 1152 - 1, 32 + 536 - 1  # the playing area, inclusive, units
GAP = 8  # between two dominoes of the line, units
FACE = 32


class Plotter:
    """Records what VDU 5 prints: (x, y, code) in the foreground colours 3 and 0."""

    def __init__(self):
        self.plotted = {0: [], 3: []}
        self.at_graphics = False

    def vdu(self, *codes):
        for code in codes:
            if code in (4, 5):
                self.at_graphics = code == 5
            elif code != 7:
                assert self.at_graphics
                self.plotted[self.ink].append((*self.place, code))
                self.place = (self.place[0] + FACE, self.place[1])

    def gcol(self, action, colour):
        assert action == 0
        self.ink = colour

    def move(self, x, y):
        self.place = (x, y)

    def print(self, *items, end=""):
        assert not self.at_graphics


def drawn(right, left):
    """The faces of a line with so many dominoes on its arms, all blank: [(x, y, code) of both faces] a domino."""
    m, v = Plotter(), variables()
    lay(m, v, ((0, 0), [(0, 0)] * right, [(0, 0)] * left))
    spots, blanks = m.plotted[0], m.plotted[3]
    assert [(x, y, 252) for x, y, _ in spots] == blanks
    dominoes_drawn = [tuple(spots[i : i + 2]) for i in range(0, len(spots), 2)]
    return dominoes_drawn[0], dominoes_drawn[1 : right + 1], dominoes_drawn[right + 1 :]


def box(face):
    """Left, bottom, right, top of a face, inclusive, units."""
    x, y, _ = face
    return x, y - FACE + 1, x + FACE - 1, y


def space(one, other):
    """How far two boxes are apart: free units across and upwards, negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2]) - 1, max(one[1] - other[3], other[1] - one[3]) - 1


def check_chain(arm):
    """Consecutive faces lie one gap apart in a straight line: both faces of one domino touch."""
    for one, other in itertools.pairwise(arm):
        assert sorted(space(box(one[1]), box(other[0]))) == [-FACE, GAP]
    for first, second in arm:
        assert sorted(space(box(first), box(second))) == [-FACE, 0]


def check_apart(arms):
    """All faces are inside the area; dominoes that do not follow each other are at least 32 units apart."""
    numbered = [(place, box(face)) for place, domino in enumerate(arms) for face in domino]
    for _, (x1, y1, x2, y2) in numbered:
        assert LEFT <= x1 < x2 <= RIGHT
        assert BOTTOM <= y1 < y2 <= TOP
    for (i, one), (j, other) in itertools.combinations(numbered, 2):
        if abs(i - j) > 1:
            assert max(space(one, other)) >= 32


PAIRS = [(right, left) for right in range(28) for left in range(28 - right)]


def test_there_are_406_ways_to_divide_a_line():
    assert len(PAIRS) == 406


@pytest.mark.slow
@pytest.mark.parametrize("right", range(28))
def test_every_line_is_placed_as_in_the_table_and_never_collides(right):
    for left in range(28 - right):
        opening, right_arm, left_arm = drawn(right, left)
        assert opening == OPENING
        assert right_arm == RIGHT_ARM[:right]
        assert left_arm == LEFT_ARM[:left]
        check_apart([*reversed(left_arm), opening, *right_arm])


@pytest.mark.parametrize("side", [0, 1])
def test_an_arm_runs_in_a_straight_line_round_its_corners(side):
    opening, *arms = drawn((27, 0)[side], (27, 0)[1 - side])
    check_chain([opening if side == 0 else opening[::-1], *arms[side]])


def test_the_longest_arm_has_thirty_places():
    assert len(RIGHT_ARM) == len(LEFT_ARM) == 30
    drawn_right, drawn_left = drawn(30, 0)[1], drawn(0, 30)[2]
    assert (drawn_right, drawn_left) == (RIGHT_ARM, LEFT_ARM)


@pytest.mark.parametrize("spots", range(7))
@pytest.mark.parametrize("place", [0, 7, 14])
def test_faces_show_their_spots_and_point_outwards(spots, place):
    """Each corner of each arm, on the real screen: the first face is spots, the second one other."""
    other = (spots + 1) % 7

    def program(m, v):
        arm = [(other, other)] * place + [(spots, other)]
        lay(m, v, ((other, spots), arm, arm[: 12 - place]))
        assert line(m) == ([(other, spots)], arm, arm[: 12 - place])

    on_machine(program)


# characters


def test_the_29_characters_are_those_of_the_table():
    def program(m, v):
        assert {code: tuple(m.shape(code)) for code in range(224, 252)} == shapes()
        assert m.shape(252) == b"\xff" * 8

    on_machine(program)


def test_the_other_three_sets_are_rotations_of_the_first():
    table = shapes()
    for code in range(224, 245):
        assert turned(table[code]) == table[code + 7]
    for code in range(245, 252):
        assert turned(table[code]) == table[code - 21]


# The table of section 7 for 1, 3 and 6 spots in the other three directions, typed in, not computed.
@pytest.mark.parametrize(
    ("code", "rows"),
    [
        (232, (0, 128, 128, 136, 136, 128, 128, 0)),
        (234, (0, 130, 130, 136, 136, 160, 160, 0)),
        (237, (0, 170, 170, 128, 128, 170, 170, 0)),
        (239, (126, 0, 0, 0, 24, 0, 0, 0)),
        (241, (126, 0, 96, 0, 24, 0, 6, 0)),
        (244, (126, 0, 102, 0, 102, 0, 102, 0)),
        (246, (0, 1, 1, 17, 17, 1, 1, 0)),
        (248, (0, 5, 5, 17, 17, 65, 65, 0)),
        (251, (0, 85, 85, 1, 1, 85, 85, 0)),
    ],
)
def test_rotated_faces_equal_the_table(code, rows):
    assert shapes()[code] == rows


def test_a_face_has_the_spots_of_its_number():
    for code, rows in shapes().items():
        ink = sum(bin(row).count("1") for row in rows)
        assert ink == 6 + 2 * ((code - 224) % 7)


# the rest of the screen


def on_screen(check, *procedures):
    """Run procedures with a few dominoes in hand and check the screen."""

    def program(m, v):
        give(v, 1, [(6, 4), (0, 0)])
        give(v, 2, [(5, 2)])
        for procedure in procedures:
            procedure(m, v)
        check(m)

    on_machine(program)


def test_the_frame_is_where_section_6_says():
    def check(m):
        assert frame(m) == (12, 199 - 145, 307, 199 - 4)
        assert m.point(48, 16) == m.point(1228, 580) == 2
        assert m.point(52, 20) == 0

    on_screen(check, dominoes.PROCDRAW_FIELD)


def test_title_and_field():
    def check(m):
        assert dump(m) == mockups()["1"]

    on_screen(check, dominoes.PROCTITLE, dominoes.PROCDRAW_FIELD)


def colours_of(m, column, row):
    return set(m.screen.framebuffer.cell(column, row))


def test_the_heading_is_yellow_and_text_after_it_white():
    def check(m):
        assert colours_of(m, 16, 0) == {0, 2}
        assert colours_of(m, 1, 1) == {0, 3}
        lights = m.screen.palette.rgb(0)
        assert lights == ((0, 0, 0), (255, 0, 0), (255, 255, 0), (255, 255, 255))

    on_screen(check, dominoes.PROCTITLE, dominoes.PROCDRAW_FIELD)


def test_hands_are_faces_and_backs_and_leave_the_colours_alone():
    def check(m):
        assert hands(m) == " 46 00" + 16 * " " + "##" + 16 * " "
        assert colours_of(m, 22, 2) == {1}
        assert colours_of(m, 2, 2) == {0, 3}
        m.print("x", end="")
        assert colours_of(m, 39, 2) == {0, 3}
        assert m.screen.text_plane.ink == 3

    on_screen(check, dominoes.PROCDRAW_PLAYER_HAND, dominoes.PROCDRAW_COMPUTER_HAND)


def test_a_shorter_hand_erases_the_places_it_no_longer_has():
    def shrink(m, v):
        v.N[1], v.N[2] = 1, 0

    def check(m):
        assert hands(m).rstrip() == " 46"

    draw = (dominoes.PROCDRAW_PLAYER_HAND, dominoes.PROCDRAW_COMPUTER_HAND)
    on_screen(check, *draw, shrink, *draw)


def test_the_human_hand_reads_as_text_where_there_is_only_text():
    def check(m):
        m.screen.stand_ins.update(dominoes_edition.STAND_INS)
        assert m.screen.lines[2][:19] == " 46 00" + 13 * " "

    on_screen(check, dominoes.PROCDRAW_PLAYER_HAND)


# the names


DOCUMENTED = [
    *("TITLE", "DEFINE_UDGS", "INITIALISE_VARIABLES", "DRAW_FIELD", "GENERATE", "ISSUE", "SPOTS", "PAUSE", "TERMINATE"),
    *("FIRST", "DOUBLES", "HIGHEST", "DRAW_FIRST", "MOVE", "SELECT", "ASK", "INVALID", "KNOCK"),
    *("DRAW_PLAYER_HAND", "DRAW_COMPUTER_HAND", "BOTH_KNOCKING", "ADD_SPOTS", "END", "RESULT", "PLOT", "RIGHT", "LEFT"),
]
SOURCE = Path(dominoes.__file__)


def procedures():
    return [name for name in vars(dominoes) if name.startswith("PROC")]


def test_the_procedures_are_the_27_documented_ones_in_their_order():
    assert procedures() == ["PROC" + name for name in DOCUMENTED]
    headings = [text for text in SOURCE.read_text().split("\n") if text.startswith("def PROC")]
    assert [int(text.split("# ")[1]) for text in headings] == list(range(1000, 28000, 1000))


def test_the_notes_have_every_procedure_at_its_line():
    rows = [row.split("|") for row in SOURCE.with_suffix(".md").read_text().split("\n") if row.startswith("| ")]
    found = [(int(row[1]), row[2].strip(" `")) for row in rows if row[1].strip().isdigit()]
    assert found == [(1000 * n, "PROC" + name) for n, name in enumerate(DOCUMENTED, 1)]


def test_the_cheat_differs_from_the_original_in_what_the_documentation_changes():
    """One procedure is replaced; the rest is the same code."""
    cheating = edition(dominoes.main, PROCDRAW_COMPUTER_HAND=dominoes_edition.SHOW_COMPUTER_HAND)
    same = {name for name in procedures() if cheating.__globals__[name].__code__ is getattr(dominoes, name).__code__}
    assert set(procedures()) - same == {"PROCDRAW_COMPUTER_HAND"}


def test_the_library_knows_the_program_and_its_option():
    entry = next(entry for entry in entries() if entry.name == "dominoes")
    assert entry.title == "Dominoes, by Marcus D. Bowman"
    assert len(entry.title) <= 36
    assert entry.about.startswith("Six dominoes each")
    program = load("dominoes")
    assert (program.main, program.original) == (dominoes_edition.main, dominoes.main)
    assert [(option.name, option.kind, option.default) for option in program.options] == [
        ("cheat", bool, False),
        ("day", int, 0),
        ("original", bool, False),
    ]
    assert program.options[0].help == "show the computer's hand (line 20020)"
