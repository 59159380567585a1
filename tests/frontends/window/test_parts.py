"""The parts of the window that need no window: where the picture stands, keys, reasons, pictures."""

import io
import itertools
import sys
import threading
import time
from types import SimpleNamespace

import pyglet
import pytest
from PIL import Image

from retro.display.changes import changed_box
from retro.display.font import default_font
from retro.display.modes import MODES
from retro.display.screen import Screen
from retro.display.screenshots import png
from retro.display.vdu import VDU
from retro.frontends.key_help import WINDOW_KEYS
from retro.frontends.window.diagnosis import CAUSES, cannot_open
from retro.frontends.window.exchange import Exchange
from retro.frontends.window.front_end import configure_pyglet
from retro.frontends.window.gamepads import watch_gamepads
from retro.frontends.window.keys import ACTIONS, HELD, MOTIONS, TYPED, Keys
from retro.frontends.window.viewport import first_scale, viewport, window_size
from retro.input.events import Down, Key, Pad, PadFound, Text, Up
from retro.input.keys import INKEY_NUMBERS, KEYS
from retro.machine.frontend import PowerOff


@pytest.mark.skipif(sys.platform != "linux", reason="X is Linux's")
def test_pyglet_need_not_search_for_the_libraries_of_a_window():
    configure_pyglet()
    find = pyglet.lib.loader.find_library
    assert [find(name) for name in ("X11", "GL", "no such library")] == ["libX11.so.6", "libGL.so.1", None]


# the place


@pytest.mark.parametrize(
    ("screen", "scale"),
    [((320, 200), 1), ((800, 600), 2), ((1280, 1024), 3), ((1920, 1080), 3), ((3840, 2160), 7), ((700, 2000), 1)],
)
def test_the_first_scale_fits_the_screen(screen, scale):
    assert first_scale(screen) == scale


@pytest.mark.parametrize(
    ("screen", "scale", "height", "size"),
    [
        ((1920, 1080), 3, 200, (1056, 696)),
        ((1920, 1080), 3, 256, (1056, 864)),
        ((1024, 600), 2, 200, (704, 464)),
        ((1024, 600), 2, 256, (704, 552)),
        ((1024, 600), 9, 200, (704, 464)),
        ((300, 200), 5, 200, (320, 200)),
    ],
)
def test_the_window_fits_the_screen(screen, scale, height, size):
    assert window_size(screen, scale, height) == size


def test_the_picture_is_whole_pixels_and_as_wide_in_every_mode():
    for width, height, mode in itertools.product(range(640, 4000, 111), range(512, 2200, 97), MODES):
        left, bottom, across, down = viewport(width, height, mode.width, mode.height)
        assert across % mode.width == 0
        assert down % mode.height == 0
        assert across * mode.height == down * 320
        assert 0 <= width - across - 2 * left <= 1
        assert 0 <= height - down - 2 * bottom <= 1
        assert left >= 0
        assert bottom >= 0


@pytest.mark.parametrize(
    ("window", "picture", "expected"),
    [
        ((700, 300), (640, 256), (30, 22, 640, 256)),
        ((400, 300), (640, 256), (40, 22, 320, 256)),
        ((400, 300), (160, 256), (40, 22, 320, 256)),
        ((160, 200), (320, 200), (0, 50, 160, 100)),
        ((400, 100), (640, 256), (137, 0, 125, 100)),
    ],
)
def test_a_picture_in_too_small_a_window(window, picture, expected):
    assert viewport(*window, *picture) == expected


@pytest.mark.parametrize(
    ("window", "height", "expected"),
    [
        ((1056, 816), 200, (48, 48, 960, 720)),
        ((1056, 816), 256, (48, 48, 960, 720)),
        ((200, 120), 200, (20, 0, 160, 120)),
    ],
)
def test_the_shape_of_a_picture_tube(window, height, expected):
    assert viewport(*window, 320, height, tall=True) == expected


def test_what_has_changed_in_a_picture():
    old = bytes(40)
    new = bytearray(old)
    assert changed_box(old, bytes(new), 8) == (0, 0, 0, 0)
    new[8 * 1 + 2] = new[8 * 3 + 5] = 7
    assert changed_box(old, bytes(new), 8) == (2, 1, 6, 4)
    assert changed_box(old, bytes([7]) * 40, 8) == (0, 0, 8, 5)


# keys


@pytest.fixture
def key():
    """The toolkit's table of keys: any numbers will do, but for the modifiers' bits."""
    names = {*TYPED, *MOTIONS, *HELD, "NUM_ENTER", "INSERT", "M", "F11", "F12"}
    names |= {"COMMA", "PERIOD", "SLASH", "SEMICOLON", "COLON", "MINUS", *(f"_{digit}" for digit in range(10))}
    return SimpleNamespace(
        **{name: number for number, name in enumerate(sorted(names), 1000)},
        MOD_SHIFT=1,
        MOD_CTRL=2,
        MOD_ALT=4,
        MOD_ACCEL=2,
    )


