"""Writes the log of a game while it is played: whole lines, each before the program receives the key in it."""

from __future__ import annotations

from collections.abc import Sequence

from retro.input.events import Down, Event, Key
from retro.machine.machine import Machine
from retro.session.event_log import DONE, End, EventLog, LogEntry, TapeRead, is_press
from retro.session.format import END, FORMAT, HEADER, TAPE_READ, Header, fields_of, line_of, waits_line

MOST_WAITS = 50  # entries without events in one line, at most


class Sink:
    """An output for the lines of a log while its game is played: a file, the browser's storage, a buffer.

    Attributes:
        failure: why writing has failed; empty if it has not.
        machine: the machine; None until the game begins.
    """

    failure = ""
    machine: Machine | None = None

    def write(self, lines: bytes, pressed: bool) -> None:
        """Add whole lines of the log. pressed: whether a key or click of the user's is among them."""

    def close(self, finished: bool) -> None:
        """Close the output of the log. finished: whether the program has ended by itself."""


class LogWriter:
    """Writes the log of a game as lines of a recording to all of its sinks, such as files."""

    def __init__(self, sinks: Sequence[Sink] = ()) -> None:
        self._sinks: tuple[Sink, ...] = tuple(sinks)
        self._waits: list[LogEntry] = []
        self._lines = b""
        self._checksum = 0
        self.begun = False

    @property
    def written(self) -> bool:
        """Whether the log of the game is written to any file."""
        return bool(self._sinks)

    def begin(self, header: Header, log: EventLog) -> None:
        """Write the header and the present entries of the log in one piece."""
        self._line({**FORMAT, **fields_of(header, HEADER)})
        tape_reads = list(log.tape_reads)
        for index, entry in enumerate(log.entries):
            while tape_reads and tape_reads[0].index <= index:
                self._tape_read(tape_reads.pop(0))
            self._add(entry)
        for tape_read in tape_reads:
            self._tape_read(tape_read)
        self._write_waits()
        self._write(any(is_move(event) for entry in log.entries for event in entry.events))
        self.begun = True

    def add(self, entry: LogEntry) -> None:
        """Add an entry of a game's log. It is written at once if it has events, else with the next one that has."""
        self._add(entry)
        if not self._waits:
            self._write(any(map(is_move, entry.events)))

    def add_tape_read(self, tape_read: TapeRead) -> None:
        """Write that the program has read a file of the tape."""
        self._tape_read(tape_read)
        self._write()

    def back(self, presses: int) -> None:
        """Write that the user has taken back some key presses."""
        self._write_waits()
        self._line({"back": presses})
        self._write()

    def cut(self, entries: int, timeouts: int) -> None:
        """Write that the log is cut after some entries, and timeouts after them."""
        self._write_waits()
        self._line({"cut": [entries, timeouts]})
        self._write()

    def end(self, end: End) -> None:
        """Write the line that says how the game ended."""
        self._write_waits()
        self._line(fields_of(end, END))
        self._write()
        self.close(finished=end.kind == DONE)

    def close(self, finished: bool) -> None:
        """Close all outputs of the log. finished: whether the program has ended by itself."""
        sinks, self._sinks = self._sinks, ()
        for sink in sinks:
            sink.close(finished)

    def _add(self, entry: LogEntry) -> None:
        self._waits.append(entry)
        if entry.events or len(self._waits) == MOST_WAITS:
            self._write_waits()

    def _tape_read(self, tape_read: TapeRead) -> None:
        self._write_waits()
        self._line(fields_of(tape_read, TAPE_READ))

    def _write_waits(self) -> None:
        waits, self._waits = self._waits, []
        if waits:
            self._line(waits_line(waits))

    def _line(self, content: dict[str, object]) -> None:
        if self._sinks:
            line, self._checksum = line_of(content, self._checksum)
            self._lines += line

    def _write(self, pressed: bool = False) -> None:
        lines, self._lines = self._lines, b""
        for sink in self._sinks:
            sink.write(lines, pressed)


def recorded(header: Header, log: EventLog) -> bytes:
    """Return the bytes of a recording: its header and its log."""
    data = bytearray()

    class Lines(Sink):
        def write(self, lines: bytes, pressed: bool) -> None:
            data.extend(lines)

    LogWriter([Lines()]).begin(header, log)
    return bytes(data)


def is_move(event: Event) -> bool:
    """Return whether an event is the press of a key or button, but not of ESCAPE."""
    return is_press(event) and event not in (Key("ESCAPE"), Down("ESCAPE"))
