"""The graphics plane: window, origin, graphics cursor, PLOT, and text in VDU 5."""

from collections.abc import Sequence
from functools import cache
from itertools import count

from retro.display.characters import Characters
from retro.display.framebuffer import Framebuffer
from retro.display.gcol import INVERT, STORE, PlotStyle, plot_style
from retro.display.modes import Mode
from retro.display.raster import Line, triangle

Point = tuple[int, int]

CELL = 8
SLOPES = 64  # the number of slopes from 0 to 1 in STRIDES
FRACTIONS = [(apart, rise) for apart in range(1, 8) for rise in range(apart + 1)]
# For each slope the fraction that is near it, rise / apart, with a small denominator: see `_store_line`.
STRIDES = [
    min(FRACTIONS, key=lambda near: abs(near[0] * (slope + 0.5) / SLOPES - near[1]) + near[0] / 70)
    for slope in range(SLOPES + 1)
]


def wrap(value: int) -> int:
    """Wrap a coordinate to 16 bits, two's complement."""
    return (value + 0x8000 & 0xFFFF) - 0x8000


class GraphicsPlane:
    """Graphics in pixels, y upwards from the bottom left.

    Attributes:
        left, bottom, right, top: the graphics window in pixels, inclusive.
        origin: in units.
        cursor: the graphics cursor in units, relative to the origin.
        point, last: the graphics cursor and the previous one, in pixels.
        ink, paper: the foreground and background of GCOL.
    """

    def __init__(self, mode: Mode, framebuffer: Framebuffer, characters: Characters) -> None:
        self._mode, self._framebuffer, self._characters = mode, framebuffer, characters
        self.origin = self.cursor = self.point = self.last = (0, 0)
        self.reset_window()
        self.default_colours()

    # colours

    def default_colours(self) -> None:
        """VDU 20: set white on black, both with action 0."""
        self.ink = self.paper = plot_style(STORE, 0, self._mode.colours)
        self.gcol(STORE, self._mode.foreground)

    def gcol(self, action: int, colour: int) -> None:
        """VDU 18 (GCOL): set the action (0–4 are documented) and the colour; from 128 on those of the background."""
        colours = self._mode.colours
        style = plot_style(action, colour % colours, colours)
        if colour < 128:
            self.ink = style
        else:
            self.paper = style
        self._styles = (None, self.ink, plot_style(INVERT, 0, colours), self.paper)

    # the window, the origin and the cursor

    @property
    def window(self) -> tuple[int, int, int, int]:
        """The graphics window: left, bottom, right, top in pixels."""
        return self.left, self.bottom, self.right, self.top

    def reset_window(self) -> None:
        """Set the graphics window to the whole screen."""
        self.left = self.bottom = 0
        self.right, self.top = self._mode.plane_width - 1, self._mode.plane_height - 1

    def set_window(self, left: int, bottom: int, right: int, top: int) -> None:
        """VDU 24: set the window, in units relative to the origin, unless it is reversed or outside the screen."""
        left, bottom = self.pixel(left, bottom)
        right, top = self.pixel(right, top)
        # The OS compares the right edge with the width of the text: more than the plane's in MODEs 3 and 6.
        if 0 <= left <= right < self._mode.width and 0 <= bottom <= top < self._mode.plane_height:
            self.left, self.bottom, self.right, self.top = left, bottom, right, top

    def set_origin(self, x: int, y: int) -> None:
        """VDU 29: set the origin. The cursor stays at its pixel, so its coordinates change."""
        self.origin = (x, y)
        self._update_cursor()

    def pixel(self, x: int, y: int) -> Point:
        """Return the pixel of a point in units relative to the origin, rounded down."""
        mode, (left, bottom) = self._mode, self.origin
        x, y = x + left + 0x8000 & 0xFFFF, y + bottom + 0x8000 & 0xFFFF
        return (x - 0x8000) // mode.unit_x, (y - 0x8000) // mode.unit_y

    def _update_cursor(self) -> None:
        x, y = self.point
        self.cursor = wrap(x * self._mode.unit_x - self.origin[0]), wrap(y * self._mode.unit_y - self.origin[1])

    def home(self) -> None:
        """VDU 30 in VDU 5: move to the top left pixel of the graphics window."""
        self._go(self.left, self.top)

    def reset(self) -> None:
        """VDU 26: reset window and origin, and move the cursor to the bottom left."""
        self.reset_window()
        self.origin = self.cursor = self.point = self.last = (0, 0)

    def _go(self, x: int, y: int) -> None:
        self.point = (x, y)
        self._update_cursor()

    # PLOT

    def plot(self, k: int, x: int, y: int) -> None:
        """VDU 25 (PLOT k,x,y): bits 0–1: move only, foreground, inverse, background; bit 2: absolute."""
        if not self._mode.graphics:
            return
        self.cursor = (x, y) if k & 4 else self.absolute(k, x, y)
        if draw := PLOTS.get(k >> 3):
            last, before = self.last, self.point
            self.last, self.point = before, self.pixel(*self.cursor)
            draw(self, k, self._styles[k & 3], last, before, self.point)
        elif k >> 5 == 3:  # of the codes that draw nothing only 96–127 move the cursor's pixel too
            self.point = self.pixel(*self.cursor)

    def absolute(self, k: int, x: int, y: int) -> Point:
        """Return the point of PLOT k,x,y, relative or absolute, in units relative to the origin."""
        return (x, y) if k & 4 else (wrap(x + self.cursor[0]), wrap(y + self.cursor[1]))

    def _line(self, k: int, style: PlotStyle | None, last: Point, before: Point, point: Point) -> None:
        if style is None:
            return
        line = Line(*before, *point)
        inside = self.visible(*before) and self.visible(*point)
        first, final = (0, line.major) if inside else line.steps_inside(self.window)
        if final >= first:
            self._walk(line, first, final, style, dotted=k & 16 != 0)
        if k & 8:
            # To omit the last point the OS plots it again, which only inverting removes.
            self._row(style, point[0], point[0], point[1])

    def _walk(self, line: Line, first: int, last: int, style: PlotStyle, dotted: bool) -> None:
        """Plot steps `first` to `last` of a line, one pixel each; only every second one of a dotted line."""
        width = self._framebuffer.width
        along, aside = (-width, line.sign) if line.steep else (1, -width * line.sign)
        x, y = line.start
        start = (self._framebuffer.height - 1 - y) * width + x
        if style.ink < 0 or dotted:
            major, minor = 2 * line.major, 2 * line.minor
            steps = range(first + (first & dotted), last + 1, 1 + dotted)
            offsets = [(step * minor + line.major - 1) // major if step else 0 for step in steps]
            self._plot_each([start + step * along + offset * aside for step, offset in zip(steps, offsets)], style)
        else:
            self._store_line(line, first, last, style.runs, start + first * along, along, aside)

    def _store_line(
        self, line: Line, first: int, last: int, runs: Sequence[bytes], start: int, along: int, aside: int
    ) -> None:
        """Store steps `first` to `last` of a solid line, with few slice assignments.

        Every second step of a line of slope ½ lies on one straight line in memory, and nearly so if the slope is about
        ½. So a line is stored as several interleaved lines, each with every `apart`-th step, and each of these as its
        straight runs: step k is (k·drift + error) DIV major jumps away from the straight line. start: the address of
        the first step; along, aside: to the next one along the longer and the shorter axis.
        """
        pixels, span = self._framebuffer.pixels, last - first
        half = line.major or 1  # a line without length is one step
        major, minor = 2 * half, 2 * line.minor
        apart, rise = STRIDES[SLOPES * minor // major]
        stride = apart * along + rise * aside
        distance = abs(stride)
        error = first * minor + half - 1
        drift = apart * minor - rise * major
        if drift < 0:  # away from the other side: -((-k·drift + major - 1 - error) DIV major)
            drift, minor, aside, error = -drift, -minor, -aside, major - 1 - error
        for step in range(min(apart, span + 1)):
            final = (span - step) // apart
            address, begin = start + error // major * aside, 0
            for way in range(major - 1 - error % major, final * drift, major):
                end = way // drift
                low = address + (begin if stride > 0 else end) * stride
                pixels[low : low + (end - begin) * distance + 1 : distance] = runs[end - begin]
                address, begin = address + aside, end + 1
            low = address + (begin if stride > 0 else final) * stride
            pixels[low : low + (final - begin) * distance + 1 : distance] = runs[final - begin]
            start, error = start + along, error + minor

    def _plot_each(self, addresses: Sequence[int], style: PlotStyle) -> None:
        pixels = self._framebuffer.pixels
        if style.ink >= 0:
            ink = style.ink
            for address in addresses:
                pixels[address] = ink
        else:
            tables = style.tables
            for address in addresses:
                pixels[address] = tables[address & 3][pixels[address]]

    def _point(self, k: int, style: PlotStyle | None, last: Point, before: Point, point: Point) -> None:
        x, y = point
        if style is not None:
            self._row(style, x, x, y)

    def _triangle(self, k: int, style: PlotStyle | None, last: Point, before: Point, point: Point) -> None:
        if style is None:
            return
        if style.ink >= 0 and all(self.left <= x <= self.right for x, _ in (last, before, point)):
            pixels, width, runs = self._framebuffer.pixels, self._framebuffer.width, style.runs
            addresses = (self._framebuffer.height - 1) * width, -width
            _, starts, ends = triangle(last, before, point, self.bottom, self.top, addresses)
            for address, end in zip(starts, ends):
                if address <= end:
                    pixels[address : end + 1] = runs[end - address]
                else:
                    pixels[end : address + 1] = runs[address - end]
            return
        row, starts, ends = triangle(last, before, point, self.bottom, self.top)
        for y, x, end in zip(count(row), starts, ends):
            self._row(style, min(x, end), max(x, end), y)

    def _row(self, style: PlotStyle, left: int, right: int, y: int) -> None:
        """Plot a horizontal run of pixels, clipped to the graphics window."""
        left, right = max(left, self.left), min(right, self.right)
        if left > right or not self.bottom <= y <= self.top:
            return
        start = (self._framebuffer.height - 1 - y) * self._framebuffer.width
        self._span(style, start + left, start + right + 1)

    def _span(self, style: PlotStyle, start: int, end: int) -> None:
        pixels = self._framebuffer.pixels
        if style.ink >= 0:
            pixels[start:end] = style.runs[end - start - 1]
        elif style.even:
            pixels[start:end] = bytes(pixels[start:end]).translate(style.tables[0])
        else:
            self._plot_each(range(start, end), style)

    def _fill_both_ways(self, k: int, style: PlotStyle | None, last: Point, before: Point, point: Point) -> None:
        """PLOT 72–79: fill left and right over the background colour."""
        x, y = point
        row = self._row_pixels(y) if self.visible(x, y) else b""
        if not row or row[x] != self.paper.colour:
            self._no_fill(point)
            return
        right = self._reach(row, range(x, self.right + 1), over_paper=True)
        self._fill_row(style, self._reach(row, range(x, self.left - 1, -1), over_paper=True), right, y)

    def _fill_right(self, k: int, style: PlotStyle | None, last: Point, before: Point, point: Point) -> None:
        """PLOT 88–95: fill right up to the background colour."""
        x, y = point
        if not self.visible(x, y):
            self._no_fill(point)
            return
        right = self._reach(self._row_pixels(y), range(x, self.right + 1), over_paper=False)
        self._fill_row(style, x, right, y)

    def _no_fill(self, point: Point) -> None:
        """Move to a point at which there is nothing to fill; the previous point becomes the one above it."""
        self.last = (point[0], point[1] + 1)
        self._go(*point)

    def _row_pixels(self, y: int) -> bytes:
        start = (self._framebuffer.height - 1 - y) * self._framebuffer.width
        return bytes(self._framebuffer.pixels[start : start + self._framebuffer.width])

    def _reach(self, row: bytes, columns: range, *, over_paper: bool) -> int:
        """Return the last column before the first one whose pixel is, or is not, of the background colour."""
        paper = self.paper.colour
        end = next((x for x in columns if (row[x] == paper) != over_paper), columns.stop)
        return end - columns.step

    def _fill_row(self, style: PlotStyle | None, left: int, right: int, y: int) -> None:
        if style is not None:
            self._row(style, left, right, y)
        self.last = (left, y)
        self._go(right, y)

    def visible(self, x: int, y: int) -> bool:
        """Return whether a pixel is inside the graphics window."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def colour_at(self, x: int, y: int) -> int:
        """POINT(x,y): return the logical colour there, -1 outside the graphics window; 0 in text MODEs."""
        px, py = self.pixel(x, y)
        if not self.visible(px, py):
            return -1
        if not self._mode.graphics:
            return 0
        return self._framebuffer.pixels[(self._framebuffer.height - 1 - py) * self._framebuffer.width + px]

    def clear(self) -> None:
        """VDU 16 (CLG): fill the graphics window with the background colour and its action."""
        if self._mode.graphics:
            self._fill_box(self.paper, self.left, self.bottom, self.right, self.top)
            if self._framebuffer.clears is not None:
                self._framebuffer.clears.append(self.window)

    def _fill_box(self, style: PlotStyle, left: int, bottom: int, right: int, top: int) -> None:
        left, right = max(left, self.left), min(right, self.right)
        width, height = self._framebuffer.width, self._framebuffer.height
        for y in range(max(bottom, self.bottom), min(top, self.top) + 1) if left <= right else ():
            start = (height - 1 - y) * width
            self._span(style, start + left, start + right + 1)

    # text at the graphics cursor

    def put(self, codes: bytes) -> None:
        """Print characters with their top left pixel at the graphics cursor, in the foreground's action."""
        for code in codes:
            x, y = self.point
            shape = self._characters.shape(code)
            if self.ink.ink >= 0 and self.visible(x, y) and self.visible(x + CELL - 1, y - CELL + 1):
                self._store(shape, x, y)
            else:
                for row, bits in enumerate(shape):
                    for left, right in runs(bits):
                        self._row(self.ink, x + left, x + right, y - row)
            self.forward()

    def _store(self, shape: bytes, x: int, y: int) -> None:
        """Draw a character that lies wholly inside the graphics window."""
        pixels, width, ink = self._framebuffer.pixels, self._framebuffer.width, self.ink.runs
        address = (self._framebuffer.height - 1 - y) * width + x
        for bits in shape:
            for left, right in runs(bits):
                pixels[address + left : address + right + 1] = ink[right - left]
            address += width

    def delete(self) -> None:
        """VDU 127: step back and store the background colour there, whatever its action."""
        self.back()
        x, y = self.point
        self._fill_box(plot_style(STORE, self.paper.colour, self._mode.colours), x, y - CELL + 1, x + CELL - 1, y)

    def back(self) -> None:
        """VDU 8: step left; from the left edge to the right edge, one line up. Outside the window it does not wrap."""
        x, y = self.point
        if x - CELL < self.left and self.visible(x, y):
            self._go(self.right - CELL + 1, y)
            self.up()
        else:
            self._go(x - CELL, y)

    def forward(self) -> None:
        """VDU 9: step right; from the right edge to the left edge, one line down."""
        x, y = self.point
        if x + CELL > self.right and self.visible(x, y):
            self._go(self.left, y)
            self.down()
        else:
            self._go(x + CELL, y)

    def down(self) -> None:
        """VDU 10 at the graphics cursor: step down; from the bottom to the top."""
        x, y = self.point
        wraps = y - CELL < self.bottom and self.visible(x, y)
        self._go(x, self.top if wraps else y - CELL)

    def up(self) -> None:
        """VDU 11 at the graphics cursor: step up; from the top to the bottom."""
        x, y = self.point
        wraps = y + CELL > self.top and self.visible(x, y)
        self._go(x, self.bottom + CELL - 1 if wraps else y + CELL)

    def start_of_line(self) -> None:
        """VDU 13 at the graphics cursor: move to the left edge of the window."""
        self._go(self.left, self.point[1])


@cache
def runs(bits: int) -> list[tuple[int, int]]:
    """Return the runs of set bits in a row of a character: first and last pixel, 0 the leftmost."""
    starts, ends = bits & ~(bits >> 1), bits & ~(bits << 1)
    columns = range(CELL)
    return list(zip((x for x in columns if starts & 0x80 >> x), (x for x in columns if ends & 0x80 >> x)))


PLOTS = {
    **dict.fromkeys(range(4), GraphicsPlane._line),
    8: GraphicsPlane._point,
    9: GraphicsPlane._fill_both_ways,
    10: GraphicsPlane._triangle,
    11: GraphicsPlane._fill_right,
}
