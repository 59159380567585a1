"""The speeds of the machine, and the Electron's time for each VDU code.

The figures are microseconds, measured on the ROMs (tests/model/timing.json). The bytes were sent from machine code, so
they exclude BASIC's own time.
"""

from __future__ import annotations

from collections.abc import Callable

from retro.display.graphics_plane import CELL
from retro.display.modes import Mode
from retro.display.raster import Line, triangle
from retro.display.screen import Screen
from retro.display.vdu import VDU, number

MICROSECOND = 1e-6
SPEEDS = ("authentic", "normal", "fast")
FAST_FACTOR = 8

PLOT = 25
LINES, TRIANGLE = 4, 10  # PLOT codes DIV 8


class Costs:
    """The costs of one MODE, in microseconds.

    Attributes:
        byte: a code without an effect, or a parameter.
        character: a character in the text plane.
        drawn: a character with all 64 pixels in VDU 5; blank: one without pixels.
        dot, hidden: each pixel of a character in VDU 5, inside the graphics window and outside.
        plot: a PLOT of one point.
        across, up: each pixel of a flat line, and of a steep one.
        row: each row of a triangle, besides its pixels.
        filled, cleared: each pixel of a triangle, and of CLG.
        cls, mode: a CLS of the whole screen, and a change of MODE.
        scroll: a line feed that scrolls the whole screen.
        moved: each cell of a text window that scrolls.
        tab, define, palette: VDU 31, 23 and 19 with their parameters.
    """

    def __init__(self, mode: Mode, figures: tuple[float, ...]) -> None:
        """Compute how long drawing takes in a MODE from its row of measured times."""
        self.byte, self.character, self.drawn, self.plot, half_screen, self.cls, clg, self.scroll = figures[:8]
        window_scroll, self.mode, self.tab, self.define, self.palette, line_across, line_up = figures[8:]
        area = mode.width * 256
        self.blank = BLANK * self.drawn
        self.dot = (self.drawn - self.blank) / PIXELS
        self.hidden = HIDDEN * self.dot
        self.row = TRIANGLE_ROWS.get(mode.number, TRIANGLE_ROWS[SAME_AS_MODE_7])
        # A line was measured with the PLOT that moves to its start, a triangle with two.
        self.across = (line_across - 2 * self.plot) / (1000 / mode.unit_x)
        self.up = (line_up - 2 * self.plot) / (1000 / mode.unit_y)
        self.filled = (half_screen - 3 * self.plot - 256 * self.row) / (area / 2)
        self.cleared = clg / area
        self.moved = window_scroll / (mode.columns * mode.rows)


# byte, character, in VDU 5, point, triangle of half the screen, CLS, CLG, scroll, scroll of a window,
# mode change, VDU 31, 23, 19, a line of 1000 units across, one upwards.
MEASURED_TIMES: dict[int, tuple[float, ...]] = {
    0: (658.1, 1105.1, 36858, 4930.5, 1014125, 263642, 1548045, 18443, 118523, 266287, 2238, 6115, 3837, 89489, 49264),
    1: (794.3, 1774.1, 37782, 5839.4, 975230, 263867, 1518656, 16373, 224621, 271771, 2648, 7520, 4659, 53518, 51051),
    2: (1091.8, 3576.4, 38536, 7585.4, 967503, 265698, 1512269, 15661, 442048, 276491, 3504, 10357, 6370, 38028, 54833),
    3: (498.4, 848.5, 0, 0, 0, 158829, 0, 14811, 89753, 163311, 1711, 4714, 2925, 0, 0),
    4: (317.6, 535.5, 18217, 2408.2, 348562, 62618, 490605, 4988, 58556, 65226, 1079, 2950, 1842, 24223, 23722),
    5: (382.6, 873.1, 18501, 2821.8, 336112, 62681, 475468, 4511, 107533, 65613, 1273, 3599, 2224, 15923, 24554),
    6: (317.7, 535.5, 0, 0, 0, 50197, 0, 5267, 58545, 52507, 1077, 2949, 1841, 0, 0),
}
# Fitted to the triangles of tests/model/vdu-curated.jsonl.
TRIANGLE_ROWS: dict[int, float] = {0: 1460, 1: 1290, 2: 1210, 3: 0, 4: 697, 5: 610, 6: 0}
# Fitted to the characters in VDU 5 of that file and timing.json: shares of one with all its pixels, and of a pixel.
BLANK, HIDDEN, PIXELS = 0.112, 0.7, 64
# How much longer the processor works while the screen is drawn from the same memory (tests/model/timing.json, BASIC).
CONTENTION = {0: 2.08, 1: 2.08, 2: 2.08, 3: 1.68}
SAME_AS_MODE_7 = 1  # the MODE with the same colours and columns as this machine's own


