"""Gives a program what its log says, wait by wait, while a playback mode shows it."""

from __future__ import annotations

from retro.machine.frontend import PowerOff
from retro.recording.log_reader import LogReader
from retro.recording.playback import Decision, Playhead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.input.events import Event
    from retro.machine.frontend import FrontEnd
    from retro.machine.machine import Machine
    from retro.recording.event_log import EventLog
    from retro.recording.playback import PlaybackMode

POLL_INTERVAL = 1000  # waits that are replayed unseen between two polls of the front end


class ScreenMute:
    """Suspends notifications of screen changes while a replay is hidden."""

    def __init__(self) -> None:
        self._on_change: Callable[[], None] | None = None

    def mute(self, m: Machine) -> None:
        """Suspend them. The front end may set its callback again meanwhile; it sets the same."""
        if m.screen.on_change is not None:
            self._on_change, m.screen.on_change = m.screen.on_change, None

    def unmute(self, m: Machine) -> None:
        """Resume them."""
        if self._on_change is not None:
            m.screen.on_change, self._on_change = self._on_change, None
            m.screen.changed()


class Replayer:
    """Replays a log from its start.

    Attributes:
        playhead: Where the replay is.
    """

    def __init__(
        self,
        inner: FrontEnd,
        log: EventLog,
        name: str,
        mode: PlaybackMode,
        screen_mute: ScreenMute,
        log_ended: Callable[[], None],
    ) -> None:
        """Replay a log.

        Args:
            inner: The front end that shows it.
            log: The log.
            name: The file it is from, for errors; empty if it is from none.
            mode: How it is shown.
            screen_mute: Mutes the screen while the mode hides it.
            log_ended: Called when all events have been given.
        """
        self.playhead = Playhead(inner, log, LogReader(log, name))
        self._mode, self._screen_mute, self._log_ended = mode, screen_mute, log_ended
        self._hidden_waits = 0

    def read(self, m: Machine, timeout: float | None) -> list[Event] | Decision:
        """Return what the log says of a wait, or PLAY_ON or RESTART. Raises PowerOff, ReplayDiverged."""
        reader = self.playhead.reader
        if m.interrupting and not reader.due(m) and not (reader.over and self._mode.plays_on):
            return self._poll(m)
        if reader.over:
            return self._at_end(m)
        until = reader.next_moment(m, timeout, self.playhead.now)
        decision = self._mode.show_until(self.playhead, m, until)
        if decision is not Decision.GO_ON:
            return decision
        self.playhead.now = until
        events = reader.take()
        decision = self.prepare(m)
        return events if decision is Decision.GO_ON else decision

    def _at_end(self, m: Machine) -> Decision:
        self.playhead.reader.check_wait(m)
        decision = self._mode.over(self.playhead, m)
        if decision is Decision.SWITCH_OFF:
            raise PowerOff
        return decision

    def prepare(self, m: Machine) -> Decision:
        """Prepare for the next wait of the log."""
        reader = self.playhead.reader
        m.interrupt_at(reader.due_statement)
        if reader.entries_read:
            self._log_ended()
        if reader.over or not self._mode.hides(reader):
            self._screen_mute.unmute(m)
            return Decision.GO_ON
        self._screen_mute.mute(m)
        self._hidden_waits += 1
        if self._hidden_waits % POLL_INTERVAL:
            return Decision.GO_ON
        return Decision.RESTART if self._poll(m) is Decision.RESTART else Decision.GO_ON

    def _poll(self, m: Machine) -> list[Event] | Decision:
        """Poll the front end for keys of the user, and for PowerOff."""
        m.keyboard.awaiting_key = False
        decision = self._mode.handle_typed(self.playhead, self.playhead.inner.wait(m, 0))
        m.interrupt_at(self.playhead.reader.due_statement)
        return [] if decision is Decision.GO_ON else decision

    def drop_rest(self) -> None:
        """Cut the log where the replay is."""
        reader = self.playhead.reader
        self.playhead.log.cut_at(reader.index, reader.passed)
