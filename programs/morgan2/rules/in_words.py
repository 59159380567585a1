"""morgan2 for people who do not see the screen: its contents as text."""

import re

from ..morgan2 import DOMINOES, IN_GRID, SIZE, State, is_green, matching_neighbours
from . import board, picture
from .board import wrong_sides

BAR = re.compile(r" [=.]{4,} +")  # of progress, in a message


def screen_words(state: State, message: str) -> str:
    """Return the bottom row's message, the contents at the cursor, and the score."""
    lines = [f"{BAR.sub('. ', message.strip())}."]
    if state.mode == IN_GRID:
        there = state.grid[state.place]
        wrong = [picture.SIDE_NAMES[side] for side in wrong_sides(state.grid, state.place, state.selected)]
        touching = matching_neighbours(state.grid, state.place, state.selected)
        clash = f"it clashes {', '.join(wrong)}" if wrong else ""
        verdict = "occupied" if there else clash or ("it fits" if touching else "no neighbour")
        place = f"{place_words(state.place).capitalize()}: {domino_words(there) if there else 'empty'}."
        lines.append(f"{place} You hold {domino_words(state.selected)}: {verdict}.")
    else:
        code = state.stack[state.pointer]
        words = domino_words(code) if code else "empty"
        lines.append(f"Stack, place {state.pointer + 1} of {len(state.stack)}: {words}.")
    if here := picture.current_domino(state):
        places = board.fitting_places(state.grid, here)
        fits = ", ".join(f"{place_words(at)} touching {matching_neighbours(state.grid, at, here)}" for at in places)
        lines.append(f"It fits {fits}." if fits else "It fits nowhere now.")
    score = f"Total {state.total}, {state.fill} on the grid, final {board.tenths(state.total, state.fill)}."
    stack = f"{len(state.pending)} in the stack, bonus {board.bonus(state)}, {DOMINOES - state.next} to turn up."
    return "\n".join([*lines, f"{score} {stack}"])


def board_words(state: State) -> str:
    """Return the dominoes on the grid row by row, and those in the stack."""
    rows: dict[int, list[str]] = {}
    for place, code in enumerate(state.grid):
        if code:
            rows.setdefault(place // SIZE, []).append(f"column {place % SIZE + 1} {domino_words(code)}")
    grid = [f"Row {row + 1}: {'; '.join(dominoes)}." for row, dominoes in rows.items()]
    stack = [f"Stack, place {place}: {domino_words(code)}." for place, code in enumerate(state.stack, 1) if code]
    return "\n".join([*grid, *stack])


def place_words(place: int) -> str:
    """Return the row and the column of a place of the grid, counted from 1."""
    return f"row {place // SIZE + 1} column {place % SIZE + 1}"


def domino_words(code: int) -> str:
    """Return the colours of a domino's upper and lower three squares, from left to right."""
    colours = ["green" if is_green(code, square) else "red" for square in range(6)]
    return f"upper {' '.join(colours[::2])}, lower {' '.join(colours[1::2])}"
