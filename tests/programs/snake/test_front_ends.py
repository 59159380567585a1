"""A whole game of the domino snake in a real window and in a terminal, compared with the headless machine."""

import pytest
from retro.programs.snake import snake

from retro.frontends.headless import headless
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.front_ends import BORDER, SCALE, in_terminal, in_window, screen_image, with_border
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.snake_players import first_that_fits
from tests.support.x11 import Server, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

SEED = 3
PLAY = ["play", "snake", "--seed", str(SEED)]
CURSOR = 21 * 8 + 7  # the row of pixels in which the cursor of the input blinks


def without_cursor(image):
    """Return the bytes of a window's picture without the row in which the cursor blinks."""
    image.paste((0, 0, 0), (0, (CURSOR + BORDER) * SCALE, image.width, (CURSOR + BORDER + 1) * SCALE))
    return image.tobytes()


def rehearsal():
    """Play the game headless; return for each question the picture, the text and the keys."""
    script = []

    def player(m):
        for keys in first_that_fits(m):
            if keys is not None:
                script.append((without_cursor(with_border(screen_image(m))), m.screen.lines, keys))
            yield keys
        yield
        script.append((without_cursor(with_border(screen_image(m))), m.screen.lines, " "))
        yield " "

    headless(lambda m: run_to_end(m, snake.main), player, seed=SEED)
    assert len(script) > 20
    assert "The game is over" in script[-2][1][19]
    assert FAREWELL in script[-1][1][24]
    return script


def test_in_a_window(server: Server, tmp_path):
    with in_window(server, "Domino Snake", *PLAY, RETRO_DATA=str(tmp_path)) as window:
        for expected, _, keys in rehearsal():
            until(lambda expected=expected: without_cursor(server.user.screenshot(window)) == expected)
            server.user.type(keys.replace("\n", "\r"))


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(tmp_path):
    with in_terminal(*PLAY, "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for _, expected, keys in rehearsal():
            until(lambda expected=expected: [line[::2] for line in here.lines] == expected)
            here.type(keys.replace("\n", "\r"))
