"""The picture as text: recognised characters become letters, everything else a few block characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from retro.display.characters import SOLID, shape_of
from retro.display.screen import Display, Screen
from retro.frontends.terminal.blocks import CELL, Cell, Glyphs, Mosaic, blank
from retro.frontends.terminal.character_recognition import (
    CharacterSet,
    FoundCharacter,
    Shape,
    find_characters,
    with_neighbours,
    without_characters,
    without_parts,
)
from retro.frontends.terminal.word_spacing import (
    ALIGNMENT_ROWS,
    NO_LETTER,
    Closed,
    Phrase,
    closed_up,
    find_phrases,
    with_closed_words,
)

EMPTY, PICTURE, LETTER, USER_DEFINED = range(4)  # kinds of cells
TAKEN = bytes.maketrans(bytes([EMPTY, PICTURE, LETTER, USER_DEFINED]), b"0010")
BETWEEN_LETTERS = bytes([LETTER, PICTURE, LETTER])
MAX_CACHED = 20000  # cells
SAMPLE = 61  # pixels between two samples; no divisor of the widths
GROUND_STAYS = 3  # the ground stays the same while it has a third of the picture


class Snapshot:
    """A copy of the picture without the cursor. ground: the most common logical colour."""

    def __init__(self, display: Display, pixels: bytes, characters: CharacterSet, ground: int) -> None:
        self.display, self.framebuffer = display, display.framebuffer
        self.pixels, self.characters, self.ground = pixels, characters, ground

    def row(self, row: int) -> bytes:
        """Return the pixels of a row of cells."""
        size = CELL * self.framebuffer.width
        return self.pixels[row * size : row * size + size]


def take_snapshot(screen: Screen, before: Snapshot | None) -> Snapshot:
    """Copy the picture. If its character set is unchanged, the copy shares it with the previous snapshot."""
    display = screen.display  # read once: the program may change MODE meanwhile
    pixels = bytes(display.framebuffer.pixels)
    characters = CharacterSet(screen.characters.by_shape(), dict(screen.stand_ins), dict(screen.pictures))
    if before is not None and (before.characters.letters, before.characters.user_defined) == (
        characters.letters,
        characters.user_defined,
    ):
        characters = before.characters
    counts = Counter(pixels[::SAMPLE])
    stays = before is not None and counts[before.ground] * GROUND_STAYS > len(pixels) // SAMPLE
    ground = before.ground if before is not None and stays else counts.most_common(1)[0][0]
    return Snapshot(display, pixels, characters, ground)


class ScreenText:
    """Converts pictures to text. Only rows that have changed are read again.

    rows: for each row of the machine its cells in the terminal. closed: the phrases in it whose letters have no gaps.
    across: columns of the terminal for a cell. closes_words: whether such phrases are looked for.
    """

    def __init__(self, glyphs: Glyphs, across: int, closes_words: bool = False) -> None:
        self._across, self._closes_words = across, closes_words and across > 1
        self._mosaic = Mosaic(glyphs, across)
        self._snapshot: Snapshot | None = None
        self.rows: list[Sequence[Cell]] = []

    @property
    def lines(self) -> Sequence[Sequence[Cell]]:
        """The lines of the picture as text, in cells of the terminal."""
        return self.rows

    def line_of(self, row: int) -> int:
        """Return the terminal line that shows the letters of a row of cells."""
        return row

    def place_of(self, line: int) -> tuple[int | None, int]:
        """Return the row of cells whose letters a terminal line shows or None, and the pixel row in its middle."""
        return line, CELL * line + CELL // 2

    def update(self, snapshot: Snapshot) -> None:
        """Convert the rows of the picture that have changed to text."""
        if snapshot is self._snapshot:
            return
        old, self._snapshot = self._snapshot, snapshot
        context = snapshot.framebuffer, snapshot.characters, snapshot.ground
        if old is None or context != (old.framebuffer, old.characters, old.ground):
            self._restart(snapshot)
            old = None
        rows = range(snapshot.framebuffer.rows)
        changed = [row for row in rows if old is None or snapshot.row(row) != old.row(row)]
        for row in changed:
            self._read_row(row, snapshot)
        composed = sorted({near for row in changed for near in range(row - 2, row + 4)} & set(rows))
        self._compose(composed, snapshot)
        if not self._closes_words:
            return
        for row in composed:
            cells = self._by_cell[row][:: self._across]
            drawn = {column for character in self._found[row] for column in character.columns}
            glyphs = "".join(
                cell[0] if kind in (EMPTY, LETTER) and column not in drawn else NO_LETTER
                for column, (cell, kind) in enumerate(zip(cells, self._kinds[row]))
            )
            self._phrases[row] = find_phrases(glyphs, [paper for _, _, paper, _ in cells])
        for row, spaced in enumerate(self._spaced):
            if any(abs(row - other) <= ALIGNMENT_ROWS for other in composed):
                around = self._phrases[max(0, row - ALIGNMENT_ROWS) : row] + self._phrases[row + 1 :][:ALIGNMENT_ROWS]
                near = [phrase for phrases in around for phrase in phrases]
                closed = closed_up(self._phrases[row], near, self._across, len(self._kinds[row]))
                if row in composed or closed != self.closed[row]:
                    self.closed[row] = closed
                    self.rows[row] = with_closed_words(spaced, closed, self._across) if closed else spaced

    def _restart(self, snapshot: Snapshot) -> None:
        self._cache: dict[bytes, tuple[int, tuple[Cell, ...]]] = {}
        self.rows = [()] * snapshot.framebuffer.rows
        self._spaced = list(self.rows)  # before words are closed up
        self._by_cell: list[list[Cell]] = [[] for _ in self.rows]
        self._kinds = [b""] * len(self.rows)
        self._found: list[list[FoundCharacter]] = [[] for _ in self.rows]
        self._below: dict[int, bytes] = {}  # the pixels of rows without the characters found there
        self._phrases: list[list[Phrase]] = [[] for _ in self.rows]
        self.closed: list[list[Closed]] = [[] for _ in self.rows]

    # characters in cells

    def _read_row(self, row: int, snapshot: Snapshot) -> None:
        """Recognise the character in each cell of a row by itself."""
        if len(self._cache) > MAX_CACHED:
            self._cache.clear()
        cache, words = self._cache, memoryview(snapshot.pixels).cast("Q")
        kinds = bytearray()
        line: list[Cell] = []
        for words_of_cell in snapshot.framebuffer.cells[row]:
            pixels = words[words_of_cell].tobytes()
            entry = cache.get(pixels)
            if entry is None:
                entry = cache[pixels] = self._recognise(pixels, snapshot, snapshot.characters.letters)
            kinds.append(entry[0])
            line.extend(entry[1])
        between_letters = snapshot.characters.between_letters
        for column, words_of_cell in enumerate(snapshot.framebuffer.cells[row]):
            if kinds[max(0, column - 1) : column + 2] == BETWEEN_LETTERS:
                kinds[column], cells = self._recognise(words[words_of_cell].tobytes(), snapshot, between_letters)
                line[column * self._across : (column + 1) * self._across] = cells
        self._kinds[row], self._by_cell[row] = bytes(kinds), line

    def _recognise(
        self, pixels: bytes, snapshot: Snapshot, letters: Mapping[Shape, str]
    ) -> tuple[int, tuple[Cell, ...]]:
        """Return the kind of a cell of the machine, and the terminal cells for it."""
        colours = sorted(set(pixels), key=lambda colour: (colour != snapshot.ground, colour))
        characters = snapshot.characters
        if len(colours) == 1:  # blank, unless the program has a letter for a solid cell
            solid = letters.get(SOLID) if pixels[0] != snapshot.ground else None
            if solid is not None:
                return LETTER, self._letter(solid, snapshot.ground, pixels[0])
            return EMPTY, (blank(pixels[0]),) * self._across
        for paper, ink in (colours, colours[::-1]) if len(colours) == 2 else ():
            shape = shape_of(pixels, paper)
            if letter := letters.get(shape):
                return USER_DEFINED if shape in characters.user_defined else LETTER, self._letter(letter, ink, paper)
        return PICTURE, self._blocks(pixels)

    def _letter(self, letter: str, ink: int, paper: int) -> tuple[Cell, ...]:
        if letter == " ":
            return (blank(paper),) * self._across
        return (letter, ink, paper, False), *(blank(paper),) * (self._across - 1)

    def _blocks(self, pixels: bytes) -> tuple[Cell, ...]:
        return self._mosaic.cells(pixels)

    # characters anywhere

    def _compose(self, rows: list[int], snapshot: Snapshot) -> None:
        """Combine, in some rows of the screen, the characters in cells and those between cells."""
        for first, last in runs(row for row in rows if self._pictures_near(row)):
            self._search(first, last, snapshot)
        for row in rows:
            if not self._pictures_near(row):
                self._found[row] = []
            self._below.pop(row, None)
            self.rows[row] = self._spaced[row] = (
                self._overlaid(row, snapshot) if self._found[row] else self._by_cell[row]
            )

    def _pictures_near(self, row: int) -> bool:
        return any(PICTURE in kinds for kinds in self._kinds[max(0, row - 2) : row + 3])

    def _search(self, first: int, last: int, snapshot: Snapshot) -> None:
        """Find the characters in some rows of the screen that are not aligned to cells of text."""
        top, bottom = max(0, first - 3), min(len(self.rows) - 1, last + 2)
        width, characters = snapshot.framebuffer.width, snapshot.characters
        strip = snapshot.pixels[top * CELL * width : (bottom + 1) * CELL * width]
        taken = b"".join(self._kinds[top : bottom + 1]).translate(TAKEN)
        loose = find_characters(strip, width, characters.searchable, taken)
        found = with_neighbours(loose, strip, width, characters.letters)
        found = without_parts(found, strip, width, characters.user_defined)
        rows = range(max(0, first - 1), last + 1)
        for row in rows:
            self._found[row] = []
        for character in found:
            character.y += top * CELL
            columns = slice(character.columns.start, character.columns.stop)
            if not any(LETTER in self._kinds[row][columns] for row in character.rows):
                for row in sorted(set(character.rows) & set(rows)):
                    self._found[row].append(character)

    def _overlaid(self, row: int, snapshot: Snapshot) -> list[Cell]:
        """Return a row with characters that cover several cells: first their papers, then their letters."""
        found, line = self._found[row], list(self._by_cell[row])
        across, width = self._across, snapshot.framebuffer.width
        above = self._found[row - 1] if row else []
        below = self._below[row] = without_characters(snapshot.pixels, width, row, [*above, *found])
        for column in sorted({column for character in found for column in character.columns}):
            pixels = b"".join(below[start : start + CELL] for start in range(column * CELL, len(below), width))
            line[column * across : (column + 1) * across] = self._blocks(pixels)
        for character in found:
            if character.centre_cell[1] == row:
                letter = snapshot.characters.letters[character.shape]
                line[character.terminal_column(across)] = letter, character.ink, character.paper, False
        return line


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Group ascending numbers into runs of consecutive numbers; return the first and last of each."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found
