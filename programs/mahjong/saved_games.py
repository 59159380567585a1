"""Games and statistics of Mahjong on the tape."""

from collections.abc import Callable

from retro import Machine
from retro.basic import BasicError

from .rules import tape_format
from .variables import Variables

SAVED, UNFINISHED = "MAHJSAV", "MAHJEND"  # a saved game, and one that was left unfinished; 1 to 3 follow
STATISTICS, TIMES = "MAHJSTAT", "MAHJTIMES"
MOST_TIMES = 200  # deals whose best times are kept
NUMBERS = (1, 2, 3)


def save_arrays(m: Machine, v: Variables, name: str, report: Callable[[str], None] = lambda name: None) -> None:
    """Save the three arrays, and report the name of each but the last. Raises BasicError."""
    store = {"tiles": v.tiles, "games": v.games, "wins": v.wins, "x": v.x, "y": v.y, "undo": int(v.can_undo)}
    store |= {"seed": v.seed, "time": min(max(m.time, 0), tape_format.LARGEST), "hints": v.hints, "won": int(v.won)}
    store["layout"] = v.layout
    for number, array in zip(NUMBERS, tape_format.to_arrays(v.values, v.kinds, v.order, v.taken, store)):
        m.csave(f"{name}{number}", array)
        if number < NUMBERS[-1]:
            report(f"{name}{number}")


def load_arrays(m: Machine, v: Variables, name: str, report: Callable[[str], None] = lambda name: None) -> None:
    """Load the three arrays, and report the name of each.

    Raises BasicError if one cannot be loaded, InvalidGame if they are not a game; nothing has changed then.
    """
    arrays = []
    for number in NUMBERS:
        report(f"{name}{number}")
        arrays.append(m.cload(f"{name}{number}"))
    v.values, v.kinds, v.order, v.taken, store = tape_format.from_arrays(*arrays)
    v.tiles, v.games, v.wins, v.x, v.y = (store[field] for field in ("tiles", "games", "wins", "x", "y"))
    v.seed, v.hints, v.can_undo, v.won = store["seed"], store["hints"], bool(store["undo"]), bool(store["won"])
    v.layout = store["layout"]
    v.selected, v.highlighted, v.playing = -1, frozenset(), True
    m.time = store["time"]


def has_unfinished_game(m: Machine) -> bool:
    """Return whether there is an unfinished game."""
    try:
        tape_format.from_arrays(*(m.cload(f"{UNFINISHED}{number}") for number in NUMBERS))
    except (BasicError, tape_format.InvalidGame):
        return False
    return True


def resume_game(m: Machine, v: Variables) -> None:
    """Continue the unfinished game, and remove it from the tape."""
    load_arrays(m, v, UNFINISHED)
    m.csave(f"{UNFINISHED}1", 0)


def load_statistics(m: Machine) -> list[int]:
    """Return games, wins, wins without help, the shortest of these in centiseconds, and hints; zeros if damaged."""
    try:
        loaded = m.cload(STATISTICS)
    except BasicError:
        loaded = None
    valid = isinstance(loaded, list) and [type(number) for number in loaded] == 5 * [int]
    return list(loaded) if valid else 5 * [0]


def update_statistics(m: Machine, v: Variables, games: int = 0, wins: int = 0, hints: int = 0) -> None:
    """Add to the statistics, and save them."""
    v.hints += hints
    unaided = wins if v.hints == 0 else 0
    shortest = v.statistics[3]
    saved = shortest - min(shortest or m.time, m.time) if unaided else 0
    added = (games, wins, unaided, -saved, hints)
    v.statistics = [total + number for total, number in zip(v.statistics, added)]
    m.csave(STATISTICS, v.statistics)


def load_times(m: Machine) -> list[list[int]]:
    """Return layout, seed and best time in centiseconds of each deal that was won; none if damaged."""
    try:
        rows = m.cload(TIMES)
    except BasicError:
        return []
    valid = isinstance(rows, list) and all(isinstance(row, list) and [*map(type, row)] == 3 * [int] for row in rows)
    return [list(row) for row in rows] if valid else []


def best_time(m: Machine, v: Variables) -> int:
    """Return the best time of this deal in centiseconds; 0 if it was never won."""
    return next((time for layout, seed, time in load_times(m) if (layout, seed) == (v.layout, v.seed)), 0)


def save_time(m: Machine, v: Variables) -> None:
    """Save the time of a game that has just been won, if it is the best of its deal."""
    times = {(layout, seed): time for layout, seed, time in load_times(m)}
    best = min(m.time, times.pop((v.layout, v.seed), m.time))
    times[v.layout, v.seed] = best
    m.csave(TIMES, [[layout, seed, time] for (layout, seed), time in times.items()][-MOST_TIMES:])
