"""The protocol between the machine and a front end.

A program is a plain function `main(m)` that blocks where BASIC blocks. The machine reaches the outside world only
through the three methods of `FrontEnd`.
"""

from collections.abc import Sequence

from retro.input.events import Event, Wanted
from retro.sound.notes import Note


class FrontEnd:
    """What the machine calls: a window, a terminal, a browser, a test, or what stands before one."""

    def now(self) -> float:
        """Return the seconds since power-on."""
        raise NotImplementedError

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the events since the last call; if there are none, wait for some.

        timeout: seconds; 0: do not wait; None: no limit. wanted: what the program waits for; None: it waits for no
        key, but polls or lets time pass.

        Raises:
            PowerOff: the machine was switched off.
        """
        raise NotImplementedError

    def note(self, note: Note) -> None:
        """Play this note at its time."""


class PowerOff(BaseException):
    """The machine was switched off. Raised inside the program, at its next call of the machine."""