def test_every_key_is_one_of_the_machines(key):
    keys = Keys(key)
    names = {
        event.name for event in itertools.chain.from_iterable(keys.press(symbol, 0) for symbol in vars(key).values())
    }
    assert names <= KEYS
    assert names >= set(INKEY_NUMBERS) - {"FUNC"}
    assert set(MOTIONS.values()) <= KEYS


@pytest.mark.parametrize(
    ("modifiers", "typed"), [(0, []), (1, []), (2, [Text("\x03")]), (3, [Text("\x03")]), (6, []), (4, [])]
)
def test_control_and_a_letter_types_a_code(key, modifiers, typed):
    assert Keys(key).press(key.C, modifiers) == [Down("C"), *typed]


def test_the_release_of_an_unknown_key_releases_all_character_keys(key):
    keys = Keys(key)
    for symbol in (key.A, key._1, key.COMMA, key.LSHIFT):
        keys.press(symbol, 0)
    assert keys.release(33) == [Up(","), Up("1")]
    assert keys.release(33) == []
    assert keys.release(key.A) == [Up("A")]


def test_text_passes_without_control_codes(key):
    assert Keys(key).text("a£\x01\r") == [Text("a"), Text("£"), Key("RETURN")]


def test_the_machine_repeats_its_keys_and_the_keyboard_all_others(key):
    keys = Keys(key)
    keys.press(key.A, 0)
    assert [keys.text("a") for _ in range(3)] == [[Text("a")], [], []]
    keys.press(key.LEFT, 0)
    assert [keys.motion(key.MOTION_LEFT) for _ in range(2)] == [[Key("LEFT")], []]
    keys.release(key.LEFT)
    keys.press(33, 1)  # an exclamation mark, by X11
    assert [keys.text("!") for _ in range(2)] == [[Text("!")]] * 2
    keys.press(key.A, 0)
    keys.text("a")
    keys.press(key.A, 0)
    assert keys.text("a") == [Text("a")]


def test_the_keypads_enter_types_where_pyglet_does_not_report_it(key):
    assert Key("RETURN") not in Keys(key).press(key.NUM_ENTER, 0)
    assert Key("RETURN") in Keys(key, keypad_types=False).press(key.NUM_ENTER, 0)


@pytest.mark.parametrize(("name", "alt", "action"), ACTIONS)
def test_the_windows_own_keys_are_no_machine_keys_and_are_documented(key, name, alt, action):
    keys = Keys(key)
    symbol = getattr(key, name)
    assert keys.action(symbol, 4 * alt) == action
    assert keys.action(symbol, 4 * (not alt)) != action
    typed = [event for event in keys.press(symbol, 4 * alt) if not isinstance(event, Down)]
    assert typed == [Key("f1")] * (name == "F1")  # which Alt with it types
    shown = ("Alt+" if alt else "") + {"RETURN": "Enter", "NUM_ENTER": "Enter"}.get(name, name)
    assert shown in ", ".join(keys for keys, _ in WINDOW_KEYS)


@pytest.mark.parametrize(
    ("name", "modifiers", "pastes"),
    [
        ("V", 2, True),
        ("V", 2 | 64, True),
        ("V", 2 | 1, False),
        ("V", 0, False),
        ("INSERT", 1, True),
        ("INSERT", 0, False),
    ],
)
def test_keys_that_paste(key, name, modifiers, pastes):
    assert (Keys(key).action(getattr(key, name), modifiers) == "paste") == pastes


# gamepads


def test_a_stick_that_trembles_releases_no_cross_and_unplugging_releases_all(monkeypatch):
    sent, handlers = [], {}
    manager = SimpleNamespace(get_controllers=list, push_handlers=lambda **functions: handlers.update(functions))
    pad = SimpleNamespace(open=lambda: None, push_handlers=lambda gamepad: handlers.update(gamepad=gamepad))
    monkeypatch.setitem(sys.modules, "pyglet.input", SimpleNamespace(ControllerManager=lambda: manager))
    watch_gamepads(lambda events: sent.extend(events))
    handlers["on_connect"](pad)
    handlers["gamepad"].on_dpad_motion(pad, SimpleNamespace(x=-1, y=0))
    handlers["gamepad"].on_stick_motion(pad, "leftstick", SimpleNamespace(x=0.02, y=-0.01))
    handlers["gamepad"].on_stick_motion(pad, "leftstick", SimpleNamespace(x=-0.9, y=-0.8))
    handlers["gamepad"].on_dpad_motion(pad, SimpleNamespace(x=0, y=0))
    handlers["gamepad"].on_button_press(pad, "a")
    assert sent == [PadFound(), Pad("left", True), Pad("down", True), Pad("a", True)]
    handlers["on_disconnect"](pad)
    assert {(event.button, event.pressed) for event in sent[4:]} == {("a", False), ("down", False), ("left", False)}


