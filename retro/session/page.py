"""Pages of the overlay as strips of text over the picture, with rows that can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from retro.basic.pages import Choice, Page
from retro.display.framebuffer import PIXEL_HEIGHT
from retro.display.layer import CELL, COLUMNS, HEIGHT, ROWS, Strip
from retro.display.layer import WIDTH as PIXELS
from retro.display.palette import physical_now
from retro.display.screen import Screen
from retro.display.styles import BLACK, BLUE, CYAN, HERE, WHITE, YELLOW, Row
from retro.display.text_rows import fitted

WIDTH = 36
LEFT = (COLUMNS - WIDTH) // 2
TEXT, KEY, VALUE, HEAD = (WHITE, BLUE), (YELLOW, BLUE), (CYAN, BLUE), (BLACK, CYAN)
MOST_CHOICES = ROWS - 6  # on the screen at a time
MARGIN = "  "
BACK = "ESCAPE back"
PAUSED_LABEL, FOOT = "paused", f"arrows RETURN mouse  {BACK}"  # beside the title, and in the last row
MORE_SIGN = MARGIN + "…"  # where there are more items than are shown
PAGE_KEYS = (
    ("ESCAPE", "back"),
    ("UP", "mark one"),
    ("DOWN", "mark one"),
    ("RETURN", "do it"),
    ("LEFT", "change"),
    ("RIGHT", "change"),
)
VALUE_BRACKETS = "<>"  # around a value that the arrow keys change


class LayerPage(Page):
    """A page that is drawn over the program's picture.

    Attributes:
        types: whether typed letters keep their case; else they become capitals.
        deletes: the effect of DELETE on this page, for its foot; empty if it has none.
    """

    key_width = 8
    types, deletes = False, ""

    def above(self) -> Sequence[Row]:
        """Return the rows of text between the page's title and its choices."""
        return [fitted([(f"{MARGIN}{line}", TEXT)], WIDTH, TEXT) for line in self.text]

    def strips(self) -> list[Strip]:
        """Render a page over the picture as strips of text."""
        choices, blank, more = self.choices, fitted([], WIDTH, TEXT), fitted([(MORE_SIGN, KEY)], WIDTH, TEXT)
        above = self.above()
        self._room = max(1, MOST_CHOICES - len(above))
        first = self.first(self._room)
        shown = list(enumerate(choices))[first : first + self._room]
        rows = [self._row(choice, index == self.marked) for index, choice in shown]
        width = WIDTH - 2 * len(MARGIN) - len(PAUSED_LABEL)
        head = fitted([(f"{MARGIN}{self.title[:width]:<{width}}{PAUSED_LABEL}", HEAD)], WIDTH, HEAD)
        below = more if len(shown) < len(choices) - first else blank
        top = [head, *([blank, *above] if above else []), more if first else blank]
        page = [*top, *rows, below, fitted([(f"{MARGIN}{self.foot or FOOT}", VALUE)], WIDTH, VALUE)]
        self._first_row = (ROWS - len(page)) // 2 + len(top)
        return [Strip(row, LEFT, pieces) for row, pieces in enumerate(page, (ROWS - len(page)) // 2)]

    def _row(self, choice: Choice, marked: bool) -> Row:
        """Render a choice as a row of a page over the picture."""
        style, key_style, value_style = (HERE, HERE, HERE) if marked else (TEXT, KEY, VALUE)
        value = f"{VALUE_BRACKETS[0]} {choice.value} {VALUE_BRACKETS[1]}{MARGIN}" if choice.value else ""
        key = f"{MARGIN}{choice.key:<{self.key_width - len(MARGIN)}}"
        label = choice.label.ljust(WIDTH - self.key_width - len(value))
        return fitted([(key, key_style), (label, style), (value, value_style)], WIDTH, style)

    def pad_keys(self) -> list[tuple[str, str]]:
        """Return the page's keys that mean something and their effects, for the browser's touch pad."""
        single = [(key, label) for key, label in self.keys if len(key) == 1]
        choices = self.choices
        several, changes = len(choices) > 1, any(choice.value for choice in choices)
        usable = {"UP": several, "DOWN": several, "RETURN": bool(choices), "LEFT": changes, "RIGHT": changes}
        moves = [move for move in PAGE_KEYS if usable.get(move[0], True)]
        return [*moves, *([("DELETE", self.deletes)] if self.deletes else []), *single]

    def point(self, column: int, row: int, pressed: bool) -> None:
        """Handle the mouse at a cell of the page: mark the choice there, and choose it if a button went down."""
        choices = self.choices
        index = row - self._first_row + self.first(self._room)
        if not (LEFT <= column < LEFT + WIDTH and 0 <= row - self._first_row < self._room and index < len(choices)):
            return
        self.marked = index
        if pressed:
            width = len(choices[index].value) + 4 if choices[index].value else 0
            inside = column - (LEFT + WIDTH - len(MARGIN) - width)
            self.choose(0 if inside < 0 else -1 if 2 * inside < width else 1)


class AreaPage(LayerPage):
    """A page that outlines a part of the picture and dims the rest; what is left of the cells at its edge is black.

    Args:
        title: its title.
        area: as in `Page`.
        screen: the screen, of the size of the layer.
    """

    def __init__(self, title: str, area: tuple[int, int, int, int], screen: Screen) -> None:
        super().__init__(title)
        self.area, self._screen = area, screen

    def strips(self) -> list[Strip]:
        """Render the title, and the cells of the area with its outline as pictures."""
        left, bottom, right, top = (edge // PIXEL_HEIGHT for edge in self.area or (0, 0, 0, 0))
        first, last, upper, lower = left - 1, right, HEIGHT - 1 - top - 1, HEIGHT - 1 - bottom
        physical = [physical_now(colour, second=False) for colour in self._screen.palette.colours]
        pixels, columns = self._screen.framebuffer.pixels, range(first // CELL, last // CELL + 1)
        strips = [Strip(0, LEFT, fitted([(f"{MARGIN}{self.title}  {BACK}", HEAD)], WIDTH, HEAD))]
        for row in range(upper // CELL, lower // CELL + 1):
            lines = [bytearray() for _ in range(CELL)]
            for y, line in enumerate(lines, CELL * row):
                for x in range(CELL * columns[0], CELL * columns[-1] + CELL):
                    inside = first <= x <= last and upper <= y <= lower
                    edge = inside and (x in (first, last) or y in (upper, lower))
                    line.append(CYAN if edge else physical[pixels[PIXELS * y + x]] if inside else BLACK)
            text = self._screen.lines[row][columns[0] : columns[-1] + 1]
            strips.append(Strip(row, columns[0], [(text, TEXT)], [bytes(line) for line in lines]))
        return strips
