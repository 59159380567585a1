"""A real window on a real X server: what is typed arrives, and what the machine shows is what is on the screen."""

import time

import pytest
from PIL import Image

from x11 import HEIGHT, WIDTH, open_desks, serve, share_desk, until

server = pytest.fixture(scope="module")(serve)
shared = pytest.fixture(scope="module")(share_desk)
desk = pytest.fixture(open_desks)

COLOURS = "[[m.colour(c), m.print('Colour', c, end=' ')] for c in range(m.screen.mode.colours)]"
LINES = "[[m.gcol(0, c), m.move(c * 80, 0), m.draw(1279 - c * 80, 1023)] for c in range(m.screen.mode.colours)]"
CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
RED, CYAN, WHITE = (255, 0, 0), (0, 255, 255), (255, 255, 255)


@pytest.fixture
def fresh(shared):
    """The shared desk, with the machine as it starts."""
    shared.hands.focus(shared.window)
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
        ("aZ09", [97, 90, 48, 57]),
        ('!!""@~{}|', [33, 33, 34, 34, 64, 126, 123, 125, 124]),
        ("££", [96, 96]),
        ("` \r", [32, 13]),
    ],
)
def test_types_what_the_users_keyboard_says(fresh, text, codes):
    fresh.start(f"[m.get() for _ in range({len(codes)})]")
    fresh.hands.type(text)
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
        (["Control_L", "v"], 22),
        (["F10"], 128),
        (["F1"], 129),
        (["F9"], 137),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else str(value),
)
def test_keys_that_type_no_character(fresh, keys, code):
    fresh.do("m.fx(4, 1)")
    fresh.do("m.fx(225, 128)")
    fresh.start("m.get()")
    fresh.hands.press(*keys)
    assert fresh.answer() == code


def test_escape_goes_to_the_program(fresh):
    fresh.start("m.get()")
    fresh.hands.press("Escape")
    assert fresh.answer() == "Escape"


def test_a_key_that_is_held_repeats(fresh):
    fresh.do("m.fx(4, 1)")
    fresh.start("[m.get() for _ in range(6)]")
    fresh.hands.down("a")
    letters = until(lambda: fresh.answer())
    fresh.hands.up("a")
    assert letters == [97] * 6


@pytest.mark.parametrize(
    ("key", "number"),
    [("a", -66), ("5", -20), ("space", -99), ("Left", -26), ("Shift_R", -1), ("Control_R", -2), ("Return", -74)],
)
def test_keys_held(fresh, key, number):
    assert fresh.do(f"m.inkey({number})") == 0
    fresh.hands.down(key)
    until(lambda: fresh.do(f"m.inkey({number})") == -1)
    fresh.hands.up(key)
    until(lambda: fresh.do(f"m.inkey({number})") == 0)


def test_a_letter_is_the_same_key_with_shift(fresh):
    fresh.hands.down("a")
    until(lambda: fresh.do("m.inkey(-66)") == -1)
    fresh.hands.down("Shift_L")
    fresh.hands.up("a")
    until(lambda: fresh.do("m.inkey(-66)") == 0)
    fresh.hands.up("Shift_L")


def test_a_digit_released_with_shift_is_not_held_for_ever(fresh):
    fresh.hands.down("5")
    until(lambda: fresh.do("m.inkey(-20)") == -1)
    fresh.hands.down("Shift_L")
    fresh.hands.up("5")
    until(lambda: fresh.do("m.inkey(-20)") == 0)
    fresh.hands.up("Shift_L")


def test_nothing_is_held_when_the_keyboard_goes_to_another_window(fresh):
    fresh.hands.down("b")
    until(lambda: fresh.do("m.inkey(-101)") == -1)
    fresh.hands.focus(fresh.hands.elsewhere)
    until(lambda: fresh.do("m.inkey(-101)") == 0)
    fresh.hands.up("b")
    fresh.hands.focus(fresh.window)
    until(lambda: fresh.hands.display.get_input_focus().focus == fresh.window)
    assert fresh.do("m.get()") == 98
    fresh.start("m.get()")
    fresh.hands.type("b")
    assert fresh.answer() == 98


def test_a_key_held_while_the_keyboard_goes_away_types_when_it_comes_back(fresh):
    fresh.hands.down("Tab")
    assert fresh.do("m.get()") == 9
    fresh.hands.focus(fresh.hands.elsewhere)
    until(lambda: fresh.do("m.inkey(-97)") == 0)
    fresh.hands.up("Tab")
    fresh.hands.focus(fresh.window)
    fresh.do("m.fx(15, 0)")
    fresh.start("m.get()")
    fresh.hands.press("Tab")
    assert fresh.answer() == 9


def test_a_key_reaches_a_program_that_only_prints(fresh):
    fresh.do("m.print('x')")
    fresh.start("[m.print('.', end='') or len(m.keyboard) for _ in iter(lambda: len(m.keyboard), 1)][-1:]")
    fresh.hands.type("k")
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
    assert len(fresh.hands.look(fresh.window).getcolors()) == min(fresh.do("m.screen.mode.colours"), 8)


