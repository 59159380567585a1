"""The picture as text: a character of the machine is a letter, anything else a few block characters."""

from __future__ import annotations

from collections import Counter

from retro.frontends.terminal.blocks import CELL, Mosaic, blank
from retro.frontends.terminal.letters import SOLID, Hit, Letters, beside, find, settled, shape_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from retro.canvas import Canvas
    from retro.frontends.terminal.blocks import Cell, Glyphs
    from retro.screen import Screen

EMPTY, PICTURE, LETTER, OWN = range(4)
TAKEN = bytes.maketrans(bytes([EMPTY, PICTURE, LETTER, OWN]), b"0011")
MOST = 20000  # cells to keep
SAMPLE = 61  # every so many pixels; no divisor of the widths
STAYS = 3  # the ground stays while it has this part of the picture


class Shot:
    """The picture of one moment, without the cursor. ground: the colour most of it has."""

    __slots__ = ("canvas", "ground", "letters", "pixels")

    def __init__(self, canvas: Canvas, pixels: bytes, letters: Letters, ground: int) -> None:
        self.canvas, self.pixels, self.letters, self.ground = canvas, pixels, letters, ground

    def line(self, row: int) -> bytes:
        """The pixels of a row of cells."""
        size = CELL * self.canvas.width
        return self.pixels[row * size : row * size + size]


def shoot(screen: Screen, before: Shot | None) -> Shot:
    """Take a picture. What has not changed since the one before is kept."""
    canvas = screen.canvas
    pixels = bytes(canvas.pixels)
    letters = Letters(screen.characters.by_shape(), dict(screen.stand_ins))
    if before is not None and before.letters == letters:
        letters = before.letters
    return Shot(canvas, pixels, letters, _ground(pixels, before))


def _ground(pixels: bytes, before: Shot | None) -> int:
    counts = Counter(pixels[::SAMPLE])
    if before is not None and counts[before.ground] * STAYS > len(pixels) // SAMPLE:
        return before.ground
    return counts.most_common(1)[0][0]


