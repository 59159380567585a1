"""The text plane: the text window, the text cursor, and printing in VDU 4."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from retro.display.characters import Characters
from retro.display.framebuffer import Framebuffer
from retro.display.modes import Mode

SPACE = 32
SHORTEST_CACHED_RUN = 16  # characters: shorter runs are quicker drawn one by one than kept


class Pager:
    """Page mode (VDU 14): the machine waits for SHIFT before unread lines scroll away.

    Attributes:
        wait: called to wait for SHIFT.
        waiting: whether `wait` is running.
    """

    def __init__(self) -> None:
        self.wait: Callable[[], None] = lambda: None
        self.waiting = False
        self.switch(False)

    def switch(self, on: bool) -> None:
        """VDU 14 and 15: switch page mode, which stops the scrolling text at each page."""
        self.on = on
        self._lines = 0

    def line(self, rows: int, scrolls: bool) -> None:
        """Count a new line in paged mode; wait for SHIFT when three quarters of the window have scrolled."""
        if scrolls and self._lines >= rows * 3 // 4:
            self.waiting = True
            try:
                self.wait()
            finally:
                self.waiting = False
            self._lines = 0
        self._lines += 1


class TextPlane:
    """The text window, the text cursor, and text as VDU 4 prints it.

    Attributes:
        left, bottom, right, top: the text window in characters, inclusive, row 0 on top.
        column, row: the text cursor, absolute.
        ink, paper: logical colours.
        columns: the width of the screen in characters.
        words: the words of the framebuffer.
        cells: the slices of `words` for the characters of the cursor's row.
        ready: by code, the words of characters that may be stored at the cursor without calling the driver. Empty while
            a byte means something else, as in VDU 5 or 21 or as a parameter.
    """

    def __init__(self, mode: Mode, framebuffer: Framebuffer, characters: Characters, pager: Pager) -> None:
        self._mode, self.columns, self._pager = mode, mode.columns, pager
        self._framebuffer, self._characters = framebuffer, characters
        self.words = framebuffer.words
        self.ready: dict[int, array[int]] = {}
        self.reset_window()
        self.column = self.row = 0
        self.default_colours()

    # colours

    def default_colours(self) -> None:
        """VDU 20: set text to white on black."""
        self.set_colours(self._mode.foreground, 0)

    def set_colours(self, ink: int, paper: int) -> None:
        """Set the logical colours of text."""
        self.ink, self.paper = ink, paper
        self._glyphs = self._characters.glyphs(ink, paper)
        self.ready = {}

    def make_ready(self) -> None:
        """Set `ready` to the characters already drawn in the present colours."""
        self.ready = self._glyphs.words

    def colour(self, n: int) -> None:
        """VDU 17 (COLOUR): set the foreground (0–127) or background (128–255), modulo the number of colours."""
        logical = n % self._mode.colours
        if n < 128:
            self.set_colours(logical, self.paper)
        else:
            self.set_colours(self.ink, logical)

    # printing

    def put(self, codes: bytes) -> None:
        """Print characters. After the last column the cursor moves to the next line at once, scrolling if needed."""
        room = self.right - self.column + 1
        while len(codes) >= room:  # another thread may look: the column is always in the window
            self._store(codes[:room])
            self.new_line()
            codes = codes[room:]
            room = self.right - self.left + 1
        if codes:
            self._store(codes)
            self.column += len(codes)

    def _store(self, codes: bytes) -> None:
        """Draw characters that fit into the line, from the text cursor on."""
        if len(codes) < SHORTEST_CACHED_RUN:
            words, drawn = self.words, self._glyphs.words
            for cell, code in zip(self.cells[self.column : self.column + len(codes)], codes):
                words[cell] = drawn[code] if code in drawn else self._glyphs.draw(code)
            return
        words, columns, count = self.words, self.columns, len(codes)
        start = self.cells[self.column].start
        for row in self._glyphs.runs.get(codes) or self._glyphs.draw_run(codes):
            words[start : start + count] = row
            start += columns

    def new_line(self) -> None:
        """Move to the first column of the next line, as after the last column."""
        self.column = self.left
        self.down()

    def delete(self) -> None:
        """VDU 127: move the text cursor back and print a blank there."""
        self.back()
        blank = self._characters.glyphs(self.paper, self.paper).draw(SPACE)
        self.words[self.cells[self.column]] = blank

    # the cursor

    @property
    def row(self) -> int:
        """The row of the text cursor on the screen."""
        return self._row

    @row.setter
    def row(self, row: int) -> None:
        self._row = row
        self.cells = self._framebuffer.cells[self._framebuffer.first + row]

    def back(self) -> None:
        """VDU 8: move left; from the first column to the end of the line above."""
        if self.column > self.left:
            self.column -= 1
        else:
            self.column = self.right
            self.up()

    def forward(self) -> None:
        """VDU 9: move right; from the last column to the start of the line below."""
        if self.column < self.right:
            self.column += 1
        else:
            self.new_line()

    def down(self) -> None:
        """VDU 10: move the text cursor down; at the bottom scroll the window."""
        if self._pager.on:
            self._pager.line(self.bottom - self.top + 1, self.row == self.bottom)
        framebuffer = self._framebuffer
        if self._row < self.bottom:
            self._row += 1
            self.cells = framebuffer.cells[framebuffer.first + self._row]
        elif self._whole:
            framebuffer.scroll_all(self.paper)
            self.cells = framebuffer.cells[framebuffer.first + self._row]
        else:
            self._scroll(up=True)

    def up(self) -> None:
        """VDU 11: move the text cursor up; at the top scroll the window down."""
        if self.row > self.top:
            self.row -= 1
        else:
            self._scroll(up=False)

    def start_of_line(self) -> None:
        """VDU 13: move the text cursor to the first column of the window."""
        self.column = self.left

    def home(self) -> None:
        """VDU 30: move the text cursor to the top left of the window."""
        self.column, self.row = self.left, self.top

    def tab(self, x: int, y: int) -> None:
        """VDU 31: move to column x, row y of the window; outside it do nothing."""
        if self.left + x <= self.right and self.top + y <= self.bottom:
            self.column, self.row = self.left + x, self.top + y

    @property
    def position(self) -> tuple[int, int]:
        """POS and VPOS: the cursor's column and row in the window."""
        return self.column - self.left, self.row - self.top

    # the window

    @property
    def window(self) -> tuple[int, int, int, int]:
        """The text window: left, bottom, right, top in characters."""
        return self.left, self.bottom, self.right, self.top

    def reset_window(self) -> None:
        """Set the text window to the whole screen."""
        self.left, self.bottom = 0, self._mode.rows - 1
        self.right, self.top = self._mode.columns - 1, 0
        self._whole = True

    def set_window(self, left: int, bottom: int, right: int, top: int) -> bool:
        """VDU 28: set the window, and move the cursor home if it is outside.

        Return False, and change nothing, if the window is reversed or not inside the screen.
        """
        if not (left <= right < self._mode.columns and top <= bottom < self._mode.rows):
            return False
        self.left, self.bottom, self.right, self.top = left, bottom, right, top
        self._whole = (right - left + 1, bottom - top + 1) == (self._mode.columns, self._mode.rows)
        if not (left <= self.column <= right and top <= self.row <= bottom):
            self.home()
        return True

    def clear(self) -> None:
        """VDU 12 (CLS): fill the window with the background colour and move the cursor home."""
        buffer = self._framebuffer
        buffer.fill_cells(*self.window, self.paper)
        if buffer.clears is not None:
            bottom, top = 8 * (buffer.rows - 1 - self.bottom), 8 * (buffer.rows - self.top) - 1
            buffer.clears.append((8 * self.left, bottom, 8 * self.right + 7, top))
        self.home()

    def _scroll(self, up: bool) -> None:
        self._framebuffer.scroll(self.left, self.bottom, self.right, self.top, up, self.paper)
