"""A whole game of Dominoes in a real window by real key events, every picture as the headless machine shows it."""

import os
import subprocess
import sys

import pytest
from PIL import Image

from dominoes_playing import first_match
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from retro.programs import dominoes
from x11 import PATIENCE, Server, serve, until

server = pytest.fixture(scope="module")(serve)

SEED = 36
SCALE, BORDER = 2, 16
TITLE = "Dominoes, by Marcus D. Bowman"


def window_of(m):
    """What a window of this scale should show: the picture, with the border round it."""
    picture = m.screen.picture(m.now)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    whole = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    whole.paste(image.convert("RGB"), (BORDER, BORDER))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


def rehearsal():
    """The game without a window: at each question the window it should show, the text in it, the key pressed then."""
    script = []

    def player(m):
        for key in first_match()(m):
            if key is not None:
                script.append((window_of(m), m.screen.text, key))
            yield key
        yield
        script.append((window_of(m), m.screen.text, " "))
        yield " "

    headless(lambda m: conduct(m, dominoes.main), player, seed=SEED)
    return script


def test_a_whole_game_in_the_window(server: Server):
    script = rehearsal()
    assert len(script) > 10
    assert "Another game (Y/N)?" in script[-2][1]
    assert FAREWELL in script[-1][1]
    command = [sys.executable, "-m", "retro", "play", "dominoes", "--seed", str(SEED), "--scale", str(SCALE), "--mute"]
    process = subprocess.Popen(command, env=os.environ | {"DISPLAY": server.name}, stderr=subprocess.PIPE, text=True)
    try:
        window = server.hands.find(TITLE)
        for expected, _, key in script:
            until(lambda expected=expected: server.hands.look(window).tobytes() == expected.tobytes())
            server.hands.type(key)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
