"""A whole game of the domino snake in a real window and in a terminal, compared with the headless machine."""

import pytest
from retro.programs.snake import edition

from retro.frontends.headless import headless
from retro.input.events import Mouse
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.front_ends import click_in_window, in_terminal, in_window, letters, screen_image, with_border
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.snake_players import first_that_fits, with_the_mouse
from tests.support.x11 import Server, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

SEED = 3
PLAY = ["play", "snake", "--seed", str(SEED), "--speed", "fast"]


def rehearsal(steps):
    """Play a game headless; return for each action the picture and the text before it, and the action."""
    script = []

    def player(m):
        yield
        script.append((with_border(screen_image(m)), m.screen.lines, "5"))
        yield "5"
        for step in steps(m):
            if isinstance(step, str | tuple):
                script.append((with_border(screen_image(m)), m.screen.lines, step))
            yield click(*step) if isinstance(step, tuple) else step
        yield
        script.append((with_border(screen_image(m)), m.screen.lines, " "))
        yield " "

    headless(lambda m: run_to_end(m, edition.main), player, seed=SEED)
    assert len(script) > 10
    assert FAREWELL in script[-1][1][24]
    return script


def click(column, row):
    """Return the events of a click in a cell of the screen."""
    at = 32 * column + 16, 783 - 32 * row
    return [Mouse(*at, 4), Mouse(*at, 0)]


def test_in_a_window_with_the_mouse(server: Server, tmp_path):
    with in_window(server, "Domino Snake", *PLAY, RETRO_DATA=str(tmp_path)) as window:
        for expected, _, step in rehearsal(with_the_mouse):
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected.tobytes())
            if isinstance(step, tuple):
                click_in_window(server, window, 8 * step[0] + 4, 8 * step[1] + 4)
            else:
                server.user.type(step)


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal_with_keys(tmp_path):
    with in_terminal(*PLAY, "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for _, expected, keys in rehearsal(first_that_fits):
            until(lambda expected=expected: readable(letters(here)) == readable(expected))
            here.type(keys)


def readable(lines):
    """Return lines without block characters."""
    return ["".join(letter if letter.isascii() else " " for letter in line) for line in lines]