# reasons

DISPLAY_ERROR = type("NoSuchDisplayException", (Exception,), {})


@pytest.mark.parametrize(
    ("error", "display", "reason"),
    [
        (ModuleNotFoundError("No module named 'pyglet'"), ":0", "pip install"),
        (ImportError('Library "GL" not found.'), ":0", "libgl1 libxrender1"),
        (ImportError('Library "EGL" not found.'), ":0", "libegl1"),
        (ImportError('Library "X11" not found.'), ":0", "libx11-6"),
        (
            AttributeError("'NoneType' object has no attribute 'XRenderFindVisualFormat'"),
            ":0",
            "apt install libx11-6 libgl1 libxrender1",
        ),
        (DISPLAY_ERROR('Cannot connect to "None"'), None, "DISPLAY is not set"),
        (DISPLAY_ERROR('Cannot connect to "None"'), ":7", "answers at DISPLAY=:7"),
        (type("NoSuchConfigException", (Exception,), {})("No standard config"), ":0", "GLX extension"),
        (type("ContextException", (Exception,), {})("Could not create GL context"), ":0", "LIBGL_ALWAYS_SOFTWARE=1"),
        (RuntimeError("a {strange}\nthing"), ":0", "RuntimeError: a {strange} thing"),
    ],
)
def test_every_reason_is_one_sentence_that_helps(error, display, reason):
    environment = {} if display is None else {"DISPLAY": display}
    sentence = str(cannot_open(error, environment))
    assert reason in sentence
    assert sentence.startswith("A window cannot be opened: ")
    assert sentence.endswith("; without a window there are --front terminal and, as text, --front plain")


def test_every_cause_is_tried_above():
    assert len(CAUSES) == 9


# pictures


@pytest.mark.parametrize("mode", range(8))
def test_a_saved_picture_has_the_machines_pixels_and_colours(mode):
    vdu = VDU(Screen(default_font(), mode))
    vdu.write(b"\x12\x00\x01\x19\x05\x00\x02\x00\x03Hello\x11\x01world")
    picture = vdu.screen.picture(0.0)
    with Image.open(io.BytesIO(png(picture))) as image:
        assert image.size == (picture.width, picture.height)
        assert list(image.convert("RGB").get_flattened_data()) == [picture.rgb[pixel] for pixel in picture.pixels]


@pytest.mark.skipif(sys.platform != "linux", reason="needs the libraries of X11")
@pytest.mark.parametrize("names", [b"GLX_EXT_a GLX_MESA_copy_sub_buffer", b"GLX_EXT_a GLX_MESA_copy_sub_buffer_2"])
def test_a_part_of_the_window_is_shown_alone_where_opengl_can_do_that(names, monkeypatch):
    configure_pyglet()
    from retro.frontends.window import x11

    monkeypatch.setattr(x11.glx, "glXQueryExtensionsString", lambda display, screen: names)
    can = x11.part_shower(SimpleNamespace(x_display=None)) is not None
    assert can == names.endswith(b"buffer")


def test_drawing_is_restricted_to_a_part_and_then_no_more(monkeypatch):
    configure_pyglet()
    from retro.frontends.window import shader

    calls = []
    for name in ("glEnable", "glDisable", "glScissor"):
        monkeypatch.setattr(shader.gl, name, lambda *numbers, name=name: calls.append((name, *numbers)))
    for part in ((10, 20, 40, 70), None):
        with shader.only(part):
            calls.append("drawn")
    test = shader.gl.GL_SCISSOR_TEST
    restricted = [("glEnable", test), ("glScissor", 10, 20, 30, 50), "drawn", ("glDisable", test)]
    assert calls == [*restricted, "drawn", ("glDisable", test)]


def test_a_wait_goes_on_after_the_window_has_another_size_and_ends_at_an_event():
    resizes = []
    side = SimpleNamespace(columns=0, rows=0, covered=(0, 0), on_resize=lambda: resizes.append(side.columns))
    machine = SimpleNamespace(screen=SimpleNamespace(framebuffer=SimpleNamespace(width=640, height=256)))
    exchange = Exchange(machine, side, time.monotonic)
    for then, events in (
        (lambda: exchange.resized((1600, 1000)), []),
        (lambda: exchange.send_events([Key("UP")]), [Key("UP")]),
    ):
        waiting, start = threading.Timer(0.05, then), time.monotonic()
        waiting.start()
        assert exchange.wait(0.3 if not events else 60.0) == events
        assert (time.monotonic() - start < 0.3) == bool(events)
        waiting.join()
    assert len(resizes) == 2  # of the smallest window, and of this
    exchange.switch_off()
    with pytest.raises(PowerOff):
        exchange.wait(None)
    assert machine.interrupt_pending
