"""From what a terminal sends to the machine's keys. Terminals send characters and sequences, never a release."""

from __future__ import annotations

import re

from retro.keyboard import KEYS
from retro.pointer import LEFT, MIDDLE, RIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.keyboard import Event

    Pointed = Callable[[int, int, int, bool], list[Event]]

ESCAPE, RETURN, TAB, DELETE = "\x1b", "\r", "\t", "\x7f"
PATIENCE = 0.03  # seconds within which the rest of a sequence follows its first byte

# CSI parameters final | SS3 final | strings that end in ST or BEL | a sequence of the Linux console | ESC character
SEQUENCE = re.compile(
    r"\x1b(?:\[\[[A-E]|\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-Z\\-~])|O(?P<ss3parameters>[0-9;]*)(?P<ss3>[@-~])"
    r"|(?P<string>[P_\]^X][^\x07\x1b]*(?:\x07|\x1b\\))|(?P<alone>[^\[OP_\]^X\x1b]))"
)
BEGUN = re.compile(r"\x1b(?:\[\[?[0-?]*[ -/]*|O[0-9;]*|[P_\]^X][^\x07\x1b]*\x1b?)?")

# Finals of CSI and SS3, and numbers before a final ~: the keys of xterm, the Linux console, rxvt and the VT220.
FINALS = {"A": "UP", "B": "DOWN", "C": "RIGHT", "D": "LEFT", "F": "COPY", "M": "RETURN"}
FINALS |= {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
RXVT = {"a": "UP", "b": "DOWN", "c": "RIGHT", "d": "LEFT"}
NUMBERS = {"3": "DELETE", "4": "COPY", "8": "COPY", "11": "f1", "12": "f2", "13": "f3", "14": "f4", "15": "f5"}
NUMBERS |= {"17": "f6", "18": "f7", "19": "f8", "20": "f9", "21": "f0"}
PAGE_UP, REWIND = "5", ("rewind", "1")
LINUX = {f"\x1b[[{final}": f"f{number}" for number, final in enumerate("ABCDE", 1)}
SHIFTED, CONTROLLED = 1, 4  # bits of the second parameter less one
MODIFIERS = ("SHIFT", "CTRL")

CHARACTERS = {RETURN: "RETURN", TAB: "TAB", DELETE: "DELETE", ESCAPE: "ESCAPE"}
MUTE = "m"  # with Alt

MOUSE = re.compile(r"<(\d{1,5});(\d{1,5});(\d{1,5})")
BUTTONS = {0: LEFT, 1: MIDDLE, 2: RIGHT}  # by the number as it is without Shift, Alt and Ctrl
HELD_KEYS, MOVES = 4 | 8 | 16, 32

HELD = 0.2  # seconds: how long a key counts as held after one stroke
REPEATED = 0.12  # and after its repetitions, which are 25 to 50 ms apart


class Keys:
    """Turns what was typed into events for `Keyboard.take`.

    backspace: what that key sends. pointed: gives the events of the mouse, for column and row, from 0, the button that
    did something, 0 if it only moved, and whether it is down. mutes: how often Alt+M was pressed.
    """

    def __init__(self, backspace: str = DELETE, pointed: Pointed = lambda column, row, button, down: []) -> None:
        self._characters = CHARACTERS | {backspace: "DELETE"}
        self._pointed = pointed
        self._rest = ""
        self._ends: dict[str, float] = {}
        self.mutes = 0

    @property
    def unfinished(self) -> bool:
        """Has a sequence begun that may go on?"""
        return bool(self._rest)

    def typed(self, text: str, now: float) -> list[Event]:
        """Take characters as they came; an unfinished sequence waits for its rest, or for `finish`."""
        text = self._rest + text
        self._rest = ""
        events: list[Event] = []
        while text:
            if text[0] != ESCAPE:
                events += self._character(text[0], now)
                text = text[1:]
            elif match := SEQUENCE.match(text):
                events += self._sequence(match, now)
                text = text[match.end() :]
            elif BEGUN.fullmatch(text):
                self._rest, text = text, ""
            else:
                events += self._key("ESCAPE", now)
                text = text[1:]
        return events

    def finish(self, now: float) -> list[Event]:
        """Nothing more came: that was the Escape key, and perhaps others after it, or half a key, which is none."""
        rest, self._rest = self._rest, ""
        if not rest or (rest[1:2] in ("[", "O") and len(rest) > 2):
            return []
        return self._key("ESCAPE", now) + self.typed(rest[1:], now)

    # one key

    def _character(self, character: str, now: float) -> list[Event]:
        if name := self._characters.get(character):
            return self._key(name, now)
        typed: Event = ("text", character)
        if character < " ":
            return self._stroke(typed, chr(ord(character) + 64), ["CTRL"], now)
        name = "SPACE" if character == " " else character.upper()
        capital = character.isalpha() and character != character.lower()
        return self._stroke(typed, name, ["SHIFT"] if capital else [], now)

    def _sequence(self, match: re.Match[str], now: float) -> list[Event]:
        if match["alone"]:
            return self._with_alt(match["alone"], now)
        if match["string"]:
            return []
        if match[0] in LINUX:
            return self._key(LINUX[match[0]], now)
        if mouse := MOUSE.fullmatch(match["parameters"] or ""):
            return self._mouse(*map(int, mouse.groups()), down=match["final"] == "M")
        final = match["final"] or match["ss3"]
        number, _, modifiers = (match["parameters"] or match["ss3parameters"] or "").partition(";")
        pressed = _number(modifiers) - 1 if modifiers else 0
        if final in RXVT and not number:
            return self._key(RXVT[final], now, SHIFTED if match["final"] else CONTROLLED)
        if final == "~" and number == PAGE_UP:
            return [REWIND]
        if final in "~^$@":
            return self._key(NUMBERS.get(number, ""), now, pressed)
        return self._key(FINALS.get(final, "") if number in ("", "1") else "", now, pressed)

    def _mouse(self, number: int, column: int, row: int, *, down: bool) -> list[Event]:
        number &= ~HELD_KEYS
        if number & MOVES:
            return self._pointed(column - 1, row - 1, 0, down)
        return self._pointed(column - 1, row - 1, BUTTONS[number], down) if number in BUTTONS else []

    def _with_alt(self, character: str, now: float) -> list[Event]:
        """Alt and a key, which the machine has not: Escape and the key, which scripts send as fast."""
        if character == MUTE:
            self.mutes += 1
            return []
        return self._key("ESCAPE", now) + self._character(character, now)

    def _key(self, name: str, now: float, pressed: int = 0) -> list[Event]:
        if not name:
            return []
        modifiers = ["SHIFT"] * bool(pressed & SHIFTED) + ["CTRL"] * bool(pressed & CONTROLLED)
        return self._stroke(("key", name), name, modifiers, now)

    # keys that are held

    def _stroke(self, typed: Event, name: str, modifiers: list[str], now: float) -> list[Event]:
        """Report what was typed, and that its key is down from then on: so the machine does not repeat it as well."""
        other = [key for key in MODIFIERS if key in self._ends and key not in modifiers]
        for key in other:
            del self._ends[key]
        events: list[Event] = [("up", key) for key in other]
        events += [("down", key) for key in modifiers if key not in self._ends]
        names = [name, *modifiers] if name in KEYS else modifiers
        longer = REPEATED if name in self._ends else HELD
        self._ends |= {key: max(self._ends.get(key, 0.0), now + longer) for key in names}
        return [*events, typed, *([("down", name)] if name in KEYS else [])]

    @property
    def next_release(self) -> float:
        """When (seconds since power-on) the next key is no longer held; infinite if none is."""
        return min(self._ends.values(), default=float("inf"))

    def released(self, now: float) -> list[Event]:
        """The keys that are no longer held."""
        over = [name for name, end in self._ends.items() if end <= now]
        for name in over:
            del self._ends[name]
        return [("up", name) for name in over]


def _number(text: str) -> int:
    digits = text.split(":")[0].split(";")[0]
    return int(digits) if digits.isdigit() else 1
