"""How a recording is shown: not at all, at its own pace to someone who may take over, or as pictures."""

from __future__ import annotations

from bisect import bisect_left

from retro.frontend import PowerOff
from retro.recording.recorder import Unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.recording.feed import Feed
    from retro.recording.recorder import Recorder

NEARLY = 0.0005  # seconds that a picture may be early
BEHIND = 0.25  # seconds that a replay may be behind before it gives them up

VIEWER_KEYS = (
    ("SPACE", "pause, and go on"),
    ("RIGHT", "on to the next key that was pressed"),
    ("LEFT, the rewind key", "back to the one before, and pause"),
    ("RETURN", "play on from here"),
    ("ESCAPE", "end"),
)


class ToTheEnd(Unseen):
    """Read the log as fast as it goes, without showing it; then the machine is switched off."""

    goes_on = False

    def over(self, recorder: Recorder, m: Machine) -> bool:
        """That was it."""
        return False


class Quiet:
    """How long nothing new was seen on the screen; what is longer than `idle` seconds is cut short."""

    def __init__(self, idle: float | None) -> None:
        self._idle = idle
        self._version = -1
        self._spent = 0.0

    def shown(self, m: Machine, seconds: float) -> float:
        """How many of these seconds to show, of a screen that stays as it is."""
        if self._idle is None:
            return seconds
        if m.screen.version != self._version:
            self._version, self._spent = m.screen.version, 0.0
        shown = min(seconds, max(0.0, self._idle - self._spent))
        self._spent += shown
        return shown


class Viewer:
    """Shows the log at its own pace, so many times as fast, to someone with the keys of VIEWER_KEYS.

    idle: seconds that the screen stays as it is, at most; None: as long as it was.
    """

    goes_on = False

    def __init__(self, speed: float = 1.0, idle: float | None = None) -> None:
        self._speed, self._quiet = speed, Quiet(idle)
        self._until = 0  # the entry up to which nothing is shown
        self._due: float | None = None  # when, by the clock inside, what is shown now has been shown
        self._paused = self._taken = self._stepping = self._again = False

    def hides(self, feed: Feed) -> bool:
        """What was before the place that was gone back to."""
        return not self._stepping and self._before(feed)

    def _before(self, feed: Feed) -> bool:
        return (feed.index, -feed.left) < (self._until, 0)

    def offset(self, recorder: Recorder) -> float | None:
        """Notes are played at their own speed only."""
        if self._speed != 1 or self._due is None or self._before(recorder.feed):
            return None
        return self._due - recorder.now()

    def passes(self, recorder: Recorder, m: Machine, until: float) -> bool:
        """Wait until it is time; True if the viewer wants to play on."""
        if self._before(recorder.feed):
            self._due = None
            return False
        self._stepping = False
        clock = recorder.inner.now
        due = clock() if self._due is None else max(self._due, clock() - BEHIND)
        self._due = due + self._quiet.shown(m, until - recorder.now()) / self._speed
        while self._due is not None and not self._taken and (self._paused or self._due - clock() > NEARLY):
            self._look(recorder, m, None if self._paused else self._due - clock())
        return self._taken

    def over(self, recorder: Recorder, m: Machine) -> bool:
        """Show the last screen until the viewer decides."""
        self._stepping, self._paused = False, True
        while not self._taken:
            self._look(recorder, m, None)
        return True

    def _look(self, recorder: Recorder, m: Machine, timeout: float | None) -> None:
        before = recorder.inner.now()
        m.keyboard.wanted = True
        self.typed(recorder, m, recorder.inner.wait(m, timeout))
        if self._paused and self._due is not None:
            self._due += recorder.inner.now() - before

    def typed(self, recorder: Recorder, m: Machine, events: list[Event]) -> None:
        """Obey the viewer; what comes after the key to play on is for the game."""
        for event in events:
            if self._taken:
                recorder.ahead.append(event)
            elif action := ACTIONS.get(event):
                action(self, recorder)
        if self._again:
            self._again = False
            recorder.restart(m)

    # what the viewer may want

    def pause(self, recorder: Recorder) -> None:
        """Stop, or go on."""
        self._paused = not self._paused

    def play(self, recorder: Recorder) -> None:
        """Play on from here."""
        self._taken = True

    def stop(self, recorder: Recorder) -> None:
        """No more."""
        raise PowerOff

    def on(self, recorder: Recorder) -> None:
        """Go to the moment before the next key press."""
        feed = recorder.feed
        stops, place = self._place(recorder)
        there = self._again or self._before(feed) or (feed.index == stops[place] and not feed.left)
        self._until = stops[min(place + there, len(stops) - 1)]
        self._stepping, self._due = True, None

    def back(self, recorder: Recorder) -> None:
        """Go to the moment before the last key press."""
        stops, place = self._place(recorder)
        self._until = stops[max(0, place - 1)]
        self._paused = self._again = True
        self._due = None

    def _place(self, recorder: Recorder) -> tuple[list[int], int]:
        """The entries with key presses, and the end; and which of them comes next, or is being gone to.

        Keys that came in one go, too fast for anybody, stay together.
        """
        stops = sorted({index for index, _ in recorder.log.starts()} | {len(recorder.log.entries)})
        return stops, bisect_left(stops, self._until if self._again else max(recorder.feed.index, self._until))


ACTIONS: dict[Event, Callable[[Viewer, Recorder], None]] = {
    ("text", " "): Viewer.pause,
    ("key", "RIGHT"): Viewer.on,
    ("key", "LEFT"): Viewer.back,
    ("rewind", "1"): Viewer.back,
    ("key", "RETURN"): Viewer.play,
    ("key", "ESCAPE"): Viewer.stop,
}
