"""The mouse, with BBC BASIC V's statements. An extension: the Electron has none."""

from __future__ import annotations

from retro.display.framebuffer import Framebuffer
from retro.input.events import Event, Mouse, Move

CLICK = 254
"""The code that a press of a mouse button types."""

MOVED = 253
"""The code that a move types for a program that asks for moves."""

LEFT, MIDDLE, RIGHT = 4, 2, 1

Position = tuple[int, int, int]


class Pointer:
    """The machine's mouse: its position, and the presses whose CLICK codes are still in the keyboard buffer.

    Attributes:
        active: whether the program uses the mouse, so that front ends have to report it.
        types: whether a press types CLICK.
        types_moves: whether a move types MOVED, unless the buffer contains one.
    """

    def __init__(self) -> None:
        self._now: Position = 0, 0, 0
        self.restart()

    def restart(self) -> None:
        """Reset the mouse, but for its position, as at power-on."""
        self.active = self.types = self.types_moves = False
        self.forget()

    def forget(self) -> None:
        """Forget the presses of buttons that the program has not read."""
        self._presses: list[Position] = []
        self._read: Position | None = None

    def move(self, x: int, y: int) -> None:
        """Handle a move of the mouse. x, y: graphics units from the bottom left of the screen."""
        self._now = x, y, self._now[2]

    def press(self, x: int, y: int, buttons: int) -> bool:
        """Handle a change of the mouse's buttons. Return whether one was pressed."""
        down = buttons & ~self._now[2]
        self._now = x, y, buttons
        return down != 0

    def typed(self) -> None:
        """Record that the press of a button just handled has typed the code CLICK."""
        self._presses.append(self._now)

    def read(self, code: int) -> None:
        """Handle that the program has read a code from the keyboard; if it is CLICK, `look` returns that press next."""
        self._read = self._presses.pop(0) if code == CLICK and self._presses else None

    @property
    def unread(self) -> bool:
        """Whether the next `look` returns a press whose CLICK was read."""
        return self._read is not None

    def look(self) -> Position:
        """Return the mouse's x, y and buttons: once those of the press whose CLICK was read, else the present ones."""
        press, self._read = self._read, None
        return press or self._now


class MouseState:
    """The mouse of a front end, which makes events from pixels and buttons.

    Attributes:
        moved: the event of the last move if it was not reported yet, else None. See `wakes_on_moves`.
    """

    def __init__(self) -> None:
        self._buttons = 0
        self.moved: Event | None = None

    def move(self, framebuffer: Framebuffer, x: int, y: int) -> None:
        """Move the mouse pointer to a pixel, from the top left of the picture, or to the edge nearest to it."""
        self.moved = Move(*framebuffer.units(x, y))

    def press(self, framebuffer: Framebuffer, x: int, y: int, button: int) -> list[Event]:
        """Press a button of the mouse. Return the events; none outside the picture."""
        if not (0 <= x < framebuffer.width and 0 <= y < framebuffer.height):
            return []
        self._buttons |= button
        return self._changed(framebuffer, x, y)

    def release(self, framebuffer: Framebuffer, x: int, y: int, button: int) -> list[Event]:
        """Release a button, inside or outside the picture. Return the events."""
        if not self._buttons & button:
            return []
        self._buttons &= ~button
        return self._changed(framebuffer, x, y)

    def take_move(self) -> list[Event]:
        """Return the unreported move as an event in a list; empty if there is none."""
        moved, self.moved = self.moved, None
        return [moved] if moved else []

    def _changed(self, framebuffer: Framebuffer, x: int, y: int) -> list[Event]:
        self.moved = None
        return [Mouse(*framebuffer.units(x, y), self._buttons)]
