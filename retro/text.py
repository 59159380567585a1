"""The text plane: the text window, the text cursor and everything that VDU 4 printing does."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.canvas import Canvas
    from retro.characters import Characters
    from retro.modes import Mode

SPACE = 32


class Pager:
    """Page mode (VDU 14): before a line of text that was not read yet would scroll away, the machine waits.

    on: is page mode on? wait: returns when the reader has pressed SHIFT.
    """

    __slots__ = ("_lines", "on", "wait")

    def __init__(self) -> None:
        self.wait: Callable[[], None] = lambda: None
        self.switch(False)

    def switch(self, on: bool) -> None:
        """VDU 14 and 15."""
        self.on = on
        self._lines = 0

    def line(self, rows: int, scrolls: bool) -> None:
        """A new line in a window of so many rows: three quarters of them may scroll before the next wait."""
        if scrolls and self._lines >= rows * 3 // 4:
            self.wait()
            self._lines = 0
        self._lines += 1


class TextPlane:
    """Text as VDU 4 prints it.

    left, bottom, right, top: the text window in characters, all inclusive, row 0 on top.
    column, row: the text cursor, absolute. ink, paper: logical colours.
    """

    def __init__(self, mode: Mode, canvas: Canvas, characters: Characters, pager: Pager) -> None:
        self._mode = mode
        self._pager = pager
        self._canvas = canvas
        self._characters = characters
        self._cells = canvas.cells
        self._columns = mode.columns
        self._words = canvas.words
        self._place = canvas.words.__setitem__
        self.reset_window()
        self.column = self.row = 0
        self.default_colours()

    # colours

    def default_colours(self) -> None:
        """White on black: the text part of VDU 20."""
        self.set_colours(self._mode.foreground, 0)

    def set_colours(self, ink: int, paper: int) -> None:
        """Choose the logical colours of what is printed from now on."""
        self.ink, self.paper = ink, paper
        self._glyphs = self._characters.glyphs(ink, paper)

    def colour(self, n: int) -> None:
        """VDU 17 (COLOUR): 0–127 the foreground, 128–255 the background, modulo the number of colours."""
        logical = n % self._mode.colours
        if n < 128:
            self.set_colours(logical, self.paper)
        else:
            self.set_colours(self.ink, logical)

    # printing

    def put(self, codes: bytes) -> None:
        """Print characters, moving on to the next line, and scrolling, at once after the last column."""
        while codes:
            start = self.row * self._columns + self.column
            part = codes[: self.right - self.column + 1]
            # any() runs the loop in C: __setitem__ gives None each time.
            any(map(self._place, self._cells[start : start + len(part)], map(self._glyphs.__getitem__, part)))
            self.column += len(part)
            if self.column > self.right:
                self.column = self.left
                self.down()
            codes = codes[len(part) :]

    def put_one(self, code: int) -> None:
        """Print one character."""
        column = self.column
        self._words[self._cells[self.row * self._columns + column]] = self._glyphs[code]
        if column < self.right:
            self.column = column + 1
        else:
            self.column = self.left
            self.down()

    def delete(self) -> None:
        """VDU 127: a step back, and a blank there."""
        self.back()
        blank = self._characters.glyphs(self.paper, self.paper)[SPACE]
        self._place(self._cells[self.row * self._columns + self.column], blank)

    # the cursor

    def back(self) -> None:
        """VDU 8: left; from the first column to the end of the line above."""
        if self.column > self.left:
            self.column -= 1
        else:
            self.column = self.right
            self.up()

    def forward(self) -> None:
        """VDU 9: right; from the last column to the start of the line below."""
        if self.column < self.right:
            self.column += 1
        else:
            self.column = self.left
            self.down()

    def down(self) -> None:
        """VDU 10: down; at the bottom the window scrolls."""
        if self._pager.on:
            self._pager.line(self.bottom - self.top + 1, self.row == self.bottom)
        if self.row < self.bottom:
            self.row += 1
        else:
            self._scroll(up=True)

    def up(self) -> None:
        """VDU 11: up; at the top the window scrolls down."""
        if self.row > self.top:
            self.row -= 1
        else:
            self._scroll(up=False)

    def start_of_line(self) -> None:
        """VDU 13."""
        self.column = self.left

    def home(self) -> None:
        """VDU 30."""
        self.column, self.row = self.left, self.top

    def tab(self, x: int, y: int) -> None:
        """VDU 31: to column x, row y of the window; outside it nothing happens."""
        if self.left + x <= self.right and self.top + y <= self.bottom:
            self.column, self.row = self.left + x, self.top + y

    @property
    def position(self) -> tuple[int, int]:
        """POS and VPOS: the cursor relative to the window."""
        return self.column - self.left, self.row - self.top

    # the window

    @property
    def window(self) -> tuple[int, int, int, int]:
        """The text window: left, bottom, right, top in characters."""
        return self.left, self.bottom, self.right, self.top

    def reset_window(self) -> None:
        """The whole screen."""
        self.left, self.bottom = 0, self._mode.rows - 1
        self.right, self.top = self._mode.columns - 1, 0

    def set_window(self, left: int, bottom: int, right: int, top: int) -> bool:
        """VDU 28. A window that is not on the screen, or reversed, is refused: False.

        The cursor stays where it is, unless that is now outside: then it goes home.
        """
        if not (left <= right < self._mode.columns and top <= bottom < self._mode.rows):
            return False
        self.left, self.bottom, self.right, self.top = left, bottom, right, top
        if not (left <= self.column <= right and top <= self.row <= bottom):
            self.home()
        return True

    def clear(self) -> None:
        """VDU 12 (CLS): the window in the background colour, the cursor home."""
        self._canvas.fill_cells(*self.window, self.paper)
        self.home()

    def _scroll(self, up: bool) -> None:
        self._canvas.scroll(self.left, self.bottom, self.right, self.top, up, self.paper)
