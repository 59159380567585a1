"""The review of a game: the chances of winning that each move has lost against the best move."""

from collections.abc import Iterator
from typing import NamedTuple

from .domino_set import NO_NUMBER, RIGHT, domino_text
from .knowledge import Move, PlayerView
from .levels import is_solvable, outcome
from .tree_search import TreeSearch, action_of

SMALLEST_COST = 4  # percentage points; a sample of two thousand games does not tell less apart
MISTAKE = 15  # percentage points
ROWS = 9  # of a page, the costliest moves
LOST_BY = {(1, -1): "this lost the game", (1, 0): "this gave the win away", (0, -1): "this lost a draw"}
WOULD_HAVE = {1: "won", 0: "drawn"}


class ReviewedMove(NamedTuple):
    """A move of the player, with its cost."""

    number: int  # from 1, among the player's
    move: Move
    best: Move
    cost: int  # games of a hundred that it loses
    only_end: bool  # the line had no ends yet, or the domino fits one of them only
    exact: tuple[int, int] | None = None  # if it could be computed, the results of the best move and of this one

    @property
    def sentences(self) -> tuple[str, str]:
        """Two sentences of at most 39 characters: the effect of the move, and the better move, or ""."""
        name = f"Move {self.number}, {move_name(self.move, self.only_end)}"
        if self.cost < SMALLEST_COST:
            return f"{name}: well played.", ""
        if self.exact:
            better = f"would have {WOULD_HAVE[self.exact[0]]}"
            return f"{name}: {LOST_BY[self.exact]}.", f"{move_name(self.best)} {better}."
        return f"{name}: loses {self.cost} in 100.", f"{move_name(self.best)} was better."


def review_move(number: int, view: PlayerView, move: Move) -> Iterator[ReviewedMove | None]:
    """Yield None after each slice of work, and finally the cost of a move."""
    results: dict[Move, float] = {}
    moves = view.moves()
    solved = len(moves) > 1 and is_solvable(view)
    if solved:
        memory: dict[int, int] = {}
        results = {one: outcome(view, one, memory) for one in moves}
    elif len(moves) > 1:
        search = TreeSearch(view)
        yield from search.in_slices()
        results = {one: search.mean(action_of(view, one)) for one in moves}
    best = max(results, key=lambda one: (results[one], one == move), default=move)
    lost = results[best] - results[move] if results else 0.0
    only_end = view.left == NO_NUMBER or sum(one.domino == move.domino for one in moves) == 1
    exact = (int(results[best]), int(results[move])) if solved else None
    yield ReviewedMove(number, move, best, round(50 * lost), only_end, exact)


def move_name(move: Move, only_end: bool = False) -> str:
    """Return a move in words: "5-3 left"."""
    return domino_text(move.domino) + ("" if only_end else " right" if move.end == RIGHT else " left")


def report(moves: list[ReviewedMove]) -> tuple[list[ReviewedMove], int, str]:
    """Return the costliest moves in the order of the game, the index of the worst, and a sentence on that."""
    shown = sorted(sorted(moves, key=lambda one: -one.cost)[:ROWS])
    worst = max(shown, key=lambda one: one.cost, default=None)
    if worst is None or worst.cost < SMALLEST_COST:
        return shown, 0, "No move cost you much: well played."
    return shown, shown.index(worst), " ".join(worst.sentences)


def row_text(one: ReviewedMove) -> str:
    """Return a move and what it was worth, in at most 30 characters."""
    worth = ("well played", "not the best", "a mistake")[(one.cost >= SMALLEST_COST) + (one.cost >= MISTAKE)]
    return f"Move {one.number}: {move_name(one.move, one.only_end)}".ljust(18) + worth
