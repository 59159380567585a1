"""The modes of a replay: hidden, or shown at its own speed to a viewer, who may play on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from retro.input.events import ANY_KEY, Down, Event, Key, Rewind, Seek, Text, Wanted
from retro.machine.frontend import FrontEnd, PowerOff
from retro.machine.machine import Machine
from retro.machine.tape import GameTape
from retro.session.clock import Clock
from retro.session.event_log import EventLog
from retro.session.log_reader import LogReader, ReplayDiverged

POLL_INTERVAL = 1000  # waits that are replayed with a hidden screen between two polls of the view
PICTURE_TOLERANCE = 0.0005  # seconds that a picture may be early
LARGEST_LAG = 0.25  # seconds; a replay that is further behind does not catch up

VIEWER_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
PRESENT = 1 << 62  # an entry after all others


class ScreenMute:
    """Suspends the callback by which the screen notifies its view, while a replay is hidden."""

    def __init__(self) -> None:
        self._on_change: Callable[[], None] | None = None

    def hide(self, m: Machine) -> None:
        """Suspend the screen's callback, also again, as the view may have set it anew."""
        if m.screen.on_change is not None:
            self._on_change, m.screen.on_change = m.screen.on_change, None

    def lift(self, m: Machine) -> None:
        """Restore the screen's callback, and call it."""
        if self._on_change is not None:
            m.screen.on_change, self._on_change = self._on_change, None
            m.screen.changed()


