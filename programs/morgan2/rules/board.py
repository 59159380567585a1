"""The rules of morgan2: 64 dominoes of six squares, a grid of 8 by 8 places, a stack of eight.

A domino is a code from 1 to 64; 0 is no domino. Bit k of code - 1 is the square in column k // 2, row k % 2: 0 is red,
1 is green. Places of the grid are numbers from 0 to 63, row by row; those of the stack 0 to 7, from the top.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

Random = Callable[[int], int]
Codes = tuple[int, ...]

DOMINOES, SIZE, PLACES, PENDING = 64, 8, 64, 8
BONUS = (8, 4, 2, 2, 0, 0, 0, 0)  # by the dominoes in the stack, the one that is placed included, less 1
LEFT, RIGHT, UPPER, LOWER = range(4)
SQUARES = ((0, 1), (4, 5), (0, 2, 4), (1, 3, 5))  # the bits of each side
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # rows and columns to the neighbour on each side
OPPOSITE = (RIGHT, LEFT, LOWER, UPPER)
IN_STACK, IN_GRID = 0, 1
NONE = -1
GRID_FULL, STACK_FULL, DECK_EMPTY = "grid full", "stack full", "deck empty"


# dominoes


def is_green(code: int, square: int) -> bool:
    """Return whether a square, 0 to 5, of a domino is green.  Documented: the original's d."""
    return bool(code - 1 >> square & 1)


def edge(code: int, side: int) -> int:
    """Return the squares of one side as a number, the first in bit 0.  Documented: the original's macro K."""
    return sum((code - 1 >> bit & 1) << n for n, bit in enumerate(SQUARES[side]))


def matches(code: int, other: int, side: int) -> bool:
    """Return whether another domino matches this side of a domino.  Documented: the original's macro K."""
    return edge(code, side) == edge(other, OPPOSITE[side])


def adjacent(place: int, side: int) -> int:
    """Return the place on this side of a place; NONE beyond the edge of the grid."""
    row, column = place // SIZE + STEPS[side][0], place % SIZE + STEPS[side][1]
    return SIZE * row + column if 0 <= row < SIZE and 0 <= column < SIZE else NONE


def neighbour(grid: Codes, place: int, side: int) -> int:
    """Return the domino on this side of a place, 0 if there is none.  Documented: the original's macro K."""
    other = adjacent(place, side)
    return 0 if other == NONE else grid[other]


def neighbours(grid: Codes, place: int) -> list[tuple[int, int]]:
    """Return (side, domino) for each side of a place with a domino on it."""
    return [(side, code) for side in range(4) if (code := neighbour(grid, place, side))]


def wrong_sides(grid: Codes, place: int, code: int) -> list[int]:
    """Return the sides on which this domino would not match its neighbour."""
    return [side for side, other in neighbours(grid, place) if not matches(code, other, side)]


def wrong_squares(grid: Codes, place: int, code: int) -> list[tuple[int, int, int]]:
    """Return the squares of this domino, each after its place and side, that differ from those of its neighbours."""
    return [
        (place, side, square)
        for side, other in neighbours(grid, place)
        for square, facing in zip(SQUARES[side], SQUARES[OPPOSITE[side]])
        if is_green(code, square) != is_green(other, facing)
    ]


def matching_neighbours(grid: Codes, place: int, code: int) -> int | None:
    """Return a domino's number of neighbours here, 0 to 4; None if the place is occupied or a side does not match.

    The domino may be placed if that is 1 or more.  Documented: the original adds up its macro K four times.
    """
    if grid[place] or wrong_sides(grid, place, code):
        return None
    return len(neighbours(grid, place))


# a game


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game."""

    deck: Codes  # all 64 dominoes; the first of them begins the grid
    grid: Codes  # the domino on each place, 0 for none
    stack: Codes = (0,) * PENDING  # the dominoes that wait, 0 for an empty place
    next: int = 1  # how many dominoes of the deck have been turned up, the first included
    picked: int = NONE  # the place in the stack of the domino shown as picked, or NONE
    mode: int = IN_STACK  # IN_STACK or IN_GRID
    row: int = 0  # the row of the grid's cursor
    column: int = 0  # the column of the grid's cursor
    pointer: int = 0  # the place of the stack's cursor
    total: int = 0  # the points
    fill: int = 1  # the number of dominoes on the grid

    @property
    def place(self) -> int:
        """The place of the grid's cursor."""
        return SIZE * self.row + self.column

    @property
    def selected(self) -> int:
        """The domino shown as picked, 0 for none."""
        return 0 if self.picked == NONE else self.stack[self.picked]

    @property
    def pending(self) -> Codes:
        """The dominoes in the stack."""
        return tuple(code for code in self.stack if code)

    @property
    def unplaced(self) -> Codes:
        """The dominoes that are not on the grid: those in the stack, then the deck from its next one on."""
        return self.pending + self.deck[self.next :]

    @property
    def bonus(self) -> int:
        """The points for each neighbour of a domino that is placed now."""
        return BONUS[max(0, len(self.pending) - 1)]


