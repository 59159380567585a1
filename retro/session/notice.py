"""Notices: short sentences in the corner of the picture."""

from __future__ import annotations

from math import inf

from retro.display.layer import COLUMNS, Strip
from retro.display.styles import HERE
from retro.display.text_rows import wrapped

NOTICE_TIME = 2.0  # seconds
LINES = 4
NEARLY = 1e-9  # seconds, forgives rounding


class Corner:
    """The notice that is shown, if there is one. Times are in seconds."""

    def __init__(self) -> None:
        self._sentence, self._end = "", inf

    def say(self, sentence: str, now: float) -> None:
        """Show a sentence for NOTICE_TIME."""
        self._sentence, self._end = sentence, now + NOTICE_TIME

    def left(self, now: float) -> float:
        """Return the time until it goes; infinite if there is none."""
        return self._end - now

    def expire(self, now: float) -> bool:
        """Remove it if its time is over; return whether it was removed."""
        if self.left(now) > NEARLY:
            return False
        self._sentence, self._end = "", inf
        return True

    def strips(self, top: int) -> list[Strip]:
        """Render it in the top right corner, from a row on."""
        lines = wrapped(self._sentence, COLUMNS - 2, LINES) if self._sentence else []
        width = max(map(len, lines), default=0)
        left = COLUMNS - width - 2
        return [Strip(row, left, [(f" {line:<{width}} ", HERE)]) for row, line in enumerate(lines, top)]
