"""A whole game of Mahjong in a real window, by keys and the mouse, and in a terminal: what is seen is as headless."""

import os
import subprocess
import sys

import pytest
from PIL import Image
from retro.programs.rules import mahjong as rules

from mahjong_playing import click, spot, typed
from pseudo import NEEDED, Pseudo, fcntl
from pseudo import until as until_terminal
from retro.basic import edition
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import Headless
from retro.frontends.terminal_blocks import sextants
from retro.frontends.terminal_chars import Chars, shoot
from retro.programs import mahjong
from x11 import PATIENCE, serve, until

server = pytest.fixture(scope="module")(serve)

TITLE = "Mahjong, by Jim and Charlie Gerrie"
SEED = 31
SCALE, BORDER = 2, 16
CLICKED, BATCH = 5, 6  # pairs that the mouse takes; pairs that help takes at a time
COMMAND = [sys.executable, "-m", "retro", "play", "mahjong", "--seed", str(SEED), "--speed", "fast", "--mute"]
TIME_ROW = mahjong.UPPER_ROW  # where the time is told at the end


def looks(m):
    """The window this machine should fill, and what a terminal of 80 columns should say."""
    picture = m.screen.picture(m.now)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    whole = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    whole.paste(image.convert("RGB"), (BORDER, BORDER))
    reader = Chars(sextants(), 2)
    reader.read(shoot(m.screen, None))
    text = ["".join(cell[0] for cell in row) for row in reader.rows]
    return timeless(whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)), text


def timeless(image):
    """A picture of the window without the row in which the time stands."""
    top = (8 * TIME_ROW + BORDER) * SCALE
    image.paste((0, 0, 0), (0, top, image.width, top + 8 * SCALE))
    return image.tobytes()


def rehearsal():
    """The game without a front end: what is done, and what is to be seen then; nothing flashes at these moments."""
    script = []

    def told(m, v):
        mahjong.deal(m, v)
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

    Headless(player).run(lambda m: conduct(m, edition(mahjong.main, deal=told)), SEED)
    assert len(script) > 15
    return script


def test_in_a_window(server, tmp_path):
    environment = os.environ | {"DISPLAY": server.name, "RETRO_DATA": str(tmp_path)}
    command = [*COMMAND, "--front", "window", "--scale", str(SCALE)]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        window = server.hands.find(TITLE)
        for actions, (expected, _) in rehearsal():
            for action in actions:
                if isinstance(action, str):
                    server.hands.type(action)
                else:
                    server.hands.click(window, *((BORDER + at) * SCALE + SCALE // 2 for at in action))
            until(lambda expected=expected: timeless(server.hands.look(window)) == expected)
        server.hands.type(" ")
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")


def pressed(px, py):
    """A click on a pixel, as a terminal of 80 columns reports it."""
    at = f"{px // 4 + 1};{py // 8 + 1}"
    return f"\x1b[<0;{at}M\x1b[<0;{at}m"


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(tmp_path):
    here = Pseudo([*COMMAND, "--front", "terminal", "--render", "chars"], environment={"RETRO_DATA": str(tmp_path)})
    try:
        for actions, (_, expected) in rehearsal():
            for action in actions:
                here.type(action if isinstance(action, str) else pressed(*action))
            until_terminal(lambda expected=expected: without_time(here.lines) == without_time(expected))
        here.type(" ")
        assert here.ended()[0] == 0
        assert here.restored
    finally:
        here.close()


def without_time(lines):
    return [line for row, line in enumerate(lines) if row != TIME_ROW]
