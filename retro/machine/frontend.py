"""The protocol between the machine and a front end.

A program is a plain function `main(m)` that blocks where BASIC blocks. The machine reaches the outside world only
through the three methods of `FrontEnd`.
"""

from collections.abc import Sequence

from retro.input.events import Event, Wanted
from retro.sound.notes import Note


class FrontEnd:
    """The interface that a machine calls: implemented by views, and by the session between machine and view."""

    def now(self) -> float:
        """Return the seconds since power-on."""
        raise NotImplementedError

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the events since the last call; if there are none, wait for some.

        timeout: seconds; 0: only poll; None: no limit. wanted: the keys that the program waits for; None if it only
        polls or lets time pass.

        Raises:
            PowerOff: the machine was switched off.
        """
        raise NotImplementedError

    def note(self, note: Note) -> None:
        """Play a note at its start time."""


class PowerOff(BaseException):
    """The machine was switched off. Raised in the program, at its next call of the machine."""
