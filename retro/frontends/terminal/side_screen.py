"""Show the side screen in the terminal: beside the display where both fit, else instead of it."""

from collections.abc import Sequence

from retro.display.screen import Screen
from retro.frontends.side_screen import Row, SideScreen
from retro.frontends.terminal.blocks import Cell
from retro.frontends.terminal.cell_buffer import CLEAR
from retro.frontends.terminal.colours import StyleSheet
from retro.frontends.terminal.layout import COLUMNS
from retro.frontends.terminal.renderers import CellRenderer, Renderer, centred, palette_of
from retro.frontends.terminal.tty import Area

FEWEST_ROWS = 20
ASCII_FOR = str.maketrans("─│▶●◆…×·–—", "-|>*#~x.--")


def with_side_screen(
    renderers: Sequence[Renderer],
    side_screen: SideScreen,
    picture: Renderer,
    style_sheet: StyleSheet,
    ascii_only: bool,
) -> list[Renderer]:
    """Return renderers that show both, the best first, and then those that show one of the two.

    picture: shows what the side screen's owner shows in place of the panel.
    """
    panel = PanelRenderer(side_screen, picture, style_sheet, ascii_only)
    return [*(SplitRenderer(renderer, panel) for renderer in renderers), panel, *renderers]


def report_size(side_screen: SideScreen, area: Area) -> None:
    """Report to the side screen's owner how much of it fits. Beside it the display fits as text."""
    side_screen.rows = area.rows
    side_screen.both_visible = area.columns >= 2 * COLUMNS and area.rows >= FEWEST_ROWS
    side_screen.on_resize()


class PanelRenderer(CellRenderer):
    """Shows the side screen as text, or what is in place of it: alone, while it is in front, or beside the display."""

    def __init__(self, side_screen: SideScreen, picture: Renderer, style_sheet: StyleSheet, ascii_only: bool) -> None:
        super().__init__(style_sheet)
        self._side_screen, self._picture, self._ascii_only = side_screen, picture, ascii_only
        self._shown: Screen = side_screen.screen
        self._rows: Sequence[Row] = ()
        self._cells: list[list[Cell]] = []

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether it is in front and most of it fits."""
        return self._side_screen.in_front and has_room(area)

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Write the cells that have changed."""
        if self._shown is not self._side_screen.shown:
            self._shown = self._side_screen.shown
            self.invalidate()
        if self._shown is not self._side_screen.screen:
            return self._picture.draw(self._shown, now, area)
        rows = self._side_screen.text[: area.rows]
        if not rows:
            return ""
        before = list(zip(self._rows, self._cells))
        self._cells = [
            before[index][1] if index < len(before) and before[index][0] == row else self._row_cells(row)
            for index, row in enumerate(rows)
        ]
        self._rows = rows
        origin = centred(len(self._cells[0]), len(rows), area)
        return self._buffer.draw(self._cells, palette_of(self._side_screen.screen, now), 0, origin)

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return no pixel: the display is hidden."""
        return -1, -1

    def invalidate(self) -> None:
        """Write everything next time."""
        super().invalidate()
        self._picture.invalidate()

    def _row_cells(self, row: Row) -> list[Cell]:
        pieces = [(text.translate(ASCII_FOR) if self._ascii_only else text, *colours) for text, colours in row]
        cells = [(letter, ink, paper, False) for text, ink, paper in pieces for letter in text]
        return [*cells, *[(" ", 0, 0, False)] * COLUMNS][:COLUMNS]


def has_room(area: Area) -> bool:
    """Return whether most of the panel fits."""
    return area.columns >= COLUMNS and area.rows >= FEWEST_ROWS


def split(area: Area) -> tuple[Area, Area]:
    """Return the areas of the display and, to its right, of the panel."""
    left = area.columns - COLUMNS
    pixel_width = area.pixel_width * left // area.columns if left > 0 else 0
    return Area(left, area.rows, pixel_width, area.pixel_height), Area(COLUMNS, area.rows, left=left)


class SplitRenderer:
    """Shows the display and, to its right, the panel."""

    def __init__(self, renderer: Renderer, panel: PanelRenderer) -> None:
        self._renderer, self._panel = renderer, panel
        self.erase = renderer.erase

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether both fit."""
        left, right = split(area)
        return left.columns >= COLUMNS and self._renderer.fits(screen, left) and has_room(right)

    def invalidate(self) -> None:
        """Write everything next time."""
        self._renderer.invalidate()
        self._panel.invalidate()

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Bring both up to date. If one of them clears the terminal, write the other one again."""
        display, panel = self._both(screen, now, area)
        if CLEAR in display + panel:
            self.invalidate()
            display, panel = self._both(screen, now, area)
        return display + panel.replace(CLEAR, "")

    def _both(self, screen: Screen, now: float, area: Area) -> tuple[str, str]:
        left, right = split(area)
        return self._renderer.draw(screen, now, left), self._panel.draw(screen, now, right)

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the display's pixel."""
        return self._renderer.pixel_at(column, row, screen, split(area)[0])
