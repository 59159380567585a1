"""Computes how much of the picture fits into the terminal, and which rows to omit or merge."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import ne

from retro.frontends.terminal.blocks import CELL, Cell

COLUMNS = 80  # of the terminal, where it has them
ROWS_NEEDED = 3, 4  # three of four rows of the machine must fit
FEWEST_ROWS = 3, 5  # of its pixel rows: 60 rows of quadrants

# How many of the eight pixel rows of a row of cells can be merged that are like those above them; all but one if all
# are. How many although they differ, for a picture to appear, and for it to stay; if the user wants to see pixels.
MOST_ALIKE, LEGIBLE, REQUESTED = 5, (1, 2), (4, 4)

MAX_CACHED = 1024  # pairs of pixel rows
FIRST_BLOCK = "\u2500"  # line and block characters begin here; characters before are text

# What a row is worth, from the first to be left out to the last.
RUN, REPEATED, EMPTY, DRAWN, TEXT, CURSOR = range(6)


def columns_per_cell(columns: int, rows: int, available_columns: int, available_rows: int) -> int:
    """Return the terminal columns for a cell of the machine: 4, 2 or 1; 0 if the picture does not fit."""
    if not most_rows_fit(rows, available_rows):
        return 0
    return next((times for times in (4, 2, 1) if columns * times <= min(COLUMNS, available_columns)), 0)


def most_rows_fit(rows: int, available: int, needed: tuple[int, int] = ROWS_NEEDED) -> bool:
    """Return whether enough rows fit to omit or merge the rest. needed: the share, numerator and denominator."""
    part, whole = needed
    return available * whole >= rows * part


def sizes_needed(columns: int, rows: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two terminal sizes (columns, rows): one that shows everything, and the smallest that is accepted."""
    part, whole = ROWS_NEEDED
    return (max(COLUMNS, columns), rows), (columns, -(-rows * part // whole))


def visible_rows(rows: Sequence[Sequence[Cell]], cursor: int, available: int, omitted: Collection[int]) -> list[int]:
    """Choose the rows of cells to show if not all fit.

    Rows that look like both neighbours are omitted first, then repetitions of the row above, then empty rows, then rows
    without text, and last rows of text, the farthest from the cursor first. An omitted row stays omitted until another
    one is worth less. cursor: the row of the text cursor. available: how many rows fit. omitted: the rows omitted so
    far.
    """
    count = len(rows)
    if available >= count:
        return list(range(count))
    values = [_value(rows, row, cursor) for row in range(count)]
    nearness = [-abs(row - cursor) if values[row] == TEXT else row for row in range(count)]
    order = sorted(range(count), key=lambda row: (values[row], row not in omitted, nearness[row]))
    return sorted(order[count - available :])


def _value(rows: Sequence[Sequence[Cell]], row: int, cursor: int) -> int:
    line = rows[row]
    above = rows[row - 1] if row else None
    below = rows[row + 1] if row + 1 < len(rows) else None
    if row == cursor:
        return CURSOR
    if any(" " < cell[0] < FIRST_BLOCK for cell in line):
        return TEXT
    if line == above:
        return RUN if line == below else REPEATED
    return EMPTY if all(cell == line[0] for cell in line) else DRAWN


def rows_to_merge(rows: Sequence[bytes], available: int, merged: Collection[int]) -> set[int]:
    """Choose the pixel rows to merge with the row above them if not all fit.

    Rows that equal the row above are merged first, one in each row of cells in turn; then in the same way rows that
    differ least. A merged row stays merged until another one differs less. available: how many rows fit.
    merged: the rows merged so far.
    """
    excess = len(rows) - available
    if excess <= 0:
        return set()
    differences = [0, *(difference(above, row) for above, row in pairwise(rows))]

    def rank(row: int) -> tuple[int, bool, int]:
        return differences[row], row not in merged, row

    ranks: list[tuple[int, ...]] = []
    for top in range(0, len(rows), CELL):
        order = sorted(range(max(1, top), top + CELL), key=rank)
        alike = _most_alike(differences[row] == 0 for row in order)
        ranks += [(index + 1 if index >= alike else 0, index, *rank(row)) for index, row in enumerate(order)]
    return {row for *_, row in sorted(ranks)[:excess]}


def most_to_merge(rows: Sequence[bytes], available: int) -> int:
    """Return how many pixel rows must be merged in each row of cells, if equal rows are merged first."""
    excess = len(rows) - available
    alike = [above == row for above, row in pairwise(rows)]
    merged = [_most_alike(alike[max(0, top - 1) : top + CELL - 1]) for top in range(0, len(rows), CELL)]
    return next((most for most in range(CELL) if sum(max(count, most) for count in merged) >= excess), CELL)


def _most_alike(alike: Iterable[bool]) -> int:
    """Count, in a row of cells, the pixel rows that may be merged as equal to the one above. alike: those equal."""
    count = sum(alike)
    return min(count, CELL - 1 if count >= CELL - 1 else MOST_ALIKE)


@lru_cache(MAX_CACHED)
def difference(above: bytes, row: bytes) -> int:
    """Return in how many pixels two rows of the picture differ."""
    return sum(map(ne, above, row)) if above != row else 0


@lru_cache(MAX_CACHED)
def merge(above: bytes, row: bytes) -> bytes:
    """Merge two pixel rows: the most common colour of both is their paper, all other pixels are kept as ink."""
    if above == row:
        return row
    paper = Counter(above + row).most_common(1)[0][0]
    return bytes(lower if lower != paper else upper for upper, lower in zip(above, row))
