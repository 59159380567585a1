"""The overlay in a terminal: as text over the program's text, with keys and mouse."""

import pytest

from tests.support.pseudo_terminal import NEEDED, fcntl, open_machines, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

open_machine = pytest.fixture(open_machines)

MOUSE_ON, MOUSE_OFF = b"\x1b[?1003h\x1b[?1006h", b"\x1b[?1006l\x1b[?1003l"


def line_of(here, words):
    """Wait until the terminal shows some words; return their line."""
    return until(lambda: next((row + 1 for row, line in enumerate(here.lines) if words in line), 0)) - 1


@pytest.mark.parametrize(("size", "render"), [((80, 25), "chars"), ((200, 60), "blocks")])
def test_a_page_stands_over_the_text_and_is_clicked(open_machine, size, render):
    here = open_machine(*size, render=render)
    here.do("m.print('Left', chr(31) + chr(36) + chr(24), 'END', end='')")
    here.start("m.get()")
    here.type("\x1bOP")
    row = line_of(here, "Volume")
    if render == "chars":
        until(lambda: here.lines[0].startswith("L e f t"))
    until(lambda: MOUSE_ON in here.written)
    left = here.lines[row].index("Volume")
    here.type(f"\x1b[<0;{left};{row + 2}M\x1b[<0;{left};{row + 2}m")  # the entry below: the sound
    line_of(here, "Sound off")
    line_of(here, "< off >")
    here.type("\x1bOP")
    until(lambda: not any("Volume" in line for line in here.lines))
    until(lambda: MOUSE_OFF in here.written)
    here.type("a")
    assert here.answer() == 97
