"""The pointer: what a program reads of the mouse, live and from a recording."""

import pytest

from retro.basic import CLICK, MOVED, word
from retro.display.modes import MODES
from retro.display.screen import Screen
from retro.frontends.headless import headless
from retro.input.events import Mouse, Move, Rewind, Text
from retro.input.keyboard import BUFFER_SIZE
from retro.input.mouse import LEFT, RIGHT, MouseState
from retro.launcher.menu import FIRST_ROW, MenuPage, Preview
from retro.machine.machine import Machine
from retro.machine.view import wakes_on_moves
from tests.support.recorded_games import RecordedGame, header


def seen(*steps, program):
    """Return what a program reads when a player takes these steps."""
    told = []

    def wrapped(m):
        program(m, told.append)
        m.get()

    headless(wrapped, lambda m: iter([*steps, 20.0, None]))
    return told


def press(x, y, buttons=LEFT):
    return [Mouse(x, y, buttons), Mouse(x, y, 0)]


def getting(m, tell):
    m.mouse_on()
    while True:
        code = m.get()
        tell((code, m.mouse()) if code == CLICK else code)


def test_a_click_ends_get_and_mouse_returns_its_position():
    told = seen(None, press(640, 400), None, "a", press(4, 796, RIGHT), None, program=getting)
    assert told == [(CLICK, (640, 400, LEFT)), ord("a"), (CLICK, (4, 796, RIGHT))]


def test_mouse_returns_the_clicks_position_after_a_later_move():
    def late(m, tell):
        m.mouse_on()
        m.inkey(500)
        tell(m.mouse())
        tell(m.mouse())
        tell(m.get())
        tell(m.mouse())

    steps = [*press(8, 12), *press(16, 20, RIGHT), Move(100, 200)]
    assert seen(steps, program=late) == [(8, 12, LEFT), (100, 200, 0), CLICK, (16, 20, RIGHT)]


def test_a_click_ends_inkey_but_a_move_does_not():
    def waiting(m, tell):
        m.mouse_on()
        tell((m.inkey(500), m.mouse(), m.time))
        tell((m.inkey(50), m.time))
        tell(m.mouse())

    assert seen(1.0, press(0, 0), program=waiting)[0] == (CLICK, (0, 0, LEFT), 100)
    told = seen(1.0, [Mouse(0, 0, 4)], [Move(8, 8)], program=waiting)
    assert told[1:] == [(-1, 150), (8, 8, LEFT)]


def test_moves_type_one_code_while_a_program_asks_for_them():
    def asking(m, tell):
        m.mouse_on(moves=True)
        tell(m.get())
        tell((m.get(), m.get()))
        tell(m.mouse()[:2])

    moves = [Move(8, 8), Move(16, 16), Text("a"), Move(24, 24)]
    assert seen([Move(4, 4)], moves, None, program=asking) == [MOVED, (MOVED, ord("a")), (24, 24)]


@pytest.mark.parametrize("stop", [Machine.mouse_on, Machine.mouse_off])
def test_codes_of_moves_go_when_a_program_stops_asking(stop):
    def stopping(m, tell):
        m.mouse_on(moves=True)
        tell(m.get())
        stop(m)
        tell(m.get())

    assert seen([Text("a"), Move(4, 4), Text("b")], program=stopping) == [ord("a"), ord("b")]


def test_a_move_wakes_only_programs_that_ask():
    def told(m):
        m.mouse_on()
        before = wakes_on_moves(m)
        m.mouse_on(moves=True)
        assert (before, wakes_on_moves(m)) == (False, True)

    headless(told)


def test_polling_takes_a_centisecond_and_sees_a_move():
    def polling(m, tell):
        while m.mouse() != (40, 44, 0):
            pass
        tell(m.now)

    assert seen(2.0, [Move(40, 44)], program=polling) == [pytest.approx(2.0, abs=0.011)]


def test_without_mouse_on_clicks_are_not_read():
    def deaf(m, tell):
        tell(m.inkey(100))
        tell(m.keyboard.pointer.active)
        tell(m.mouse())
        tell(m.keyboard.pointer.active)

    assert seen(press(640, 400), program=deaf) == [-1, False, (640, 400, 0), True]


def test_mouse_off_ends_typing():
    def program(m, tell):
        m.mouse_on()
        m.mouse_off()
        tell(m.inkey(100))

    assert seen(press(1, 2), program=program) == [-1]


def test_positions_are_relative_to_the_origin():
    def program(m, tell):
        m.vdu(29, *word(640, 100))
        m.mouse_on()
        m.get()
        tell(m.mouse())

    assert seen(press(600, 300), program=program) == [(-40, 200, LEFT)]


