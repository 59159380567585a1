"""Decode a terminal's input into the machine's keys. Terminals send characters and sequences, but no key releases."""

import re
from collections.abc import Callable

from retro.input.events import Command, Down, Event, Key, Paste, Rewind, Text, Up
from retro.input.keys import KEYS
from retro.input.mouse import LEFT, MIDDLE, RIGHT

OnMouse = Callable[[int, int, int, bool], list[Event]]


ESCAPE, RETURN, TAB, DELETE = "\x1b", "\r", "\t", "\x7f"
SEQUENCE_TIMEOUT = 0.03  # seconds within which the rest of a sequence follows its first byte

# A sequence of the Linux console | CSI parameters final | SS3 final | a string that ends in ST or BEL | ESC character
SEQUENCE = re.compile(
    r"\x1b(?:\[\[[A-E]|\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-Z\\-~])|O(?P<ss3parameters>[0-9;]*)(?P<ss3>[@-~])"
    r"|(?P<string>[P_\]^X][^\x07\x1b]*(?:\x07|\x1b\\))|(?P<alone>[^\[OP_\]^X\x1b]))"
)
UNFINISHED = re.compile(r"\x1b(?:\[\[?[0-?]*[ -/]*|O[0-9;]*|[P_\]^X][^\x07\x1b]*\x1b?)?")

