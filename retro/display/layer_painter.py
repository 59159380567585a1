"""Draws layers, the text and shapes that stand in front of a program's picture, on a screen of their own."""

from collections.abc import Sequence

from retro.display.font import default_font
from retro.display.layer import CELL, COLUMNS, ROWS, WIDTH, Layer, Strip
from retro.display.modes import Mode
from retro.display.screen import Screen
from retro.display.text_rows import printed, shapes
from retro.display.vdu import VDU

# With a number that no other MODE has, and a further row, so that a full last row does not scroll the page.
MODE = Mode(9, COLUMNS, ROWS + 1, tuple(range(8)))


class LayerPainter:
    """Makes layers from strips; results are cached."""

    def __init__(self) -> None:
        self._screen = Screen(default_font())
        self._screen.use_mode(MODE)
        self._vdu = VDU(self._screen)
        self._vdu.write(shapes())

    def layer(self, strips: Sequence[Strip], dims: bool = False, clickable: bool = False) -> Layer:
        """Return a layer over the picture with these strips of text."""
        for strip in strips:
            self._vdu.write(printed(strip.row, strip.pieces, strip.column))
            pixels = self._screen.framebuffer.pixels
            for y, line in enumerate(strip.picture, strip.row * CELL):
                start = y * WIDTH + strip.column * CELL
                pixels[start : start + len(line)] = line
        return Layer(strips, bytes(self._screen.framebuffer.pixels), dims, clickable)
