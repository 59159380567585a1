"""morgan2, by Yves-Marie Morgan

64 dominoes of six squares for a grid of 8 by 8: all sides that touch must match. The fewer wait in your stack, the
more each one counts.

"Most playfully versatile" of the International Obfuscated C Code Contest, 2013: one program for the terminal and for
X11. Its six functions and its macros have descriptive names here, and the single expression of its main is taken apart.

morgan2.bas is the same in BBC BASIC; the number at the end of a line is the BASIC line that it was made from. A domino
is a code from 1 to 64, 0 is none: bit k of code - 1 is the square in column k DIV 2, row k MOD 2, 0 red, 1 green.
Places of the grid are numbers from 0 to 63, row by row; those of the stack 0 to 7, from the top.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from retro import Machine
from retro.basic import tab, to, word

SIZE, PLACES, PENDING, DOMINOES = 8, 64, 8, 64
BONUS = (8, 4, 2, 2, 0, 0, 0, 0)  # by the dominoes in the stack, the one that is placed included, less 1
LEFT, RIGHT, UPPER, LOWER = range(4)
OPPOSITE = (RIGHT, LEFT, LOWER, UPPER)
IN_STACK, IN_GRID = 0, 1
NONE = -1
BLACK, RED, GREEN, WHITE = range(4)
CELL, LINE = 24, 18  # pixels: a cell has a line on its left edge, and one below the domino
MARGIN, ACROSS, DOWN, HIGH = 4, 6, 8, 16  # left edge of the first square in a cell, the size of a square; of a domino
STACK_X, CHOSEN_X, PANEL = 200, 232, 29  # left edges in pixels, and a column; all frames begin at the top of the screen
RETURN_KEY, LEFT_KEY, RIGHT_KEY, DOWN_KEY, UP_KEY = 13, 136, 137, 138, 139


@dataclass(slots=True)
class State:
    """The program's variables: the state of a game, and the part of it that is drawn."""

    deck: list[int]  # D%(63)    all dominoes; the first of them begins the grid
    grid: list[int] = field(default_factory=lambda: [0] * PLACES)  # G%(63)    the domino on each place, 0 for none
    stack: list[int] = field(
        default_factory=lambda: [0] * PENDING
    )  # S%(7)     the dominoes that wait, 0 for an empty place
    next: int = 1  # N%        how many dominoes of the deck have been turned up, the first included
    picked: int = NONE  # C%        the place in the stack of the chosen domino, or -1
    mode: int = IN_STACK  # M%        0 while the cursor is in the stack, 1 in the grid
    row: int = 0  # R%        the row of the grid's cursor
    column: int = 0  # X%        its column
    pointer: int = 0  # P%        the place of the stack's cursor
    total: int = 0  # T%        the points
    fill: int = 1  # F%        the number of dominoes on the grid

    @property
    def place(self) -> int:
        """The place of the grid's cursor."""
        return SIZE * self.row + self.column

    @property
    def selected(self) -> int:
        """The chosen domino, 0 for none."""
        return 0 if self.picked == NONE else self.stack[self.picked]

    @property
    def pending(self) -> list[int]:
        """The dominoes in the stack."""
        return [code for code in self.stack if code]


def main(m: Machine) -> None:
    """Draw, wait for a key and handle it, until Q.  Described: main."""
    m.mode(7)  # 20; Departure: MODE 1 has these colours, but 32 rows, of which it uses 25
    drawn: dict[tuple[int, int], object] = {}  # 40
    open_screen(m)  # 50
    v = deal(m.rnd)  # 60
    for left, columns, rows in ((0, SIZE, SIZE), (STACK_X, 1, PENDING), (CHOSEN_X, 1, 1)):
        draw_frame(m, left, columns, rows)  # 65-67
    while True:  # 70
        draw(m, v, drawn)  # 75
        key = m.get()  # 80
        press(v, key)  # 85
        if key in (81, 113):  # 90
            break  # 90
    m.vdu(26, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0)  # 95


def open_screen(m: Machine) -> None:  # 100
    """Set up the screen and the arrow keys.  Described: P opens X11, Q curses."""
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # 110
    m.fx(4, 1)  # 120
    m.vdu(19, RED, 1, 0, 0, 0, 19, GREEN, 2, 0, 0, 0)  # 130


