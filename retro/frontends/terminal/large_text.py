"""Renders the picture as text at 1.5 times its size: three columns for a cell, three lines for two rows of cells."""

import itertools
from collections.abc import Sequence
from functools import lru_cache

from retro.frontends.terminal.blocks import CELL, MAX_CACHED, Cell, Glyphs, blank, closest_cell
from retro.frontends.terminal.screen_text import LETTER, USER_DEFINED, ScreenText, Snapshot

ACROSS = 3
PAIR = 2 * CELL  # pixel rows of a pair of rows
# The pixels of each column and of each line: the borders of its two, or three, parts.
COLUMNS = (0, 2, 3), (3, 4, 5), (5, 6, 8)
LINES = (0, 2, 4, 5), (5, 7, 9, 11), (11, 13, 14, 16)

Block = tuple[tuple[Cell, ...], ...]  # three lines of three cells


def spans(borders: Sequence[int]) -> list[tuple[int, int]]:
    """Return the spans between successive borders, relative to the first border."""
    return [(start - borders[0], end - borders[0]) for start, end in itertools.pairwise(borders)]


class LargeText(ScreenText):
    """Converts pictures to text. Letters are in the first or third line of a pair of rows; the rest is scaled."""

    def __init__(self, glyphs: Glyphs, closes_words: bool = False) -> None:
        super().__init__(glyphs, ACROSS, closes_words)
        self._glyphs = glyphs
        self._block = lru_cache(MAX_CACHED)(self._scaled)
        self._lines: list[list[Cell]] = []
        self._pairs: list[list[Sequence[Cell]]] = []  # the rows that the lines were made from

    @property
    def lines(self) -> Sequence[Sequence[Cell]]:
        """The lines of the enlarged picture, in cells of the terminal."""
        return self._lines

    def line_of(self, row: int) -> int:
        """Return the terminal line that shows the letters of a row of cells."""
        return row // 2 * len(LINES) + row % 2 * 2

    def place_of(self, line: int) -> tuple[int | None, int]:
        """Return the row of cells whose letters a terminal line shows or None, and the pixel row in its middle."""
        row = line // len(LINES) * 2 + line % len(LINES) // 2
        return (None if line % len(LINES) == 1 else row), (2 * line + 1) * PAIR // (2 * len(LINES))

    def update(self, snapshot: Snapshot) -> None:
        """Convert the rows of the picture that have changed to enlarged text."""
        if snapshot is self._snapshot:
            return
        super().update(snapshot)
        pairs = [self.rows[row : row + 2] for row in range(0, len(self.rows), 2)]
        old = dict(enumerate(self._pairs))
        for number, pair in enumerate(pairs):
            first = number * len(LINES)
            before = old.get(number, [])
            if len(before) != len(pair) or any(row is not other for row, other in zip(pair, before)):
                self._lines[first : first + len(LINES)] = self._pair_lines(2 * number, snapshot)
        self._pairs = pairs
        del self._lines[-(-len(LINES) * len(self.rows) // 2) :]

    def _blocks(self, pixels: bytes) -> tuple[Cell, ...]:
        """Return blank cells for a cell of the picture that is no letter; `_pair_lines` draws it later."""
        return (blank(max(set(pixels), key=pixels.count)),) * ACROSS

    def _pair_lines(self, row: int, snapshot: Snapshot) -> list[list[Cell]]:
        """Return the three lines of the terminal for a pair of rows of the machine's cells."""
        rows, width = range(row, min(row + 2, len(self.rows))), snapshot.framebuffer.width
        pixels = b"".join(self._without_letters(one, snapshot) for one in rows).ljust(PAIR * width, b"\0")
        lines: list[list[Cell]] = [[] for _ in LINES]
        for left in range(0, width, CELL):
            block = b"".join([pixels[start : start + CELL] for start in range(left, PAIR * width, width)])
            for line, cells in zip(lines, self._block(block)):
                line += cells
        for one in rows:
            in_words = {column + at for start, end, column in self.closed[one] for at in range(end - start)}
            for column, cell in enumerate(self.rows[one]):
                if cell[0] != " ":
                    # A letter alone stands in the middle of its cell, but not BASIC's prompt: what is typed follows it.
                    alone = column > 0 and column % ACROSS == 0 and column not in in_words
                    lines[one % 2 * 2][column + alone] = cell
        return lines

    def _without_letters(self, row: int, snapshot: Snapshot) -> bytes:
        """Return the pixels of a row of cells, with its letters filled with their papers."""
        strip, width = bytearray(self._below.get(row) or snapshot.row(row)), snapshot.framebuffer.width
        drawn = {column for character in self._found[row] for column in character.columns}
        for column, kind in enumerate(self._kinds[row]):
            if kind in (LETTER, USER_DEFINED) and column not in drawn:
                paper = bytes([self._by_cell[row][ACROSS * column][2]]) * CELL
                for start in range(column * CELL, CELL * width, width):
                    strip[start : start + CELL] = paper
        return bytes(strip)

    def _scaled(self, pixels: bytes) -> Block:
        """Return the picture of 8 × 16 pixels as three lines of three terminal cells."""
        return tuple(tuple(self._cell(pixels, columns, lines) for columns in COLUMNS) for lines in LINES)

    def _cell(self, pixels: bytes, columns: Sequence[int], lines: Sequence[int]) -> Cell:
        width, last = columns[-1] - columns[0], (columns[-1] - columns[0]) * (lines[-1] - lines[0]) - 1
        part = b"".join(pixels[CELL * y + columns[0] : CELL * y + columns[-1]] for y in range(lines[0], lines[-1]))
        subcells = [
            sum(1 << last - y * width - x for y in range(top, bottom) for x in range(left, right))
            for top, bottom in spans(lines)
            for left, right in spans(columns)
        ]
        return closest_cell(part, subcells, self._glyphs, width)
