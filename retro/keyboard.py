"""The keyboard: the codes that are waiting to be read, the keys that are held, and ESCAPE; and the pointer with it."""

from __future__ import annotations

import math
from collections import deque

from retro.pointer import CLICK, Pointer

TYPE_CHECKING = False
if TYPE_CHECKING:
    Event = tuple[str, str]

BUFFER = 31  # keys; one more is lost, with a beep on the original
ESCAPE, DELETE, RETURN, TAB, POUND = 27, 127, 13, 9, 96

REPEAT_DELAY, REPEAT_RATE = 50, 8  # centiseconds, measured
NEARLY = 1e-9
MODIFIERS = ("SHIFT", "CTRL", "FUNC")

CODES = {"RETURN": RETURN, "DELETE": DELETE, "TAB": TAB, "SPACE": 32}

CURSOR_KEYS = ("COPY", "LEFT", "RIGHT", "DOWN", "UP")
CURSOR_CODES = 135  # under *FX 4,1, in the order above
CURSOR_SIGNS = {"SHIFT": b"[^|_`", "CTRL": b"]~\\}{"}  # what they type with these, on the Electron

# What INKEY(-n) answers to: measured on the Electron, where some keys answer to several numbers;
# TAB and f0 to f9, which it has not, have the numbers of the BBC Microcomputer.
NUMBERS: dict[str, tuple[int, ...]] = {
    "0": (-40, -72),
    "1": (-49,),
    "2": (-50,),
    "3": (-18,),
    "4": (-19,),
    "5": (-20,),
    "6": (-53,),
    "7": (-37, -125),
    "8": (-22,),
    "9": (-39,),
    "RIGHT": (-121, -122),
    "COPY": (-57, -89, -106, -126),
    "SPACE": (-99,),
    "LEFT": (-25, -26),
    "DOWN": (-41, -42, -126),
    "RETURN": (-74, -124),
    "DELETE": (-90,),
    "-": (-24,),
    "UP": (-58, -126),
    ":": (-73, -124),
    "P": (-56,),
    ";": (-88,),
    "/": (-105,),
    "O": (-55,),
    "L": (-87,),
    ".": (-104,),
    "I": (-38, -126),
    "K": (-71, -124),
    ",": (-103,),
    "U": (-54, -123),
    "J": (-70,),
    "M": (-102,),
    "Y": (-69, -126),
    "H": (-85, -124),
    "N": (-86,),
    "T": (-36,),
    "G": (-84,),
    "B": (-101,),
    "R": (-52,),
    "F": (-68,),
    "V": (-100,),
    "E": (-35,),
    "D": (-51,),
    "C": (-83,),
    "W": (-34,),
    "S": (-82,),
    "X": (-67,),
    "Q": (-17,),
    "A": (-66,),
    "Z": (-98,),
    "ESCAPE": (-113,),
    "FUNC": (-65,),
    "CTRL": (-2,),
    "SHIFT": (-1, -127),
    "TAB": (-97,),
    "f0": (-33,),
    "f1": (-114,),
    "f2": (-115,),
    "f3": (-116,),
    "f4": (-21,),
    "f5": (-117,),
    "f6": (-118,),
    "f7": (-23,),
    "f8": (-119,),
    "f9": (-120,),
}

KEYS = frozenset(NUMBERS)


