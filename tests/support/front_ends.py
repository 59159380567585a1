"""Run `retro` in a real window or in a pseudo-terminal, and compute what they should show."""

import contextlib
import os
import subprocess
import sys

from PIL import Image

from retro.frontends.window.viewport import MARK
from tests.support.pseudo_terminal import PseudoTerminal
from tests.support.x11 import PATIENCE

SCALE, BORDER = 1, 16
RETRO = [sys.executable, "-m", "retro"]


def screen_image(m):
    """Return the machine's display as an image, pixel by pixel."""
    return to_image(m.screen.picture(m.now))


def to_image(picture):
    """Return a picture as an image."""
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for rgb in picture.rgb for part in rgb])
    return image.convert("RGB")


def with_border(image):
    """Return what a window of scale SCALE should show: the image with the border around it."""
    whole = Image.new("RGB", (image.width + 2 * BORDER, image.height + 2 * BORDER))
    whole.paste(image, (BORDER, BORDER))
    whole.paste(to_image(MARK), (whole.width - 12, 4))
    return whole.resize((whole.width * SCALE, whole.height * SCALE), Image.Resampling.NEAREST)


def shown(server, window):
    """Return the machine's display as a window of scale SCALE shows it, pixel by pixel, without the border."""
    whole = server.user.screenshot(window)
    inside = whole.crop((BORDER * SCALE, BORDER * SCALE, whole.width - BORDER * SCALE, whole.height - BORDER * SCALE))
    return inside.resize((inside.width // SCALE, inside.height // SCALE), Image.Resampling.NEAREST)


@contextlib.contextmanager
def in_window(server, title, *argv, scale=("--scale", str(SCALE)), **environment):
    """Run `retro` with these arguments in a window, and yield the window; then wait until it ends without an error."""
    command = [*RETRO, *argv, *scale, "--mute"]
    variables = os.environ | environment | {"DISPLAY": server.name}
    with subprocess.Popen(command, env=variables, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield server.user.find(title)
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, errors) == (0, "")


@contextlib.contextmanager
def in_terminal(*argv, columns=80, rows=25, **environment):
    """Run `retro` with these arguments in a terminal that has sextants, and yield it; then wait for its end.

    It must restore the terminal.
    """
    environment |= {"VTE_VERSION": "7600"}
    terminal = PseudoTerminal([*RETRO, *argv, "--front", "terminal"], columns, rows, environment=environment)
    try:
        yield terminal
        assert terminal.ended() == 0
        assert terminal.restored
    finally:
        terminal.close()


def click_in_window(server, window, px, py):
    """Click on a pixel of the machine's display."""
    server.user.click(window, *((BORDER + at) * SCALE + SCALE // 2 for at in (px, py)))


def terminal_click(px, py):
    """Return the report of a click on a pixel of the machine's display, for a terminal of 80 columns."""
    at = f"{px // 4 + 1};{py // 8 + 1}"
    return f"\x1b[<0;{at}M\x1b[<0;{at}m"


def letters(terminal):
    """Return the terminal's text with a letter for each cell of the machine: of its first column, else its second."""
    pairs = [[line[at : at + 2] for at in range(0, 80, 2)] for line in terminal.lines]
    return ["".join(pair[1] if pair[1].isalnum() else pair[0] for pair in row) for row in pairs]


def words(lines):
    """Return lines without the block characters of pictures."""
    return ["".join(glyph if glyph.isascii() else " " for glyph in line).rstrip() for line in lines]
