"""The palette: logical to physical colours, and the flashing of physical colours 8–15."""

from __future__ import annotations

import math

FRAME = 0.02  # seconds: 50 pictures a second

LIGHTS = (
    (0, 0, 0),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (0, 0, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
)
"""Physical colours 0–7 as red, green, blue (0–255)."""


class Rhythm:
    """Something that alternates: `first` frames one way, `second` frames the other way, from time `since` on.

    0 frames: that part lasts for ever once it is reached.
    """

    __slots__ = ("first", "second", "since")

    def __init__(self, first: int, second: int, since: float = 0.0) -> None:
        self.first, self.second, self.since = first, second, since

    def other(self, now: float) -> bool:
        """Is the second part showing at this time (seconds)?"""
        if not self.first and self.second:
            return False
        if not self.second:
            return self._frames(now) >= self.first > 0
        return self._frames(now) % (self.first + self.second) >= self.first

    def next_change(self, now: float) -> float:
        """The time (seconds) at which the other part begins; infinite if never."""
        frames = self._frames(now)
        if not self.first or not self.second:
            return self._time(self.first) if self.first and frames < self.first else math.inf
        start = frames - frames % (self.first + self.second)
        return self._time(start + (self.first if frames - start < self.first else self.first + self.second))

    def _frames(self, now: float) -> int:
        # A little more than now: a time computed as a whole number of frames must count as reached.
        return int((now - self.since) / FRAME + 1e-6)

    def _time(self, frames: int) -> float:
        return self.since + frames * FRAME


class Palette:
    """colours: the physical colour (0–15) of each logical colour."""

    __slots__ = ("colours", "rhythm")

    def __init__(self, colours: tuple[int, ...]) -> None:
        self.rhythm = Rhythm(25, 25)
        self.reset(colours)

    def reset(self, colours: tuple[int, ...]) -> None:
        """The colours a MODE starts with."""
        self.colours = list(colours)

    def set(self, logical: int, physical: int) -> None:
        """VDU 19: both numbers are taken modulo what there is."""
        self.colours[logical % len(self.colours)] = physical % 16

    def lights(self, now: float) -> tuple[tuple[int, int, int], ...]:
        """Red, green, blue (0–255) of each logical colour at this time (seconds)."""
        other = self.rhythm.other(now)
        return tuple(LIGHTS[physical_now(physical, other)] for physical in self.colours)

    @property
    def flashing(self) -> bool:
        """Does any logical colour flash?"""
        return max(self.colours) > 7


def physical_now(physical: int, other: bool) -> int:
    """Colours 8–15 alternate between p−8 and 15−p."""
    if physical < 8:
        return physical
    return 15 - physical if other else physical - 8
