"""`Renderer`: the base class for outputs of a study: the study screen and the page's pane."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from retro.study.keys import WELCOME
from retro.study.view_model import StudyView


class Renderer:
    """An output for the view-model of a study: the study screen or the browser's page.

    Attributes:
        welcome: what to say at the first line.
        out: the name of the key or button that runs to the end of a procedure.
        one_screen: whether there is room for only one of two screens, program and study.
        help_pages: how many pages all keys took when they were shown last.
    """

    welcome, out = WELCOME, "U"
    help_pages, one_screen = 1, False

    @property
    def outside(self) -> Callable[[], AbstractContextManager[None]] | None:
        """A function that returns a context in which another program, such as an editor, uses the terminal; or None."""
        return None

    def show(self, view: StudyView) -> None:
        """Show a view, unless it is already shown."""
        raise NotImplementedError

    def scroll(self, by: int) -> None:
        """Scroll the variables down by this number of rows, from the next view on."""

    def list_height(self, count: int) -> int:
        """Return how many rows a column of the list of procedures has, for this number of procedures."""
        return 1

    def key_at(self, column: int, row: int) -> str:
        """Return the label of the key that is shown below the mouse, or an empty text."""
        return ""

    def action_at(self, column: int, row: int) -> str:
        """Return the action of what is shown below the mouse, a stop of the slider or a call; else empty."""
        return ""
