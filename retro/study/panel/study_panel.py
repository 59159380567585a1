"""Draws the view-model of a study on a side screen, row by row, as VDU codes."""

from bisect import bisect_right
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import accumulate

from retro.display.modes import Mode
from retro.display.styles import KEY, Row
from retro.display.text_rows import STAND_INS, reprinted, shapes
from retro.display.vdu import VDU
from retro.frontends.side_screen import SideScreen
from retro.study.keys import ONE_SCREEN
from retro.study.panel.panel import COLUMNS, FEWEST_ROWS, MOST_ROWS, Panel, list_height, width_beside
from retro.study.renderer import Renderer
from retro.study.view_model import StudyView

SIDE_MODE_NUMBER = 8  # a number that no other MODE has
STEADY_COLOURS = tuple(range(8))  # colours that do not flash
DEFAULT_ROWS = 40


class StudyPanel(Renderer):
    """The study screen on a side screen, in as many columns and rows as the front end has room for."""

    def __init__(self, side_screen: SideScreen, title: str) -> None:
        self._side_screen, self._vdu = side_screen, VDU(side_screen.screen)
        side_screen.on_resize = self.redraw
        self._rows: list[Row] = []
        self._view = StudyView(title, "", [])
        self._panel = Panel(self._view, DEFAULT_ROWS)
        self._top, self._drawn = 0, object()  # what `redraw` has drawn last
        self._begin(COLUMNS, DEFAULT_ROWS)

    @property
    def one_screen(self) -> bool:  # type: ignore[override]
        """Whether there is room for only one of two screens, program and study."""
        return not self._side_screen.both_visible

    @property
    def outside(self) -> Callable[[], AbstractContextManager[None]] | None:
        """A function that returns a context in which another program, such as an editor, uses the terminal; or None."""
        return self._side_screen.outside

    def show(self, view: StudyView) -> None:
        """Show a view; where there is room for only one screen, bring the panel or the display to the front."""
        if view.current.name != self._view.current.name:
            self._top = 0
        self._view = view if view != self._view else self._view
        self.redraw()
        side = self._side_screen
        side.instead = view.instead
        if view.in_front != side.in_front:
            side.in_front = view.in_front
            side.screen.changed()

    def redraw(self) -> None:
        """Draw the rows that differ from those drawn before; nothing if neither view nor size have changed."""
        side = self._side_screen
        columns, rows = max(COLUMNS, side.columns), max(FEWEST_ROWS, min(MOST_ROWS, side.rows or DEFAULT_ROWS))
        switch = (ONE_SCREEN,) if self.one_screen else ()
        drawn = self._view, columns, rows, side.covered, switch, self._top
        if drawn == self._drawn:
            return
        if (columns, rows) != self._size:
            self._begin(columns, rows)
        self._panel = Panel(self._view, rows, columns, side.covered, self._top, switch)
        self._top, new, self.help_pages = self._panel.top, self._panel.rows, self._panel.pages
        self._drawn = (*drawn[:-1], self._top)
        codes = b"".join(
            reprinted(number, row, old) for number, (row, old) in enumerate(zip(new, self._rows)) if row != old
        )
        self._rows = side.text = new
        if codes:
            self._vdu.write(codes)

    def scroll(self, by: int) -> None:
        """Scroll the variables down by this number of rows, from the next view on."""
        self._top = max(0, self._top + by)

    # the mouse

    @property
    def width(self) -> int:
        """The number of columns that the listings have on the study screen."""
        return width_beside(self._size[0], self._side_screen.covered)

    @property
    def left(self) -> int:
        """The column of the study screen at which the listings begin."""
        return self._size[0] - self.width

    @property
    def slider_row(self) -> int:
        """The row of the study screen with the slider."""
        return self._size[1] - self._panel.feet + bool(self._panel.calls)

    def list_height(self, count: int) -> int:
        """Return how many rows a column of the list of procedures has, for this number of procedures."""
        return list_height(count, self.width)

    def key_at(self, column: int, row: int) -> str:
        """Return the label of the key whose name or effect a cell of the study screen's foot shows; else empty."""
        cells = self._rows[row] if row >= self.slider_row and column >= self.left else []
        at = bisect_right([*accumulate(len(text) for text, _ in cells)], column)
        return next((text.strip() for text, style in reversed(cells[max(0, at - 1) : at + 1]) if style == KEY), "")

    def action_at(self, column: int, row: int) -> str:
        """Return the action at a cell: going to a stop of the slider or to a call of the turn; else empty."""
        stop = self._view.slider.stop_at(column - self.left, self.width) if row == self.slider_row else None
        ends = (
            ((position for end, position in self._panel.calls if column - self.left < end))
            if row == self.slider_row - 1
            else ()
        )
        major, minor = next(iter(ends), (0, 0))
        return f"go_to_stop {stop}" if stop is not None else f"go_to_position {major} {minor}" if major else ""

    def _begin(self, columns: int, rows: int) -> None:
        screen = self._side_screen.screen
        screen.use_mode(Mode(SIDE_MODE_NUMBER, columns, rows, STEADY_COLOURS))
        screen.stand_ins.update(STAND_INS)
        self._vdu.write(shapes())
        self._rows, self._size = [[]] * rows, (columns, rows)
