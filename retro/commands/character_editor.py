"""The character editor: a program that draws the characters 224 to 255 with keys and mouse."""

from collections.abc import Callable, Mapping
from textwrap import wrap

from retro.basic.words import CLICK, chr_s, tab, to
from retro.commands.character_file import FIRST_CODE, LAST_CODE
from retro.library.errors import LaunchError
from retro.machine.machine import Machine

Shapes = dict[int, bytes]  # by code, eight rows of bits
Save = Callable[[Machine, Shapes], str]
NAMES = {13: "RETURN", 27: "ESCAPE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP", CLICK: "CLICK"}
STEPS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "DOWN": (0, 1), "UP": (0, -1)}
BLUE, YELLOW, WHITE, BACKGROUND = 1, 2, 3, 128  # logical colours
CELL, UNITS, TALL = 2, 32, 799  # characters a pixel of the grid; graphics units a character; the top of the screen
GRID_LEFT, GRID_TOP = 1, 2  # the grid, in characters
PANEL = 22  # column of what stands beside it
STRIP_LEFT, STRIP_TOP, ACROSS = 6, 19, 16  # all characters, in two lines of sixteen, each two characters wide
MESSAGE_ROW, LONGEST_MESSAGE_LINE = 23, 38
# What can be clicked, and is a key, too: row, column, key, and what it does.
BUTTONS = (
    (9, PANEL, "SPACE", "set, clear"),
    (10, PANEL, "W", ""),
    (10, PANEL + 2, "A", ""),
    (10, PANEL + 4, "S", ""),
    (10, PANEL + 6, "D", "shift"),
    (11, PANEL, "R", "rotate"),
    (12, PANEL, "M", "mirror"),
    (13, PANEL, "C", "copy"),
    (14, PANEL, "U", "undo"),
    (11, PANEL + 10, "I", "invert"),
    (12, PANEL + 10, "V", "flip"),
    (13, PANEL + 10, "X", "clear"),
    (15, PANEL, ",", "before"),
    (15, PANEL + 10, ".", "next"),
    (16, PANEL, "RETURN", "save"),
    (17, PANEL, "Q", "quit"),
)


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


def editor(shapes: Shapes, title: str, save: Save, message: str = "") -> Callable[[Machine], None]:
    """Return a program that edits characters.

    shapes: They are changed. title: Of the screen. save: Called to save them; returns a short sentence about that, or
    raises LaunchError. message: The sentence shown at first.
    """
    return lambda m: Editor(m, shapes, title, save).run(message)


