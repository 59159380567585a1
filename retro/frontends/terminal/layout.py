"""What of the picture there is room for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from retro.frontends.terminal.blocks import Cell

COLUMNS = 80  # of the terminal, where it has them
ROWS_NEEDED = 3, 4  # of four rows of the machine three must fit
BLOCKS = "\u2500"  # block characters begin here; what comes before says something

RUN, REPEATED, EMPTY, DRAWN, WRITTEN, CURSOR = range(6)


def across(columns: int, rows: int, wide: int, high: int) -> int:
    """How many columns of a terminal of this size a cell gets: 4, 2 or 1; 0 where the picture does not fit."""
    part, whole = ROWS_NEEDED
    if high * whole < rows * part:
        return 0
    return next((times for times in (4, 2, 1) if columns * times <= min(COLUMNS, wide)), 0)


def needed(columns: int, rows: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The sizes, columns and rows, that show everything, and that show enough."""
    part, whole = ROWS_NEEDED
    return (max(COLUMNS, columns), rows), (columns, -(-rows * part // whole))


def chosen_rows(lines: Sequence[Sequence[Cell]], cursor: int, room: int, omitted: Collection[int]) -> list[int]:
    """Which rows to show where there is room for so many: those that say most.

    First goes what is like the rows round it, then what repeats the row above, then empty rows, then drawings without
    text, and last of all text, from far away towards the cursor. What is left out stays so while nothing is worth less.
    """
    count = len(lines)
    if room >= count:
        return list(range(count))
    worth = [_worth(lines, row, cursor) for row in range(count)]
    order = sorted(range(count), key=lambda row: (worth[row], row not in omitted, _far(worth[row], row, cursor)))
    return sorted(order[count - room :])


def _far(worth: int, row: int, cursor: int) -> int:
    return -abs(row - cursor) if worth == WRITTEN else row


def _worth(lines: Sequence[Sequence[Cell]], row: int, cursor: int) -> int:
    """How much a row says."""
    line = lines[row]
    above = lines[row - 1] if row else None
    below = lines[row + 1] if row + 1 < len(lines) else None
    if row == cursor:
        return CURSOR
    if any(" " < cell[0] < BLOCKS for cell in line):
        return WRITTEN
    if line == above:
        return RUN if line == below else REPEATED
    return EMPTY if all(cell == line[0] for cell in line) else DRAWN
