"""Takes pictures of a game while its log is read: one at a time, or all of them."""

from __future__ import annotations

from retro.frontend import PowerOff
from retro.recording.replay import Quiet, ToTheEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.machine import Machine
    from retro.recording.gif import Gif
    from retro.recording.recorder import Recorder
    from retro.screen import Picture

SHORTEST = 0.04  # seconds of a frame
LAST = 2.0  # seconds of the last one


class Still(ToTheEnd):
    """Takes one picture, of what the screen showed at a time (seconds since power-on), and stops.

    picture: None if the game was over before that. length: seconds that were read. passed: called for each wait.
    """

    def __init__(self, at: float, passed: Callable[[], None]) -> None:
        self._at, self._passed = at, passed
        self.picture: Picture | None = None
        self.length = 0.0

    def passes(self, recorder: Recorder, m: Machine, until: float) -> bool:
        """Is it the moment?"""
        self._passed()
        self.length = until
        if until > self._at:
            self.picture = m.screen.picture(self._at)
            raise PowerOff
        return False


class Film(ToTheEnd):
    """Takes all pictures, at most 25 a second. speed, idle: as for `Viewer`. passed: called for each wait."""

    def __init__(self, gif: Gif, speed: float, idle: float | None, passed: Callable[[], None]) -> None:
        self._gif, self._speed, self._passed = gif, speed, passed
        self._quiet = Quiet(idle)
        self._picture: Picture | None = None
        self._seen = -1, 0.0
        self._seconds = 0.0

    def passes(self, recorder: Recorder, m: Machine, until: float) -> bool:
        """Film what was to be seen up to then."""
        self._passed()
        now = recorder.now()
        end = now + self._quiet.shown(m, until - now)
        while now < end:
            change = min(end, m.screen.next_change(now))
            self._see(m, now)
            self._seconds += (change - now) / self._speed
            now = change
        return False

    def _see(self, m: Machine, now: float) -> None:
        """Look at the screen, if it may be another one now."""
        version, change = self._seen
        if self._picture is not None and version == m.screen.version and now < change:
            return
        self._seen = m.screen.version, m.screen.next_change(now)
        picture = m.screen.picture(now)
        if self._picture is None or not same(picture, self._picture):
            if self._picture is not None and self._seconds >= SHORTEST:
                self._gif.show(self._picture, self._seconds)
                self._seconds = 0.0
            self._picture = picture

    def finish(self, m: Machine) -> None:
        """The game is over: show the last screen for a while."""
        self._see(m, m.now)
        if self._picture is not None:
            self._gif.show(self._picture, self._seconds + LAST)
        self._gif.close()


def same(one: Picture, other: Picture) -> bool:
    """Do two pictures look alike?"""
    return (one.width, one.lights, one.pixels) == (other.width, other.lights, other.pixels)
