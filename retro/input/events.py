"""The events that a front end reports to the keyboard, and scripts of keys."""

from retro.input.keys import KEYS

Event = tuple[str, str]
"""A kind and a value:

("text", characters)  typed, as the user's own keyboard composes them
("key", name)         a key that types no character was pressed, or repeats: "LEFT", "ESCAPE", "f1" …
("down", name)        a key is held from now on, for INKEY(-n)
("up", name)          it is released
("all up", "")        the keyboard lost its focus: all keys are released
("move", "x y")       the pointer's position: graphics units from the bottom left of the screen
("mouse", "x y b")    its position and the buttons held: the sum of 4 left, 2 middle, 1 right
("side", "x y how")   column and row of a panel beside the display, where a button is pressed ("press"), or held
                      while the pointer moves ("move"): ignored here
("overlay", name)     a key of the overlay: one of OVERLAY_KEYS: ignored here
("paste", text)       text from the clipboard: typed by the overlay, as fast as the program reads it
("notice", sentence)  what the front end has to tell the user: shown by the overlay
("file", path)        a file was dropped on the window: the overlay opens it
("pad", "+a")         a button of a gamepad is pressed, "-a" released, or "connected": the overlay makes keys of them
("rewind", "1")       take a key press back: handled by the recorder, ignored here

A front end whose keyboard repeats by itself reports what a key types before it reports that the key is down.
"""


def pasted_keys(text: str) -> list[Event]:
    """Return an event for each key that types a text; control characters are left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return [
        ("key", "RETURN") if letter == "\n" else ("text", letter) for letter in lines if letter in "\n" or letter >= " "
    ]


class UnknownKey(ValueError):
    """A script contains the name of a key that does not exist."""


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
            keys.append(key_event("RETURN") if rest[0] == "\n" else [("text", rest[0])])
            rest = rest[1:]
    return keys


def key_event(name: str) -> list[Event]:
    """Return the event of a key with this name. Raise UnknownKey."""
    if name.upper() == "LT":
        return [("text", "<")]
    for key in (name, name.upper(), name.lower()):
        if key in KEYS and (len(key) > 1):
            return [("key", key)]
    names = " ".join(sorted(key for key in KEYS if len(key) > 1))
    raise UnknownKey(f"<{name}> is no key: expected one of {names}, or <LT> for the sign <")


def declared_keys(name: str) -> list[tuple[str, list[Event]]]:
    """Return label and events of each key that a program declares under a name: "K", "RETURN", or several, "1-6".

    Letters are typed small. Raise UnknownKey.
    """
    if len(name) == 3 and name[1] == "-" and name[0] < name[2]:
        return [(chr(code), [("text", chr(code).lower())]) for code in range(ord(name[0]), ord(name[2]) + 1)]
    return [(name, [("text", name.lower())] if len(name) == 1 else key_event(name))]
