"""How much of the picture fits into the terminal, and which rows to leave out."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise
from operator import ne

from retro.frontends.terminal.blocks import CELL, Cell

COLUMNS = 80  # of the terminal, where it has them
ROWS_NEEDED = 3, 4  # three of four rows of the machine must fit
FEWEST_ROWS = 3, 5  # of its pixel rows, if the user wants to see them: 60 rows of quadrants
FIRST_BLOCK = "\u2500"  # line and block characters begin here; characters before are text

# What a row is worth, from the first to be left out to the last.
RUN, REPEATED, EMPTY, DRAWN, TEXT, CURSOR = range(6)


def columns_per_cell(columns: int, rows: int, available_columns: int, available_rows: int) -> int:
    """Return how many columns of the terminal a cell of the machine gets: 4, 2 or 1; 0 if the picture does not fit."""
    if not most_rows_fit(rows, available_rows):
        return 0
    return next((times for times in (4, 2, 1) if columns * times <= min(COLUMNS, available_columns)), 0)


def most_rows_fit(rows: int, available: int, needed: tuple[int, int] = ROWS_NEEDED) -> bool:
    """Return whether so many rows that the rest can be left out, or merged, fit. needed: how many of how many."""
    part, whole = needed
    return available * whole >= rows * part


def sizes_needed(columns: int, rows: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the terminal sizes (columns, rows) that show everything, and that show just enough."""
    part, whole = ROWS_NEEDED
    return (max(COLUMNS, columns), rows), (columns, -(-rows * part // whole))


def visible_rows(rows: Sequence[Sequence[Cell]], cursor: int, available: int, omitted: Collection[int]) -> list[int]:
    """Choose the rows to show where not all fit.

    Rows that look like both neighbours go first, then repetitions of the row above, then empty rows, then rows without
    text, and last rows of text, the farthest from the cursor first. A row that is left out stays so until another one
    is worth less. cursor: the row of the text cursor. available: how many rows fit. omitted: the rows left out before.
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


def rows_to_merge(
    rows: Sequence[bytes], available: int, merged: Collection[int], needed: tuple[int, int] = ROWS_NEEDED
) -> set[int]:
    """Choose the pixel rows to merge with those above them, where not all fit.

    Those go first that look like the row above, then one in each row of cells, then another one; each time those that
    differ least. A row that is merged stays so until another one differs less. available: how many rows fit. merged:
    the rows merged before. needed: how many of how many rows fit at least.
    """
    part, whole = needed
    most = CELL - CELL * part // whole  # rows merged in each row of cells; one more if it is like the row above
    excess = len(rows) - available
    if excess <= 0:
        return set()
    differences = [0, *(sum(map(ne, above, row)) if above != row else 0 for above, row in pairwise(rows))]

    def rank(row: int) -> tuple[int, bool, int]:
        return differences[row], row not in merged, row

    ranks = [
        (index + 1 if differences[row] else 0, *rank(row))
        for top in range(0, len(rows), CELL)
        for index, row in enumerate(sorted(range(max(1, top), top + CELL), key=rank)[: most + 1])
        if index < most or not differences[row]
    ]
    return {row for *_, row in sorted(ranks)[:excess]}


def merge(above: bytes, row: bytes) -> bytes:
    """Merge two pixel rows: the colour that most of both have counts as their paper, all others as ink."""
    if above == row:
        return row
    paper = Counter(above + row).most_common(1)[0][0]
    return bytes(lower if lower != paper else upper for upper, lower in zip(above, row))
