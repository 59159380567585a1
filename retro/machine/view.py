"""What a front end is that shows a machine to someone."""

from collections.abc import Callable, Sequence

from retro.machine.frontend import FrontEnd, PowerOff
from retro.machine.machine import Machine

Program = Callable[[Machine], object]


class View(FrontEnd):
    """A window, a terminal, a browser, or a test.

    Attributes:
        machine: the machine that it shows; set when it is switched on.
        has_pages, has_look: what it can do: show pages over the picture; show the display as on a picture tube.
        can_quit: whether it ends with the machine.
    """

    machine: Machine
    has_pages = has_look = False
    can_quit = True

    def run(self, program: Program, seed: int) -> Machine:
        """Switch a machine on, run the program to its end, restore everything and return the machine."""
        raise NotImplementedError

    # What a view does if it can:

    def set_volume(self, volume: float) -> None:
        """Play what follows at a volume, 0 to 1; 0 is silent."""

    def set_look(self, tube: bool, tall: bool) -> None:
        """Show the display as on a picture tube, and in the shape 4:3, or not."""

    def set_title(self, title: str) -> None:
        """Name the program."""

    def say(self, sentence: str) -> None:
        """Tell the user something that no page shows, because it has none."""

    def show_keys(self, keys: Sequence[tuple[str, str]] | None) -> None:
        """Offer keys, and what they do, to fingers; None: those of the program."""

    def save_file(self, name: str, data: bytes) -> bool:
        """Have the user save a file; return False if that is done by writing it to a folder."""
        return False


class Next:
    """What the user has left a program for. program: what runs next; None: the menu."""

    def __init__(self, program: Program | None) -> None:
        self.program = program


class Leave(PowerOff):
    """The user leaves the program. Ends it as PowerOff does; `Session.play` then returns what runs next."""

    def __init__(self, program: Program | None = None) -> None:
        super().__init__()
        self.next = Next(program)


def wants_mouse(m: Machine) -> bool:
    """Return whether a front end is to report the mouse: to the program, or to what is shown over its picture."""
    return m.keyboard.pointer.active or m.screen.clickable or m.screen.has_labels or m.screen.answers_clicks


def wakes_on_moves(m: Machine) -> bool:
    """Return whether a move of the mouse is an event at once; else it is reported with the next one."""
    return m.keyboard.pointer.types_moves or m.screen.clickable
