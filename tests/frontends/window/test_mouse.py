"""The mouse in a real window: by XTEST, at every scale, beside the picture and with the program asleep."""

import pytest

from tests.support.x11 import WindowMachine, open_machines, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
open_machine = pytest.fixture(open_machines)

BORDER = 16


@pytest.fixture(scope="module")
def shared(server):
    machine = WindowMachine(server, title="shared", scale=2)
    yield machine
    machine.kill()


@pytest.fixture
def here(shared):
    """The shared machine as it starts, at scale 2."""
    shared.do("m.keyboard.__init__()")
    shared.do("m.mode(7)")
    shared.resized(704, 464)
    return shared


def middle(scale, column, row):
    """Where in a window of its first size a pixel of the picture has its middle."""
    return (BORDER + column) * scale + scale // 2, (BORDER + row) * scale + scale // 2


def clicked(here, x, y):
    """Return what a program gets that waits for a click on this point of the window: the key and the mouse."""
    here.start("[m.get(), *m.mouse()]")
    here.user.click(here.window, x, y)
    return here.answer()


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_a_click_wakes_the_program_with_its_position(open_machine, scale):
    here = open_machine(scale=scale)
    here.do("m.mouse_on()")
    for column, row in ((0, 0), (319, 199), (160, 99), (7, 100)):
        assert clicked(here, *middle(scale, column, row)) == [254, 4 * column, 4 * (199 - row), 4]


def test_a_click_where_the_system_counts_two_pixels_as_one(here):
    here.do("m.mouse_on()")
    size = "front.view._view.get_framebuffer_size"
    here.do(f"m.real = {size}")
    here.do(f"{size} = lambda: tuple(2 * side for side in m.real())")
    try:
        assert clicked(here, *middle(2, 10, 189)) == [254, 40, 40, 4]
    finally:
        here.do(f"{size} = m.real")


def test_all_three_buttons_and_the_position(here):
    here.do("m.mouse_on()")
    for number, button in ((1, 4), (2, 2), (3, 1)):
        here.start("[m.get(), *m.mouse()]")
        here.user.point(here.window, *middle(2, 10, 189))
        here.user.button(number)
        assert here.answer() == [254, 40, 40, button]
        here.user.point(here.window, *middle(2, 20, 179))
        until(lambda button=button: here.do("m.mouse()") == [80, 80, button])
        here.user.button(number, down=False)
        until(lambda: here.do("m.mouse()") == [80, 80, 0])


def test_a_click_beside_the_display_is_ignored(here):
    here.do("m.mouse_on()")
    here.user.click(here.window, 3, 3)
    until(lambda: here.do("m.mouse()") == [0, 796, 0])
    assert here.do("m.inkey(0)") == -1


def test_in_a_mode_of_wide_pixels(here):
    here.do("m.mode(2)")
    here.do("m.mouse_on()")
    here.resized(704, 576)
    assert clicked(here, 704 // 2 + 1, 576 // 2 + 1) == [254, 640, 508, 4]


def test_a_program_that_does_not_use_the_mouse_gets_no_events(open_machine):
    here = open_machine(scale=2)
    here.user.click(here.window, 100, 100)
    assert here.do("[m.inkey(20), m.keyboard.pointer.look()]") == [-1, [0, 0, 0]]
