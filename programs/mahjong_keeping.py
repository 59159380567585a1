"""What Mahjong keeps on the tape: a game as three arrays, and statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro import Machine
from retro.basic import BasicError

from .rules import mahjong_tape as tape

if TYPE_CHECKING:
    from collections.abc import Callable

    from .mahjong import Variables

SAVED, LEFT_OFF = "MAHJSAV", "MAHJEND"  # a game that was saved, and one that was left; 1 to 3 come behind
STATISTICS = "MAHJSTAT"
NUMBERS = (1, 2, 3)


def save_arrays(m: Machine, v: Variables, name: str, tell: Callable[[str], None] = lambda name: None) -> None:
    """Write the three arrays. tell: is told the name of each but the last. Raises BasicError if that cannot be."""
    store = {"tiles": v.tiles, "games": v.games, "wins": v.wins, "x": v.x, "y": v.y, "undo": int(v.can_undo)}
    store |= {"seed": v.seed, "time": min(max(m.time, 0), tape.LARGEST), "hints": v.hints, "won": int(v.won)}
    for number, array in zip(NUMBERS, tape.pack(v.values, v.kinds, v.order, v.taken, store)):
        m.csave(f"{name}{number}", array)
        if number < NUMBERS[-1]:
            tell(f"{name}{number}")


def load_arrays(m: Machine, v: Variables, name: str, tell: Callable[[str], None] = lambda name: None) -> None:
    """Read the three arrays. Raises BasicError or Unreadable, with nothing changed, if they are no game."""
    arrays = []
    for number in NUMBERS:
        tell(f"{name}{number}")
        arrays.append(m.cload(f"{name}{number}"))
    v.values, v.kinds, v.order, v.taken, store = tape.unpack(*arrays)
    v.tiles, v.games, v.wins, v.x, v.y = (store[field] for field in ("tiles", "games", "wins", "x", "y"))
    v.seed, v.hints, v.can_undo, v.won = store["seed"], store["hints"], bool(store["undo"]), bool(store["won"])
    v.chosen, v.lit, v.playing = -1, frozenset(), True
    m.time = store["time"]


def was_left(m: Machine) -> bool:
    """Is there a game that somebody left?"""
    try:
        tape.unpack(*(m.cload(f"{LEFT_OFF}{number}") for number in NUMBERS))
    except (BasicError, tape.Unreadable):
        return False
    return True


def go_on(m: Machine, v: Variables) -> None:
    """Go on with the game that was left; it is not offered a second time."""
    load_arrays(m, v, LEFT_OFF)
    m.csave(f"{LEFT_OFF}1", 0)


def kept_totals(m: Machine) -> list[int]:
    """The statistics: games, wins, wins without help, the shortest of these in centiseconds, hints; or zeros."""
    try:
        kept = m.cload(STATISTICS)
    except BasicError:
        kept = None
    good = isinstance(kept, list) and [type(number) for number in kept] == 5 * [int]
    return list(kept) if good else 5 * [0]


def count_up(m: Machine, v: Variables, games: int = 0, wins: int = 0, hints: int = 0) -> None:
    """Add to the statistics, and keep them."""
    v.hints += hints
    alone = wins if v.hints == 0 else 0
    best = min(v.totals[3] or m.time, m.time) if alone else v.totals[3]
    v.totals = [v.totals[0] + games, v.totals[1] + wins, v.totals[2] + alone, best, v.totals[4] + hints]
    m.csave(STATISTICS, v.totals)
