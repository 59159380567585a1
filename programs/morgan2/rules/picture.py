"""The screen of morgan2 as plain values: the contents of all cells, the texts beside them, and all of it in words."""

import re
from typing import NamedTuple

from .. import morgan2
from ..morgan2 import DOMINOES, IN_GRID, NONE, OPPOSITE, PLACES, SIZE, State, is_green, matching_neighbours
from . import board
from .history import GameHistory, next_free, score_history

FRAME, THIN, THICK = 1, 2, 4  # outlines: of the stack; where a domino fits; the cursor. Pixels
SIDE_NAMES = {morgan2.LEFT: "left", morgan2.RIGHT: "right", morgan2.UPPER: "above", morgan2.LOWER: "below"}
SIDES = (0, 1, 4, 5, 16, 17, 20, 21)  # the colours of an upper side, in bits of a domino; twice that: of a lower one
BAR = re.compile(r" [=.]{4,} +")  # of progress, in a message
RANKS = ((0, "novice"), (60, "beginner"), (85, "good"), (95, "master"))  # from so many tenths of FINAL on


class Cell(NamedTuple):
    """The contents of a cell."""

    code: int = 0  # the domino, or 0
    ghost: bool = False  # whether the domino is only held over this place
    outline: int = 0  # FRAME, THIN, THICK or none
    dead: bool = False  # whether it is marked as one that nothing fits any more
    walls: tuple[tuple[int, int], ...] = ()  # (side, square) where the ghost does not match


# cells


def current_domino(state: State) -> int:
    """Return the selected domino IN_GRID, else the one at the cursor of the stack; 0 for none."""
    return state.selected if state.mode == IN_GRID else state.stack[state.pointer]


def remaining_cells(state: State, known: bool) -> list[Cell]:
    """Return 64 cells with the dominoes that are not on the grid. Those that fit at its cursor have outlines.

    They are sorted: a row has equal upper sides, a column equal lower ones; or a known deck is in its order.
    """
    unplaced, here = set(board.unplaced(state)), set(board.fitting_codes(state, state.place))
    order = state.deck[state.next :] if known else [1 + upper + 2 * lower for upper in SIDES for lower in SIDES]
    cells = [Cell(code, outline=THIN * (code in here)) if code in unplaced else Cell() for code in order]
    return cells + [Cell()] * (PLACES - len(cells))


def grid_cells(state: State, fits: bool = False, dead: bool = False) -> list[Cell]:
    """Return the 64 cells of the grid, row by row.

    At the cursor of an empty place the picked domino is a ghost, with an outline if it fits, else with walls.

    fits: outline the places that the current domino fits. dead: mark the places that nothing fits any more.
    """
    marked = board.dead_places(state) if dead else []
    shown = board.fitting_places(state.grid, current_domino(state)) if fits else []
    cells = [Cell(there, outline=THIN * (at in shown), dead=at in marked) for at, there in enumerate(state.grid)]
    at, code = state.place, state.selected
    if state.mode == IN_GRID and cells[at].code:
        cells[at] = cells[at]._replace(outline=THICK)
    elif state.mode == IN_GRID:
        fits = matching_neighbours(state.grid, at, code) > 0
        walls = (
            (side, square)
            for side, other in board.neighbours(state.grid, at)
            for square, facing in zip(board.SQUARES[side], board.SQUARES[OPPOSITE[side]])
            if is_green(code, square) != is_green(other, facing)
        )
        cells[at] = Cell(code, True, THIN * fits, walls=tuple(walls))
    return cells


# texts


def bottom_row(state: State, over: str, silent: bool) -> str:
    """Return the text of the bottom row if there is no message: the keys to press.

    over: why the game is over, or "". silent: do not tell that a domino does not fit.
    """
    if over:
        return f"The end: {over}. N: new  Q: back"
    if state.mode == IN_GRID:
        if state.grid[state.place]:
            return "Go to a free place; Return goes back"
        fits = silent or matching_neighbours(state.grid, state.place, state.selected)
        return "Return puts it. Z: next. Escape: back" if fits else refusal(state)
    code = state.stack[state.pointer]
    if board.fitting_places(state.grid, code):
        return "Return takes this domino to the grid"
    if next_free(state) == NONE:
        return "Return goes to a domino that fits"
    return "Fits nowhere: Return turns up the next" if code else "Return turns up the next domino"


def refusal(state: State) -> str:
    """Return the reason why RETURN has no effect."""
    if state.mode == morgan2.IN_STACK:
        return "First take a domino that fits"
    wrong = board.wrong_sides(state.grid, state.place, state.selected)
    if not wrong:
        return "There is no domino beside this place"
    return "No match: " + ", ".join(SIDE_NAMES[side] for side in wrong)


def rank(total: int, fill: int) -> tuple[str, str]:
    """Return the rank of a score, and how far it is from the next better one."""
    tenths = 10 * total // fill
    reached = max(index for index, (least, _) in enumerate(RANKS) if tenths >= least)
    return RANKS[reached][1], "".join(
        f", {(least - tenths) / 10} to {name}" for least, name in RANKS[reached + 1 :][:1]
    )


def score_lines(game: GameHistory) -> list[str]:
    """Return the numbers of a game in lines; the last line has the rank and the next better one, or is empty."""
    state, scores = game.state, score_history(game)
    name, above = rank(state.total, state.fill)
    aids = [f"{game.hints} hint{'s' * (game.hints > 1)}"] * (game.hints > 0) + ["a look ahead"] * game.starred
    summit = max(range(len(scores)), key=lambda at: scores[at][1], default=0)
    return [
        f"FINAL {board.tenths(state.total, state.fill)}: {name}{above}.",
        f"TOTAL {state.total:<6}FILL {state.fill:<6}STACK {len(state.pending)}",
        f"Highest FINAL {scores[summit][1]:.1f}, after {summit + 1 + game.first.fill} dominoes." if scores else "",
        f"With help: {', '.join(aids)}." if aids else "Without help.",
    ]


# in words, for people who do not see the screen


def screen_words(state: State, message: str) -> str:
    """Return the bottom row's message, the contents at the cursor, and the score."""
    lines = [f"{BAR.sub('. ', message.strip())}."]
    if state.mode == IN_GRID:
        there = state.grid[state.place]
        wrong = [SIDE_NAMES[side] for side in board.wrong_sides(state.grid, state.place, state.selected)]
        touching = matching_neighbours(state.grid, state.place, state.selected)
        clash = f"it clashes {', '.join(wrong)}" if wrong else ""
        verdict = "occupied" if there else clash or ("it fits" if touching else "no neighbour")
        place = f"{place_words(state.place).capitalize()}: {domino_words(there) if there else 'empty'}."
        lines.append(f"{place} You hold {domino_words(state.selected)}: {verdict}.")
    else:
        code = state.stack[state.pointer]
        words = domino_words(code) if code else "empty"
        lines.append(f"Stack, place {state.pointer + 1} of {len(state.stack)}: {words}.")
    if here := current_domino(state):
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
