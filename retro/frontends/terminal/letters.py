"""Reading characters off the picture: those in their cells, and those that VDU 5 put anywhere."""

from __future__ import annotations

from collections import Counter

from retro.frontends.terminal.blocks import CELL, marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

GAP = 3  # pixels: a gap as it is shown, one line of a sextant
BLANK, SOLID = bytes(CELL), b"\xff" * CELL
POUND, UNDERLINE = 96, "_"
FIRST_OWN = 0xE0  # codes from 128 on share their shapes, so a stand-in for 224 serves 128 too


class Letters:
    """What the shapes of the moment, each with its code, are called as text.

    names: a shape (eight rows, bit 7 on the left) to its letter. own: shapes of the program's own characters.
    loose: those that are sought at any pixel: own ones that have names, letters and digits. Others look too much like
    parts of pictures, and count only beside one of these. An underline is no letter: several of them make a line.
    """

    __slots__ = ("loose", "names", "own")

    def __init__(self, shapes: Mapping[bytes, int], stand_ins: Mapping[int, str]) -> None:
        self.names: dict[bytes, str] = {}
        self.loose: dict[bytes, str] = {}
        self.own = {shape for shape, code in shapes.items() if code >= 128}
        for shape, code in shapes.items():
            letter = named(code, stand_ins)
            if letter and letter != UNDERLINE:
                self.names[shape] = letter
                if (shape in self.own or letter.isalnum()) and shape not in (BLANK, SOLID):
                    self.loose[shape] = letter

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Letters) and (self.names, self.own) == (other.names, other.own)

    __hash__ = None  # type: ignore[assignment]


def named(code: int, stand_ins: Mapping[int, str]) -> str:
    """What a character is called in text, as `Screen.lines` calls it; empty if it has no name."""
    if code >= 128:
        return (stand_ins.get(code | FIRST_OWN) or stand_ins.get(code, ""))[:1]
    return "£" if code == POUND else chr(code)


def shape_in(pixels: bytes, paper: int) -> bytes:
    """The eight rows of 64 pixels as a shape: a bit is set where there is no paper."""
    return int(pixels.translate(marks(paper, b"0", b"1")), 2).to_bytes(CELL, "big")


