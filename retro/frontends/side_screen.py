"""`SideScreen`: a text panel beside the machine's display, used by study."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from retro.display.screen import Screen
from retro.input.events import Event, Side

# A row of text: pieces, each with its two logical colours, ink and paper.
Row = Sequence[tuple[str, tuple[int, int]]]


class SideScreen:
    """A text panel that a front end shows beside the machine's display.

    Attributes:
        screen: the panel as pixels.
        instead: another machine's screen, to show in place of the panel; or None. Set by the owner.
        text: the panel as rows of text. Set by the owner.
        in_front: show the panel where only one of the two fits. Set by the owner.
        both_visible: the front end shows the panel and the display.
        columns, rows: the number of columns and rows that fit; 0 if the front end shows any number. Set by the front
            end.
        covered: the columns and rows at the top left of the panel that the display covers. Set by the front end.
        on_resize: called by the front end when one of these or `both_visible` has changed: before the program starts
            and while it waits.
        outside: returns a context in which another program, such as an editor, uses the terminal; None in front ends
            without a terminal. Set by the front end.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.instead: Screen | None = None
        self.text: Sequence[Row] = ()
        self.in_front = False
        self.both_visible = True
        self.columns = self.rows = 0
        self.covered = (0, 0)
        self.on_resize: Callable[[], None] = lambda: None
        self._held = False
        self.outside: Callable[[], AbstractContextManager[None]] | None = None

    @property
    def shown(self) -> Screen:
        """The screen beside the display: the panel's, or the one shown in place of it."""
        return self.instead or self.screen

    def pointed(self, column: int, row: int, pressed: bool | None) -> list[Event]:
        """Return the event for the mouse over a cell of the panel, in a list. pressed: as in `Side`; None: a move."""
        self._held = self._held if pressed is None else pressed
        return [Side(column, row, pressed is not None)] if self._held else []
