"""The computer's play in African Seeds: the levels, and the search behind them.

The search keeps a board in one number, six bits a cup, so that a whole lift is one addition; the row of whoever moves
is in the lower half. It counts nothing but moves: the same position gets the same answer on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .seeds import CUPS, LIFTS, ROW, SEEDS, TO_WIN, cups_of, legal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from .seeds import Score

    Chance = Callable[[int], int]
    Considered = tuple[int, int | None]
    Tables = tuple[list[list[int]], list[list[int]]]

BITS = 6
CUP = (1 << BITS) - 1
HALF = BITS * ROW
LOWER_HALF = (1 << HALF) - 1
LAST = BITS * (CUPS - 1)

WON = 1000  # a win by this very move, less one for each move until then; a game lost by it is worth -WON
BOUND = 2 * WON


class Level(NamedTuple):
    """How far a level looks. plies: moves ahead, 0: it plays at random. lifts: how far it follows each move."""

    plies: int
    lifts: int


LEVELS = {
    "4": Level(0, 1),
    "3": Level(1, 1),
    "2": Level(1, 5),
    "1": Level(1, 20),
    "0": Level(2, 20),
    "X": Level(6, LIFTS),
    "M": Level(10, LIFTS),
}
EXPERT = LEVELS["X"]
STRONG = Level(2, 50)  # levels 0 to 4 after the change that the original's author recommends


def packed(board: Sequence[int], side: int) -> int:
    """A board as one number, this side's row in the lower half."""
    cups = (*cups_of(side), *cups_of(1 - side))
    return sum(board[cup] << BITS * place for place, cup in enumerate(cups))


@lru_cache(maxsize=1)
def tables() -> Tables:
    """By the first bit of a cup and its seeds: what lifting adds to a packed board, and where it ends, a first bit."""
    added: list[list[int]] = [[] for _ in range(LAST + 1)]
    ends: list[list[int]] = [[] for _ in range(LAST + 1)]
    for cup in range(CUPS):
        for seeds in range(SEEDS + 1):
            sown = sum(1 << BITS * ((cup + step) % CUPS) for step in range(1, seeds + 1))
            added[BITS * cup].append(sown - (seeds << BITS * cup))
            ends[BITS * cup].append(BITS * ((cup + seeds) % CUPS))
    return added, ends


def moves(board: int, lifts: int) -> list[tuple[int, int, int]]:
    """The moves on a packed board, each followed for so many lifts: captured seeds, the board then, the cup (0-5)."""
    added, ends = tables()
    found = []
    for cup in range(ROW):
        at = BITS * cup
        seeds = board >> at & CUP
        if not seeds:
            continue
        after, captured = board, 0
        for _ in range(lifts):
            after += added[at][seeds]
            at = ends[at][seeds]
            seeds = after >> at & CUP
            if seeds == 1:
                if at < HALF:
                    captured = after >> LAST - at & CUP
                    after -= captured << LAST - at
                break
        found.append((captured, after, cup))
    return found


def turned(board: int) -> int:
    """A packed board as the other side sees it."""
    return board >> HALF | (board & LOWER_HALF) << HALF


def value(board: int, mine: int, theirs: int, level: Level, alpha: int = -BOUND, beta: int = BOUND) -> int:
    """What a position is worth to whoever moves: the seeds he will be ahead, so many plies on, beyond WON a win.

    mine, theirs: captured so far. Exact if it lies between alpha and beta; else no further away from them than it is.
    """
    found = moves(board, level.lifts)
    if level.plies > 1:
        found.sort(reverse=True)
    best = -BOUND
    for captured, after, _ in found:
        best = max(best, worth(captured, after, mine, theirs, level, max(alpha, best), beta))
        if best >= beta:
            break
    return best


def worth(captured: int, after: int, mine: int, theirs: int, level: Level, alpha: int, beta: int) -> int:
    """What one move is worth to the side that makes it, as `value` counts."""
    plies, lifts = level
    if not after >> HALF:
        return -WON - plies
    mine += captured
    if mine >= TO_WIN:
        return WON + plies
    if plies == 1:
        return mine - theirs
    return -value(turned(after), theirs, mine, Level(plies - 1, lifts), -beta, -alpha)


class Thinking:
    """The weighing of every move of a side, in slices, so that something can be done between them.

    Iterate over it: before each slice it gives the cup that is weighed and the other side's reply, None before the
    first of them. Afterwards values holds what each cup is worth: seeds won less seeds lost; beyond half of WON a win.
    """

    def __init__(self, board: Sequence[int], score: Score, side: int, level: Level) -> None:
        self.values: dict[int, int] = {}
        self._board, self._side, self._level = packed(board, side), side, level
        self._mine, self._theirs = score[side], score[1 - side]

    def __iter__(self) -> Iterator[Considered]:
        for captured, after, place in moves(self._board, self._level.lifts):
            cup = cups_of(self._side)[place]
            yield cup, None
            found = (yield from self._weigh(cup, captured, after)) if self._level.plies else 0
            self.values[cup] = self._plain(found)

    def _weigh(self, cup: int, captured: int, after: int) -> Generator[Considered, None, int]:
        plies, lifts = self._level
        mine, other = self._mine + captured, turned(after)
        if plies == 1 or mine >= TO_WIN or not after >> HALF:
            return worth(captured, after, self._mine, self._theirs, self._level, -BOUND, BOUND)
        best = -BOUND
        for taken, then, place in sorted(moves(other, lifts), reverse=True):
            yield cup, cups_of(1 - self._side)[place]
            best = max(best, worth(taken, then, self._theirs, mine, Level(plies - 1, lifts), best, BOUND))
        return -best

    def _plain(self, found: int) -> int:
        """A worth as the seeds still to be won, or WON less the moves until then."""
        if abs(found) > WON:
            return found - self._level.plies if found > 0 else found + self._level.plies
        return found - (self._mine - self._theirs) * bool(self._level.plies)


def weighed(board: Sequence[int], score: Score, side: int, level: Level) -> dict[int, int]:
    """What each cup of a side is worth, all at once."""
    thinking = Thinking(board, score, side, level)
    for _ in thinking:
        pass
    return thinking.values


def choose(values: Mapping[int, int] | Sequence[int], cups: Iterable[int], rnd: Chance) -> int:
    """One of the cups worth most, of those that may be lifted. rnd(n) gives 1 to n; asked only if several are equal."""
    allowed = list(cups)
    most = max(values[cup] for cup in allowed)
    equal = [cup for cup in allowed if values[cup] == most]
    return equal[rnd(len(equal)) - 1] if len(equal) > 1 else equal[0]


def best(board: Sequence[int], score: Score, side: int, level: Level, rnd: Chance) -> int:
    """The cup that a level lifts; without a search where there is only one."""
    cups = legal(board, side)
    return cups[0] if len(cups) == 1 else choose(weighed(board, score, side, level), cups, rnd)


def would_swap(board: Sequence[int], score: Score, side: int, level: Level) -> bool:
    """Would the side that is to move rather be the other one? A level that weighs nothing goes by the score."""
    here = max(weighed(board, score, side, level).values()) if level.plies else 0
    return here + score[side] - score[1 - side] < 0
