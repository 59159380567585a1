"""A whole game of the domino snake in a real window and in a terminal, by its keys, beside the headless machine."""

import os
import subprocess
import sys

import pytest
from PIL import Image

from pseudo import NEEDED, Pseudo, fcntl
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from retro.programs import snake
from snake_playing import first_that_fits
from x11 import PATIENCE, Server, serve, until

server = pytest.fixture(scope="module")(serve)

SEED, SCALE, BORDER = 3, 2, 16
PLAY = ["play", "snake", "--seed", str(SEED), "--mute"]
CURSOR = 21 * 8 + 7  # the row of pixels in which the cursor of the input blinks


def window_of(m):
    """What a window of this scale should show: the picture, with the border round it."""
    picture = m.screen.picture(m.now)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    whole = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    whole.paste(image.convert("RGB"), (BORDER, BORDER))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


def steady(image):
    """A picture of the window without the row in which the cursor blinks."""
    image.paste((0, 0, 0), (0, (CURSOR + BORDER) * SCALE, image.width, (CURSOR + BORDER + 1) * SCALE))
    return image.tobytes()


def rehearsal():
    """The game without a window: at each question its picture, the text on the screen, and what is typed then."""
    script = []

    def player(m):
        for keys in first_that_fits(m):
            if keys is not None:
                script.append((steady(window_of(m)), m.screen.lines, keys))
            yield keys
        yield
        script.append((steady(window_of(m)), m.screen.lines, " "))
        yield " "

    headless(lambda m: conduct(m, snake.main), player, seed=SEED)
    assert len(script) > 20
    assert "The game is over" in script[-2][1][19]
    assert FAREWELL in script[-1][1][24]
    return script


def test_in_a_window(server: Server, tmp_path):
    environment = os.environ | {"DISPLAY": server.name, "RETRO_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "retro", *PLAY, "--front", "window", "--scale", str(SCALE)]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        window = server.hands.find("Domino Snake")
        for expected, _, keys in rehearsal():
            until(lambda expected=expected: steady(server.hands.look(window)) == expected)
            server.hands.type(keys.replace("\n", "\r"))
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(tmp_path):
    command = [sys.executable, "-m", "retro", *PLAY, "--front", "terminal", "--render", "chars"]
    here = Pseudo(command, environment={"RETRO_DATA": str(tmp_path)})
    try:
        for _, expected, keys in rehearsal():
            until(lambda expected=expected: [line[::2] for line in here.lines] == expected)
            here.type(keys.replace("\n", "\r"))
        assert here.ended()[0] == 0
        assert here.restored
    finally:
        here.close()
