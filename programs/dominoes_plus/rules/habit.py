"""The end of a game against a player who always lays the oldest domino that fits: see `PlayerView.habit`.

The other hand is known then, but not its order. A sampled order decides all replies, so that only one's own moves are
searched. A position that is won against any play is left to the exact solver.
"""

from .domino_set import mask
from .endgame import result_against_habit
from .knowledge import Move, PlayerView
from .strategies import ends_after, outcome, solved_move
from .tree_search import TreeSearch

ORDERS = 60  # sampled


def move_against_habit(view: PlayerView) -> Move:
    """Return a move that wins against any play, else the best on average of the sampled orders."""
    solved = solved_move(view)
    if outcome(view, solved, {}) == 1:
        return solved
    samples, hand = TreeSearch(view), mask(view.hand)
    totals = dict.fromkeys(view.moves(), 0)
    for _ in range(ORDERS):
        other = tuple(samples.sample()[0])
        for move in totals:
            left = hand ^ 1 << move.domino
            totals[move] += result_against_habit(left, other, ends_after(view, move), False)
    return max(totals, key=lambda move: (totals[move], move == solved))
