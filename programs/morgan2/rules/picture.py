"""The screen of morgan2 as plain values: the contents of every cell, the texts beside them, the pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .. import morgan2
from ..morgan2 import DOMINOES, IN_GRID, NONE, PLACES, SIZE, State, matching_neighbours
from . import board
from .board import Move, wrong_sides
from .history import GameHistory, Score, by_program, by_text, score_history

NO_BARS, SHORT_BARS, CURSOR = 0, 1, 2
PLAIN, CROSS, BOX = "", "cross", "box"
WIDTH = 11  # columns of the panel
SIDE_NAMES = {morgan2.LEFT: "left", morgan2.RIGHT: "right", morgan2.UPPER: "above", morgan2.LOWER: "below"}


class Cell(NamedTuple):
    """The contents of a cell."""

    code: int = 0  # the domino, or 0
    ghost: bool = False  # whether the domino is only held over this place
    bars: int = NO_BARS  # NO_BARS, SHORT_BARS or CURSOR
    sign: str = PLAIN  # what an empty cell shows: PLAIN, CROSS or BOX


@dataclass(slots=True)
class Overlays:
    """What the player has asked to see in addition."""

    fits: bool = False  # the places that the domino fits
    dead: bool = False  # the places that nothing fits any more
    remaining: bool = False  # the remaining dominoes in place of the grid
    hint: Move | None = None  # the suggested move


# cells


def current_domino(state: State) -> int:
    """Return the picked domino IN_GRID, else the one at the cursor of the stack; 0 for none."""
    return state.selected if state.mode == IN_GRID else state.stack[state.pointer]


def grid_cells(state: State, overlays: Overlays, known: bool) -> list[Cell]:
    """Return the 64 cells of the grid, row by row."""
    if overlays.remaining:
        return remaining_cells(state, known)
    code, hint = current_domino(state), overlays.hint
    dead = board.dead_places(state) if overlays.dead else []
    shown = board.fitting_places(state.grid, code) if overlays.fits else []
    signs = dict.fromkeys(dead, CROSS) | ({hint.place: BOX} if hint else {})
    cells = [
        Cell(there, bars=SHORT_BARS * (at in shown), sign=signs.get(at, PLAIN)) for at, there in enumerate(state.grid)
    ]
    if state.mode == IN_GRID:
        cells[state.place] = cursor_cell(state, cells[state.place])
    return cells


def cursor_cell(state: State, cell: Cell) -> Cell:
    """Return the cell at the cursor of the grid; if it is empty, the picked domino as a ghost, with bars if it fits."""
    fits = matching_neighbours(state.grid, state.place, state.selected)
    return cell._replace(bars=CURSOR) if cell.code else Cell(state.selected, True, CURSOR if fits else NO_BARS)


def clashes(state: State, overlays: Overlays) -> list[tuple[int, int, int]]:
    """Return the squares of the ghost that differ from those beside them: its place, the side, the square."""
    shown = state.mode == IN_GRID and not state.grid[state.place] and not overlays.remaining
    return board.wrong_squares(state.grid, state.place, state.selected) if shown else []


def table_order() -> list[int]:
    """Return all dominoes as a table of 8 by 8: a row has equal upper sides, a column equal lower sides."""
    bits = [(upper, lower) for upper in range(SIZE) for lower in range(SIZE)]
    return [
        1 + spread(upper, board.SQUARES[morgan2.UPPER]) + spread(lower, board.SQUARES[morgan2.LOWER])
        for upper, lower in bits
    ]


def spread(number: int, bits: tuple[int, ...]) -> int:
    """Return the bits of a number moved to these positions."""
    return sum((number >> n & 1) << bit for n, bit in enumerate(bits))


def remaining_cells(state: State, known: bool) -> list[Cell]:
    """Return the dominoes that are not on the grid as cells of a table; of a known deck the coming ones in their order.

    Dominoes that fit at the cursor of the grid have bars.
    """
    unplaced, here = set(board.unplaced(state)), set(board.fitting_codes(state, state.place))
    order = state.deck[state.next :] if known else table_order()
    cells = [Cell(code, bars=SHORT_BARS * (code in here)) if code in unplaced else Cell() for code in order]
    return cells + [Cell()] * (PLACES - len(cells))


def stack_cells(state: State, overlays: Overlays) -> list[Cell]:
    """Return the eight cells of the stack, from the top."""
    hinted = overlays.hint.pointer if overlays.hint else NONE
    cells = [Cell(code) for code in state.stack]
    if hinted != NONE:
        cells[hinted] = cells[hinted]._replace(bars=SHORT_BARS, sign=BOX)
    if state.mode == morgan2.IN_STACK:
        cells[state.pointer] = cells[state.pointer]._replace(bars=CURSOR)
    return cells


# the panel: texts by their first column and row

PANEL, NAMES = 29, 33  # its first column, and the one beside the picked domino
NUMBERS = range(4, 11, 2)  # rows
KEY_TEXTS = {18: "H HINT", 20: "? KEYS", 22: "Q QUIT"}  # by row
OPENING_TEXTS = {8: "YVES-MARIE", 10: "MORGAN", 12: "ARROWS AND", 14: "RETURN, OR", 16: "A CLICK"}  # by row


def panel(game: GameHistory, rank: int) -> dict[tuple[int, int], str]:
    """Return the texts that change, padded. rank: of a finished game on the list of the best, or 0."""
    state = game.state
    rows = {
        12: line("STACK", f"{len(state.pending)} x{board.bonus(state)}"),
        14: line("LEFT", DOMINOES - state.next),
        16: fit_line(state),
    }
    kind = "PUZZLE" if game.known else "GAME *" if game.starred else "GAME"
    texts = {(NAMES, 0): f"BEST {rank}" if rank else kind, (NAMES, 2): f"{game.number:6}"}
    texts |= {(PANEL, row): text for row, text in (score_lines(game) | rows).items()}
    return {(column, row): text.ljust(PANEL + WIDTH - column) for (column, row), text in texts.items()}


def score_lines(game: GameHistory) -> dict[int, str]:
    """Return the total, the fill and both final scores, by row."""
    total, fill = game.state.total, game.state.fill
    values = (total, fill, board.tenths(total, fill), morgan2.final_coded(total, fill))
    return {row: line(name, value) for row, name, value in zip(NUMBERS, ("TOTAL", "FILL", "FINAL", "CODED"), values)}


def line(label: str, value: object) -> str:
    """Return a label on the left, a value on the right."""
    return f"{label:5}{value:>5}"


def fit_line(state: State) -> str:
    """Return how many dominoes fit at the cursor of the grid; IN_STACK, how many places the domino fits."""
    if state.mode == IN_GRID:
        count = len(board.fitting_codes(state, state.place))
        return "" if state.grid[state.place] else f"CAN FIT{count:3}"
    code = state.stack[state.pointer]
    return f"FITS AT{len(board.fitting_places(state.grid, code)):3}" if code else ""


def fits_shown(state: State) -> str:
    """Return what the bars show that F switches on."""
    return "Bars show where this domino fits" if current_domino(state) else "No domino here: bars come with one"


def bottom_row(state: State, overlays: Overlays, over: str, silent: bool) -> str:
    """Return the text of the bottom row if there is no message. over: why the game is over, or ""."""
    if overlays.remaining:
        return "What is left; bars fit here.  X: back"
    return ending(over) if over else advice(state, silent)


def advice(state: State, silent: bool) -> str:
    """Return a sentence about what to press. silent: do not tell that a domino does not fit."""
    if state.mode == IN_GRID:
        if state.grid[state.place]:
            return "Go to a free place; Return goes back"
        fits = silent or matching_neighbours(state.grid, state.place, state.selected)
        return "Return puts it here, Escape goes back" if fits else refusal(state)
    if code := state.stack[state.pointer]:
        takes = silent or board.fitting_places(state.grid, code)
        return "Return takes this domino to the grid" if takes else "Fits nowhere now; Return takes it"
    return "Return turns up the next domino" if state.next < DOMINOES else "No more dominoes to turn up"


def refusal(state: State) -> str:
    """Return why RETURN did nothing."""
    if state.mode == morgan2.IN_STACK:
        return "No more dominoes to turn up"
    wrong = wrong_sides(state.grid, state.place, state.selected)
    if not wrong:
        return "There is no domino beside this place"
    return "No match: " + ", ".join(SIDE_NAMES[side] for side in wrong)


def ending(reason: str) -> str:
    """Return the sentence about the end of the game, and what to press."""
    return f"The end: {reason}. N: new  Q: quit"


def outcome(reason: str) -> str:
    """Return how the game has ended."""
    return reason if reason == board.GRID_FULL else f"{reason}, nothing fits"


# pages: up to 23 rows of up to 38 characters, the first of them a heading


def spaced(lines: Sequence[str]) -> list[str]:
    """Return lines with an empty one after each but the last."""
    return "\n\n".join(lines).split("\n")


PAGES_OF_HELP = [
    spaced(page.splitlines())
    for page in (
        """MORGAN2: THE KEYS