def start(deck: Sequence[int], place: int) -> State:
    """Return a new game with the first domino of the deck on this place of the grid.  Documented."""
    grid = tuple(deck[0] if index == place else 0 for index in range(PLACES))
    return State(tuple(deck), grid, row=place // SIZE, column=place % SIZE)


def shuffled(rnd: Random) -> list[int]:
    """Return the 64 dominoes in random order.  Documented: the original's macro L."""
    deck = list(range(1, DOMINOES + 1))
    for last in range(DOMINOES - 1, 0, -1):
        other = rnd(last + 1) - 1
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def deal(rnd: Random) -> State:
    """Deal a new game: a shuffled deck, a random place.  Documented: macro L and the first loop."""
    return start(shuffled(rnd), rnd(PLACES) - 1)


# keys


def turn_up(state: State) -> State:
    """Turn up the next domino of the deck, if any, at the cursor of the stack.  Documented."""
    if state.next == DOMINOES:
        return state
    return replace(state, stack=with_code(state.stack, state.pointer, state.deck[state.next]), next=state.next + 1)


def place_domino(state: State) -> State:
    """Place the picked domino at the cursor of the grid, if it fits.  Documented."""
    touching = matching_neighbours(state.grid, state.place, state.selected)
    if not touching:
        return state
    return replace(
        state,
        grid=with_code(state.grid, state.place, state.selected),
        stack=with_code(state.stack, state.picked, 0),
        picked=NONE,
        mode=IN_STACK,
        total=state.total + state.bonus * touching,
        fill=state.fill + 1,
    )


def go_back(state: State) -> State:
    """Go back to the stack; the picked domino stays there and stays picked.  Documented."""
    return replace(state, mode=IN_STACK)


def press_return(state: State) -> State:
    """Return the state after RETURN.  Documented."""
    if state.mode == IN_GRID:
        return go_back(state) if state.grid[state.place] else place_domino(state)
    if state.stack[state.pointer]:
        return replace(state, picked=state.pointer, mode=IN_GRID)
    return turn_up(state)


def move_cursor(state: State, down: int, right: int) -> State:
    """Move the cursor within its edges, in the stack only up and down.  Documented."""
    if state.mode == IN_STACK:
        return replace(state, pointer=clamp(state.pointer + down))
    return replace(state, row=clamp(state.row + down), column=clamp(state.column + right))


def clamp(index: int) -> int:
    """Return the nearest number from 0 to 7."""
    return min(max(index, 0), SIZE - 1)


def with_code(codes: Codes, index: int, code: int) -> Codes:
    """Return a copy with another code at this index."""
    return (*codes[:index], code, *codes[index + 1 :])


KEYS: dict[str, Callable[[State], State]] = {
    "U": lambda state: move_cursor(state, -1, 0),
    "D": lambda state: move_cursor(state, 1, 0),
    "L": lambda state: move_cursor(state, 0, -1),
    "R": lambda state: move_cursor(state, 0, 1),
    "E": press_return,
    "B": lambda state: go_back(state) if state.mode == IN_GRID else state,
}


def press_key(state: State, pressed: str) -> State:
    """Return the state after a key: U, D, L, R for the arrows, E for RETURN, B (ours) for back to the stack.

    Any other key changes nothing.  Documented: the original's cascade of conditions.
    """
    return KEYS[pressed](state) if pressed in KEYS else state


# scores, moves and the end


def final_documented(total: int, fill: int) -> float:
    """Return the final score as the author's text defines it: total divided by fill.  Documented."""
    return total / fill


def final_coded(total: int, fill: int) -> int:
    """Return the final score as the author's program shows it.  Documented."""
    return total * fill // PLACES


def tenths(total: int, fill: int) -> str:
    """Return the documented final score with one decimal, truncated."""
    whole, rest = divmod(total, fill)
    return f"{whole}.{10 * rest // fill}"


def open_places(grid: Codes) -> list[int]:
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


def fitting_places(grid: Codes, code: int) -> list[int]:
    """Return the places of the grid that a domino fits; none for 0."""
    return [place for place in range(PLACES) if code and matching_neighbours(grid, place, code)]


def fitting_codes(state: State, place: int) -> list[int]:
    """Return the unplaced dominoes that fit on this place of the grid."""
    return [code for code in state.unplaced if matching_neighbours(state.grid, place, code)]


def dead_places(state: State) -> list[int]:
    """Return the empty places with a neighbour that no unplaced domino fits any more."""
    return [place for place in open_places(state.grid) if not fitting_codes(state, place)]
