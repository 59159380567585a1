"""Maps the buttons of a gamepad to keys of the running program."""

from __future__ import annotations

from collections.abc import Sequence

from retro.input.events import Down, Event, Up, declared_keys
from retro.input.keys import KEYS

MENU_BUTTON = "start"
DIRECTIONS = {"left": "LEFT", "right": "RIGHT", "up": "UP", "down": "DOWN"}
ENTER, ESCAPE = ("RETURN", "SPACE"), "ESCAPE"
BROWSER_BUTTONS = {0: "a", 1: "b", 2: "x", 3: "y", 4: "leftshoulder", 5: "rightshoulder", 8: "back", 9: MENU_BUTTON}
BROWSER_BUTTONS |= {12: "up", 13: "down", 14: "left", 15: "right"}  # by their numbers in the standard layout
BUTTON_NAMES = {"leftshoulder": "L1", "rightshoulder": "R1"}  # where gamepads have other names for them
OTHER_BUTTONS = (
    "x",
    "y",
    "leftshoulder",
    "rightshoulder",
    "back",
)  # for the program's other keys
NUMBERED_BUTTONS = (
    "up",
    "right",
    "down",
    "left",
    "leftshoulder",
    "rightshoulder",
)  # for 1-6 and the like, without arrows


def keys_of_buttons(keys: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the key of each button, by name. keys: the program's declared keys with their effects."""
    declared = [name for name, _ in keys]
    first = next((name for name in ENTER if name in declared), ENTER[0])
    single = [name for name in declared if len(declared_keys(name)) == 1]
    others = [name for name in single if name not in (*DIRECTIONS.values(), first, ESCAPE)]
    several = [key for name in declared if name not in single for key, _ in declared_keys(name)]
    numbered = {} if set(DIRECTIONS.values()) & set(declared) else dict(zip(NUMBERED_BUTTONS, several))
    free = [button for button in OTHER_BUTTONS if button not in numbered]
    return DIRECTIONS | numbered | {"a": first, "b": ESCAPE} | dict(zip(free, others))


def keys_and_buttons(keys: Sequence[tuple[str, str]]) -> list[tuple[str, str, Event]]:
    """Return label, effect and event of each button's key, and then of each declared key."""
    effects = dict(keys)
    buttons = [
        (f"pad {BUTTON_NAMES.get(button, button)}", effects.get(key, key), declared_keys(key)[0][1][0])
        for button, key in keys_of_buttons(keys).items()
    ]
    return buttons + [(key, effect, events[0]) for name, effect in keys for key, events in declared_keys(name)]


def held_buttons(pads: Sequence[tuple[Sequence[int], Sequence[float]]]) -> frozenset[str]:
    """Return the names of the held buttons of a browser's gamepads, each given as button numbers and stick axes."""
    names = {BROWSER_BUTTONS[number] for numbers, _ in pads for number in numbers if number in BROWSER_BUTTONS}
    for _, (x, y, *_) in pads:
        names |= {side for side, way in {"left": -x, "right": x, "up": -y, "down": y}.items() if way > 0}
    return frozenset(names)


def events_of(name: str, pressed: bool) -> list[Event]:
    """Return the events of a key that a button of the gamepad presses, or releases."""
    held = name if name in KEYS else name.upper()
    if not pressed:
        return [Up(held)] if held in KEYS else []
    down: list[Event] = [Down(held)] if held in KEYS else []
    return down + declared_keys(name)[0][1]
