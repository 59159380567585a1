"""Translates gamepads to events: the buttons, and stick and D-pad as four more buttons."""

from collections.abc import Callable
from typing import Any

from retro.input.events import Event, Pad, PadFound

Send = Callable[[list[Event]], None]

STICK_THRESHOLD = 0.5  # how far a stick is moved, of 1, that counts as a button


class Gamepad:
    """Translates what one gamepad reports to events. controller: pyglet's object for it."""

    def __init__(self, controller: Any, send: Send) -> None:
        self._send = send
        self._held: dict[str, set[str]] = {}  # by the part of the gamepad: a button, the cross, the stick
        controller.open()
        controller.push_handlers(self)
        send([PadFound()])

    def on_button_press(self, controller: Any, button: str) -> None:
        """Handle the press of a gamepad's button."""
        self._hold(button, {button})

    def on_button_release(self, controller: Any, button: str) -> None:
        """Handle the release of a gamepad's button."""
        self._hold(button, set())

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """Handle a push of the gamepad's D-pad. vector: x to the right and y upwards, -1 to 1."""
        self._hold("cross", sides(vector))

    def on_stick_motion(self, controller: Any, stick: str, vector: Any) -> None:
        """Handle a push of the gamepad's stick. Small movements are ignored, as it never rests quite still."""
        self._hold(stick, sides(vector))

    def release(self) -> None:
        """Release all held buttons, as the gamepad was unplugged."""
        for part in list(self._held):
            self._hold(part, set())

    def _hold(self, part: str, buttons: set[str]) -> None:
        """Report the changes of held buttons. part: buttons, D-pad or stick; buttons: the names that it holds now."""
        before = set().union(*self._held.values())
        self._held[part] = buttons
        after = set().union(*self._held.values())
        released = [Pad(button, False) for button in sorted(before - after)]
        self._send([*released, *(Pad(button, True) for button in sorted(after - before))])


def sides(vector: Any) -> set[str]:
    """Return the directions in which a D-pad or a stick is pushed. vector: x to the right and y upwards, -1 to 1."""
    ways = {"left": -vector.x, "right": vector.x, "up": vector.y, "down": -vector.y}
    return {side for side, way in ways.items() if way > STICK_THRESHOLD}


def watch_gamepads(send: Send) -> object:
    """Report the events of present and future gamepads; the caller must keep a reference to the result."""
    from pyglet.input import ControllerManager

    manager, pads = ControllerManager(), dict[int, Gamepad]()

    def connect(controller: Any) -> None:
        pads[id(controller)] = Gamepad(controller, send)

    def disconnect(controller: Any) -> None:
        pads.pop(id(controller)).release()

    manager.push_handlers(on_connect=connect, on_disconnect=disconnect)
    for controller in manager.get_controllers():
        connect(controller)
    return manager
