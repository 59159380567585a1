"""The layout of big dominoes: every possible line, and the spots of each half."""

import itertools
from collections import Counter

import pytest
from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules.big_layout import PIPS, ROADS, pips
from retro.programs.dominoes_plus.rules.domino_set import LEFT, RIGHT
from retro.programs.dominoes_plus.rules.settings import Settings
from retro.programs.dominoes_plus.screen import BLACK, RED, bounds, clear, draw_ends, draw_line, places

from retro.basic import edition
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.programs import dominoes, dominoes_edition
from tests.support.dominoes_players import on_machine, plot
from tests.support.dominoes_plus_players import Variables, from_position
from tests.support.waiting import typed

AREA = 64, 24, 64 + 1152, 496  # left, bottom, right, top of the playing area, units
GAP, LANE = 8, 72  # units between two dominoes of a line, and at least between any other two
LONGEST = 26


class Nothing:
    """A machine that ignores all statements."""

    def __getattr__(self, name):
        return lambda *codes: None


def big():
    v = Variables(chosen=Settings(big=1))
    dominoes_plus.PROCINITIALISE_VARIABLES(None, v)
    return v


def boxes(right, left):
    """Return for each domino of a line with these arms the boxes of both faces, from left to right."""
    v = big()
    v.line = [(0, 0, 0), *[(RIGHT, 0, 0)] * right, *[(LEFT, 0, 0)] * left]
    opening, *others = ((face(x, y), face(x + X, y + Y)) for x, y, X, Y in places(Nothing(), v)[0])
    return [*((one[1], one[0]) for one in reversed(others[right:])), opening, *others[:right]]


def face(x, y):
    """Return left, bottom, right, top of a face with this top left corner; right and top are exclusive."""
    return x, y - 63, x + 64, y + 1


