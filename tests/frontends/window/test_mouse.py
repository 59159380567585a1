"""The mouse in a real window: by XTEST, at every scale, beside the picture and with the program asleep."""

import pytest

from tests.support.x11 import open_machines, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
open_machine = pytest.fixture(open_machines)

BORDER = 16


def middle(scale, column, row):
    """Where in a window of its first size a pixel of the picture has its middle."""
    return (BORDER + column) * scale + scale // 2, (BORDER + row) * scale + scale // 2


@pytest.mark.parametrize("scale", [1, 2, 3])
@pytest.mark.parametrize(("column", "row"), [(0, 0), (319, 199), (160, 99), (7, 100)])
def test_a_click_wakes_the_program_with_its_position(open_machine, server, scale, column, row):
    here = open_machine(scale=scale)
    here.do("m.mouse_on()")
    here.start("[m.get(), *m.mouse()]")
    server.user.click(here.window, *middle(scale, column, row))
    assert here.answer() == [254, 4 * column, 4 * (199 - row), 4]


def test_all_three_buttons_and_the_position(open_machine, server):
    here = open_machine(scale=2)
    here.do("m.mouse_on()")
    for number, button in ((1, 4), (2, 2), (3, 1)):
        here.start("[m.get(), *m.mouse()]")
        server.user.point(here.window, *middle(2, 10, 189))
        server.user.button(number)
        assert here.answer() == [254, 40, 40, button]
        server.user.point(here.window, *middle(2, 20, 179))
        until(lambda button=button: here.do("m.mouse()") == [80, 80, button])
        server.user.button(number, down=False)
        until(lambda: here.do("m.mouse()") == [80, 80, 0])


def test_a_click_beside_the_display_is_ignored(open_machine, server):
    here = open_machine(scale=2)
    here.do("m.mouse_on()")
    server.user.click(here.window, 3, 3)
    until(lambda: here.do("m.mouse()") == [0, 796, 0])
    assert here.do("m.inkey(0)") == -1


def test_in_a_mode_of_wide_pixels(open_machine, server):
    here = open_machine(scale=2)
    here.do("m.mode(2)")
    here.do("m.mouse_on()")
    size = until(lambda: server.user.size(here.window) == (704, 576) and (704, 576))
    here.start("[m.get(), *m.mouse()]")
    server.user.click(here.window, size[0] // 2 + 1, size[1] // 2 + 1)
    assert here.answer() == [254, 640, 508, 4]


def test_a_program_that_does_not_use_the_mouse_gets_no_events(open_machine, server):
    here = open_machine(scale=2)
    server.user.click(here.window, 100, 100)
    assert here.do("[m.inkey(20), m.keyboard.pointer.look()]") == [-1, [0, 0, 0]]
