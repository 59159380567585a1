"""What each move of a game has cost: the chances of winning that the best move would have kept."""

from collections.abc import Iterator
from typing import NamedTuple

from .domino_set import NO_NUMBER, RIGHT, domino_text
from .knowledge import Move, PlayerView
from .strategies import is_solvable, outcome
from .tree_search import TreeSearch, action_of

CLEAN = 4  # percentage points; a sample of two thousand games does not tell less apart
ROWS = 10  # of a page, the costliest moves


class ReviewedMove(NamedTuple):
    """A move of the player. number: from 1, among the player's. cost: games of a hundred that it loses."""

    number: int
    move: Move
    best: Move
    cost: int
    only_end: bool  # the line had no ends yet, or the domino fits one of them only


def review_move(number: int, view: PlayerView, move: Move) -> Iterator[ReviewedMove | None]:
    """Yield None after each slice of work, and at last what a move has cost."""
    results: dict[Move, float] = {}
    moves = view.moves()
    if len(moves) > 1 and is_solvable(view):
        memory: dict[int, int] = {}
        results = {one: float(outcome(view, one, memory)) for one in moves}
    elif len(moves) > 1:
        search = TreeSearch(view)
        yield from search.in_slices()
        results = {one: search.mean(action_of(view, one)) for one in moves}
    best = max(results, key=lambda one: (results[one], one == move), default=move)
    lost = results[best] - results.get(move, results[best]) if results else 0.0
    only_end = view.left == NO_NUMBER or sum(one.domino == move.domino for one in moves) == 1
    yield ReviewedMove(number, move, best, round(50 * lost), only_end)


def move_name(move: Move, only_end: bool = False) -> str:
    """Return a move in words: "5-3 left"."""
    return domino_text(move.domino) + ("" if only_end else " right" if move.end == RIGHT else " left")


def report(moves: list[ReviewedMove]) -> tuple[list[str], int, str]:
    """Return the rows of the page, the index of the costliest move or -1, and a sentence about it."""
    worst = max(moves, key=lambda one: one.cost, default=None)
    shown = sorted(sorted(moves, key=lambda one: -one.cost)[:ROWS])
    rows = [f"{one.number:>3}  {move_name(one.move, one.only_end):10}{cost_text(one)}" for one in shown]
    if worst is None or worst.cost < CLEAN:
        return rows, -1, "No move cost you much: well played."
    return rows, shown.index(worst), f"Move {worst.number} cost most, {worst.cost} games of 100."


def cost_text(one: ReviewedMove) -> str:
    """Return what a move has cost and what was better; "ok" if it was as good as the best."""
    return f"-{one.cost:<4} better: {move_name(one.best)}" if one.cost >= CLEAN else "ok"
