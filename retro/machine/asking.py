"""`m.ask`: prints a page on the program's own screen, and waits until a row is chosen."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.pages import Page
from retro.input.mouse import CLICK
from retro.machine.hardware import Hardware

KEY_NAMES = {13: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}  # of keys, by their codes
COLOURS = {4: (3, 2), 16: (7, 3)}  # of text and of keys, by the number of colours of the MODE
CLEAR, COLOUR, NO_WINDOWS, TAB = 12, 17, 26, 31


def ask(m: Hardware, page: Page, get: Callable[[], int]) -> str:
    """Show a page until the user chooses a row; return the row's key. ESCAPE raises Escape.

    get: waits for a key and returns its code.
    """
    keyboard, pointer, words = m.keyboard, m.keyboard.pointer, m.words
    before = keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types
    keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types = 1, False, True, True
    m.words = page.in_words
    try:
        while True:
            shown = Printed(m, page)
            code = get()
            if code == CLICK:
                x, y, _ = pointer.look()
                column, row = m.screen.framebuffer.cell_at(x, y)
                choice = page.choose(0) if shown.mark(column, row) else page.click(column, row)
            else:
                choice = page.press(KEY_NAMES.get(code) or chr(code).upper())
            if choice and not choice.value:
                return choice.key
    finally:
        keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types = before
        m.words = words


class Printed:
    """A page printed on a machine's screen: on the whole screen, or only its rows in the page's window."""

    def __init__(self, m: Hardware, page: Page) -> None:
        from textwrap import wrap

        width, rows = m.screen.mode.columns - 1, m.screen.mode.rows
        ink, sign = COLOURS.get(m.screen.mode.colours, (1, 1))
        m.write(bytes([NO_WINDOWS]))
        if page.window is None:
            above = [page.title, "", *(line for text in page.text for line in wrap(text, width) or [""]), ""]
            m.write(bytes([CLEAR]))
            for row, line in enumerate(above):
                self._write(m, row, line[:width], ink if row else sign)
            self._write(m, rows - 1, page.foot[:width], sign)
        self._page = page
        self._window = page.window or (0, len(above), width, max(len(above), rows - 3))
        left, top, right, bottom = self._window
        width, end = min(width, right + 1 - left), 1 + page.key_width
        self._first = page.first(bottom + 1 - top)
        self._shown = page.choices[self._first :][: bottom + 1 - top]
        for row, choice in enumerate(self._shown, top):
            marked = self._first + row - top == page.marked
            label = f"{'>' if marked else ' '}{choice.key:<{page.key_width}}{choice.label}"
            line = (label.ljust(width - len(choice.value)) + choice.value)[:width]
            if marked:
                self._write(m, row, line, 0, 128 + ink, left)
            else:
                self._write(m, row, line[:end], sign, column=left)
                self._write(m, row, line[end:], ink, column=left + end)

    @staticmethod
    def _write(m: Hardware, row: int, line: str, ink: int, paper: int = 128, column: int = 0) -> None:
        """Print a text in two colours."""
        place = bytes([COLOUR, ink, COLOUR, paper, TAB, column, row])
        m.write(place + line.encode("latin-1", "replace") + bytes([COLOUR, 128]))

    def mark(self, column: int, row: int) -> bool:
        """Mark the page's row at a cell of the screen; return False if there is none."""
        left, top, right, _ = self._window
        on_row = left <= column <= right and 0 <= row - top < len(self._shown)
        if on_row:
            self._page.marked = self._first + row - top
        return on_row
