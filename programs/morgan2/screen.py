"""The display of morgan2's edition: positions, colours, and what has changed."""

from collections.abc import Sequence

from retro import Machine
from retro.basic import coloured, date_text, tab, tall

from . import morgan2
from .morgan2 import BLACK, CELL, GREEN, LEFT, RED, RIGHT, SIZE, STACK_X, WHITE, rectangle
from .rules import board, history, picture
from .variables import Variables

PALETTES = ((1, 2), (4, 3), (7, 7))  # physical colours: red and green, blue and yellow, white with marks
PALETTE_NAMES = "red, green", "blue, yellow", "white, marks"
PAPER = 128
WIDTH, HEIGHT, UNIT = 320, 200, 4  # pixels, and graphics units to a pixel
# Squares and what is in a cell lie on the edges of block characters, of which two colours are enough for each.
ACROSS, DOWN = 8, 12  # the size of a square; six fill a cell, so that sides touch
DOT, WALL, LINE = 2, 4, 2  # the sizes of the corner of an empty cell, a side that clashes, an outline's upper side
BOTTOM_ROW = 24
TITLE, PANEL, NAMES = 28, 30, 33  # the stack's title, the first column of the panel, and beside the picked domino
NUMBERS, RANK_ROW, BEST_ROW, FITS_ROW = (4, 8, 11), 6, 14, 16  # rows
MATCHING, CLASHING = (31, 38, 7, 49, 64), 45  # dominoes of the front page's picture; the last clashes with the first
KEY_TEXTS = {18: "H HINT", 20: "? KEYS", 22: "Q BACK"}  # by row
CROSS = (8, 5, 2, 4), (16, 5, 2, 4), (10, 9, 6, 6), (8, 15, 2, 4), (16, 15, 2, 4)  # left, top, width, height
EDGE, HIGH, STEP, FINAL = 32, 40, 4, 2.5  # a chart, pixels: left edge, height, a domino, a point of FINAL


