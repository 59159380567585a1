"""`retro` in a real window and in a pseudo-terminal, as its user finds it, and what they should show of a machine."""

import contextlib
import os
import subprocess
import sys

from PIL import Image

from pseudo import Pseudo
from x11 import PATIENCE

SCALE, BORDER = 2, 16
RETRO = [sys.executable, "-m", "retro"]


def image_of(m):
    """What the machine shows, a pixel a pixel."""
    return drawn(m.screen.picture(m.now))


def drawn(picture):
    """A picture as an image."""
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    return image.convert("RGB")


def framed(image):
    """What a window of this scale should show of it: with the border round it."""
    whole = Image.new("RGB", (image.width + 2 * BORDER, image.height + 2 * BORDER))
    whole.paste(image, (BORDER, BORDER))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


@contextlib.contextmanager
def in_window(server, title, *words, scale=("--scale", str(SCALE)), **environment):
    """`retro` with these words on a server; gives its window. It must come to its end by itself, without an error."""
    process = subprocess.Popen(
        [*RETRO, *words, *scale, "--mute"],
        env=os.environ | environment | {"DISPLAY": server.name},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield server.hands.find(title)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")


@contextlib.contextmanager
def in_terminal(*words, columns=80, rows=25, **environment):
    """The same in a terminal, which must be given back."""
    here = Pseudo([*RETRO, *words, "--front", "terminal"], columns, rows, environment=environment)
    try:
        yield here
        assert here.ended()[0] == 0
        assert here.restored
    finally:
        here.close()


def click_in_window(server, window, px, py):
    """Click on a pixel of the machine's."""
    server.hands.click(window, *((BORDER + at) * SCALE + SCALE // 2 for at in (px, py)))


def clicked_in_terminal(px, py):
    """A click on a pixel of the machine's, as a terminal of 80 columns reports it."""
    at = f"{px // 4 + 1};{py // 8 + 1}"
    return f"\x1b[<0;{at}M\x1b[<0;{at}m"
