"""Renderers that show the picture with characters: as text, or pixel by pixel as block characters."""

import sys
from collections.abc import Sequence
from functools import lru_cache, reduce

from retro.display.framebuffer import Framebuffer
from retro.display.layer import FIRST_COLOUR as LAYER_FIRST
from retro.display.layer import Layer
from retro.display.palette import RGB as LAYER_RGB
from retro.display.picture import repeated
from retro.display.screen import Screen
from retro.display.tints import all_tinted
from retro.frontends.terminal.blocks import CELL, Cell, Glyphs, closest_cell
from retro.frontends.terminal.cell_buffer import CellBuffer
from retro.frontends.terminal.colours import BLACK, RGB, StyleSheet
from retro.frontends.terminal.large_text import ACROSS as LARGE
from retro.frontends.terminal.large_text import LargeText
from retro.frontends.terminal.layout import (
    FEWEST_ROWS,
    columns_per_cell,
    merge,
    most_rows_fit,
    most_to_merge,
    rows_to_merge,
    visible_rows,
)
from retro.frontends.terminal.screen_text import ScreenText, Snapshot, take_snapshot
from retro.frontends.terminal.tty import Area
from retro.frontends.terminal.word_spacing import cell_at, column_of

COLOURS = 16
MAX_CACHED = 20000  # cells
WIDTH = 320  # pixels of the MODE whose pixels are square
OUTSIDE = -1
NO_PIXEL = (OUTSIDE, OUTSIDE)


class Renderer:
    """Base class: a way to show the picture. erase: the output that removes what clearing the terminal does not."""

    erase = ""

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether the terminal is large enough for the current MODE."""
        raise NotImplementedError

    def invalidate(self) -> None:
        """Write everything at the next `draw`, as the terminal's contents are unknown."""
        raise NotImplementedError

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the output that updates the terminal; empty if nothing has changed."""
        raise NotImplementedError

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the pixel in the middle of a character of the terminal; one outside the picture if there is none."""
        return NO_PIXEL


def palette_of(screen: Screen, now: float, tints: bool = True) -> tuple[RGB, ...]:
    """Return the colours of all sixteen logical colours and of a layer; black for those that the MODE does not have."""
    colours = *(*screen.palette.rgb(now), *[BLACK] * COLOURS)[:COLOURS], *LAYER_RGB
    return all_tinted(colours, screen.tint if tints else "")


def centred(columns: int, rows: int, area: Area) -> tuple[int, int]:
    """Return the column and row, from 0, at which to begin so that something is centred."""
    return area.left + max(0, area.columns - columns) // 2, max(0, area.rows - rows) // 2


class CellRenderer(Renderer):
    """A renderer that writes only the terminal's cells that have changed."""

    erase = ""

    def __init__(self, style_sheet: StyleSheet) -> None:
        self._buffer = CellBuffer(style_sheet)
        self._tints = style_sheet.exact
        self._origin, self._size = (0, 0), (0, 0)  # where the picture begins, and its columns and rows

    def invalidate(self) -> None:
        """Write everything at the next `draw`, as the terminal's contents are unknown."""
        self._buffer.invalidate()

    def _write(
        self, lines: Sequence[Sequence[Cell]], screen: Screen, now: float, ground: int, origin: tuple[int, int]
    ) -> str:
        """Return the output that shows these lines, with the layer over them."""
        self._origin, self._size = origin, (len(lines[0]), len(lines))
        if screen.layer is not None:
            lines = with_layer(lines, screen.layer)
        return self._buffer.draw(lines, palette_of(screen, now, self._tints), ground, origin)

    def _layer_pixel(self, column: int, row: int, screen: Screen) -> tuple[int, int] | None:
        """Return the layer's pixel at a character of the terminal; None where the layer shows nothing."""
        layer, (left, top), display = screen.layer, self._origin, screen.framebuffer
        for across, down, strip in layer.placed(*self._size) if layer is not None else ():
            at = column - left - across
            if layer is not None and row - top == down and 0 <= at < strip.columns:
                return layer.pixel_of(strip.column + at, strip.row, display.width, display.height)
        return None


