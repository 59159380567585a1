"""A match of Dominoes Plus in a real window, by real mouse events and nothing else."""

from collections import Counter

import pytest

from dominoes_plus_playing import Variables, made_with, mouse_only
from front_ends import click_in_window, framed, image_of, in_window
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from x11 import Server, serve, until

server = pytest.fixture(scope="module")(serve)

SEED, LEVEL = 5, 2
TITLE = "Dominoes Plus, after M. D. Bowman"


def rehearsal():
    """The match without a window: at each question the window it should show, and where the click goes, in units."""
    script, seen, v = [], Counter(), Variables()

    def player(m):
        for step in mouse_only(m, v, seen, LEVEL):
            if step is not None:
                script.append((framed(image_of(m)), *map(int, step[0][1].split()[:2])))
            yield step
        yield
        assert FAREWELL in m.screen.text
        script.append((framed(image_of(m)), 640, 400))
        yield [("mouse", "640 400 4")]

    headless(lambda m: conduct(m, made_with(v)), player, seed=SEED)
    assert seen["matches"] == 1
    assert seen["games"] > 1
    assert seen["ends"] > 0
    return script


def test_a_match_with_the_mouse_only(server: Server, tmp_path):
    script = rehearsal()
    play = ["play", "dominoes_plus", "--seed", str(SEED), "--speed", "fast"]
    with in_window(server, TITLE, *play, RETRO_DATA=str(tmp_path)) as window:
        for expected, x, y in script:
            until(lambda expected=expected: server.hands.look(window).tobytes() == expected.tobytes())
            click_in_window(server, window, x // 4, 199 - y // 4)
