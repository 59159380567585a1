"""The keyboard: the buffer of typed codes, the keys held, auto-repeat and ESCAPE, with the pointer."""

import math
from collections import deque
from collections.abc import Callable, Sequence

from retro.input.events import AllUp, Down, Event, Key, Mouse, Move, Paste, Text, Up, pasted_keys
from retro.input.keys import INKEY_NUMBERS
from retro.input.mouse import CLICK, MOVED, Pointer

BUFFER_SIZE = 31  # codes; further ones are lost, with a beep
ESCAPE, DELETE, RETURN, TAB, POUND = 27, 127, 13, 9, 96

REPEAT_DELAY, REPEAT_RATE = 50, 8  # centiseconds, measured
TIME_TOLERANCE = 1e-9
MODIFIERS = ("SHIFT", "CTRL", "FUNC")

CODES = {"RETURN": RETURN, "DELETE": DELETE, "TAB": TAB, "SPACE": 32}

CURSOR_KEYS = ("COPY", "LEFT", "RIGHT", "DOWN", "UP")
CURSOR_CODES = 135  # under *FX 4,1, in the order above
EDIT_CODES = 256  # no character: COPY, LEFT, RIGHT, DOWN, UP while a line is edited
FUNCTION_CODES = 128  # the code of f0 in *FX 138
SOFT_KEYS = 512  # no characters: f0 to f15, to be replaced by their texts when they are read
CURSOR_SYMBOLS = {"SHIFT": b"[^|_`", "CTRL": b"]~\\}{"}  # typed with these keys, on the Electron


