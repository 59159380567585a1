"""Dominoes is studied in a real window by key presses: both pictures are compared with a headless run."""

import pytest
from PIL import Image

from retro.frontends.window.viewport import arrangement, split_window_size, viewports
from retro.input.events import Rewind
from retro.study.view_model import CALM
from tests.support.front_ends import SCALE, in_window, to_image
from tests.support.live_study import Studied
from tests.support.x11 import Server, until

pytestmark = pytest.mark.slow

TITLE = "Dominoes, by Marcus D. Bowman - study"
SIZES = (320, 200), (640, 320)
LARGE = (1600, 900)
KEYS = {
    "<f3>": "F3",
    "<f5>": "F5",
    "<DOWN>": "Down",
    "<RETURN>": "Return",
    "<PAGE UP>": "Page_Up",
    " ": "space",
    "<ESCAPE>": "Escape",
}


@pytest.fixture(scope="module")
def server():
    from tests.support.x11 import missing

    if reason := missing():
        pytest.skip(reason)
    made = Server(*LARGE)
    yield made
    made.close()


def window_of(s, size):
    """The picture that a window of this size should show."""
    whole = Image.new("RGB", size)
    side = s.side_screen
    pictures = [screen.picture(0) for screen in (s.m.screen, side.shown)]
    places = viewports(size, [(picture.width, picture.height) for picture in pictures], side.shown is side.screen)
    for picture, place in reversed(list(zip(pictures, places))):
        left, bottom, width, height = place
        scaled = to_image(picture).resize((width, height), Image.Resampling.NEAREST)
        whole.paste(scaled, (left, size[1] - bottom - height))
    return whole


def rehearsal(keys, size, breakpoints=("PROCISSUE",), until=""):
    """Run without a window; return before each key the expected picture, the study screen's text, and the key."""
    script = []

    def player(s, m):
        s.m = m
        for key in [*keys, None]:
            yield
            script.append((window_of(s, size), s.state, s.procedure, s.marked, s.text, key))
            yield [Rewind()] if key == "<PAGE UP>" else key

    _, (columns, rows), covered = arrangement(size, SIZES[0])
    size_of_panel = {"columns": columns, "rows": rows, "covered": covered}
    stops = {"breakpoints": breakpoints, "until": until}
    Studied("dominoes", player, with_basic=True, mode="running", detail=CALM, **stops, **size_of_panel)
    return script


def test_stepping_through_procissue_and_procspots(server: Server):
    keys = [
        *"ssssssssooouss",
        "z",
        "z",
        "p",
        "<DOWN>",
        " ",
        "<ESCAPE>",
        "r",
        "b",
        "<f5>",
        " ",
        "<RETURN>",
        "k",
        "s",
        "<PAGE UP>",
        "<f3>",
        "<f3>",
    ]
    size = split_window_size(LARGE, SCALE, SIZES)
    script = rehearsal(keys, size)
    check_rehearsal(script)
    with in_window(server, TITLE, "study", "dominoes", "--seed", "3", "--break", "PROCISSUE") as window:
        for expected, *_, key in script:
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected.tobytes())
            if key is not None:
                server.user.press(KEYS[key]) if key in KEYS else server.user.type(key)
        server.user.ask_to_close(window)


def check_rehearsal(script):
    """Check procedures, lines and variables."""
    assert [(procedure, marked[0].split(" ")[0]) for _, _, procedure, marked, _, _ in script[:13]] == [
        ("PROCISSUE", "6010"),
        ("PROCISSUE", "6020"),
        ("PROCISSUE", "6030"),
        ("PROCSPOTS", "7010"),
        ("PROCSPOTS", "7020"),
        ("PROCSPOTS", "7030"),
        ("PROCSPOTS", "7040"),
        ("PROCSPOTS", "7040"),
        ("PROCSPOTS", "7050"),
        ("PROCSPOTS", "7060"),
        ("PROCISSUE", "6040"),
        ("PROCISSUE", "6050"),
        ("main", "120"),
    ]
    assert "◆N1       6" in script[5][4]
    assert "◆N2       5" in script[6][4]
    assert "◆D(6,)    6-0 6-1 6-2 6-3 6-4  ·  6-6" in script[9][4]
    assert "◆R(1,1-6) 6" in script[11][4]
    assert script[-1][1:4] == ("STOPPED", "PROCASK", script[-1][3])
    assert "m.get_s()" in script[-1][3][1]


