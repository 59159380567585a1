"""Translates pyglet's key events to the machine's, by the characters that keys type, not by their positions."""

from collections.abc import Mapping
from string import ascii_uppercase, digits
from types import ModuleType

from retro.input.events import AllUp, Down, Event, Key, Text, Up

# Keys that type no character, by pyglet's names. TYPED come from on_key_press, which does not repeat them.
TYPED = {"ESCAPE": "ESCAPE", "TAB": "TAB", "F10": "f0", "PAUSE": "BREAK", "BREAK": "BREAK"} | {
    f"F{n}": f"f{n}" for n in range(1, 10)
}
MOTIONS = {f"MOTION_{name}": name for name in ("UP", "DOWN", "LEFT", "RIGHT", "DELETE")}
MOTIONS |= {"MOTION_PREVIOUS_WORD": "LEFT", "MOTION_NEXT_WORD": "RIGHT"}
MOTIONS |= {"MOTION_END_OF_LINE": "COPY", "MOTION_BACKSPACE": "DELETE"}

# Keys that INKEY(-n) can test, by pyglet's names.
CHARACTERS = {"COMMA": ",", "PERIOD": ".", "SLASH": "/", "SEMICOLON": ";", "COLON": ":", "MINUS": "-"}
CHARACTERS |= {f"_{digit}": digit for digit in digits}
HELD = {name: name for name in (*ascii_uppercase, "UP", "DOWN", "LEFT", "RIGHT", "SPACE", "RETURN", "DELETE")}
HELD |= {"NUM_ENTER": "RETURN", "BACKSPACE": "DELETE", "END": "COPY"}
HELD |= {"LSHIFT": "SHIFT", "RSHIFT": "SHIFT", "LCTRL": "CTRL", "RCTRL": "CTRL"}

# The window's own keys: pyglet's name, whether Alt is held, the action: FULLSCREEN, or a key of the overlay.
# frontends/key_help.py describes them.
FULLSCREEN, PASTE = "fullscreen", "paste"
ACTIONS = (
    ("F11", False, FULLSCREEN),
    ("RETURN", True, FULLSCREEN),
    ("NUM_ENTER", True, FULLSCREEN),
    ("F1", False, "menu"),
    ("F12", False, "picture"),
    ("M", True, "mute"),
)


class Keys:
    """Translates pyglet's reports to events for `Keyboard.take`.

    Args:
        key: pyglet's table of keys, pyglet.window.key.
        keypad_types: whether on_text reports the keypad's Enter.
    """

    def __init__(self, key: ModuleType, keypad_types: bool = True) -> None:
        self._control, self._alt = key.MOD_CTRL, key.MOD_ALT
        self._paste = {(key.V, key.MOD_ACCEL), (key.INSERT, key.MOD_SHIFT)}
        self._held_modifiers = key.MOD_ACCEL | key.MOD_SHIFT | key.MOD_ALT | key.MOD_CTRL
        self._typed = _symbols(key, TYPED)
        if not keypad_types:
            self._typed |= _symbols(key, {"NUM_ENTER": "RETURN"})
        self._motions = _symbols(key, MOTIONS)
        self._held = _symbols(key, TYPED | CHARACTERS | HELD)
        self._letters = _symbols(key, {letter: letter for letter in ascii_uppercase})
        self._actions = {(getattr(key, name), alt): action for name, alt, action in ACTIONS}
        self._down: set[str] = set()
        self._last_down = ""
        self._typed_once = False

    def action(self, symbol: int, modifiers: int) -> str | None:
        """Return the window's own action for this key, or None. Ctrl+V pastes; Ctrl+Shift+V types code 22."""
        if (symbol, modifiers & self._held_modifiers) in self._paste:
            return PASTE
        return self._actions.get((symbol, bool(modifiers & self._alt)))

    def press(self, symbol: int, modifiers: int) -> list[Event]:
        """Return the machine's events for a key press that pyglet reports (on_key_press)."""
        events: list[Event] = []
        self._last_down, self._typed_once = self._held.get(symbol, ""), False
        if self._last_down:
            self._down.add(self._last_down)
            events.append(Down(self._last_down))
        if name := self._typed.get(symbol):
            events.append(Key(name))
        elif modifiers & self._control and not modifiers & self._alt and symbol in self._letters:
            events.append(Text(chr(ord(self._letters[symbol]) - 64)))
        return events

    def release(self, symbol: int) -> list[Event]:
        """Return the machine's events for a key release that pyglet reports (on_key_release).

        With Shift X11 may give a character key another name than at its press: then release all character keys.
        """
        name = self._held.get(symbol)
        released = [name] if name else sorted(self._down & set(CHARACTERS.values()))
        self._down.difference_update(released)
        return [Up(name) for name in released]

    def symbols(self, events: list[Event]) -> set[int]:
        """Return pyglet's symbols of the keys in these events."""
        names = {event.name for event in events if isinstance(event, Up)}
        return {symbol for symbol, name in self._held.items() if name in names}

    def text(self, text: str) -> list[Event]:
        """Return the machine's events for a text that pyglet reports (on_text)."""
        return [] if self._repeated() else [event for character in text if (event := _character(character))]

    def motion(self, motion: int) -> list[Event]:
        """Return the machine's events for a cursor key that pyglet reports (on_text_motion)."""
        name = self._motions.get(motion)
        return [Key(name)] if name and not self._repeated() else []

    def _repeated(self) -> bool:
        """Return whether a report is the repeat of a key that the machine repeats itself."""
        repeated = self._typed_once and self._last_down in self._down
        self._typed_once = True
        return repeated

    def release_all(self) -> list[Event]:
        """Return the events that release every held key."""
        self._down.clear()
        return [AllUp()]


def _character(character: str) -> Event | None:
    if character in "\r\n":
        return Key("RETURN")
    return Text(character) if character >= " " else None


def _symbols(key: ModuleType, names: Mapping[str, str]) -> dict[int, str]:
    return {getattr(key, name): value for name, value in names.items()}
