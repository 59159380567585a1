"""The fields of each line of a recording, and what they must hold."""

from __future__ import annotations

from retro.input.keys import KEYS
from retro.recording.event_log import ENDS
from retro.recording.format import FORMAT, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # The check of a field, what it expects in words, and the default; REQUIRED: the field must not be missing.
    Field = tuple[Callable[[Any], bool], str, object]
    Fields = dict[str, Field]

LATEST = 10**12  # milliseconds, 31 years
MOST = 10**15  # statements
MOST_ITEMS = 1000  # events or waits in one line
LONGEST_NAME = 200  # characters
SPEEDS = ("normal", "authentic", "fast")
NAMED = ("key", "down", "up")
POINTED = {"move": (1279, 1023), "mouse": (1279, 1023, 7)}  # the most that each number may be
DIGITS = 4
REQUIRED = ...


def whole(most: int, least: int = 0) -> Callable[[object], bool]:
    """Return a check for a whole number within limits."""
    return lambda value: type(value) is int and least <= value <= most


def text_of(most: int, least: int = 0) -> Callable[[object], bool]:
    """Return a check for a text of limited length."""
    return lambda value: isinstance(value, str) and least <= len(value) <= most


def hexadecimal(digits: int) -> Callable[[object], bool]:
    """Return a check for a text of so many lower-case hexadecimal digits."""
    return lambda value: isinstance(value, str) and len(value) == digits and not set(value) - set("0123456789abcdef")


def is_name(value: object) -> bool:
    """Return whether it is the name of a program or of a file, without a folder."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and not set(value) & set("/\\:\0")


def among(values: tuple[str, ...]) -> Callable[[object], bool]:
    """Return a check for one of these texts."""
    return lambda value: isinstance(value, str) and value in values


def list_of(holds: Callable[[Any], bool]) -> Callable[[object], bool]:
    """Return a check for a list that is not empty. holds: the check for each of its items."""
    return lambda value: isinstance(value, list) and 0 < len(value) <= MOST_ITEMS and all(map(holds, value))


def is_wait(value: object) -> bool:
    """Return whether it is [timeouts, statement, moment]."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and is_number(value[0])
        and is_number(value[1])
        and is_time(value[2])
    )


def is_event(value: object) -> bool:
    """Return whether it is an event, [kind, value], that `Keyboard.take` knows."""
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)):
        return False
    kind, name = value
    if kind == "text":
        return 0 < len(name) <= WORDS
    if kind in POINTED:
        return is_position(name, POINTED[kind])
    return (kind in NAMED and name in KEYS) or (kind, name) == ("all up", "")


def is_position(value: str, most: tuple[int, ...]) -> bool:
    """Return whether it is whole numbers with a space between them, each from 0 to its limit."""
    numbers = value.split(" ")
    return len(numbers) == len(most) and all(
        len(number) <= DIGITS and number.isascii() and number.isdecimal() and int(number) <= limit
        for number, limit in zip(numbers, most)
    )


def is_option(value: object) -> bool:
    """Return whether it is the value of an option of a program: a number, a text, true, false or null."""
    kind = type(value)
    return value is None or kind in (bool, str) or (kind in (int, float) and abs(value) <= MOST)  # type: ignore[arg-type]


def are_options(value: object) -> bool:
    """Return whether it is the options of a program, by name."""
    return isinstance(value, dict) and all(map(is_option, value.values()))


def flag(value: object) -> bool:
    """Return whether it is true or false."""
    return type(value) is bool


def text_or_nothing(value: object) -> bool:
    """Return whether it is a text or null."""
    return value is None or isinstance(value, str)


is_number = whole(MOST)
is_time = whole(LATEST)
NUMBER = f"a whole number from 0 to {MOST}"
ATTENDING: Field = flag, "true or false", False

HEADER: Fields = {
    "retro": (among(("recording",)), '"recording"', REQUIRED),
    "format": (whole(FORMAT, FORMAT), str(FORMAT), REQUIRED),
    "program": (is_name, "the name of a program", REQUIRED),
    "hash": (hexadecimal(64), "64 hexadecimal digits", REQUIRED),
    "seed": (whole(0x7FFFFFFF, -0x7FFFFFFF), "a whole number of 32 bits", REQUIRED),
    "speed": (among(SPEEDS), f"one of {', '.join(SPEEDS)}", REQUIRED),
    "options": (are_options, "the options of the program and their values", REQUIRED),
    "made": (text_of(WORDS), "a text", ""),
}

# The other lines, by the field that tells which it is.
LINES: dict[str, Fields] = {
    "waits": {
        "waits": (list_of(is_wait), "waits, each three whole numbers", REQUIRED),
        "events": (list_of(is_event), "events of the keyboard, each a kind and a value", ()),
        "attending": ATTENDING,
    },
    "tape": {
        "tape": (text_of(WORDS, 1), "a name", REQUIRED),
        "holds": (text_or_nothing, "a text, or null for nothing", REQUIRED),
    },
    "back": {"back": (whole(10**6, 1), "how many keys, from 1", REQUIRED)},
    "end": {
        "end": (among(ENDS), f"one of {', '.join(ENDS)}", REQUIRED),
        "calm": (is_number, NUMBER, REQUIRED),
        "at": (is_number, NUMBER, REQUIRED),
        "screen": (hexadecimal(8), "8 hexadecimal digits", REQUIRED),
        "attending": ATTENDING,
        "said": (text_of(WORDS), "a text", ""),
    },
}
