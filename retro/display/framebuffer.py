"""The pixels of the display: one byte a pixel, a logical colour."""

from __future__ import annotations

import sys
from array import array
from functools import cache

from retro.display.modes import Mode

EVERY_BYTE = 0x0101010101010101
SPREAD = 0x8040201008040201
WIDTH_UNITS, PIXEL_HEIGHT = 1280, 4  # graphics units: the width of every MODE, the height of a pixel


def solid(colour: int) -> int:
    """Return eight pixels of one colour as a word."""
    return colour * EVERY_BYTE


def glyph(shape: bytes, ink: int, paper: int) -> array[int]:
    """Return a character's eight rows as eight words: `ink` where a bit of `shape` is set, `paper` elsewhere.

    The multiplication makes eight copies of the byte, each shifted by one bit more, so that bit 7-k is the top bit of
    byte k.
    """
    ground, difference = paper * EVERY_BYTE, ink ^ paper
    words = array("Q", [ground ^ ((row * SPREAD >> 7) & EVERY_BYTE) * difference for row in shape])
    if sys.byteorder == "big":
        words.byteswap()
    return words


@cache
def cell_slices(columns: int, rows: int) -> list[slice]:
    """Return for each character cell, row by row, the slice of a framebuffer's words that holds its eight rows."""
    span = 8 * columns
    starts = [row * span + column for row in range(rows) for column in range(columns)]
    return [slice(start, start + span, columns) for start in starts]


@cache
def blank_line(columns: int, colour: int) -> array[int]:
    """Return the words of an empty line of text."""
    return array("Q", [solid(colour)]) * (8 * columns)


class Framebuffer:
    """The pixels of one MODE.

    Attributes:
        words: array('Q') of height × width/8, row 0 on top; a word holds eight pixels side by side.
        pixels: the same memory as a memoryview of height × width bytes.
        cells: the slices of `words` that are character cells, see `cell_slices`.
        columns, rows: the size in characters.
        width, height: the size in pixels.
    """

    __slots__ = ("cells", "columns", "height", "pixels", "rows", "width", "words")

    def __init__(self, mode: Mode) -> None:
        self.columns, self.rows = mode.columns, mode.rows
        self.width, self.height = mode.width, mode.height
        self.words = array("Q", bytes(self.width * self.height))
        self.pixels = memoryview(self.words).cast("B")
        self.cells = cell_slices(self.columns, self.rows)

    def units(self, x: int, y: int) -> tuple[int, int]:
        """Convert a pixel from the top left to graphics units from the bottom left, limited to the screen."""
        x, y = min(max(0, x), self.width - 1), min(max(0, y), self.height - 1)
        return x * WIDTH_UNITS // self.width, (self.height - 1 - y) * PIXEL_HEIGHT

    def cell(self, column: int, row: int) -> bytes:
        """Return the 64 pixels of a character cell, row by row."""
        return self.words[self.cells[row * self.columns + column]].tobytes()

    def fill_cells(self, left: int, bottom: int, right: int, top: int, colour: int) -> None:
        """Fill a rectangle of character cells, edges included, with a colour."""
        if left == 0 and right == self.columns - 1:
            blank = blank_line(self.columns, colour)
            self.words[top * len(blank) : (bottom + 1) * len(blank)] = blank * (bottom - top + 1)
            return
        line = array("Q", [solid(colour)]) * (right - left + 1)
        for row in range(top * 8, bottom * 8 + 8):
            start = row * self.columns + left
            self.words[start : start + len(line)] = line

    def scroll(self, left: int, bottom: int, right: int, top: int, up: bool, colour: int) -> None:
        """Scroll a rectangle of character cells by one line and fill the free line with a colour."""
        pixels, line = self.pixels, 8 * self.width
        step, length = self.width, (right - left + 1) * 8
        if length == self.width:  # all rows at once
            step = length = max(1, (bottom - top) * line)
        starts = range(top * line + left * 8, bottom * line, step)
        for upper in starts if up else reversed(starts):
            lower = upper + line
            source, target = (lower, upper) if up else (upper, lower)
            pixels[target : target + length] = pixels[source : source + length]
        free = bottom if up else top
        self.fill_cells(left, free, right, free, colour)
