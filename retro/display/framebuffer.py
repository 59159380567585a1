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
    """Return eight pixels of one colour, a byte each, as a word of 64 bits."""
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
def cell_slices(columns: int, rows: int) -> list[list[slice]]:
    """Return for each character of each line of text the slice of a framebuffer's words that holds its eight rows."""
    span = 8 * columns
    lines = [range(start, start + columns) for start in range(0, rows * span, span)]
    return [[slice(start, start + span, columns) for start in line] for line in lines]


@cache
def blank_line(columns: int, colour: int) -> array[int]:
    """Return the words of an empty line of text."""
    return array("Q", [solid(colour)]) * (8 * columns)


class Framebuffer:
    """The pixels of one MODE, in a memory of twice their size.

    To scroll up, the display moves down in this memory by a line of text; at its end the pixels go back to its start.

    Attributes:
        words: array('Q'), the whole memory; a word holds eight pixels side by side.
        first: the line of text of the memory at which the display begins.
        pixels: the display as a memoryview of height × width bytes, row 0 on top. Scrolling replaces it.
        cells: the slices of `words` that are character cells, see `cell_slices`.
        columns, rows: the size in characters.
        width, height: the size in pixels.
        clears: the rectangles that CLS and CLG have cleared since somebody made this list: left, bottom, right and top
            in pixels from the bottom left, edges included; None: nobody has.
    """

    __slots__ = ("_displays", "cells", "clears", "columns", "first", "height", "pixels", "rows", "width", "words")

    def __init__(self, mode: Mode) -> None:
        self.columns, self.rows = mode.columns, mode.rows
        self.width, self.height = mode.width, mode.height
        self.words = array("Q", bytes(2 * self.width * self.height))
        memory, size, line = memoryview(self.words).cast("B"), self.width * self.height, 8 * self.width
        self._displays = [memory[start : start + size] for start in range(0, size + 1, line)]  # by `first`
        self.cells = cell_slices(self.columns, 2 * self.rows)
        self.first, self.pixels = 0, self._displays[0]
        self.clears: list[tuple[int, int, int, int]] | None = None

    def units(self, x: int, y: int) -> tuple[int, int]:
        """Convert a pixel from the top left to graphics units from the bottom left, limited to the screen."""
        x, y = min(max(0, x), self.width - 1), min(max(0, y), self.height - 1)
        return x * WIDTH_UNITS // self.width, (self.height - 1 - y) * PIXEL_HEIGHT

    def point(self, x: int, y: int) -> tuple[int, int]:
        """Return the pixel at a point in graphics units, from the bottom left."""
        return x * self.width // WIDTH_UNITS, y // PIXEL_HEIGHT

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """Return the column and row of the character at a point in graphics units."""
        return x * self.columns // WIDTH_UNITS, (self.height - 1 - y // PIXEL_HEIGHT) // 8

    def cell(self, column: int, row: int) -> bytes:
        """Return the 64 pixels of a character cell, row by row."""
        return self.words[self.cells[self.first + row][column]].tobytes()

    def line(self, row: int) -> bytes:
        """Return the pixels of a line of text: 8 × width bytes, row by row."""
        size = 8 * self.columns
        start = (self.first + row) * size
        return self.words[start : start + size].tobytes()

    def fill_cells(self, left: int, bottom: int, right: int, top: int, colour: int) -> None:
        """Fill a rectangle of character cells, edges included, with a colour."""
        top, bottom = self.first + top, self.first + bottom
        if left == 0 and right == self.columns - 1:
            blank = blank_line(self.columns, colour)
            self.words[top * len(blank) : (bottom + 1) * len(blank)] = blank * (bottom - top + 1)
            return
        line = array("Q", [solid(colour)]) * (right - left + 1)
        for row in range(top * 8, bottom * 8 + 8):
            start = row * self.columns + left
            self.words[start : start + len(line)] = line

    def scroll(self, left: int, bottom: int, right: int, top: int, up: bool, colour: int) -> None:
        """Scroll a rectangle of character cells by one line; fill the new line with a colour."""
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

    def scroll_all(self, colour: int) -> None:
        """Scroll the whole display up by one line as the Electron does, by moving the start address."""
        first = self.first + 1
        if first > self.rows:
            first = 1
            self._displays[0][:] = self.pixels
        blank = blank_line(self.columns, colour)
        end = (first + self.rows) * len(blank)
        self.words[end - len(blank) : end] = blank
        self.first, self.pixels = first, self._displays[first]
