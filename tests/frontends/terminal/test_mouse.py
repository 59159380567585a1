"""The mouse in a terminal: its reports, in characters, as positions on the machine's screen."""

import pytest

from tests.support.pseudo_terminal import NEEDED, fcntl, open_machines, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

open_machine = pytest.fixture(open_machines)

ON, OFF = b"\x1b[?1003h\x1b[?1006h", b"\x1b[?1006l\x1b[?1003l"
GET = "[m.get(), *m.mouse()]"


def click(here, column, row, number=0):
    """Press and release a button over a character, counted from 0."""
    here.type(f"\x1b[<{number};{column + 1};{row + 1}M\x1b[<{number};{column + 1};{row + 1}m")


def pointing(here):
    here.do("m.mouse_on()")
    until(lambda: ON in here.written)
    return here


@pytest.mark.parametrize(
    ("room", "render", "at", "units"),
    [
        ((80, 25), "chars", (0, 0), (8, 796 - 16)),
        ((80, 25), "chars", (79, 24), (1272, 12)),
        ((100, 31), "chars", (10, 3), (8, 796 - 16)),
        ((40, 25), "chars", (39, 24), (1264, 12)),
        ((160, 67), "blocks", (0, 0), (4, 796 - 4)),
        ((160, 67), "blocks", (159, 66), (1276, 0)),
        ((170, 71), "blocks", (5, 2), (4, 796 - 4)),
    ],
)
def test_a_click_is_a_place_on_the_screen(open_machine, room, render, at, units):
    here = pointing(open_machine(*room, render=render, environment={"VTE_VERSION": "7600"}))
    here.start(GET)
    click(here, *at)
    assert here.answer() == [254, *units, 4]


def test_a_click_on_pixels(open_machine):
    here = open_machine(render="auto", answers={b"a=q,t=d,f=24;AAAA\x1b\\": b"\x1b_Gi=31;OK\x1b\\"}, pixels=(800, 500))
    pointing(here)
    until(lambda: b"\x1b_Ga=T" in here.written)
    here.start(GET)
    click(here, 40, 12)  # a character is 10 by 20 pixels, the picture 640 by 400 of them from (80, 40)
    assert here.answer() == [254, (405 - 80) // 2 * 4, (199 - (250 - 40) // 2) * 4, 4]


def test_buttons_moves_and_the_wheel(open_machine):
    here = pointing(open_machine())
    for number, button in ((0, 4), (1, 2), (2, 1), (4, 4), (16, 4)):
        here.start(GET)
        click(here, 2, 0, number)
        assert here.answer() == [254, 40, 780, button]
    here.type("\x1b[<64;3;1M\x1b[<35;5;1M")
    until(lambda: here.do("m.mouse()") == [72, 780, 0])
    here.type("\x1b[<0;5;1M\x1b[<32;7;2M")
    until(lambda: here.do("m.mouse()")[2] == 4)
    until(lambda: here.do("m.mouse()") == [104, 748, 4])
    assert here.do("[m.inkey(0), m.inkey(0)]") == [254, -1]


def test_a_move_wakes_a_program_that_wants_moves(open_machine):
    here = pointing(open_machine())
    here.do("m.mouse_on(moves=True)")
    here.start(GET)
    here.type("\x1b[<35;5;1M")
    assert here.answer() == [253, 72, 780, 0]


def test_clicks_outside_the_picture(open_machine):
    here = pointing(open_machine(100, 31))
    click(here, 2, 2)
    here.type("x")
    assert here.do("m.get()") == ord("x")


def test_the_mouse_is_reported_only_while_the_program_wants_it(open_machine):
    here = open_machine()
    here.do("m.print('ready')")
    here.shows("ready")
    assert ON not in here.written
    click(here, 2, 2)
    assert here.do("m.inkey(5)") == -1
    pointing(here)
    here.do("m.mouse_off()")
    until(lambda: OFF in here.written)
    here.do("m.mouse_on()")
    until(lambda: here.written.count(ON) == 2)
    here.start("run pass")
    here.type(" ")
    assert here.ended() == 0
    assert here.written.count(OFF) == 2
    assert here.restored
