"""Whole games in a real window with the mouse, and in a terminal with keys: what is seen is as without a front end."""

import re

import pytest

from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.library.loader import load
from tests.support import mouse_players, word_players
from tests.support.front_ends import click_in_window, in_terminal, in_window, shown
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.pseudo_terminal import until as until_terminal
from tests.support.rehearsals import DATED, SHORT, Moment, rehearse
from tests.support.x11 import serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

PROGRAMS = ("mahjong", "morgan2", "snake")
SEED = 3
KEYS = {"<UP>": "\x1b[A", "<DOWN>": "\x1b[B", "<RIGHT>": "\x1b[C", "<LEFT>": "\x1b[D", "<RETURN>": "\r"}


class Read(Moment):
    """A moment with what a terminal of 80 columns should say."""

    def __init__(self, m, step):
        super().__init__(m, step)
        reader = ScreenText(sextants(), 2)
        reader.update(take_snapshot(m.screen, None))
        self.lines = ["".join(cell[0] for cell in row) for row in reader.rows]


def without_times(lines):
    """Return lines without the times in them, of which each character may have two columns."""
    return [re.sub(r"(\d ?)+: ?\d ?\d *", "", line) for line in lines]


def play(name, seed):
    """The command that begins the game."""
    options = [word for key, value in DATED.get(name, {}).items() for word in (f"--{key}", str(value))]
    return ["play", name, "--seed", str(seed), "--speed", "fast", *options]


@pytest.mark.parametrize("name", ["dominoes_plus", *PROGRAMS])
def test_in_a_window_with_the_mouse(server, name, tmp_path):
    player = getattr(mouse_players, name)
    moments = rehearse(player, SHORT[player], " ")
    assert len(moments) > 10
    with in_window(server, load(name).title, *play(name, SHORT[player]), RETRO_DATA=str(tmp_path)) as window:
        for moment, later in zip(moments, [*moments[1:], moments[-1]]):
            either = [moment.without_times(one.picture) for one in (moment, later)[: 1 + moment.tune]]  # it may be over
            until(lambda moment=moment, either=either: moment.without_times(shown(server, window)) in either)
            if isinstance(moment.step, str):
                server.user.type(moment.step)
            else:
                click_in_window(server, window, *moment.step)


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
@pytest.mark.parametrize("name", PROGRAMS)
def test_in_a_terminal_with_keys(name, tmp_path):
    moments = rehearse(getattr(word_players, name), SEED, " ", Read)
    assert len(moments) > 20
    with in_terminal(*play(name, SEED), "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for moment, later in zip(moments, [*moments[1:], moments[-1]]):
            either = [without_times(one.lines) for one in (moment, later)[: 1 + moment.tune]]
            until_terminal(lambda either=either: without_times(here.lines) in either)
            here.type(KEYS.get(moment.step, moment.step))
