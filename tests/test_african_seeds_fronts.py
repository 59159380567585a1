"""A whole game of African Seeds in a real window, by keys and the mouse, and in a terminal: each screen as headless."""

import os
import subprocess
import sys

import pytest
from PIL import Image

from pseudo import NEEDED, Pseudo, fcntl
from pseudo import until as until_terminal
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from retro.programs import african_seeds
from seeds_playing import click, cup_pixel
from x11 import PATIENCE, serve, until

server = pytest.fixture(scope="module")(serve)

TITLE = "African Seeds, after M. J. Edwards"
SEED = 64
SCALE, BORDER = 2, 16
# The level, the pace, a hint, and a game that is won against a computer that begins; a number is a click on that cup.
GAME = ["s", "4", "\r", "p", 1, "b", "h", 4, "a", "a", "n", " "]
COMMAND = [sys.executable, "-m", "retro", "play", "african_seeds", "--seed", str(SEED), "--speed", "fast"]


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
            picture = m.screen.picture(m.now)
            image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
            image.putpalette([part for light in picture.lights for part in light])
            script.append((image.convert("RGB"), m.screen.lines, done))
            yield click(done) if isinstance(done, int) else "<RETURN>" if done == "\r" else done

    headless(lambda m: conduct(m, african_seeds.main), player, seed=SEED)
    texts = ["\n".join(lines) for _, lines, _ in script]
    assert "YOU WIN, 26 SEEDS TO 4" in texts[-2]
    assert "ANOTHER GAME (Y/N)?" in texts[-2]
    assert FAREWELL in texts[-1]
    return script


def framed(picture):
    """What a window of this scale should show: the picture, with the border round it."""
    whole = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    whole.paste(picture, (BORDER, BORDER))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST).tobytes()


def test_a_whole_game_in_a_window(server, data):
    process = subprocess.Popen(
        [*COMMAND, "--scale", str(SCALE), "--mute"],
        env=os.environ | data | {"DISPLAY": server.name},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        window = server.hands.find(TITLE)
        for picture, _, done in rehearsal():
            expected = framed(picture)
            until(lambda expected=expected: server.hands.look(window).tobytes() == expected)
            if isinstance(done, int):
                x, y = cup_pixel(done)
                server.hands.click(window, (BORDER + x // 4) * SCALE, (BORDER + 199 - y // 4) * SCALE)
            else:
                server.hands.type(done)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")


def words(lines):
    """What is text."""
    return ["".join(sign if sign.isascii() else " " for sign in line).rstrip() for line in lines]


def letters(here):
    """The terminal's text, a letter for each cell of the machine: in its first column or, between cells, its second."""
    pairs = [[line[at : at + 2] for at in range(0, 80, 2)] for line in here.lines]
    return ["".join(pair[1] if pair[1].isalnum() else pair[0] for pair in row) for row in pairs]


def without_cups(lines):
    """The rows that hold no pips, which lie between the terminal's characters."""
    return [line for number, line in enumerate(lines) if number not in (5, 15)]


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_a_whole_game_in_a_terminal_and_its_replay(data, tmp_path):
    record = str(tmp_path / "game")
    here = Pseudo([*COMMAND, "--front", "terminal", "--render", "chars", "--record", record], 80, 25, environment=data)
    try:
        for _, lines, done in rehearsal():
            expected = without_cups(words(lines))
            until_terminal(lambda expected=expected: without_cups(words(letters(here))) == expected)
            if isinstance(done, int):
                x, y = cup_pixel(done)
                column, row = x // 16, (799 - y) // 32
                here.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
            else:
                here.type(done)
        assert here.ended()[0] == 0
        assert here.restored
    finally:
        here.close()
    command = [sys.executable, "-m", "retro", "replay", record, "--front", "headless", "--screen", "-"]
    again = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | data)
    assert "THANK YOU FOR PLAYING" in again.stdout
