"""Gives a program what its log says, wait by wait, while a playback mode shows it."""

from __future__ import annotations

from retro.machine.frontend import FrontEnd, PowerOff
from retro.recording.log_reader import LogReader, ReplayDiverged
from retro.recording.playback import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.input.events import Event
    from retro.machine.machine import Machine
    from retro.recording.event_log import EventLog
    from retro.recording.playback import PlaybackMode

POLL_INTERVAL = 1000  # waits that are replayed unseen between two polls of the front end


class ChangeNotifications:
    """Those that the screen sends the front end; suspended while a replay is hidden."""

    def __init__(self) -> None:
        self._on_change: Callable[[], None] | None = None

    def suspend(self, m: Machine) -> None:
        """Suspend them. The front end may set its callback again meanwhile; it sets the same."""
        if m.screen.on_change is not None:
            self._on_change, m.screen.on_change = m.screen.on_change, None

    def resume(self, m: Machine) -> None:
        """Resume them."""
        if self._on_change is not None:
            m.screen.on_change, self._on_change = self._on_change, None
            m.screen.changed()


class Replayer:
    """Replays a log from its start, in the front end `inner`. now: the time in the game, seconds since power-on."""

    def __init__(
        self,
        inner: FrontEnd,
        log: EventLog,
        name: str,
        mode: PlaybackMode,
        notifications: ChangeNotifications,
        log_ended: Callable[[], None],
    ) -> None:
        """Replay a log. name: The file it is from, for errors. log_ended: Called when all events have been given."""
        self.inner, self.log, self.reader, self.now = inner, log, LogReader(log, name), 0.0
        self._mode, self._notifications, self._log_ended = mode, notifications, log_ended
        self._hidden_waits = 0

    def read(self, m: Machine, timeout: float | None) -> list[Event] | Decision:
        """Return what the log says of a wait, or PLAY_ON or RESTART. Raises PowerOff, ReplayDiverged."""
        reader = self.reader
        if m.interrupting and not reader.due(m) and not (reader.ended and self._mode.plays_on):
            return self._poll(m)
        if reader.ended:
            reader.check_wait(m)
            decision = self._mode.at_end(self, m)
            if decision is Decision.SWITCH_OFF:
                raise PowerOff
            return decision
        try:
            until = reader.next_moment(m, timeout, self.now)
        except ReplayDiverged:
            if self._mode.changed is None:
                raise
            self._mode.changed(reader)
            self._mode.ahead += reader.rest()
            return Decision.PLAY_ON
        decision = self._mode.show_until(self, m, until)
        if decision is not Decision.GO_ON:
            return decision
        self.now = until
        events = reader.next_events()
        decision = self.prepare(m)
        return events if decision is Decision.GO_ON else decision

    def prepare(self, m: Machine) -> Decision:
        """Prepare for the next wait of the log."""
        m.interrupt_at(self.reader.due_statement)
        if self.reader.entries_read:
            self._log_ended()
        if self.reader.ended or not self._mode.hides(self.reader):
            self._notifications.resume(m)
            return Decision.GO_ON
        self._notifications.suspend(m)
        self._hidden_waits += 1
        restarts = self._hidden_waits % POLL_INTERVAL == 0 and self._poll(m) is Decision.RESTART
        return Decision.RESTART if restarts else Decision.GO_ON

    def _poll(self, m: Machine) -> list[Event] | Decision:
        """Poll the front end for keys of the user, and for PowerOff."""
        decision = self._mode.handle_typed(self, self.inner.wait(0, None))
        m.interrupt_at(self.reader.due_statement)
        return [] if decision is Decision.GO_ON else decision
