"""The screen of morgan2 in words, for people who do not see it."""

import re

from ..morgan2 import DOMINOES, IN_GRID, NONE, SIZE, State, is_green, matching_neighbours
from . import board, picture
from .board import Move, wrong_sides

BAR = re.compile(r" [=.]{4,} +")  # of progress, in a message


def screen_words(state: State, message: str, hint: Move | None) -> str:
    """Return the message of the bottom row, the hint, what is at the cursor, and the score."""
    there = grid_words(state) if state.mode == IN_GRID else stack_words(state)
    final = board.tenths(state.total, state.fill).strip()
    score = f"Total {state.total}, {state.fill} on the grid, final {final}."
    stack = f"{len(state.pending)} in the stack, bonus {board.bonus(state)}, {DOMINOES - state.next} to turn up."
    shown = [hint_words(hint)] if hint else []
    return "\n".join([f"{BAR.sub('. ', message.strip())}.", *shown, *there, f"{score} {stack}"])


def board_words(state: State) -> str:
    """Return the dominoes on the grid row by row, and those in the stack."""
    rows: dict[int, list[str]] = {}
    for place, code in enumerate(state.grid):
        if code:
            rows.setdefault(place // SIZE, []).append(f"column {place % SIZE + 1} {domino_words(code)}")
    grid = [f"Row {row + 1}: {'; '.join(dominoes)}." for row, dominoes in rows.items()]
    stack = [f"Stack, place {place}: {domino_words(code)}." for place, code in enumerate(state.stack, 1) if code]
    return "\n".join([*grid, *stack])


def hint_words(hint: Move) -> str:
    """Return the suggested move."""
    where = f"place {hint.pointer + 1} of the stack"
    return f"{where.capitalize()}: turn up." if hint.place == NONE else f"From {where} to {place_words(hint.place)}."


def stack_words(state: State) -> list[str]:
    """Return the domino at the cursor of the stack, and where it fits."""
    code, name = state.stack[state.pointer], f"Stack, place {state.pointer + 1} of {len(state.stack)}"
    if not code:
        return [f"{name}: empty."]
    return [f"{name}: {domino_words(code)}.", fits_words(state, code)]


def fits_words(state: State, code: int) -> str:
    """Return where a domino fits, and how many others it would touch there."""
    places = board.fitting_places(state.grid, code)
    fits = ", ".join(f"{place_words(at)} touching {matching_neighbours(state.grid, at, code)}" for at in places)
    return f"It fits {fits}." if fits else "It fits nowhere now."


def grid_words(state: State) -> list[str]:
    """Return the place at the cursor of the grid, and the picked domino with what speaks against it there."""
    there = state.grid[state.place]
    place = f"{place_words(state.place).capitalize()}: {domino_words(there) if there else 'empty'}."
    wrong = [picture.SIDE_NAMES[side] for side in wrong_sides(state.grid, state.place, state.selected)]
    touching = matching_neighbours(state.grid, state.place, state.selected)
    clash = f"it clashes {', '.join(wrong)}" if wrong else ""
    verdict = "occupied" if there else clash or ("it fits" if touching else "no neighbour")
    held = f"You hold {domino_words(state.selected)}: {verdict}."
    return [f"{place} {held}", fits_words(state, state.selected)]


def place_words(place: int) -> str:
    """Return the row and the column of a place of the grid, counted from 1."""
    return f"row {place // SIZE + 1} column {place % SIZE + 1}"


def domino_words(code: int) -> str:
    """Return the colours of a domino's upper and lower three squares, from left to right."""
    colours = ["green" if is_green(code, square) else "red" for square in range(6)]
    return f"upper {' '.join(colours[::2])}, lower {' '.join(colours[1::2])}"
