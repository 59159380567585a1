"""The pointer: a mouse in the manner of BBC BASIC V. An extension of this machine's; the Electron had none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.canvas import Canvas
    from retro.keyboard import Event

CLICK = 254  # what a press types
LEFT, MIDDLE, RIGHT = 4, 2, 1

Look = tuple[int, int, int]


class Pointer:
    """Where the mouse is, as the machine sees it, and the presses whose code has not been read.

    wanted: the program has asked for it; a front end reports it from then on. types: a press types CLICK.
    """

    def __init__(self) -> None:
        self._now: Look = 0, 0, 0
        self.restart()

    def restart(self) -> None:
        """As at power-on; where it is, it stays."""
        self.wanted = self.types = False
        self.forget()

    def forget(self) -> None:
        """What was pressed is not to be read any more."""
        self._presses: list[Look] = []
        self._read: Look | None = None

    def move(self, value: str) -> None:
        """It is at "x y", graphics units from the bottom left of the screen."""
        x, y = map(int, value.split())
        self._now = x, y, self._now[2]

    def press(self, value: str) -> bool:
        """It is at "x y", and these buttons are held: "x y buttons". Gives whether one of them went down just now."""
        x, y, buttons = map(int, value.split())
        down = buttons & ~self._now[2]
        self._now = x, y, buttons
        return down != 0

    def typed(self) -> None:
        """The press of this moment has typed its code."""
        self._presses.append(self._now)

    def read(self, code: int) -> None:
        """Note that a code was read from the keyboard: if a press has typed it, that is the one to be looked at."""
        self._read = self._presses.pop(0) if code == CLICK and self._presses else None

    @property
    def unread(self) -> bool:
        """Has the code of a press been read that has not been looked at?"""
        return self._read is not None

    def look(self) -> Look:
        """x, y and buttons: of the press whose code was read last, once; else as they are now."""
        seen, self._read = self._read, None
        return seen or self._now


class Mouse:
    """A front end's mouse: what it does, as events for `Keyboard.take`.

    moved: where it is, if it has moved since its last event. That is no reason to wake the program.
    """

    def __init__(self) -> None:
        self._buttons = 0
        self.moved: Event | None = None

    def move(self, canvas: Canvas, x: int, y: int) -> None:
        """It is over this pixel, counted from the top left of the picture; outside of it counts as its edge."""
        self.moved = "move", "{} {}".format(*canvas.units(x, y))

    def press(self, canvas: Canvas, x: int, y: int, button: int) -> list[Event]:
        """A button went down; outside of the picture that is nothing."""
        if not (0 <= x < canvas.width and 0 <= y < canvas.height):
            return []
        self._buttons |= button
        return self._changed(canvas, x, y)

    def release(self, canvas: Canvas, x: int, y: int, button: int) -> list[Event]:
        """A button went up, wherever that was."""
        if not self._buttons & button:
            return []
        self._buttons &= ~button
        return self._changed(canvas, x, y)

    def take_move(self) -> list[Event]:
        """Where it has moved since the last event, as an event; none if it has not."""
        moved, self.moved = self.moved, None
        return [moved] if moved else []

    def _changed(self, canvas: Canvas, x: int, y: int) -> list[Event]:
        self.moved = None
        return [("mouse", "{} {} {}".format(*canvas.units(x, y), self._buttons))]
