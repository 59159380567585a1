"""What can be said of a game of morgan2 beside its rules: what does not match, what is possible, whether it is over."""

from collections.abc import Sequence
from typing import NamedTuple

from ..morgan2 import (
    BONUS,
    DOMINOES,
    OPPOSITE,
    PENDING,
    PLACES,
    State,
    is_green,
    matches,
    matching_neighbours,
    neighbour,
)

SQUARES = ((0, 1), (4, 5), (0, 2, 4), (1, 3, 5))  # the bits of each side
GRID_FULL, STACK_FULL, DECK_EMPTY = "grid full", "stack full", "deck empty"


def neighbours(grid: Sequence[int], place: int) -> list[tuple[int, int]]:
    """Return (side, domino) for each side of a place with a domino on it."""
    return [(side, code) for side in range(4) if (code := neighbour(grid, place, side))]


def wrong_sides(grid: Sequence[int], place: int, code: int) -> list[int]:
    """Return the sides on which this domino would not match its neighbour."""
    return [side for side, other in neighbours(grid, place) if not matches(code, other, side)]


def wrong_squares(grid: Sequence[int], place: int, code: int) -> tuple[tuple[int, int], ...]:
    """Return the squares of this domino, each after its side, that differ from those of its neighbours."""
    return tuple(
        (side, square)
        for side, other in neighbours(grid, place)
        for square, facing in zip(SQUARES[side], SQUARES[OPPOSITE[side]])
        if is_green(code, square) != is_green(other, facing)
    )


def unplaced(state: State) -> list[int]:
    """Return the dominoes that are not on the grid: those in the stack, then the deck from its next one on."""
    return state.pending + state.deck[state.next :]


def bonus(state: State) -> int:
    """Return the points for each neighbour of a domino that is placed now."""
    return BONUS[max(0, len(state.pending) - 1)]


def tenths(total: int, fill: int) -> str:
    """Return the final score, total divided by fill, with one decimal, truncated.  Documented by the author's text."""
    whole, rest = divmod(total, fill)
    return f"{whole}.{10 * rest // fill}"


def open_places(grid: Sequence[int]) -> list[int]:
    """Return the empty places that have a neighbour."""
    return [place for place in range(PLACES) if not grid[place] and neighbours(grid, place)]


class Move(NamedTuple):
    """A domino of the stack, by its index there, and a place of the grid that it fits."""

    pointer: int
    place: int


def moves(state: State) -> list[Move]:
    """Return every placement that is possible now."""
    stack = enumerate(state.stack)
    return [Move(pointer, place) for pointer, code in stack for place in fitting_places(state.grid, code)]


def game_over(state: State) -> str:
    """Return GRID_FULL, STACK_FULL or DECK_EMPTY if no key can change anything more, else "".

    Documented by the author's text; the original's only end is Q.
    """
    if state.fill == PLACES:
        return GRID_FULL
    full, empty = len(state.pending) == PENDING, state.next == DOMINOES
    if not (full or empty) or moves(state):
        return ""
    return STACK_FULL if full else DECK_EMPTY


def fitting_places(grid: Sequence[int], code: int) -> list[int]:
    """Return the places of the grid that a domino fits; none for 0."""
    return [place for place in range(PLACES) if code and matching_neighbours(grid, place, code)]


def fitting_codes(state: State, place: int) -> list[int]:
    """Return the unplaced dominoes that fit on this place of the grid."""
    return [code for code in unplaced(state) if matching_neighbours(state.grid, place, code)]


def dead_places(state: State) -> list[int]:
    """Return the empty places with a neighbour that no unplaced domino fits any more."""
    return [place for place in open_places(state.grid) if not fitting_codes(state, place)]
