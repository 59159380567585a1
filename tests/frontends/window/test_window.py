"""A real window on a real X server: what is typed arrives, and what the machine shows is what is on the screen."""

import time

import pytest

from tests.support.x11 import HEIGHT, WIDTH, open_machines, serve, share_machine, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
shared = pytest.fixture(scope="module")(share_machine)
open_machine = pytest.fixture(open_machines)

COLOURS = "[[m.colour(c), m.print('Colour', c, end=' ')] for c in range(m.screen.mode.colours)]"
LINES = "[[m.gcol(0, c), m.move(c * 80, 0), m.draw(1279 - c * 80, 1023)] for c in range(m.screen.mode.colours)]"
CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
RED, CYAN, WHITE = (255, 0, 0), (0, 255, 255), (255, 255, 255)


@pytest.fixture
def fresh(shared):
    """The shared machine, with the machine as it starts."""
    shared.user.focus(shared.window)
    shared.do("m.inkey(0)")
    shared.do("m.keyboard.__init__()")
    shared.do("m.mode(7)")
    shared.do(CURSOR_OFF)
    shared.resized(1056, 696)
    return shared


# keys


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (["dead_circumflex", "space", "a"], [94, 97]),
        ("aZ09", [97, 90, 48, 57]),
        ('!!""@~{}|', [33, 33, 34, 34, 64, 126, 123, 125, 124]),
        ("££", [96, 96]),
        ("` \r", [32, 13]),
    ],
)
def test_keys_type_what_the_users_layout_says(fresh, text, codes):
    fresh.start(f"[m.get() for _ in range({len(codes)})]")
    fresh.user.type(text)
    assert fresh.answer() == codes


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (["Left"], 136),
        (["Right"], 137),
        (["Down"], 138),
        (["Up"], 139),
        (["Shift_L", "Up"], 96),
        (["Control_L", "Left"], 126),
        (["End"], 135),
        (["BackSpace"], 127),
        (["Delete"], 127),
        (["Tab"], 9),
        (["KP_Enter"], 13),
        (["Control_L", "a"], 1),
        (["Control_L", "m"], 13),
        (["Control_L", "Shift_L", "v"], 22),
        (["F10"], 128),
        (["Alt_L", "F1"], 129),
        (["F9"], 137),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else str(value),
)
def test_keys_that_type_no_character(fresh, keys, code):
    fresh.do("m.fx(4, 1)")
    fresh.do("m.fx(225, 128)")
    fresh.start("m.get()")
    fresh.user.press(*keys)
    assert fresh.answer() == code


def test_the_clipboard_is_typed_once_its_owner_has_answered(fresh):
    fresh.user.own_clipboard()
    fresh.start("m.get()")
    fresh.user.press("Control_L", "v")
    fresh.user.selection_request()
    fresh.user.type("b")
    assert fresh.answer() == 98
    fresh.user.press("Shift_L", "Insert")
    request = fresh.user.selection_request()
    fresh.user.send_selection(request, "a\r\n£" * 20)
    fresh.start("[m.get() for _ in range(60)]")
    assert fresh.answer() == [97, 13, 96] * 20


def test_escape_goes_to_the_program(fresh):
    fresh.start("m.get()")
    fresh.user.press("Escape")
    assert fresh.answer() == "Escape"


def test_a_key_that_is_held_repeats(fresh):
    fresh.do("m.fx(4, 1)")
    fresh.start("[m.get() for _ in range(6)]")
    fresh.user.down("a")
    letters = until(lambda: fresh.answer())
    fresh.user.up("a")
    assert letters == [97] * 6


@pytest.mark.parametrize(
    ("key", "number"),
    [("a", -66), ("5", -20), ("space", -99), ("Left", -26), ("Shift_R", -1), ("Control_R", -2), ("Return", -74)],
)
def test_keys_held(fresh, key, number):
    assert fresh.do(f"m.inkey({number})") == 0
    fresh.user.down(key)
    until(lambda: fresh.do(f"m.inkey({number})") == -1)
    fresh.user.up(key)
    until(lambda: fresh.do(f"m.inkey({number})") == 0)


