"""The character editor: a page with the character in a large grid, changed by keys, arrows and mouse."""

from collections.abc import Callable, Mapping
from textwrap import wrap

from retro.basic.errors import Escape
from retro.basic.pages import Choice, Page
from retro.basic.words import chr_s, tab, to
from retro.commands.character_file import FIRST_CODE, LAST_CODE
from retro.library.errors import LaunchError
from retro.machine.asking import ask
from retro.machine.machine import Machine

Shapes = dict[int, bytes]  # by code, eight rows of bits
STEPS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}
BLUE, YELLOW, WHITE, BACKGROUND = 1, 2, 3, 128  # logical colours
CELL, UNITS, TALL = 2, 32, 799  # characters a pixel of the grid; graphics units a character; the top of the screen
GRID_LEFT, GRID_TOP = 1, 2  # the grid, in characters
PANEL_COLUMN = 22  # the column of the texts beside the grid
STRIP_LEFT, STRIP_TOP, ACROSS = 6, 19, 16  # all characters, in two lines of sixteen, each two characters wide
MESSAGE_ROW, WIDEST = 23, 38
NO_ROW, ESCAPE = -1, chr(27)


def shifted(dx: int, dy: int) -> Callable[[bytes], bytes]:
    """Return a function that shifts a character by 0 or 1 pixel in each direction, with wrap-around."""

    def shift(rows: bytes) -> bytes:
        across = bytes((row << 8 | row) >> (dx % 8) & 255 for row in rows)
        return across[-dy:] + across[:-dy] if dy else across

    return shift


# Each takes eight rows of bits and returns others.
CHANGES: Mapping[str, Callable[[bytes], bytes]] = {
    "W": shifted(0, -1),
    "S": shifted(0, 1),
    "A": shifted(-1, 0),
    "D": shifted(1, 0),
    "R": lambda rows: bytes(sum((rows[7 - x] >> 7 - y & 1) << 7 - x for x in range(8)) for y in range(8)),
    "M": lambda rows: bytes(int(f"{row:08b}"[::-1], 2) for row in rows),
    "V": lambda rows: rows[::-1],
    "I": lambda rows: bytes(row ^ 255 for row in rows),
    "X": lambda rows: bytes(8),
}
ROWS = (
    ("SPACE", "set, clear"),
    ("W S", "shift"),
    ("A D", "shift"),
    ("R", "rotate"),
    ("M", "mirror"),
    ("V", "flip"),
    ("I", "invert"),
    ("X", "clear"),
    ("C", "copy"),
    ("U", "undo"),
    (". ,", "other one"),
    ("RETURN", "save"),
    ("Q", "quit"),
)


