"""The five levels of play by number; see `strategies` for levels 1 to 4 and `tree_search` for level 5."""

from collections.abc import Iterator

from .domino_set import mask
from .endgame import result_against_habit
from .knowledge import Move, PlayerView
from .strategies import (
    ends_after,
    first_that_fits,
    is_solvable,
    most_common_numbers,
    one_move_ahead,
    outcome,
    solved_move,
    with_endgame,
)
from .tree_search import TreeSearch

STRATEGIES = {1: first_that_fits, 2: most_common_numbers, 3: one_move_ahead, 4: with_endgame}
DEEPEST = 5
LEVELS = range(1, DEEPEST + 1)
ORDERS = 60  # of the other hand that are sampled


def choose_in_steps(level: int, view: PlayerView) -> Iterator[Move | None]:
    """Yield None after each slice of work, and at last the move of a level.

    Something in the hand must fit. The same view always gives the same move.
    """
    if level < DEEPEST:
        yield STRATEGIES[level](view)
    elif len(view.moves()) == 1:
        yield view.moves()[0]
    elif is_solvable(view):
        yield move_against_habit(view) if view.habit else solved_move(view)
    else:
        search = TreeSearch(view)
        yield from search.in_slices()
        yield search.best()


def move_against_habit(view: PlayerView) -> Move:
    """Return a move that wins against any play, else the best on average of sampled orders of the other hand.

    The other always lays the oldest domino that fits, see `PlayerView.habit`. An order decides all replies, so that
    only one's own moves are searched.
    """
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
