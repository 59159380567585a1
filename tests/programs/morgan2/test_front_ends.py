"""A whole game of morgan2 in a real window and in a terminal, by keys and by the mouse: what is seen is as headless."""

import pytest
from retro.programs.morgan2 import edition
from retro.programs.morgan2.morgan2 import NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules.player import TURN, position_of, quick_move

from retro.frontends.headless import Headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.front_ends import click_in_window, in_terminal, in_window, screen_image, terminal_click, with_border
from tests.support.morgan_players import NAMES, bottom, numbered, press_all, press_at, quick_keys
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.pseudo_terminal import until as until_terminal
from tests.support.x11 import serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

TITLE = "morgan2, by Yves-Marie Morgan"
NUMBER = 31
BATCH = 8  # moves by keys, then by the mouse
PLAY = ["play", "morgan2", "--number", str(NUMBER), "--seed", "1"]
IN_X = {"U": "Up", "D": "Down", "L": "Left", "R": "Right", "E": "Return", "B": "Escape"}
IN_TERMINAL = {"U": "\x1b[A", "D": "\x1b[B", "R": "\x1b[C", "L": "\x1b[D", "E": "\r", "B": "\x1b"}


def terminal_of(m, reader):
    """What a terminal of 80 columns should say."""
    reader.update(take_snapshot(m.screen, None))
    return ["".join(cell[0] for cell in row) for row in reader.rows]


def by_mouse(state):
    """The quick player's next move as the pixels to click at."""
    move = quick_move(position_of(state))
    filled = [at for at, code in enumerate(state.stack) if code]
    pointer = state.stack.index(0) if move == TURN else filled[move.pointer]
    stack = 212, 24 * pointer + 12
    return [stack] if move.place == NONE else [stack, (24 * (move.place % 8) + 12, 24 * (move.place // 8) + 12)]


@pytest.fixture(scope="module")
def rehearsal():
    """The game without a front end: what is done, keys of the game or pixels, and what is to be seen then.

    A keyboard holds no more than 31 keys, so there is something to be seen after each move.
    """
    game, script, reader = numbered(NUMBER), [], ScreenText(sextants(), 2)

    def player(m):
        yield
        script.append(([], terminal_of(m, reader), with_border(screen_image(m)).tobytes()))
        while keys := quick_keys(game.state):
            actions = by_mouse(game.state) if len(script) // BATCH % 2 else list(keys)
            for action in actions:
                yield press_at(*action) if isinstance(action, tuple) else NAMES[action]
            yield
            press_all(game, keys)
            script.append((actions, terminal_of(m, reader), with_border(screen_image(m)).tobytes()))
        assert bottom(m) == "N: new  Q: quit  Space: the grid"
        for letter in (" ", "m", "x", " ", "t", " ", " ", "q"):
            yield letter
            yield
            script.append(([letter], terminal_of(m, reader), with_border(screen_image(m)).tobytes()))
        assert FAREWELL in m.screen.text
        yield " "

    Headless(player).run(lambda m: run_to_end(m, lambda m: edition.main(m, number=NUMBER)), 1)
    assert len(script) > 60
    assert game.state.fill > 40
    assert morgan.game_over(game.state)
    return script


def test_in_a_window(server, rehearsal, tmp_path):
    with in_window(server, TITLE, *PLAY, RETRO_DATA=str(tmp_path)) as window:
        for actions, _, expected in rehearsal:
            for action in actions:
                if isinstance(action, tuple):
                    click_in_window(server, window, *action)
                elif action in IN_X:
                    server.user.press(IN_X[action])
                else:
                    server.user.type(action)
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected)
        server.user.type(" ")


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(rehearsal, tmp_path):
    with in_terminal(*PLAY, "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for actions, expected, _ in rehearsal:
            for action in actions:
                here.type(terminal_click(*action) if isinstance(action, tuple) else IN_TERMINAL.get(action, action))
            until_terminal(lambda expected=expected: here.lines == expected)
        here.type(" ")
