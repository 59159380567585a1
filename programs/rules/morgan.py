"""The rules of morgan2: 64 dominoes of six squares, a grid of 8 by 8 places, a stack of eight.

A domino is a code from 1 to 64; 0 is no domino. Bit k of code - 1 is the square in column k // 2, row k % 2: 0 is red,
1 is green. Places of the grid are numbers from 0 to 63, row by row; those of the stack 0 to 7, from the top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Chance = Callable[[int], int]
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
    """Is this square (0 to 5) of a domino green?  Documented: the original's d."""
    return bool(code - 1 >> square & 1)


def edge(code: int, side: int) -> int:
    """The squares of one side as a number, the first of them in bit 0.  Documented: the original's macro K."""
    return sum((code - 1 >> bit & 1) << n for n, bit in enumerate(SQUARES[side]))


def matches(code: int, other: int, side: int) -> bool:
    """May another domino lie on this side of a domino?  Documented: the original's macro K."""
    return edge(code, side) == edge(other, OPPOSITE[side])


def beside(place: int, side: int) -> int:
    """The place on this side of a place; NONE beyond the edge of the grid."""
    row, column = place // SIZE + STEPS[side][0], place % SIZE + STEPS[side][1]
    return SIZE * row + column if 0 <= row < SIZE and 0 <= column < SIZE else NONE


def neighbour(grid: Codes, place: int, side: int) -> int:
    """The domino on this side of a place, 0 if there is none.  Documented: the original's macro K."""
    other = beside(place, side)
    return 0 if other == NONE else grid[other]


def neighbours(grid: Codes, place: int) -> list[tuple[int, int]]:
    """The sides of a place on which there is a domino, each with that domino."""
    return [(side, code) for side in range(4) if (code := neighbour(grid, place, side))]


def wrong_sides(grid: Codes, place: int, code: int) -> list[int]:
    """The sides on which this domino would not match what is there."""
    return [side for side, other in neighbours(grid, place) if not matches(code, other, side)]


def fits(grid: Codes, place: int, code: int) -> int | None:
    """How many neighbours this domino would have here, 0 to 4; None if the place is taken or one does not match.

    It may be placed if that is 1 or more.  Documented: the original adds up what its macro K gives four times.
    """
    if grid[place] or wrong_sides(grid, place, code):
        return None
    return len(neighbours(grid, place))


# a game


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game.

    deck: all 64 dominoes, the first of which begins the grid. next: how many have been turned up, that one included.
    chosen: place in the stack of the domino that is shown as chosen, or NONE. mode: IN_STACK or IN_GRID.
    row, column: the cursor in the grid. pointer: the cursor in the stack. fill: dominoes on the grid.
    """

    deck: Codes
    grid: Codes
    stack: Codes = (0,) * PENDING
    next: int = 1
    chosen: int = NONE
    mode: int = IN_STACK
    row: int = 0
    column: int = 0
    pointer: int = 0
    total: int = 0
    fill: int = 1

    @property
    def place(self) -> int:
        """The place of the grid that its cursor is at."""
        return SIZE * self.row + self.column

    @property
    def selected(self) -> int:
        """The domino that is shown as chosen, 0 for none."""
        return 0 if self.chosen == NONE else self.stack[self.chosen]

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
        """What a neighbour counts if a domino is placed now."""
        return BONUS[max(0, len(self.pending) - 1)]


def start(deck: Sequence[int], place: int) -> State:
    """A new game, the first domino of the deck on this place of the grid.  Documented."""
    grid = tuple(deck[0] if at == place else 0 for at in range(PLACES))
    return State(tuple(deck), grid, row=place // SIZE, column=place % SIZE)


def shuffled(rnd: Chance) -> list[int]:
    """The 64 dominoes, every order equally likely.  Documented: the original's macro L."""
    deck = list(range(1, DOMINOES + 1))
    for last in range(DOMINOES - 1, 0, -1):
        at = rnd(last + 1) - 1
        deck[last], deck[at] = deck[at], deck[last]
    return deck


def deal(rnd: Chance) -> State:
    """Deal a new game, a shuffled deck and any place. rnd(n) gives 1 to n.  Documented: macro L and the first loop."""
    return start(shuffled(rnd), rnd(PLACES) - 1)


# keys


