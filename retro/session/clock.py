"""A clock that runs at a chosen speed and can be stopped."""

from collections.abc import Callable

from retro.sound.notes import Note


class Clock:
    """A stoppable clock with adjustable speed over another clock, `source`; times are in seconds."""

    def __init__(self, source: Callable[[], float]) -> None:
        self._source = source
        self._speed = 1.0
        self._stops = 0  # how many have stopped it and not yet let it go on
        self._base = self._since = 0.0  # the time by this clock at a time of the source

    @property
    def speed(self) -> float:
        """The speed relative to the source, while the clock is not stopped."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._rebase()
        self._speed = speed

    @property
    def _rate(self) -> float:
        return 0.0 if self._stops else self._speed

    def now(self) -> float:
        """Return the time of the user's clock in seconds."""
        return self._base + (self._source() - self._since) * self._rate

    def _rebase(self) -> None:
        self._base, self._since = self.now(), self._source()

    def stop(self) -> None:
        """Stop the clock; it runs again when `go` has been called as many times as `stop`."""
        self._rebase()
        self._stops += 1

    def go(self) -> None:
        """Cancel one `stop`; the user's clock runs again when all are cancelled."""
        self._rebase()
        self._stops -= 1

    def skip(self, seconds: float) -> None:
        """Advance the user's clock by some seconds at once."""
        self._base += seconds

    def until(self, timeout: float | None) -> float | None:
        """Convert a timeout of this clock to seconds of its source. The clock must not be stopped."""
        return None if timeout is None else timeout / self._speed

    def sounding(self, note: Note) -> Note | None:
        """Return a note with its start converted to the source's time; None unless the speed is 1."""
        return note._replace(start=note.start + self._since - self._base) if self._rate == 1 else None
