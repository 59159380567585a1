"""The palette: the physical colour of each logical colour, and flashing."""

import math

FRAME = 0.02  # seconds

RGB = tuple((255 * (n & 1), 255 * (n >> 1 & 1), 255 * (n >> 2)) for n in range(8))
"""Physical colours 0–7 as red, green, blue (0–255)."""


class FlashTimer:
    """Alternates between two phases of `first` and `second` frames, from time `since` (seconds) on.

    A phase of 0 frames lasts for ever once it is reached.
    """

    def __init__(self, first: int, second: int, since: float = 0.0) -> None:
        self.first, self.second, self.since = first, second, since

    def in_second_phase(self, now: float) -> bool:
        """Return whether the second phase shows at this time (seconds)."""
        if not self.first and self.second:
            return False
        if not self.second:
            return self._frames(now) >= self.first > 0
        return self._frames(now) % (self.first + self.second) >= self.first

    def next_change(self, now: float) -> float:
        """Return the time (seconds) at which the next phase begins; infinite if never."""
        frames = self._frames(now)
        if not self.first or not self.second:
            return self._time(self.first) if self.first and frames < self.first else math.inf
        start = frames - frames % (self.first + self.second)
        return self._time(start + (self.first if frames - start < self.first else self.first + self.second))

    def _frames(self, now: float) -> int:
        # Rounded up a little, so that a time computed as a whole number of frames counts as reached.
        return int((now - self.since) / FRAME + 1e-6)

    def _time(self, frames: int) -> float:
        return self.since + frames * FRAME


class Palette:
    """The physical colour (0–15) of each logical colour, and the flashing of physical colours 8–15."""

    def __init__(self, colours: tuple[int, ...], flash_timer: FlashTimer | None = None) -> None:
        self.flash_timer = flash_timer or FlashTimer(25, 25)
        self.reset(colours)

    def reset(self, colours: tuple[int, ...]) -> None:
        """Set the palette to the default colours of a MODE."""
        self.colours = list(colours)

    def set(self, logical: int, physical: int) -> None:
        """VDU 19: set the physical colour of a logical one. Both are taken modulo their number."""
        self.colours[logical % len(self.colours)] = physical % 16

    def rgb(self, now: float) -> tuple[tuple[int, int, int], ...]:
        """Return red, green, blue (0–255) of each logical colour at this time (seconds)."""
        second = self.flash_timer.in_second_phase(now)
        return tuple(RGB[physical_now(physical, second)] for physical in self.colours)

    @property
    def flashing(self) -> bool:
        """Whether any logical colour flashes."""
        return max(self.colours) > 7


def physical_now(physical: int, second: bool) -> int:
    """Return the steady colour (0–7) that a physical colour shows: 8–15 alternate between p−8 and 15−p."""
    if physical < 8:
        return physical
    return 15 - physical if second else physical - 8