class ReplayHost(FrontEnd):
    """The part of `Session` that a replay uses.

    Attributes:
        machine, clock, tape: The machine, the user's time, and the tape as the game sees it.
        screen_mute: Hides the screen.
    """

    machine: Machine
    clock: Clock
    tape: GameTape
    screen_mute: ScreenMute

    def ask(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the events of what the user does during the replay within some seconds."""
        raise NotImplementedError

    def restart(self, m: Machine) -> None:
        """Begin the replay of a recorded game again: raise Restart."""
        raise NotImplementedError

    def departed(self, presses: int) -> None:
        """Tell the user that another version of the program diverges from its log, after some key presses."""
        raise NotImplementedError


class Replay:
    """Replays a log hidden and as fast as possible, unless a subclass shows it; then switches the machine off.

    Attributes:
        plays_on: Whether the game is played on after the log; else the machine is switched off there.
        outlives_departure: Whether the game can be played on, or its screen watched, where another version of the
            program diverges from the log.
        changed: Called with the log's reader where the program diverges from the log; the game then goes on there,
            with the rest of the keys typed ahead. None: that is an error.
        ahead: Events typed during the replay, for the game that is played on.
        host, log, reader, now: The session, the log, the position in it, and the time in the game in seconds since
            power-on.
    """

    plays_on = outlives_departure = False
    changed: Callable[[LogReader], None] | None = None
    host: ReplayHost
    log: EventLog
    reader: LogReader

    def __init__(self, ahead: Iterable[Event] = ()) -> None:
        self.ahead = list(ahead)

    def begin(self, host: ReplayHost, log: EventLog, reader: LogReader) -> None:
        """Begin to replay a log from its start."""
        self.host, self.log, self.reader, self.now, self._hidden_waits = host, log, reader, 0.0, 0
        self._prepare(host.machine)

    def read(self, m: Machine, timeout: float | None) -> Sequence[Event] | None:
        """Return the log's events for a wait; None: play on from here. Raises PowerOff, ReplayDiverged."""
        reader = self.reader
        if m.interrupting and not reader.due(m) and not (reader.ended and self.plays_on):
            self._look_up(m)
            return []
        try:
            if reader.ended:
                reader.check_wait(m)
                self.at_end(m)
                return None
            until = reader.next_moment(m, timeout, self.now)
        except ReplayDiverged:
            if self.changed is not None:
                self.changed(reader)
                self.ahead += reader.rest()
                return None
            if not (reader.other_version and self.outlives_departure):
                raise
            self.host.screen_mute.lift(m)
            self.host.departed(reader.presses_read)
            self.at_end(m)
            return None
        if self.show_until(m, until):
            return None
        self.now = until
        events = reader.next_events()
        self._prepare(m)
        return events

    def _prepare(self, m: Machine) -> None:
        """Hide or show the screen for the next wait, and set when the next event interrupts the program."""
        m.interrupt_at(self.reader.due_statement)
        if self.reader.entries_read:
            self.host.tape.log_ended()
        if self.reader.ended or not self.hides(self.reader):
            self.host.screen_mute.lift(m)
            return
        self.host.screen_mute.hide(m)
        self._hidden_waits += 1
        if self._hidden_waits % POLL_INTERVAL == 0:
            self._look_up(m)

    def _look_up(self, m: Machine) -> None:
        """Poll the view during a hidden replay, so that the user can type ahead or switch off."""
        self.handle_typed(self.host.ask(0, None))
        m.interrupt_at(self.reader.due_statement)

    # what subclasses change

    def hides(self, reader: LogReader) -> bool:
        """Return whether the screen is hidden at this position of the replay."""
        return True

    def show_until(self, m: Machine, until: float) -> bool:
        """Show the present screen from `now` until this time; return whether to play on from here."""
        return False

    def at_end(self, m: Machine) -> None:
        """Return at the end of the log if the game is played on there; else raise PowerOff."""
        if not self.plays_on:
            raise PowerOff

    def handle_typed(self, events: Sequence[Event]) -> None:
        """Handle what the user types during the replay: keep it for the game that is played on."""
        self.ahead += events

    def offset(self) -> float | None:
        """Return by how many seconds to shift notes from the game's clock to the user's; None: play no notes."""
        return None


class ToTheEnd(Replay):
    """Replays a log with a hidden screen, and switches the machine off at its end."""


class FastForward(Replay):
    """Replays a log with a hidden screen, and plays on at its end."""

    plays_on = outlives_departure = True


class WithChanges(FastForward):
    """Replays the log of a program that has been changed since, and plays on where it diverges."""

    def __init__(self, changed: Callable[[LogReader], None]) -> None:
        """changed: called with the log's reader where the program diverges."""
        super().__init__()
        self.changed = changed


class IdleLimit:
    """Limits how long an unchanged screen is shown."""

    def __init__(self, idle: float | None) -> None:
        """Take the longest time to show an unchanged screen, in seconds; None: no limit."""
        self._idle, self._version, self._spent = idle, -1, 0.0

    def shown(self, m: Machine, seconds: float) -> float:
        """Return for how many of these seconds to show the screen; fewer if it has not changed for long."""
        if self._idle is None:
            return seconds
        if m.screen.version != self._version:
            self._version, self._spent = m.screen.version, 0.0
        shown = min(seconds, max(0.0, self._idle - self._spent))
        self._spent += shown
        return shown


class Viewer(Replay):
    """Shows the log at the game's own pace to a user, who has the keys of REPLAY_KEYS."""

    outlives_departure = True

    def __init__(self, speed: float = 1.0, idle: float | None = None) -> None:
        """Take the speed, 1 for that of the game, and the longest time in seconds for an unchanged screen."""
        super().__init__()
        self.speed, self._idle_limit = speed, IdleLimit(idle)
        self._target = 0  # the index of the entry up to which nothing is shown
        self._due: float | None = None  # the user's time at which to show the next wait
        self.paused = False
        self._taken = self._stepping = self._goes_back = False

    def hides(self, reader: LogReader) -> bool:
        """Return whether the replay has yet to reach the position to which the user has gone."""
        return not self._stepping and self._before(reader)

    def _before(self, reader: LogReader) -> bool:
        return (reader.index, -reader.timeouts_left) < (self._target, 0)

    def offset(self) -> float | None:
        """Return by how many seconds to shift notes to the user's clock; None unless the speed is 1."""
        if self.speed != 1 or self._due is None or self._before(self.reader):
            return None
        return self._due - self.now

    def show_until(self, m: Machine, until: float) -> bool:
        """Show the screen until its time is over; return whether the user plays on from here."""
        if self._before(self.reader):
            self._due = None
            return False
        self._stepping = False
        clock = self.host.clock.now
        due = clock() if self._due is None else max(self._due, clock() - LARGEST_LAG)
        self._due = due + self._idle_limit.shown(m, until - self.now) / self.speed
        while self._due is not None and not self._taken and (self.paused or self._due - clock() > PICTURE_TOLERANCE):
            self._ask(None if self.paused else self._due - clock())
        return self._taken and not self._before(self.reader)

    def at_end(self, m: Machine) -> None:
        """Show the last screen until the user plays on or switches off."""
        self._stepping, self.paused = False, True
        while not self._taken:
            self._ask(None)

    def _ask(self, timeout: float | None) -> None:
        before = self.host.clock.now()
        self.handle_typed(self.host.ask(timeout, ANY_KEY))
        if self.paused and self._due is not None:
            self._due += self.host.clock.now() - before

    def handle_typed(self, events: Sequence[Event]) -> None:
        """Obey the keys for a replay; what is typed after RETURN (play on) goes to the program."""
        for event in events:
            if self._taken and not isinstance(event, Down):  # a terminal reports RETURN as held after it was typed
                self.ahead.append(event)
            elif isinstance(event, Seek):
                self.seek(event.index)
            elif action := ACTIONS.get(event):
                action(self)
        goes_back, self._goes_back = self._goes_back, False
        if goes_back:
            self.host.restart(self.host.machine)

    # the viewer's keys

    def pause(self) -> None:
        """Pause the replay, or continue it."""
        self.paused = not self.paused

    def play_on(self) -> None:
        """End the replay here; the user plays on."""
        self._taken = True

    def end(self) -> None:
        """End the replay: switch the machine off."""
        raise PowerOff

    def next_key(self) -> None:
        """Go on in the replay to the moment before the next key press."""
        reader = self.reader
        stops, index = self._stops()
        there = self._goes_back or self._before(reader) or (reader.index == stops[index] and not reader.timeouts_left)
        self._target = stops[min(index + there, len(stops) - 1)]
        self._stepping, self._due = True, None

    def previous_key(self) -> None:
        """Go back in the replay to the moment before the previous key press, and pause."""
        stops, index = self._stops()
        self._target = stops[max(0, index - 1)]
        self.paused = self._goes_back = True
        self._due = None

    def seek(self, index: int) -> None:
        """Go in the replay to the moment before a key press, counted from 0, or to the end."""
        stops, _ = self._stops()
        self._target = stops[max(0, min(index, len(stops) - 1))]
        self._goes_back = self._goes_back or not self._before(self.reader)
        self._stepping, self._due = not self._goes_back, None

    def change_speed(self, faster: bool) -> None:
        """Show the replay faster, or slower."""
        before, clock = self.speed, self.host.clock.now()
        speeds = [speed for speed in VIEWER_SPEEDS if (speed > before if faster else speed < before)]
        if speeds:
            self.speed = speeds[0] if faster else speeds[-1]
            if self._due is not None:
                self._due = clock + (self._due - clock) * before / self.speed

    def position(self) -> tuple[int, int]:
        """Return the index of the replay's next key press, and the number of all key presses."""
        stops, index = self._stops()
        return index, len(stops) - 1

    def _stops(self) -> tuple[list[int], int]:
        """Return the indices of the entries with key presses and of the end, and which of these is next.

        Keys that one wait returned are one stop.
        """
        stops = sorted({index for index, _ in self.log.starts()} | {len(self.log.entries)})
        here = self._target if self._goes_back else max(self.reader.index, self._target)
        return stops, bisect_left(stops, min(stops[-1], here))


class Review(Viewer):
    """Shows the game that is being played, paused at its present position, to which ESCAPE returns."""

    def __init__(self) -> None:
        super().__init__()
        self.paused, self._target = True, PRESENT

    def end(self) -> None:
        """Return from the replay to the game's present position, and go on with the game."""
        self._target, self._due, self._taken, self._stepping = PRESENT, None, True, True


# The keys of a replay: name, effect, event and action.
REPLAY_KEYS: tuple[tuple[str, str, Event, Callable[[Viewer], None]], ...] = (
    ("SPACE", "pause, go on", Text(" "), Viewer.pause),
    ("LEFT", "key before", Key("LEFT"), Viewer.previous_key),
    ("RIGHT", "next key", Key("RIGHT"), Viewer.next_key),
    ("-", "slower", Text("-"), lambda viewer: viewer.change_speed(faster=False)),
    ("+", "faster", Text("+"), lambda viewer: viewer.change_speed(faster=True)),
    ("RETURN", "play on from here", Key("RETURN"), Viewer.play_on),
    ("ESCAPE", "end", Key("ESCAPE"), lambda viewer: viewer.end()),
)
ACTIONS = {Rewind(): Viewer.previous_key, **{event: action for _, _, event, action in REPLAY_KEYS}}
