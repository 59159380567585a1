"""Recordings as files: JSON lines, each with a check sum that goes on from the line before.

    {"retro":"recording","format":1,"program":"dominoes","hash":"…","seed":3,"speed":"normal","options":{},…}
    {"waits":[[97,512,2046]],"events":[["down","K"],["text","K"]],"sum":"89abcdef"}
    {"tape":"HISCORE","holds":"…","sum":"…"}
    {"back":1,"sum":"…"}
    {"end":"done","calm":3,"at":1022,"screen":"…","sum":"…"}

waits: entries as calm, at, moment; the events belong to the last of them. tape: what was found there. back: so many
key presses were taken back. A file without an end is a game that was not finished; it is complete all the same.
`retro.recording.log` says what the words mean.
"""

from __future__ import annotations

import json
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.recording.log import End, Entry, Log, Touch

FORMAT = 1
WORDS = 2000  # characters of a text


class RecordingError(Exception):
    """A recording that cannot be used. str() is a sentence: the file, the line, what is wrong, what was expected."""


class Header:
    """What a recording says of itself in its first line.

    program: a name of `retro list`, or the name of a file. hash: its `fingerprint`. options: those of the program.
    made: which retro, Python and system it was recorded with; for the reader only.
    """

    __slots__ = ("hash", "made", "options", "program", "seed", "speed")

    def __init__(
        self, program: str, hash_: str, seed: int, speed: str, options: dict[str, object], made: str = ""
    ) -> None:
        self.program, self.hash, self.seed, self.speed = program, hash_, seed, speed
        self.options, self.made = options, made


class Recording:
    """A recording that was read: where from, its header, its log."""

    __slots__ = ("header", "log", "path")

    def __init__(self, path: str, header: Header, log: Log) -> None:
        self.path, self.header, self.log = path, header, log


def line_of(content: dict[str, object], previous: int) -> tuple[bytes, int]:
    """A line as it stands in the file, and its check sum. previous: the sum of the line before, 0 before the first."""
    body = json.dumps(content, separators=(",", ":"))[:-1].encode("ascii")
    number = crc32(body, previous)
    return b'%s,"sum":"%08x"}\n' % (body, number), number


def header_line(header: Header) -> dict[str, object]:
    """The first line."""
    return {
        "retro": "recording",
        "format": FORMAT,
        "program": header.program,
        "hash": header.hash,
        "seed": header.seed,
        "speed": header.speed,
        "options": header.options,
        "made": header.made,
    }


def waits_line(entries: list[Entry]) -> dict[str, object]:
    """A line of entries, of which only the last may have events."""
    last = entries[-1]
    line: dict[str, object] = {"waits": [[entry.calm, entry.at, entry.moment] for entry in entries]}
    if last.attending:
        line["attending"] = True
    if last.events:
        line["events"] = [list(event) for event in last.events]
    return line


def tape_line(touch: Touch) -> dict[str, object]:
    """What was found on the tape."""
    return {"tape": touch.name, "holds": touch.text}


def back_line(presses: int) -> dict[str, object]:
    """Key presses taken back."""
    return {"back": presses}


def end_line(end: End) -> dict[str, object]:
    """The last line of a game that was not cut off."""
    line: dict[str, object] = {"end": end.kind, "calm": end.calm, "at": end.at, "screen": f"{end.screen:08x}"}
    if end.attending:
        line["attending"] = True
    if end.said:
        line["said"] = end.said[:WORDS]
    return line
