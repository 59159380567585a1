"""The character editor: a program that draws the characters 224 to 255 with keys and mouse."""

from __future__ import annotations

from dataclasses import dataclass, field

from retro.basic.words import CLICK, chr_s, tab, to
from retro.commands.character_file import FIRST_CODE as FIRST
from retro.commands.character_file import LAST_CODE as LAST
from retro.library.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from retro.machine.machine import Machine
    from retro.machine.view import Program

    Shapes = dict[int, bytes]

RETURN, ESCAPE, LEFT, RIGHT, DOWN, UP = 13, 27, 136, 137, 138, 139
STEPS = {LEFT: (-1, 0), RIGHT: (1, 0), DOWN: (0, 1), UP: (0, -1)}
BLUE, YELLOW, WHITE, BACKGROUND = 1, 2, 3, 128  # logical colours
CELL, UNITS, TALL = 2, 32, 799  # characters a pixel of the grid; graphics units a character; the top of the screen
GRID_LEFT, GRID_TOP = 1, 2  # the grid, in characters
PANEL = 22  # column of what stands beside it
STRIP_LEFT, STRIP_TOP, ACROSS = 6, 19, 16  # all characters, in two lines of sixteen, each two characters wide
MESSAGE_ROW, LONGEST = 23, 38  # the row of messages, and how long their lines are
# What can be clicked, and is typed then: row, column, the key as it is printed, what it does, and its code.
BUTTONS = (
    (9, PANEL, "SPACE", "set, clear", 32),
    (10, PANEL, "W", "", ord("W")),
    (10, PANEL + 2, "A", "", ord("A")),
    (10, PANEL + 4, "S", "", ord("S")),
    (10, PANEL + 6, "D", "shift", ord("D")),
    (11, PANEL, "R", "rotate", ord("R")),
    (12, PANEL, "M", "mirror", ord("M")),
    (13, PANEL, "C", "copy", ord("C")),
    (14, PANEL, "U", "undo", ord("U")),
    (11, PANEL + 10, "I", "invert", ord("I")),
    (12, PANEL + 10, "V", "flip", ord("V")),
    (13, PANEL + 10, "X", "clear", ord("X")),
    (15, PANEL, ",", "before", ord(",")),
    (15, PANEL + 10, ".", "next", ord(".")),
    (16, PANEL, "RETURN", "save", RETURN),
    (17, PANEL, "Q", "quit", ord("Q")),
)


@dataclass(slots=True)
class Variables:
    """What is edited, and where.

    Attributes:
        shapes: The characters that are defined: by code, eight rows of bits.
        code, x, y: The character in the grid, and the place in that, from its top left.
        undone: Codes with the shapes they had, the last one last.
        pointed: Column and row of the last click.
        saved: The shapes as they were saved last.
    """

    shapes: Shapes
    saved: Shapes
    code: int = FIRST
    x: int = 0
    y: int = 0
    undone: list[tuple[int, bytes]] = field(default_factory=list)
    pointed: tuple[int, int] = (0, 0)

    @property
    def shape(self) -> bytes:
        """The character in the grid."""
        return self.shapes.get(self.code, bytes(8))


# the changes: each takes eight rows of bits and returns others


def shifted(dx: int, dy: int) -> Callable[[bytes], bytes]:
    """Return a function that shifts a character by 0 or 1 pixel; what leaves it at one side comes in at the other."""

    def shift(rows: bytes) -> bytes:
        across = bytes((row << 8 | row) >> (dx % 8) & 255 for row in rows)
        return across[-dy:] + across[:-dy] if dy else across

    return shift


def rotated(rows: bytes) -> bytes:
    """Return a character rotated clockwise."""
    return bytes(sum((rows[7 - x] >> 7 - y & 1) << 7 - x for x in range(8)) for y in range(8))


def mirrored(rows: bytes) -> bytes:
    """Return a character with left and right exchanged."""
    return bytes(int(f"{row:08b}"[::-1], 2) for row in rows)


CHANGES: Mapping[str, Callable[[bytes], bytes]] = {
    "W": shifted(0, -1),
    "A": shifted(-1, 0),
    "S": shifted(0, 1),
    "D": shifted(1, 0),
    "R": rotated,
    "M": mirrored,
    "V": lambda rows: rows[::-1],
    "I": lambda rows: bytes(row ^ 255 for row in rows),
    "X": lambda rows: bytes(8),
}


def editor(shapes: Shapes, title: str, save: Callable[[Machine, Shapes], str], message: str = "") -> Program:
    """Return a program that edits characters.

    shapes: By code, eight rows of bits; they are changed. title: Of the screen. save: Called to save them; returns a
    short sentence about that, or raises LaunchError. message: The sentence shown at first.
    """

    def main(m: Machine) -> None:
        v = Variables(shapes, dict(shapes), min(shapes, default=FIRST))
        draw(m, v, title)
        say(m, message)
        while True:
            key = key_typed(m, v)
            answer = ""
            if key in (ord("Q"), ESCAPE):
                if may_leave(m, v):
                    break
            elif key == RETURN:
                try:
                    answer = save(m, v.shapes)
                    v.saved = dict(v.shapes)
                except LaunchError as error:
                    answer = f"Not saved: {error}"
                draw(m, v, title)
            else:
                obey(m, v, key)
            say(m, answer)
        m.restart()

    return main