def open_screen(m: Machine) -> None:
    """Set up the screen, the arrow keys, Escape and the mouse."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.fx(4, 1)
    m.fx(229, 1)
    m.mouse_on()
    m.define_tall()


def set_palette(m: Machine, v: Variables, palette: int) -> None:
    """Set the two colours of the squares to one of PALETTES; black and white squares always have marks."""
    v.palette = palette
    for logical, physical in zip((RED, GREEN), PALETTES[palette]):
        m.vdu(19, logical, physical, 0, 0, 0)


def draw_cell(m: Machine, v: Variables, x: int, y: int, cell: picture.Cell) -> None:
    """Draw the cell at x, y, if its contents have changed."""
    marks = cell.code != 0 and (v.marks or v.palette == len(PALETTES) - 1)
    if v.cells.get((x, y)) == (cell, marks):
        return
    v.cells[x, y] = cell, marks
    if cell.code:
        draw_domino(m, x, y, cell, marks)
    else:
        rectangle(m, x, y, CELL, CELL, BLACK)
        rectangle(m, x, y, DOT, DOT, WHITE)
        for left, top, width, height in CROSS if cell.dead else ():
            rectangle(m, x + left, y + top, width, height, WHITE)
    if side := cell.outline:
        line = min(side, LINE)
        rectangle(m, x, y, side, CELL, WHITE)
        rectangle(m, x + CELL - side, y, side, CELL, WHITE)
        rectangle(m, x, y, CELL, line, WHITE)
        rectangle(m, x, y + CELL - line, CELL, line, WHITE)


def draw_domino(m: Machine, x: int, y: int, cell: picture.Cell, marks: bool) -> None:
    """Draw a domino in the cell at x, y, with marks: stripes for a ghost, walls where sides differ."""
    for square in range(6):
        left, top = x + ACROSS * (square // 2), y + DOWN * (square % 2)
        colour = GREEN if morgan2.is_green(cell.code, square) else RED
        rectangle(m, left, top, ACROSS, DOWN, colour)
        if cell.ghost:
            rectangle(m, left + 4, top, 2, DOWN, BLACK)
        if marks and colour == GREEN:
            rectangle(m, left + 2 + 2 * cell.ghost, top + 4, 4 - 2 * cell.ghost, 4, GREEN if cell.ghost else BLACK)
    rectangle(m, x, y, 1, CELL, BLACK)  # from one domino to the next
    rectangle(m, x, y, CELL, 1, BLACK)
    for side, square in cell.walls:
        left, top = x + ACROSS * (square // 2), y + DOWN * (square % 2)
        for depth, colour in (WALL, BLACK), (LINE, WHITE):
            width, height = (depth, DOWN) if side in (LEFT, RIGHT) else (ACROSS, depth)
            x_inside, y_inside = (ACROSS - depth) * (side == RIGHT), (DOWN - depth) * (side == morgan2.LOWER)
            rectangle(m, left + x_inside, top + y_inside, width, height, colour)


def draw_grid(m: Machine, v: Variables, cells: Sequence[picture.Cell]) -> None:
    """Draw what has changed among 64 cells in place of the grid."""
    for place, cell in enumerate(cells):
        draw_cell(m, v, CELL * (place % SIZE), CELL * (place // SIZE), cell)


def draw(m: Machine, v: Variables) -> None:
    """Draw what has changed."""
    state = v.game.state
    draw_grid(m, v, picture.grid_cells(state, v.fits, v.dead))
    for pointer, code in enumerate(state.stack):
        here = state.mode == morgan2.IN_STACK and pointer == state.pointer
        cell = picture.Cell(code, outline=picture.THICK if here else picture.FRAME)
        draw_cell(m, v, STACK_X, CELL * pointer, cell)
    draw_cell(m, v, morgan2.CHOSEN_X, 0, picture.Cell(state.selected, outline=picture.FRAME))
    values = board.tenths(state.total, state.fill), f"X{board.bonus(state)}", str(morgan2.DOMINOES - state.next)
    for row, label, value in zip(NUMBERS, ("FINAL", "BONUS", "LEFT"), values):
        write(m, v, PANEL, row + 1, label)
        point = "\v\b\b." * ("." in value)  # no letter of double height
        write(m, v, PANEL + 5, row, tall(f"{value:>5}".replace(".", " ")) + point)
    write(m, v, PANEL, RANK_ROW, coloured(GREEN, f"{picture.rank(state.total, state.fill)[0]:>10}"))
    fits, code = "", picture.current_domino(state)
    if state.mode == morgan2.IN_GRID and not state.grid[state.place]:
        fits = f"{len(board.fitting_codes(state, state.place))} FIT"
    elif state.mode == morgan2.IN_STACK and code:
        fits = f"{len(board.fitting_places(state.grid, code))} PLACES"
    write(m, v, PANEL, FITS_ROW, f"{fits:10}")
    say(m, v, v.message or picture.bottom_row(state, v.over, v.silent))


def write(m: Machine, v: Variables, column: int, row: int, text: str) -> None:
    """Print a text of the panel, if it has changed."""
    if v.texts.get((column, row)) != text:
        v.texts[column, row] = text
        m.print(tab(column, row), text, end="")


def say(m: Machine, v: Variables, text: str) -> None:
    """Print a text of up to 38 characters in the bottom row, black on white."""
    if v.texts.get((0, BOTTOM_ROW)) != text:
        v.texts[0, BOTTOM_ROW] = text
        rectangle(m, 0, 8 * BOTTOM_ROW, WIDTH, 8, WHITE)
        m.print(tab(1, BOTTOM_ROW), coloured(PAPER + WHITE, coloured(BLACK, text), PAPER + BLACK), end="")


def draw_anew(m: Machine, v: Variables) -> None:
    """Clear the screen, and draw what `draw` does not."""
    m.vdu(26, 12)
    m.colour(WHITE)
    set_palette(m, v, v.palette)
    v.cells.clear()
    v.texts.clear()
    m.describe(
        lambda: picture.screen_words(v.game.state, v.texts.get((0, BOTTOM_ROW), "")),
        lambda: picture.board_words(v.game.state),
        lambda: f"{v.game.state.fill} of 64 laid" * v.unfinished,
    )
    for row in range(SIZE):
        rectangle(m, CELL * SIZE, CELL * row, DOT, DOT, WHITE)
    for row, letter in enumerate("STACK", 1):
        m.print(tab(TITLE, row), coloured(GREEN, letter), end="")
    if v.record.best:
        m.print(tab(PANEL, BEST_ROW), f"BEST {v.record.best[0][1].split()[0]:>5}", end="")
    kind = "PUZZLE" if v.game.known else date_text(v.day) if v.daily else "GAME"
    m.print(tab(NAMES, 0), f"{kind:>6}", tab(NAMES, 2), f"{v.game.number:6}", end="")
    for row, text in KEY_TEXTS.items():
        m.print(tab(PANEL, row), coloured(GREEN, text), end="")


# pictures of pages


def draw_chart(m: Machine, v: Variables, row: int) -> None:
    """Draw the points of each domino as bars, and FINAL after it as a line, on a page from a row of characters on."""
    bottom = 8 * row + HIGH - 1
    rectangle(m, EDGE, bottom, STEP * morgan2.PLACES, 1, RED)
    for x, (points, final) in enumerate(history.score_history(v.game)):
        if points:
            rectangle(m, EDGE + STEP * x, bottom - points, STEP - 1, points, GREEN)
        rectangle(m, EDGE + STEP * x, bottom - round(FINAL * final), STEP, 2, WHITE)


def draw_picture(m: Machine, v: Variables, row: int) -> None:
    """Draw dominoes that match and one that does not, from this row of characters on, for the front page."""
    marks, clashing = v.palette == len(PALETTES) - 1, picture.Cell(CLASHING, ghost=True, walls=((LEFT, 0),))
    for column, cells in (5, [picture.Cell(code) for code in MATCHING]), (25, [picture.Cell(MATCHING[0]), clashing]):
        for index, cell in enumerate(cells):
            draw_domino(m, 8 * column + CELL * index, 8 * row + 4, cell, marks)
    m.print(tab(5, row + 4), "Match", tab(25, row + 4), "No match", end="")
