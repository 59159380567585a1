"""The file format of recordings: JSON lines, each with a checksum that continues that of the line before.

    {"retro":"recording","format":1,"program":"dominoes","hash":"…","seed":3,"speed":"normal","options":{},…}
    {"waits":[[97,512,2046]],"events":[["down","K"],["text","K"]],"screen":"01234567","sum":"89abcdef"}
    {"tape":"HISCORE","holds":"…","sum":"…"}
    {"back":1,"sum":"…"}
    {"cut":[12,3],"sum":"…"}
    {"end":"done","calm":3,"at":1022,"screen":"…","sum":"…"}

waits: log entries, each as [timeouts, statement, moment]; `events` and `screen` belong to the last of them. `screen` is
a checksum of the screen at a key press, to compare a later version of the program with this one. tape: a name on the
tape, and the value that the program read. back: the number of key presses rewound. cut: the number of entries, and of
timeouts after them, that were kept. A file without an end is valid: a game that was not finished. The terms are those
of `retro.session.event_log`, but for three: calm is its timeouts, at its statement, attending its interrupting.
"""

from zlib import crc32

from retro.input.events import to_texts
from retro.session.event_log import End, EventLog, LogEntry

FORMAT = 1
LONGEST_TEXT = 2000  # characters of a text
HEADER_FIELDS = ("program", "hash", "seed", "speed", "options", "made")


class RecordingError(Exception):
    """A recording cannot be used; str() is a sentence with file, line, and what was found and expected there."""


class Header:
    """The first line of a recording.

    Attributes:
        program, hash: A name of `retro list`, or the name of a file, and its fingerprint.
        seed, speed, options: The seed of the random numbers, one of SPEEDS, and the program's options by name.
        made: The versions of retro, Python and the system that recorded it, for information.
    """

    __slots__ = HEADER_FIELDS

    def __init__(
        self, program: str, hash_: str, seed: int, speed: str, options: dict[str, object], made: str = ""
    ) -> None:
        self.program, self.hash, self.seed, self.speed = program, hash_, seed, speed
        self.options, self.made = options, made


class Recording:
    """A recording that was read: its path, header and log. problem: why the rest could not be read, or empty."""

    __slots__ = ("header", "log", "path", "problem")

    def __init__(self, path: str, header: Header, log: EventLog) -> None:
        self.path, self.header, self.log, self.problem = path, header, log, ""


def line_of(content: dict[str, object], previous: int) -> tuple[bytes, int]:
    """Return a line of the file, and its checksum. previous: that of the line before, 0 before the first."""
    import json

    body = json.dumps(content, separators=(",", ":"))[:-1].encode("ascii")
    number = crc32(body, previous)
    return b'%s,"sum":"%08x"}\n' % (body, number), number


def header_line(header: Header) -> dict[str, object]:
    """Return the first line of a recording, as JSON data."""
    return {"retro": "recording", "format": FORMAT} | {name: getattr(header, name) for name in HEADER_FIELDS}


def waits_line(entries: list[LogEntry]) -> dict[str, object]:
    """Return a line of entries as JSON data. Only the last entry may have events."""
    last = entries[-1]
    line: dict[str, object] = {"waits": [[entry.timeouts, entry.statement, entry.moment] for entry in entries]}
    if last.interrupting:
        line["attending"] = True
    if last.events:
        line["events"] = [list(to_texts(event)) for event in last.events]
    if last.screen is not None:
        line["screen"] = f"{last.screen:08x}"
    return line


def end_line(end: End) -> dict[str, object]:
    """Return the last line of a finished game, as JSON data."""
    line: dict[str, object] = {"end": end.kind, "calm": end.timeouts, "at": end.statement}
    line["screen"] = f"{end.screen:08x}"
    if end.interrupting:
        line["attending"] = True
    if end.message:
        line["said"] = end.message[:LONGEST_TEXT]
    return line
