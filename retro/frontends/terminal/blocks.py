"""Block characters: finds the glyph and the two colours most similar to a block of pixels.

A mask is the set of subcells that are lit. Bit 0 is the subcell at the top left, bit 1 the one to its right, and so on
line by line. A line has two subcells; a quadrant has two lines, a sextant three (Unicode 13).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from retro.display.characters import one_colour_table

# A character cell of the terminal: glyph, ink and paper as logical colours, underlined.
Cell = tuple[str, int, int, bool]
COVERED: Cell = "", 0, 0, False  # a cell that something else covers
# By mask: the glyph, and whether ink and paper are swapped.
Glyphs = tuple[tuple[str, bool], ...]


CELL = 8  # pixels: the side of a character of the machine

FIRST_SEXTANT = 0x1FB00
OLDER_SEXTANTS = {0b000000: " ", 0b010101: "▌", 0b101010: "▐", 0b111111: "█"}

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

# Glyphs of terminals without sextants, each with the sextant masks that it resembles. The middle line of a sextant is
# in a quadrant like the upper one, or like the lower one.
QUARTERS = {
    glyph: tuple(mask & 3 | middle << 2 | mask >> 2 << 4 for middle in dict.fromkeys((mask & 3, mask >> 2)))
    for mask, glyph in enumerate(QUADRANTS[:-1])
}
HALVES = {glyph: QUARTERS[glyph] for glyph in " ▀▄▌▐"}
ASCII = {" ": (0,), "'": (0b000011,), "-": (0b001100,), "_": (0b110000,), "|": (0b010101, 0b101010)}

# Shares of a subcell's pixels that light it; the lower one keeps lines one pixel wide visible.
LIT_SHARE, THIN_LINE_SHARE = 0.5, 0.25
MAX_CACHED = 20000  # columns of pixels
SEXTANT_ROWS = ((0, 3), (3, 5), (5, 8))  # the eight rows of a cell as three lines


def sextants() -> Glyphs:
    """Return the 64 sextant characters, indexed by mask."""
    new = iter(range(FIRST_SEXTANT, FIRST_SEXTANT + 64))
    return tuple((OLDER_SEXTANTS[mask] if mask in OLDER_SEXTANTS else chr(next(new)), False) for mask in range(64))


def quadrants() -> Glyphs:
    """Return the 16 quadrant characters, indexed by mask."""
    return tuple((glyph, False) for glyph in QUADRANTS)


def approximate(available: Mapping[str, Sequence[int]]) -> Glyphs:
    """Return the most similar glyph for each sextant mask; of equals the one that loses the fewest lit subcells."""
    candidates = [(mask, glyph, False) for glyph, masks in available.items() for mask in masks]
    candidates += [(mask ^ 63, glyph, True) for mask, glyph, _ in candidates]
    best = [
        min(candidates, key=lambda other: ((other[0] ^ mask).bit_count(), (mask & ~other[0]).bit_count(), other[2]))
        for mask in range(64)
    ]
    return tuple((glyph, swapped) for _, glyph, swapped in best)


def blank(colour: int) -> Cell:
    """Return a cell of the terminal filled with one colour."""
    return " ", colour, colour, False


def closest_cell(pixels: bytes, subcells: Sequence[int], glyphs: Glyphs, width: int) -> Cell:
    """Return the cell most similar to some pixels.

    The commonest colour is the paper. A subcell is lit where half of it has another colour; in a block of thin lines a
    quarter is enough.

    subcells: the pixels of each subcell as bits; the highest bit is the first pixel. width: pixels of a row.
    """
    colours = sorted(set(pixels), key=pixels.count, reverse=True)
    paper = colours[0]
    if len(colours) == 1:
        return blank(paper)
    others = int(pixels.translate(one_colour_table(paper, b"0", b"1")), 2)
    shares = [(others & subcell).bit_count() / subcell.bit_count() for subcell in subcells]
    not_left = int(("0" + "1" * (width - 1)) * (len(pixels) // width), 2)
    squares = not_left & others & others >> 1 & others >> width & others >> width + 1  # of two by two pixels
    thin = max(shares) < LIT_SHARE or (len(colours) == 2 and not squares)
    mask = sum((share >= (THIN_LINE_SHARE if thin else LIT_SHARE)) << bit for bit, share in enumerate(shares))
    glyph, swapped = glyphs[mask]
    ink = colours[1]
    if glyph == " ":
        return blank(ink if swapped else paper)
    return (glyph, paper, ink, False) if swapped else (glyph, ink, paper, False)


class Mosaic:
    """Converts cells of the machine to block characters. across: terminal columns for a cell: 1, 2 or 4."""

    def __init__(self, glyphs: Glyphs, across: int) -> None:
        self._width = width = CELL // across
        spans = (0, width // 2), (width // 2, width)
        subcells = [
            sum(1 << CELL * width - 1 - y * width - x for y in range(top, bottom) for x in range(left, right))
            for top, bottom in SEXTANT_ROWS
            for left, right in spans
        ]
        self._cell = lru_cache(MAX_CACHED)(lambda column: closest_cell(column, subcells, glyphs, width))
        self.cells = lru_cache(MAX_CACHED)(self._cells)

    def _cells(self, pixels: bytes) -> tuple[Cell, ...]:
        """Return a cell of the machine, 64 pixels row by row, as cells of the terminal."""
        width = self._width
        lefts = range(0, CELL, width)
        columns = ([pixels[at : at + width] for at in range(left, CELL * CELL, CELL)] for left in lefts)
        return tuple(self._cell(b"".join(column)) for column in columns)