class TimedVDU(VDU):
    """A VDU driver that calls `spend` with the seconds that each code takes on the Electron."""

    has_shortcuts = False

    def __init__(self, screen: Screen, bell: Callable[[], None], spend: Callable[[float], None]) -> None:
        super().__init__(screen, bell)
        self._spend = spend

    @property
    def _costs(self) -> Costs:
        mode = self.screen.mode
        return Costs(mode, MEASURED_TIMES.get(mode.number, MEASURED_TIMES[SAME_AS_MODE_7]))

    def _put(self, codes: bytes) -> None:
        costs = self._costs
        for code in codes:
            if self.screen.at_graphics:
                cost = self._drawing(costs, code)
            else:
                plane = self.screen.text_plane
                scrolls = plane.column == plane.right and plane.row == plane.bottom
                cost = costs.character + (self._scrolling(costs) if scrolls else 0.0)
            super()._put(bytes((code,)))
            self._charge(cost)

    def _execute(self, code: int, parameters: bytes) -> None:
        cost = (plain if self.disabled else COSTS.get(code, plain))(self, self._costs, parameters)
        super()._execute(code, parameters)
        self._charge(cost)

    def _charge(self, cost: float) -> None:
        self.screen.changed()
        self._spend(cost * MICROSECOND)

    def _scrolling(self, costs: Costs) -> float:
        plane = self.screen.text_plane
        if not self.windowed:
            return costs.scroll - costs.byte
        return costs.moved * (plane.right - plane.left + 1) * (plane.bottom - plane.top + 1) - costs.byte

    def _drawing(self, costs: Costs, code: int) -> float:
        """Return the time that a character in VDU 5 takes, by its pixels."""
        plane = self.screen.graphics_plane
        left, top = plane.point
        pixels = [
            (left + column, top - row)
            for row, bits in enumerate(self.screen.characters.shape(code))
            for column in range(CELL)
            if bits << column & 0x80
        ]
        inside = sum(plane.visible(x, y) for x, y in pixels)
        return costs.blank + costs.dot * inside + costs.hidden * (len(pixels) - inside)

    # the cost of a code

    def line_feed(self, costs: Costs, parameters: bytes) -> float:
        """Return the time that VDU 10 takes: more in the window's last row."""
        plane = self.screen.text_plane
        scrolls = plane.row == plane.bottom and not self.screen.at_graphics
        return costs.byte + (self._scrolling(costs) if scrolls else 0.0)

    def clearing(self, costs: Costs, parameters: bytes) -> float:
        """Return the time that VDU 12 takes, by the size of the window."""
        if self.screen.at_graphics:
            return self.clearing_graphics(costs, parameters)
        if not self.windowed:
            return costs.cls * self.screen.mode.height / (200 if self.screen.mode.number in (3, 6) else 256)
        return costs.byte + self._scrolling(costs)

    def clearing_graphics(self, costs: Costs, parameters: bytes) -> float:
        """Return the time that VDU 16 takes, by the size of the window."""
        left, bottom, right, top = self.screen.graphics_plane.window
        return costs.byte + costs.cleared * (right - left + 1) * (top - bottom + 1)

    def plotting(self, costs: Costs, parameters: bytes) -> float:
        """Return the time that VDU 25 takes, by the number of pixels visited."""
        plane, k = self.screen.graphics_plane, parameters[0]
        point = plane.pixel(*plane.absolute(k, number(*parameters[1:3]), number(*parameters[3:5])))
        if k & 3 == 0:
            return costs.plot
        if k >> 3 < LINES:
            line = Line(*plane.point, *point)
            first, last = line.steps_inside(plane.window)
            return costs.plot + max(0, last - first + 1) * (costs.up if line.steep else costs.across)
        if k >> 3 == TRIANGLE:
            _, starts, ends = triangle(plane.last, plane.point, point, plane.bottom, plane.top)
            spans = [min(max(x, end), plane.right) - max(min(x, end), plane.left) + 1 for x, end in zip(starts, ends)]
            return costs.plot + costs.row * len(spans) + costs.filled * sum(span for span in spans if span > 0)
        return costs.plot


class PacedVDU(TimedVDU):
    """A VDU driver that calls `spend` only for drawing: characters in VDU 5, and PLOT. Text takes no time."""

    def _put(self, codes: bytes) -> None:
        if self.screen.at_graphics:
            super()._put(codes)
        else:
            VDU._put(self, codes)

    def _execute(self, code: int, parameters: bytes) -> None:
        if code == PLOT:
            super()._execute(code, parameters)
        else:
            VDU._execute(self, code, parameters)


def plain(vdu: TimedVDU, costs: Costs, parameters: bytes) -> float:
    """Return the cost of a VDU code and its parameters as bytes without an effect."""
    return costs.byte * (1 + len(parameters))


def fixed(name: str) -> Callable[[TimedVDU, Costs, bytes], float]:
    """Return the function for the time of a VDU code that is the attribute `name` of `Costs`."""
    return lambda vdu, costs, parameters: float(getattr(costs, name))


COSTS: dict[int, Callable[[TimedVDU, Costs, bytes], float]] = {
    10: TimedVDU.line_feed,
    12: TimedVDU.clearing,
    16: TimedVDU.clearing_graphics,
    19: fixed("palette"),
    22: lambda vdu, costs, parameters: MEASURED_TIMES.get(parameters[0] & 7, MEASURED_TIMES[SAME_AS_MODE_7])[9],
    23: fixed("define"),
    PLOT: TimedVDU.plotting,
    31: fixed("tab"),
    127: lambda vdu, costs, parameters: costs.drawn if vdu.screen.at_graphics else costs.byte,  # VDU 5 draws a block
}
