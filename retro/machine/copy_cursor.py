"""Copy-cursor editing of an input line: arrow keys move a second cursor, and COPY types the character there."""

from __future__ import annotations

from collections.abc import Callable

from retro.input.keyboard import EDIT_CODES
from retro.machine.hardware import Hardware

BELL, RETURN = 7, 13
STEPS = {EDIT_CODES + 1: (-1, 0), EDIT_CODES + 2: (1, 0), EDIT_CODES + 3: (0, 1), EDIT_CODES + 4: (0, -1)}


class CopyCursor:
    """Returns the codes of an input line, typed or copied.

    While there is a copy cursor, the text cursor is shown at its place. Typed characters still appear at the end of
    the line.
    """

    def __init__(self, machine: Hardware, typed: Callable[[], int]) -> None:
        """Take the machine, and a function that waits for a key and returns its code."""
        self.machine, self._wait_for_key = machine, typed
        self._place: tuple[int, int] | None = None

    def get(self) -> int:
        """Return the next code of the line: one that is typed, or that COPY reads from the screen."""
        while True:
            code = self._typed()
            if code in STEPS:
                self._move(*STEPS[code])
            elif code != EDIT_CODES:
                if code == RETURN:
                    self._place = None
                return code
            elif self._place is not None and (copied := self.machine.screen.code_at(*self._place)):
                self._move(1, 0)
                return copied
            else:
                self.machine.write(bytes((BELL,)))

    def _typed(self) -> int:
        """Wait for a key and return its code, with the text cursor shown at the copy cursor's place."""
        plane = self.machine.screen.text_plane
        end = plane.column, plane.row
        if self._place is not None:
            plane.column, plane.row = self._place
            self.machine.screen.changed()
        try:
            return self._wait_for_key()
        finally:
            plane.column, plane.row = end
            self.machine.screen.changed()

    def _move(self, columns: int, rows: int) -> None:
        """Move the copy cursor in the text window; it wraps at the edges."""
        plane = self.machine.screen.text_plane
        column, row = self._place or (plane.column, plane.row)
        width, height = plane.right - plane.left + 1, plane.bottom - plane.top + 1
        index = (row - plane.top) * width + column - plane.left + columns + rows * width
        index %= width * height
        self._place = plane.left + index % width, plane.top + index // width
