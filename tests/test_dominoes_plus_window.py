"""A match of Dominoes Plus in a real window, by real mouse events and nothing else."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from PIL import Image

from dominoes_plus_playing import Variables, made_with, mouse_only
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from x11 import PATIENCE, Server, serve, until

server = pytest.fixture(scope="module")(serve)

SEED, LEVEL = 5, 2
SCALE, BORDER = 2, 16
TITLE = "Dominoes Plus, after M. D. Bowman"


def window_of(m):
    """What a window of this scale should show: the picture, with the border round it."""
    picture = m.screen.picture(m.now)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    whole = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    whole.paste(image.convert("RGB"), (BORDER, BORDER))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


def rehearsal():
    """The match without a window: at each question the window it should show, and where the click goes, in units."""
    script, seen, v = [], Counter(), Variables()

    def player(m):
        for step in mouse_only(m, v, seen, LEVEL):
            if step is not None:
                script.append((window_of(m), *map(int, step[0][1].split()[:2])))
            yield step
        yield
        assert FAREWELL in m.screen.text
        script.append((window_of(m), 640, 400))
        yield [("mouse", "640 400 4")]

    headless(lambda m: conduct(m, made_with(v)), player, seed=SEED)
    assert seen["matches"] == 1
    assert seen["games"] > 1
    assert seen["ends"] > 0
    return script


def test_a_match_with_the_mouse_only(server: Server, tmp_path):
    script = rehearsal()
    command = [sys.executable, "-m", "retro", "play", "dominoes_plus", "--seed", str(SEED), "--speed", "fast"]
    environment = os.environ | {"DISPLAY": server.name, "RETRO_DATA": str(tmp_path)}
    command += ["--scale", str(SCALE), "--mute"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        window = server.hands.find(TITLE)
        for expected, x, y in script:
            until(lambda expected=expected: server.hands.look(window).tobytes() == expected.tobytes())
            server.hands.click(window, (BORDER + x // 4) * SCALE, (BORDER + 199 - y // 4) * SCALE)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
