"""A whole game of Mahjong in a real window, by keys and the mouse, and in a terminal: what is seen is as headless."""

import pytest
from retro.programs.mahjong import edition
from retro.programs.mahjong.rules import board as rules

from retro.basic import edition as variant
from retro.frontends.headless import Headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.front_ends import click_in_window, in_terminal, in_window, screen_image, shown, terminal_click
from tests.support.mahjong_players import click, spot, typed
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.pseudo_terminal import until as until_terminal
from tests.support.x11 import serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

TITLE = "Mahjong, by Jim and Charlie Gerrie"
SEED = 31
CLICKED, BATCH = 5, 6  # pairs that the mouse takes; pairs that help takes at a time
PLAY = ["play", "mahjong", "--seed", str(SEED), "--speed", "fast"]
TIME_ROW = edition.UPPER_ROW  # where the time is told at the end


def looks(m):
    """The picture that a window should show, and what a terminal of 80 columns should say."""
    reader = ScreenText(sextants(), 2)
    reader.update(take_snapshot(m.screen, None))
    text = ["".join(cell[0] for cell in row) for row in reader.rows]
    return timeless(screen_image(m)), text


def timeless(image):
    """A picture of the machine without the row in which the time stands."""
    image.paste((0, 0, 0), (0, 8 * TIME_ROW, image.width, 8 * TIME_ROW + 8))
    return image.tobytes()


@pytest.fixture(scope="module")
def rehearsal():
    """The game without a front end: what is done, and what is to be seen then; nothing flashes at these moments."""
    script = []

    def told(m, v):
        edition.deal(m, v)
        script.append(v)

    def player(m):
        yield None
        v = script.pop()
        yield from step(m, "")
        yield from step(m, " h")
        for _ in range(CLICKED):
            yield from typed("n")
            pair = rules.pairs(v.values, v.kinds, v.order)[0]
            places = [spot(v, pair[0]), spot(v, pair[1])]
            for place in places:
                yield from click(*place)
            yield from typed("h")
            script.append((["n", *places, "h"], looks(m)))
        while v.tiles > 2 * BATCH:
            yield from step(m, " h" * BATCH)
        yield from step(m, " h" * (v.tiles // 2 - 1) + "  ")
        assert "YOU WON!" in m.screen.text
        yield from step(m, "n")
        assert FAREWELL in m.screen.text
        yield " "

    def step(m, keys):
        yield from typed(keys)
        script.append(([keys], looks(m)))

    Headless(player).run(lambda m: run_to_end(m, variant(edition.main, deal=told)), SEED)
    assert len(script) > 15
    return script


def test_in_a_window(server, rehearsal, tmp_path):
    with in_window(server, TITLE, *PLAY, RETRO_DATA=str(tmp_path)) as window:
        for actions, (expected, _) in rehearsal:
            for action in actions:
                if isinstance(action, str):
                    server.user.type(action)
                else:
                    click_in_window(server, window, *action)
            until(lambda expected=expected: timeless(shown(server, window)) == expected)
        server.user.type(" ")


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(rehearsal, tmp_path):
    with in_terminal(*PLAY, "--render", "chars", RETRO_DATA=str(tmp_path)) as here:
        for actions, (_, expected) in rehearsal:
            for action in actions:
                here.type(action if isinstance(action, str) else terminal_click(*action))
            until_terminal(lambda expected=expected: without_time(here.lines) == without_time(expected))
        here.type(" ")


def without_time(lines):
    return [line for row, line in enumerate(lines) if row != TIME_ROW]
