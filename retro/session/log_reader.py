"""Reads an event log wait by wait, and checks that the program does what it did when it was recorded."""

from math import inf
from zlib import crc32

from retro.input.events import Event
from retro.machine.machine import Machine
from retro.session.event_log import DONE, ESCAPED, FAILED, OFF, EventLog, LogEntry

MILLISECOND = 0.001  # seconds
LONGEST_RUN = 100_000  # statements without a wait after the last key of a game that was cut off


ENDINGS = {DONE: "it ends", ESCAPED: "ESCAPE ends it", OFF: "it is switched off", FAILED: "it fails"}


class ReplayDiverged(BaseException):
    """The program does not do what it did when it was recorded; str() is a sentence that says where."""


class LogReader:
    """A log, and the position up to which it has been replayed.

    Attributes:
        index: The number of entries that have been read.
        timeouts_read: The number of timeouts that have been read since the last entry.
        timeouts_left: The number of timeouts to read before the next entry.
        other_version: Whether another version of the program has written it.
    """

    def __init__(self, log: EventLog, file: str = "", program: str = "", other_version: bool = False) -> None:
        """Read a log.

        Args:
            log: The log.
            file: The name of the recording, for messages; empty for the log of the present game.
            program: The program of the recording.
            other_version: Whether another version of the program has written it. Then the screens at each key must be
                the same, if the log has checksums of them; the numbers of the statements may differ.
        """
        self._log, self._file, self._program, self.other_version = log, file, program, other_version
        self.index = 0
        self._begin()

    def _begin(self) -> None:
        entry = self._entry
        self.timeouts_read, self.timeouts_left = 0, self._log.timeouts if entry is None else entry.timeouts

    @property
    def _entry(self) -> LogEntry | None:
        entries = self._log.entries
        return entries[self.index] if self.index < len(entries) else None

    @property
    def entries_read(self) -> bool:
        """Whether all entries of the game's log have been replayed."""
        return self.index == len(self._log.entries)

    @property
    def ended(self) -> bool:
        """Whether all entries of the log, and the timeouts after them, have been replayed."""
        return not self.timeouts_left and self.entries_read

    @property
    def due_statement(self) -> int | None:
        """The statement at which the log's next event interrupts the program; None if a wait returns that event."""
        if self.timeouts_left:
            return None
        item = self._entry or self._log.end
        if item is not None:
            return item.statement if item.interrupting else None
        return LONGEST_RUN + (self._log.entries[-1].statement if self._log.entries else 0)

    def due(self, m: Machine) -> bool:
        """Return whether the log's next event interrupts the program at the present statement."""
        return m.interrupting and m.statements == self.due_statement

    def next_moment(self, m: Machine, timeout: float | None, now: float) -> float:
        """Return when, by the log, the program's wait ends. Raises ReplayDiverged if the log has no wait here."""
        entry = self._entry
        if self.timeouts_left:
            if timeout is None or timeout == inf or m.interrupting:
                raise self._diverged(entry.line if entry else 0, "it waits for a key, and none came then")
            return now + timeout
        if entry is None or not self._is_at(m, entry):
            raise self._diverged(entry.line if entry else 0, "it waits at another place")
        return max(now, entry.moment * MILLISECOND)

    def _is_at(self, m: Machine, entry: LogEntry) -> bool:
        """Return whether the replayed program waits at the same statement as an entry of the log."""
        same = (entry.statement, entry.interrupting) == (m.statements, m.interrupting)
        if not self.other_version or entry.screen is None:
            return same
        same = (same or not (entry.interrupting or m.interrupting)) and entry.screen == screen_checksum(m)
        if same:
            entry.statement = m.statements  # the log is now this version's
        return same

    def next_events(self) -> list[Event]:
        """Return the log's events for this wait, and advance to the next wait."""
        if self.timeouts_left:
            self.timeouts_left -= 1
            self.timeouts_read += 1
            return []
        entry = self._log.entries[self.index]
        self.index += 1
        self._begin()
        return list(entry.events)

    @property
    def presses_read(self) -> int:
        """The number of the log's key presses that have been replayed."""
        return sum(index < self.index for index, _ in self._log.starts())

    def rest(self) -> list[Event]:
        """Return the log's events that have not been replayed."""
        return [event for entry in self._log.entries[self.index :] for event in entry.events]

    def check_wait(self, m: Machine) -> None:
        """Raise ReplayDiverged if the program still waits after the end of the log of a finished game."""
        end = self._log.end
        if end is not None:
            if end.kind != OFF:
                raise self._diverged(end.line, "it goes on, and ended then")
            self._check(m)

    def check_end(self, m: Machine, kind: str) -> None:
        """Raise ReplayDiverged if the program has not ended as in the log."""
        item = self._entry or self._log.end
        if not self.ended or (self._log.end is not None and self._log.end.kind != kind):
            raise self._diverged(item.line if item else 0, f"{ENDINGS[kind]}, and did not then")
        self._check(m)

    def _check(self, m: Machine) -> None:
        end = self._log.end
        if end is None:
            return
        same = end.statement == m.statements or self.other_version
        if not same or end.screen != screen_checksum(m):
            raise self._diverged(end.line, "its last screen is another one")

    def _diverged(self, line: int, what: str) -> ReplayDiverged:
        presses = self.presses_read
        what = f"{f'after key {presses}' if presses else 'at its start'} {what}"
        if not self._file:
            question = "Does the program keep variables outside its main?"
            return ReplayDiverged(f"The game cannot be played again: {what}. {question}")
        where = f"{self._file}, line {line}" if line else f"{self._file}, at its end"
        advice = f"; retro replay {self._file} --from {presses - 1} plays on before that" if presses else ""
        return ReplayDiverged(f"{where}: this version of {self._program} plays another game: {what}{advice}")


def screen_checksum(m: Machine) -> str:
    """Return a checksum of the pixels and the palette, as eight hexadecimal digits."""
    screen = m.screen
    return f"{crc32(bytes([screen.mode.number, *screen.palette.colours]), crc32(screen.framebuffer.pixels)):08x}"
