"""Playback modes: replay a log unseen, or show it at its own pace to a viewer, who may play on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum

from retro.input.events import ANY_KEY, Down, Key, Rewind, Seek, Text
from retro.machine.frontend import PowerOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from retro.input.events import Event
    from retro.machine.machine import Machine
    from retro.recording.log_reader import LogReader
    from retro.recording.replayer import Replayer

EARLY = 0.0005  # seconds that a picture may be early
BEHIND = 0.25  # seconds; a replay that is further behind does not catch up

VIEWER_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
PRESENT = 1 << 62  # an entry after all others

VIEWER_KEYS = (
    ("SPACE", "pause, and go on"),
    ("RIGHT", "on to the next key that was pressed"),
    ("LEFT, the rewind key", "back to the one before, and pause"),
    ("+ and -", "faster, slower"),
    ("the mouse on the bar", "to any of the keys"),
    ("RETURN", "play on from here"),
    ("ESCAPE", "end"),
)


class Decision(Enum):
    """What is to happen next in a replay."""

    GO_ON = "replay the next wait"
    PLAY_ON = "play on from here; the rest of the log is dropped"
    RESTART = "begin the replay again"
    SWITCH_OFF = "switch the machine off"


class PlaybackMode:
    """How a log is shown: as fast as it goes, unseen, unless a subclass shows it.

    Attributes:
        plays_on: Whether the game goes on at once when the log is over.
        changed: Called with the log's reader where the program does no more what it did; the game then goes on there,
            with the rest of the keys typed ahead. None: that is an error.
        ahead: What was typed meanwhile for the game that is played on.
    """

    plays_on = False
    changed: Callable[[LogReader], None] | None = None

    def __init__(self, ahead: Iterable[Event] = ()) -> None:
        self.ahead = list(ahead)

    def hides(self, reader: LogReader) -> bool:
        """Return whether what happens now is not to be seen."""
        return True

    def show_until(self, replayer: Replayer, m: Machine, until: float) -> Decision:
        """Show the present screen from `replayer.now` until then."""
        return Decision.GO_ON

    def at_end(self, replayer: Replayer, m: Machine) -> Decision:
        """Decide what happens at the end of the log."""
        return Decision.SWITCH_OFF

    def handle_typed(self, replayer: Replayer, events: Sequence[Event]) -> Decision:
        """Handle what the user typed during the replay: keep it for the game."""
        self.ahead += events
        return Decision.GO_ON

    def offset(self, replayer: Replayer) -> float | None:
        """Return how far the clock of the front end is ahead of the game's; None: notes are not played."""
        return None


class FastForward(PlaybackMode):
    """Replays unseen, and plays on."""

    plays_on = True

    def at_end(self, replayer: Replayer, m: Machine) -> Decision:
        """Play on."""
        return Decision.PLAY_ON


class WithChanges(FastForward):
    """Replays the log of a program that has been changed since, as far as it fits."""

    def __init__(self, changed: Callable[[LogReader], None]) -> None:
        """Take what to call with the reader of the log where it fits no more."""
        super().__init__()
        self.changed = changed


class ToTheEnd(PlaybackMode):
    """Replays unseen, and switches the machine off."""


class IdleLimit:
    """Limits how long an unchanged screen is shown."""

    def __init__(self, idle: float | None) -> None:
        """Take the longest time, in seconds; None: no limit."""
        self._idle, self._version, self._spent = idle, -1, 0.0

    def shown(self, m: Machine, seconds: float) -> float:
        """Return how many of these seconds to show the screen as it is."""
        if self._idle is None:
            return seconds
        if m.screen.version != self._version:
            self._version, self._spent = m.screen.version, 0.0
        shown = min(seconds, max(0.0, self._idle - self._spent))
        self._spent += shown
        return shown


