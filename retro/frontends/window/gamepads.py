"""Gamepads, as events of the overlay: their buttons, and the stick and the cross as four more."""

from __future__ import annotations

from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.input.events import Event

    Send = Callable[[list[Event]], None]

PUSHED = 0.5  # how far a stick is moved, of 1, that counts as a button


class Gamepad:
    """One gamepad. controller: pyglet's."""

    def __init__(self, controller: Any, send: Send) -> None:
        self._send, self._held = send, set[str]()
        controller.open()
        controller.push_handlers(self)
        send([("pad", "connected")])

    def on_button_press(self, controller: Any, button: str) -> None:
        """Handle a button."""
        self._send([("pad", f"+{button}")])

    def on_button_release(self, controller: Any, button: str) -> None:
        """Handle the release of a button."""
        self._send([("pad", f"-{button}")])

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """Handle the cross or the left stick. vector: x to the right and y upwards, -1 to 1."""
        sides = {"left": -vector.x, "right": vector.x, "up": vector.y, "down": -vector.y}
        held = {side for side, way in sides.items() if way > PUSHED}
        released, pressed = sorted(self._held - held), sorted(held - self._held)
        self._held = held
        self._send([("pad", f"-{side}") for side in released] + [("pad", f"+{side}") for side in pressed])

    on_leftstick_motion = on_dpad_motion


def watch_gamepads(send: Send) -> object:
    """Report the gamepads that there are and those that are plugged in later; return what must be kept for it."""
    from pyglet.input import ControllerManager

    manager, pads = ControllerManager(), dict[int, Gamepad]()

    def connect(controller: Any) -> None:
        pads[id(controller)] = Gamepad(controller, send)

    manager.push_handlers(on_connect=connect)
    for controller in manager.get_controllers():
        connect(controller)
    return manager
