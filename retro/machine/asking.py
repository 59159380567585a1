"""How a program asks with a page: printed on its own screen, and recorded and replayed as all that it does."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.pages import Page
from retro.input.mouse import CLICK
from retro.machine.hardware import Hardware

NAMES = {13: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}  # of keys, by their codes
KEY_WIDTH = 8  # columns
CLEAR, NO_WINDOWS, TAB = 12, 26, 31


def ask(m: Hardware, page: Page, get: Callable[[], int]) -> str:
    """Show a page until the user has chosen one of its rows; return the key of that. ESCAPE raises Escape.

    get: waits for a key, and returns its code.
    """
    keyboard, pointer, words = m.keyboard, m.keyboard.pointer, m.words
    before = keyboard.cursor_keys, pointer.active, pointer.types
    keyboard.cursor_keys, pointer.active, pointer.types, m.words = 1, True, True, page.in_words
    try:
        while True:
            shown = Printed(m, page)
            code = get()
            key = NAMES.get(code) or chr(code).upper()
            if code == CLICK:
                x, y, _ = pointer.look()
                key = "RETURN" if shown.mark(m.screen.framebuffer.cell_at(x, y)[1]) else ""
            choice = page.press(key)
            if choice and not choice.value:
                return choice.key
    finally:
        keyboard.cursor_keys, pointer.active, pointer.types = before
        m.words = words


class Printed:
    """A page that is printed on the whole screen of a machine."""

    def __init__(self, m: Hardware, page: Page) -> None:
        from textwrap import wrap

        self._page, width, rows = page, m.screen.mode.columns - 1, m.screen.mode.rows
        above = [page.title, "", *(line for text in page.text for line in wrap(text, width) or [""]), ""]
        self._top, room = len(above), max(1, rows - len(above) - 2)
        self._first = page.first(room)
        self._shown = page.choices[self._first : self._first + room]
        lines = dict(enumerate(above))
        for index, choice in enumerate(self._shown):
            sign = ">" if self._first + index == page.marked else " "
            label = f"{sign}{choice.key:<{KEY_WIDTH}}{choice.label}"
            lines[self._top + index] = label.ljust(width - len(choice.value)) + choice.value
        lines[rows - 1] = page.foot
        m.write(bytes([NO_WINDOWS, CLEAR]))
        for row, line in lines.items():
            m.write(bytes([TAB, 0, row]) + line[:width].encode("latin-1", "replace"))

    def mark(self, row: int) -> bool:
        """Mark the choice in a row of the screen; return whether there is one."""
        index = row - self._top
        if 0 <= index < len(self._shown):
            self._page.marked = self._first + index
        return 0 <= index < len(self._shown)
