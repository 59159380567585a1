"""The mouse in a real window: by XTEST, at every scale, beside the picture and with the program asleep."""

import pytest

from x11 import open_desks, serve, until

server = pytest.fixture(scope="module")(serve)
desk = pytest.fixture(open_desks)

BORDER = 16


def middle(scale, column, row):
    """Where in a window of its first size a pixel of the picture has its middle."""
    return (BORDER + column) * scale + scale // 2, (BORDER + row) * scale + scale // 2


@pytest.mark.parametrize("scale", [1, 2, 3])
@pytest.mark.parametrize(("column", "row"), [(0, 0), (319, 199), (160, 99), (7, 100)])
def test_a_click_wakes_the_program_and_says_which_pixel(desk, server, scale, column, row):
    here = desk(scale=scale)
    here.do("m.mouse_on()")
    here.start("[m.get(), *m.mouse()]")
    server.hands.click(here.window, *middle(scale, column, row))
    assert here.answer() == [254, 4 * column, 4 * (199 - row), 4]


def test_all_three_buttons_and_where_it_is_now(desk, server):
    here = desk(scale=2)
    here.do("m.mouse_on()")
    for number, button in ((1, 4), (2, 2), (3, 1)):
        here.start("[m.get(), *m.mouse()]")
        server.hands.point(here.window, *middle(2, 10, 189))
        server.hands.button(number)
        assert here.answer() == [254, 40, 40, button]
        server.hands.point(here.window, *middle(2, 20, 179))
        until(lambda button=button: here.do("m.mouse()") == [80, 80, button])
        server.hands.button(number, down=False)
        until(lambda: here.do("m.mouse()") == [80, 80, 0])


def test_beside_the_picture(desk, server):
    here = desk(scale=2)
    here.do("m.mouse_on()")
    server.hands.click(here.window, 3, 3)
    until(lambda: here.do("m.mouse()") == [0, 796, 0])
    assert here.do("m.inkey(0)") == -1


def test_in_a_mode_of_wide_pixels(desk, server):
    here = desk(scale=2)
    here.do("m.mode(2)")
    here.do("m.mouse_on()")
    size = until(lambda: server.hands.size(here.window) == (704, 576) and (704, 576))
    here.start("[m.get(), *m.mouse()]")
    server.hands.click(here.window, size[0] // 2 + 1, size[1] // 2 + 1)
    assert here.answer() == [254, 640, 508, 4]


def test_nobody_is_told_who_has_not_asked(desk, server):
    here = desk(scale=2)
    server.hands.click(here.window, 100, 100)
    assert here.do("[m.inkey(20), m.keyboard.pointer.look()]") == [-1, [0, 0, 0]]
