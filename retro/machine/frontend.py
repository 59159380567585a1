"""The protocol between the machine and a front end.

A program is a plain function `main(m)` that blocks where BASIC blocks. The machine reaches the outside world only
through the four methods of `FrontEnd`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from retro.input.events import Event
    from retro.machine.machine import Machine
    from retro.sound.notes import Note

    Program = Callable[[Machine], object]

    class FrontEnd(Protocol):
        """A window, a terminal, a browser, or a test."""

        def run(self, program: Program, seed: int) -> Machine:
            """Switch a machine on, run the program to its end, restore everything and return the machine."""

        def now(self) -> float:
            """Return the seconds since power-on."""

        def wait(self, m: Machine, timeout: float | None) -> list[Event]:
            """Return the events since the last call; if there are none, wait for some.

            timeout: seconds; 0: do not wait; None: no limit.

            Raises:
                PowerOff: the machine was switched off.
            """

        def note(self, note: Note) -> None:
            """Play this note at its time."""

    class AudibleFrontEnd(FrontEnd, Protocol):
        """A front end for the overlay."""

        def set_volume(self, volume: float) -> None:
            """Play what follows at a volume, 0 to 1; 0 is silent."""

    class WindowedFrontEnd(AudibleFrontEnd, Protocol):
        """A front end in a window of its own."""

        def set_look(self, tube: bool, tall: bool) -> None:
            """Show the display as on a picture tube, and in the shape 4:3, or not."""

        def set_title(self, title: str) -> None:
            """Name the program in the title bar."""


def wants_mouse(m: Machine) -> bool:
    """Return whether a front end is to report the mouse: to the program, or to what is shown over its picture."""
    return m.keyboard.pointer.active or m.screen.clickable or m.screen.has_labels


def wakes_on_moves(m: Machine) -> bool:
    """Return whether a move of the mouse is an event at once; else it is reported with the next one."""
    return m.keyboard.pointer.types_moves or m.screen.clickable


class PowerOff(BaseException):
    """The machine was switched off. Raised inside the program, at its next call of the machine."""


class Leave(PowerOff):
    """The user leaves the program for another one on the same machine.

    Attributes:
        following: returns the program that runs next; None: the menu.
    """

    def __init__(self, following: Callable[[], Program] | None = None) -> None:
        super().__init__()
        self.following = following
