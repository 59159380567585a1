"""The pointer: a mouse in the manner of BBC BASIC V. An extension of this machine's; the Electron had none."""

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
    """The machine's mouse: its position, and the presses whose codes have not been read.

    Attributes:
        active: the program uses the mouse; a front end reports it from then on.
        types: a press types CLICK.
        types_moves: a move types MOVED, unless one is in the buffer already; it wakes the program.
    """

    def __init__(self) -> None:
        self._now: Position = 0, 0, 0
        self.restart()

    def restart(self) -> None:
        """Reset all but the position, as at power-on."""
        self.active = self.types = self.types_moves = False
        self.forget()

    def forget(self) -> None:
        """Forget the presses."""
        self._presses: list[Position] = []
        self._read: Position | None = None

    def move(self, x: int, y: int) -> None:
        """Handle a move. x, y: graphics units from the bottom left of the screen."""
        self._now = x, y, self._now[2]

    def press(self, x: int, y: int, buttons: int) -> bool:
        """Handle a change of the buttons. Return whether one went down."""
        down = buttons & ~self._now[2]
        self._now = x, y, buttons
        return down != 0

    def typed(self) -> None:
        """Note that the press just handled has typed its code."""
        self._presses.append(self._now)

    def read(self, code: int) -> None:
        """Note that a code was read from the buffer. If a press typed it, `look` returns that press."""
        self._read = self._presses.pop(0) if code == CLICK and self._presses else None

    @property
    def unread(self) -> bool:
        """Whether a press, whose code was read, awaits `look`."""
        return self._read is not None

    def look(self) -> Position:
        """Return x, y and buttons: once those of the press whose code was read last, else the current ones."""
        press, self._read = self._read, None
        return press or self._now


class MouseState:
    """A front end's mouse, which makes events.

    Attributes:
        moved: the event of its last move, if that was not reported yet; it wakes few programs: `wakes_on_moves`.
    """

    def __init__(self) -> None:
        self._buttons = 0
        self.moved: Event | None = None

    def move(self, framebuffer: Framebuffer, x: int, y: int) -> None:
        """Move to a pixel, counted from the top left of the picture; outside the picture to its edge."""
        self.moved = Move(*framebuffer.units(x, y))

    def press(self, framebuffer: Framebuffer, x: int, y: int, button: int) -> list[Event]:
        """Press a button. Return the events: none outside the picture."""
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
        """Return the event of a move since the last event, if there was one."""
        moved, self.moved = self.moved, None
        return [moved] if moved else []

    def _changed(self, framebuffer: Framebuffer, x: int, y: int) -> list[Event]:
        self.moved = None
        return [Mouse(*framebuffer.units(x, y), self._buttons)]
