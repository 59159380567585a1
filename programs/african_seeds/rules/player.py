"""The computer's play in African Seeds: the levels, and the alpha-beta search behind them.

The search keeps a board in one integer, six bits a cup, so that a lift is one addition; the row of the side to move
is in the lower half. It counts moves and not time: the same position gets the same answer on every machine.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .sowing import CUPS, ROW, SEEDS, TO_WIN, Score, cups_of

Random = Callable[[int], int]  # of n: 1 to n
Considered = tuple[int, int | None]  # a cup, and the other side's reply
SowingTables = tuple[list[list[int]], list[list[int]]]

BITS = 6
CUP = (1 << BITS) - 1
HALF = BITS * ROW
LOWER_HALF = (1 << HALF) - 1
LAST = BITS * (CUPS - 1)

WIN = 1000  # the value of a win by this very move, less one for each move until then; a loss is worth -WIN
BOUND = 2 * WIN

DEEP = 8  # plies from which on a search finds the best cup only: a third of the work
PREVIEW = 4  # plies of the search that orders the cups for a deep one


class Level(NamedTuple):
    """How far a level looks."""

    plies: int  # moves ahead; 0 plays at random
    lifts: int  # how many lifts of each move it follows


LEVELS = {
    "4": Level(0, 1),
    "3": Level(1, 1),
    "2": Level(1, 3),
    "1": Level(1, 20),
    "0": Level(2, 20),
    "X": Level(6, 100),
    "M": Level(12, 100),
}
NAMES = "MX01234?"  # of the levels -2 to 4; 5 is not chosen yet
UNKNOWN = 5
EXPERT = LEVELS["X"]
STRONG = Level(2, 50)  # levels 0 to 4 after the change that the original's author recommends


def level_name(number: int) -> str:
    """Return the name of a level."""
    return NAMES[number + 2]


def level_number(name: str) -> int:
    """Return the number of a level; UNKNOWN if there is none of that name."""
    return NAMES.index(name) - 2 if name in LEVELS else UNKNOWN


def pack(board: Sequence[int], side: int) -> int:
    """Return a board as one integer, this side's row in the lower half."""
    cups = (*cups_of(side), *cups_of(1 - side))
    return sum(board[cup] << BITS * index for index, cup in enumerate(cups))


@lru_cache(maxsize=1)
def sowing_tables() -> SowingTables:
    """Return, by first bit of a cup and number of seeds, what a lift adds to a packed board and where it ends."""
    added: list[list[int]] = [[] for _ in range(LAST + 1)]
    ends: list[list[int]] = [[] for _ in range(LAST + 1)]
    for cup in range(CUPS):
        for seeds in range(SEEDS + 1):
            sown = sum(1 << BITS * ((cup + step) % CUPS) for step in range(1, seeds + 1))
            added[BITS * cup].append(sown - (seeds << BITS * cup))
            ends[BITS * cup].append(BITS * ((cup + seeds) % CUPS))
    return added, ends


def packed_moves(board: int, lifts: int) -> list[tuple[int, int, int]]:
    """Return the moves on a packed board, each followed for so many lifts, as (captured, board after it, cup 0-5)."""
    added, ends = sowing_tables()
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


def swap_rows(board: int) -> int:
    """Return a packed board as the other side sees it."""
    return board >> HALF | (board & LOWER_HALF) << HALF


def search(board: int, mine: int, theirs: int, level: Level, alpha: int = -BOUND, beta: int = BOUND) -> int:
    """Return the value of a packed board for the side to move: its lead after so many plies, or a win beyond WIN.

    mine, theirs: captured seeds of the side to move and of the other. The value is exact between alpha and beta.
    """
    moves = packed_moves(board, level.lifts)
    if level.plies > 1:
        moves.sort(reverse=True)
    best = -BOUND
    for captured, after, _ in moves:
        best = max(best, move_value(captured, after, mine, theirs, level, max(alpha, best), beta))
        if best >= beta:
            break
    return best


