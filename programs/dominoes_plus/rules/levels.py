"""The five levels of play by number; see `strategies` for levels 1 to 4 and `tree_search` for level 5."""

from collections.abc import Iterator

from .habit import move_against_habit
from .knowledge import Move, PlayerView
from .strategies import first_that_fits, is_solvable, most_common_numbers, one_move_ahead, solved_move, with_endgame
from .tree_search import TreeSearch

STRATEGIES = {1: first_that_fits, 2: most_common_numbers, 3: one_move_ahead, 4: with_endgame}
DEEPEST = 5
LEVELS = range(1, DEEPEST + 1)


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
