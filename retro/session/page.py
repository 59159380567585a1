"""Pages of the overlay as strips of text over the picture, with rows that can be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from retro.basic.pages import Choice, Page
from retro.display.layer import COLUMNS, ROWS, Strip
from retro.display.styles import BLACK, BLUE, CYAN, HERE, WHITE, YELLOW, Row
from retro.display.text_rows import fitted

WIDTH = 36
LEFT = (COLUMNS - WIDTH) // 2
TEXT, KEY, VALUE, HEAD = (WHITE, BLUE), (YELLOW, BLUE), (CYAN, BLUE), (BLACK, CYAN)
MOST_CHOICES = ROWS - 6  # on the screen at a time
MARGIN = "  "
STATE, FOOT = "paused", "arrows RETURN mouse  ESCAPE back"  # beside the title, and in the last row
MORE = MARGIN + "…"  # where there are more items than are shown
MOVES = (
    ("ESCAPE", "back"),
    ("UP", "mark one"),
    ("DOWN", "mark one"),
    ("RETURN", "do it"),
    ("LEFT", "change"),
    ("RIGHT", "change"),
)
CHOICE = "<>"  # around a value that the arrow keys change


class LayerPage(Page):
    """A page that is drawn over the program's picture.

    Attributes:
        types: whether typed letters keep their case; else they become capitals.
        deletes: the effect of DELETE on this page, for its foot; empty if it has none.
    """

    types, deletes = False, ""

    def above(self) -> Sequence[Row]:
        """Return the rows of text between the title and the choices."""
        return [fitted([(f"{MARGIN}{line}", TEXT)], WIDTH, TEXT) for line in self.text]

    def strips(self) -> list[Strip]:
        """Render the page."""
        choices, blank, more = self.choices, fitted([], WIDTH, TEXT), fitted([(MORE, KEY)], WIDTH, TEXT)
        above = self.above()
        self._room = max(1, MOST_CHOICES - len(above))
        first = self.first(self._room)
        shown = list(enumerate(choices))[first : first + self._room]
        rows = [self._row(choice, index == self.marked) for index, choice in shown]
        width = WIDTH - 2 * len(MARGIN) - len(STATE)
        head = fitted([(f"{MARGIN}{self.title[:width]:<{width}}{STATE}", HEAD)], WIDTH, HEAD)
        below = more if len(shown) < len(choices) - first else blank
        top = [head, *([blank, *above] if above else []), more if first else blank]
        page = [*top, *rows, below, fitted([(f"{MARGIN}{self.foot or FOOT}", VALUE)], WIDTH, VALUE)]
        self._first_row = (ROWS - len(page)) // 2 + len(top)
        return [Strip(row, LEFT, pieces) for row, pieces in enumerate(page, (ROWS - len(page)) // 2)]

    def _row(self, choice: Choice, marked: bool) -> Row:
        """Render a choice."""
        style, key_style, value_style = (HERE, HERE, HERE) if marked else (TEXT, KEY, VALUE)
        value = f"{CHOICE[0]} {choice.value} {CHOICE[1]}{MARGIN}" if choice.value else ""
        key = f"{MARGIN}{choice.key:<{self.key_width - len(MARGIN)}}"
        label = choice.label.ljust(WIDTH - self.key_width - len(value))
        return fitted([(key, key_style), (label, style), (value, value_style)], WIDTH, style)

    def pad_keys(self) -> list[tuple[str, str]]:
        """Return the page's keys and their effects, for the browser's touch pad."""
        single = [(key, label) for key, label in self.keys if len(key) == 1]
        return [*MOVES, *([("DELETE", self.deletes)] if self.deletes else []), *single]

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
