"""A match of Dominoes Plus in a real window, played with real mouse events only."""

from collections import Counter

import pytest

from retro.frontends.headless import headless
from retro.input.events import Mouse
from retro.machine.runner import FAREWELL, run_to_end
from tests.support.dominoes_plus_players import Variables, edition_with, mouse_only
from tests.support.front_ends import click_in_window, in_window, screen_image, with_border
from tests.support.x11 import Server, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)

SEED, LEVEL, DAY = 5, 2, 20261122
TITLE = "Dominoes Plus, after M. D. Bowman"


def rehearsal():
    """Play the match headless; return for each question the expected window and the click, in graphics units."""
    script, seen, v = [], Counter(), Variables()

    def player(m):
        for step in mouse_only(m, v, seen, LEVEL):
            if step is not None:
                script.append((with_border(screen_image(m)), step[0].x, step[0].y))
            yield step
        yield
        assert FAREWELL in m.screen.text
        script.append((with_border(screen_image(m)), 640, 400))
        yield [Mouse(640, 400, 4)]

    headless(lambda m: run_to_end(m, lambda m: edition_with(v)(m, day=DAY)), player, seed=SEED)
    assert seen["matches"] == 1
    assert seen["games"] > 1
    assert seen["ends"] > 0
    return script


def test_a_match_with_the_mouse_only(server: Server, tmp_path):
    script = rehearsal()
    play = ["play", "dominoes_plus", "--seed", str(SEED), "--speed", "fast", "--day", str(DAY)]
    with in_window(server, TITLE, *play, RETRO_DATA=str(tmp_path)) as window:
        for expected, x, y in script:
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected.tobytes())
            click_in_window(server, window, x // 4, 199 - y // 4)
