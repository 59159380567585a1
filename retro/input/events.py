"""The events that a view reports, what a program waits for, and scripts of keys.

Events are values: two of the same class with the same attributes are equal. Nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retro.input.keys import KEYS


class Event:
    """Something that the user has done at a view. The annotations of a subclass are its constructor's arguments."""

    fields: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls.fields = (*cls.fields, *cls.__annotations__)

    def __init__(self, *values: object) -> None:
        self.__dict__.update(zip(self.fields, values, strict=True))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an event does not change")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.__dict__.values()))})"


class Named(Event):
    """An event of a key that has a name, one of KEYS."""

    name: str


# for the program


class Text(Event):
    """Characters were typed, as the user's own keyboard composes them."""

    characters: str


class Key(Named):
    """A key that types no character was pressed or repeats: LEFT, ESCAPE, f1 …"""


class Down(Named):
    """A key is held from now on, for INKEY(-n).

    A view whose keyboard repeats by itself reports what a key types before it reports that the key is down.
    """


class Up(Named):
    """A key is released."""


class AllUp(Event):
    """The keyboard lost its focus: all keys are released."""


class Move(Event):
    """The pointer has moved. x, y: graphics units from the bottom left of the screen."""

    x: int
    y: int


class Mouse(Event):
    """A button of the mouse was pressed or released. buttons: those held, the sum of 4 left, 2 middle, 1 right."""

    x: int
    y: int
    buttons: int


# for the session between program and view; the keyboard ignores them


class Rewind(Event):
    """The rewind key: undo the last key press."""


class Command(Event):
    """A key of the machine itself. name: "menu" (the pages), "picture" or "mute"."""

    name: str


class Paste(Event):
    """Text from the clipboard, typed as fast as the program reads it."""

    text: str


class Notice(Event):
    """A sentence from the view to the user."""

    sentence: str


class Dropped(Event):
    """A file was dropped on the window, to be opened."""

    path: str


class Pad(Event):
    """A button of a gamepad is pressed or released."""

    button: str
    pressed: bool


class PadFound(Event):
    """A gamepad was connected."""


class Seek(Event):
    """The mouse is at a position on the bar of a replay. index: the number of the key press to go before, from 0."""

    index: int


class Side(Event):
    """The mouse over a panel beside the display.

    column, row: the cell of the panel. pressed: a button goes down there; else it is held while the pointer moves.
    """

    column: int
    row: int
    pressed: bool


class Switch(Event):
    """A button of the study pane was pressed. name: the action; argument: its argument."""

    words: str


# Events as two texts, a kind and a value: in recordings, and as the page sends them.

KINDS: dict[str, type[Event]] = {
    "text": Text,
    "key": Key,
    "down": Down,
    "up": Up,
    "all up": AllUp,
    "move": Move,
    "mouse": Mouse,
    "rewind": Rewind,
    "overlay": Command,
    "paste": Paste,
    "file": Dropped,
}
KIND_OF = {type_: kind for kind, type_ in KINDS.items()}


def from_texts(kind: str, value: str) -> Event:
    """Return the event that these two texts represent in a recording."""
    type_: Callable[..., Event] = KINDS[kind]
    if type_ in (Move, Mouse):
        return type_(*map(int, value.split()))
    return type_() if type_ in (AllUp, Rewind) else type_(value)


def to_texts(event: Event) -> tuple[str, str]:
    """Return the two texts that represent an event in a recording."""
    return KIND_OF[type(event)], "1" if isinstance(event, Rewind) else " ".join(map(str, event.__dict__.values()))


# what a program waits for


class Wanted:
    """What a program waits for: keys. (Where it only lets time pass, None takes the place of this.)

    Attributes:
        keys: the keys that have an effect now, each with a description, the most important first; empty: those that
            the program declares.
        line: whether INPUT reads a line.
    """

    __slots__ = ("keys", "line")

    def __init__(self, keys: Sequence[tuple[str, str]] = (), line: bool = False) -> None:
        self.keys, self.line = keys, line


ANY_KEY, LINE = Wanted(), Wanted(line=True)


# scripts


def pasted_keys(text: str) -> list[Event]:
    """Return the events that type a text; control characters are left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return [Key("RETURN") if letter == "\n" else Text(letter) for letter in lines if letter in "\n" or letter >= " "]


class UnknownKey(ValueError):
    """The name of a key that does not exist, in a script or a declaration."""


def parse_keys(text: str) -> list[list[Event]]:
    """Return the events of each key of a script. "7<RETURN><LEFT>" has three keys.

    A name between < and > is a key: any of KEYS in upper or lower case, or <LT> for the sign itself. A new line is
    RETURN. Every other character is typed as it is.
    """
    keys: list[list[Event]] = []
    rest = text
    while rest:
        if rest[0] == "<" and ">" in rest:
            name, rest = rest[1:].split(">", 1)
            keys.append(key_event(name))
        else:
            keys.append(key_event("RETURN") if rest[0] == "\n" else [Text(rest[0])])
            rest = rest[1:]
    return keys


def key_event(name: str) -> list[Event]:
    """Return the event of a key with this name. Raise UnknownKey."""
    if name.upper() == "LT":
        return [Text("<")]
    for key in (name, name.upper(), name.lower()):
        if key in KEYS and (len(key) > 1):
            return [Key(key)]
    names = " ".join(sorted(key for key in KEYS if len(key) > 1))
    raise UnknownKey(f"<{name}> is no key: expected one of {names}, or <LT> for the sign <")


def declared_keys(name: str) -> list[tuple[str, list[Event]]]:
    """Return label and events of each key that a program declares by a name: "K", "RETURN", or several as "1-6".

    Letters are typed in lower case. Raises UnknownKey.
    """
    if len(name) == 3 and name[1] == "-" and name[0] < name[2]:
        return [(chr(code), [Text(chr(code).lower())]) for code in range(ord(name[0]), ord(name[2]) + 1)]
    return [(name, [Text(name.lower())] if len(name) == 1 else key_event(name))]
