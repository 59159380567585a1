"""The seam: all that the machine asks of the world outside it.

A program is a plain function `main(m)` that blocks where BASIC blocks. Every wait, every moment of
time and every sound goes through the four calls of `FrontEnd`; nothing else does.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.notes import Note

    Program = Callable[[Machine], object]

    class FrontEnd(Protocol):
        """A window, a terminal, a browser, or a test."""

        def run(self, program: Program, seed: int) -> Machine:
            """Switch a machine on, run the program to its end and restore everything. Returns the machine."""

        def now(self) -> float:
            """Seconds since power-on."""

        def wait(self, m: Machine, timeout: float | None) -> list[Event]:
            """Give what has happened, for `Keyboard.take`; if nothing has, wait until it does.

            timeout: seconds after which to return all the same; 0: at once; None: never.
            Raises PowerOff when the machine is switched off.
            """

        def note(self, note: Note) -> None:
            """Play this note at its time."""


class PowerOff(BaseException):
    """The machine was switched off: it ends the program at its next call of the machine."""
