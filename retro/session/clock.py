"""A clock that runs at a chosen speed and can be stopped."""

from collections.abc import Callable

from retro.sound.notes import Note


class Clock:
    """The time of a session, by the clock of its view, `source`, in seconds."""

    def __init__(self, source: Callable[[], float]) -> None:
        self._source = source
        self._speed = 1.0
        self._stops = 0  # how many have stopped it and not yet let it go on
        self._base = self._since = 0.0  # the time by this clock at a time of the source

    @property
    def speed(self) -> float:
        """How many times as fast as its source it runs, unless it is stopped."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._rebase()
        self._speed = speed

    @property
    def _rate(self) -> float:
        return 0.0 if self._stops else self._speed

    def now(self) -> float:
        """Return the time."""
        return self._base + (self._source() - self._since) * self._rate

    def _rebase(self) -> None:
        self._base, self._since = self.now(), self._source()

    def stop(self) -> None:
        """Stand still from now on, until `go` is called as often as this."""
        self._rebase()
        self._stops += 1

    def go(self) -> None:
        """Go on."""
        self._rebase()
        self._stops -= 1

    def skip(self, seconds: float) -> None:
        """Be so many seconds on at once."""
        self._base += seconds

    def until(self, timeout: float | None) -> float | None:
        """Return how long a timeout by this clock, which must not stand still, is by its source."""
        return None if timeout is None else timeout / self._speed

    def sounding(self, note: Note) -> Note | None:
        """Return a note as it is played by the source: at its own speed only, as faster ones are too short to hear."""
        return note._replace(start=note.start + self._since - self._base) if self._rate == 1 else None
