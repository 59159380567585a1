"""What Mahjong keeps on the tape: games, the best times of deals, the record.

A game is three arrays. The first is the original's: A(16,8,6), columns, rows, levels. Levels 1 to 5 are the values,
level 0 the height of each stack, level 6 the kind on top of it, 37 for none; column 0 stores single numbers, 7 a row.
The second is the order of the deal, then the places in the order of removal. The third is the kinds.
"""

from contextlib import suppress
from dataclasses import replace

from retro import Machine
from retro.basic import BasicError, Record, saved

from .mahjong import COLUMNS, GONE, KINDS, LEVELS, POSITIONS, ROWS, TILES, cursor_stack
from .rules.board import ABSENT, LAYOUTS, values_without
from .rules.descriptions import clock
from .variables import Variables

SAVED, UNFINISHED = "MAHJSAV", "MAHJEND"  # a saved game, and one that was left unfinished; 1 to 3 follow
RECORD, STATISTICS, TIMES = "MAHJREC", "MAHJSTAT", "MAHJTIMES"
MOST_TIMES = 200  # deals whose best times are kept
TURTLE = len(LAYOUTS)  # the level
NOTHING, KIND_ON_TOP, STORE = 37, LEVELS + 1, 0
FIELDS = ("tiles", "", "wins", "x", "y", "", "seed", "time", "hints", "won", "layout")  # "": unused
LARGEST = 2**31 - 1


def to_arrays(v: Variables) -> tuple[list[list[list[int]]], list[list[int]], list[int]]:
    """Return the three arrays of a game."""
    rows, columns = range(ROWS + 1), range(COLUMNS + 2)
    board = [[[*[0] * KIND_ON_TOP, NOTHING if x and y else 0] for y in rows] for x in columns]
    for place, (x, y, z) in enumerate(POSITIONS):
        board[x][y][z] = v.values[place]
        if v.values[place] != GONE:
            board[x][y][0] = z
            board[x][y][KIND_ON_TOP] = v.kinds[place]
    for index, name in enumerate(FIELDS):
        number = min(max(int(getattr(v, name)), 0), LARGEST) if name else 0
        board[STORE][index // (KIND_ON_TOP + 1)][index % (KIND_ON_TOP + 1)] = number
    return board, [v.order, v.taken], v.kinds


def save_arrays(m: Machine, v: Variables, name: str) -> None:
    """Save the game in three arrays. Raises BasicError."""
    for number, array in enumerate(to_arrays(v), 1):
        m.csave(f"{name}{number}", array)


def load_arrays(m: Machine, v: Variables, name: str) -> None:
    """Load the three arrays of a game. Raises BasicError if they are none; nothing has changed then.

    There are four tiles of each of 36 kinds, every pair of the deal and of the removed tiles is of one kind, the values
    are those of a board without the removed tiles, and the cursor is on a stack.
    """
    board, orders, kinds = (m.cload(f"{name}{number}") for number in (1, 2, 3))
    with suppress(TypeError, IndexError, KeyError, ValueError):
        order, taken = orders
        store = dict(zip(FIELDS, [number for stack in board[STORE] for number in stack]))
        numbers = [number for column in board for stack in column for number in stack] + [*order, *taken, *kinds]
        tiles, x, y = store["tiles"], store["x"], store["y"]
        values = values_without(taken[: TILES - tiles])
        del store[""]
        changes = {"values": values, "kinds": kinds, "order": order, "taken": taken, **store}
        game = replace(v, **changes)
        if (
            all(type(number) is int for number in numbers)
            and sorted(kinds) == sorted(4 * list(range(1, KINDS + 1)))
            and sorted(order) == list(range(TILES))
            and len(set(taken)) == len(taken)
            and len(taken) % 2 == 0
            and all(kinds[a] == kinds[b] for places in orders for a, b in zip(places[::2], places[1::2]))
            and tiles == sum(value != GONE for value in values)
            and to_arrays(game) == (board, orders, kinds)
            and x <= COLUMNS
            and cursor_stack(values, x, y) == (x, y)
            and game.layout < len(ABSENT)
        ):
            v.selected, v.highlighted = -1, frozenset()
            for field, value in changes.items():
                setattr(v, field, value)
            return
    raise BasicError(0, "THAT IS NO GAME.")


def load_record(m: Machine) -> Record:
    """Return the record from the tape, in the present or an earlier format."""
    record = Record(m, RECORD, levels=TURTLE, lowest=True)
    match saved(m, STATISTICS) if record.is_empty else None:
        case [int(games), int(wins), int(unaided), int(shortest), int(_)] if games >= wins >= unaided >= 0:
            record.counts[TURTLE - 1] = [games - wins + unaided, unaided, 0, wins - unaided, 0, 0]
            record.best = [(shortest, clock(shortest), 0)] if shortest > 0 else []
    return record


def load_times(m: Machine) -> dict[tuple[int, int], int]:
    """Return the best times in centiseconds by layout and seed; empty if they are damaged."""
    with suppress(TypeError, ValueError):
        return {(layout, seed): int(time) for layout, seed, time in saved(m, TIMES) or ()}
    return {}


def save_time(m: Machine, v: Variables) -> str:
    """Save the time of a game that was won without help if it is the best of its deal; return what is new."""
    layout, fastest = LAYOUTS[v.layout], v.fastest(v.layout)
    before = v.times.pop((v.layout, v.seed), 0)
    v.times[v.layout, v.seed] = min(v.time, before or v.time)
    m.csave(TIMES, [[*key, time] for key, time in v.times.items()][-MOST_TIMES:])
    if not fastest:
        return f"Your first {layout} without help!"
    if v.time < fastest:
        return f"Your fastest {layout}! Before: {clock(fastest)}."
    return f"This deal before: {clock(before)}." if before else f"Your fastest {layout}: {clock(fastest)}."
