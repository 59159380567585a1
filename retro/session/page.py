"""Pages of the overlay: entries to choose from, as rows of text with keys that can be clicked."""

from __future__ import annotations

from retro.display.layer import COLUMNS, ROWS, Strip
from retro.display.styles import BLACK, BLUE, CYAN, HERE, WHITE, YELLOW
from retro.display.text_rows import fitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.display.text_rows import Row
    from retro.session.overlay import Overlay

    Action = Callable[[Overlay, int], None]

WIDTH = 36
LEFT = (COLUMNS - WIDTH) // 2
KEY_WIDTH = 8
TEXT, KEY, VALUE, HEAD = (WHITE, BLUE), (YELLOW, BLUE), (CYAN, BLUE), (BLACK, CYAN)
MOST = ROWS - 6  # items on the screen at a time
MARGIN = "  "
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


class Entry:
    """An entry of a page.

    Attributes:
        key: what chooses it: a character in capitals, or the name of a key; or two, which change its value.
        label: what it does.
        action: does it; called with 0 when the entry is chosen, with -1 or 1 for LEFT or RIGHT if it has a value.
        value: returns the value to show, or nothing.
        offered: returns something true if it can be chosen now; others are not shown.
    """

    def __init__(
        self,
        key: str,
        label: str,
        action: Action,
        value: Callable[[Overlay], str] | None = None,
        offered: Callable[[Overlay], object] = lambda overlay: True,
    ) -> None:
        self.key, self.label, self.action, self.value, self.offered = key, label, action, value, offered

    def row(self, overlay: Overlay, chosen: bool, key_width: int) -> Row:
        """Render it."""
        style, key_style, value_style = (HERE, HERE, HERE) if chosen else (TEXT, KEY, VALUE)
        value = f"{CHOICE[0]} {self.value(overlay)} {CHOICE[1]}{MARGIN}" if self.value else ""
        label = self.label.ljust(WIDTH - key_width - len(value))
        return fitted(
            [(f"{MARGIN}{self.key:<{key_width - len(MARGIN)}}", key_style), (label, style), (value, value_style)],
            WIDTH,
            style,
        )


class Page:
    """A page that is open.

    Attributes:
        title: its title.
        foot: what its last row says; empty: the keys.
        above: rows of text above the entries.
        key_width: the columns of the keys.
        types: whether small letters reach it as such.
        deletes: what its key DELETE does, if it has one.
        chosen: the index of the chosen one of its items.
    """

    foot, key_width, types, deletes = "", KEY_WIDTH, False, ""

    def __init__(self, title: str, entries: Sequence[Entry], above: Sequence[Row] = ()) -> None:
        self.title, self._entries, self.above = title, entries, above
        self.chosen = 0

    def items(self, overlay: Overlay) -> list[Entry]:
        """Return the entries that can be chosen now."""
        return [entry for entry in self._entries if entry.offered(overlay)]

    def strips(self, overlay: Overlay) -> list[Strip]:
        """Render it."""
        items, blank, more = self.items(overlay), fitted([], WIDTH, TEXT), fitted([(MORE, KEY)], WIDTH, TEXT)
        first = self._first(len(items))
        shown = list(enumerate(items))[first : first + self._room]
        rows = [item.row(overlay, index == self.chosen, self.key_width) for index, item in shown]
        room = WIDTH - 2 * len(MARGIN) - len(overlay.state)
        head = fitted([(f"{MARGIN}{self.title[:room]:<{room}}{overlay.state}", HEAD)], WIDTH, HEAD)
        foot = fitted([(f"{MARGIN}{self.foot or overlay.foot}", VALUE)], WIDTH, VALUE)
        over, below = more if first else blank, more if len(shown) < len(items) - first else blank
        above = [head, *([blank, *self.above] if self.above else []), over]
        page = [*above, *rows, below, foot]
        self._top = (ROWS - len(page)) // 2
        self._items_row = self._top + len(above)
        return [Strip(row, LEFT, pieces) for row, pieces in enumerate(page, self._top)]

    def pad_keys(self, overlay: Overlay) -> list[tuple[str, str]]:
        """Return its keys, and what they do, for fingers."""
        single = [(key, item.label) for item in self.items(overlay) for key in item.key.split() if len(key) == 1]
        return [*MOVES, *([("DELETE", self.deletes)] if self.deletes else []), *single]

    @property
    def _room(self) -> int:
        """How many items are on the screen at a time."""
        return max(1, MOST - len(self.above))

    def _first(self, count: int) -> int:
        """Return the index of the first item on the screen."""
        return max(0, min(self.chosen - self._room // 2, count - self._room))

    # keys and mouse

    def press(self, overlay: Overlay, key: str) -> None:
        """Handle a key: a character in capitals, or a name."""
        items = self.items(overlay)
        if key in ("UP", "DOWN") and items:
            self.chosen = (self.chosen + (1 if key == "DOWN" else -1)) % len(items)
        elif key in ("LEFT", "RIGHT") and items[self.chosen].value:
            items[self.chosen].action(overlay, 1 if key == "RIGHT" else -1)
        elif key in ("RETURN", " ") and items:
            items[self.chosen].action(overlay, 0)
        else:
            self._press_key_of(overlay, items, key)

    def _press_key_of(self, overlay: Overlay, items: Sequence[Entry], key: str) -> None:
        """Choose the item that has a key, if one has; the first of two keys increases its value."""
        for index, item in enumerate(items):
            keys = item.key.split()
            if key in keys:
                self.chosen = index
                item.action(overlay, 0 if len(keys) == 1 else 1 - 2 * keys.index(key))
                return

    def point(self, overlay: Overlay, column: int, row: int, pressed: bool) -> None:
        """Handle the mouse over a cell of the page: choose the item below it, and press it."""
        items = self.items(overlay)
        index = row - self._items_row + self._first(len(items))
        if not (LEFT <= column < LEFT + WIDTH and 0 <= row - self._items_row < self._room and index < len(items)):
            return
        self.chosen = index
        value = items[index].value
        if pressed:
            width = len(value(overlay)) + 4 if value else 0
            inside = column - (LEFT + WIDTH - len(MARGIN) - width)
            items[index].action(overlay, 0 if inside < 0 else -1 if 2 * inside < width else 1)