def with_layer(lines: Sequence[Sequence[Cell]], layer: Layer) -> list[Sequence[Cell]]:
    """Return lines of cells with the strips of a layer over them, as text."""
    shown = list(lines)
    for column, row, strip in layer.placed(len(lines[0]), len(lines)):
        if 0 <= row < len(lines):
            cells = [
                (letter, LAYER_FIRST + ink, LAYER_FIRST + paper, False)
                for text, (ink, paper) in strip.pieces
                for letter in text
            ]
            line = shown[row]
            shown[row] = [*line[: max(0, column)], *cells[max(0, -column) :], *line[column + len(cells) :]][: len(line)]
    return shown


class TextRenderer(CellRenderer):
    """Shows characters as text and the rest of the picture as block characters; most MODEs in 80 columns.

    closes_words: whether words have no gaps between their letters; else each letter is in its column.
    """

    def __init__(self, glyphs: Glyphs, style_sheet: StyleSheet, closes_words: bool) -> None:
        super().__init__(style_sheet)
        self._glyphs, self._closes_words = glyphs, closes_words
        self._texts: dict[int, ScreenText] = {}
        self._snapshot: Snapshot | None = None
        self._version = -1
        self._omitted: set[int] = set()
        self._visible: list[int] = []

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether all columns of the screen fit in the terminal, and most rows."""
        return columns_per_cell(screen.framebuffer.columns, screen.framebuffer.rows, area.columns, area.rows) > 0

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the terminal's output for the cells that have changed."""
        version = screen.version
        if version != self._version or self._snapshot is None:
            self._snapshot = take_snapshot(screen, self._snapshot)
            self._version = version
        snapshot = self._snapshot
        display = snapshot.display
        column, row = display.text_plane.column, display.text_plane.row  # read once: they may change meanwhile
        across = _across(display.framebuffer, area)
        text = self._text(across)
        text.update(snapshot)
        shown, line = text.lines, text.line_of(row)
        self._visible = visible_rows(shown, line, area.rows, self._omitted)
        self._omitted = set(range(len(shown))) - set(self._visible)
        lines = [shown[at] for at in self._visible]
        if screen.cursor_lit(now) and line in self._visible:
            at = self._visible.index(line)
            lines[at] = with_cursor(lines[at], *column_of(column, text.closed[row], across), display.mode.colours)
        origin = centred(display.framebuffer.columns * across, len(lines), area)
        return self._write(lines, screen, now, snapshot.ground, origin)

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the pixel of the picture in the middle of a cell of the terminal."""
        if found := self._layer_pixel(column, row, screen):
            return found
        across = _across(screen.framebuffer, area)
        left, top = centred(screen.framebuffer.columns * across, len(self._visible), area)
        line = dict(enumerate(self._visible)).get(row - top, OUTSIDE)
        at, text = column - left, self._text(across)
        in_row, y = text.place_of(line) if line != OUTSIDE else (None, OUTSIDE)
        closed = text.closed[in_row] if in_row is not None else []
        if (cell := cell_at(at, closed, across)) != at // across:
            return cell * CELL + CELL // 2, y
        return (2 * at + 1) * CELL // (2 * across), y

    def _text(self, across: int) -> ScreenText:
        if across not in self._texts:
            self._texts[across] = (
                LargeText(self._glyphs, self._closes_words)
                if across == LARGE
                else ScreenText(self._glyphs, across, self._closes_words)
            )
        return self._texts[across]


def _across(framebuffer: Framebuffer, area: Area) -> int:
    large = area.columns >= LARGE * framebuffer.columns and 2 * area.rows >= LARGE * framebuffer.rows
    if large and framebuffer.width == WIDTH:
        return LARGE
    return columns_per_cell(framebuffer.columns, framebuffer.rows, area.columns, area.rows) or 1


def with_cursor(line: Sequence[Cell], column: int, width: int, colours: int) -> list[Cell]:
    """Underline some cells of a line in the ink's colour; show blanks inverted."""
    cells = list(line)
    for at in range(column, column + width):
        glyph, ink, paper, _ = cells[at]
        cells[at] = glyph, colours - 1 - paper if ink == paper else ink, paper, True
    return cells