class Viewer(PlaybackMode):
    """Shows the log at its own pace to someone with the keys of VIEWER_KEYS."""

    def __init__(self, speed: float = 1.0, idle: float | None = None) -> None:
        """Take the speed, 1 for that of the game, and the longest time in seconds for an unchanged screen."""
        super().__init__()
        self.speed, self._idle_limit = speed, IdleLimit(idle)
        self._target = 0  # the index of the entry up to which nothing is shown
        self._due: float | None = None  # when, by the front end's clock, what is shown now has been shown
        self.paused = False
        self._taken = self._stepping = self._restarts = False

    def hides(self, reader: LogReader) -> bool:
        """Return whether this is before the entry that the viewer wants to see."""
        return not self._stepping and self._before(reader)

    def _before(self, reader: LogReader) -> bool:
        return (reader.index, -reader.timeouts_left) < (self._target, 0)

    def offset(self, replayer: Replayer) -> float | None:
        """Return how far the clock of the front end is ahead; notes are played at their own speed only."""
        if self.speed != 1 or self._due is None or self._before(replayer.reader):
            return None
        return self._due - replayer.now

    def show_until(self, replayer: Replayer, m: Machine, until: float) -> Decision:
        """Show the screen until its time is over or the viewer decides."""
        if self._before(replayer.reader):
            self._due = None
            return Decision.GO_ON
        self._stepping = False
        clock = replayer.inner.now
        due = clock() if self._due is None else max(self._due, clock() - BEHIND)
        self._due = due + self._idle_limit.shown(m, until - replayer.now) / self.speed
        while self._due is not None and not self._taken and (self.paused or self._due - clock() > EARLY):
            if self._poll(replayer, None if self.paused else self._due - clock()) is Decision.RESTART:
                return Decision.RESTART
        return Decision.PLAY_ON if self._taken and not self._before(replayer.reader) else Decision.GO_ON

    def at_end(self, replayer: Replayer, m: Machine) -> Decision:
        """Show the last screen until the viewer decides."""
        self._stepping, self.paused = False, True
        while not self._taken:
            if self._poll(replayer, None) is Decision.RESTART:
                return Decision.RESTART
        return Decision.PLAY_ON

    def _poll(self, replayer: Replayer, timeout: float | None) -> Decision:
        before = replayer.inner.now()
        decision = self.handle_typed(replayer, replayer.inner.wait(timeout, ANY_KEY))
        if self.paused and self._due is not None:
            self._due += replayer.inner.now() - before
        return decision

    def handle_typed(self, replayer: Replayer, events: Sequence[Event]) -> Decision:
        """Obey the viewer's keys; what is typed after RETURN (play on) goes to the game."""
        for event in events:
            if self._taken and not isinstance(event, Down):  # a terminal reports RETURN as held after it was typed
                self.ahead.append(event)
            elif isinstance(event, Seek):
                self.seek(replayer, event.index)
            elif action := ACTIONS.get(event):
                action(self, replayer)
        restarts, self._restarts = self._restarts, False
        return Decision.RESTART if restarts else Decision.GO_ON

    # the viewer's keys

    def pause(self, replayer: Replayer) -> None:
        """Pause, or continue."""
        self.paused = not self.paused

    def play(self, replayer: Replayer) -> None:
        """End the replay here; the viewer plays on."""
        self._taken = True

    def stop(self, replayer: Replayer) -> None:
        """Switch off."""
        raise PowerOff

    def on(self, replayer: Replayer) -> None:
        """Go to the moment before the next key press."""
        reader = replayer.reader
        stops, index = self._stops(replayer)
        there = self._restarts or self._before(reader) or (reader.index == stops[index] and not reader.timeouts_left)
        self._target = stops[min(index + there, len(stops) - 1)]
        self._stepping, self._due = True, None

    def back(self, replayer: Replayer) -> None:
        """Go to the moment before the last key press."""
        stops, index = self._stops(replayer)
        self._target = stops[max(0, index - 1)]
        self.paused = self._restarts = True
        self._due = None

    def seek(self, replayer: Replayer, index: int) -> None:
        """Go to the moment before a key press, counted from 0, or to the end."""
        stops, _ = self._stops(replayer)
        self._target = stops[max(0, min(index, len(stops) - 1))]
        self._restarts = self._restarts or not self._before(replayer.reader)
        self._stepping, self._due = not self._restarts, None

    def change_speed(self, replayer: Replayer, faster: bool) -> None:
        """Show the game faster, or slower."""
        before, clock = self.speed, replayer.inner.now()
        speeds = [speed for speed in VIEWER_SPEEDS if (speed > before if faster else speed < before)]
        if speeds:
            self.speed = speeds[0] if faster else speeds[-1]
            if self._due is not None:
                self._due = clock + (self._due - clock) * before / self.speed

    def position(self, replayer: Replayer) -> tuple[int, int]:
        """Return before which key press the game stands, counted from 0, and how many there are."""
        stops, index = self._stops(replayer)
        return index, len(stops) - 1

    def _stops(self, replayer: Replayer) -> tuple[list[int], int]:
        """Return the entries with key presses, and the end; and the index of the next one.

        Keys that came in one go, too fast for anybody, stay together.
        """
        log = replayer.log
        stops = sorted({index for index, _ in log.starts()} | {len(log.entries)})
        return stops, bisect_left(
            stops, min(stops[-1], self._target if self._restarts else max(replayer.reader.index, self._target))
        )


class Review(Viewer):
    """Shows a game that is being played: paused at the present, to which ESCAPE returns."""

    def __init__(self) -> None:
        super().__init__()
        self.paused, self._target = True, PRESENT

    def stop(self, replayer: Replayer) -> None:
        """Return to the present, and go on with the game."""
        self._target, self._due, self._taken, self._stepping = PRESENT, None, True, True


ACTIONS: dict[Event, Callable[[Viewer, Replayer], None]] = {
    Text(" "): Viewer.pause,
    Key("RIGHT"): Viewer.on,
    Key("LEFT"): Viewer.back,
    Rewind(): Viewer.back,
    Key("RETURN"): Viewer.play,
    Key("ESCAPE"): lambda viewer, replayer: viewer.stop(replayer),
    Text("+"): lambda viewer, replayer: viewer.change_speed(replayer, faster=True),
    Text("-"): lambda viewer, replayer: viewer.change_speed(replayer, faster=False),
}
