"""`View`: the base class of front ends that show a machine to a user."""

import time
from collections.abc import Callable, Sequence

from retro.machine.frontend import FrontEnd, PowerOff
from retro.machine.machine import Machine

Program = Callable[[Machine], object]


class View(FrontEnd):
    """A front end that shows a machine: a window, a terminal, a browser, or a test.

    Attributes:
        machine: the machine, once `run` has created it.
        started: when it was switched on, by `time.perf_counter`.
        has_pages: whether it can show pages over the picture.
        has_look: whether it can show the display as on a picture tube.
        can_quit: whether it is closed when the machine is switched off.
    """

    machine: Machine
    started = 0.0
    has_pages = has_look = False
    can_quit = True

    def run(self, program: Program, seed: int) -> Machine:
        """Create a machine, run the program to its end, restore the terminal or the like, and return the machine."""
        raise NotImplementedError

    def now(self) -> float:
        """Return the seconds since power-on."""
        return time.perf_counter() - self.started

    # What a view does if it can:

    def set_volume(self, volume: float) -> None:
        """Set the volume for later notes, 0 (silent) to 1."""

    def set_look(self, tube: bool, tall: bool) -> None:
        """Choose whether to show the display as on a picture tube (`tube`), and in the shape 4:3 (`tall`)."""

    def set_title(self, title: str) -> None:
        """Show the name of the program, such as in a title bar."""

    def say(self, sentence: str) -> None:
        """Show a sentence to the user, if the view has no pages to show notices on."""

    def show_keys(self, keys: Sequence[tuple[str, str]] | None) -> None:
        """Show keys with their effects as touch buttons; None: those of the program."""

    def save_file(self, name: str, data: bytes) -> bool:
        """Let the user save a file; return False if the view cannot, so that it is written to a folder instead."""
        return False


class Next:
    """The result of a program that the user has left. program: the program to run next; None: the menu."""

    def __init__(self, program: Program | None) -> None:
        self.program = program


class Leave(PowerOff):
    """The user has left the program. Raised in it, like PowerOff; `Session.play` then returns `next`."""

    def __init__(self, program: Program | None = None) -> None:
        self.next = Next(program)


def wants_mouse(m: Machine) -> bool:
    """Return whether a front end has to report the mouse, for the program or for pages over its picture."""
    return m.keyboard.pointer.active or m.screen.clickable or m.screen.has_labels or m.screen.answers_clicks


def wakes_on_moves(m: Machine) -> bool:
    """Return whether a move of the mouse is reported at once; else it is reported with the next event."""
    return m.keyboard.pointer.types_moves or m.screen.clickable
