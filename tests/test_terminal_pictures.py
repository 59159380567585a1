"""Finer pictures than text in a terminal, how it is asked what it can draw, and programs that never wait."""

import unicodedata

import pytest

from pseudo import NEEDED, fcntl, open_desks, until

pytestmark = pytest.mark.skipif(fcntl is None, reason=NEEDED)

desk = pytest.fixture(open_desks)

CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
HEX = {(0, 0, 0): "000000", (255, 0, 0): "ff0000", (255, 255, 0): "ffff00", (255, 255, 255): "ffffff"}

# pictures


def numbers(glyph, kind, older):
    """The lit parts of a block character, as a mask."""
    if glyph in older:
        return older[glyph]
    digits = unicodedata.name(glyph).removeprefix(f"BLOCK {kind}-")
    return sum(1 << int(digit) - 1 for digit in digits)


SEXTANTS = {" ": 0, "▌": 0b010101, "▐": 0b101010, "█": 0b111111}


def decoded(cells, place):
    """The pixels of a screen of sextants, rows of colours; place: column, row, columns, rows."""
    left, top, columns, rows = place
    picture = []
    for row in cells[top : top + rows]:
        for line in range(3):
            pixels = []
            for glyph, ink, paper in row[left : left + columns]:
                mask = numbers(glyph, "SEXTANT", SEXTANTS)
                pixels += [ink if mask >> 2 * line + side & 1 else paper for side in (0, 1)]
            picture.append(pixels)
    return picture


def pixels_of(here):
    """The machine's picture, rows of colours."""
    width, pixels, lights = here.do("(lambda p: [p.width, p.pixels.hex(), p.lights])(m.screen.picture(front.now()))")
    colours = [HEX[tuple(lights[pixel])] for pixel in bytes.fromhex(pixels)]
    return [colours[start : start + width] for start in range(0, len(colours), width)]


@pytest.mark.parametrize("room", [(160, 67), (170, 70)])
def test_sextants_show_every_pixel(desk, room):
    here = desk(*room, render="sextant")
    here.do(CURSOR_OFF)
    here.do("[[m.gcol(0, c), m.move(0, 90 * c), m.draw(1279, 90 * c + 70)] for c in (1, 2, 3)]")
    here.do("m.print('Sextants', end='')")
    expected = pixels_of(here)
    place = (room[0] - 160) // 2, (room[1] - 67) // 2, 160, 67
    until(lambda: decoded(here.cells(), place)[:200] == expected)


def test_sextants_that_have_no_room_give_way_to_characters(desk):
    here = desk(159, 67, render="sextant")
    here.do("m.print('text')")
    here.shows("t e x t")
    here.resize(160, 67)
    until(lambda: any(unicodedata.name(cell[0], "").startswith("BLOCK SEX") for row in here.cells() for cell in row))


def test_octants_on_request(desk):
    here = desk(160, 50, render="octant")
    here.do(CURSOR_OFF)
    here.do("[m.gcol(0, 3), m.move(4, 799), m.draw(4, 0)]")
    here.do("[m.move(8, 799), m.draw(1279, 799)]")
    white, black = "ffffff", "000000"
    until(lambda: here.cells()[0][1] in [("\U0001fb82", white, black), ("\U0001fb85", black, white)])
    assert {row[0] for row in here.cells()} <= {("▐", white, black), ("▌", black, white)}


# detection


DA1, KITTY = b"\x1b[c", b"a=q,t=d,f=24;AAAA\x1b\\"


@pytest.mark.parametrize(
    ("answers", "seen"),
    [
        ({KITTY: b"\x1b_Gi=31;OK\x1b\\", DA1: b"\x1b[?62;c"}, b"\x1b_Ga=T,f=100"),
        ({DA1: b"\x1b[?62;4;6c"}, b'\x1bP0;1;0q"1;1;640;400'),
        ({DA1: b"\x1b[?1;2c"}, b"H\x1b[38;5;231;48;5;16ma"),
    ],
    ids=["kitty", "sixel", "neither"],
)
def test_auto_asks_the_terminal(desk, answers, seen):
    here = desk(render="auto", answers=answers, pixels=(800, 500))
    here.do(CURSOR_OFF)
    here.do("m.print('a')")
    until(lambda: seen in here.written)
    assert here.do("m.inkey(0)") == -1


def test_what_is_typed_before_the_answer_is_not_lost(desk):
    here = desk(render="auto", answers={DA1: b"x\x1b[?1;2cy"})
    assert here.do("[m.get_s(), m.get_s()]") == ["x", "y"]


def test_a_terminal_that_does_not_answer_gets_characters(desk):
    here = desk(render="auto")
    here.do("m.print('silent')")
    here.shows("silent")


# programs that never wait


def test_a_program_that_never_waits_is_seen_and_hears(desk):
    here = desk()
    here.start("run while True: m.print(chr(65 + m.rnd(26)), end='')")
    before = until(lambda: here.written.count(b"?2026h") > 3 and here.written.count(b"?2026h"))
    until(lambda: here.written.count(b"?2026h") > before + 10, patience=2)
    here.type("\x1b")
    assert here.ended(1)[0] == 0


def test_what_is_printed_before_a_long_computation_is_seen_during_it(desk):
    here = desk()
    here.start("run m.print('Thinking')\nwhile True: pass")
    here.shows("Thinking")