def test_a_letter_is_the_same_key_with_shift(fresh):
    fresh.user.down("a")
    until(lambda: fresh.do("m.inkey(-66)") == -1)
    fresh.user.down("Shift_L")
    fresh.user.up("a")
    until(lambda: fresh.do("m.inkey(-66)") == 0)
    fresh.user.up("Shift_L")


def test_a_digit_released_with_shift_is_not_held_for_ever(fresh):
    fresh.user.down("5")
    until(lambda: fresh.do("m.inkey(-20)") == -1)
    fresh.user.down("Shift_L")
    fresh.user.up("5")
    until(lambda: fresh.do("m.inkey(-20)") == 0)
    fresh.user.up("Shift_L")
    fresh.user.down("5")
    until(lambda: fresh.do("m.inkey(-20)") == -1)
    fresh.user.up("5")


def test_nothing_is_held_when_the_keyboard_goes_to_another_window(fresh):
    fresh.user.down("b")
    until(lambda: fresh.do("m.inkey(-101)") == -1)
    fresh.user.focus(fresh.user.other_window)
    until(lambda: fresh.do("m.inkey(-101)") == 0)
    fresh.user.up("b")
    fresh.user.focus(fresh.window)
    until(lambda: fresh.user.display.get_input_focus().focus == fresh.window)
    assert fresh.do("m.get()") == 98
    fresh.start("m.get()")
    fresh.user.type("b")
    assert fresh.answer() == 98


def test_a_key_held_while_the_keyboard_goes_away_types_when_it_comes_back(fresh):
    fresh.user.down("Tab")
    assert fresh.do("m.get()") == 9
    fresh.user.focus(fresh.user.other_window)
    until(lambda: fresh.do("m.inkey(-97)") == 0)
    fresh.user.up("Tab")
    fresh.user.focus(fresh.window)
    fresh.do("m.fx(15, 0)")
    fresh.start("m.get()")
    fresh.user.press("Tab")
    assert fresh.answer() == 9


def test_a_key_reaches_a_program_that_only_prints(fresh):
    fresh.do("m.print('x')")
    fresh.start("[m.print('.', end='') or len(m.keyboard) for _ in iter(lambda: len(m.keyboard), 1)][-1:]")
    fresh.user.type("k")
    assert fresh.answer() is not None
    assert fresh.do("m.get()") == ord("k")


# the picture

# MODE: the size of the window at the scale 3 that fits this screen, and where the picture is in it.
PLACES = {
    0: (1056, 864, (208, 176, 640, 512)),
    1: (1056, 864, (48, 48, 960, 768)),
    2: (1056, 864, (48, 48, 960, 768)),
    3: (1056, 696, (208, 148, 640, 400)),
    4: (1056, 864, (48, 48, 960, 768)),
    5: (1056, 864, (48, 48, 960, 768)),
    6: (1056, 696, (48, 48, 960, 600)),
    7: (1056, 696, (48, 48, 960, 600)),
}


CONFIGS = """
import pyglet, queue
(view,), found = pyglet.app.windows, queue.SimpleQueue()
def put(view=view, found=found, pyglet=pyglet):
    for config in view.config, view.screen.get_best_config(pyglet.gl.Config(double_buffer=True)):
        found.put([getattr(config, name) for name in config.attribute_ids])
view._exchange.call_in_main_thread(put)
m.answer = [found.get(), found.get(), view.config.depth_size]
"""


def test_the_window_has_the_configuration_that_pyglet_chooses_but_no_depth_buffer(fresh):
    assert fresh.do(CONFIGS) is None
    ours, pyglets, depth = fresh.do("m.answer")
    assert ours == pyglets
    assert depth == 0


