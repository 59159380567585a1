"""Recognise characters in the picture: those in cells, and those that VDU 5 printed at any pixel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from retro.display.characters import BLANK, SOLID, letter_of, one_colour_table, shape_of
from retro.frontends.terminal.blocks import CELL

GAP = 3  # pixels: the height of one line of a sextant
UNDERLINE = "_"


class CharacterSet:
    """The letters that the current character shapes stand for.

    A shape is eight rows, bit 7 on the left. An underline is no letter: several of them form a line.

    Attributes:
        letters: the letter of each shape.
        user_defined: the shapes of the program's own characters.
        searchable: the letters that are searched for at every pixel: user-defined ones, alphabetic ones and digits.
            The others resemble parts of pictures too much; they count only beside one of these.
    """

    def __init__(self, shapes: Mapping[bytes, int], stand_ins: Mapping[int, str]) -> None:
        self.letters: dict[bytes, str] = {}
        self.searchable: dict[bytes, str] = {}
        self.user_defined = {shape for shape, code in shapes.items() if code >= 128}
        for shape, code in shapes.items():
            letter = letter_of(code, stand_ins)[:1]
            if letter and letter != UNDERLINE:
                self.letters[shape] = letter
                if (shape in self.user_defined or letter.isalnum()) and shape not in (BLANK, SOLID):
                    self.searchable[shape] = letter

    def same_as(self, other: CharacterSet) -> bool:
        """Return whether the other set stands for the same letters."""
        return (self.letters, self.user_defined) == (other.letters, other.user_defined)


class FoundCharacter:
    """A character at any pixel. x, y: its top left pixel, from the top left of the picture."""

    __slots__ = ("ink", "paper", "shape", "x", "y")

    def __init__(self, shape: bytes, x: int, y: int, ink: int, paper: int) -> None:
        self.shape, self.x, self.y, self.ink, self.paper = shape, x, y, ink, paper

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Column and row of each cell that it touches."""
        columns = {self.x // CELL, (self.x + CELL - 1) // CELL}
        rows = {self.y // CELL, (self.y + CELL - 1) // CELL}
        return [(column, row) for row in sorted(rows) for column in sorted(columns)]

    def pixel_rows(self, row: int) -> range:
        """Return which of the eight pixel rows of a row of cells it covers."""
        top = self.y - row * CELL
        return range(max(0, top), max(0, min(CELL, top + CELL)))

    @property
    def centre_cell(self) -> tuple[int, int]:
        """Column and row of the cell that contains its centre."""
        return (self.x + CELL // 2) // CELL, (self.y + CELL // 2) // CELL

    def terminal_column(self, across: int) -> int:
        """Return the terminal's column for it: in its centre cell, and if possible wholly on the character."""
        first = self.centre_cell[0] * across
        inside = -(-self.x * across // CELL)
        return min(max(first, inside), first + across - 1)


def find_characters(pixels: bytes, width: int, shapes: Iterable[bytes], taken: bytes) -> Iterator[FoundCharacter]:
    """Yield every shape that stands anywhere in the picture in one colour on one other.

    All positions are compared at once: the picture is one long number, a bit a pixel. taken: for each cell the digit
    1 if no shape can touch it, else 0.
    """
    allowed = _allowed_positions(taken, width)
    for ink in sorted(set(pixels)) if allowed else ():
        search = _ShapeSearch(pixels, width, ink, allowed)
        for shape in shapes:
            for position in search.positions(shape):
                if (paper := _paper_at(pixels, position, width, shape)) is not None:
                    yield FoundCharacter(shape, position % width, position // width, ink, paper)


def with_neighbours(
    found: Iterable[FoundCharacter], pixels: bytes, width: int, letters: Mapping[bytes, str]
) -> list[FoundCharacter]:
    """Return these characters and any others in line with them, at most a space apart: the rest of a word or a sum."""
    line = list(found)
    known = {(character.x, character.y) for character in line}
    for character in line:  # grows in the loop
        for step in (CELL, 2 * CELL, -CELL, -2 * CELL):
            x, y, paper = character.x + step, character.y, character.paper
            if (x, y) in known or not 0 <= x <= width - CELL:
                continue
            match = _character_at(pixels, y * width + x, width, paper, letters)
            if match is not None:
                known.add((x, y))
                line.append(FoundCharacter(match[0], x, y, match[1], paper))
    return line


def _character_at(
    pixels: bytes, position: int, width: int, paper: int, letters: Mapping[bytes, str]
) -> tuple[bytes, int] | None:
    """Return the shape that begins at this pixel and its ink, if it is a letter on this paper."""
    block = b"".join(pixels[start : start + CELL] for start in range(position, position + CELL * width, width))
    inks = set(block) - {paper}
    shape = shape_of(block, paper)
    return (shape, inks.pop()) if len(inks) == 1 and shape in letters and shape != SOLID else None


def _paper_at(pixels: bytes, position: int, width: int, shape: bytes) -> int | None:
    """Return the colour behind a shape; None if there are several."""
    papers = set()
    for row, bits in enumerate(shape):
        start = position + row * width
        papers |= {pixels[start + column] for column in range(CELL) if not bits >> (CELL - 1 - column) & 1}
    return papers.pop() if len(papers) == 1 else None


def _allowed_positions(taken: bytes, width: int) -> int:
    """Return where a shape may begin, a bit a pixel: so that it touches no taken cell and no edge."""
    columns = width // CELL
    cells = [taken[start : start + columns] for start in range(0, len(taken), columns)]
    rows = [b"".join([row[column : column + 1] * CELL for column in range(columns)]) for row in cells]
    blocked = int(b"".join(row * CELL for row in rows), 2)
    for step in (1, 2, 4):
        blocked |= blocked << step
    for step in (width, 2 * width, 4 * width):
        blocked |= blocked << step
    line = b"1" * (width - CELL + 1) + b"0" * (CELL - 1)
    inside = int(line * (len(rows) * CELL - CELL + 1) + b"0" * width * (CELL - 1), 2)
    return inside & ~blocked


class _ShapeSearch:
    """Finds shapes in one colour. The first pixel is the highest bit of every number."""

    def __init__(self, pixels: bytes, width: int, ink: int, allowed: int) -> None:
        self._size, self._width, self._allowed = len(pixels), width, allowed
        picture = int(pixels.translate(one_colour_table(ink, b"1", b"0")), 2)
        full = (1 << self._size) - 1
        planes = [picture << shift & full for shift in range(CELL)]
        self._planes = [(plane ^ full, plane) for plane in planes]
        self._rows: dict[int, int] = {}

    def positions(self, shape: bytes) -> list[int]:
        """Return the pixels at which a shape begins."""
        found = self._allowed
        for row in sorted(range(CELL), key=lambda row: shape[row] in (0, 255)):
            found &= self._matches(shape[row]) << row * self._width
            if not found:
                return []
        positions = []
        while found:
            highest = found.bit_length() - 1
            positions.append(self._size - 1 - highest)
            found ^= 1 << highest
        return positions

    def _matches(self, bits: int) -> int:
        """Return where eight pixels in a row match these bits."""
        if bits not in self._rows:
            found = -1
            for column in range(CELL):
                found &= self._planes[column][bits >> (CELL - 1 - column) & 1]
            self._rows[bits] = found
        return self._rows[bits]


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
        _fill(covered, width, character.x, character.pixel_rows(row), 1)
    surroundings = [_surrounding_colour(strip, covered, width, character) for character in found]
    for character, colour in zip(found, surroundings):
        if character.centre_cell[1] != row:
            _fill(strip, width, character.x, character.pixel_rows(row), colour)
    for character in found:
        if character.centre_cell[1] == row:
            _fill(strip, width, character.x, range(CELL), character.paper)
            above = by_centre.get((character.x, row - 1))
            if above is not None and above.y + CELL < character.y:
                _fill(strip, width, character.x, range(GAP), pixels[(character.y - 1) * width + character.x])
    return bytes(strip)


def _fill(pixels: bytearray, width: int, left: int, rows: range, colour: int) -> None:
    for y in rows:
        pixels[y * width + left : y * width + left + CELL] = bytes([colour]) * CELL


def _surrounding_colour(strip: bytearray, covered: bytearray, width: int, character: FoundCharacter) -> int:
    """Return the commonest colour in a character's cells where no character is."""
    left, right = character.x // CELL * CELL, -(-(character.x + CELL) // CELL) * CELL
    positions = [y * width + x for y in range(CELL) for x in range(left, right)]
    around = Counter(strip[position] for position in positions if not covered[position])
    return around.most_common(1)[0][0] if around else character.paper