class Editor(Page):
    """The state of the editor: all characters, the one in the grid, and the cursor in it, from the top left."""

    key_width, window = 7, (PANEL_COLUMN - 1, 5, WIDEST + 1, 5 + len(ROWS) - 1)

    def __init__(self, m: Machine, shapes: Shapes, title: str, message: str) -> None:
        super().__init__(title, [Choice(key, words) for key, words in ROWS])
        self.m, self.shapes, self.saved, self.message = m, shapes, dict(shapes), message
        self.code, self.x, self.y = min(shapes, default=FIRST_CODE), 0, 0
        self.undone: list[tuple[int, bytes]] = []  # codes with their previous shapes, the newest last
        self.copied_to: int | None = None  # the character to copy to, while the user picks another one
        self.leaving = False  # whether the user is asked if the changes are to be lost
        self.marked = NO_ROW

    def in_words(self) -> str:
        """Return an empty text: the screen is a picture and has no description."""
        return ""

    @property
    def shape(self) -> bytes:
        """The eight bytes of the character that the editor shows in its grid."""
        return self.shapes.get(self.code, bytes(8))

    def press(self, key: str) -> Choice | None:
        """Handle a key. Return the row of a command that leaves the page: RETURN, or Q."""
        leaving, self.leaving, self.message = self.leaving, False, ""
        if self.copied_to is not None:
            self.copy(key)
        elif key in ("Q", ESCAPE):
            if leaving or self.shapes == self.saved:
                return self.choices[-1]
            self.leaving, self.message = True, "Not saved: Q leaves, other keys stay"
        elif leaving:
            pass
        elif key in STEPS:
            self.x, self.y = (self.x + STEPS[key][0]) % 8, (self.y + STEPS[key][1]) % 8
        elif key in CHANGES:
            self.change(CHANGES[key](self.shape))
        elif key in (" ", "SPACE"):
            self.change(self.with_pixel(not self.is_set()))
        elif key == "U" and self.undone:
            self.code, shape = self.undone.pop()
            self.define(shape)
        elif key in (",", "."):
            self.code = character(self.code + (1 if key == "." else -1))
        elif key == "C":
            self.copied_to, self.message = self.code, "Copy which? Arrows, RETURN or a click"
        elif key == "RETURN":
            return self.choices[-2]
        return None

    def choose(self, step: int) -> Choice | None:
        """Handle a click on a row of the editor's list of keys."""
        row, self.marked = self.marked, NO_ROW
        return self.press(self.choices[row].key.split()[0])

    def click(self, column: int, row: int) -> Choice | None:
        """Handle the mouse: set pixels, or clear them if the first one was set; or select a character."""
        across, down = (column - STRIP_LEFT) // 2, (row - STRIP_TOP) // 2
        if across in range(ACROSS) and down in range(2):
            self.code = FIRST_CODE + ACROSS * down + across
            return self.press("RETURN") if self.copied_to is not None else None
        before, on, held = self.shape, None, self.copied_to is None
        while held:
            x, y = (column - GRID_LEFT) // CELL, (row - GRID_TOP) // CELL
            if x in range(8) and y in range(8):
                self.x, self.y = x, y
                on = not self.is_set() if on is None else on
                if self.is_set() != on:
                    self.define(self.with_pixel(on))
                    self.draw()
            elif on is None:
                return None
            x, y, buttons = self.m.mouse()
            (column, row), held = self.m.screen.framebuffer.cell_at(x, y), buttons > 0
        self.undone.append((self.code, before))
        return None

    def copy(self, key: str) -> None:
        """Handle a key while the user selects a character to copy to the previous one."""
        if key in STEPS:
            self.code = character(self.code + STEPS[key][0] + ACROSS * STEPS[key][1])
            self.message = "Copy which? Arrows, RETURN or a click"
            return
        shape, self.code, self.copied_to = self.shape, self.copied_to or self.code, None
        if key == "RETURN":
            self.change(shape)

    def is_set(self) -> bool:
        """Return whether the pixel at the editor's cursor is set."""
        return bool(self.shape[self.y] & 128 >> self.x)

    def with_pixel(self, on: bool) -> bytes:
        """Return the character with the pixel at the cursor set or cleared."""
        rows = bytearray(self.shape)
        rows[self.y] = rows[self.y] | 128 >> self.x if on else rows[self.y] & ~(128 >> self.x)
        return bytes(rows)

    def change(self, shape: bytes) -> None:
        """Replace the shape of the character in the grid; this can be undone."""
        if shape != self.shape:
            self.undone.append((self.code, self.shape))
            self.define(shape)

    def define(self, shape: bytes) -> None:
        """Set the shape of the character in the grid, and define it on the machine."""
        if any(shape) or self.code in self.saved:
            self.shapes[self.code] = shape
        else:
            self.shapes.pop(self.code, None)
        self.m.vdu(23, self.code, *shape)

    def get(self) -> int:
        """Draw the page and wait for a key; return its code, also for ESCAPE."""
        self.draw()
        try:
            return self.m.get()
        except Escape:
            return ord(ESCAPE)

    def draw(self) -> None:
        """Draw the character in the grid: large, alone, repeated, in a block with the next three, and in the list."""
        for y, row in enumerate(self.shape):
            for x in range(8):
                left, top = UNITS * (GRID_LEFT + CELL * x), TALL - UNITS * (GRID_TOP + CELL * y)
                self.fill(WHITE if row & 128 >> x else BLUE, left, top, CELL * UNITS - 4)
                if (x, y) == (self.x, self.y):
                    self.fill(YELLOW, left + CELL * UNITS // 4, top - CELL * UNITS // 4, CELL * UNITS // 2 - 4)
            self.print(GRID_LEFT + 8 * CELL, GRID_TOP + CELL * y, f"{row:4}")
        own, *others = (chr_s(character(self.code + number)) for number in range(4))
        self.print(PANEL_COLUMN, 2, f"{self.code} {own}")
        for row, pair in enumerate((own + others[0], others[1] + others[2]), 2):
            self.print(PANEL_COLUMN + 7, row, own * 6)
            self.print(PANEL_COLUMN + 15, row, pair)
        for code in to(FIRST_CODE, LAST_CODE):
            down, across = divmod(code - FIRST_CODE, ACROSS)
            column, row = STRIP_LEFT + 2 * across, STRIP_TOP + 2 * down
            colour = YELLOW if code == self.code else WHITE if code in self.shapes else BLUE
            self.print(column, row, chr_s(code) if code in self.shapes else ".", colour)
            self.print(column, row + 1, "^" if code == self.code else " ")
        for row, line in enumerate([*wrap(self.message, WIDEST), "", ""][:2], MESSAGE_ROW):
            self.print(1, row, f"{line:<{WIDEST}}", YELLOW)

    def fill(self, colour: int, left: int, top: int, size: int) -> None:
        """Fill a square of the screen; its place and size are in graphics units."""
        m = self.m
        m.gcol(0, colour)
        m.move(left, top)
        m.move(left + size - 4, top)
        m.plot(85, left, top - size + 4)
        m.plot(85, left + size - 4, top - size + 4)

    def print(self, column: int, row: int, text: str, colour: int = WHITE, paper: int = 0) -> None:
        """Print a text at a position of the screen."""
        self.m.colour(colour)
        self.m.colour(BACKGROUND + paper)
        self.m.print(tab(column, row), text, end="")


def editor(
    shapes: Shapes, title: str, save: Callable[[Machine, Shapes], str], message: str = ""
) -> Callable[[Machine], None]:
    """Return a program that edits characters.

    shapes: The characters' shapes, which are changed in place. title: The title of the screen. save: Called to save
    them; returns a short sentence for the user, or raises LaunchError. message: The sentence shown at first.
    """

    def main(m: Machine) -> None:
        page, key = Editor(m, shapes, title, message), ""
        while key != "Q":
            m.mode(7)
            m.vdu(19, BLUE, 4, 0, 0, 0, 23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
            for code, shape in shapes.items():
                m.vdu(23, code, *shape)
            page.print(0, 0, f" CHARACTERS {title[-26:]:>26}  ", WHITE, BLUE)
            for line in range(2):
                page.print(2, STRIP_TOP + 2 * line, str(FIRST_CODE + ACROSS * line))
            key = ask(m, page, page.get)
            if key == "RETURN":
                try:
                    page.message = save(m, shapes)
                    page.saved = dict(shapes)
                except LaunchError as error:
                    page.message = f"Not saved: {error}"
        m.restart()

    return main


def character(code: int) -> int:
    """Return a code, wrapped around to the codes that can be edited."""
    return FIRST_CODE + (code - FIRST_CODE) % (LAST_CODE - FIRST_CODE + 1)
