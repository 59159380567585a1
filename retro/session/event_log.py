"""The event log: what the machine's waits returned in one game, enough to replay it.

A machine is a function of its program, its seed and what its waits returned. Most waits time out without events: of
those only the number is kept. The others are entries. Times are the recorder's own, which a timeout moves by exactly
the time that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from retro.input.events import AllUp, Down, Event, Key, Mouse, Text, Up

TYPED = (Text, Key)


class LogEntry:
    """A wait that returned events, or did not end exactly at its timeout.

    Attributes:
        timeouts: The number of waits that timed out between the entry before and this one.
        statement: The number of the statement that waited, as `Machine.statements` counts them.
        moment: When the wait ended, in milliseconds since power-on; ignored if earlier than the game's time before.
        events: The events that the wait returned.
        interrupting: Whether the machine polled in the middle of its work.
        line: The entry's line in the recording's file; 0 if it was not read from a file.
        screen: A checksum of the screen at a key press, in hexadecimal digits; None if there is none.
    """

    __slots__ = ("events", "interrupting", "line", "moment", "screen", "statement", "timeouts")

    def __init__(
        self,
        timeouts: int,
        statement: int,
        moment: int,
        events: Sequence[Event] = (),
        interrupting: bool = False,
        line: int = 0,
        screen: str | None = None,
    ) -> None:
        self.timeouts, self.statement, self.moment = timeouts, statement, moment
        self.events, self.interrupting, self.line, self.screen = tuple(events), interrupting, line, screen


class End(LogEntry):
    """How a game ended (`kind`, one of ENDS): a LogEntry without a moment and events."""

    __slots__ = ("kind", "message")

    def __init__(
        self,
        kind: str,
        timeouts: int,
        statement: int,
        screen: str,
        interrupting: bool = False,
        message: str = "",
        line: int = 0,
    ) -> None:
        super().__init__(timeouts, statement, 0, (), interrupting, line, screen)
        self.kind, self.message = kind, message


DONE, ESCAPED, OFF, FAILED = ENDS = ("done", "escape", "off", "error")


class TapeRead:
    """The value of a name on the tape when the program first used that name.

    text: The value; None if there was none. index: The number of entries in the log at that moment.
    """

    __slots__ = ("index", "name", "text")

    def __init__(self, name: str, text: str | None, index: int) -> None:
        self.name, self.text, self.index = name, text, index


class EventLog:
    """The log of a game so far: what each wait returned. timeouts: how many waits timed out after the last entry."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.tape_reads: list[TapeRead] = []
        self.timeouts = 0
        self.end: End | None = None

    def add(self, entry: LogEntry) -> None:
        """Add an entry to the game's log; its `timeouts` start again from 0."""
        self.entries.append(entry)
        self.timeouts = 0

    def add_tape_read(self, name: str, text: str | None) -> TapeRead:
        """Log that the program has read a file of the tape; return the entry."""
        tape_read = TapeRead(name, text, len(self.entries))
        self.tape_reads.append(tape_read)
        return tape_read

    def copy(self) -> EventLog:
        """Return a copy of the log of a game."""
        copied = EventLog()
        copied.become(self)
        return copied

    def become(self, other: EventLog) -> None:
        """Replace the log's contents by those of another log."""
        self.entries, self.tape_reads = [*other.entries], [*other.tape_reads]
        self.timeouts, self.end = other.timeouts, other.end

    def finish(self, end: End) -> None:
        """Store in the log how the game ended."""
        self.end, self.timeouts = end, end.timeouts

    @property
    def presses(self) -> int:
        """The number of key presses in the log."""
        return len(self.starts())

    def starts(self) -> list[tuple[int, int]]:
        """Return where each key press begins in the log, as pairs: the index of its entry, and of its event in that.

        A key that goes down and the characters that it types are one press; so are characters without a key.
        """
        starts = []
        pressed = False  # a key is down that has not typed yet
        for index, entry in enumerate(self.entries):
            late = False  # typed without a key down: the next Down events are of the keys that have typed it
            for number, event in enumerate(entry.events):
                if isinstance(event, Down) and late:
                    continue
                begins = is_press(event) and not pressed
                late = begins and isinstance(event, TYPED)
                pressed = isinstance(event, Down)
                if begins:
                    starts.append((index, number))
        return starts

    def cut(self, index: int, event: int = 0) -> None:
        """Drop the log's events from one event of an entry on; the timeouts before that entry stay."""
        entry = self.entries[index]
        del self.entries[index + (event > 0) :]
        if event:
            self.entries[index] = entry = copy(entry)
            entry.events = entry.events[:event]
        self.timeouts = 0 if event else entry.timeouts
        self.end = None
        self.tape_reads = [tape_read for tape_read in self.tape_reads if tape_read.index <= len(self.entries)]

    def cut_at(self, index: int, timeouts: int) -> None:
        """Keep the log's first `index` entries, and `timeouts` timeouts after them; drop the rest."""
        if index < len(self.entries):
            self.cut(index)
        self.timeouts, self.end = timeouts, None

    def back(self, presses: int) -> None:
        """Rewind the log to the moment before its last `presses` key presses; at least one."""
        self.cut(*self.starts()[-presses])

    def clear(self) -> None:
        """Empty the log of a game."""
        self.entries.clear()
        self.tape_reads.clear()
        self.timeouts, self.end = 0, None

    def take_last_press(self) -> list[Event]:
        """Remove the last key press with all later events, and return them; empty the log if no key was pressed."""
        if not (starts := self.starts()):
            self.clear()
            return []
        index, number = starts[-1]
        events = [event for entry in self.entries[index:] for event in entry.events][number:]
        self.cut(index, number)
        return events

    def reopen(self) -> None:
        """Remove the log's end, so that the game can go on; also the last key press, if that ended the game."""
        by_key = self.end is not None and self.end.kind in (ESCAPED, FAILED)
        self.end = None
        if by_key and self.entries:
            self.back(1)

    @property
    def holding(self) -> bool:
        """Whether the user holds a key down at the end of the log."""
        held: set[str] = set()
        for event in (event for entry in self.entries for event in entry.events):
            if isinstance(event, Down):
                held.add(event.name)
            elif isinstance(event, Up):
                held.discard(event.name)
            elif isinstance(event, AllUp):
                held.clear()
        return bool(held)


def is_press(event: Event) -> bool:
    """Return whether a key goes down or types something, or a button of the mouse is held."""
    return isinstance(event, (Down, *TYPED)) or (isinstance(event, Mouse) and event.buttons != 0)