class Keyboard:
    """The machine's keyboard, fed by the events of a front end.

    Attributes:
        cursor_keys: *FX 4: 0: cursor keys type nothing, 1: they type 135–139.
        function_base: *FX 225: the code of f0; f1 types the next one …; 1: they type their texts; 0: they type nothing.
        texts: *KEY: what function keys type.
        escape_types: *FX 229,1: ESCAPE is an ordinary key with code 27.
        escape: ESCAPE was pressed.
        breaks: BREAK was pressed.
        repeat_delay, repeat_rate: *FX 11 and 12, centiseconds; delay 0: keys do not repeat.
        repeats_at: seconds at which the held key types again; infinite if none does.
        lost: the number of codes that were lost because the buffer was full.
        awaiting_line: INPUT waits for a key; under *FX 4,0 the cursor keys type EDIT_CODES and the next ones.
        pointer: the mouse.
    """

    def __init__(self) -> None:
        self._buffer: deque[int] = deque()
        self._held: set[str] = set()
        self._pressed: set[str] = set()
        self.texts: dict[int, bytes] = {}
        self.pointer = Pointer()
        self.awaiting_line = False
        self._now = 0.0
        self.restart()

    def restart(self) -> None:
        """Reset the keyboard, but for the keys held, as BREAK does."""
        self._buffer.clear()
        self.pointer.restart()
        self.cursor_keys = 0
        self.function_base = 1
        self.escape_types = False
        self.escape = self.breaks = False
        self.lost = 0
        self.repeat_delay, self.repeat_rate = REPEAT_DELAY, REPEAT_RATE
        self.repeats_at = math.inf
        self._repeats: tuple[str, int | None] = ("", None)

    # events

    def handle(self, events: Sequence[Event], now: float) -> None:
        """Handle events in order, then type what the held key has repeated by now (seconds since power-on).

        A key that types while it is down repeats until it is up. Events that are not for the program are ignored.
        """
        self._now = now
        for event in events:
            if handler := HANDLERS.get(type(event)):
                handler(self, event)
        self._repeat()

    def _repeat(self) -> None:
        while self.repeats_at <= self._now + TIME_TOLERANCE:
            self._buffer_code(self._repeats[1] or 0)
            self.repeats_at += self.repeat_rate / 100

    def _typed(self, code: int) -> None:
        self._buffer_code(code)
        name, repeating = self._repeats
        if name and repeating is None and self.repeat_delay:
            self._repeats = name, code
            self.repeats_at = self._now + self.repeat_delay / 100

    def _stop_repeat(self) -> None:
        self._repeats = "", None
        self.repeats_at = math.inf

    def _text(self, event: Text) -> None:
        for character in event.characters:
            code = POUND if character == "£" else ord(character)
            if code < 256 and character != "`" and not (code == CLICK and self.pointer.types):
                self._typed(code)

    def _paste(self, event: Paste) -> None:
        self.handle(pasted_keys(event.text), self._now)

    def _key(self, event: Key) -> None:
        name = event.name
        if name == "ESCAPE" and not self.escape_types:
            self.escape = True
        self.breaks |= name == "BREAK"
        code = self._code(name)
        if code is not None:
            self._typed(code)

    def _code(self, name: str) -> int | None:
        if name == "ESCAPE":
            return ESCAPE if self.escape_types else None
        if name in CURSOR_KEYS:
            index = CURSOR_KEYS.index(name)
            for modifier, symbols in CURSOR_SYMBOLS.items():
                if modifier in self._held:
                    return symbols[index]
            if self.cursor_keys == 1:
                return CURSOR_CODES + index
            return EDIT_CODES + index if self.awaiting_line else None
        if name[:1] == "f" and self.function_base:
            code = int(name[1:])
            return self.function_base + code & 255 if self.function_base > 1 else self._soft_key(code)
        return CODES.get(name)

    def _soft_key(self, number: int) -> int | None:
        return SOFT_KEYS + number if number in self.texts else None

    def _buffer_code(self, code: int) -> None:
        if len(self._buffer) < BUFFER_SIZE:
            self._buffer.append(code)
        else:
            self.lost += 1

    def _down(self, event: Down) -> None:
        name = event.name
        self._held.add(name)
        self._pressed.add(name)
        if name not in MODIFIERS:
            self._stop_repeat()
            self._repeats = name, None

    def _up(self, event: Up) -> None:
        self._held.discard(event.name)
        if event.name == self._repeats[0]:
            self._stop_repeat()

    def _all_up(self, event: AllUp) -> None:
        self._held.clear()
        self._stop_repeat()

    def _mouse(self, event: Mouse) -> None:
        if self.pointer.press(event.x, event.y, event.buttons) and self.pointer.types:
            if len(self._buffer) < BUFFER_SIZE:
                self.pointer.typed()
            self._buffer_code(CLICK)

    def _move(self, event: Move) -> None:
        self.pointer.move(event.x, event.y)
        if self.pointer.types_moves and MOVED not in self._buffer:
            self._buffer_code(MOVED)

    # the machine's side

    def type_moves(self, wanted: bool) -> None:
        """Choose whether moves of the mouse type MOVED; if not, remove it from the buffer."""
        self.pointer.types_moves = wanted
        if not wanted and MOVED in self._buffer:
            self._buffer.remove(MOVED)

    def read(self) -> int | None:
        """Remove the oldest code from the buffer and return it; None if the buffer is empty."""
        if not self._buffer:
            return None
        code = self._buffer.popleft()
        if code >= SOFT_KEYS:
            self._buffer.extendleft(reversed(self.texts.get(code - SOFT_KEYS, b"")))
            return self.read()
        self.pointer.read(code)
        return code

    def insert(self, code: int) -> None:
        """*FX 138,0: put a code into the buffer; a code from 128 on is a function key's, and types its text."""
        soft = self._soft_key(code - FUNCTION_CODES) if self.function_base == 1 and code >= FUNCTION_CODES else None
        self._buffer_code(code if soft is None else soft)

    def type_ahead(self, codes: bytes) -> None:
        """*EXEC: append codes to the buffer, also beyond its size."""
        self._buffer.extend(codes)

    def flush(self) -> None:
        """*FX 15 and *FX 21,0: empty the keyboard buffer."""
        self._buffer.clear()
        self.pointer.forget()

    def __len__(self) -> int:
        """Return the number of codes in the keyboard buffer."""
        return len(self._buffer)

    def pressed(self, name: str) -> bool:
        """Return whether a key (one of KEYS) is held, or was pressed since `forget_presses`."""
        return name in self._held or name in self._pressed

    def forget_presses(self) -> None:
        """Reset the record of keys that `pressed` tests."""
        self._pressed.clear()

    def held(self, number: int) -> bool:
        """INKEY(-n): return whether a key with this negative number is held."""
        return any(number in INKEY_NUMBERS[key] for key in self._held)


HANDLERS: dict[type[Event], Callable[..., None]] = {
    Text: Keyboard._text,
    Key: Keyboard._key,
    Down: Keyboard._down,
    Up: Keyboard._up,
    AllUp: Keyboard._all_up,
    Move: Keyboard._move,
    Mouse: Keyboard._mouse,
    Paste: Keyboard._paste,
}
