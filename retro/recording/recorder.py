"""The recorder: a front end around a front end. It records what comes through the seam, replays it and rewinds it.

The machine's clock moves only in waits. A wait that times out moves the recorder's clock by exactly its timeout, and
is only counted; the clock of the front end inside runs ahead of it by what the program took to compute, and the next
waits are shorter for it. So a replayed game is the same, to the last bit of its clock, in whatever front end.
"""

from __future__ import annotations

from retro.input.events import AllUp, Rewind
from retro.machine.frontend import FrontEnd
from retro.machine.tape import GameTape
from retro.recording.event_log import OFF, End, LogEntry, is_press
from retro.recording.log_reader import MILLISECOND, screen_checksum
from retro.recording.playback import Decision, FastForward, Review, Viewer, WithChanges
from retro.recording.replayer import ChangeNotifications, Replayer
from retro.sound.notes import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.input.events import Event, Wanted
    from retro.machine.machine import Machine
    from retro.machine.tape import Tape
    from retro.recording.event_log import EventLog
    from retro.recording.format import Header
    from retro.recording.log_reader import LogReader
    from retro.recording.log_writer import LogWriter
    from retro.recording.playback import PlaybackMode

LATE = 0.02  # seconds that the recorder's clock may be behind
ROUNDING = 1e-6  # seconds: clocks are sums of fractions


class Restart(BaseException):
    """Raised to restart the program, which then replays its log up to the point where it continues."""


