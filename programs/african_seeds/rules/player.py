"""The computer's play in African Seeds: the levels, and the alpha-beta search behind them.

The search keeps a board in one integer, six bits a cup, so that a lift is one addition; the row of the side to move
is in the lower half. It counts moves and not time: the same position gets the same answer on every machine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .sowing import CUPS, LOWER, ROW, SEEDS, TO_WIN, Position, Score, cups_of, legal_cups

Random = Callable[[int], int]  # of n: 1 to n
Considered = tuple[int, int | None]  # a cup, and the other side's reply

BITS = 6
CUP = (1 << BITS) - 1
HALF = BITS * ROW
LOWER_HALF = (1 << HALF) - 1
LAST = BITS * (CUPS - 1)

WIN = 1000  # the value of a win by this very move, less one for each move until then; a loss is worth -WIN
VALUE_BOUND = 2 * WIN

DEEP_PLIES = 8  # plies from which on a search finds the best cup only: a third of the work
PUZZLE_MOVES = 3  # of the player, of which the last one wins
PREVIEW_PLIES = 4  # plies of the search that orders the cups for a deep one


class Level(NamedTuple):
    """The depth of a level's search."""

    plies: int  # moves ahead; 0 plays at random
    lifts: int  # how many lifts of each move it follows


LEVELS = (
    Level(0, 1),  # the original's level 4
    Level(1, 3),  # its level 2
    Level(2, 3),
    Level(2, 50),  # its level 0, with the change that its author recommends
    Level(3, 20),
    Level(4, 100),
    Level(6, 100),
    Level(12, 100),
)
LEVEL_NAMES = ("any cup", "careless", "careful", "best of 1985", "far-sighted", "strong", "expert", "master")
EXPERT = 7


def pack(board: Sequence[int], side: int) -> int:
    """Return a board as one integer, this side's row in the lower half."""
    cups = (*cups_of(side), *cups_of(1 - side))
    return sum(board[cup] << BITS * index for index, cup in enumerate(cups))


@lru_cache(maxsize=1)
def sowing_tables() -> tuple[list[list[int]], list[list[int]]]:
    """Return, by a cup's first bit and number of seeds, what a lift adds to a packed board, and the last cup."""
    added: list[list[int]] = [[] for _ in range(LAST + 1)]
    ends: list[list[int]] = [[] for _ in range(LAST + 1)]
    for cup in range(CUPS):
        for seeds in range(SEEDS + 1):
            sown = sum(1 << BITS * ((cup + step) % CUPS) for step in range(1, seeds + 1))
            added[BITS * cup].append(sown - (seeds << BITS * cup))
            ends[BITS * cup].append(BITS * ((cup + seeds) % CUPS))
    return added, ends


def packed_moves(board: int, lifts: int) -> list[tuple[int, int, int]]:
    """Return all moves on a packed board, of at most `lifts` lifts each, as (captured, board after it, cup 0-5)."""
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
    """Return a packed board with the rows exchanged, as the other side sees it."""
    return board >> HALF | (board & LOWER_HALF) << HALF


def search(board: int, mine: int, theirs: int, level: Level, alpha: int = -VALUE_BOUND, beta: int = VALUE_BOUND) -> int:
    """Return the value of a packed board for the side to move: its lead after the level's plies, or a win beyond WIN.

    mine, theirs: captured seeds of the side to move and of the other. The value is exact between alpha and beta.
    """
    moves = packed_moves(board, level.lifts)
    if level.plies > 1:
        moves.sort(reverse=True)
    best = -VALUE_BOUND
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


def evaluate(
    values: dict[int, int],
    board: Sequence[int],
    score: Score,
    side: int,
    level: Level,
    cups: Sequence[int] | None = None,
) -> Iterator[Considered]:
    """Store the value of each cup of a side in `values`, in slices, so that the program can draw between them.

    Yield, before each slice, the cup under consideration and the other side's reply, None before the first reply. A
    value is the seeds won less the seeds lost within the search; values beyond half of WIN are WIN less the moves until
    the win. A deep search takes the cups to choose from (None: all); its values for cups worse than the best may be too
    high, but are below the best.
    """
    (plies, lifts), mine, theirs, least = level, score[side], score[1 - side], -VALUE_BOUND
    moves, preview = packed_moves(pack(board, side), lifts), Level(PREVIEW_PLIES, lifts)
    if plies >= DEEP_PLIES:
        moves.sort(key=lambda move: -move_value(move[0], move[1], mine, theirs, preview, -VALUE_BOUND, VALUE_BOUND))
    for captured, after, index in moves:
        cup = cups_of(side)[index]
        yield cup, None
        if plies < 2 or mine + captured >= TO_WIN or not after >> HALF:
            value = move_value(captured, after, mine, theirs, level, -VALUE_BOUND, VALUE_BOUND) if plies else 0
        else:
            best = -VALUE_BOUND
            for reply_captured, then, reply_index in sorted(packed_moves(swap_rows(after), lifts), reverse=True):
                yield cup, cups_of(1 - side)[reply_index]
                deeper = Level(plies - 1, lifts)
                reply = move_value(reply_captured, then, theirs, mine + captured, deeper, best, -least)
                best = max(best, reply)
                if best >= -least:
                    break
            value = -best
        if plies >= DEEP_PLIES and (cups is None or cup in cups):
            least = max(least, value - 1)
        if abs(value) > WIN:
            values[cup] = value - plies if value > 0 else value + plies
        else:
            values[cup] = value - (mine - theirs) * bool(plies)


def cup_values(board: Sequence[int], score: Score, side: int, level: Level) -> dict[int, int]:
    """Return the value of each cup of a side."""
    values: dict[int, int] = {}
    for _ in evaluate(values, board, score, side, level):
        pass
    return values


def choose_cup(values: Mapping[int, int] | Sequence[int], cups: Iterable[int], rnd: Random) -> int:
    """Return one of the most valuable of these cups. `rnd(n)`, 1 to n, is called only if several are equal."""
    allowed = list(cups)
    most = max(values[cup] for cup in allowed)
    equal = [cup for cup in allowed if values[cup] == most]
    return equal[rnd(len(equal)) - 1] if len(equal) > 1 else equal[0]


def would_swap(board: Sequence[int], score: Score, side: int, level: Level) -> bool:
    """Return whether the side to move is behind, so that a change of sides is good; without search by scores."""
    value = max(cup_values(board, score, side, level).values()) if level.plies else 0
    return value + score[side] - score[1 - side] < 0


def puzzle(rnd: Random) -> Position:
    """Return a position that only one cup of the lower row wins, at its third move at the latest."""
    while True:
        position = Position()
        for _ in range(rnd(20) + 3):
            cups = legal_cups(position.board, position.side)
            following = position.after(choose_cup([0] * CUPS, cups, rnd))
            if not following.verdict():
                position = following
        if position.side == LOWER:
            values = cup_values(position.board, position.score, LOWER, Level(2 * PUZZLE_MOVES - 1, 100)).values()
            best, *others = sorted(values, reverse=True)
            if best == WIN + 2 - 2 * PUZZLE_MOVES and others and others[0] < WIN // 2:
                return position
