"""Dominoes is studied in a real window by key presses: both pictures are compared with a headless run."""

import pytest
from PIL import Image

from retro.frontends.window.viewport import GAP, SplitLayout, best_layout, split_window_size, viewports
from tests.support.front_ends import in_window, to_image
from tests.support.live_study import Studied
from tests.support.x11 import Server, until

pytestmark = pytest.mark.slow

TITLE = "Dominoes, by Marcus D. Bowman - study"
SIZES = (320, 200), (640, 320)
LARGE = (1600, 900)
KEYS = {
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
    pictures = [screen.picture(0) for screen in (s.m.screen, s.side_screen.screen)]
    for picture, place in zip(pictures, viewports(size, [(picture.width, picture.height) for picture in pictures])):
        left, bottom, width, height = place
        scaled = to_image(picture).resize((width, height), Image.Resampling.NEAREST)
        whole.paste(scaled, (left, size[1] - bottom - height))
    return whole


def rehearsal(keys, size):
    """Run without a window; return before each key the expected picture, the study screen's text, and the key."""
    script = []

    def player(s, m):
        s.m = m
        for key in [*keys, None]:
            yield
            script.append((window_of(s, size), s.state, s.procedure, s.marked, s.text, key))
            yield [("rewind", "1")] if key == "<PAGE UP>" else key

    Studied("dominoes", player, with_basic=True, mode="running", breakpoints=["PROCISSUE"])
    return script


def test_stepping_through_procissue_and_procspots(server: Server):
    keys = [*"ssssssssooouss", "z", "z", "p", "<DOWN>", " ", "<ESCAPE>", "r", "b", "<f5>", " ", "k", "s", "<PAGE UP>"]
    size = split_window_size(LARGE, 2, SIZES)
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
    assert "◆D(6,0-6) 1 1 1 1 1 0 1" in script[9][4]
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
    ("screen", "scale", "size", "arrangement"),
    [
        ((1920, 1080), 3, (1648, 672), SplitLayout((3, 2), True)),
        ((1920, 1080), 2, (1328, 672), SplitLayout((2, 2), True)),
        ((1366, 768), 2, (1311, 672), SplitLayout((2, 2), True)),
        ((3840, 2160), 7, (3248, 1312), SplitLayout((6, 4), True)),
        ((800, 600), 2, (672, 540), SplitLayout((1, 1), False)),
        ((800, 1200), 2, (672, 1080), SplitLayout((2, 2), False)),
    ],
)
def test_pictures_are_side_by_side_or_one_above_the_other(screen, scale, size, arrangement):
    assert split_window_size(screen, scale, SIZES) == size
    assert best_layout(size, SIZES) == arrangement


def test_two_pictures_never_overlap_and_stay_inside():
    for width in range(660, 3000, 131):
        for height in range(600, 2000, 97):
            for sizes in (SIZES, ((160, 256), (640, 320)), ((640, 256), (640, 320))):
                one, other = viewports((width, height), sizes)
                for left, bottom, across, down in (one, other):
                    assert 0 <= left <= width - across
                    assert 0 <= bottom <= height - down
                beside = one[0] + one[2] + GAP <= other[0]
                above = other[1] + other[3] + GAP <= one[1]
                assert beside != above


def test_one_picture_has_the_viewport_of_a_window_without_study():
    from retro.frontends.window.viewport import viewport, window_size

    assert viewports((1000, 700), [(320, 200)]) == [viewport(1000, 700, 320, 200)]
    assert split_window_size((1920, 1080), 3, [(320, 256)]) == window_size((1920, 1080), 3, 256)
