"""A whole game of African Seeds in a real window, by keys and the mouse, and in a terminal: each screen as headless."""

import os
import subprocess
import sys

import pytest

from retro.frontends.headless import headless
from retro.library.loader import load
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.front_ends import (
    click_in_window,
    in_terminal,
    in_window,
    letters,
    screen_image,
    terminal_click,
    with_border,
    words,
)
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.pseudo_terminal import until as until_terminal
from tests.support.seeds_players import click, cup_pixel, patient
from tests.support.x11 import serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

TITLE = "African Seeds, after M. J. Edwards"
SEED = 64
# A hint, and a game that is won against a computer that begins; a number is a click on that cup.
GAME = ["n", 1, "b", "h", 4, "a", "a", "q", "q", " "]
PLAY = ["play", "african_seeds", "--seed", str(SEED), "--speed", "fast", "--day", "20261124"]


@pytest.fixture
def data(tmp_path):
    """The folder of a user who has played nothing."""
    return {"RETRO_DATA": str(tmp_path / "data")}


def rehearsal():
    """The game without a front end: at each question the picture, its text, and what the player does."""
    script = []

    def player(m):
        for done in GAME:
            yield None
            script.append((with_border(screen_image(m)).tobytes(), m.screen.lines, done))
            yield click(done) if isinstance(done, int) else "<RETURN>" if done == "\r" else done

    headless(lambda m: run_to_end(m, load("african_seeds").run_with({"day": 20261124})), patient(player), seed=SEED)
    texts = ["\n".join(lines) for _, lines, _ in script]
    assert "YOU WIN, 26 SEEDS TO 4" in texts[-3]
    assert "N NEW GAME" in texts[-3]
    assert FAREWELL in texts[-1]
    return script


def pixel(cup):
    """The pixel in the middle of a cup."""
    x, y = cup_pixel(cup)
    return x // 4, 199 - y // 4


def test_a_whole_game_in_a_window(server, data):
    with in_window(server, TITLE, *PLAY, **data) as window:
        for expected, _, done in rehearsal():
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected)
            if isinstance(done, int):
                click_in_window(server, window, *pixel(done))
            else:
                server.user.type(done)


def without_cups(lines):
    """The rows without pips and without the text below the cups, which lie between the terminal's characters."""
    return [line for number, line in enumerate(lines) if number not in (5, 9, 15, 18)]


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_a_whole_game_in_a_terminal_and_its_replay(data, tmp_path):
    record = str(tmp_path / "game")
    with in_terminal(*PLAY, "--render", "chars", "--record", record, **data) as here:
        for _, lines, done in rehearsal():
            expected = without_cups(words(lines))
            until_terminal(lambda expected=expected: without_cups(words(letters(here))) == expected)
            here.type(terminal_click(*pixel(done)) if isinstance(done, int) else done)
    command = [sys.executable, "-m", "retro", "replay", record, "--front", "headless", "--screen", "-"]
    again = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | data)
    assert "THANK YOU FOR PLAYING" in again.stdout