def key_typed(m: Machine, v: Variables) -> int:
    """Return the code of a key or of a button that was clicked, in upper case; CLICK for a click elsewhere."""
    key = m.get()
    if key == CLICK:
        column, row, _ = place(m)
        v.pointed = column, row
        inside = (
            code for top, left, label, words, code in BUTTONS if row == top and 0 <= column - left <= len(label + words)
        )
        return next(inside, CLICK)
    return ord(chr(key).upper()) if key < BACKGROUND else key


def place(m: Machine) -> tuple[int, int, bool]:
    """Return the column and row of the mouse, and whether a button is held."""
    x, y, buttons = m.mouse()
    return *m.screen.framebuffer.cell_at(x, y), buttons > 0


def may_leave(m: Machine, v: Variables) -> bool:
    """Return whether everything is saved, or the user leaves nevertheless."""
    if v.shapes == v.saved:
        return True
    say(m, "Not saved: Q leaves, other keys stay")
    return key_typed(m, v) == ord("Q")


def obey(m: Machine, v: Variables, key: int) -> None:
    """Do what a key stands for."""
    if key in STEPS:
        move_to(m, v, *((old + step) % 8 for old, step in zip((v.x, v.y), STEPS[key])))
    elif chr(key) in CHANGES:
        change(m, v, CHANGES[chr(key)](v.shape))
    elif key == ord(" "):
        change(m, v, with_pixel(v, not is_set(v)))
    elif key == ord("U") and v.undone:
        code, shape = v.undone.pop()
        show_character(m, v, code)
        define(m, v, shape)
    elif key in (ord(","), ord(".")):
        show_character(m, v, FIRST + (v.code - FIRST + (1 if key == ord(".") else -1)) % (LAST - FIRST + 1))
    elif key == ord("C"):
        copy(m, v)
    elif key == CLICK:
        click(m, v)


def is_set(v: Variables) -> bool:
    """Return whether the pixel at the cursor is set."""
    return bool(v.shape[v.y] & 128 >> v.x)


def with_pixel(v: Variables, on: bool) -> bytes:
    """Return the character with the pixel at the cursor set or cleared."""
    rows = bytearray(v.shape)
    rows[v.y] = rows[v.y] | 128 >> v.x if on else rows[v.y] & ~(128 >> v.x)
    return bytes(rows)


def change(m: Machine, v: Variables, shape: bytes) -> None:
    """Give the character another shape, which can be undone."""
    if shape != v.shape:
        v.undone.append((v.code, v.shape))
        define(m, v, shape)


def define(m: Machine, v: Variables, shape: bytes) -> None:
    """Define the character, and draw it everywhere."""
    if any(shape) or v.code in v.saved:
        v.shapes[v.code] = shape
    else:
        v.shapes.pop(v.code, None)
    m.vdu(23, v.code, *shape)
    draw_grid(m, v)
    draw_character(m, v)


def copy(m: Machine, v: Variables) -> None:
    """Copy the shape of another character, which the user picks in the strip."""
    here, key = v.code, CLICK
    say(m, "Copy which? Arrows, RETURN or a click")
    while key in STEPS or key == CLICK:
        key = key_typed(m, v)
        code = v.code
        if key in STEPS:
            dx, dy = STEPS[key]
            code = FIRST + (v.code - FIRST + dx + ACROSS * dy) % (LAST - FIRST + 1)
        elif key == CLICK and (clicked := in_strip(v)):
            code, key = clicked, RETURN
        show_character(m, v, code)
    shape = v.shape
    show_character(m, v, here)
    if key == RETURN:
        change(m, v, shape)


def click(m: Machine, v: Variables) -> None:
    """Draw in the grid while the button is held: set pixels if the first one was clear; or go to a character."""
    if clicked := in_strip(v):
        show_character(m, v, clicked)
    x, y = in_grid(*v.pointed)
    if not (x in range(8) and y in range(8)):
        return
    move_to(m, v, x, y)
    before, on, held = v.shape, not is_set(v), True
    while held:
        if is_set(v) != on:
            define(m, v, with_pixel(v, on))
        column, row, held = place(m)
        x, y = in_grid(column, row)
        if held and (x, y) != (v.x, v.y) and x in range(8) and y in range(8):
            move_to(m, v, x, y)
    v.undone.append((v.code, before))


def in_grid(column: int, row: int) -> tuple[int, int]:
    """Return the pixel of the grid at a cell of the screen; it may be beside the grid."""
    return (column - GRID_LEFT) // CELL, (row - GRID_TOP) // CELL


