"""A second screen beside the machine's: another picture for a front end to show, of which it knows no more."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.screen import Screen

    # A row of text: pieces, each with its two logical colours, ink and paper.
    Row = Sequence[tuple[str, tuple[int, int]]]


class Second:
    """The second screen, which has nothing but text, and what its owner and the front end tell each other.

    text: what is on it, row by row. ahead: show it where there is room for one of the two only. The front end says:
    both: it shows both; rows: how many rows there is room for, 0 if any number is as good. It calls resized when that
    has changed, before the program starts and while it waits.
    """

    __slots__ = ("ahead", "both", "resized", "rows", "screen", "text")

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.text: Sequence[Row] = ()
        self.ahead = False
        self.both = True
        self.rows = 0
        self.resized: Callable[[], None] = lambda: None
