"""Rules of morgan2 beyond the original's: which sides do not match, which moves are possible, the end of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from ..morgan2 import BONUS, DOMINOES, PENDING, PLACES, State, matches, matching_neighbours, neighbour

SQUARES = ((0, 1), (4, 5), (0, 2, 4), (1, 3, 5))  # the bits of each side
GRID_FULL, STACK_FULL, DECK_EMPTY = "grid full", "stack full", "deck empty"


def neighbours(grid: Sequence[int], place: int) -> list[tuple[int, int]]:
    """Return (side, domino) for each side of a place with a domino on it."""
    return [(side, code) for side in range(4) if (code := neighbour(grid, place, side))]


def wrong_sides(grid: Sequence[int], place: int, code: int) -> list[int]:
    """Return the sides at which a domino does not match its neighbour."""
    return [side for side, other in neighbours(grid, place) if not matches(code, other, side)]


def unplaced(state: State) -> list[int]:
    """Return the dominoes that are not on the grid: those in the stack, then those still in the deck."""
    return state.pending + state.deck[state.next :]


def bonus(state: State) -> int:
    """Return the points for each neighbour of the next domino to be placed."""
    return BONUS[max(0, len(state.pending) - 1)]


def tenths(total: int, fill: int) -> str:
    """Return the final score, total divided by fill, truncated to one decimal. Described by the author's text."""
    whole, rest = divmod(total, fill)
    return f"{whole}.{10 * rest // fill}"


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

    Described by the author's text; the original's only end is Q.
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
    """Return the empty places with a neighbour that no unplaced domino fits."""
    open_places = [place for place in range(PLACES) if not state.grid[place] and neighbours(state.grid, place)]
    return [place for place in open_places if not fitting_codes(state, place)]
