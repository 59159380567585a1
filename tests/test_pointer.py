"""The pointer: what a program is told of the mouse, whatever the front end; through a recording, too."""

import pytest

from recording_games import header
from retro.basic import CLICK, word
from retro.frontends.headless import headless
from retro.keyboard import BUFFER
from retro.machine import Machine
from retro.menu import menu
from retro.modes import MODES
from retro.pointer import LEFT, RIGHT, Mouse
from retro.recording.session import Session
from retro.screen import Screen


def seen(*steps, program):
    """What a program tells when a player does these steps."""
    told = []

    def wrapped(m):
        program(m, told.append)
        m.get()

    headless(wrapped, lambda m: iter([*steps, 20.0, None]))
    return told


def press(x, y, buttons=LEFT):
    return [("mouse", f"{x} {y} {buttons}"), ("mouse", f"{x} {y} 0")]


def getting(m, tell):
    m.mouse_on()
    while True:
        code = m.get()
        tell((code, m.mouse()) if code == CLICK else code)


def test_a_click_wakes_get_and_says_where_it_was():
    told = seen(None, press(640, 400), None, "a", press(4, 796, RIGHT), None, program=getting)
    assert told == [(CLICK, (640, 400, LEFT)), ord("a"), (CLICK, (4, 796, RIGHT))]


def test_a_click_is_told_where_it_was_even_if_the_mouse_has_moved_on():
    def late(m, tell):
        m.mouse_on()
        m.inkey(500)
        tell(m.mouse())
        tell(m.mouse())
        tell(m.get())
        tell(m.mouse())

    steps = [*press(8, 12), *press(16, 20, RIGHT), ("move", "100 200")]
    assert seen(steps, program=late) == [(8, 12, LEFT), (100, 200, 0), CLICK, (16, 20, RIGHT)]


def test_a_click_wakes_inkey_but_moving_does_not():
    def waiting(m, tell):
        m.mouse_on()
        tell((m.inkey(500), m.mouse(), m.time))
        tell((m.inkey(50), m.time))
        tell(m.mouse())

    assert seen(1.0, press(0, 0), program=waiting)[0] == (CLICK, (0, 0, LEFT), 100)
    told = seen(1.0, [("mouse", "0 0 4")], [("move", "8 8")], program=waiting)
    assert told[1:] == [(-1, 150), (8, 8, LEFT)]


def test_polling_costs_a_centisecond_and_sees_it_move():
    def polling(m, tell):
        while m.mouse() != (40, 44, 0):
            pass
        tell(m.now)

    assert seen(2.0, [("move", "40 44")], program=polling) == [pytest.approx(2.0, abs=0.011)]


def test_a_program_that_has_not_asked_is_not_disturbed():
    def deaf(m, tell):
        tell(m.inkey(100))
        tell(m.keyboard.pointer.wanted)
        tell(m.mouse())
        tell(m.keyboard.pointer.wanted)

    assert seen(press(640, 400), program=deaf) == [-1, False, (640, 400, 0), True]


def test_off_again():
    def program(m, tell):
        m.mouse_on()
        m.mouse_off()
        tell(m.inkey(100))

    assert seen(press(1, 2), program=program) == [-1]


def test_it_counts_from_the_origin():
    def program(m, tell):
        m.vdu(29, *word(640, 100))
        m.mouse_on()
        m.get()
        tell(m.mouse())

    assert seen(press(600, 300), program=program) == [(-40, 200, LEFT)]


def test_a_second_button_is_a_press_and_letting_go_of_one_is_none():
    events = [("mouse", "0 0 4"), ("mouse", "0 0 5"), ("mouse", "0 0 1"), ("mouse", "0 0 0")]
    assert seen(events, program=getting) == [(CLICK, (0, 0, 4)), (CLICK, (0, 0, 5))]