def move_value(captured: int, after: int, mine: int, theirs: int, level: Level, alpha: int, beta: int) -> int:
    """Return the value of one move for the side that makes it; see `search`."""
    plies, lifts = level
    if not after >> HALF:
        return -WIN - plies
    mine += captured
    if mine >= TO_WIN:
        return WIN + plies
    if plies == 1:
        return mine - theirs
    return -search(swap_rows(after), theirs, mine, Level(plies - 1, lifts), -beta, -alpha)


class CupSearch:
    """The evaluation of every move of a side, in slices, so that the program can draw between them.

    Iterating yields, before each slice, the cup under consideration and the other side's reply, None before the
    first reply. After it `values` has for each cup seeds won less seeds lost; beyond half of WIN a win. A deep search
    needs to know the cups to choose from (None: all): the values of those worse than the best may be too high, but stay
    below it.
    """

    def __init__(
        self, board: Sequence[int], score: Score, side: int, level: Level, cups: Sequence[int] | None = None
    ) -> None:
        self.values: dict[int, int] = {}
        self._board, self._side, self._level = pack(board, side), side, level
        self._mine, self._theirs = score[side], score[1 - side]
        self._cups = cups_of(side) if cups is None else cups

    def __iter__(self) -> Iterator[Considered]:
        least = -BOUND
        for captured, after, index in self._moves():
            cup = cups_of(self._side)[index]
            yield cup, None
            value = (yield from self._evaluate(cup, captured, after, least)) if self._level.plies else 0
            if self._level.plies >= DEEP and cup in self._cups:
                least = max(least, value - 1)
            self.values[cup] = self._relative(value)

    def _moves(self) -> list[tuple[int, int, int]]:
        """Return the moves to evaluate, for a deep search the most promising first."""
        moves, preview = packed_moves(self._board, self._level.lifts), Level(PREVIEW, self._level.lifts)
        if self._level.plies >= DEEP:
            moves.sort(key=lambda move: -move_value(move[0], move[1], self._mine, self._theirs, preview, -BOUND, BOUND))
        return moves

    def _evaluate(self, cup: int, captured: int, after: int, least: int) -> Generator[Considered, None, int]:
        """Return the value of a cup, exact above `least`."""
        plies, lifts = self._level
        mine, other = self._mine + captured, swap_rows(after)
        if plies == 1 or mine >= TO_WIN or not after >> HALF:
            return move_value(captured, after, self._mine, self._theirs, self._level, -BOUND, BOUND)
        best = -BOUND
        for reply_captured, then, index in sorted(packed_moves(other, lifts), reverse=True):
            yield cup, cups_of(1 - self._side)[index]
            reply = move_value(reply_captured, then, self._theirs, mine, Level(plies - 1, lifts), best, -least)
            best = max(best, reply)
            if best >= -least:
                break
        return -best

    def _relative(self, value: int) -> int:
        """Return a value without the score so far, or WIN less the moves until the win."""
        if abs(value) > WIN:
            return value - self._level.plies if value > 0 else value + self._level.plies
        return value - (self._mine - self._theirs) * bool(self._level.plies)


def cup_values(board: Sequence[int], score: Score, side: int, level: Level) -> dict[int, int]:
    """Return the value of each cup of a side."""
    evaluation = CupSearch(board, score, side, level)
    for _ in evaluation:
        pass
    return evaluation.values


def choose_cup(values: Mapping[int, int] | Sequence[int], cups: Iterable[int], rnd: Random) -> int:
    """Return one of the most valuable of these cups. `rnd(n)`, 1 to n, is called only if several are equal."""
    allowed = list(cups)
    most = max(values[cup] for cup in allowed)
    equal = [cup for cup in allowed if values[cup] == most]
    return equal[rnd(len(equal)) - 1] if len(equal) > 1 else equal[0]


def would_swap(board: Sequence[int], score: Score, side: int, level: Level) -> bool:
    """Return whether the side to move would rather be the other side. A level that plays at random compares scores."""
    value = max(cup_values(board, score, side, level).values()) if level.plies else 0
    return value + score[side] - score[1 - side] < 0