GAMEPAD_EVENTS = """
from pyglet.input import Controller
from retro.frontends.window.gamepads import Gamepad
m.answer = {name: name in Controller.event_types for name in dir(Gamepad) if name.startswith("on_")}
"""


def test_pyglet_has_every_event_of_a_gamepad_that_is_handled(fresh):
    assert fresh.do(GAMEPAD_EVENTS) is None
    names = ("on_button_press", "on_button_release", "on_dpad_motion", "on_stick_motion")
    assert fresh.do("m.answer") == dict.fromkeys(names, True)


@pytest.mark.parametrize("mode", PLACES)
def test_the_screen_shows_every_pixel(fresh, mode):
    width, height, place = PLACES[mode]
    fresh.do(f"m.mode({mode})")
    fresh.do("m.vdu(19, 1, 1, 0, 0, 0)")
    fresh.do(COLOURS)
    fresh.do(LINES)
    fresh.do("[m.vdu(19, c, c - 8, 0, 0, 0) for c in range(8, m.screen.mode.colours)]")
    fresh.do("m.vdu(23, 1, 2, 0, 0, 0, 0, 0, 0, 0)")
    fresh.resized(width, height)
    assert fresh.shows(place)
    assert len(fresh.user.screenshot(fresh.window).getcolors()) == min(fresh.do("m.screen.mode.colours"), 8)


@pytest.mark.parametrize(
    ("width", "height", "place", "taller"),
    [
        (1000, 700, (20, 50, 960, 600), (180, 94, 640, 512)),
        (1279, 1023, (159, 212, 960, 600), (159, 128, 960, 768)),
        (400, 300, (40, 50, 320, 200), (40, 22, 320, 256)),
        (330, 260, (5, 30, 320, 200), (5, 2, 320, 256)),
    ],
)
def test_in_a_resized_window_the_picture_is_centred(open_machine, width, height, place, taller):
    here = open_machine(scale=2)
    here.resized(704, 464)
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    here.do("m.front.view._view.on_expose = lambda: None")  # the size is to be enough
    assert here.shows((32, 32, 640, 400))
    here.do("m.print('a small part')")
    assert here.shows((32, 32, 640, 400))
    here.window.configure(width=width, height=height)
    here.resized(width, height)
    assert here.shows(place)
    here.do("m.mode(1)")
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows(taller)
    assert here.user.size(here.window) == (width, height)


@pytest.mark.parametrize("keys", [["F11"], ["Alt_L", "Return"]], ids="-".join)
def test_full_screen_and_back(open_machine, keys):
    here = open_machine(scale=1)
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows((16, 16, 320, 200))
    here.user.press(*keys)
    here.window = until(lambda: full_size(here))
    assert here.shows((0, 112, 1280, 800))
    here.focused()
    here.start("[m.get(), m.get()]")
    here.user.type(["dead_circumflex", "space", "f"])
    assert here.answer() == [94, ord("f")]
    here.user.press(*keys)
    until(lambda: full_size(here) is None)
    here.window = here.user.find("machine")
    here.resized(352, 232)
    assert here.shows((16, 16, 320, 200))
    here.focused()
    here.start("m.get()")
    here.user.type("w")
    assert here.answer() == ord("w")


def full_size(machine):
    for window in machine.user.root.query_tree().children:
        if machine.user.caption(window) == "machine" and machine.user.size(window) == (WIDTH, HEIGHT):
            return window
    return None


def test_begins_in_full_screen(open_machine):
    here = open_machine(fullscreen=True)
    here.window = until(lambda: full_size(here))
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows((0, 112, 1280, 800))
    pointer_shown = lambda: here.do("front.view._view._mouse_visible")  # noqa: E731
    until(lambda: not pointer_shown())
    here.do("m.mouse_on(), m.print('mouse')")
    until(pointer_shown)
    here.do("m.mouse_off(), m.print('none')")
    until(lambda: not pointer_shown())
    here.focused()
    here.user.press("F11")
    until(lambda: full_size(here) is None)
    until(pointer_shown)
    here.window = here.user.find("machine")
    here.resized(1056, 696)
    assert here.shows((48, 48, 960, 600))