def test_a_window_is_closed_during_a_pause(server: Server):
    with in_window(server, TITLE, "study", "dominoes", "--seed", "3", "--break", "issue", scale=()) as window:
        expected = rehearsal([], until(lambda: server.user.size(window)))[0][0]
        until(lambda: server.user.screenshot(window).tobytes() == expected.tobytes())
        server.user.ask_to_close(window)


# where the pictures stand


@pytest.mark.parametrize(
    ("window", "letter", "panel", "covered"),
    [
        ((640, 480), (8, 16), (80, 30), (40, 13)),
        ((800, 600), (8, 16), (100, 37), (40, 13)),
        ((800, 1200), (8, 16), (100, 75), (80, 25)),
        ((1280, 800), (8, 16), (160, 50), (80, 25)),
        ((1920, 1080), (8, 16), (240, 67), (160, 50)),
        ((2560, 1440), (16, 32), (160, 45), (80, 25)),
        ((320, 256), (8, 8), (40, 32), (40, 25)),
    ],
)
def test_the_panel_fills_the_window_and_the_display_covers_its_corner(window, letter, panel, covered):
    assert arrangement(window, SIZES[0]) == (letter, panel, covered)


@pytest.mark.parametrize("display", [(320, 200), (160, 256), (640, 256)])
def test_no_half_of_a_window_stays_empty(display):
    for width in range(660, 3000, 131):
        for height in range(600, 2000, 97):
            letter, panel, covered = arrangement((width, height), display)
            size = 8 * panel[0], 8 * panel[1]
            shown, around = viewports((width, height), [display, size])
            for left, bottom, across, down in (shown, around):
                assert 0 <= left <= width - across
                assert 0 <= bottom <= height - down
            assert width - around[2] < letter[0]
            assert height - around[3] < letter[1]
            assert around[0] <= shown[0]
            assert shown[0] + shown[2] <= around[0] + covered[0] * letter[0]
            assert shown[1] >= around[1] + around[3] - covered[1] * letter[1]
            assert panel[0] - covered[0] > 58 or panel[1] - covered[1] >= 20


def test_two_displays_stand_side_by_side():
    one, other = viewports((1280, 800), [(320, 200), (320, 256)], panel=False)
    assert (one, other) == ((0, 256, 640, 400), (640, 144, 640, 512))


@pytest.mark.parametrize(
    ("screen", "scale", "size"),
    [
        ((1600, 1000), 3, (1536, 896)),
        ((1920, 1080), 3, (1616, 960)),
        ((1920, 1080), 4, (1840, 960)),
        ((1366, 768), 2, (1296, 688)),
        ((800, 600), 2, (768, 528)),
    ],
)
def test_a_new_window_has_all_the_room_that_the_screen_leaves(screen, scale, size):
    assert split_window_size(screen, scale, SIZES) == size


def test_one_picture_has_the_viewport_of_a_window_without_study():
    from retro.frontends.window.viewport import viewport, window_size

    assert viewports((1000, 700), [(320, 200)]) == [viewport(1000, 700, 320, 200)]
    assert split_window_size((1920, 1080), 3, [(320, 256)]) == window_size((1920, 1080), 3, 256)


def test_the_slider_is_dragged_by_the_mouse(server: Server):
    with in_window(
        server, TITLE, "study", "dominoes", "--seed", "3", "--until", "turn", scale=("--scale", "2")
    ) as window:
        size = until(lambda: server.user.size(window))
        (across, down), (columns, rows), covered = arrangement(size, SIZES[0])
        before = rehearsal([], size, (), "turn")[0][0]
        x, y = (covered[0] + 1 + 6) * across + 3, (rows - 3) * down + 5

        def here():
            return server.user.screenshot(window).crop((covered[0] * across, 0, columns * across, down)).tobytes()

        until(lambda: server.user.screenshot(window).tobytes() == before.tobytes())
        turn = here()
        server.user.point(window, columns * across - 30 * across, y)
        server.user.button(1)
        server.user.point(window, x, y)
        server.user.button(1, down=False)
        until(lambda: here() != turn)
        server.user.ask_to_close(window)


def test_a_window_is_resized_during_a_pause(server: Server):
    with in_window(server, TITLE, "study", "dominoes", "--seed", "3", "--break", "issue", scale=()) as window:
        for size in (until(lambda: server.user.size(window)), (1000, 700), (700, 800)):
            window.configure(x=0, y=0, width=size[0], height=size[1])
            server.user.display.sync()
            expected = rehearsal([], size)[0][0]
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected.tobytes())
        server.user.ask_to_close(window)