def test_a_second_button_is_a_press_and_a_release_is_not():
    events = [Mouse(0, 0, 4), Mouse(0, 0, 5), Mouse(0, 0, 1), Mouse(0, 0, 0)]
    assert seen(events, program=getting) == [(CLICK, (0, 0, 4)), (CLICK, (0, 0, 5))]


def test_flushing_forgets_presses_too():
    def program(m, tell):
        m.mouse_on()
        m.inkey(1)
        m.fx(15, 1)
        tell(m.get())
        tell(m.mouse())

    assert seen(press(8, 8), 1.0, press(16, 16), program=program) == [CLICK, (16, 16, LEFT)]


def test_presses_are_lost_with_their_positions_when_the_buffer_is_full():
    def program(m, tell):
        m.mouse_on()
        m.inkey(1)
        for _ in range(BUFFER_SIZE - 1):
            m.get()
        tell(m.mouse())
        tell(m.inkey(0))

    steps = [event for x in range(BUFFER_SIZE + 5) for event in press(x, 0)]
    assert seen(steps, program=program) == [(BUFFER_SIZE - 1, 0, LEFT), -1]


def test_a_letter_with_the_code_of_a_press_is_no_press():
    assert seen("þ", press(8, 8), "b", program=getting) == [(CLICK, (8, 8, LEFT)), ord("b")]


# front ends' mice


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_pixels_convert_to_graphics_units(mode):
    framebuffer = Screen({}, mode).framebuffer
    assert framebuffer.units(0, framebuffer.height - 1) == (0, 0)
    assert framebuffer.units(framebuffer.width - 1, 0) == (1280 - 1280 // framebuffer.width, 4 * framebuffer.height - 4)
    assert framebuffer.units(-9, 10**6) == (0, 0)


def test_a_mouse_reports_only_changes():
    framebuffer, mouse = Screen({}).framebuffer, MouseState()
    mouse.move(framebuffer, 1, 1)
    mouse.move(framebuffer, 0, 199)
    assert mouse.take_move() == [Move(0, 0)]
    assert mouse.take_move() == []
    mouse.move(framebuffer, 5, 5)
    assert mouse.press(framebuffer, 160, 99, LEFT) == [Mouse(640, 400, 4)]
    assert mouse.take_move() == []
    assert mouse.press(framebuffer, 160, 99, RIGHT) == [Mouse(640, 400, 5)]
    assert mouse.release(framebuffer, 999, 99, LEFT) == [Mouse(1276, 400, 1)]
    assert mouse.release(framebuffer, 160, 99, LEFT) == []


def test_a_press_outside_the_picture_is_ignored():
    framebuffer, mouse = Screen({}).framebuffer, MouseState()
    for x, y in [(-1, 0), (320, 0), (0, -1), (0, 200)]:
        assert mouse.press(framebuffer, x, y, LEFT) == []
        assert mouse.release(framebuffer, x, y, LEFT) == []


# through the recorder


def clicking(m: Machine):
    m.mouse_on()
    while True:
        code = m.get()
        m.print(code, " ", *(f"{part} " for part in m.mouse()) if code == CLICK else "")


def test_a_recorded_click_replays():
    steps = [None, press(8, 12), "a", 1.0, [Move(80, 80)], press(80, 84, RIGHT), None]
    session = RecordedGame(lambda: clicking, header())
    played = headless(session, lambda m: iter(steps))
    again = headless(RecordedGame(lambda: clicking, header(), log=session.log), lambda m: iter([None]))
    assert played.screen.text.rstrip() == again.screen.text.rstrip() == "254 8 12 4\n97\n254 80 84 1"


def test_a_click_is_rewound_like_a_key():
    steps = [None, press(8, 12), "a", press(80, 84), [Rewind()], [Rewind()], "b", None]
    m = headless(RecordedGame(lambda: clicking, header()), lambda m: iter(steps))
    assert m.screen.text.rstrip() == "254 8 12 4\n98"


# the menu


def test_a_click_in_the_menu_starts_a_program():
    started = []
    pages = [MenuPage("", ["first", "second"], lambda index: Preview()) for _ in range(2)]

    def player(m):
        yield
        yield press(10, 799 - FIRST_ROW * 32)  # the row of the first
        yield
        yield press(10, 799 - (FIRST_ROW + 1) * 32)  # between two
        yield

    headless(lambda m: started.extend([page.choose_from(m) for page in pages]), player)
    assert started == ["1", "2"]
