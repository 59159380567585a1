"""What stands in the terminal's cells, and how to bring it up to date with few bytes."""

from __future__ import annotations

from retro.frontends.terminal.colours import PLAIN_PEN, after, turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.frontends.terminal.blocks import Cell
    from retro.frontends.terminal.colours import Colours, Light, Pen

    Look = tuple[str, Pen]

CLEAR = "\x1b[0m\x1b[2J"
NEAR = 4  # cells
MOST = 20000  # looks to keep
FLASHES = 4  # sets of colours to keep looks for


class Sheet:
    """The cells as they were last written.

    Rows are compared by identity first: a row that is the same list as before is not looked at.
    """

    def __init__(self, colours: Colours) -> None:
        self._colours = colours
        self._turns: dict[tuple[Pen, Pen], str] = {}
        self._lights: tuple[Light, ...] = ()
        self._looks = _Looks(colours, self._lights)
        self._kept: dict[tuple[Light, ...], _Looks] = {}
        self.forget()

    def forget(self) -> None:
        """The terminal may show anything now: the next time everything is written."""
        self._place: tuple[int, int] | None = None
        self._rows: list[Sequence[Cell]] = []
        self._shown: list[list[Look]] = []
        self._used: list[set[int]] = []

    def draw(self, rows: Sequence[Sequence[Cell]], lights: Sequence[Light], ground: int, place: tuple[int, int]) -> str:
        """Bring the terminal to show these rows, the first cell at this place (column, row from 0).

        lights: what each logical colour looks like. ground: the logical colour of most of the picture.
        """
        written = []
        if place != self._place or len(rows) != len(self._rows) or len(rows[0]) != len(self._rows[0]):
            self.forget()
            self._place = place
            self._rows, self._shown, self._used = [()] * len(rows), [[]] * len(rows), [set()] * len(rows)
            written.append(CLEAR)
        changed = self._changed(lights, ground)
        self._pen, self._at = PLAIN_PEN, (-1, -1)
        for number, row in enumerate(rows):
            if row is not self._rows[number] or not changed.isdisjoint(self._used[number]):
                self._line(number, row, written)
        if self._pen != PLAIN_PEN:
            written.append("\x1b[0m")
        return "".join(written)

    def _changed(self, lights: Sequence[Light], ground: int) -> set[int]:
        """The logical colours that look different from before. Without colours all do, when the ground does."""
        before, self._lights = self._lights, (*lights, lights[ground])
        if before == self._lights:
            return set()
        if len(self._kept) > FLASHES or len(self._looks) > MOST:
            self._kept.clear()
        self._looks = self._kept.setdefault(self._lights, _Looks(self._colours, self._lights))
        if len(before) != len(self._lights) or before[-1] != self._lights[-1]:
            return set(range(len(lights)))
        return {colour for colour, light in enumerate(lights) if light != before[colour]}

    def _line(self, number: int, row: Sequence[Cell], written: list[str]) -> None:
        new = list(map(self._looks.__getitem__, row))
        old = self._shown[number]
        for column, look in enumerate(new):
            if not old or (look is not old[column] and look != old[column]):
                self._go(column, number, new, written)
                self._write(look, written)
        if row is not self._rows[number]:
            _, inks, papers, _ = zip(*row)
            self._used[number] = {*inks, *papers}
        self._rows[number], self._shown[number] = row, new

    def _go(self, column: int, number: int, looks: list[Look], written: list[str]) -> None:
        """Move to a cell: over a few that are written again, if that needs no other pen, is shorter than a sequence."""
        at, line = self._at
        if line == number and column - at <= NEAR and not any(self._turn(pen) for _, pen in looks[at:column]):
            written += [glyph for glyph, _ in looks[at:column]]
        else:
            left, top = self._place or (0, 0)
            written.append(f"\x1b[{top + number + 1};{left + column + 1}H")
        self._at = column, number

    def _write(self, look: Look, written: list[str]) -> None:
        glyph, pen = look
        written += (self._turn(pen), glyph)
        self._pen = after(self._pen, pen)
        self._at = self._at[0] + 1, self._at[1]

    def _turn(self, pen: Pen) -> str:
        pair = self._pen, pen
        if pair not in self._turns:
            self._turns[pair] = turn(*pair)
        return self._turns[pair]


class _Looks(dict["Cell", "Look"]):
    """What a cell looks like while the logical colours, and last the ground, look like this."""

    def __init__(self, colours: Colours, lights: tuple[Light, ...]) -> None:
        super().__init__()
        self._colours, self._lights = colours, lights

    def __missing__(self, cell: Cell) -> Look:
        glyph, ink, paper, underlined = cell
        lights = self._lights
        made = self[cell] = self._colours.look(glyph, lights[ink], lights[paper], underlined, lights[-1])
        return made