def draw_frame(m: Machine, x: int, columns: int, rows: int) -> None:  # 200
    """Draw a frame of empty cells, from the top of the screen.  Described: a."""
    for row in range(rows):  # 210; Departure: the edge of the screen is the upper line
        rectangle(m, x, CELL * row + LINE, CELL * columns + 1, 1, WHITE)  # 220
    for column in range(columns + 1):  # 240
        rectangle(m, x + CELL * column, 0, 1, CELL * (rows - 1) + LINE, WHITE)  # 250


def rectangle(m: Machine, left: int, top: int, width: int, height: int, colour: int) -> None:  # 280
    """Fill a rectangle, given in pixels from the top left corner of the screen.  Ours."""
    west, south = 4 * left, 4 * (200 - top - height)
    m.gcol(0, 128 + colour)  # 282
    m.vdu(24, *word(west, south, west + 4 * (width - 1), south + 4 * (height - 1)))  # 284
    m.clg()  # 286


def draw_domino(m: Machine, x: int, y: int, code: int) -> None:  # 300
    """Draw the six squares of a domino in the cell at x, y.  Described: d."""
    for square in range(6):  # 310
        left, top = x + MARGIN + ACROSS * (square // 2), y + DOWN * (square % 2)  # 320
        rectangle(m, left, top, ACROSS, DOWN, GREEN if is_green(code, square) else RED)  # 330


def draw_cursor(m: Machine, x: int, y: int) -> None:  # 360
    """Draw a bar left and right of a domino, which stays visible.  Described: d with code -1."""
    rectangle(m, x + 1, y, MARGIN - 1, HIGH, WHITE)  # 370
    rectangle(m, x + CELL - 2, y, 2, HIGH, WHITE)  # 380


def show_score(m: Machine, v: State) -> None:  # 400
    """Print total, fill and final score.  Described: R prints in X11, S in curses."""
    for row, label, number in (4, "SCORE", v.total), (6, "FILL", v.fill), (8, "FINAL", final_coded(v.total, v.fill)):
        m.print(tab(PANEL, row), f"{label:7}{number:4}", end="")  # 410, 420, 430


def final_coded(total: int, fill: int) -> int:
    """Return the final score as the program shows it; its text divides total by fill.  Described."""
    return total * fill // PLACES


def deal(rnd: Callable[[int], int]) -> State:  # 500
    """Shuffle the dominoes and put the first one on a random place.  Described: macro L, and main's first loop."""
    deck = list(to(1, DOMINOES))  # 510
    for last in to(DOMINOES - 1, 1, -1):  # 520
        other = rnd(last + 1) - 1  # 530
        deck[last], deck[other] = deck[other], deck[last]  # 540
    return start(deck, rnd(PLACES) - 1)  # 560


def start(deck: Sequence[int], place: int) -> State:  # 570
    """Return a new game with the first domino of the deck on this place of the grid.  Described: main's first loop."""
    v = State(list(deck), row=place // SIZE, column=place % SIZE)  # 580
    v.grid[place] = deck[0]  # 590
    return v


def is_green(code: int, square: int) -> bool:
    """Return whether a square, 0 to 5, of a domino is green.  Described: d."""
    return bool(code - 1 >> square & 1)


def adjacent(place: int, side: int) -> int:  # 600-630
    """Return the place on this side of a place, NONE beyond the edge of the grid.  Described: K."""
    if side == LEFT:
        return place - 1 if place % SIZE > 0 else NONE
    if side == RIGHT:
        return place + 1 if place % SIZE < SIZE - 1 else NONE
    other = place - SIZE if side == UPPER else place + SIZE
    return other if 0 <= other < PLACES else NONE


def neighbour(grid: Sequence[int], place: int, side: int) -> int:
    """Return the domino on this side of a place, 0 if there is none.  Described: K."""
    other = adjacent(place, side)
    return 0 if other == NONE else grid[other]


def edge(code: int, side: int) -> int:  # 640-650
    """Return the bits of the squares at a side; opposite sides have them in corresponding order."""
    bits = code - 1
    return (bits & 3, bits >> 4, bits & 21, bits >> 1 & 21)[side]


def matches(code: int, other: int, side: int) -> bool:
    """Return whether another domino matches this side of a domino.  Described: K."""
    return edge(code, side) == edge(other, OPPOSITE[side])


def matching_neighbours(grid: Sequence[int], place: int, code: int) -> int:  # 700
    """Return a domino's number of neighbours at a place, if it may lie there, else 0.  Described: K added up."""
    count = 0  # 705
    if grid[place]:  # 710
        return 0  # 710
    for side in range(4):  # 720
        other = neighbour(grid, place, side)  # 730
        if not other:  # 740
            continue  # 740
        if not matches(code, other, side):  # 745
            return 0  # 750
        count += 1  # 760
    return count  # 780


def press(v: State, key: int) -> None:  # 800
    """Handle a key; any other changes nothing.  Described: main's cascade of conditions."""
    if v.mode == IN_STACK:  # 810
        if key == UP_KEY:  # 820
            v.pointer = max(v.pointer - 1, 0)  # 820
        elif key == DOWN_KEY:  # 825
            v.pointer = min(v.pointer + 1, PENDING - 1)  # 825
        elif key == RETURN_KEY:  # 830
            turn_up(v)  # 830
    elif key == UP_KEY:  # 860
        v.row = max(v.row - 1, 0)  # 860
    elif key == DOWN_KEY:  # 865
        v.row = min(v.row + 1, SIZE - 1)  # 865
    elif key == LEFT_KEY:  # 870
        v.column = max(v.column - 1, 0)  # 870
    elif key == RIGHT_KEY:  # 875
        v.column = min(v.column + 1, SIZE - 1)  # 875
    elif key == RETURN_KEY:  # 880
        place_domino(v)  # 880


def turn_up(v: State) -> None:  # 900
    """Choose the domino at the cursor of the stack; on an empty place turn up the next one.  Described."""
    if v.stack[v.pointer]:  # 910
        v.picked, v.mode = v.pointer, IN_GRID  # 910
    elif v.next < DOMINOES:  # 920
        v.stack[v.pointer] = v.deck[v.next]  # 930
        v.next += 1  # 940


def place_domino(v: State) -> None:  # 1000
    """Place the chosen domino at the cursor of the grid, if it fits; go back from an occupied place.  Described."""
    if v.grid[v.place]:  # 1010, 1020
        v.mode = IN_STACK  # 1020
        return  # 1020
    touching = matching_neighbours(v.grid, v.place, v.selected)  # 1030
    if touching:  # 1040
        v.total += BONUS[len(v.pending) - 1] * touching  # 1050-1070
        v.grid[v.place] = v.selected  # 1080
        v.stack[v.picked] = 0  # 1090
        v.picked, v.mode = NONE, IN_STACK  # 1090
        v.fill += 1  # 1095


def draw(m: Machine, v: State, drawn: dict[tuple[int, int], object]) -> None:  # 1100
    """Draw the cells that have changed, and the numbers.  Described: main's loop, which draws everything anew."""
    for place in range(PLACES):  # 1110
        under = v.mode == IN_GRID and place == v.place  # 1120
        draw_cell(m, drawn, CELL * (place % SIZE), CELL * (place // SIZE), v.grid[place], under)  # 1130, 1140
    for pointer in range(PENDING):  # 1160
        under = v.mode == IN_STACK and pointer == v.pointer  # 1170
        draw_cell(m, drawn, STACK_X, CELL * pointer, v.stack[pointer], under)  # 1180
    draw_cell(m, drawn, CHOSEN_X, 0, v.selected, under=False)  # 1200-1220
    show_score(m, v)  # 1230


def draw_cell(m: Machine, drawn: dict[tuple[int, int], object], x: int, y: int, code: int, under: bool) -> None:  # 1300
    """Draw a cell if its domino has changed, or whether it is under the cursor.  Ours."""
    if drawn.get((x, y), (0, False)) == (code, under):  # 1310
        return  # 1310
    drawn[x, y] = code, under  # 1320
    rectangle(m, x + 1, y, CELL - 1, HIGH, BLACK)  # 1330
    if code:  # 1340
        draw_domino(m, x, y, code)  # 1340
    if under:  # 1350
        draw_cursor(m, x, y)  # 1350