# Finals of CSI and SS3, and numbers before a final ~: the keys of xterm, the Linux console, rxvt and the VT220.
FINALS = {"A": "UP", "B": "DOWN", "C": "RIGHT", "D": "LEFT", "F": "COPY", "M": "RETURN"}
FINALS |= {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
RXVT = {"a": "UP", "b": "DOWN", "c": "RIGHT", "d": "LEFT"}
NUMBERS = {"3": "DELETE", "4": "COPY", "8": "COPY", "11": "f1", "12": "f2", "13": "f3", "14": "f4", "15": "f5"}
NUMBERS |= {"17": "f6", "18": "f7", "19": "f8", "20": "f9", "21": "f0"}
PASTE, PASTE_END = "200", "\x1b[201~"  # around pasted text
PASTE_CUT = re.compile(r"(?:\r|\x1b(?:\[(?:2(?:01?)?)?)?)\Z")  # what may belong to what follows
PAGE_UP, REWIND = "5", Rewind()
LINUX = {f"\x1b[[{final}": f"f{number}" for number, final in enumerate("ABCDE", 1)}
OVERLAY = {"f1": "menu", "24": "picture"}  # the overlay's keys, by their names or numbers
SHIFTED, CONTROLLED = 1, 4  # bits of the second parameter less one
MODIFIERS = ("SHIFT", "CTRL")

CONTROL_KEYS = {RETURN: "RETURN", TAB: "TAB", DELETE: "DELETE", ESCAPE: "ESCAPE"}
MUTE_KEY = "m"  # with Alt

MOUSE_REPORT = re.compile(r"<(\d{1,5});(\d{1,5});(\d{1,5})")
BUTTONS = {0: LEFT, 1: MIDDLE, 2: RIGHT}  # by the report's number without its modifiers
MOUSE_MODIFIERS, MOUSE_MOVE = 4 | 8 | 16, 32

# Seconds for which a key counts as held: after a stroke, and after its repetitions, which are 25 to 50 ms apart.
HELD, REPEATED = 0.2, 0.12


class KeyDecoder:
    """Decodes input into events for `Keyboard.handle`.

    Args:
        backspace: the character that the Backspace key sends.
        on_mouse: returns the events of the mouse. Called with column and row, from 0, the button, 0 if the mouse has
            only moved, and whether the button is down.
    """

    def __init__(self, backspace: str = DELETE, on_mouse: OnMouse = lambda column, row, button, down: []) -> None:
        self._control_keys = CONTROL_KEYS | {backspace: "DELETE"}
        self._on_mouse = on_mouse
        self._rest = ""
        self._pasting = False
        self._ends: dict[str, float] = {}

    @property
    def unfinished(self) -> bool:
        """Whether the terminal's input ends in the middle of an escape sequence."""
        return bool(self._rest) and not self._pasting

    def decode(self, text: str, now: float) -> list[Event]:
        """Return the events of some input. An unfinished sequence waits for its rest, or for `flush`."""
        text = self._rest + text
        self._rest = ""
        events: list[Event] = []
        while text:
            if self._pasting:
                pasted, end, text = text.partition(PASTE_END)
                self._pasting = not end
                if not end and (cut := PASTE_CUT.search(pasted)):
                    pasted, self._rest = pasted[: cut.start()], cut[0]
                events += [Paste(pasted)] if pasted else []
            elif text[0] != ESCAPE:
                events += self._character(text[0], now)
                text = text[1:]
            elif match := SEQUENCE.match(text):
                events += self._sequence(match, now)
                text = text[match.end() :]
            elif UNFINISHED.fullmatch(text):
                self._rest, text = text, ""
            else:
                events += self._key("ESCAPE", now)
                text = text[1:]
        return events

    def flush(self, now: float) -> list[Event]:
        """Decode an unfinished sequence as Escape and the keys after it; drop it if it is the beginning of a key's."""
        rest, self._rest = self._rest, ""
        if not rest or (rest[1:2] in ("[", "O") and len(rest) > 2):
            return []
        return self._key("ESCAPE", now) + self.decode(rest[1:], now)

    # one key

    def _character(self, character: str, now: float) -> list[Event]:
        if name := self._control_keys.get(character):
            return self._key(name, now)
        typed: Event = Text(character)
        if character < " ":
            return self._stroke(typed, chr(ord(character) + 64), ["CTRL"], now)
        name = "SPACE" if character == " " else character.upper()
        capital = character.isalpha() and character != character.lower()
        return self._stroke(typed, name, ["SHIFT"] if capital else [], now)

    def _sequence(self, match: re.Match[str], now: float) -> list[Event]:
        if alone := match["alone"]:
            # Alt and a key, which the machine lacks, is Escape and the key: scripts send these without a pause.
            if alone == MUTE_KEY:
                return [Command("mute")]
            return self._key("ESCAPE", now) + self._character(alone, now)
        if match["string"]:
            return []
        if match[0] in LINUX:
            return self._key(LINUX[match[0]], now)
        if mouse := MOUSE_REPORT.fullmatch(match["parameters"] or ""):
            return self._mouse(*map(int, mouse.groups()), down=match["final"] == "M")
        final = match["final"] or match["ss3"]
        number, _, modifiers = (match["parameters"] or match["ss3parameters"] or "").partition(";")
        digits = re.split("[:;]", modifiers)[0]
        pressed = int(digits) - 1 if digits.isdigit() else 0
        if final in RXVT and not number:
            return self._key(RXVT[final], now, SHIFTED if match["final"] else CONTROLLED)
        if final == "~" and number == PAGE_UP:
            return [REWIND]
        if final == "~" and number == PASTE:
            self._pasting = True
            return []
        if final == "~" and number in OVERLAY:
            return [Command(OVERLAY[number])]
        if final in "~^$@":
            return self._key(NUMBERS.get(number, ""), now, pressed)
        return self._key(FINALS.get(final, "") if number in ("", "1") else "", now, pressed)

    def _mouse(self, number: int, column: int, row: int, *, down: bool) -> list[Event]:
        number &= ~MOUSE_MODIFIERS
        if number & MOUSE_MOVE:
            return self._on_mouse(column - 1, row - 1, 0, down)
        return self._on_mouse(column - 1, row - 1, BUTTONS[number], down) if number in BUTTONS else []

    def _key(self, name: str, now: float, pressed: int = 0) -> list[Event]:
        if not name:
            return []
        if name in OVERLAY and not pressed:
            return [Command(OVERLAY[name])]
        modifiers = ["SHIFT"] * bool(pressed & SHIFTED) + ["CTRL"] * bool(pressed & CONTROLLED)
        return self._stroke(Key(name), name, modifiers, now)

    # held keys

    def _stroke(self, typed: Event, name: str, modifiers: list[str], now: float) -> list[Event]:
        """Return a key's events, the typed character before the Down: then the machine does not repeat it, too."""
        other = [key for key in MODIFIERS if key in self._ends and key not in modifiers]
        for key in other:
            del self._ends[key]
        events: list[Event] = [Up(key) for key in other]
        events += [Down(key) for key in modifiers if key not in self._ends]
        names = [name, *modifiers] if name in KEYS else modifiers
        longer = REPEATED if name in self._ends else HELD
        self._ends |= {key: max(self._ends.get(key, 0.0), now + longer) for key in names}
        return [*events, typed, *([Down(name)] if name in KEYS else [])]

    @property
    def next_release(self) -> float:
        """The time in seconds since power-on at which the next held key is taken as released; infinite if none is."""
        return min(self._ends.values(), default=float("inf"))

    def released_keys(self, now: float) -> list[Event]:
        """Return the Up events of keys that are taken as released by now, as the terminal reports none."""
        released = [name for name, end in self._ends.items() if end <= now]
        for name in released:
            del self._ends[name]
        return [Up(name) for name in released]
