"""Games of Mahjong on the tape, the best times of deals, and the record."""

from retro import Machine
from retro.basic import BasicError, Record

from .rules import descriptions, tape_format
from .rules.board import LAYOUTS
from .variables import Variables

SAVED, UNFINISHED = "MAHJSAV", "MAHJEND"  # a saved game, and one that was left unfinished; 1 to 3 follow
RECORD, STATISTICS, TIMES = "MAHJREC", "MAHJSTAT", "MAHJTIMES"
MOST_TIMES = 200  # deals whose best times are kept
NUMBERS = (1, 2, 3)
TURTLE = len(LAYOUTS)  # the level


def save_arrays(m: Machine, v: Variables, name: str) -> None:
    """Save the game in three arrays. Raises BasicError."""
    store = dict.fromkeys(tape_format.UNUSED, 0)
    store |= {field: min(max(int(getattr(v, field)), 0), tape_format.LARGEST) for field in tape_format.KEPT}
    for number, array in zip(NUMBERS, tape_format.to_arrays(v.values, v.kinds, v.order, v.taken, store)):
        m.csave(f"{name}{number}", array)


def load_arrays(m: Machine, v: Variables, name: str) -> None:
    """Load the three arrays of a game.

    Raises BasicError if one cannot be loaded, InvalidGame if they are not a game; nothing has changed then.
    """
    arrays = [m.cload(f"{name}{number}") for number in NUMBERS]
    v.values, v.kinds, v.order, v.taken, store = tape_format.from_arrays(*arrays)
    for field in tape_format.KEPT:
        setattr(v, field, store[field])
    v.selected, v.highlighted = -1, frozenset()


def load_record(m: Machine) -> Record:
    """Return the record; that of a version that counted otherwise, if there is no other."""
    record = Record(m, RECORD, levels=TURTLE, lowest=True)
    try:
        old = m.cload(STATISTICS) if record.is_empty else None
    except BasicError:
        old = None
    match old:
        case [int(games), int(wins), int(unaided), int(shortest), int(_)] if games >= wins >= unaided >= 0:
            record.counts[TURTLE - 1] = [games - wins + unaided, unaided, 0, wins - unaided, 0, 0]
            record.best = [(shortest, descriptions.clock(shortest), 0)] if shortest > 0 else []
    return record


def load_times(m: Machine) -> dict[tuple[int, int], int]:
    """Return the best time in centiseconds of each deal that was won, by layout and seed; none if damaged."""
    try:
        return {(layout, seed): int(time) for layout, seed, time in m.cload(TIMES)}
    except (BasicError, TypeError, ValueError):
        return {}


def best_times(m: Machine) -> list[str]:
    """Return the best time of each layout, as minutes and seconds; "" where none was won."""
    times = load_times(m)
    best = [min((times[deal] for deal in times if deal[0] == layout), default=0) for layout in range(TURTLE)]
    return [descriptions.clock(time) if time else "" for time in best]


def save_time(m: Machine, v: Variables) -> int:
    """Save the time of a game that was won, if it is the best of its deal. Return the best one before, or 0."""
    times, deal = load_times(m), (v.layout, v.seed)
    before = times.pop(deal, 0)
    times[deal] = min(v.time, before or v.time)
    m.csave(TIMES, [[*key, time] for key, time in times.items()][-MOST_TIMES:])
    return before