class Chars:
    """Makes text of pictures: `across` columns of the terminal a cell. Only what has changed is read again."""

    def __init__(self, glyphs: Glyphs, across: int) -> None:
        self._across = across
        self._mosaic = Mosaic(glyphs, across)
        self._shot: Shot | None = None
        self.rows: list[Sequence[Cell]] = []

    def read(self, shot: Shot) -> None:
        """Bring `rows` up to date: for each row of the machine its cells in the terminal."""
        if shot is self._shot:
            return
        old, self._shot = self._shot, shot
        if old is None or _differ(old, shot):
            self._start(shot)
            old = None
        rows = range(shot.canvas.rows)
        changed = [row for row in rows if old is None or shot.line(row) != old.line(row)]
        for row in changed:
            self._read_row(row, shot)
        self._compose(sorted({near for row in changed for near in range(row - 1, row + 3)} & set(rows)), shot)

    def _start(self, shot: Shot) -> None:
        self._known: dict[bytes, tuple[int, tuple[Cell, ...]]] = {}
        self._pictures: dict[bytes, tuple[Cell, ...]] = {}
        self.rows = [()] * shot.canvas.rows
        self._plain: list[list[Cell]] = [[] for _ in self.rows]
        self._kinds = [b""] * len(self.rows)
        self._loose: list[list[Hit]] = [[] for _ in self.rows]

    # characters in their cells

    def _read_row(self, row: int, shot: Shot) -> None:
        """Read the cells of a row, each for itself."""
        if len(self._known) > MOST:
            self._known.clear()
        known, words = self._known, memoryview(shot.pixels).cast("Q")
        kinds = bytearray()
        plain: list[Cell] = []
        columns = shot.canvas.columns
        for place in shot.canvas.cells[row * columns : (row + 1) * columns]:
            cell = words[place].tobytes()
            found = known.get(cell)
            if found is None:
                found = known[cell] = self._recognise(cell, shot)
            kinds.append(found[0])
            plain.extend(found[1])
        self._kinds[row], self._plain[row] = bytes(kinds), plain

    def _recognise(self, cell: bytes, shot: Shot) -> tuple[int, tuple[Cell, ...]]:
        """What a cell is, and what it looks like in the terminal."""
        colours = sorted(set(cell), key=lambda colour: (colour != shot.ground, colour))
        if len(colours) == 1:
            return self._uniform(cell[0], shot)
        for paper, ink in (colours, colours[::-1]) if len(colours) == 2 else ():
            shape = shape_in(cell, paper)
            if letter := shot.letters.names.get(shape):
                return OWN if shape in shot.letters.own else LETTER, self._written(letter, ink, paper)
        return PICTURE, self._pictured(cell)

    def _uniform(self, colour: int, shot: Shot) -> tuple[int, tuple[Cell, ...]]:
        """A cell of one colour: blank, unless the program has a name for a solid one."""
        solid = shot.letters.names.get(SOLID)
        if solid is None or colour == shot.ground:
            return EMPTY, (blank(colour),) * self._across
        return LETTER, self._written(solid, shot.ground, colour)

    def _written(self, letter: str, ink: int, paper: int) -> tuple[Cell, ...]:
        if letter == " ":
            return (blank(paper),) * self._across
        return (letter, ink, paper, False), *(blank(paper),) * (self._across - 1)

    def _pictured(self, cell: bytes) -> tuple[Cell, ...]:
        if len(self._pictures) > MOST:
            self._pictures.clear()
        if cell not in self._pictures:
            self._pictures[cell] = self._mosaic.cells(cell)
        return self._pictures[cell]

    # characters anywhere

    def _compose(self, rows: list[int], shot: Shot) -> None:
        """Make the rows anew of what stands in their cells and of what stands between them."""
        for first, last in stretches(row for row in rows if self._pictures_near(row)):
            self._seek(first, last, shot)
        for row in rows:
            if not self._pictures_near(row):
                self._loose[row] = []
            self.rows[row] = self._covered(row, shot) if self._loose[row] else self._plain[row]

    def _pictures_near(self, row: int) -> bool:
        return any(PICTURE in kinds for kinds in self._kinds[max(0, row - 1) : row + 2])

    def _seek(self, first: int, last: int, shot: Shot) -> None:
        """Find the characters that lie across the borders of cells, in these rows."""
        top, bottom = max(0, first - 2), min(len(self.rows) - 1, last + 1)
        size = CELL * shot.canvas.width
        strip = shot.pixels[top * size : (bottom + 1) * size]
        taken = b"".join(self._kinds[top : bottom + 1]).translate(TAKEN)
        hits = beside(
            find(strip, shot.canvas.width, shot.letters.loose, taken), strip, shot.canvas.width, shot.letters.names
        )
        rows = range(max(0, first - 1), last + 1)
        for row in rows:
            self._loose[row] = self._own(row, shot)
        for hit in hits:
            hit.y += top * CELL
            if all(self._kinds[row][column] < LETTER for column, row in hit.cells):
                for row in {row for _, row in hit.cells} & set(rows):
                    self._loose[row].append(hit)

    def _own(self, row: int, shot: Shot) -> list[Hit]:
        """The program's own characters that fill cells: others may lie beside them that do not."""
        found = []
        start = row * shot.canvas.columns
        for column, kind in enumerate(self._kinds[row]):
            if kind == OWN:
                _, ink, paper, _ = self._plain[row][column * self._across]
                cell = memoryview(shot.pixels).cast("Q")[shot.canvas.cells[start + column]].tobytes()
                found.append(Hit(shape_in(cell, paper), column * CELL, row * CELL, ink, paper))
        return found

    def _covered(self, row: int, shot: Shot) -> list[Cell]:
        """A row in which some characters cover more than one cell: their papers, and their letters on top."""
        hits, line, across = self._loose[row], list(self._plain[row]), self._across
        above = self._loose[row - 1] if row else []
        below = settled(shot.pixels, shot.canvas.width, row, [*above, *hits])
        for column in sorted({column for hit in hits for column, at in hit.cells if at == row}):
            cell = b"".join(
                below[start : start + CELL] for start in range(column * CELL, len(below), shot.canvas.width)
            )
            line[column * across : (column + 1) * across] = self._pictured(cell)
        for hit in hits:
            if hit.home[1] == row:
                line[hit.column(across)] = (shot.letters.names[hit.shape], hit.ink, hit.paper, False)
        return line


def _differ(old: Shot, new: Shot) -> bool:
    """Is nothing of what was read of use any more?"""
    return old.canvas is not new.canvas or old.letters is not new.letters or old.ground != new.ground


def stretches(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Rising numbers as stretches without gaps: first and last of each."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found
