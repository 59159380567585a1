"""morgan2's display in the edition: what is drawn where, in which colours."""

from retro import Machine
from retro.basic import coloured, tab, tall

from .morgan2 import (
    ACROSS,
    BLACK,
    CELL,
    CHOSEN_X,
    DOWN,
    GREEN,
    HIGH,
    LEFT,
    LINE,
    LOWER,
    MARGIN,
    PENDING,
    PLACES,
    RED,
    RIGHT,
    SIZE,
    STACK_X,
    UPPER,
    WHITE,
    draw_frame,
    is_green,
    rectangle,
)
from .rules import history, picture
from .rules.in_words import board_words, screen_words
from .variables import Variables

PALETTES = ((1, 2), (4, 3), (7, 7))  # physical colours: red and green, blue and yellow, white with marks
PAPER = 128
WIDTH, HEIGHT, UNIT = 320, 200, 4  # pixels, and graphics units to a pixel
# What is in a cell lies on the edges of block characters, of which two colours are enough for each.
BOTTOM_ROW = 24
SIGN_LEFT, SIGN_ROWS = 8, ((1, 4), (5, 3), (8, 3), (11, 4))  # left edge; upper edges and heights
SIGNS = {picture.BOX: ("", " ###", " ###", ""), picture.CROSS: ("#   #", " ###", " ###", "#   #")}
WALL_LEFTS = {LEFT: -2, RIGHT: CELL - 2}  # of a wall between two squares, from a cell's corner
WALL_TOPS = {UPPER: HIGH - CELL, LOWER: HIGH}
# Charts of the score, pixels: left edge, a domino, heights of a point of a domino and of FINAL, lower edges of both.
EDGE, BAR, POINT, FINAL, POINTS, FINALS = 8, 4, 1.25, 2.5, 168, 128


