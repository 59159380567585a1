"""The reader of recordings. It refuses the first thing that is not as it should be, and names its line."""

from __future__ import annotations

import json
import os
from zlib import crc32

from retro.recording.fields import HEADER, LINES, REQUIRED
from retro.recording.file import FORMAT, Header, Recording, RecordingError
from retro.recording.log import End, Entry, Log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

    from retro.recording.fields import Fields

LONGEST = 2_000_000  # bytes of a line
TAIL = len(',"sum":"01234567"}')
CUT = "a line that is cut off", "a whole line"
TOO_LONG = f"more than {LONGEST} bytes in a line", "fewer"


def read(path: str | os.PathLike[str], *, torn: bool = False) -> Recording:
    """Read a recording. torn: a last line that was not written to its end is left out instead of refused.

    Raises RecordingError.
    """
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            return Reader(name, stream, torn).read()
    except OSError as error:
        raise RecordingError(f"{name} cannot be read: {error.strerror or error}") from error


class Reader:
    """Reads one file, line by line."""

    def __init__(self, name: str, stream: BinaryIO, torn: bool) -> None:
        self._name, self._stream, self._torn = name, stream, torn
        self._log = Log()
        self._number = self._sum = 0

    def read(self) -> Recording:
        """Give the whole recording."""
        lines = self._lines()
        header = self._header(next(lines, None))
        for content in lines:
            if self._log.end is not None:
                raise self._wrong("something after the end", "nothing more")
            kind = next((kind for kind in LINES if kind in content), None)
            if kind is None:
                raise self._wrong(f"a line of {short(list(content))}", f"one of {', '.join(LINES)}")
            TAKERS[kind](self, self._fields(content, LINES[kind]))
        return Recording(self._name, header, self._log)

    def _wrong(self, found: str, expected: str) -> RecordingError:
        return RecordingError(f"{self._name}, line {max(1, self._number)}: found {found}, expected {expected}")

    # lines

    def _lines(self) -> Iterator[dict[str, Any]]:
        while raw := self._stream.readline(LONGEST + 1):
            self._number += 1
            if len(raw) > LONGEST:
                raise self._wrong(*TOO_LONG)
            if not raw.endswith(b"\n"):
                if self._torn:
                    return
                raise self._wrong(*CUT)
            yield self._content(raw[:-1])

    def _content(self, raw: bytes) -> dict[str, Any]:
        """What a line says, if it is whole and says it as when it was written."""
        try:
            content = json.loads(raw.decode("ascii"), object_pairs_hook=once, parse_constant=refuse)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            raise self._wrong("no recording" if self._number == 1 else "a damaged line", "a line that retro wrote")
        if self._number == 1 and content.get("retro") != "recording":
            raise self._wrong("another kind of file", 'a recording, which begins with {"retro":"recording"')
        self._check_sum(raw)
        del content["sum"]
        return content

    def _check_sum(self, raw: bytes) -> None:
        number = crc32(raw[:-TAIL], self._sum)
        if raw[-TAIL:] != b',"sum":"%08x"}' % number:
            raise self._wrong("a line that was changed", "it as it was written, to which its sum and the last one fit")
        self._sum = number

    # fields

    def _fields(self, content: dict[str, Any], table: Fields) -> dict[str, Any]:
        """The fields of a line, each checked; those that may be missing as they are then."""
        for name in content:
            if name not in table:
                raise self._wrong(f"the unknown field {short(name)}", f"only {', '.join(table)}")
        for name, (holds, expected, missing) in table.items():
            if name not in content and missing is REQUIRED:
                raise self._wrong(f"no {name}", f"{name}: {expected}")
            if name in content and not holds(content[name]):
                raise self._wrong(f"{name} {short(content[name])}", expected)
        return {name: content.get(name, missing) for name, (_, _, missing) in table.items()}

    def _header(self, content: dict[str, Any] | None) -> Header:
        if content is None:
            raise self._wrong("nothing", "a recording")
        if content.get("format") != FORMAT:
            raise self._wrong(f"format {short(content.get('format'))}", f"format {FORMAT}, which this version reads")
        fields = self._fields(content, HEADER)
        return Header(*(fields[name] for name in ("program", "hash", "seed", "speed", "options", "made")))

    def waits(self, fields: dict[str, Any]) -> None:
        """A line of waits; the events are the last one's."""
        events = tuple((kind, value) for kind, value in fields["events"])
        if fields["attending"] and not events:
            raise self._wrong("attending without events", "the events it was for")
        for calm, at, moment in fields["waits"][:-1]:
            self._entry(Entry(calm, at, moment, line=self._number))
        calm, at, moment = fields["waits"][-1]
        self._entry(Entry(calm, at, moment, events, fields["attending"], self._number))

    def _entry(self, entry: Entry) -> None:
        before = self._log.entries[-1].at if self._log.entries else 0
        if entry.at < before:
            raise self._wrong(f"statement {entry.at}", f"{before} or more: it comes later")
        self._log.add(entry)

    def tape(self, fields: dict[str, Any]) -> None:
        """What was found on the tape."""
        if any(touch.name == fields["tape"] for touch in self._log.touches):
            raise self._wrong(f"{short(fields['tape'])} on the tape for a second time", "each name once")
        self._log.touch(fields["tape"], fields["holds"])

    def back(self, fields: dict[str, Any]) -> None:
        """Key presses that were taken back."""
        presses = self._log.presses
        if fields["back"] > presses:
            raise self._wrong(f"{fields['back']} keys taken back", f"at most {presses}, which were pressed")
        self._log.back(fields["back"])

    def end(self, fields: dict[str, Any]) -> None:
        """How it ended."""
        names = ("end", "calm", "at", "screen", "attending", "said")
        kind, calm, at, screen, attending, said = (fields[name] for name in names)
        self._log.finish(End(kind, calm, at, int(screen, 16), attending, said, self._number))


TAKERS: dict[str, Callable[[Reader, dict[str, Any]], None]] = {
    "waits": Reader.waits,
    "tape": Reader.tape,
    "back": Reader.back,
    "end": Reader.end,
}


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object, no name of which comes twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError
    return made


def refuse(constant: str) -> object:
    """NaN and Infinity are no JSON."""
    raise ValueError


def short(value: object) -> str:
    """A value as it stands in the file, not at length."""
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
