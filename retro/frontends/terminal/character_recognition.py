"""Recognise characters in the picture: those in cells, and those that VDU 5 printed at any pixel.

A shape is a row of bits for each row of pixels, the highest bit on the left: the eight bytes of a character; or a
picture of a program's own, which is as wide as it is high.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, reduce
from operator import and_

from retro.display.characters import BLANK, SOLID, letter_of, one_colour_table, shape_of
from retro.frontends.terminal.blocks import CELL

Shape = bytes | tuple[int, ...]

GAP = 3  # pixels: the height of one line of a sextant
UNDERLINE = "_"
FREE = bytes.maketrans(b"01", b"10")


class CharacterSet:
    """The letters that the current character shapes stand for.

    An underline is a letter only between two others: several of them form a line.

    Attributes:
        letters: the letter of each shape.
        between_letters: the same, with the underline.
        user_defined: the shapes of the program's own characters.
        searchable: the letters that are searched for at every pixel: user-defined ones, alphabetic ones and digits,
            and the program's pictures. The others resemble parts of pictures too much; they count only beside one of
            these.
    """

    def __init__(
        self, shapes: Mapping[bytes, int], stand_ins: Mapping[int, str], pictures: Mapping[tuple[str, ...], str]
    ) -> None:
        self.letters: dict[Shape, str] = {
            tuple(int("".join("01"[dot != "."] for dot in row), 2) for row in rows): letter
            for rows, letter in pictures.items()
        }
        self.searchable, self.between_letters = dict(self.letters), dict(self.letters)
        self.user_defined: set[Shape] = {shape for shape, code in shapes.items() if code >= 128}
        for shape, code in shapes.items():
            letter = letter_of(code, stand_ins)[:1]
            if letter:
                self.between_letters[shape] = letter
            if letter and letter != UNDERLINE:
                self.letters[shape] = letter
                if (shape in self.user_defined or letter.isalnum()) and shape not in (BLANK, SOLID):
                    self.searchable[shape] = letter


class FoundCharacter:
    """A character found at any pixel. x, y: its top left pixel, from the top left of the picture."""

    __slots__ = ("ink", "paper", "shape", "size", "x", "y")

    def __init__(self, shape: Shape, x: int, y: int, ink: int, paper: int) -> None:
        self.shape, self.x, self.y, self.ink, self.paper = shape, x, y, ink, paper
        self.size = len(shape)

    @property
    def columns(self) -> range:
        """The columns of the cells that the found character overlaps."""
        return range(self.x // CELL, (self.x + self.size - 1) // CELL + 1)

    @property
    def rows(self) -> range:
        """The rows of the cells that the found character overlaps."""
        return range(self.y // CELL, (self.y + self.size - 1) // CELL + 1)

    def pixel_rows(self, row: int) -> range:
        """Return which of the eight pixel rows of a row of cells it overlaps."""
        top = self.y - row * CELL
        return range(max(0, top), max(0, min(CELL, top + self.size)))

    @property
    def centre_cell(self) -> tuple[int, int]:
        """Column and row of the cell that contains the centre of the found character."""
        return (self.x + self.size // 2) // CELL, (self.y + self.size // 2) // CELL

    def terminal_column(self, across: int) -> int:
        """Return the terminal column to show it at: in its centre cell, and if possible on its pixels."""
        first = self.centre_cell[0] * across
        inside = -(-(self.x + (self.size - CELL) // 2) * across // CELL)
        return min(max(first, inside), first + across - 1)


def find_characters(pixels: bytes, width: int, shapes: Collection[Shape], taken: bytes) -> Iterator[FoundCharacter]:
    """Yield the shapes found at any pixel, drawn in one colour on one other.

    All positions are compared at once: the picture is one long number, a bit a pixel. taken: for each cell the digit
    1 if no shape can touch it, else 0.
    """
    columns = width // CELL
    cells = [taken.translate(FREE)[start : start + columns] for start in range(0, len(taken), columns)]
    rows = [b"".join([row[column : column + 1] * CELL for column in range(columns)]) * CELL for row in cells]
    free = int(b"".join(rows), 2)  # the pixels in no taken cell, a bit a pixel
    for ink in sorted(set(pixels)) if free and shapes else ():
        search = _ShapeSearch(pixels, width, ink, free, max(map(len, shapes)))
        for shape in shapes:
            for position in search.positions(shape):
                papers, size = set(), len(shape)
                for row, bits in enumerate(shape):
                    start = position + row * width
                    papers |= {pixels[start + column] for column in range(size) if not bits >> (size - 1 - column) & 1}
                if len(papers) == 1:
                    yield FoundCharacter(shape, position % width, position // width, ink, papers.pop())


def with_neighbours(
    found: Iterable[FoundCharacter], pixels: bytes, width: int, letters: Mapping[Shape, str]
) -> list[FoundCharacter]:
    """Add to these characters all others in line with them, at most a space apart, so that words are complete."""
    line = list(found)
    known = {(character.x, character.y) for character in line}
    for character in line:  # grows in the loop
        if character.size != CELL:
            continue
        for step in (CELL, 2 * CELL, -CELL, -2 * CELL):
            x, y, paper = character.x + step, character.y, character.paper
            if (x, y) in known or not 0 <= x <= width - CELL:
                continue
            at = y * width + x
            block = b"".join(pixels[start : start + CELL] for start in range(at, at + CELL * width, width))
            inks, shape = set(block) - {paper}, shape_of(block, paper)
            if len(inks) == 1 and shape in letters and shape != SOLID:
                known.add((x, y))
                line.append(FoundCharacter(shape, x, y, inks.pop(), paper))
    return line


def without_parts(found: Iterable[FoundCharacter], pixels: bytes, width: int, own: Set[Shape]) -> list[FoundCharacter]:
    """Remove characters that are parts of others: their ink is within the others' squares.

    own: the program's own shapes. These are preferred to letters that look like parts of them; next, characters exactly
    above or below another, those that fill a cell, and those with the most ink.
    """
    found = list(found)
    corners = {(character.x, character.y) for character in found}

    def weight(character: FoundCharacter) -> tuple[bool, int, bool, bool, int]:
        ink = sum(bits.bit_count() for bits in character.shape)
        stacked = not corners.isdisjoint({(character.x, character.y + CELL), (character.x, character.y - CELL)})
        aligned = character.x % CELL == character.y % CELL == 0
        return character.shape in own, character.size, stacked, aligned, ink

    kept, covered = [], 0
    for character in sorted(found, key=weight, reverse=True):
        size = character.size
        first = len(pixels) - character.y * width - character.x - size
        rows = [(bits, first - row * width) for row, bits in enumerate(character.shape)]
        if sum(bits << at for bits, at in rows) & ~covered:
            covered |= sum(((1 << size) - 1) << at for _, at in rows)
            kept.append(character)
    return kept


def _allowed_positions(free: int, width: int, height: int, size: int) -> int:
    """Return the pixels of the picture at which a free square of this size begins, as bits."""
    for unit in (1, width):
        reach = 1
        while reach < size:
            step = min(reach, size - reach)
            free &= free << unit * step
            reach += step
    line = b"1" * (width - size + 1) + b"0" * (size - 1)
    return free & int(line * (height - size + 1) + b"0" * width * (size - 1), 2)


@lru_cache(maxsize=1024)
def _rarest_first(shape: Shape) -> list[tuple[int, int]]:
    """Return the rows of a shape, with their bits, sorted by how rare they are in pictures."""
    return sorted(enumerate(shape), key=lambda row: row[1] in (0, 255))


class _ShapeSearch:
    """Finds shapes drawn in one colour, by big integers with one bit a pixel; the first pixel is the highest bit."""

    def __init__(self, pixels: bytes, width: int, ink: int, free: int, largest: int) -> None:
        self._size, self._width, self._free = len(pixels), width, free
        self._allowed: dict[int, int] = {}
        picture = int(pixels.translate(one_colour_table(ink, b"1", b"0")), 2)
        full = (1 << self._size) - 1
        planes = [picture << shift & full for shift in range(largest)]
        self._planes = [(plane ^ full, plane) for plane in planes]
        self._rows: dict[tuple[int, int], int] = {}

    def positions(self, shape: Shape) -> list[int]:
        """Return the pixels of the picture at which a shape begins, as bits."""
        size = len(shape)
        if size not in self._allowed:
            self._allowed[size] = _allowed_positions(self._free, self._width, self._size // self._width, size)
        found = self._allowed[size]
        for row, bits in _rarest_first(shape):
            if (bits, size) not in self._rows:  # where `size` pixels in a row match these bits
                planes = [self._planes[column][bits >> (size - 1 - column) & 1] for column in range(size)]
                self._rows[bits, size] = reduce(and_, planes)
            found &= self._rows[bits, size] << row * self._width
            if not found:
                return []
        positions = []
        while found:
            highest = found.bit_length() - 1
            positions.append(self._size - 1 - highest)
            found ^= 1 << highest
        return positions


def without_characters(pixels: bytes, width: int, row: int, found: Sequence[FoundCharacter]) -> bytes:
    """Return the pixels of a row of cells with its characters erased.

    A character whose centre is in this row fills the row with its paper; the others leave the colour around them. Where
    one has its centre below another and does not touch it, a gap of one sextant line stays. found: the characters in
    this row and in the row above.
    """
    by_centre = {(character.x, character.centre_cell[1]): character for character in found}
    found = [character for character in found if character.pixel_rows(row)]
    strip = bytearray(pixels[row * CELL * width : (row + 1) * CELL * width])
    covered = bytearray(len(strip))
    for character in found:
        _fill(covered, width, character, character.pixel_rows(row), 1)
    before = bytes(strip)
    for character in found:
        if character.centre_cell[1] != row:
            # The commonest colour of the pixels in its cells that belong to no character.
            columns = range(character.columns.start * CELL, character.columns.stop * CELL)
            positions = [y * width + x for y in range(CELL) for x in columns]
            around = Counter(before[position] for position in positions if not covered[position])
            own = character.size > CELL or not around
            colour = character.paper if own else around.most_common(1)[0][0]
            _fill(strip, width, character, character.pixel_rows(row), colour)
    for character in found:
        if character.centre_cell[1] == row:
            _fill(strip, width, character, range(CELL), character.paper)
            above = by_centre.get((character.x, row - 1))
            if above is not None and above.y + CELL < character.y:
                _fill(strip, width, character, range(GAP), pixels[(character.y - 1) * width + character.x])
    return bytes(strip)


def _fill(pixels: bytearray, width: int, character: FoundCharacter, rows: range, colour: int) -> None:
    for y in rows:
        start = y * width + character.x
        pixels[start : start + character.size] = bytes([colour]) * character.size
