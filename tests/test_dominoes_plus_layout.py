"""Where Dominoes Plus puts big dominoes: every line there can be, and what each half shows."""

import itertools

import pytest
from retro.programs.dominoes_plus_table import bounds, draw_line, first_domino, place_left, place_right
from retro.programs.rules.domino_big import PIPS, ROADS, pips
from retro.programs.rules.domino_rules import LEFT, RIGHT
from retro.programs.rules.domino_settings import Settings

from dominoes_playing import on_machine
from dominoes_plus_playing import Variables, from_position
from retro.programs import dominoes, dominoes_plus

AREA = 64, 32, 64 + 1152, 32 + 536  # left, bottom, right, top of the playing area, units
GAP, LANE = 8, 72  # units between two dominoes of a line, and at least between any other two
LONGEST = 26


class Nothing:
    """A machine that shows nothing."""

    def __getattr__(self, name):
        return lambda *codes: None


def big():
    v = Variables(s=Settings(big=1))
    dominoes.PROCINITIALISE_VARIABLES(None, v)
    return v


def boxes(right, left):
    """The line with so many dominoes on its arms: for each the boxes of both faces, from the left end to the right."""
    v, arms = big(), {RIGHT: [], LEFT: []}
    first_domino(Nothing(), v, 0, 0)
    x, y = v.SX + v.FL // 2 - 64, v.RY
    opening = face(x, y), face(x + 64, y)
    for arm, count, put in ((RIGHT, right, place_right), (LEFT, left, place_left)):
        for number in range(count):
            x, y = (v.RX, v.RY) if arm == RIGHT else (v.LX, v.LY)
            across, up = ROADS[arm][number]
            arms[arm].append((face(x, y), face(x + 64 * across, y + 64 * up)))
            put(Nothing(), v)
    return [*((one[1], one[0]) for one in reversed(arms[LEFT])), opening, *arms[RIGHT]]


def face(x, y):
    """Left, bottom, right, top of a face with this top left corner; right and top excluded."""
    return x, y - 63, x + 64, y + 1


def space(one, other):
    """How far two boxes are apart, across and upwards; negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2]), max(one[1] - other[3], other[1] - one[3])


def whole(one):
    """The box of both faces."""
    (a, b, c, d), (e, f, g, h) = one
    return min(a, e), min(b, f), max(c, g), max(d, h)


PAIRS = [(right, left) for right in range(28) for left in range(28 - right) if max(right, left) <= LONGEST]


def test_a_line_of_27_has_at_most_26_on_an_arm_and_two_more_can_be_shown_before_the_last_is_laid():
    assert len(PAIRS) == 406 - 2
    assert len(ROADS[RIGHT]) == len(ROADS[LEFT]) == LONGEST


@pytest.mark.parametrize("right", range(LONGEST + 1))
def test_no_line_leaves_the_table_or_touches_itself(right):
    for left in range(28 - right):
        if left > LONGEST:
            continue
        line = boxes(right, left)
        assert len(line) == right + left + 1
        for left_edge, bottom, right_edge, top in map(whole, line):
            assert AREA[0] <= left_edge < right_edge <= AREA[2]
            assert AREA[1] <= bottom < top <= AREA[3]
        for (i, one), (j, other) in itertools.combinations(enumerate(map(whole, line)), 2):
            if j - i > 1:
                assert max(space(one, other)) >= LANE


@pytest.mark.parametrize(("right", "left"), [(LONGEST, 0), (0, LONGEST)])
def test_a_line_runs_on_from_face_to_face(right, left):
    line = boxes(right, left)
    for one, other in itertools.pairwise(line):
        assert sorted(space(one[1], other[0])) == [-64, GAP]
    for one in line:
        assert sorted(space(*one)) == [-64, 0]


def test_small_dominoes_lie_as_the_original_lays_them():
    """The opening of the edition is its own drawing; the 27 others are PROCRIGHT's and PROCLEFT's."""
    pictures = []
    line = [(0, 6, 4), (RIGHT, 4, 1), (LEFT, 6, 0), (LEFT, 0, 0)]

    def ours(m, v):
        mine = Variables()
        dominoes.PROCINITIALISE_VARIABLES(m, mine)
        mine.line = line
        draw_line(m, mine)
        pictures.append(bytes(m.screen.canvas.pixels))

    def original(m, v):
        v.P, v.D_i, v.R[1][1], v.L[1][1], v.N[1] = 1, 1, 4, 6, 1
        edition = dominoes.edition(dominoes.PROCDRAW_FIRST, PROCPAUSE=lambda m, v, period: None)
        edition(m, v)
        for end, v.F, v.S in line[1:]:
            (dominoes.PROCRIGHT if end == RIGHT else dominoes.PROCLEFT)(m, v)
        m.print("\x1e" + " " * 240, end="")
        pictures.append(bytes(m.screen.canvas.pixels))

    on_machine(ours)
    on_machine(original)
    assert pictures[0] == pictures[1]


# what is drawn


def spots_in(pixels, face):
    """How many spots of three by three black pixels a face has; one row or column of its 16 is free."""
    left, bottom, right, top = face
    rows = [pixels[y * 320 + left // 4 : y * 320 + right // 4] for y in range(200 - top // 4, 200 - bottom // 4)]
    return (sum(pixel == 0 for row in rows for pixel in row) - 16) / 9


@pytest.mark.parametrize("numbers", [(a, b) for a in range(7) for b in range(7)])
def test_every_half_shows_as_many_spots_as_it_has(numbers):
    """A big domino on the bottom lane and one on the edge, on both arms."""
    v = big()
    v.line = [(0, 0, 0)] + [(end, *numbers) for end in (RIGHT, LEFT) for _ in range(5)]

    def program(m, _):
        dominoes_plus.PROCDEFINE_UDGS(m, v)
        draw_line(m, v)
        line = boxes(5, 5)
        for place, turn in ((6, 1), (9, 1), (4, -1), (1, -1)):
            assert [spots_in(bytes(m.screen.canvas.pixels), face) for face in line[place][::turn]] == list(numbers)

    on_machine(program)


def test_spots_turn_with_the_domino():
    for number in range(7):
        assert len(PIPS[number]) == len(set(PIPS[number])) == number
        turned = {(2 - y, x) for x, y in pips(number, upright=True)}
        assert set(pips(number, upright=False)) == turned


def test_the_box_of_a_domino_is_32_by_15_pixels_whichever_way_it_lies():
    assert bounds(100, 200, 64, 0) == (100, 200, 128, 60)
    assert bounds(100, 200, -64, 0) == (36, 200, 128, 60)
    assert bounds(100, 200, 0, 64) == (100, 264, 60, 128)
    assert bounds(100, 200, 0, -64) == (100, 200, 60, 128)


def test_big_dominoes_are_shown_before_they_lie_there():
    def player(m, v):
        yield
        yield "3"
        yield
        yellow = bytes(m.screen.canvas.pixels)[6 * 8 * 320 + 320 * 3 :].count(2)
        assert yellow > 2 * 300
        yield "l"
        yield
        assert v.line[2] == (LEFT, 5, 3)
        yield "<ESCAPE>"
        yield
        yield "q"

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (3, 2), (5, 3)], [(0, 0), (6, 6)], big=1)
