"""The keyboard of the page, as its HTML has it."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

LETTERS, SYMBOLS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM.,?"), ("!\"#$%&'()@", "+-*/=<>^~", ":;_|\\[]{}£")
NAMED = {
    "Escape": "ESCAPE",
    "Copy": "COPY",
    "←": "LEFT",
    "↑": "UP",
    "↓": "DOWN",
    "→": "RIGHT",
    "Delete": "DELETE",
    "Return": "RETURN",
}
SPACE, SWITCH = "Space", "Symbols"


class Key(NamedTuple):
    """A key of the page.

    Attributes:
        label: what is on it. spoken: what a screen reader says, if that is something else.
        typed: kind and value of the event of a press; empty for the key that shows the symbols.
        held: its name while it is down; empty for a key that is typed with SHIFT.
    """

    label: str
    spoken: str
    typed: tuple[str, str] | tuple[()]
    held: str


class Row(NamedTuple):
    """A row of keys. kind: "letters" or "symbols", of which one is hidden; or empty."""

    kind: str
    keys: list[Key]


def rows() -> list[Row]:
    """Return the rows of the keyboard."""
    rows = [("", list("1234567890")), *(("letters", list(row)) for row in LETTERS)]
    rows += [("symbols", list(row)) for row in SYMBOLS]
    rows += [("", ["Escape", "Copy", "←", "↑", "↓", "→", "Delete"]), ("", [SWITCH, SPACE, "Return"])]
    return [Row(kind, [key(label) for label in labels]) for kind, labels in rows]


def key(label: str) -> Key:
    """Return the key with this label."""
    spoken = unicodedata.name(label).capitalize() if len(label) == 1 and not label.isalnum() else ""
    if label == SWITCH:
        return Key(label, spoken, (), "")
    if label in NAMED:
        return Key(label, spoken, ("key", NAMED[label]), NAMED[label])
    if label == SPACE:
        return Key(label, spoken, ("text", " "), "SPACE")
    return Key(label, spoken, ("text", label), "" if label in "".join(SYMBOLS) + "?" else label)