def space(one, other):
    """Return the horizontal and vertical distance of two boxes; negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2]), max(one[1] - other[3], other[1] - one[3])


def whole(one):
    """Return the box around both faces."""
    (a, b, c, d), (e, f, g, h) = one
    return min(a, e), min(b, f), max(c, g), max(d, h)


PAIRS = [(right, left) for right in range(28) for left in range(28 - right) if max(right, left) <= LONGEST]


def test_the_roads_hold_26_dominoes_on_each_arm():
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
def test_neighbours_touch_face_to_face(right, left):
    line = boxes(right, left)
    for one, other in itertools.pairwise(line):
        assert sorted(space(one[1], other[0])) == [-64, GAP]
    for one in line:
        assert sorted(space(*one)) == [-64, 0]


def test_small_dominoes_lie_where_the_original_lays_them():
    """The edition draws the opening itself, and all others with PROCRIGHT and PROCLEFT."""
    pictures = []
    line = [(0, 6, 4), (RIGHT, 4, 1), (LEFT, 6, 0), (LEFT, 0, 0)]

    def ours(m, v):
        mine = Variables(chosen=Settings(big=0))
        dominoes.PROCINITIALISE_VARIABLES(m, mine)
        mine.line = line
        draw_line(m, mine)
        pictures.append(bytes(m.screen.framebuffer.pixels))

    def original(m, v):
        v.P, v.D_i, v.R[1][1], v.L[1][1], v.N[1] = 1, 1, 4, 6, 1
        changed = edition(dominoes.PROCDRAW_FIRST, PROCPAUSE=lambda m, v, period: None)
        changed(m, v)
        for end, v.F, v.S in line[1:]:
            plot(m, v, dominoes.PROCRIGHT if end == RIGHT else dominoes.PROCLEFT)
        m.print("\x1e" + " " * 240, end="")
        pictures.append(bytes(m.screen.framebuffer.pixels))

    on_machine(ours)
    on_machine(original)
    assert pictures[0] == pictures[1]


# what is drawn


def spots_in(pixels, face):
    """Count the spots of 3 by 3 black pixels on a face; the gap takes one of its 16 rows or columns."""
    left, bottom, right, top = face
    rows = [pixels[y * 320 + left // 4 : y * 320 + right // 4] for y in range(200 - top // 4, 200 - bottom // 4)]
    return (sum(pixel == 0 for row in rows for pixel in row) - 16) / 9


def test_every_half_shows_as_many_spots_as_it_has():
    """A big domino on the bottom lane and one on the edge, on both arms."""
    v, line = big(), boxes(5, 5)

    def program(m, _):
        dominoes_plus.PROCDEFINE_UDGS(m, v)
        for numbers in itertools.product(range(7), range(7)):
            v.line = [(0, 0, 0)] + [(end, *numbers) for end in (RIGHT, LEFT) for _ in range(5)]
            draw_line(m, v)
            pixels = bytes(m.screen.framebuffer.pixels)
            for place, turn in ((6, 1), (9, 1), (4, -1), (1, -1)):
                assert [spots_in(pixels, face) for face in line[place][::turn]] == list(numbers)

    on_machine(program)


def test_a_terminal_shows_the_number_of_every_half():
    """The bar between two halves, where it fills the middle of a cell, must not count as a letter."""
    v, digits = big(), []
    v.line = [(0, 1, 1)] + [(end, 1, 2) for end in (RIGHT, LEFT) for _ in range(LONGEST // 2)]

    def program(m, _):
        dominoes_plus.PROCDEFINE_UDGS(m, v)
        draw_line(m, v)
        digits.extend(terminal_signs(m))

    on_machine(program)
    assert Counter(digits) == {"1": LONGEST + 2, "2": LONGEST}


def test_a_terminal_shows_the_number_of_an_upright_end_once():
    """The line of a 5 on top must not count as a blank half."""
    v = big()
    v.line = [(0, 0, 0)] + [(end, 0, 0) for end in (RIGHT, LEFT) for _ in range(3)]

    def program(m, _):
        dominoes_plus.PROCDEFINE_UDGS(m, v)
        m.screen.stand_ins.update(dominoes_edition.STAND_INS)
        clear(m, v)
        draw_line(m, v)
        v.LV = v.RV = 5
        draw_ends(m, v)
        assert terminal_signs(m) == ["5", "5"]

    on_machine(program)


def terminal_signs(m):
    """Return the letters and digits that a terminal of 80 columns shows below the buttons."""
    shown = ScreenText(sextants(), 2)
    shown.update(take_snapshot(m.screen, None))
    return [cell[0] for row in shown.rows[9:] for cell in row if " " < cell[0] <= "~"]


def test_spots_turn_with_the_domino():
    for number in range(7):
        assert len(PIPS[number]) == len(set(PIPS[number])) == number
        turned = {(2 - y, x) for x, y in pips(number, upright=True)}
        assert set(pips(number, upright=False)) == turned


def test_a_domino_measures_32_by_15_pixels_in_every_direction():
    assert bounds(100, 200, 64, 0) == (100, 200, 128, 60)
    assert bounds(100, 200, -64, 0) == (36, 200, 128, 60)
    assert bounds(100, 200, 0, 64) == (100, 264, 60, 128)
    assert bounds(100, 200, 0, -64) == (100, 200, 60, 128)


def test_the_numbers_of_big_dominoes_are_printed_too():
    """Without them a terminal of 80 by 25 characters shows nothing legible."""

    def player(m, v):
        yield
        assert m.screen.lines[4][:30].rstrip() == " 1 45 2 23 3 35"
        assert m.screen.lines[0].startswith(" YOUR HAND    MY HAND ")
        assert m.screen.lines[4].endswith(" Stock 20 ")
        yield from typed("<ESCAPE>")
        yield "q"

    stock = [(a, b) for a in range(7) for b in range(a + 1)][:20]
    from_position(player, [(5, 1), (1, 3)], [(5, 4), (3, 2), (5, 3)], [(0, 0), (6, 6)], stock, big=1)


def test_each_end_is_marked_with_its_number():
    """The ends are 5 and 3; a mark moves on with its end, and is gone when the game is over."""

    def player(m, v):
        yield
        assert (at_end(m, v, LEFT), at_end(m, v, RIGHT)) == ("5", "3")
        assert terminal_signs(m) == [*"551133"]  # and no part of a 5 as a vertical blank
        place = places(m, v)[1][LEFT][:2]
        yield "1"
        yield
        assert v.over
        assert (marked(m, *place), at_end(m, v, LEFT), at_end(m, v, RIGHT)) == ("", "", "")
        yield " "
        yield from typed("u")
        assert (at_end(m, v, LEFT), at_end(m, v, RIGHT)) == ("5", "3")
        yield from typed("<ESCAPE>")
        yield "q"

    from_position(player, [(5, 1), (1, 3)], [(5, 4)], [(0, 0), (6, 6)])


def at_end(m, v, end):
    """Return what marks an end of the line."""
    return marked(m, *places(m, v)[1][end][:2])


def marked(m, x, y):
    """Return the character on yellow whose top left corner is at this point; empty if there is none."""
    pixels = bytes(m.screen.framebuffer.pixels)
    rows = [pixels[((799 - y) // 4 + row) * 320 + x // 4 :][:8] for row in range(8)]
    shape = bytes(sum((pixel == 0) << 7 - column for column, pixel in enumerate(row)) for row in rows)
    return {m.screen.characters.shape(code): chr(code) for code in range(48, 55)}.get(shape, "")


def test_big_dominoes_are_previewed():
    def player(m, v):
        yield from typed("3")
        yellow = bytes(m.screen.framebuffer.pixels)[76 * 320 :].count(2)
        assert yellow > 2 * 300
        yield from typed("l")
        assert v.line[2] == (LEFT, 5, 3)
        yield from typed("<ESCAPE>")
        yield "q"

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (3, 2), (5, 3)], [(0, 0), (6, 6)], big=1)


@pytest.mark.parametrize("big", [0, 1])
def test_the_originals_variables_say_where_the_next_dominoes_go(big):
    """Study shows them: X%, Y%, DX%, DY% of the last domino, RX%, RY%, LX%, LY% of the next."""

    def player(m, v):
        yield from typed("1")
        lying, following = places(m, v)
        assert v.line[-1][0] != 0
        assert lying[-1] == (v.X, v.Y, v.DX, v.DY)
        assert (*following[RIGHT][:2], *following[LEFT][:2]) == (v.RX, v.RY, v.LX, v.LY)

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (3, 2)], [(0, 0), (6, 6)], big=big)


def test_the_newest_domino_is_outlined_until_the_next_one():
    def player(m, v):
        yield
        for key in "11":
            left, top, wide, tall = bounds(*places(m, v)[0][-1])
            around = [(left - 4, top - tall // 2), (left + wide // 2, top + 4), (left + wide // 2, top - tall)]
            assert [m.point(*place) for place in around] == [RED] * 3
            yield from typed(key)
            assert [m.point(*place) for place in around] == [BLACK] * 3
        yield from ("<ESCAPE>", None, "q")

    from_position(player, [(5, 1), (1, 3)], [(5, 4), (4, 2), (1, 1)], [(6, 6), (1, 0)])
