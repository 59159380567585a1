"""Notices: short sentences over the picture, where they hide least of it."""

from collections import Counter
from collections.abc import Sequence, Set
from math import inf

from retro.display.layer import CELL, COLUMNS, HEIGHT, ROWS, Strip
from retro.display.picture import Picture
from retro.display.screen import Screen
from retro.display.styles import HERE
from retro.display.text_rows import wrapped

NOTICE_TIME = 2.0  # seconds
MOST_LINES = 4
SAMPLE_INTERVAL = 61  # pixels between two samples; no divisor of the widths
TIME_TOLERANCE = 1e-9  # seconds, forgives rounding


class CurrentNotice:
    """The notice that is shown, if there is one. Times are in seconds."""

    def __init__(self) -> None:
        self._sentence, self._end = "", inf

    def say(self, sentence: str, now: float, seconds: float = NOTICE_TIME) -> None:
        """Show a sentence as the notice for some seconds."""
        self._sentence, self._end = sentence, now + seconds

    def left(self, now: float) -> float:
        """Return the time until the notice disappears; infinite if there is none."""
        return self._end - now

    def expire(self, now: float) -> bool:
        """Remove the notice if its time is over; return whether it was removed."""
        if self.left(now) > TIME_TOLERANCE:
            return False
        self._sentence, self._end = "", inf
        return True

    def strips(self, screen: Screen, others: Sequence[Strip]) -> list[Strip]:
        """Render the notice where it hides least of the screen, beside the other strips."""
        if not self._sentence:
            return []
        lines = wrapped(self._sentence, COLUMNS - 2, MOST_LINES)
        width = max(map(len, lines))
        top, left = free_place(screen.bare_picture(0.0), {strip.row for strip in others}, width + 2, len(lines))
        return [Strip(row, left, [(f" {line:<{width}} ", HERE)]) for row, line in enumerate(lines, top)]


def free_place(picture: Picture, taken: Set[int], columns: int, rows: int) -> tuple[int, int]:
    """Return the row and column at which a notice hides least of the picture, outside the rows that are taken.

    The top right corner comes first, then rows near the top and the bottom; the right before the left.
    """
    ground, extra = Counter(picture.pixels[::SAMPLE_INTERVAL]).most_common(1)[0][0], picture.height - HEIGHT

    def hidden(place: tuple[int, int]) -> tuple[bool, int]:
        row, left = place
        first, last = (column * picture.width // COLUMNS for column in (left, left + columns))
        lines = [line + (extra if line >= HEIGHT // 2 else 0) for line in range(row * CELL, (row + rows) * CELL)]
        shown = [picture.pixels[line * picture.width + first : line * picture.width + last] for line in lines]
        return not taken.isdisjoint(range(row, row + rows)), sum(len(part) - part.count(ground) for part in shown)

    last = ROWS - rows
    tops = sorted(range(last + 1), key=lambda row: min(2 * row, 2 * (last - row) + 1))
    return min(((row, left) for row in tops for left in (COLUMNS - columns, 0)), key=hidden)