def open_screen(m: Machine) -> None:
    """Set up the screen, the arrow keys, Escape and the mouse."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.fx(4, 1)
    m.fx(229, 1)
    m.mouse_on()
    m.define_tall()
    set_palette(m, 0)


def draw_domino(m: Machine, x: int, y: int, cell: picture.Cell, marks: bool) -> None:
    """Draw the six squares of a domino in the cell at x, y., with ghost and marks."""
    for square in range(6):
        left, top = x + MARGIN + ACROSS * (square // 2), y + DOWN * (square % 2)
        colour = GREEN if is_green(cell.code, square) else RED
        rectangle(m, left, top, ACROSS, DOWN, colour)
        if cell.ghost:
            rectangle(m, left + 2, top, 2, DOWN, BLACK)
        if marks and colour == GREEN:
            rectangle(m, left + 2, top + 2 - square % 2, 2, 5, GREEN if cell.ghost else BLACK)


def draw_cursor(m: Machine, x: int, y: int, bars: int) -> None:
    """Draw bars on both sides of a domino without hiding it."""
    top, height = (0, HIGH) if bars == picture.CURSOR else (3, HIGH - 6)
    rectangle(m, x + 1, y + top, MARGIN - 1, height, WHITE)
    rectangle(m, x + CELL - 2, y + top, 2, height, WHITE)


def show_score(m: Machine, v: Variables) -> None:
    """Write the texts of the panel that have changed."""
    for position, text in picture.panel(v.game, v.rank).items():
        if v.texts.get(position) != text:
            v.texts[position] = text
            m.print(tab(*position), text, end="")


def close_screen(m: Machine, v: Variables) -> None:
    """Restore keyboard and screen, and print the score."""
    m.describe(None)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(229, 0)
    m.vdu(20, 26, 12)
    m.print(tab(14, 8), f"Game number {v.game.number}")
    for row, text in picture.score_lines(v.game).items():
        m.print(tab(14, row + 6), text)
    m.print(tab(9, 20), "Thank you for playing.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


def set_palette(m: Machine, palette: int) -> None:
    """Set the two colours of the squares."""
    for logical, physical in zip((RED, GREEN), PALETTES[palette]):
        m.vdu(19, logical, physical, 0, 0, 0)


def corner(place: int) -> tuple[int, int]:
    """Return the top left pixel of a place of the grid."""
    return CELL * (place % SIZE), CELL * (place // SIZE)


def draw_sign(m: Machine, x: int, y: int, sign: str) -> None:
    """Draw a sign in the cell at x, y."""
    for (top, height), line in zip(SIGN_ROWS, SIGNS[sign]):
        for column, block in enumerate(line):
            rectangle(m, x + SIGN_LEFT + 2 * column, y + top, 2, height, WHITE if block == "#" else BLACK)


def draw_walls(m: Machine, walls: list[tuple[int, int, int]], colour: int) -> None:
    """Draw walls between squares that differ, in black to remove them; the line of the frame stays."""
    for place, side, square in walls:
        left, top = corner(place)
        x = left + WALL_LEFTS.get(side, MARGIN + ACROSS * (square // 2))
        y = top + WALL_TOPS.get(side, DOWN * (square % 2))
        rectangle(m, x, y, ACROSS, DOWN, colour)
        if side in WALL_LEFTS:
            rectangle(m, x + 2, y, 1, DOWN, WHITE)
        else:
            rectangle(m, x, y + LINE - HIGH, ACROSS, 1, WHITE)


def draw_cell(m: Machine, v: Variables, x: int, y: int, cell: picture.Cell) -> None:
    """Draw the cell at x, y, if its contents have changed."""
    marks = cell.code != 0 and (v.marks or v.palette == len(PALETTES) - 1)
    if v.cells.get((x, y)) == (cell, marks):
        return
    v.cells[x, y] = cell, marks
    rectangle(m, x + 1, y, CELL - 1, HIGH, BLACK)
    if cell.code:
        draw_domino(m, x, y, cell, marks)
    elif cell.sign:
        draw_sign(m, x, y, cell.sign)
    if cell.bars:
        draw_cursor(m, x, y, cell.bars)


def say(m: Machine, v: Variables, text: str) -> None:
    """Write a text of up to 38 characters in the bottom row, black on white."""
    if v.texts.get((0, BOTTOM_ROW)) != text:
        v.texts[0, BOTTOM_ROW] = text
        rectangle(m, 0, 8 * BOTTOM_ROW, WIDTH, 8, WHITE)
        m.print(tab(1, BOTTOM_ROW), coloured(PAPER + WHITE, coloured(BLACK, text), PAPER + BLACK), end="")


def clear(m: Machine, v: Variables) -> None:
    """Clear the screen."""
    m.vdu(26, 12)
    m.describe(None)
    v.cells.clear()
    v.texts.clear()
    v.walls = []


def draw_frames(m: Machine, v: Variables) -> None:
    """Clear the screen and draw everything that does not change."""
    clear(m, v)
    m.describe(
        lambda: screen_words(v.game.state, v.texts.get((0, BOTTOM_ROW), ""), v.overlays.hint),
        lambda: board_words(v.game.state),
    )
    draw_frame(m, 0, SIZE, SIZE)
    draw_frame(m, STACK_X, 1, PENDING)
    draw_frame(m, CHOSEN_X, 1, 1)
    for row, text in picture.KEY_TEXTS.items():
        m.print(tab(picture.PANEL, row), coloured(GREEN, text), end="")


def draw_opening(m: Machine, v: Variables) -> None:
    """Draw the title and all dominoes."""
    for place, code in enumerate(picture.table_order()):
        draw_cell(m, v, *corner(place), picture.Cell(code))
    m.print(tab(picture.NAMES, 0), "GAME", tab(picture.NAMES, 2), f"{v.game.number:6}", end="")
    m.print(tab(picture.PANEL + 2, 5), coloured(GREEN, tall("MORGAN2")), end="")
    for row, text in picture.OPENING_TEXTS.items():
        m.print(tab(picture.PANEL, row), text, end="")
    say(m, v, "Lay all 64 so that every side matches")


def draw_page(m: Machine, v: Variables, page: list[str]) -> None:
    """Draw a page of text."""
    clear(m, v)
    for row, text in enumerate(page):
        m.print(tab(1, row), coloured(WHITE if row else GREEN, text), end="")
    say(m, v, "Press any key, or click")


def draw_history(m: Machine, v: Variables) -> None:
    """Draw how the score came about, domino by domino."""
    clear(m, v)
    heading, *lines = picture.history_lines(v.game, v.over, v.rank)
    for row, text in enumerate(lines, 1):
        m.print(tab(1, row), text, end="")
    m.print(tab(1, 0), coloured(GREEN, tall(heading)), end="")
    for x, (points, final) in enumerate(history.score_history(v.game)):
        left = EDGE + BAR * x
        if points:
            rectangle(m, left, POINTS - round(POINT * points), BAR - 1, round(POINT * points), GREEN)
        rectangle(m, left, FINALS - round(FINAL * final), BAR, 2, WHITE)
    rectangle(m, EDGE, POINTS, BAR * PLACES, 1, RED)
    m.print(tab(1, BOTTOM_ROW - 2), "Bars: points. Line: FINAL after it.", end="")
    say(m, v, "N: new  Q: quit  Space: the grid" if v.over else "Press any key, or click")
