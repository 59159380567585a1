"""The tape format of a game of Mahjong: three arrays.

The first is the original's: A(16,8,6), columns, rows, levels. Levels 1 to 5 are the values, level 0 the height of
each stack, level 6 the kind on top of it, 37 for none; column 0 stores single numbers, 7 a row. The second is the
order of the deal, then the places in the order of removal. The third is the kinds.
"""

from collections.abc import Sequence
from typing import Any

from ..mahjong import COLUMNS, GONE, KINDS, LEVELS, POSITIONS, ROWS, TILES, cursor_stack, start_values, take
from .board import ABSENT

Board = list[list[list[int]]]

NOTHING, KIND_ON_TOP, STORE = 37, LEVELS + 1, 0
FIELDS = ("tiles", "games", "wins", "x", "y", "undo", "seed", "time", "hints", "won", "layout")
UNUSED = ("games", "undo")  # of an earlier version
KEPT = tuple(name for name in FIELDS if name not in UNUSED)
LARGEST = 2**31 - 1


class InvalidGame(ValueError):
    """The loaded arrays are not a game of Mahjong."""


def to_arrays(
    values: Sequence[int], kinds: Sequence[int], order: Sequence[int], taken: Sequence[int], store: dict[str, int]
) -> tuple[Board, list[list[int]], list[int]]:
    """Return the three arrays.

    taken: the places in order of removal, then those put back. store: a number for each of FIELDS.
    """
    board = [[[0] * (KIND_ON_TOP + 1) for _ in range(ROWS + 1)] for _ in range(COLUMNS + 2)]
    for column in board[1:]:
        for stack in column[1:]:
            stack[KIND_ON_TOP] = NOTHING
    for place, (x, y, z) in enumerate(POSITIONS):
        board[x][y][z] = values[place]
        if values[place] != GONE:
            board[x][y][0] = z
            board[x][y][KIND_ON_TOP] = kinds[place]
    for index, name in enumerate(FIELDS):
        board[STORE][index // (KIND_ON_TOP + 1)][index % (KIND_ON_TOP + 1)] = store[name]
    return board, [list(order), list(taken)], list(kinds)


def from_arrays(
    board: Any, orders: Any, kinds: Any
) -> tuple[list[int], list[int], list[int], list[int], dict[str, int]]:
    """Return values, kinds, order, removed places and store. Raises InvalidGame if they are inconsistent.

    There are four tiles of each of 36 kinds, every pair of the deal and of the removed tiles is of one kind, the values
    are those of a board without the removed tiles, and the cursor is on a stack.
    """
    try:
        order, taken = orders
        store = dict(zip(FIELDS, [number for stack in board[STORE] for number in stack]))
        numbers = [number for column in board for stack in column for number in stack] + [*order, *taken, *kinds]
        valid = all(type(number) is int and 0 <= number <= LARGEST for number in numbers)
        values, x, y = start_values(), store["x"], store["y"]
        for place in taken[: TILES - store["tiles"]]:
            take(values, place)
        valid = (
            valid
            and sorted(kinds) == sorted(4 * list(range(1, KINDS + 1)))
            and sorted(order) == list(range(TILES))
            and len(set(taken)) == len(taken)
            and len(taken) % 2 == 0
            and all(kinds[a] == kinds[b] for places in (order, taken) for a, b in zip(places[::2], places[1::2]))
            and store["tiles"] == sum(value != GONE for value in values)
            and to_arrays(values, kinds, order, taken, store) == (board, orders, kinds)
            and x <= COLUMNS
            and cursor_stack(values, x, y) == (x, y)
            and store["layout"] < len(ABSENT)
        )
    except (TypeError, IndexError, KeyError, ValueError) as error:
        raise InvalidGame(f"wrong shape: {error}") from error
    if not valid:
        raise InvalidGame("the numbers are inconsistent")
    return values, kinds, order, taken, store