class Editor:
    """The characters that are edited, and the one in the grid with the place of the cursor in it, from its top left."""

    def __init__(self, m: Machine, shapes: Shapes, title: str, save: Save) -> None:
        self.m, self.shapes, self.saved, self.title, self.save = m, shapes, dict(shapes), title, save
        self.code, self.x, self.y = min(shapes, default=FIRST_CODE), 0, 0
        self.undone: list[tuple[int, bytes]] = []  # codes with the shapes they had, the last one last
        self.clicked = 0, 0  # column and row of the last click

    def run(self, message: str) -> None:
        """Show the characters, and obey keys until the user leaves."""
        self.draw_frame()
        while True:
            self.draw(message)
            key, message = self.key(), ""
            if key in ("Q", "ESCAPE"):
                if self.shapes == self.saved:
                    break
                self.draw("Not saved: Q leaves, other keys stay")
                if self.key() == "Q":
                    break
            elif key == "RETURN":
                try:
                    message = self.save(self.m, self.shapes)
                    self.saved = dict(self.shapes)
                except LaunchError as error:
                    message = f"Not saved: {error}"
                self.draw_frame()
            else:
                self.obey(key)
        self.m.restart()

    def key(self) -> str:
        """Return a key by its name or in capitals, also one whose button was clicked; CLICK for a click elsewhere."""
        code = self.m.get()
        if code != CLICK:
            return NAMES.get(code) or chr(code).upper()
        column, row, _ = self.pointed()
        self.clicked = column, row
        keys = (key for top, left, key, words in BUTTONS if row == top and 0 <= column - left <= len(key + words))
        key = next(keys, "CLICK")
        return " " if key == "SPACE" else key

    def pointed(self) -> tuple[int, int, bool]:
        """Return the column and row of the mouse, and whether a button is held."""
        x, y, buttons = self.m.mouse()
        return *self.m.screen.framebuffer.cell_at(x, y), buttons > 0

    @property
    def shape(self) -> bytes:
        """The character in the grid."""
        return self.shapes.get(self.code, bytes(8))

    def obey(self, key: str) -> None:
        """Do the action of a key."""
        if key in STEPS:
            self.x, self.y = (self.x + STEPS[key][0]) % 8, (self.y + STEPS[key][1]) % 8
        elif key in CHANGES:
            self.change(CHANGES[key](self.shape))
        elif key == " ":
            self.change(self.with_pixel(not self.is_set()))
        elif key == "U" and self.undone:
            self.code, shape = self.undone.pop()
            self.define(shape)
        elif key in (",", "."):
            self.code = character(self.code + (1 if key == "." else -1))
        elif key == "C":
            self.copy()
        elif key == "CLICK":
            self.click()

    def is_set(self) -> bool:
        """Return whether the pixel at the cursor is set."""
        return bool(self.shape[self.y] & 128 >> self.x)

    def with_pixel(self, on: bool) -> bytes:
        """Return the character with the pixel at the cursor set or cleared."""
        rows = bytearray(self.shape)
        rows[self.y] = rows[self.y] | 128 >> self.x if on else rows[self.y] & ~(128 >> self.x)
        return bytes(rows)

    def change(self, shape: bytes) -> None:
        """Give the character another shape, which can be undone."""
        if shape != self.shape:
            self.undone.append((self.code, self.shape))
            self.define(shape)

    def define(self, shape: bytes) -> None:
        """Define the character."""
        if any(shape) or self.code in self.saved:
            self.shapes[self.code] = shape
        else:
            self.shapes.pop(self.code, None)
        self.m.vdu(23, self.code, *shape)

    def copy(self) -> None:
        """Copy the shape of another character, which the user picks in the strip."""
        here, key = self.code, "CLICK"
        while key in STEPS or key == "CLICK":
            self.draw("Copy which? Arrows, RETURN or a click")
            key = self.key()
            if key in STEPS:
                self.code = character(self.code + STEPS[key][0] + ACROSS * STEPS[key][1])
            elif key == "CLICK" and (clicked := self.in_strip()):
                self.code, key = clicked, "RETURN"
        shape, self.code = self.shape, here
        if key == "RETURN":
            self.change(shape)

    def click(self) -> None:
        """Draw in the grid while the button is held: set pixels if the first one was clear; or go to a character."""
        self.code = self.in_strip() or self.code
        before, on, held = self.shape, None, True
        column, row = self.clicked
        while held:
            x, y = (column - GRID_LEFT) // CELL, (row - GRID_TOP) // CELL
            if x in range(8) and y in range(8):
                self.x, self.y = x, y
                on = not self.is_set() if on is None else on
                if self.is_set() != on:
                    self.define(self.with_pixel(on))
                    self.draw()
            elif on is None:
                return
            column, row, held = self.pointed()
        self.undone.append((self.code, before))

    def in_strip(self) -> int:
        """Return the code of the character in the strip that is clicked; 0 for none."""
        column, row = self.clicked
        across, down = (column - STRIP_LEFT) // 2, (row - STRIP_TOP) // 2
        return FIRST_CODE + ACROSS * down + across if across in range(ACROSS) and down in range(2) else 0

    # the screen

    def draw_frame(self) -> None:
        """Draw what does not change."""
        m = self.m
        m.mode(7)
        m.fx(4, 1)
        m.fx(229, 1)  # ESCAPE is a key like others
        m.mouse_on()
        m.vdu(19, BLUE, 4, 0, 0, 0, 23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        for code, shape in self.shapes.items():
            m.vdu(23, code, *shape)
        self.print(0, 0, f" CHARACTERS {self.title[-26:]:>26}  ", WHITE, BLUE)
        for row, column, key, words in ((8, PANEL, "arrows", "move"), *BUTTONS):
            self.print(column, row, key, YELLOW)
            self.print(column + len(key) + 1, row, words)
        self.print(PANEL, 4, "one  several block")
        for line in range(2):
            self.print(2, STRIP_TOP + 2 * line, str(FIRST_CODE + ACROSS * line))

    def draw(self, message: str = "") -> None:
        """Draw the character: large, alone, several times, with the next three in a block, and among all others."""
        for y, row in enumerate(self.shape):
            for x in range(8):
                self.draw_pixel(x, y, bool(row & 128 >> x))
            self.print(GRID_LEFT + 8 * CELL, GRID_TOP + CELL * y, f"{row:4}")
        self.print(PANEL, 2, f"Character {self.code}")
        own, *others = (chr_s(character(self.code + number)) for number in range(4))
        self.print(PANEL + 1, 5, own)
        for row, pair in enumerate((own + others[0], others[1] + others[2]), 5):
            self.print(PANEL + 5, row, own * 6)
            self.print(PANEL + 14, row, pair)
        for code in to(FIRST_CODE, LAST_CODE):
            down, across = divmod(code - FIRST_CODE, ACROSS)
            column, row = STRIP_LEFT + 2 * across, STRIP_TOP + 2 * down
            colour = YELLOW if code == self.code else WHITE if code in self.shapes else BLUE
            self.print(column, row, chr_s(code) if code in self.shapes else ".", colour)
            self.print(column, row + 1, "^" if code == self.code else " ")
        for row, line in enumerate([*wrap(message, LONGEST_MESSAGE_LINE), "", ""][:2], MESSAGE_ROW):
            self.print(1, row, f"{line:<{LONGEST_MESSAGE_LINE}}", YELLOW)

    def draw_pixel(self, x: int, y: int, on: bool) -> None:
        """Draw a pixel of the grid, with the cursor if that is there."""
        size = CELL * UNITS
        left, top = size * x + GRID_LEFT * UNITS, TALL - GRID_TOP * UNITS - size * y
        self.fill(WHITE if on else BLUE, left, top, size - 4)
        if (x, y) == (self.x, self.y):
            self.fill(YELLOW, left + size // 4, top - size // 4, size // 2 - 4)

    def fill(self, colour: int, left: int, top: int, size: int) -> None:
        """Fill a square, in graphics units."""
        m = self.m
        m.gcol(0, colour)
        m.move(left, top)
        m.move(left + size - 4, top)
        m.plot(85, left, top - size + 4)
        m.plot(85, left + size - 4, top - size + 4)

    def print(self, column: int, row: int, text: str, colour: int = WHITE, paper: int = 0) -> None:
        """Print a text at a place."""
        self.m.colour(colour)
        self.m.colour(BACKGROUND + paper)
        self.m.print(tab(column, row), text, end="")


def character(code: int) -> int:
    """Return a code among the characters that can be drawn, wrapping round at both ends."""
    return FIRST_CODE + (code - FIRST_CODE) % (LAST_CODE - FIRST_CODE + 1)
