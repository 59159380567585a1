"""A whole game of the domino snake in a real window and in a terminal, by its keys, beside the headless machine."""

import pytest

from front_ends import BORDER, SCALE, framed, image_of, in_terminal, in_window
from pseudo import NEEDED, fcntl
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from retro.programs import snake
from snake_playing import first_that_fits
from x11 import Server, serve, until

server = pytest.fixture(scope="module")(serve)

SEED = 3
PLAY = ["play", "snake", "--seed", str(SEED)]
CURSOR = 21 * 8 + 7  # the row of pixels in which the cursor of the input blinks


def steady(image):
    """A picture of the window without the row in which the cursor blinks."""
    image.paste((0, 0, 0), (0, (CURSOR + BORDER) * SCALE, image.width, (CURSOR + BORDER + 1) * SCALE))
    return image.tobytes()


def rehearsal():
    """The game without a window: at each question its picture, the text on the screen, and what is typed then."""
    script = []

    def player(m):
        for keys in first_that_fits(m):
            if keys is not None:
                script.append((steady(framed(image_of(m))), m.screen.lines, keys))
            yield keys
        yield
        script.append((steady(framed(image_of(m))), m.screen.lines, " "))
        yield " "

    headless(lambda m: conduct(m, snake.main), player, seed=SEED)
    assert len(script) > 20
    assert "The game is over" in script[-2][1][19]
    assert FAREWELL in script[-1][1][24]
    return script


def test_in_a_window(server: Server, tmp_path):
    with in_window(server, "Domino Snake", *PLAY, RETRO_DATA=str(tmp_path)) as window:
        for expected, _, keys in rehearsal():
            until(lambda expected=expected: steady(server.hands.look(window)) == expected)
            server.hands.type(keys.replace("\n", "\r"))


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(tmp_path):
    with in_terminal(*PLAY, "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for _, expected, keys in rehearsal():
            until(lambda expected=expected: [line[::2] for line in here.lines] == expected)
            here.type(keys.replace("\n", "\r"))
