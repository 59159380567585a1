"""The page's on-screen keyboard, and the touch pad of a program's own keys, as data for the HTML."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from retro.input.events import declared_keys, to_texts
from retro.input.keys import KEYS

# The rows of keys of a single character: on a broad keyboard, and on one so narrow that ten keys would be too small for
# a finger.
CHARACTERS: dict[str, dict[str, Sequence[str]]] = {
    "broad": {
        "": ["1234567890"],
        "letters": ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM.,?"],
        "symbols": ["!\"#$%&'()@", "+-*/=<>^~", ":;_|\\[]{}£"],
    },
    "narrow": {
        "letters": ["12345", "67890", "ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ.,"],
        "symbols": ['!"#$%', "&'()@", "+-*/=", "<>^~?", ":;_|\\", "[]{}£"],
    },
}
SHIFT, SPACE, SWITCH, RETURN = "Shift", "Space", "Symbols", "Return"
WORD_KEYS = ("Escape", "Copy", "←", "↑", "↓", "→", "Delete"), (SHIFT, SWITCH, SPACE, RETURN)
KEY_NAMES = dict(zip((*WORD_KEYS[0], RETURN), ["ESCAPE", "COPY", "LEFT", "UP", "DOWN", "RIGHT", "DELETE", "RETURN"]))
LABELS = {name: label for label, name in KEY_NAMES.items()} | {"SPACE": SPACE}
MENU_KEYS = (
    ("UP", "mark one"),
    ("DOWN", "mark one"),
    ("RETURN", "start it"),
    ("U", "go on with a game"),
    ("ESCAPE", "return"),
)


class Key(NamedTuple):
    """A key of the page.

    Attributes:
        label: the text on it. spoken: another text for screen readers, or empty.
        typed: kind and value of the event of a press; empty for the key that shows the symbols.
        held: the key's name in Down and Up events; empty for a key that is typed with SHIFT.
    """

    label: str
    spoken: str
    typed: tuple[str, str] | tuple[()]
    held: str


class Row(NamedTuple):
    """A row of keys of the page's on-screen keyboard.

    Attributes:
        kind: "letters" or "symbols", of which one kind is hidden; or empty.
        width: "broad" or "narrow" if only keyboards of this width have it; or empty.
    """

    kind: str
    width: str
    keys: list[Key]


def rows() -> list[Row]:
    """Return the rows of the page's on-screen keyboard."""
    single = [
        Row(kind, width, [key(label) for label in labels])
        for width, kinds in CHARACTERS.items()
        for kind, rows in kinds.items()
        for labels in rows
    ]
    return single + [Row("", "", [key(label) for label in labels]) for labels in WORD_KEYS]


def key(label: str) -> Key:
    """Return the key of the on-screen keyboard with a label."""
    spoken = unicodedata.name(label).capitalize() if len(label) == 1 and not label.isalnum() else ""
    if label == SWITCH:
        return Key(label, spoken, (), "")
    if label in KEY_NAMES:
        return Key(label, spoken, ("key", KEY_NAMES[label]), KEY_NAMES[label])
    if label == SHIFT:
        return Key(label, spoken, ("down", "SHIFT"), "SHIFT")
    if label == SPACE:
        return Key(label, spoken, ("text", " "), "SPACE")
    return Key(label, spoken, ("text", label), label if label in KEYS else "")


def pad(declared: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return the keys that a program declares: label, effect, event, and name in Down and Up events or ""."""
    keys = [(label, effect, to_texts(events[0])) for name, effect in declared for label, events in declared_keys(name)]
    return [
        {"label": LABELS.get(label, label), "effect": effect, "event": event, "held": held}
        for label, effect, event in keys
        for held in [next((name for name in (event[1], event[1].upper()) if name in KEYS), "")]
    ]
