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

A line is checked, read and written by a table of its fields: HEADER, LAST_WAIT, TAPE_READ or END.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from zlib import crc32

from retro.input.events import to_texts
from retro.input.keys import KEYS
from retro.machine.speed import SPEEDS
from retro.session.event_log import ENDS, EventLog, LogEntry

Check = Callable[[object], bool]

FORMAT = {"retro": "recording", "format": 1}  # the first fields of the first line
REQUIRED = ...
LATEST_MOMENT = 10**12  # milliseconds, 31 years
LARGEST_NUMBER = 10**15  # statements
LONGEST_TEXT = 2000  # characters of a text
MOST_ITEMS = 1000  # events or waits in one line


class RecordingError(Exception):
    """A recording cannot be used; str() is a sentence with file, line, and what was found and expected there."""


class Header:
    """The first line of a recording.

    Attributes:
        program, hash: A name of `retro list`, or the name of a file, and its fingerprint.
        seed, speed, options: The seed of the random numbers, one of SPEEDS, and the program's options by name.
        made: The versions of retro, Python and the system that recorded it, for information.
    """

    __slots__ = ("hash", "made", "options", "program", "seed", "speed")

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


# what a value in a file must be


def whole(most: int, least: int = 0) -> Check:
    """Return a check that a value in a recording is a whole number within limits."""
    return lambda value: type(value) is int and least <= value <= most


def text(pattern: str) -> Check:
    """Return a check that a value in a recording is a text that matches a whole pattern."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None


def numbers(*most: int) -> Check:
    """Return a check that a value is a text of whole numbers, each from 0 to its limit in `most`."""
    digits = text(" ".join(["[0-9]{1,4}"] * len(most)))
    return lambda value: digits(value) and all(int(number) <= limit for number, limit in zip(str(value).split(), most))


def list_of(holds: Check) -> Check:
    """Return a check that a value is a list, not empty; `holds` is the check of each of its items."""
    return lambda value: isinstance(value, list) and 0 < len(value) <= MOST_ITEMS and all(map(holds, value))


def wholes(*most: int) -> Check:
    """Return a check that a value is a list of whole numbers, each from 0 to its limit in `most`."""
    checks = [whole(limit) for limit in most]
    return lambda value: (
        isinstance(value, list) and len(value) == len(most) and all(holds(part) for holds, part in zip(checks, value))
    )


def is_event(value: object) -> bool:
    """Return whether a value is an event, [kind, value], that the machine's keyboard knows."""
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)):
        return False
    return value[0] in EVENTS and EVENTS[value[0]](value[1])


def are_options(value: object) -> bool:
    """Return whether a value can be a program's options: by name a number, a text, true, false or null each."""
    return isinstance(value, dict) and all(
        option is None
        or isinstance(option, bool | str)
        or (isinstance(option, int | float) and abs(option) <= LARGEST_NUMBER)
        for option in value.values()
    )


EVENTS: dict[str, Check] = {
    "text": text(f".{{1,{LONGEST_TEXT}}}"),
    **dict.fromkeys(("key", "down", "up"), KEYS.__contains__),
    "all up": text(""),
    "move": numbers(1279, 1023),
    "mouse": numbers(1279, 1023, 7),
}


# the fields of the lines


class Field(NamedTuple):
    """A field of a line in a recording.

    Attributes:
        key, attribute: Its name in the file, and the attribute of the object in memory that it holds.
        holds, expected: A check of its value in the file, and what it must be, for messages.
        missing: The attribute's value if the line has no such field; REQUIRED if it always has.
    """

    key: str
    attribute: str
    holds: Check
    expected: str
    missing: object = REQUIRED


is_text, is_number = text(f".{{0,{LONGEST_TEXT}}}"), whole(LARGEST_NUMBER)
NUMBER = f"a whole number from 0 to {LARGEST_NUMBER}"
ATTENDING = Field("attending", "interrupting", (lambda value: type(value) is bool), "true or false", False)
SCREEN = Field("screen", "screen", text("[0-9a-f]{8}"), "8 hexadecimal digits")
HEADER = (
    Field("program", "program", text(r"[^/\\:\0]{1,200}"), "the name of a program"),
    Field("hash", "hash", text("[0-9a-f]{64}"), "64 hexadecimal digits"),
    Field("seed", "seed", whole(0x7FFFFFFF, -0x7FFFFFFF), "a whole number of 32 bits"),
    Field("speed", "speed", text("|".join(SPEEDS)), f"one of {', '.join(SPEEDS)}"),
    Field("options", "options", are_options, "the options of the program and their values"),
    Field("made", "made", is_text, "a text", ""),
)
LAST_WAIT = (  # of the last entry in a line of waits; the others have no events
    ATTENDING,
    Field("events", "events", list_of(is_event), "events of the keyboard, each a kind and a value", ()),
    SCREEN._replace(missing=None),
)
WAITS = list_of(wholes(LARGEST_NUMBER, LARGEST_NUMBER, LATEST_MOMENT))
TAPE_READ = (
    Field("tape", "name", text(f".{{1,{LONGEST_TEXT}}}"), "a name"),
    Field("holds", "text", lambda value: value is None or isinstance(value, str), "a text, or null for nothing"),
)
POSITION = wholes(LARGEST_NUMBER, LARGEST_NUMBER)
END = (
    Field("end", "kind", text("|".join(ENDS)), f"one of {', '.join(ENDS)}"),
    Field("calm", "timeouts", is_number, NUMBER),
    Field("at", "statement", is_number, NUMBER),
    SCREEN,
    ATTENDING,
    Field("said", "message", is_text, "a text", ""),
)
LINES: dict[str, tuple[Field, ...]] = {  # by the field that identifies their kind
    "waits": (Field("waits", "waits", WAITS, "waits, each three whole numbers"), *LAST_WAIT),
    "tape": TAPE_READ,
    "back": (Field("back", "presses", whole(10**6, 1), "how many keys, from 1"),),
    "cut": (Field("cut", "position", POSITION, "entries and timeouts, two whole numbers"),),
    "end": END,
}


# writing


def fields_of(value: object, fields: Sequence[Field]) -> dict[str, object]:
    """Return the header, or an object of the log, as fields of a line; those with their usual value are left out."""
    attributes = ((field, getattr(value, field.attribute)) for field in fields)
    return {field.key: attribute for field, attribute in attributes if attribute != field.missing}


def waits_line(entries: Sequence[LogEntry]) -> dict[str, object]:
    """Return entries of a log as the fields of one line in its recording. Only the last entry may have events."""
    waits = [[entry.timeouts, entry.statement, entry.moment] for entry in entries]
    return {"waits": waits, **fields_of(entries[-1], LAST_WAIT)}


def line_of(content: dict[str, object], previous: int) -> tuple[bytes, int]:
    """Return a line of a recording, and its checksum. previous: that of the line before, 0 before the first."""
    import json

    body = json.dumps(content, separators=(",", ":"), default=to_texts)[:-1].encode("ascii")
    number = crc32(body, previous)
    return b'%s,"sum":"%08x"}\n' % (body, number), number