def test_flashing_colours_flash(fresh):
    fresh.do("m.vdu(19, 3, 9, 0, 0, 0)")
    fresh.do("m.print('flash')")
    before = [before_showing(fresh, colour) for colour in (CYAN, RED, CYAN, RED, CYAN)][1]
    assert time.monotonic() - before > 0.9  # since then it has become cyan twice


def before_showing(machine, colour):
    """Wait until the window shows a colour; return the time just before."""

    def look():
        before = time.monotonic()
        return colour in colours_of(machine) and before

    return until(look)


def colours_of(machine):
    return {colour for _, colour in machine.user.screenshot(machine.window).getcolors()}


def test_the_cursor_blinks(fresh):
    fresh.do("m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)")
    until(lambda: WHITE in colours_of(fresh))
    until(lambda: WHITE not in colours_of(fresh))
    until(lambda: WHITE in colours_of(fresh))
    # only the cursor is drawn then, until the window has to show all again
    view = fresh.window.query_tree().children[0]
    view.fill_rectangle(view.create_gc(foreground=0xFF0000), 0, 0, 20, 20)
    until(lambda: WHITE not in colours_of(fresh))
    until(lambda: WHITE in colours_of(fresh))
    assert RED in colours_of(fresh)
    view.clear_area(40, 0, 1, 1, exposures=True)
    until(lambda: RED not in colours_of(fresh))


SLOW_FRAME = """
import math, threading, time
view, done = m.front.view._view, threading.Event()
def draw_twice():
    draw, view._drawn = view._draw, -math.inf
    view._draw = lambda *shown: (time.sleep(0.02), draw(*shown))
    view.request_frame()
    view._draw = draw
    view.request_frame()
    m.answer = view._due
    done.set()
m.front.view._exchange.call_in_main_thread(draw_twice)
done.wait()
"""


def test_a_frame_does_not_wait_longer_for_a_slow_one_before(fresh):
    assert fresh.do(SLOW_FRAME) is None
    assert fresh.do("m.answer") == float("inf")


def test_the_window_survives_rapid_changes_of_mode(fresh):
    fresh.do("[[m.mode(n % 8), m.vdu(23, 1, 2, 0, 0, 0, 0, 0, 0, 0), m.colour(129), m.cls()] for n in range(800)]")
    fresh.do("m.mode(7)")
    fresh.do(COLOURS)
    fresh.do(CURSOR_OFF)
    fresh.resized(1056, 696)
    assert fresh.shows((48, 48, 960, 600))


# what the window does itself


PANEL, NOTICE = (0, 0, 255), (255, 255, 0)  # the colours of the overlay's pages and notices
START = {"scale": 1}  # a window of 352 × 232 pixels, with the picture at 16, 16


def test_the_overlay_is_used_by_mouse_and_keys_and_gets_files(open_machine):
    here = open_machine(**START)
    at = lambda x, y: here.user.screenshot(here.window).getpixel((16 + x, 16 + y))  # noqa: E731
    here.do("m.colour(130), m.cls()")
    here.do("def opened(path): raise ValueError(path)\nfront.game.open = opened")
    here.start("m.get()")
    until(lambda: at(318, 2) == NOTICE)  # the program's own yellow
    here.user.press("F1")
    until(lambda: at(20, 100) == PANEL)
    assert at(2, 2) == tuple(int(0.35 * part) for part in NOTICE)
    here.user.point(here.window, 16 + 60, 16 + 84)
    until(lambda: at(20, 84) == (255, 255, 0))
    here.user.press("x")
    here.user.press("F1")
    until(lambda: at(20, 100) == NOTICE)
    here.user.press("Alt_L", "m")

    def colours(left, right):
        """Return how many colours the first row of text has between two columns of the window."""
        return len(here.user.screenshot(here.window).crop((left, 16, right, 24)).getcolors())

    until(lambda: colours(264, 336) == 2)
    here.user.press("Control_L", "v")
    here.user.drop(here.window, "/a%20game.jsonl")
    until(lambda: colours(224, 240) == 2)
    here.user.press("a")
    assert here.answer() == 97
    assert here.do("m.screen.layer.lines[0].strip()") == "/a game.jsonl"


