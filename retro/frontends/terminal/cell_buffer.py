"""The contents of the terminal's cells, and the shortest output that updates them."""

from collections.abc import Sequence

from retro.frontends.terminal.blocks import Cell
from retro.frontends.terminal.colours import DEFAULT_STYLE, RGB, Style, StyleSheet, sgr_change, style_after

StyledGlyph = tuple[str, Style]


REWRITE_LIMIT = 4  # cells: rewriting up to this many is shorter than a cursor movement
MAX_CACHED = 20000  # styled glyphs
MAX_PALETTES = 4  # palettes to keep styled glyphs for; a flashing picture alternates between two


class CellBuffer:
    """The terminal's cells as they were last written.

    Rows are compared by identity first: an unchanged list object is an unchanged row.
    """

    def __init__(self, style_sheet: StyleSheet) -> None:
        self._style_sheet = style_sheet
        self._sgr_cache: dict[tuple[Style, Style], str] = {}
        self._palette: tuple[RGB, ...] = ()
        self._styled = _StyledCells(style_sheet, self._palette)
        self._styled_by_palette: dict[tuple[RGB, ...], _StyledCells] = {}
        self.invalidate()

    def invalidate(self) -> None:
        """Write every cell at the next `draw`, as the terminal's contents are unknown."""
        self._origin: tuple[int, int] | None = None
        self._rows: list[Sequence[Cell]] = []
        self._written: list[list[StyledGlyph]] = []
        self._colours_used: list[set[int]] = []

    def draw(self, rows: Sequence[Sequence[Cell]], palette: Sequence[RGB], ground: int, origin: tuple[int, int]) -> str:
        """Return the output that makes the terminal show these rows.

        ground: the logical colour of most of the picture. origin: column and row of the first cell, from 0.
        """
        output: list[str] = []
        if origin != self._origin or len(rows) != len(self._rows) or len(rows[0]) != len(self._rows[0]):
            self.invalidate()
            self._origin = origin
            self._rows, self._written, self._colours_used = [()] * len(rows), [[]] * len(rows), [set()] * len(rows)
            output.append(self._style_sheet.clear)
        changed = self._changed_colours(palette, ground)
        self._style, self._cursor = DEFAULT_STYLE, (-1, -1)
        for number, row in enumerate(rows):
            if row is not self._rows[number] or not changed.isdisjoint(self._colours_used[number]):
                self._draw_row(number, row, output)
        if self._style != DEFAULT_STYLE:
            output.append("\x1b[0m")
        return "".join(output)

    def _changed_colours(self, palette: Sequence[RGB], ground: int) -> set[int]:
        """Return the logical colours that have changed; all if the ground has, as attributes depend on it."""
        before, self._palette = self._palette, (*palette, palette[ground])
        if before == self._palette:
            return set()
        if len(self._styled_by_palette) > MAX_PALETTES or len(self._styled) > MAX_CACHED:
            self._styled_by_palette.clear()
        fresh = _StyledCells(self._style_sheet, self._palette)
        self._styled = self._styled_by_palette.setdefault(self._palette, fresh)
        if len(before) != len(self._palette) or before[-1] != self._palette[-1]:
            return set(range(len(palette)))
        return {colour for colour, rgb in enumerate(palette) if rgb != before[colour]}

    def _draw_row(self, number: int, row: Sequence[Cell], output: list[str]) -> None:
        new = list(map(self._styled.__getitem__, row))
        old = self._written[number]
        for column, styled in enumerate(new):
            if styled[0] and (not old or (styled is not old[column] and styled != old[column])):
                self._move_to(column, number, new, output)
                glyph, style = styled
                output += (self._sgr(style), glyph)
                self._style = style_after(self._style, style)
                self._cursor = column + 1, number
        if row is not self._rows[number]:
            _, inks, papers, _ = zip(*row)
            self._colours_used[number] = {*inks, *papers}
        self._rows[number], self._written[number] = row, new

    def _move_to(self, column: int, number: int, row: list[StyledGlyph], output: list[str]) -> None:
        """Move to a cell: rewrite the few cells before it if they have the current style, else move the cursor."""
        at, cursor_row = self._cursor
        near = cursor_row == number and column - at <= REWRITE_LIMIT
        if near and not any(self._sgr(style) for _, style in row[at:column]):
            output += [glyph for glyph, _ in row[at:column]]
        else:
            left, top = self._origin or (0, 0)
            output.append(f"\x1b[{top + number + 1};{left + column + 1}H")

    def _sgr(self, style: Style) -> str:
        pair = self._style, style
        if pair not in self._sgr_cache:
            self._sgr_cache[pair] = sgr_change(*pair)
        return self._sgr_cache[pair]


class _StyledCells(dict["Cell", "StyledGlyph"]):
    """Cells of the terminal with their styles, for one palette; its last entry is the picture's main colour."""

    def __init__(self, style_sheet: StyleSheet, palette: tuple[RGB, ...]) -> None:
        super().__init__()
        self._style_sheet, self._palette = style_sheet, palette

    def __missing__(self, cell: Cell) -> StyledGlyph:
        glyph, ink, paper, underlined = cell
        glyph = glyph if glyph.isprintable() else "?"  # texts of programs may hold sequences for the terminal
        palette = self._palette
        styled = self[cell] = self._style_sheet.styled(glyph, palette[ink], palette[paper], underlined, palette[-1])
        return styled
