"""The fields of each line of a recording, and what they must hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from retro.input.keys import KEYS
from retro.session.event_log import ENDS
from retro.session.format import FORMAT, LONGEST_TEXT

Check = Callable[[Any], bool]
Field = tuple[Check, str, object]
Fields = dict[str, Field]

LATEST_MOMENT = 10**12  # milliseconds, 31 years
LARGEST_NUMBER = 10**15  # statements
MOST_ITEMS = 1000  # events or waits in one line
SPEEDS = ("normal", "authentic", "fast")
REQUIRED = ...


def whole(most: int, least: int = 0) -> Check:
    """Return a check for a whole number within limits."""
    return lambda value: type(value) is int and least <= value <= most


def text(pattern: str) -> Check:
    """Return a check for a text that matches a pattern entirely."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None


def numbers(*most: int) -> Check:
    """Return a check for a text of whole numbers separated by spaces, each from 0 to its limit in `most`."""
    digits = text(" ".join(["[0-9]{1,4}"] * len(most)))
    return lambda value: digits(value) and all(int(number) <= limit for number, limit in zip(value.split(), most))


def list_of(holds: Check) -> Check:
    """Return a check for a non-empty list; `holds` is the check for each of its items."""
    return lambda value: isinstance(value, list) and 0 < len(value) <= MOST_ITEMS and all(map(holds, value))


def wholes(*most: int) -> Check:
    """Return a check for a list of whole numbers, each from 0 to its limit in `most`."""
    checks = [whole(limit) for limit in most]
    return lambda value: (
        isinstance(value, list) and len(value) == len(most) and all(holds(part) for holds, part in zip(checks, value))
    )


def is_event(value: object) -> bool:
    """Return whether a value is an event, [kind, value], that `Keyboard.take` knows."""
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)):
        return False
    return value[0] in EVENTS and EVENTS[value[0]](value[1])


def is_option(value: object) -> bool:
    """Return whether a value can be that of a program's option: a number, a text, true, false or null."""
    kind = type(value)
    return value is None or kind in (bool, str) or (kind in (int, float) and abs(value) <= LARGEST_NUMBER)  # type: ignore[arg-type]


is_number = whole(LARGEST_NUMBER)
is_text = text(f".{{0,{LONGEST_TEXT}}}")
is_checksum = text("[0-9a-f]{8}")
EVENTS: dict[str, Check] = {
    "text": text(f".{{1,{LONGEST_TEXT}}}"),
    **dict.fromkeys(("key", "down", "up"), KEYS.__contains__),
    "all up": text(""),
    "move": numbers(1279, 1023),
    "mouse": numbers(1279, 1023, 7),
}
NUMBER = f"a whole number from 0 to {LARGEST_NUMBER}"
ATTENDING: Field = (lambda value: type(value) is bool), "true or false", False

HEADER: Fields = {
    "retro": (text("recording"), '"recording"', REQUIRED),
    "format": (whole(FORMAT, FORMAT), str(FORMAT), REQUIRED),
    "program": (text(r"[^/\\:\0]{1,200}"), "the name of a program", REQUIRED),
    "hash": (text("[0-9a-f]{64}"), "64 hexadecimal digits", REQUIRED),
    "seed": (whole(0x7FFFFFFF, -0x7FFFFFFF), "a whole number of 32 bits", REQUIRED),
    "speed": (text("|".join(SPEEDS)), f"one of {', '.join(SPEEDS)}", REQUIRED),
    "options": (
        lambda value: isinstance(value, dict) and all(map(is_option, value.values())),
        "the options of the program and their values",
        REQUIRED,
    ),
    "made": (is_text, "a text", ""),
}

# The other lines, by the field that identifies their kind.
LINES: dict[str, Fields] = {
    "waits": {
        "waits": (
            list_of(wholes(LARGEST_NUMBER, LARGEST_NUMBER, LATEST_MOMENT)),
            "waits, each three whole numbers",
            REQUIRED,
        ),
        "events": (list_of(is_event), "events of the keyboard, each a kind and a value", ()),
        "attending": ATTENDING,
        "screen": (is_checksum, "8 hexadecimal digits", None),
    },
    "tape": {
        "tape": (text(f".{{1,{LONGEST_TEXT}}}"), "a name", REQUIRED),
        "holds": (lambda value: value is None or isinstance(value, str), "a text, or null for nothing", REQUIRED),
    },
    "back": {"back": (whole(10**6, 1), "how many keys, from 1", REQUIRED)},
    "cut": {"cut": (wholes(LARGEST_NUMBER, LARGEST_NUMBER), "entries and timeouts, two whole numbers", REQUIRED)},
    "end": {
        "end": (text("|".join(ENDS)), f"one of {', '.join(ENDS)}", REQUIRED),
        "calm": (is_number, NUMBER, REQUIRED),
        "at": (is_number, NUMBER, REQUIRED),
        "screen": (is_checksum, "8 hexadecimal digits", REQUIRED),
        "attending": ATTENDING,
        "said": (is_text, "a text", ""),
    },
}