def test_a_picture_tube_draws_what_changes_as_it_draws_all(open_machine):
    here = open_machine(scale=2)
    here.do(CURSOR_OFF)
    here.do("m.front.overlay.set(pixels='tube', shape='4:3', colours='amber')")
    here.resized(704, 544)
    here.do("m.vdu(31, 5, 5), m.print('Hello')")
    lit = lambda: (32 + 2 * 42, 32 + int(42.5 * 2.4))  # noqa: E731
    shot = lambda: here.user.screenshot(here.window)  # noqa: E731
    red, green, blue = until(lambda: (pixel := shot().getpixel(lit()))[0] > 150 and pixel)
    assert red > green > blue
    here.do("m.vdu(31, 30, 20), m.print('There')")
    until(lambda: shot().crop((500, 410, 640, 440)).getextrema()[0][1] > 150)
    changed = shot()
    here.do("m.front.overlay.set(pixels='sharp')")
    until(lambda: shot().tobytes() != changed.tobytes())
    here.do("m.front.overlay.set(pixels='tube')")
    until(lambda: shot().tobytes() == changed.tobytes())
    here.do("m.front.overlay.set(shape='square', colours='machine', pixels='sharp')")
    here.resized(704, 464)
    assert here.shows((32, 32, 640, 400))
    for mode in (0, 4):  # pixels twice as wide, of the same value
        white = f"lambda: (m.mode({mode}), m.vdu(17, 129, 12), {CURSOR_OFF})"
        here.do(f"m.front.view._exchange.call_in_main_thread({white})")  # between two frames
        assert here.shows((32, 32, 640, 512))
    here.do(f"m.mode(7), {CURSOR_OFF}")
    # a window smaller than the screen shrinks the picture
    here.do("m.gcol(0, 1), [m.plot(4, 0, 0), m.plot(4, 1279, 0), m.plot(85, 1279, 1023)]")
    here.window.configure(width=160, height=130)
    here.user.display.sync()
    here.resized(160, 130)
    until(lambda: here.user.screenshot(here.window).getpixel((158, 60)) == RED)
    assert here.user.screenshot(here.window).getpixel((158, 10)) == (0, 0, 0)


def test_a_pound_sign_can_be_typed_in_an_ascii_locale(open_machine):
    here = open_machine(environment={"LC_ALL": "C"})
    here.start("m.get()")
    here.user.type("£")
    assert here.answer() == 96


@pytest.mark.parametrize("marked", [False, True])
def test_a_window_of_any_size_goes_on(open_machine, marked):
    here = open_machine(marked=marked)
    assert here.window.get_wm_class() == ("retro", "retro")
    for size in ((319, 300), (320, 199), (640, 255), (1, 300), (300, 1), (1, 1), (700, 500)):
        here.window.configure(width=size[0], height=size[1])
        here.user.display.sync()
        here.resized(*size)
        for mode in (0, 7, 2):
            here.do(f"m.mode({mode}), m.print('text')")
    here.do(f"m.mode(7), {CURSOR_OFF}, m.print('last')")
    left, top = (700 - 640) // 2, (500 - 400) // 2
    until(lambda: here.user.screenshot(here.window).crop((left, top, left + 128, top + 32)).getextrema()[0][1] == 255)