@pytest.mark.parametrize(
    ("width", "height", "place", "taller"),
    [
        (1000, 700, (20, 50, 960, 600), (180, 94, 640, 512)),
        (1279, 1023, (159, 212, 960, 600), (159, 128, 960, 768)),
        (400, 300, (40, 50, 320, 200), (40, 22, 320, 256)),
        (330, 260, (5, 30, 320, 200), (5, 2, 320, 256)),
    ],
)
def test_in_a_window_of_the_users_own_size_the_picture_is_in_the_middle(desk, width, height, place, taller):
    here = desk(scale=2)
    here.resized(704, 464)
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    here.window.configure(width=width, height=height)
    here.resized(width, height)
    assert here.shows(place)
    here.do("m.mode(1)")
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows(taller)
    assert here.hands.size(here.window) == (width, height)


@pytest.mark.parametrize("keys", [["F11"], ["Alt_L", "Return"]], ids="-".join)
def test_full_screen_and_back(desk, keys):
    here = desk(scale=1)
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows((16, 16, 320, 200))
    here.hands.press(*keys)
    here.window = until(lambda: full_size(here))
    assert here.shows((0, 112, 1280, 800))
    here.start("m.get()")
    here.hands.type("f")
    assert here.answer() == ord("f")
    here.hands.press(*keys)
    until(lambda: full_size(here) is None)
    here.window = here.hands.find("desk")
    here.resized(352, 232)
    assert here.shows((16, 16, 320, 200))
    here.start("m.get()")
    here.hands.type("w")
    assert here.answer() == ord("w")


def full_size(desk):
    for window in desk.hands.root.query_tree().children:
        if desk.hands.caption(window) == "desk" and desk.hands.size(window) == (WIDTH, HEIGHT):
            return window
    return None


def test_begins_in_full_screen(desk):
    here = desk(fullscreen=True)
    here.window = until(lambda: full_size(here))
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows((0, 112, 1280, 800))
    here.hands.press("F11")
    until(lambda: full_size(here) is None)
    here.window = here.hands.find("desk")
    here.resized(1056, 696)
    assert here.shows((48, 48, 960, 600))


def test_flashing_colours_flash(fresh):
    fresh.do("m.vdu(19, 3, 9, 0, 0, 0)")
    fresh.do("m.print('flash')")
    for colour in (CYAN, RED):
        until(lambda colour=colour: colour in colours_of(fresh))
    start = time.monotonic()  # less than half a second after it has become red
    for colour in (CYAN, RED, CYAN):
        until(lambda colour=colour: colour in colours_of(fresh))
    assert time.monotonic() - start > 0.9


def colours_of(desk):
    return {colour for _, colour in desk.hands.look(desk.window).getcolors()}


def test_the_cursor_blinks(fresh):
    fresh.do("m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)")
    until(lambda: WHITE in colours_of(fresh))
    until(lambda: WHITE not in colours_of(fresh))
    until(lambda: WHITE in colours_of(fresh))


def test_modes_that_change_all_the_time_do_no_harm(fresh):
    fresh.do("[[m.mode(n % 8), m.vdu(23, 1, 2, 0, 0, 0, 0, 0, 0, 0), m.colour(129), m.cls()] for n in range(2000)]")
    fresh.do("m.mode(7)")
    fresh.do(COLOURS)
    fresh.do(CURSOR_OFF)
    fresh.resized(1056, 696)
    assert fresh.shows((48, 48, 960, 600))


def test_a_picture_taken_while_the_mode_changes_is_taken_again(fresh):
    fresh.do("m.screen.trouble = [1, 2, 3]")
    fresh.do("m.screen.good = m.screen.picture")
    fresh.do("m.screen.bad = lambda: bytes([-m.screen.trouble.pop()])")
    fresh.do("m.screen.picture = lambda now: m.screen.bad() if m.screen.trouble else m.screen.good(now)")
    fresh.do(COLOURS)
    until(lambda: fresh.do("len(m.screen.trouble)") == 0)
    fresh.do("m.screen.picture = m.screen.good")
    assert fresh.shows((48, 48, 960, 600))


# what the window does itself


def test_f12_saves_the_picture_under_a_new_name(desk, tmp_path):
    here = desk(screenshots=str(tmp_path), scale=1, title="Two: names?")
    here.do(COLOURS)
    here.do(CURSOR_OFF)
    assert here.shows((16, 16, 320, 200))
    here.hands.press("F12")
    here.hands.press("F12")
    until(lambda: len(list(tmp_path.glob("two-names-20*.png"))) == 2)
    until(lambda: "saved" in here.hands.caption(here.window))
    for path in tmp_path.iterdir():
        with Image.open(path) as picture:
            assert picture.size == (320, 200)
            assert (
                picture.convert("RGB").tobytes() == here.expected((16, 16, 320, 200)).crop((16, 16, 336, 216)).tobytes()
            )
    until(lambda: here.hands.caption(here.window) == "Two: names?")


def test_f12_says_why_it_cannot(desk):
    here = desk(screenshots="/nowhere/at/all")
    here.hands.press("F12")
    until(lambda: "not saved" in here.hands.caption(here.window))


def test_alt_m_switches_the_sound_and_types_nothing(fresh):
    fresh.hands.press("Alt_L", "m")
    until(lambda: fresh.hands.caption(fresh.window) == "shared: sound on")
    fresh.hands.press("Alt_L", "m")
    until(lambda: fresh.hands.caption(fresh.window) == "shared: sound off")
    assert fresh.do("m.inkey(0)") == -1


def test_a_pound_sign_where_the_locale_knows_only_ascii(desk):
    here = desk(environment={"LC_ALL": "C"})
    here.start("m.get()")
    here.hands.type("£")
    assert here.answer() == 96