class Recorder(FrontEnd):
    """The machine's front end while a game is recorded or replayed, around another one, `inner`."""

    def __init__(
        self,
        inner: FrontEnd,
        header: Header,
        log: EventLog,
        writer: LogWriter,
        tape: Tape,
        mode: PlaybackMode,
        name: str,
    ) -> None:
        """Replay a log, then record the live game. name: The file that the log is from; empty if it is from none."""
        self.inner, self.log = inner, log
        self.tape = GameTape(tape, self._record_tape_read)
        self.header, self._writer = header, writer
        self._mode, self._name = mode, name
        self._notifications = ChangeNotifications()
        self._replayer: Replayer | None = None
        self._closed = False
        self.on_events: Callable[[Sequence[Event]], None] = lambda events: None  # called with the events of each wait

    def begin(self, m: Machine) -> None:
        """Replay the log. The machine must just have been switched on."""
        self.machine, self._now, self._origin = m, 0.0, self.inner.now()
        self._stopped = self._from_outside = False
        self.tape.begin({tape_read.name: tape_read.text for tape_read in self.log.tape_reads})
        self._replayer = Replayer(
            self.inner, self.log, self._name, self._mode, self._notifications, self.tape.log_ended
        )
        self._replayer.prepare(m)

    # the front end

    def now(self) -> float:
        """Return the seconds since power-on, as of the last wait."""
        return self._replayer.now if self._replayer else self._now

    def note(self, note: Note) -> None:
        """Play a note, by the clock of the front end inside."""
        offset = self._mode.offset(self._replayer) if self._replayer else self._origin
        if offset is not None:
            self.inner.note(Note(note.start + offset, note.length, note.steps, note.repeat_from, note.period))

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return what the log says, or what happens, and record that."""
        self._wanted = wanted
        events = self._next_events(self.machine, timeout)
        self.on_events(events)
        return events

    def _next_events(self, m: Machine, timeout: float | None) -> Sequence[Event]:
        if self._stopped:
            raise Restart
        if self._closed:
            events = self.inner.wait(timeout, self._wanted)
            self._now = max(self._now, self._clock())
            return events
        try:
            replayed = self._replayer.read(m, timeout) if self._replayer else Decision.GO_ON
            if replayed is Decision.RESTART:
                raise self._restart(m)
            if replayed is Decision.PLAY_ON:
                self.cut_here(m)
            return self._live(m, timeout) if isinstance(replayed, Decision) else replayed
        except BaseException:
            self._from_outside = True
            raise

    def show(self, m: Machine, seconds: float) -> None:
        """Show the screen for some time that the program and the log know nothing of; so does a replay to a viewer.

        What is typed meanwhile comes with the next wait.
        """
        if self._closed or self._stopped:
            return
        if self._replayer:
            until = self._replayer.now + seconds
            if self._mode.show_until(self._replayer, m, until) is Decision.RESTART:
                raise self._restart(m)
            return
        start, self._wanted = self.inner.now(), None
        while (left := start + seconds - self.inner.now()) > 0:
            self._mode.ahead += self._wait_inside(m, left)
        self._origin += self.inner.now() - start

    def _clock(self) -> float:
        return self.inner.now() - self._origin

    # replaying

    def _restart(self, m: Machine) -> Restart:
        """Return what is to be raised to begin again, and to replay the log from its start."""
        self._notifications.suspend(m)
        self._stopped = True
        return Restart()

    def _stop_replay(self, m: Machine) -> None:
        """Go on at the game's time."""
        if self._replayer:
            self._now, self._replayer = self._replayer.now, None
            self._origin = self.inner.now() - self._now
        m.interrupt_at(None)
        self._notifications.resume(m)

    def _go_live(self) -> None:
        if not self._writer.begun:
            self._writer.begin(self.header, self.log)
        self.tape.go_live()

    # live

    def _live(self, m: Machine, timeout: float | None) -> list[Event]:
        due = None if timeout is None else self._now + timeout
        events = self._without_rewinds(m, self._news(m, due))
        if events or not m.interrupting:
            self._record(m, due, events)
        return events

    def _news(self, m: Machine, due: float | None) -> list[Event]:
        events, self._mode.ahead = self._mode.ahead, []
        if events:
            return events
        return self._wait_inside(m, None if due is None else max(0.0, due - self._clock()))

    def _wait_inside(self, m: Machine, timeout: float | None) -> list[Event]:
        try:
            return [*self.inner.wait(timeout, self._wanted)]
        except Restart:
            raise
        except BaseException:
            self.log.finish(End(OFF, self.log.timeouts, m.statements, screen_checksum(m), m.interrupting))
            raise

    def _record(self, m: Machine, due: float | None, events: list[Event]) -> None:
        clock = self._clock()
        if not events and due is not None and -ROUNDING <= clock - due <= LATE:
            self.log.timeouts += 1
            self._now = due
            return
        moment = max(0, int(clock / MILLISECOND + ROUNDING))
        entry = LogEntry(self.log.timeouts, m.statements, moment, events, m.interrupting)
        self._now = max(self._now, moment * MILLISECOND)
        self.log.add(entry)
        self._writer.add(entry)

    def _without_rewinds(self, m: Machine, events: list[Event]) -> list[Event]:
        """Handle rewind events, and return the others."""
        first = next((number for number, event in enumerate(events) if isinstance(event, Rewind)), None)
        if first is None:
            return events
        before = events[:first]
        after = [event for event in events[first:] if not isinstance(event, Rewind)]
        if not self.log.presses and not any(map(is_press, before)):
            return after
        if before:
            self._record(m, None, before)
        raise self._rewind(m, min(len(events) - len(before) - len(after), self.log.presses), after)

    def _rewind(self, m: Machine, presses: int, typed: list[Event]) -> Restart:
        self.log.back(presses)
        self._writer.back(presses)
        self._mode, self._name = FastForward(typed), ""
        return self._restart(m)

    def _record_tape_read(self, name: str, text: str | None) -> None:
        tape_read = self.log.add_tape_read(name, text)
        if self._writer.begun:
            self._writer.add_tape_read(tape_read)

    # for live study and the overlay

    @property
    def viewed(self) -> tuple[Viewer, Replayer] | None:
        """Who is shown a replay, and the replay; None if nobody is."""
        viewer = self._mode
        return (viewer, self._replayer) if self._replayer and isinstance(viewer, Viewer) else None

    def review(self, m: Machine) -> None:
        """Show the game so far to the user, who may go on with it from anywhere: raise Restart."""
        self.replay_from_start(m, Review())

    @property
    def live(self) -> bool:
        """Whether the game is played and recorded now."""
        return self._replayer is None and not self._closed

    @property
    def catching_up(self) -> bool:
        """Whether something in the log is still to be replayed."""
        return self._replayer is not None and not self._replayer.reader.ended

    @property
    def writes_file(self) -> bool:
        """Whether the log is written to a file."""
        return self._writer.written

    def rewind_keys(self, m: Machine, presses: int) -> None:
        """Rewind so many key presses, if there are any: raise Restart. The game must be live."""
        if self.log.presses:
            raise self._rewind(m, presses, [])

    def replay_from_start(self, m: Machine, mode: PlaybackMode | None = None) -> None:
        """Replay the log from its start, unseen unless the mode shows it: raise Restart."""
        ahead, self._mode, self._name = self._mode.ahead, mode or FastForward(), ""
        self._mode.ahead = ahead
        raise self._restart(m)

    def replay_changed(self, m: Machine, changed: Callable[[LogReader], None]) -> None:
        """Replay the log unseen in a changed program: raise Restart. `changed` is as of `PlaybackMode`."""
        self._mode, self._name = WithChanges(changed), ""
        raise self._restart(m)

    def cut_here(self, m: Machine) -> None:
        """Drop what the log has from here on, and play on."""
        if self._replayer is None:
            return
        entries, timeouts = self._replayer.reader.index, self._replayer.reader.timeouts_read
        if self._writer.begun and entries < len(self.log.entries):
            self._writer.cut(entries, timeouts)
        self.log.cut_at(entries, timeouts)
        self._stop_replay(m)
        self._go_live()
        if self.log.holding:
            self._mode.ahead.insert(0, AllUp())

    # the end

    def close(self, m: Machine) -> None:
        """Stop recording, without an end in the log; the program continues in the front end inside."""
        self._stop_replay(m)
        self._closed = True
        self._writer.close(finished=False)

    def end(self, m: Machine, kind: str, message: str = "") -> None:
        """Record how the program ended. Raises ReplayDiverged if it ended otherwise in the log."""
        if kind != OFF and not self._from_outside:
            if self._replayer:
                if self._mode.changed is None:
                    self._replayer.reader.check_end(m, kind)
                if self._mode.plays_on:
                    self._go_live()
            self.log.finish(End(kind, self.log.timeouts, m.statements, screen_checksum(m), message=message))
        if self._writer.begun and self.log.end is not None:
            self._writer.end(self.log.end)
        self.close(m)