def test_flushing_forgets_presses_too():
    def program(m, tell):
        m.mouse_on()
        m.inkey(1)
        m.fx(15, 1)
        tell(m.get())
        tell(m.mouse())

    assert seen(press(8, 8), 1.0, press(16, 16), program=program) == [CLICK, (16, 16, LEFT)]


def test_presses_that_find_the_buffer_full_are_lost_with_their_places():
    def program(m, tell):
        m.mouse_on()
        m.inkey(1)
        for _ in range(BUFFER - 1):
            m.get()
        tell(m.mouse())
        tell(m.inkey(0))

    steps = [event for x in range(BUFFER + 5) for event in press(x, 0)]
    assert seen(steps, program=program) == [(BUFFER - 1, 0, LEFT), -1]


def test_a_letter_with_the_code_of_a_press_is_no_press():
    assert seen("þ", press(8, 8), "b", program=getting) == [(CLICK, (8, 8, LEFT)), ord("b")]


# front ends' mice


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_pixels_as_units(mode):
    canvas = Screen({}, mode).canvas
    assert canvas.units(0, canvas.height - 1) == (0, 0)
    assert canvas.units(canvas.width - 1, 0) == (1280 - 1280 // canvas.width, 4 * canvas.height - 4)
    assert canvas.units(-9, 10**6) == (0, 0)


def test_a_mouse_reports_only_what_is_new():
    canvas, mouse = Screen({}).canvas, Mouse()
    mouse.move(canvas, 1, 1)
    mouse.move(canvas, 0, 199)
    assert mouse.take_move() == [("move", "0 0")]
    assert mouse.take_move() == []
    mouse.move(canvas, 5, 5)
    assert mouse.press(canvas, 160, 99, LEFT) == [("mouse", "640 400 4")]
    assert mouse.take_move() == []
    assert mouse.press(canvas, 160, 99, RIGHT) == [("mouse", "640 400 5")]
    assert mouse.release(canvas, 999, 99, LEFT) == [("mouse", "1276 400 1")]
    assert mouse.release(canvas, 160, 99, LEFT) == []


def test_a_press_beside_the_picture_is_nothing():
    canvas, mouse = Screen({}).canvas, Mouse()
    for x, y in [(-1, 0), (320, 0), (0, -1), (0, 200)]:
        assert mouse.press(canvas, x, y, LEFT) == []
        assert mouse.release(canvas, x, y, LEFT) == []


# through the recorder


def clicking(m: Machine):
    m.mouse_on()
    while True:
        code = m.get()
        m.print(code, " ", *(f"{part} " for part in m.mouse()) if code == CLICK else "")


def test_a_recorded_click_is_the_same_click():
    steps = [None, press(8, 12), "a", 1.0, [("move", "80 80")], press(80, 84, RIGHT), None]
    session = Session(lambda: clicking, header())
    played = headless(session, lambda m: iter(steps))
    again = headless(Session(lambda: clicking, header(), log=session.log), lambda m: iter([None]))
    assert played.screen.text.rstrip() == again.screen.text.rstrip() == "254 8 12 4\n97\n254 80 84 1"


def test_a_click_is_taken_back_like_a_key():
    steps = [None, press(8, 12), "a", press(80, 84), [("rewind", "1")], [("rewind", "1")], "b", None]
    m = headless(Session(lambda: clicking, header()), lambda m: iter(steps))
    assert m.screen.text.rstrip() == "254 8 12 4\n98"


# the menu


def test_a_click_in_the_menu_starts_a_program():
    started = []
    items = [(name, lambda name=name: lambda m: started.append(name)) for name in ("first", "second")]

    def player(m):
        yield
        yield press(10, 799 - 8 * 32)  # the row of the first
        yield
        yield "x"
        yield
        yield press(10, 799 - 9 * 32)  # between two
        yield press(1270, 799 - 10 * 32 - 31)
        yield

    headless(menu(items), player)
    assert started == ["first", "second"]
