"""How a program asks with a page: printed on its own screen, and recorded and replayed as all that it does."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.pages import Page
from retro.input.mouse import CLICK
from retro.machine.hardware import Hardware

NAMES = {13: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}  # of keys, by their codes
KEY_WIDTH = 8  # columns
COLOURS = {4: (3, 2), 16: (7, 3)}  # of text and of keys, by the number of colours of the MODE
CLEAR, COLOUR, NO_WINDOWS, TAB = 12, 17, 26, 31


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
            if code == CLICK:
                x, y, _ = pointer.look()
                choice = page.choose(0) if shown.mark(m.screen.framebuffer.cell_at(x, y)[1]) else None
            else:
                choice = page.press(NAMES.get(code) or chr(code).upper())
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
        ink, sign = COLOURS.get(m.screen.mode.colours, (1, 1))
        m.write(bytes([NO_WINDOWS, CLEAR]))
        for row, line in enumerate(above):
            self._write(m, row, line[:width], ink if row else sign)
        for index, choice in enumerate(self._shown):
            marked = self._first + index == page.marked
            label = f"{'>' if marked else ' '}{choice.key:<{KEY_WIDTH}}{choice.label}"
            line = (label.ljust(width - len(choice.value)) + choice.value)[:width]
            if marked:
                self._write(m, self._top + index, line, 0, 128 + ink)
            else:
                self._write(m, self._top + index, line[: 1 + KEY_WIDTH], sign)
                self._write(m, self._top + index, line[1 + KEY_WIDTH :], ink, column=1 + KEY_WIDTH)
        self._write(m, rows - 1, page.foot[:width], sign)

    @staticmethod
    def _write(m: Hardware, row: int, line: str, ink: int, paper: int = 128, column: int = 0) -> None:
        """Print a text in two colours."""
        place = bytes([COLOUR, ink, COLOUR, paper, TAB, column, row])
        m.write(place + line.encode("latin-1", "replace") + bytes([COLOUR, 128]))

    def mark(self, row: int) -> bool:
        """Mark the choice in a row of the screen; return whether there is one."""
        index = row - self._top
        if 0 <= index < len(self._shown):
            self._page.marked = self._first + index
        return 0 <= index < len(self._shown)