def in_strip(v: Variables) -> int:
    """Return the code of the character in the strip that was clicked; 0 for none."""
    column, row = v.pointed
    across, down = (column - STRIP_LEFT) // 2, (row - STRIP_TOP) // 2
    return FIRST + ACROSS * down + across if across in range(ACROSS) and down in range(2) else 0


# the screen


def draw(m: Machine, v: Variables, title: str) -> None:
    """Draw everything."""
    m.mode(7)
    m.fx(4, 1)
    m.fx(229, 1)  # ESCAPE is a key like others
    m.mouse_on()
    m.vdu(19, BLUE, 4, 0, 0, 0, 23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    for code, shape in v.shapes.items():
        m.vdu(23, code, *shape)
    m.colour(BACKGROUND + BLUE)
    m.print(tab(0, 0), f" CHARACTERS {title[-26:]:>26}  ", end="")
    m.colour(BACKGROUND)
    for row, column, label, words, _ in ((8, PANEL, "arrows", "move", 0), *BUTTONS):
        m.colour(YELLOW)
        m.print(tab(column, row), label, end="")
        m.colour(WHITE)
        m.print(" ", words, end="")
    m.colour(WHITE)
    m.print(tab(PANEL, 4), "one  several block", end="")
    for line in range(2):
        m.print(tab(2, STRIP_TOP + 2 * line), FIRST + ACROSS * line, end="")
    for code in to(FIRST, LAST):
        draw_in_strip(m, v, code)
    show_character(m, v, v.code)


def show_character(m: Machine, v: Variables, code: int) -> None:
    """Put another character into the grid."""
    before, v.code = v.code, code
    draw_in_strip(m, v, before)
    m.print(tab(PANEL, 2), "Character ", code, end="")
    draw_grid(m, v)
    draw_character(m, v)


def draw_character(m: Machine, v: Variables) -> None:
    """Draw the character alone, several times, and with the next three in a block, and mark it in the strip."""
    draw_in_strip(m, v, v.code)
    own = chr_s(v.code)
    block = [chr_s(FIRST + (v.code + number - FIRST) % (LAST - FIRST + 1)) for number in range(4)]
    m.print(tab(PANEL + 1, 5), own, tab(PANEL + 5, 5), own * 6, tab(PANEL + 14, 5), block[0], block[1], end="")
    m.print(tab(PANEL + 5, 6), own * 6, tab(PANEL + 14, 6), block[2], block[3], end="")


def draw_in_strip(m: Machine, v: Variables, code: int) -> None:
    """Draw a character in the strip, above a mark if it is in the grid; a dot stands for one that is not defined."""
    down, across = divmod(code - FIRST, ACROSS)
    column, row = STRIP_LEFT + 2 * across, STRIP_TOP + 2 * down
    m.colour(YELLOW if code == v.code else WHITE if code in v.shapes else BLUE)
    m.print(tab(column, row), chr_s(code) if code in v.shapes else ".", end="")
    m.print(tab(column, row + 1), "^" if code == v.code else " ", end="")
    m.colour(WHITE)


def draw_grid(m: Machine, v: Variables) -> None:
    """Draw the character large, with the number of each row."""
    for y, row in enumerate(v.shape):
        for x in range(8):
            draw_pixel(m, v, x, y)
        m.print(tab(GRID_LEFT + 8 * CELL, GRID_TOP + CELL * y), f"{row:4}", end="")


def draw_pixel(m: Machine, v: Variables, x: int, y: int) -> None:
    """Draw a pixel of the grid, with the cursor if that is there."""
    size = CELL * UNITS
    left, top = size * x + GRID_LEFT * UNITS, TALL - GRID_TOP * UNITS - size * y
    fill(m, WHITE if v.shape[y] & 128 >> x else BLUE, left, top, size - 4)
    if (x, y) == (v.x, v.y):
        fill(m, YELLOW, left + size // 4, top - size // 4, size // 2 - 4)


def fill(m: Machine, colour: int, left: int, top: int, size: int) -> None:
    """Fill a square, in graphics units."""
    m.gcol(0, colour)
    m.move(left, top)
    m.move(left + size - 4, top)
    m.plot(85, left, top - size + 4)
    m.plot(85, left + size - 4, top - size + 4)


def move_to(m: Machine, v: Variables, x: int, y: int) -> None:
    """Move the cursor to a pixel."""
    before = v.x, v.y
    v.x, v.y = x, y
    draw_pixel(m, v, *before)
    draw_pixel(m, v, x, y)


def say(m: Machine, message: str) -> None:
    """Print a sentence on the two lines at the bottom, in place of the one before."""
    from textwrap import wrap

    m.colour(YELLOW)
    for row, line in enumerate([*wrap(message, LONGEST), "", ""][:2], MESSAGE_ROW):
        m.print(tab(1, row), f"{line:<{LONGEST}}", end="")
    m.colour(WHITE)
