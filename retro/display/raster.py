"""The pixels of the OS's lines and triangles: geometry in pixels, y upwards.

A line is walked along its longer axis from the lower end, and i steps along it lie

    (2·i·minor + major − 1) DIV (2·major)

pixels along the shorter axis: halves are rounded down. Hence a line and its reverse have the same pixels. Equal
to the ROMs' own lines in the cases v25-lines-* and all random cases.
"""

from operator import itemgetter

Point = tuple[int, int]


class Line:
    """A line between two pixels, with its ends in the order in which it runs upwards along its longer axis.

    Attributes:
        steep: the longer axis is y.
        major, minor: the extent along the longer and the shorter axis (≥ 0).
        start: the lower end (x, y).
        sign: the direction along the shorter axis.
    """

    __slots__ = ("major", "minor", "sign", "start", "steep")

    def __init__(self, x0: int, y0: int, x1: int, y1: int) -> None:
        across, along = x1 - x0, y1 - y0
        self.steep = abs(along) > abs(across)
        turned = (along if self.steep else across) < 0
        if turned:
            across, along = -across, -along
        self.start = (x1, y1) if turned else (x0, y0)
        self.major, short = (along, across) if self.steep else (across, along)
        self.minor = abs(short)
        self.sign = 1 if short >= 0 else -1

    def first_step(self, offset: int) -> int:
        """Return the first step along the longer axis at which the line has moved `offset` pixels on the shorter."""
        if offset <= 0:
            return 0
        if not self.minor:
            return self.major + 1
        return (2 * self.major * offset - self.major + 2 * self.minor) // (2 * self.minor)

    def steps_inside(self, window: tuple[int, int, int, int]) -> tuple[int, int]:
        """Return the first and last step inside a window (left, bottom, right, top); last < first: none."""
        left, bottom, right, top = window
        x, y = self.start
        if self.steep:
            low, high, near, far, short = bottom - y, top - y, left, right, x
        else:
            low, high, near, far, short = left - x, right - x, bottom, top, y
        if self.sign < 0:
            near, far, short = -far, -near, -short
        first = max(0, low, self.first_step(near - short))
        last = min(self.major, high, self.first_step(far - short + 1) - 1 if far >= short else -1)
        return first, last


Places = tuple[int, int]


def edge(low: Point, high: Point, bottom: int, top: int, places: Places) -> list[int]:
    """Return the pixel addresses of a triangle's edge in each row from `bottom` to `top`, which the edge crosses.

    Each row is rounded by itself, also for flat edges, so a triangle does not always cover the lines between its
    corners. places: as in `triangle`.
    """
    (x, y), (end, peak), (origin, stride) = low, high, places
    across, rise = end - x, peak - y
    step, half = 2 * (across + stride * rise), 2 * rise
    first = (x + origin + stride * y) * half + (rise - 1 if across > 0 else rise) + (bottom - y) * step
    rows = top - bottom + 1
    return [way // half for way in range(first, first + rows * step, step)] if step else [first // half] * rows


def triangle(
    a: Point, b: Point, c: Point, bottom: int, top: int, places: Places = (0, 0)
) -> tuple[int, list[int], list[int]]:
    """Return the part of a filled triangle between the rows `bottom` and `top`.

    Return its lowest row, and for this row and each above it the addresses of its two ends, in any order. places: the
    address of pixel 0,0, and the difference of addresses from one row to the row above; with 0, 0 addresses are x
    coordinates.
    """
    low, middle, high = sorted((a, b, c), key=itemgetter(1))
    first, last = max(bottom, low[1]), min(top, high[1])
    if first > last:
        return first, [], []
    base = places[0] + places[1] * first
    if low[1] == high[1]:
        across = [base + low[0], base + middle[0], base + high[0]]
        return first, [min(across)], [max(across)]
    return first, edge(low, high, first, last, places), bent_edge(low, middle, high, first, last, places)


def bent_edge(low: Point, middle: Point, high: Point, first: int, last: int, places: Places) -> list[int]:
    """Return the pixel addresses of a triangle's side with the middle corner, which is outermost in its own row."""
    corner = middle[1]
    below = edge(low, middle, first, min(last, corner - 1), places) if first < corner else []
    above = edge(middle, high, max(first, corner), last, places) if last >= corner and high[1] > corner else []
    if last >= corner == high[1]:
        above = [middle[0] + places[0] + places[1] * corner]
    return below + above