class Hit:
    """A character at any pixel. x, y: its top left corner, from the top left of the picture. ink, paper: colours."""

    __slots__ = ("ink", "paper", "shape", "x", "y")

    def __init__(self, shape: bytes, x: int, y: int, ink: int, paper: int) -> None:
        self.shape, self.x, self.y, self.ink, self.paper = shape, x, y, ink, paper

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Column and row of the cells it touches."""
        columns = {self.x // CELL, (self.x + CELL - 1) // CELL}
        rows = {self.y // CELL, (self.y + CELL - 1) // CELL}
        return [(column, row) for row in sorted(rows) for column in sorted(columns)]

    def rows(self, row: int) -> range:
        """Which of the eight pixel rows of a row of cells it covers."""
        top = self.y - row * CELL
        return range(max(0, top), max(0, min(CELL, top + CELL)))

    @property
    def home(self) -> tuple[int, int]:
        """Column and row of the cell that its middle lies in."""
        return (self.x + CELL // 2) // CELL, (self.y + CELL // 2) // CELL

    def column(self, across: int) -> int:
        """The terminal's column to write it in, of so many a cell: in its own cell, if possible wholly on it."""
        first = self.home[0] * across
        inside = -(-self.x * across // CELL)
        return min(max(first, inside), first + across - 1)


def find(pixels: bytes, width: int, shapes: Iterable[bytes], taken: bytes) -> Iterator[Hit]:
    """Every place where one of these shapes stands in one colour on one other, cells or no cells.

    taken: for each cell 1 if no shape can touch it, else 0; as the bytes of these digits.
    All places are compared at once: the picture is one long number, a bit a pixel.
    """
    possible = _possible(taken, width)
    for ink in sorted(set(pixels)) if possible else ():
        seeker = _Seeker(pixels, width, ink, possible)
        for shape in shapes:
            for place in seeker.places(shape):
                if (paper := _paper(pixels, place, width, shape)) is not None:
                    yield Hit(shape, place % width, place // width, ink, paper)


def beside(hits: Iterable[Hit], pixels: bytes, width: int, names: Mapping[bytes, str]) -> list[Hit]:
    """These, and the signs that stand in one line with them, at most a space apart: of a word, or a sum."""
    found = list(hits)
    known = {(hit.x, hit.y) for hit in found}
    for hit in found:  # which grows
        for step in (CELL, 2 * CELL, -CELL, -2 * CELL):
            x = hit.x + step
            if (x, hit.y) in known or not 0 <= x <= width - CELL:
                continue
            other = _sign(pixels, hit.y * width + x, width, hit.paper, names)
            if other is not None:
                known.add((x, hit.y))
                found.append(Hit(other[0], x, hit.y, other[1], hit.paper))
    return found


def _sign(pixels: bytes, place: int, width: int, paper: int, names: Mapping[bytes, str]) -> tuple[bytes, int] | None:
    """The shape that begins at this pixel, and its ink, if it is one of these on this paper."""
    block = b"".join(pixels[start : start + CELL] for start in range(place, place + CELL * width, width))
    inks = set(block) - {paper}
    shape = shape_in(block, paper)
    return (shape, inks.pop()) if len(inks) == 1 and shape in names and shape != SOLID else None


def _paper(pixels: bytes, place: int, width: int, shape: bytes) -> int | None:
    """The colour behind a shape; None if there are several."""
    papers = set()
    for row, bits in enumerate(shape):
        start = place + row * width
        papers |= {pixels[start + column] for column in range(CELL) if not bits >> (CELL - 1 - column) & 1}
    return papers.pop() if len(papers) == 1 else None


def _possible(taken: bytes, width: int) -> int:
    """The places where a shape may begin: on no taken cell, and not over the edges; a bit a pixel."""
    columns = width // CELL
    cells = [taken[start : start + columns] for start in range(0, len(taken), columns)]
    rows = [b"".join([row[at : at + 1] * CELL for at in range(columns)]) for row in cells]
    blocked = int(b"".join(row * CELL for row in rows), 2)
    for step in (1, 2, 4):
        blocked |= blocked << step
    for step in (width, 2 * width, 4 * width):
        blocked |= blocked << step
    line = b"1" * (width - CELL + 1) + b"0" * (CELL - 1)
    inside = int(line * (len(rows) * CELL - CELL + 1) + b"0" * width * (CELL - 1), 2)
    return inside & ~blocked


class _Seeker:
    """Looks for shapes in one colour. The first pixel is the highest bit; bit p is set where something begins at p."""

    def __init__(self, pixels: bytes, width: int, ink: int, possible: int) -> None:
        self._size, self._width, self._possible = len(pixels), width, possible
        picture = int(pixels.translate(marks(ink, b"1", b"0")), 2)
        full = (1 << self._size) - 1
        planes = [picture << shift & full for shift in range(CELL)]
        self._planes = [(plane ^ full, plane) for plane in planes]
        self._rows: dict[int, int] = {}

    def places(self, shape: bytes) -> list[int]:
        """Where a shape begins."""
        found = self._possible
        for row in sorted(range(CELL), key=lambda row: shape[row] in (0, 255)):
            found &= self._row(shape[row]) << row * self._width
            if not found:
                return []
        return self._listed(found)

    def _row(self, bits: int) -> int:
        """Where eight pixels look like these bits."""
        if bits not in self._rows:
            found = -1
            for column in range(CELL):
                found &= self._planes[column][bits >> (CELL - 1 - column) & 1]
            self._rows[bits] = found
        return self._rows[bits]

    def _listed(self, found: int) -> list[int]:
        places = []
        while found:
            highest = found.bit_length() - 1
            places.append(self._size - 1 - highest)
            found ^= 1 << highest
        return places


def settled(pixels: bytes, width: int, row: int, hits: Sequence[Hit]) -> bytes:
    """The pixels of a row of cells, its characters rubbed out: their paper fills the row if they are at home in it.

    Where one is at home below another and does not touch it there is a gap, wherever in the cell it was.
    hits: all that lie in this row and in the one above.
    """
    homes = {(hit.x, hit.home[1]): hit for hit in hits}
    hits = [hit for hit in hits if hit.rows(row)]
    strip = bytearray(pixels[row * CELL * width : (row + 1) * CELL * width])
    covered = bytearray(len(strip))
    for hit in hits:
        _fill(covered, width, hit.x, hit.rows(row), 1)
    grounds = [_ground(strip, covered, width, hit) for hit in hits]
    for hit, ground in zip(hits, grounds):
        if hit.home[1] != row:
            _fill(strip, width, hit.x, hit.rows(row), ground)
    for hit in hits:
        if hit.home[1] == row:
            _fill(strip, width, hit.x, range(CELL), hit.paper)
            above = homes.get((hit.x, row - 1))
            if above is not None and above.y + CELL < hit.y:
                _fill(strip, width, hit.x, range(GAP), pixels[(hit.y - 1) * width + hit.x])
    return bytes(strip)


def _fill(pixels: bytearray, width: int, left: int, rows: range, colour: int) -> None:
    for y in rows:
        pixels[y * width + left : y * width + left + CELL] = bytes([colour]) * CELL


def _ground(strip: bytearray, covered: bytearray, width: int, hit: Hit) -> int:
    """The colour round a character: the commonest in its cells where no character is."""
    left, right = hit.x // CELL * CELL, -(-(hit.x + CELL) // CELL) * CELL
    places = [y * width + x for y in range(CELL) for x in range(left, right)]
    around = Counter(strip[place] for place in places if not covered[place])
    return around.most_common(1)[0][0] if around else hit.paper
