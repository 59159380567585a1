"""Translates keys and clicks to words; a click's word depends on the area of the screen that was clicked."""

from __future__ import annotations

from retro.input.mouse import CLICK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CELL, HEIGHT = 32, 800  # graphics units of a character, and of the screen of MODE 7
TIMEOUT = -1  # what INKEY returns when the time is up
KEY_WORDS = {
    TIMEOUT: "TIMEOUT",
    13: "RETURN",
    32: "RETURN",
    127: "DELETE",
    136: "LEFT",
    137: "RIGHT",
    138: "DOWN",
    139: "UP",
}


class ClickAreas(dict[str, tuple[int, int, int, int]]):
    """The clickable areas of the screen by their words, each as left, bottom, right and top in graphics units."""

    def add_cells(self, word: str, column: int, row: int, wide: int, high: int = 1) -> None:
        """Add an area of characters in MODE 7 for a word."""
        self[word] = CELL * column, HEIGHT - CELL * (row + high), CELL * (column + wide), HEIGHT - CELL * row

    def read(self, m: Any, timeout: int | None = None) -> str:
        """Wait for a key or a click; return a character in capitals, a name such as LEFT, or the word of an area.

        Anything else is "". SPACE is RETURN.

        timeout: centiseconds after which "TIMEOUT" is returned; None: wait for ever.
        """
        code = m.get() if timeout is None else m.inkey(timeout)
        if code == CLICK:
            x, y, _ = m.mouse()
            inside = (word for word, (x1, y1, x2, y2) in self.items() if x1 <= x < x2 and y1 <= y < y2)
            return next(inside, "")
        return KEY_WORDS.get(code) or (chr(code).upper() if 32 < code < 127 else "")
