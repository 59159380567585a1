"""Block characters: which one looks most like a few pixels, and in which two colours.

A mask says which parts of a character cell are lit: bit 0 is the part at the top left, bit 1 the one right of it, and
so on line by line. There are two parts in a line; a sextant has three lines (Unicode 13), an octant four (Unicode 16).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    # What one character cell of the terminal shows: a glyph, its two logical colours, whether it is underlined.
    Cell = tuple[str, int, int, bool]
    Glyphs = tuple[tuple[str, bool], ...]

CELL = 8  # pixels: the side of a character of the machine

FIRST_SEXTANT = 0x1FB00
OLDER_SEXTANTS = {0b000000: " ", 0b010101: "▌", 0b101010: "▐", 0b111111: "█"}

FIRST_OCTANT = 0x1CD00
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
OLDER_OCTANTS = {
    0x01: "\U0001cea8",
    0x02: "\U0001ceab",
    0x03: "\U0001fb82",
    0x14: "\U0001fbe6",
    0x28: "\U0001fbe7",
    0x3F: "\U0001fb85",
    0x40: "\U0001cea3",
    0x80: "\U0001cea0",
    0xC0: "▂",
    0xFC: "▆",
}

# What poorer terminals have, and the sextants it stands for.
HALVES = {" ": (0,), "▀": (0b000011, 0b001111), "▄": (0b110000, 0b111100), "▌": (0b010101,), "▐": (0b101010,)}
ASCII = {" ": (0,), "'": (0b000011,), "-": (0b001100,), "_": (0b110000,), "|": (0b010101, 0b101010)}

HALF, THIN = 0.5, 0.25  # shares of a part; a line one pixel wide stays visible
LINES = 1 / 6  # share of all that thin lines have at most
MOST = 20000  # columns to keep
THIRDS = ((0, 3), (3, 5), (5, 8))  # rows of a cell of eight, as three lines


def sextants() -> Glyphs:
    """The 64 sextants by their masks; each with whether its two colours are to be swapped, which never is."""
    return _numbered(FIRST_SEXTANT, OLDER_SEXTANTS, 64)


def octants() -> Glyphs:
    """The 256 octants by their masks."""
    return _numbered(FIRST_OCTANT, {_doubled(mask): QUADRANTS[mask] for mask in range(16)} | OLDER_OCTANTS, 256)


def approximate(known: Mapping[str, Sequence[int]]) -> Glyphs:
    """For each sextant the most similar of a few glyphs, and whether it needs its colours swapped."""
    looks = [(mask, glyph, False) for glyph, masks in known.items() for mask in masks]
    looks += [(mask ^ 63, glyph, True) for mask, glyph, _ in looks]
    best = [min(looks, key=lambda look: (bin(look[0] ^ mask).count("1"), look[2])) for mask in range(64)]
    return tuple((glyph, swapped) for _, glyph, swapped in best)


def _numbered(first: int, older: Mapping[int, str], count: int) -> Glyphs:
    """Unicode numbers the masks in order, leaving out those it had before."""
    new = iter(range(first, first + count))
    return tuple((older[mask] if mask in older else chr(next(new)), False) for mask in range(count))


def _doubled(quadrant: int) -> int:
    """A mask of two lines as one of four."""
    upper, lower = quadrant & 3, quadrant >> 2
    return upper * 0b101 | lower * 0b1010000


def blank(colour: int) -> Cell:
    """A cell of one colour."""
    return " ", colour, colour, False


def drawn(pixels: bytes, parts: Sequence[int], glyphs: Glyphs) -> Cell:
    """The cell for some pixels. parts: which pixels each part has, as bits, the highest being the first pixel.

    The commonest colour is the ground. A part is lit where half of it has another colour; a quarter is enough where
    there are only thin lines.
    """
    colours = sorted(set(pixels), key=pixels.count, reverse=True)
    paper = colours[0]
    if len(colours) == 1:
        return blank(paper)
    others = int(pixels.translate(marks(paper, b"0", b"1")), 2)
    shares = [(others & part).bit_count() / part.bit_count() for part in parts]
    thin = max(shares) < HALF or others.bit_count() <= LINES * len(pixels)
    mask = sum((share >= (THIN if thin else HALF)) << bit for bit, share in enumerate(shares))
    glyph, swapped = glyphs[mask]
    ink = colours[1]
    if glyph == " ":
        return blank(ink if swapped else paper)
    return (glyph, paper, ink, False) if swapped else (glyph, ink, paper, False)


def marks(colour: int, there: bytes, elsewhere: bytes) -> bytes:
    """A table for `translate` that tells one colour from all others."""
    return elsewhere * colour + there + elsewhere * (255 - colour)


class Mosaic:
    """Draws cells of the machine as block characters: `across` columns of the terminal a cell (1, 2 or 4)."""

    def __init__(self, glyphs: Glyphs, across: int) -> None:
        self._glyphs = glyphs
        self._wide = wide = CELL // across
        self._known: dict[bytes, Cell] = {}
        spans = (0, wide // 2), (wide // 2, wide)
        self._parts = [
            sum(1 << CELL * wide - 1 - y * wide - x for y in range(top, bottom) for x in range(left, right))
            for top, bottom in THIRDS
            for left, right in spans
        ]

    def cells(self, pixels: bytes) -> tuple[Cell, ...]:
        """The 64 pixels of a cell, row by row, as cells of the terminal."""
        wide, known = self._wide, self._known
        found = []
        for left in range(0, CELL, wide):
            column = b"".join([pixels[start : start + wide] for start in range(left, CELL * CELL, CELL)])
            if column not in known:
                if len(known) > MOST:
                    known.clear()
                known[column] = drawn(column, self._parts, self._glyphs)
            found.append(known[column])
        return tuple(found)
