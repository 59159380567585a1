"""Shows the side screen in the terminal: around the display if both fit, else instead of the display."""

from collections.abc import Sequence

from retro.display.screen import Screen
from retro.frontends.side_screen import Row, SideScreen
from retro.frontends.terminal.blocks import COVERED, Cell
from retro.frontends.terminal.colours import StyleSheet
from retro.frontends.terminal.layout import COLUMNS
from retro.frontends.terminal.renderers import CellRenderer, Renderer, palette_of
from retro.frontends.terminal.tty import Area

FEWEST_ROWS = 20
BOTH = COLUMNS + COLUMNS // 2  # columns for the side screen and a display with narrow letters


def with_side_screen(
    renderers: Sequence[Renderer], side_screen: SideScreen, picture: Renderer, style_sheet: StyleSheet
) -> list[Renderer]:
    """Return renderers that show display and side screen, then those that show one of the two, by preference.

    picture: the renderer of the screen that the owner shows in place of the panel.
    """
    panel = PanelRenderer(side_screen, picture, style_sheet)
    return [*(SplitRenderer(renderer, panel, style_sheet.clear) for renderer in renderers), panel, *renderers]


def report_size(side_screen: SideScreen, area: Area, screen: Screen) -> None:
    """Report to the side screen's owner how much of it fits, and where the display is shown as text."""
    wide, high = covered_by_display(area, screen)
    size = area.columns, area.rows, (wide, high)
    if size != (side_screen.columns, side_screen.rows, side_screen.covered):
        side_screen.columns, side_screen.rows, side_screen.covered = size
        side_screen.both_visible = wide > 0
        side_screen.on_resize()


def covered_by_display(area: Area, screen: Screen) -> tuple[int, int]:
    """Return the columns and rows that the display covers if the side screen has enough left; else 0, 0."""
    fitting = [wide for wide in (COLUMNS, COLUMNS // 2) if screen.mode.columns <= wide <= area.columns - COLUMNS]
    high = min(screen.mode.rows, area.rows)
    return (fitting[0], high) if fitting and area.columns >= BOTH and area.rows >= FEWEST_ROWS else (0, 0)


class PanelRenderer(CellRenderer):
    """Shows the side screen, or the screen in place of it, as text; the display may cover its top left."""

    def __init__(self, side_screen: SideScreen, picture: Renderer, style_sheet: StyleSheet) -> None:
        super().__init__(style_sheet)
        self._side_screen, self._picture = side_screen, picture
        self._shown: Screen = side_screen.screen
        self._rows: list[tuple[Row, int]] = []  # each with the columns that the display covers
        self._cells: list[list[Cell]] = []

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether the panel is in front, no page is open over the display, and most of the panel fits."""
        page_is_open = screen.layer is not None and screen.layer.dims
        has_room = area.columns >= COLUMNS and area.rows >= FEWEST_ROWS
        return self._side_screen.in_front and not page_is_open and has_room

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the output for the cells that have changed, where the display is not shown."""
        return self.draw_around((0, 0), now, area)

    def draw_around(self, covered: tuple[int, int], now: float, area: Area) -> str:
        """Return the output for the changed cells outside the covered area (columns, rows) at the top left."""
        wide, high = covered
        if self._shown is not self._side_screen.shown:
            self._shown = self._side_screen.shown
            self.invalidate()
        if self._shown is not self._side_screen.screen:
            return self._picture.draw(self._shown, now, area._replace(columns=area.columns - wide, left=wide))
        text = self._side_screen.text[: area.rows]
        rows = [(row, wide if index < high else 0) for index, row in enumerate(text)]
        if not rows:
            return ""
        before = dict(enumerate(zip(self._rows, self._cells)))
        blanks = [(" ", 0, 0, False)] * area.columns
        self._cells = []
        for index, (row, hidden) in enumerate(rows):
            old = before.get(index)
            if old and old[0] == (row, hidden) and len(old[1]) == area.columns:
                self._cells.append(old[1])
            else:
                cells = [(letter, ink, paper, False) for text, (ink, paper) in row for letter in text]
                self._cells.append([*[COVERED] * hidden, *cells[hidden:], *blanks][: area.columns])
        self._rows = rows
        return self._buffer.draw(self._cells, palette_of(self._side_screen.screen, now), 0, (0, 0))

    def invalidate(self) -> None:
        """Write everything at the next `draw`, as the terminal's contents are unknown."""
        super().invalidate()
        self._picture.invalidate()


class SplitRenderer(Renderer):
    """Shows the display, and around it the side screen."""

    def __init__(self, renderer: Renderer, panel: PanelRenderer, clear: str) -> None:
        self._renderer, self._panel, self._clear = renderer, panel, clear
        self.erase = renderer.erase

    def _display(self, screen: Screen, area: Area) -> Area:
        """Return the area of the terminal that the display takes."""
        wide, high = covered_by_display(area, screen)
        return Area(wide, high, area.pixel_width * wide // area.columns, area.pixel_height * high // area.rows)

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether display and side screen both fit into the terminal."""
        display = self._display(screen, area)
        return display.columns > 0 and self._renderer.fits(screen, display)

    def invalidate(self) -> None:
        """Write everything at the next `draw`, as the terminal's contents are unknown."""
        self._renderer.invalidate()
        self._panel.invalidate()

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the output that updates display and side screen; both are written if one clears the terminal."""
        output = self._drawn(screen, now, area)
        if self._clear in output:
            self.invalidate()
            output = self._clear + self._drawn(screen, now, area).replace(self._clear, "")
        return output

    def _drawn(self, screen: Screen, now: float, area: Area) -> str:
        display = self._display(screen, area)  # not `covered`: its owner learns of a new size later
        picture = self._renderer.draw(screen, now, display) if display.columns else ""
        return picture + self._panel.draw_around(display[:2], now, area)

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the display's pixel at a character of the terminal."""
        return self._renderer.pixel_at(column, row, screen, self._display(screen, area))
