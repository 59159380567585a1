"""A machine in a pseudo-terminal: the terminal shows what the machine shows."""

import re

import pytest

from tests.support.pseudo_terminal import NEEDED, fcntl, open_machines, share_machine, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

open_machine = pytest.fixture(open_machines)
shared = pytest.fixture(scope="module")(share_machine)

CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
HEX = {(0, 0, 0): "000000", (255, 0, 0): "ff0000", (0, 255, 0): "00ff00", (255, 255, 0): "ffff00"}
HEX |= {(0, 0, 255): "0000ff", (255, 0, 255): "ff00ff", (0, 255, 255): "00ffff", (255, 255, 255): "ffffff"}


@pytest.fixture
def fresh(shared):
    """Return the shared machine, restarted, with the cursor off."""
    shared.do("m.inkey(0)")
    shared.do("m.keyboard.__init__()")
    shared.do("m.restart()")
    shared.do(CURSOR_OFF)
    until(lambda: not shared.text.strip())
    return shared


# text


def test_text_is_at_its_place(fresh):
    fresh.do("m.print('Hello £5 { }', chr(31) + chr(39) + chr(24) + chr(11), 'x', end='')")
    fresh.do("m.print(chr(31) + chr(3) + chr(12), 'middle', end='')")
    assert "middle" in fresh.agrees()


def test_only_what_changes_is_written(fresh):
    fresh.do("m.print('first')")
    fresh.agrees()
    before = len(fresh.written)
    fresh.do("m.print('second', end='')")
    fresh.agrees()
    assert len(fresh.written) - before < 80


def test_frames_are_synchronised(fresh):
    fresh.do("m.print('frame')")
    fresh.agrees()
    frame = fresh.written.rpartition(b"\x1b[?2026h")[2]
    assert b"f" in frame
    assert frame.endswith(b"\x1b[?2026l")


@pytest.mark.parametrize("mode", [0, 1, 2, 3, 4, 5, 6, 7])
def test_every_mode(open_machine, mode):
    here = open_machine(80, 32)
    here.do(f"m.mode({mode})")
    here.do("m.print('MODE', m.screen.mode.number, chr(31), chr(2), chr(9), 'below', end='')")
    expected = here.do("m.screen.lines")
    wide, top = 80 // len(expected[0]), (32 - len(expected)) // 2
    until(lambda: [line[::wide] for line in here.lines[top : top + len(expected)]] == expected)


def test_a_change_of_mode_leaves_nothing_behind(fresh):
    fresh.do("m.print('before')")
    fresh.agrees()
    fresh.do("m.mode(3)")
    fresh.do("m.print('after')")
    until(lambda: fresh.text.strip() == "after")
    fresh.do("m.mode(7)")


# colours


def test_colours_are_exact(fresh):
    fresh.do("m.mode(2)")
    fresh.do(CURSOR_OFF)
    fresh.do("[[m.colour(ink), m.colour(128 + 7 - ink), m.print('A', end='')] for ink in range(8)]")
    lights = [tuple(light) for light in fresh.do("m.screen.palette.rgb(0.0)")]
    until(lambda: fresh.cell(28, 0).data == "A")
    for ink in range(8):
        cell = fresh.cell(4 * ink, 0)
        assert (cell.data, cell.fg, cell.bg) == ("A", HEX[lights[ink]], HEX[lights[7 - ink]])
        assert fresh.cell(4 * ink + 3, 0).bg == HEX[lights[7 - ink]]


def test_a_new_palette_changes_what_is_there(fresh):
    fresh.do("m.print('A')")
    until(lambda: fresh.cell(0, 0).fg == "ffffff")
    fresh.do("m.vdu(19, 3, 1, 0, 0, 0)")
    until(lambda: fresh.cell(0, 0).fg == "ff0000")
    fresh.do("m.vdu(19, 0, 4, 0, 0, 0)")
    until(lambda: fresh.cell(0, 0).bg == fresh.cell(70, 20).bg == "0000ff")


@pytest.mark.parametrize(
    ("term", "ink", "paper", "elsewhere"),
    [("xterm", "brightred", "brightbrown", "black"), ("ansi", "red", "brown", "black")],
)
def test_sixteen_or_eight_colours(open_machine, term, ink, paper, elsewhere):
    here = open_machine(environment={"TERM": term})
    here.do(CURSOR_OFF)
    here.do("[m.colour(1), m.colour(130), m.print('A', end='')]")
    until(lambda: here.cell(0, 0).data == "A")
    assert (here.cell(0, 0).fg, here.cell(0, 0).bg, here.cell(4, 0).bg) == (ink, paper, elsewhere)


def test_text_stays_readable_without_colours(open_machine):
    here = open_machine(environment={"NO_COLOR": "1"})
    here.do(CURSOR_OFF)
    here.do("[m.print('plain'), m.colour(0), m.colour(131), m.print('reversed'), m.colour(131), m.colour(3)]")
    until(lambda: here.cell(0, 1).data == "r")
    assert not here.cell(0, 0).reverse
    assert here.cell(0, 1).reverse
    assert here.cell(1, 1).reverse
    colours = {(cell.fg, cell.bg) for row in here.screen.buffer.values() for cell in row.values()}
    assert colours == {("default", "default")}
    assert b";5;" not in here.written


def test_flashing_colours_flash(fresh):
    fresh.do("[m.fx(9, 3), m.fx(10, 3)]")
    fresh.do("m.vdu(19, 3, 9, 0, 0, 0)")
    fresh.do("m.print('A')")
    for colour in ("ff0000", "00ffff") * 2:
        until(lambda colour=colour: fresh.cell(0, 0).fg == colour)
    fresh.do("[m.fx(9, 25), m.fx(10, 25)]")


# the cursor and the bell


def test_the_cursor_blinks_where_the_next_character_goes(fresh):
    fresh.do("m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)")
    fresh.do("m.print('ab', end='')")
    for lit in (True, False, True):
        until(lambda lit=lit: fresh.cell(4, 0).underscore == fresh.cell(5, 0).underscore == lit)
    assert not fresh.cell(2, 0).underscore
    fresh.do(CURSOR_OFF)
    until(lambda: not fresh.cell(4, 0).underscore)


def rings(here, program):
    """Return how many bells a program rings, without those that end titles."""

    def bells():
        return re.sub(rb"\x1b\][^\x07]*\x07", b"", here.written).count(b"\x07")

    before, end = bells(), f"{len(here.written)} bytes"
    here.do(program)
    here.do(f"m.print('{end}')")
    here.shows(end)  # a bell is written before what is printed after it
    return bells() - before


def test_vdu_7_rings_the_bell_and_other_sounds_do_not(fresh):
    assert rings(fresh, "m.vdu(7)") == 1
    assert rings(fresh, "m.sound(1, -15, 53, 1)") == 0


def test_mute(open_machine):
    here = open_machine(mute=True)
    assert rings(here, "m.vdu(7)") == 0
    here.type("\x1bm")
    here.start("m.inkey(3000)")
    here.shows("Sound on")
    here.type(" ")
    assert here.answer() == 32
    assert rings(here, "m.vdu(7)") == 1
