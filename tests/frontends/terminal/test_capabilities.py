"""Pictures in block characters, queries of the terminal's capabilities, and programs that never wait."""

import unicodedata

import pytest

from retro.frontends.terminal.blocks import ASCII, approximate
from tests.support.pseudo_terminal import NEEDED, fcntl, open_machines, until
from tests.support.terminal_pictures import block_pixels

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

open_machine = pytest.fixture(open_machines)

CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
HEX = {(0, 0, 0): "000000", (255, 0, 0): "ff0000", (255, 255, 0): "ffff00", (255, 255, 255): "ffffff"}

SEXTANTS = {"VTE_VERSION": "7600"}

# pictures


def pixels_of(here):
    """Return the machine's picture as rows of colours."""
    width, pixels, lights = here.do("(lambda p: [p.width, p.pixels.hex(), p.rgb])(m.screen.picture(front.now()))")
    colours = [HEX[tuple(lights[pixel])] for pixel in bytes.fromhex(pixels)]
    return [colours[start : start + width] for start in range(0, len(colours), width)]


@pytest.mark.parametrize("room", [(160, 67), (170, 70)])
def test_sextants_show_every_pixel(open_machine, room):
    here = open_machine(*room, render="blocks", environment=SEXTANTS)
    here.do(CURSOR_OFF)
    here.do("[[m.gcol(0, c), m.move(0, 90 * c), m.draw(1279, 90 * c + 70)] for c in (1, 2, 3)]")
    here.do("m.print('Sextants', end='')")
    expected = pixels_of(here)
    left, top = (room[0] - 160) // 2, (room[1] - 67) // 2
    shown = lambda: [row[left : left + 160] for row in here.cells()[top : top + 67]]  # noqa: E731
    until(lambda: block_pixels(shown(), 3)[:200] == expected)


def test_sextants_that_do_not_fit_are_replaced_by_characters(open_machine):
    here = open_machine(159, 67, render="blocks", environment=SEXTANTS)
    here.do("m.print('text')")
    until(lambda: "text" in here.text)
    here.resize(160, 67)
    until(lambda: any(unicodedata.name(cell[0], "").startswith("BLOCK SEX") for row in here.cells() for cell in row))


def test_the_characters_of_ascii_that_are_most_like_each_block():
    glyphs, swapped = zip(*approximate(ASCII))
    assert "".join(glyphs) == " '''-|__-_|_-____|--||||'|| '|  _-|-'|| ||||' | _---'|  ' | '   "
    assert "".join(".#"[swap] for swap in swapped) == (
        "......##.#.#.###..##....#..##.##.#.##..#....##.#.####.####.#####"
    )


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
def test_auto_queries_the_terminal(open_machine, answers, seen):
    here = open_machine(render="auto", answers=answers, pixels=(800, 500))
    here.do(CURSOR_OFF)
    here.do("m.print('a')")
    until(lambda: seen in here.written)
    assert here.do("m.inkey(0)") == -1


def test_keys_typed_before_the_reply_are_not_lost(open_machine):
    here = open_machine(render="auto", answers={DA1: b"x\x1b[?1;2cy"})
    assert here.do("[m.get_s(), m.get_s()]") == ["x", "y"]


def test_a_terminal_that_does_not_reply_gets_characters(open_machine):
    here = open_machine(render="auto")
    here.do("m.print('silent')")
    here.shows("silent")


# programs that never wait


def test_a_program_that_never_waits_is_drawn_and_reads_keys(open_machine):
    here = open_machine()
    here.start("run while True: m.print(chr(65 + m.rnd(26)), end='')")
    before = until(lambda: here.written.count(b"?2026h") > 3 and here.written.count(b"?2026h"))
    until(lambda: here.written.count(b"?2026h") > before + 10)
    here.type("\x1b")
    assert here.ended() == 0


def test_text_printed_before_a_long_computation_is_drawn_during_it(open_machine):
    here = open_machine()
    here.start("run m.print('Thinking')\nwhile True: pass")
    here.shows("Thinking")
