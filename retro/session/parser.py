"""Parses recordings. Stops at the first error and reports its line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap
from typing import Any, BinaryIO
from zlib import crc32

from retro.input.events import from_texts
from retro.session.event_log import End, EventLog, LogEntry
from retro.session.files import open_file
from retro.session.format import FORMAT, HEADER, LINES, REQUIRED, Field, Header, Recording, RecordingError

LONGEST_LINE = 2_000_000  # bytes of a line
CHECKSUM_LENGTH = len(',"sum":"01234567"}')


def read(path: str | os.PathLike[str], *, torn: bool = False, damaged: bool = False) -> Recording:
    """Read a recording. Raises RecordingError.

    torn: ignore an incomplete last line. damaged: return the part before the first error, and the error as the
    recording's `problem`.
    """
    with _parser(os.fspath(path), torn) as parser:
        return parser.read(damaged)


def read_header(path: str) -> Header:
    """Read the first line of a recording. Raises RecordingError."""
    with _parser(path) as parser:
        return parser.header()


@contextmanager
def _parser(name: str, torn: bool = False) -> Iterator[Parser]:
    try:
        with open_file(name) as stream:
            yield Parser(name, stream, torn)
    except OSError as error:
        raise RecordingError(f"{name} cannot be read: {error.strerror or error}") from error


class Parser:
    """Parses the file of one recording, line by line."""

    def __init__(self, name: str, stream: BinaryIO, torn: bool) -> None:
        self._name, self._stream, self._torn = name, stream, torn
        self._log = EventLog()
        self._number = self._checksum = 0
        self._contents = self._lines()

    def header(self) -> Header:
        """Return the first line of the recording."""
        content = next(self._contents, None)
        if content is None:
            raise self._wrong("nothing", "a recording")
        version, known = content.pop("format", None), FORMAT["format"]
        if type(version) is not int or version != known:
            raise self._wrong(f"format {short(version)}", f"format {known}, which this version reads")
        return Header(*self._fields(content, HEADER).values())

    def read(self, damaged: bool = False) -> Recording:
        """Return the whole recording. damaged: return the part before the first error instead of raising it."""
        recording = Recording(self._name, self.header(), self._log)
        try:
            for content in self._contents:
                if self._log.end is not None:
                    raise self._wrong("something after the end", "nothing more")
                kind = next((kind for kind in LINES if kind in content), None)
                if kind is None:
                    raise self._wrong(f"a line of {short(list(content))}", f"one of {', '.join(LINES)}")
                PARSERS[kind](self, **self._fields(content, LINES[kind]))
        except RecordingError as error:
            if not damaged:
                raise
            recording.problem = str(error)
        return recording

    def _wrong(self, found: str, expected: str) -> RecordingError:
        return RecordingError(f"{self._name}, line {max(1, self._number)}: found {found}, expected {expected}")

    # lines

    def _lines(self) -> Iterator[dict[str, Any]]:
        while raw := self._stream.readline(LONGEST_LINE + 1):
            self._number += 1
            if len(raw) > LONGEST_LINE:
                raise self._wrong(f"more than {LONGEST_LINE} bytes in a line", "fewer")
            if not raw.endswith(b"\n"):
                if self._torn:
                    return
                raise self._wrong("a line that is cut off", "a whole line")
            yield self._content(raw[:-1])

    def _content(self, raw: bytes) -> dict[str, Any]:
        """Return the fields of a recording's line after verifying its checksum."""
        try:
            content = json.loads(raw.decode("ascii"), object_pairs_hook=once, parse_constant=refuse)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            raise self._wrong("no recording" if self._number == 1 else "a damaged line", "a line that retro wrote")
        if self._number == 1 and content.pop("retro", None) != FORMAT["retro"]:
            raise self._wrong("another kind of file", 'a recording, which begins with {"retro":"recording"')
        self._checksum = crc32(raw[:-CHECKSUM_LENGTH], self._checksum)
        if raw[-CHECKSUM_LENGTH:] != b',"sum":"%08x"}' % self._checksum:
            raise self._wrong("a line that was changed", "it as it was written, to which its sum and the last one fit")
        del content["sum"]
        return content

    # fields

    def _fields(self, content: dict[str, Any], table: Sequence[Field]) -> dict[str, Any]:
        """Check the fields of a recording's line against a table; return their values by attribute."""
        keys = [field.key for field in table]
        for key in content:
            if key not in keys:
                raise self._wrong(f"the unknown field {short(key)}", f"only {', '.join(keys)}")
        attributes = {}
        for field in table:
            if field.key not in content:
                if field.missing is REQUIRED:
                    raise self._wrong(f"no {field.key}", f"{field.key}: {field.expected}")
            elif not field.holds(content[field.key]):
                raise self._wrong(f"{field.key} {short(content[field.key])}", field.expected)
            attributes[field.attribute] = content.get(field.key, field.missing)
        return attributes

    def waits(self, waits: list[list[int]], interrupting: bool, events: list[list[str]], screen: str | None) -> None:
        """Add a line of waits to the log; the events belong to its last wait."""
        if interrupting and not events:
            raise self._wrong("attending without events", "the events it was for")
        for timeouts, statement, moment in waits:
            entry = LogEntry(timeouts, statement, moment, line=self._number)
            before = self._log.entries[-1].statement if self._log.entries else 0
            if statement < before:
                raise self._wrong(f"statement {statement}", f"{before} or more: it comes later")
            self._log.add(entry)
        entry.events, entry.interrupting, entry.screen = tuple(starmap(from_texts, events)), interrupting, screen

    def tape(self, name: str, text: str | None) -> None:
        """Add to the log that the program has read a file of the tape."""
        if any(tape_read.name == name for tape_read in self._log.tape_reads):
            raise self._wrong(f"{short(name)} on the tape for a second time", "each name once")
        self._log.add_tape_read(name, text)

    def back(self, presses: int) -> None:
        """Drop the last key presses from the log, for a line that says that the player took them back."""
        pressed = self._log.presses
        if presses > pressed:
            raise self._wrong(f"{presses} keys rewound", f"at most {pressed}, which were pressed")
        self._log.back(presses)

    def cut(self, position: tuple[int, int]) -> None:
        """Cut the log after some entries, and timeouts after them, for a line that says that the game went on there."""
        entries, timeouts = position
        if entries > len(self._log.entries):
            raise self._wrong(f"a cut after {entries} waits", f"at most {len(self._log.entries)}, which there are")
        self._log.cut_at(entries, timeouts)

    def end(self, **attributes: Any) -> None:
        """Store in the log how the game ended, as a line of the recording says."""
        self._log.finish(End(**attributes, line=self._number))


PARSERS: dict[str, Callable[..., None]] = {
    "waits": Parser.waits,
    "tape": Parser.tape,
    "back": Parser.back,
    "cut": Parser.cut,
    "end": Parser.end,
}


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the pairs of a JSON object as a dict. Raises ValueError if a name occurs twice in it."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError
    return content


def refuse(constant: str) -> object:
    """Raise ValueError for NaN and Infinity, which are no JSON."""
    raise ValueError


def short(value: object) -> str:
    """Return a value as JSON, shortened for a message."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