class BlockRenderer(CellRenderer):
    """Shows the pixels as block characters: each is two pixels wide, and two or three high.

    In a terminal that is not high enough, pixel rows that look alike are merged. most: how many pixel rows of
    each row of cells may be merged although they differ: for a hidden picture to appear, and for a shown one to stay.
    """

    def __init__(self, glyphs: Glyphs, height: int, style_sheet: StyleSheet, most: tuple[int, int]) -> None:
        super().__init__(style_sheet)
        self._height, self._most = height, most
        self._glyphs = glyphs
        self._cell = lru_cache(MAX_CACHED)(self._closest)
        self._fits = False
        self._shown: tuple[object, ...] = ()
        self._merged: set[int] = set()
        self._tops: list[int] = []  # for each line of subcells its first pixel row
        self._strips: list[bytes] = []
        self._lines: list[Sequence[Cell]] = []

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether all columns fit, and as many pixel rows as the picture needs."""
        display, available = screen.framebuffer, area.rows * self._height
        if max(WIDTH, display.width) // 2 > area.columns or not most_rows_fit(display.height, available, FEWEST_ROWS):
            return False
        rows = rows_of_pixels(bytes(display.pixels), display.height)
        self._fits = most_to_merge(rows, available) <= self._most[self._fits]
        return self._fits

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the terminal's output for the cells that have changed."""
        picture = screen.bare_picture(now)
        shown = picture.pixels, picture.width, area.rows
        if shown != self._shown:
            self._shown = shown
            pixels = repeated(picture.pixels, 1 if picture.width >= WIDTH else 2)  # 160 are twice as wide as high
            self._update(rows_of_pixels(pixels, picture.height), area.rows * self._height)
        return self._write(self._lines, screen, now, 0, centred(len(self._lines[0]), len(self._lines), area))

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the pixel of the picture in the middle of a cell of the terminal."""
        if found := self._layer_pixel(column, row, screen):
            return found
        left, top = self._origin
        line, width = (row - top) * self._height + self._height // 2, screen.framebuffer.width
        y = self._tops[line] if 0 <= line < len(self._tops) else OUTSIDE
        return (2 * (column - left) + 1) * width // max(WIDTH, width), y

    def _update(self, rows: Sequence[bytes], available: int) -> None:
        """Convert the rows of characters that have changed. available: pixel rows that fit."""
        self._merged = rows_to_merge(rows, available, self._merged)
        self._tops = [row for row in range(len(rows)) if row not in self._merged]
        shown = [reduce(merge, rows[top:end]) for top, end in zip(self._tops, [*self._tops[1:], len(rows)])]
        width = len(rows[0])
        size = self._height * width
        strips = [
            b"".join(shown[at : at + self._height]).ljust(size, b"\0") for at in range(0, len(shown), self._height)
        ]
        before = dict(zip(self._strips, self._lines))
        self._lines = [before[strip] if strip in before else self._line(strip, width) for strip in strips]
        self._strips = strips

    def _line(self, strip: bytes, width: int) -> Sequence[Cell]:
        """Return the cells that show a strip of pixels, one row of characters high."""
        pairs = memoryview(strip).cast("H")
        rows = [pairs[start : start + width // 2] for start in range(0, len(pairs), width // 2)]
        return list(map(self._cell, zip(*rows)))

    def _closest(self, pairs: tuple[int, ...]) -> Cell:
        """Return the cell for some pixels, given as rows of two pixels in a number."""
        pixels = b"".join(pair.to_bytes(2, sys.byteorder) for pair in pairs)
        return closest_cell(pixels, [1 << bit for bit in reversed(range(len(pixels)))], self._glyphs, 1)


def rows_of_pixels(pixels: bytes, height: int) -> list[bytes]:
    """Split the pixels of a picture into rows. height: the number of rows."""
    width = len(pixels) // height
    return [pixels[start : start + width] for start in range(0, len(pixels), width)]