class Keyboard:
    """What a front end reports, as the machine sees it.

    cursor_keys: *FX 4: 0 they edit (and type nothing here), 1 they type 135–139.
    function_base: *FX 225: 0 the function keys do nothing, else f0 types this code, f1 the next, …
    escape_types: *FX 229,1: ESCAPE is an ordinary key of code 27.
    repeat_delay, repeat_rate: *FX 11 and 12, centiseconds; delay 0: keys do not repeat.
    repeats_at: when (seconds) the key that is held types again; infinite if none does.
    lost: how many typed keys found the buffer full; the machine beeps for each.
    wanted: the program is waiting for a typed key, not only for time to pass.
    line: it is INPUT that wants it.
    pointer: the mouse, whose presses may type.
    """

    def __init__(self) -> None:
        self._buffer: deque[int] = deque()
        self._held: set[str] = set()
        self._struck: set[str] = set()
        self.pointer = Pointer()
        self.wanted = self.line = False
        self._now = 0.0
        self.restart()

    def restart(self) -> None:
        """As at power-on; keys that are held stay so."""
        self._buffer.clear()
        self.pointer.restart()
        self.cursor_keys = 0
        self.function_base = 0
        self.escape_types = False
        self.escape = False
        self.lost = 0
        self.repeat_delay, self.repeat_rate = REPEAT_DELAY, REPEAT_RATE
        self.repeats_at = math.inf
        self._repeats: tuple[str, int | None] = ("", None)

    # what happens to it

    def take(self, events: list[Event], now: float) -> None:
        """Report what happened by now (seconds since power-on), in order. Each event is a kind and a value:

        ("text", characters)  typed, as the user's own keyboard composes them
        ("key", name)         a key that types no character went down, or repeats: "LEFT", "ESCAPE", "f1" …
        ("down", name)        a key is held from now on, for INKEY(-n)
        ("up", name)          it is no longer
        ("all up", "")        the keyboard went away: nothing is held
        ("move", "x y")       the pointer is there: graphics units from the bottom left of the screen
        ("mouse", "x y b")    it is there, and these buttons are held: the sum of 4 left, 2 middle, 1 right
        ("rewind", "1")       take a key press back: the recorder's, nothing happens here

        A key that is down when it types repeats until it is up, by the machine's own time. So a keyboard that
        repeats by itself must report what a key types before it reports that the key is down.
        """
        self._now = now
        for kind, value in events:
            TAKERS[kind](self, value)
        self._repeat()

    def _repeat(self) -> None:
        while self.repeats_at <= self._now + NEARLY:
            self._put(self._repeats[1] or 0)
            self.repeats_at += self.repeat_rate / 100

    def _typed(self, code: int) -> None:
        self._put(code)
        name, repeating = self._repeats
        if name and repeating is None and self.repeat_delay:
            self._repeats = name, code
            self.repeats_at = self._now + self.repeat_delay / 100

    def _stop(self) -> None:
        self._repeats = "", None
        self.repeats_at = math.inf

    def _text(self, text: str) -> None:
        for character in text:
            code = POUND if character == "£" else ord(character)
            if code < 256 and character != "`" and not (code == CLICK and self.pointer.types):
                self._typed(code)

    def _key(self, name: str) -> None:
        if name == "ESCAPE" and not self.escape_types:
            self.escape = True
        code = self._code(name)
        if code is not None:
            self._typed(code)

    def _code(self, name: str) -> int | None:
        if name in CODES:
            return CODES[name]
        if name == "ESCAPE":
            return ESCAPE if self.escape_types else None
        if name in CURSOR_KEYS:
            return self._cursor_code(CURSOR_KEYS.index(name))
        if name[:1] == "f" and self.function_base:
            return self.function_base + int(name[1:]) & 255
        return None

    def _cursor_code(self, place: int) -> int | None:
        for modifier, signs in CURSOR_SIGNS.items():
            if modifier in self._held:
                return signs[place]
        return CURSOR_CODES + place if self.cursor_keys == 1 else None

    def _put(self, code: int) -> None:
        if len(self._buffer) < BUFFER:
            self._buffer.append(code)
        else:
            self.lost += 1

    def _down(self, name: str) -> None:
        self._held.add(name)
        self._struck.add(name)
        if name not in MODIFIERS:
            self._stop()
            self._repeats = name, None

    def _up(self, name: str) -> None:
        self._held.discard(name)
        if name == self._repeats[0]:
            self._stop()

    def _all_up(self, _: str) -> None:
        self._held.clear()
        self._stop()

    def _move(self, value: str) -> None:
        self.pointer.move(value)

    def _mouse(self, value: str) -> None:
        if self.pointer.press(value) and self.pointer.types:
            if len(self._buffer) < BUFFER:
                self.pointer.typed()
            self._put(CLICK)

    def _rewind(self, _: str) -> None:
        pass

    # what the machine asks of it

    def read(self) -> int | None:
        """The code that has waited longest, taken away; None if there is none."""
        if not self._buffer:
            return None
        code = self._buffer.popleft()
        self.pointer.read(code)
        return code

    def flush(self) -> None:
        """*FX 15 and *FX 21,0: forget what was typed."""
        self._buffer.clear()
        self.pointer.forget()

    def __len__(self) -> int:
        """How many typed codes wait to be read."""
        return len(self._buffer)

    def struck(self, name: str) -> bool:
        """Is this key (one of KEYS) held, or was it struck since `forget_strokes`?"""
        return name in self._held or name in self._struck

    def forget_strokes(self) -> None:
        """Only keys that go down from now on count as struck."""
        self._struck.clear()

    def held(self, number: int) -> bool:
        """INKEY(number) for a negative number: is a key down that answers to it?"""
        return any(number in NUMBERS[key] for key in self._held)


TAKERS = {
    "text": Keyboard._text,
    "key": Keyboard._key,
    "down": Keyboard._down,
    "up": Keyboard._up,
    "all up": Keyboard._all_up,
    "move": Keyboard._move,
    "mouse": Keyboard._mouse,
    "rewind": Keyboard._rewind,
}


class UnknownKey(ValueError):
    """A script of keys that cannot be typed."""


def script(text: str) -> list[list[Event]]:
    """A script of keys as the events of each: "7<RETURN><LEFT>" is three keys.

    A name between < and > is a key (any of KEYS, upper or lower case; <LT> is the sign itself),
    a new line is RETURN, every other character is typed as it is.
    """
    keys: list[list[Event]] = []
    rest = text
    while rest:
        if rest[0] == "<" and ">" in rest:
            name, rest = rest[1:].split(">", 1)
            keys.append(named(name))
        else:
            keys.append(named("RETURN") if rest[0] == "\n" else [("text", rest[0])])
            rest = rest[1:]
    return keys


def named(name: str) -> list[Event]:
    """The event of a key given by its name."""
    if name.upper() == "LT":
        return [("text", "<")]
    for key in (name, name.upper(), name.lower()):
        if key in KEYS and (len(key) > 1):
            return [("key", key)]
    names = " ".join(sorted(key for key in KEYS if len(key) > 1))
    raise UnknownKey(f"<{name}> is no key: expected one of {names}, or <LT> for the sign <")