ARROWS, W A S D   move the cursor
RETURN, SPACE     turn up, take, put
ESCAPE            back to the stack
H  hint; once more: do it
G  a quick guess; once more: do it
U  undo           R  redo
F  places that this domino fits
B  places that nothing fits any more
X  all the dominoes that are left
M  marks          C  other colours
N  new game       Q  quit""",
        """MORGAN2: POINTS, AND MORE KEYS
Every side must match. Points: bonus
times neighbours. The bonus is x8 with
one domino in the STACK, x4 with two,
x2 with three or four, else x0.
FINAL is TOTAL / FILL. CODED is what
the original shows: TOTAL x FILL / 64.
V  score history  T  table of the best
O  save           L  load
Mouse: click a place or a key's line.
The right button goes back.""",
    )
]


def history_lines(game: GameHistory, over: str, rank: int) -> list[str]:
    """Return the texts above the chart of the score, the first for double height. over, rank: as of `panel`."""
    scores = score_history(game)
    best = max(range(len(scores)), key=lambda at: scores[at][1], default=0)
    summit = (
        f"Highest FINAL {scores[best][1]:.1f}, after {best + 1 + game.states[0].fill} dominoes."
        if scores
        else "No domino is placed yet."
    )
    listed = f"Number {rank} of the best." if rank else "A domino was seen early." if game.starred else ""
    heading, reason = ("THE END", f"{'':9}{outcome(over)}") if over else ("THE SCORE SO FAR", "")
    rows = [*score_lines(game).values()]
    return [
        heading,
        reason,
        "",
        *spaced([f"{rows[0]}   {rows[1]}", f"{rows[2]}   {rows[3]}", summit, f"Hints: {game.hints}. {listed}"]),
    ]


def pages_of_best(scores: list[Score]) -> list[list[str]]:
    """Return the pages with the two lists of the best games."""
    by_final = [(board.tenths(score.total, score.fill), score) for score in by_text(scores)]
    by_coded = [(str(morgan2.final_coded(score.total, score.fill)), score) for score in by_program(scores)]
    lists = {"FINAL: TOTAL / FILL": by_final, "CODED: TOTAL x FILL / 64": by_coded}
    return [spaced([f"BEST BY {name}", *best_lines(name[:5], best)]) for name, best in lists.items()]


def best_lines(name: str, best: list[tuple[str, Score]]) -> list[str]:
    """Return finished games as the lines of a list. name: of the score that stands before each."""
    lines = [
        f"{n}{points:>7}{total:7}{fill:6}{number:8}{hints:7}"
        for n, (points, (total, fill, number, hints)) in enumerate(best, 1)
    ]
    return [f"   {name}  TOTAL  FILL    GAME  HINTS", *(lines or ["   none yet"])]
