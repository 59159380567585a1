"""A bar that shows how far long work has come."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

WIDTH = 40  # characters


class Progress:
    """A bar on a terminal; on anything else nothing. total: how many steps there are."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = max(1, total), stream
        self._shown = stream.isatty()
        self._done = self._percent = 0

    def step(self) -> None:
        """One step more."""
        self._done += 1
        percent = min(100, 100 * self._done // self._total)
        if self._shown and percent != self._percent:
            self._percent = percent
            bar = "#" * (WIDTH * percent // 100)
            self._stream.write(f"\r[{bar:.<{WIDTH}}] {percent}%")
            self._stream.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self._percent:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