def reveal(state: State) -> State:
    """Turn the next domino of the deck, if any, up into the place under the cursor of the stack.  Documented."""
    if state.next == DOMINOES:
        return state
    return replace(state, stack=put(state.stack, state.pointer, state.deck[state.next]), next=state.next + 1)


def choose(state: State) -> State:
    """Choose the domino under the cursor of the stack, and go to the grid.  Documented."""
    return replace(state, chosen=state.pointer, mode=IN_GRID)


def place(state: State) -> State:
    """Place the chosen domino where the cursor of the grid is; if it does not fit, nothing happens.  Documented."""
    touching = fits(state.grid, state.place, state.selected)
    if not touching:
        return state
    return replace(
        state,
        grid=put(state.grid, state.place, state.selected),
        stack=put(state.stack, state.chosen, 0),
        chosen=NONE,
        mode=IN_STACK,
        total=state.total + state.bonus * touching,
        fill=state.fill + 1,
    )


def back(state: State) -> State:
    """Go back to the stack; the chosen domino stays there, and stays shown.  Documented."""
    return replace(state, mode=IN_STACK)


def enter(state: State) -> State:
    """What Return does.  Documented."""
    if state.mode == IN_GRID:
        return back(state) if state.grid[state.place] else place(state)
    return choose(state) if state.stack[state.pointer] else reveal(state)


def moved(state: State, down: int, right: int) -> State:
    """Move the cursor, in the stack only up and down; at the edge it stays.  Documented."""
    if state.mode == IN_STACK:
        return replace(state, pointer=within(state.pointer + down))
    return replace(state, row=within(state.row + down), column=within(state.column + right))


def within(at: int) -> int:
    """The nearest number from 0 to 7."""
    return min(max(at, 0), SIZE - 1)


def put(codes: Codes, at: int, code: int) -> Codes:
    """The same with another code at this place."""
    return (*codes[:at], code, *codes[at + 1 :])


KEYS: dict[str, Callable[[State], State]] = {
    "U": lambda state: moved(state, -1, 0),
    "D": lambda state: moved(state, 1, 0),
    "L": lambda state: moved(state, 0, -1),
    "R": lambda state: moved(state, 0, 1),
    "E": enter,
    "B": lambda state: back(state) if state.mode == IN_GRID else state,
}


def key(state: State, pressed: str) -> State:
    """The state after a key: U, D, L, R the arrows, E Return, and B, which is ours: back to the stack from anywhere.

    Any other key changes nothing.  Documented: the original's cascade of conditions.
    """
    return KEYS[pressed](state) if pressed in KEYS else state


# what can be said of a state


def final_documented(total: int, fill: int) -> float:
    """The final score as the author's text has it: total divided by fill.  Documented."""
    return total / fill


def final_coded(total: int, fill: int) -> int:
    """The final score as the author's program shows it.  Documented."""
    return total * fill // PLACES


def tenths(total: int, fill: int) -> str:
    """The documented final score as it is shown: a whole part, which is the integer division's, and one decimal."""
    whole, rest = divmod(total, fill)
    return f"{whole}.{10 * rest // fill}"


def open_places(grid: Codes) -> list[int]:
    """The empty places that have a neighbour."""
    return [at for at in range(PLACES) if not grid[at] and neighbours(grid, at)]


class Move(NamedTuple):
    """A domino of the stack, by its place there, and a place of the grid that it fits."""

    pointer: int
    place: int


def moves(state: State) -> list[Move]:
    """Everything that could be placed now."""
    places = open_places(state.grid)
    return [
        Move(pointer, at)
        for pointer, code in enumerate(state.stack)
        if code
        for at in places
        if not wrong_sides(state.grid, at, code)
    ]


def game_over(state: State) -> str:
    """GRID_FULL, STACK_FULL or DECK_EMPTY if nothing more can be done; else empty.

    Documented by the author's text; the program does not know it, and Q is its only end.
    """
    if state.fill == PLACES:
        return GRID_FULL
    full, empty = len(state.pending) == PENDING, state.next == DOMINOES
    if not (full or empty) or moves(state):
        return ""
    return STACK_FULL if full else DECK_EMPTY


def fitting(state: State, place: int) -> list[int]:
    """Which of the unplaced dominoes fit on this place of the grid."""
    return [code for code in state.unplaced if fits(state.grid, place, code)]


def dead_places(state: State) -> list[int]:
    """The empty places with a neighbour that none of the unplaced dominoes fits any more."""
    return [at for at in open_places(state.grid) if not fitting(state, at)]
