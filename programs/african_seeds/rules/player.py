"""The computer's play in African Seeds: the levels, and the alpha-beta search behind them.

The search keeps a board in one integer, six bits a cup, so that a lift is one addition; the row of the side to move
is in the lower half. It counts moves and not time: the same position gets the same answer on every machine.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from .sowing import CUPS, LOWER, ROW, SEEDS, TO_WIN, Position, legal_cups

Random = Callable[[int], int]  # of n: 1 to n
Move = tuple[int, int, int]  # on a packed board: the captured seeds, the board after it, the cup from 0 to 5
Consider = Callable[[int], None] | None  # called with the cup of each move before it is searched

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
    return sum(seeds << BITS * n for n, seeds in enumerate((*board[ROW * side :], *board[: ROW * side])))


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


def packed_moves(board: int, lifts: int) -> list[Move]:
    """Return all moves on a packed board, of at most `lifts` lifts each."""
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


def search(board: int, mine: int, theirs: int, level: Level, alpha: int, beta: int, consider: Consider = None) -> int:
    """Return the value of a packed board for the side to move: its lead after the level's plies, or a win beyond WIN.

    mine, theirs: captured seeds of the side to move and of the other. The value is exact between alpha and beta.
    """
    moves = packed_moves(board, level.lifts)
    if level.plies > 1 or consider:
        moves.sort(reverse=True)
    best = -VALUE_BOUND
    for move in moves:
        if consider:
            consider(move[2])
        best = max(best, move_value(move, mine, theirs, level, max(alpha, best), beta))
        if best >= beta:
            break
    return best


def move_value(
    move: Move, mine: int, theirs: int, level: Level, alpha: int, beta: int, consider: Consider = None
) -> int:
    """Return the value of one move for the side that makes it; see `search`, which looks for the best reply."""
    (captured, after, _), (plies, lifts) = move, level
    if not after >> HALF:
        return -WIN - plies
    mine += captured
    if mine >= TO_WIN:
        return WIN + plies
    if plies == 1:
        return mine - theirs
    swapped = after >> HALF | (after & LOWER_HALF) << HALF  # as the other side sees it
    return -search(swapped, theirs, mine, Level(plies - 1, lifts), -beta, -alpha, consider)


def cup_values(
    position: Position,
    level: Level,
    allowed: Sequence[int] = range(CUPS),
    consider: Callable[[int, int], None] = lambda side, cup: None,
) -> dict[int, int]:
    """Return the value of each cup of the side to move: seeds won less seeds lost, or WIN less the moves until a win.

    A deep search takes the cups that are allowed; its values for cups worse than the best of them may be too high, but
    are below the best. consider: called with the side and each of its cups, 0 to 5, then with the other and each reply.
    """
    side, mine, theirs = position.side, position.score[position.side], position.score[1 - position.side]
    if not level.plies:
        return dict.fromkeys(legal_cups(position.board, side), 0)
    moves, deep = packed_moves(pack(position.board, side), level.lifts), level.plies >= DEEP_PLIES
    values, least = {}, -VALUE_BOUND
    if deep:
        preview = Level(PREVIEW_PLIES, level.lifts)
        moves.sort(key=lambda move: -move_value(move, mine, theirs, preview, -VALUE_BOUND, VALUE_BOUND))
    for move in moves:
        cup = ROW * side + move[2]
        consider(side, move[2])
        value = move_value(move, mine, theirs, level, least, VALUE_BOUND, partial(consider, 1 - side))
        if deep and cup in allowed:
            least = max(least, value - 1)
        at_once = level.plies if value > 0 else -level.plies
        values[cup] = value - at_once if abs(value) > WIN else value - mine + theirs
    return values


def puzzle(rnd: Random) -> Position:
    """Return a position that only one cup of the lower row wins, at its third move at the latest."""
    while True:
        position = Position()
        for _ in range(rnd(20) + 3):
            cups = legal_cups(position.board, position.side)
            following = position.after(cups[rnd(len(cups)) - 1 if cups[1:] else 0])
            if following.winner() is None:
                position = following
        if position.side == LOWER:
            values = cup_values(position, Level(2 * PUZZLE_MOVES - 1, 100)).values()
            best, *others = sorted(values, reverse=True)
            if best == WIN + 2 - 2 * PUZZLE_MOVES and others and others[0] < WIN // 2:
                return position
