"""The five levels of play by number, and how long they take: see `domino_players` and `domino_search`."""

from __future__ import annotations

from .domino_players import best_of_end, commonest, first_that_fits, is_open, one_ahead, with_endgame
from .domino_search import Search, walks
from .domino_view import Move, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE = 100  # walks: some six thousandths of a second of work
AT_ONCE = {1: first_that_fits, 2: commonest, 3: one_ahead, 4: with_endgame}
DEEPEST = 5
LEVELS = range(1, DEEPEST + 1)


def thinking(level: int, view: View) -> Iterator[Move | None]:
    """The move of a level, the last that this gives; before it None after each slice of work, if there is much to do.

    Something of the hand must fit. The same view always gives the same move.
    """
    if level < DEEPEST:
        yield AT_ONCE[level](view)
    elif len(view.moves()) == 1:
        yield view.moves()[0]
    elif is_open(view):
        yield best_of_end(view)
    else:
        yield from _searching(view)


def _searching(view: View) -> Iterator[Move | None]:
    search = Search(view)
    for _ in range(walks(view.rules) // SLICE):
        search.walk(SLICE)
        yield None
    yield search.best()


def choice(level: int, view: View) -> Move:
    """The same, all at once."""
    *_, move = thinking(level, view)
    assert move is not None
    return move
