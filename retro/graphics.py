"""The graphics plane: window, origin, cursor, PLOT, and text at the graphics cursor (VDU 5)."""

from __future__ import annotations

from retro.pen import INVERT, STORE, Pen
from retro.raster import Line, triangle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.canvas import Canvas
    from retro.characters import Characters
    from retro.modes import Mode

Point = tuple[int, int]

CELL = 8


def wrap(value: int) -> int:
    """A coordinate as the OS keeps it: 16 bits, two's complement."""
    return (value + 0x8000 & 0xFFFF) - 0x8000


class GraphicsPlane:
    """Graphics in pixels, y upwards from the bottom left.

    left, bottom, right, top: the graphics window in pixels, inclusive. origin: in units.
    cursor: the graphics cursor in units, relative to the origin. point, last: the cursor and the one before, in pixels.
    """

    def __init__(self, mode: Mode, canvas: Canvas, characters: Characters) -> None:
        self._mode = mode
        self._canvas = canvas
        self._characters = characters
        self.origin: Point = (0, 0)
        self.cursor: Point = (0, 0)
        self.point: Point = (0, 0)
        self.last: Point = (0, 0)
        self.reset_window()
        self.default_colours()

    # colours

    def default_colours(self) -> None:
        """White on black, both with action 0: the graphics part of VDU 20."""
        self.ink = self.paper = Pen(STORE, 0, self._mode.colours)
        self.gcol(STORE, self._mode.foreground)

    def gcol(self, action: int, colour: int) -> None:
        """VDU 18 (GCOL): the action (0–4 documented) and colour, 128 up: the background's."""
        colours = self._mode.colours
        pen = Pen(action, colour % colours, colours)
        if colour < 128:
            self.ink = pen
        else:
            self.paper = pen
        self._pens = (None, self.ink, Pen(INVERT, 0, colours), self.paper)

    # the window, the origin and the cursor

    @property
    def window(self) -> tuple[int, int, int, int]:
        """The graphics window: left, bottom, right, top in pixels."""
        return self.left, self.bottom, self.right, self.top

    def reset_window(self) -> None:
        """The whole screen."""
        self.left = self.bottom = 0
        self.right, self.top = self._mode.plane_width - 1, self._mode.plane_height - 1

    def set_window(self, left: int, bottom: int, right: int, top: int) -> None:
        """VDU 24, in units relative to the origin; refused unless inside the screen and not reversed."""
        left, bottom = self.pixel(left, bottom)
        right, top = self.pixel(right, top)
        if 0 <= left <= right < self._mode.plane_width and 0 <= bottom <= top < self._mode.plane_height:
            self.left, self.bottom, self.right, self.top = left, bottom, right, top

    def set_origin(self, x: int, y: int) -> None:
        """VDU 29: the cursor stays on its pixel, so its coordinates change."""
        self.origin = (x, y)
        self._externalise()

    def pixel(self, x: int, y: int) -> Point:
        """The pixel of a point in units relative to the origin: rounded down."""
        return wrap(x + self.origin[0]) // self._mode.unit_x, wrap(y + self.origin[1]) // self._mode.unit_y

    def _externalise(self) -> None:
        x, y = self.point
        self.cursor = (
            wrap(x * self._mode.unit_x - self.origin[0]),
            wrap(y * self._mode.unit_y - self.origin[1]),
        )

    def home(self) -> None:
        """The top left pixel of the graphics window (VDU 30 in VDU 5)."""
        self._go(self.left, self.top)

    def reset(self) -> None:
        """VDU 26: no windows, no origin, the cursor at the bottom left."""
        self.reset_window()
        self.origin = self.cursor = self.point = self.last = (0, 0)

    def _go(self, x: int, y: int) -> None:
        self.point = (x, y)
        self._externalise()

    # PLOT

    def plot(self, k: int, x: int, y: int) -> None:
        """VDU 25 (PLOT k,x,y): bits 0–1 choose nothing, foreground, inverse, background; bit 2: absolute."""
        if not self._mode.graphics:
            return
        self.cursor = self.absolute(k, x, y)
        draw = PLOTS.get(k >> 3)
        if draw is None:
            self._unknown(k)
        else:
            before, self.point, last, self.last = self.point, self.pixel(*self.cursor), self.last, self.point
            draw(self, k, self._pens[k & 3], last, before, self.point)

    def absolute(self, k: int, x: int, y: int) -> Point:
        """The point that PLOT k,x,y means, in units relative to the origin."""
        return (x, y) if k & 4 else (wrap(x + self.cursor[0]), wrap(y + self.cursor[1]))

    def _unknown(self, k: int) -> None:
        """A code that draws nothing: of these, 96–127 move the pixel cursor too."""
        if k >> 5 == 3:
            self.point = self.pixel(*self.cursor)

    def _line(self, k: int, pen: Pen | None, last: Point, before: Point, point: Point) -> None:
        if pen is None:
            return
        line = Line(*before, *point)
        first, final = line.steps_inside(self.window)
        if final >= first:
            self._walk(line, first, final, pen, dotted=bool(k & 16))
        if k & 8:
            # To leave out the last point the OS plots it again: only inverting takes it away.
            self._row(pen, point[0], point[0], point[1])

    def _walk(self, line: Line, first: int, last: int, pen: Pen, dotted: bool) -> None:
        width = self._canvas.width
        major, minor = 2 * line.major, 2 * line.minor
        error = first * minor + line.major - 1
        offset, error = divmod(error, major) if major else (0, 0)
        x, y = line.start
        x, y = (x + line.sign * offset, y + first) if line.steep else (x + first, y + line.sign * offset)
        address = (self._canvas.height - 1 - y) * width + x
        along, aside = (-width, line.sign) if line.steep else (1, -width * line.sign)
        steps = []
        for _ in range(last - first + 1):
            steps.append(address)
            address += along
            error += minor
            if error >= major:
                error -= major
                address += aside
        self._touch(steps[first & 1 :: 2] if dotted else steps, pen)

    def _touch(self, addresses: Sequence[int], pen: Pen) -> None:
        pixels = self._canvas.pixels
        if pen.ink >= 0:
            ink = pen.ink
            for address in addresses:
                pixels[address] = ink
        else:
            tables = pen.tables
            for address in addresses:
                pixels[address] = tables[address & 3][pixels[address]]

    def _point(self, k: int, pen: Pen | None, last: Point, before: Point, point: Point) -> None:
        x, y = point
        if pen is not None:
            self._row(pen, x, x, y)

    def _triangle(self, k: int, pen: Pen | None, last: Point, before: Point, point: Point) -> None:
        if pen is None:
            return
        row, starts, ends = triangle(last, before, point, self.bottom, self.top)
        self._fill(pen, row, starts, ends)

    def _fill(self, pen: Pen, row: int, starts: list[int], ends: list[int]) -> None:
        """Rows of pixels from `row` upwards, each from one x to another, clipped to the left and right."""
        pixels, width = self._canvas.pixels, self._canvas.width
        left, right, run = self.left, self.right, pen.run
        base = (self._canvas.height - 1 - row) * width
        for x, end in zip(starts, ends):
            if x > end:
                x, end = end, x
            if x < left:
                x = left
            if end > right:
                end = right
            if x <= end:
                if pen.ink >= 0:
                    pixels[base + x : base + end + 1] = run[: end - x + 1]
                else:
                    self._span(pen, base + x, base + end + 1)
            base -= width

    def _row(self, pen: Pen, left: int, right: int, y: int) -> None:
        """Part of one row of pixels, clipped to the graphics window."""
        left, right = max(left, self.left), min(right, self.right)
        if left > right or not self.bottom <= y <= self.top:
            return
        start = (self._canvas.height - 1 - y) * self._canvas.width
        self._span(pen, start + left, start + right + 1)

    def _span(self, pen: Pen, start: int, end: int) -> None:
        pixels = self._canvas.pixels
        if pen.ink >= 0:
            pixels[start:end] = pen.run[: end - start]
        elif pen.even:
            pixels[start:end] = bytes(pixels[start:end]).translate(pen.tables[0])
        else:
            self._touch(range(start, end), pen)

    def _sideways(self, k: int, pen: Pen | None, last: Point, before: Point, point: Point) -> None:
        """PLOT 72–79: fill left and right as far as there is background."""
        x, y = point
        row = self._row_pixels(y) if self.visible(x, y) else b""
        paper = self.paper.colour
        if not row or row[x] != paper:
            self._no_fill(point)
            return
        right = self._reach(row, x, self.right, 1, paper)
        left = self._reach(row, x - 1, self.left, -1, paper)
        if pen is not None:
            self._row(pen, left, right, y)
        self._stretch(left, right, y)

    def _to_right(self, k: int, pen: Pen | None, last: Point, before: Point, point: Point) -> None:
        """PLOT 88–95: fill right until there is background."""
        x, y = point
        if not self.visible(x, y):
            self._no_fill(point)
            return
        row = self._row_pixels(y)
        paper = self.paper.colour
        right = x - 1
        while right < self.right and row[right + 1] != paper:
            right += 1
        if pen is not None:
            self._row(pen, x, right, y)
        self._stretch(x, right, y)

    def _no_fill(self, point: Point) -> None:
        """A line fill that has nowhere to begin leaves the cursor there and the one before just above."""
        self.last = (point[0], point[1] + 1)
        self._go(*point)

    def _row_pixels(self, y: int) -> bytes:
        start = (self._canvas.height - 1 - y) * self._canvas.width
        return bytes(self._canvas.pixels[start : start + self._canvas.width])

    @staticmethod
    def _reach(row: bytes, x: int, limit: int, step: int, paper: int) -> int:
        while x * step <= limit * step and row[x] == paper:
            x += step
        return x - step

    def _stretch(self, left: int, right: int, y: int) -> None:
        self.last = (left, y)
        self._go(right, y)

    def visible(self, x: int, y: int) -> bool:
        """Is this pixel inside the graphics window?"""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def colour_at(self, x: int, y: int) -> int:
        """POINT(x,y): the logical colour there, -1 outside the graphics window."""
        px, py = self.pixel(x, y)
        if not (self._mode.graphics and self.visible(px, py)):
            return -1
        return self._canvas.pixels[(self._canvas.height - 1 - py) * self._canvas.width + px]

    def clear(self) -> None:
        """VDU 16 (CLG): the graphics window in the background colour with its action."""
        if self._mode.graphics:
            self._box(self.paper, self.left, self.bottom, self.right, self.top)

    def _box(self, pen: Pen, left: int, bottom: int, right: int, top: int) -> None:
        for y in range(max(bottom, self.bottom), min(top, self.top) + 1):
            self._row(pen, left, right, y)

    # text at the graphics cursor

    def put(self, codes: bytes) -> None:
        """Print characters with their top left pixel at the graphics cursor, in the foreground's action."""
        for code in codes:
            self._paint(self._characters.shape(code))
            self.forward()

    def _paint(self, shape: bytes) -> None:
        x, y = self.point
        for row, bits in enumerate(shape):
            for left, right in runs(bits):
                self._row(self.ink, x + left, x + right, y - row)

    def delete(self) -> None:
        """VDU 127: a step back and a block of the background colour there, whatever its action."""
        self.back()
        x, y = self.point
        self._box(Pen(STORE, self.paper.colour, self._mode.colours), x, y - CELL + 1, x + CELL - 1, y)

    def back(self) -> None:
        """VDU 8: from the left edge to the right edge, one line up. Outside the window it goes on outside."""
        x, y = self.point
        if x - CELL < self.left and self.visible(x, y):
            self._go(self.right - CELL + 1, y)
            self.up()
        else:
            self._go(x - CELL, y)

    def forward(self) -> None:
        """VDU 9: from the right edge to the left edge, one line down."""
        x, y = self.point
        if x + CELL > self.right and self.visible(x, y):
            self._go(self.left, y)
            self.down()
        else:
            self._go(x + CELL, y)

    def down(self) -> None:
        """VDU 10: from the bottom to the top."""
        x, y = self.point
        wraps = y - CELL < self.bottom and self.visible(x, y)
        self._go(x, self.top if wraps else y - CELL)

    def up(self) -> None:
        """VDU 11: from the top to the bottom."""
        x, y = self.point
        wraps = y + CELL > self.top and self.visible(x, y)
        self._go(x, self.bottom + CELL - 1 if wraps else y + CELL)

    def start_of_line(self) -> None:
        """VDU 13: the left edge of the window."""
        self._go(self.left, self.point[1])


def runs(bits: int) -> list[tuple[int, int]]:
    """The runs of set bits in a row of a character: first and last pixel, 0 the leftmost."""
    found = []
    start = -1
    for x in range(CELL + 1):
        lit = x < CELL and bits & (0x80 >> x)
        if lit and start < 0:
            start = x
        elif not lit and start >= 0:
            found.append((start, x - 1))
            start = -1
    return found


PLOTS = {
    **dict.fromkeys(range(4), GraphicsPlane._line),
    8: GraphicsPlane._point,
    9: GraphicsPlane._sideways,
    10: GraphicsPlane._triangle,
    11: GraphicsPlane._to_right,
}
