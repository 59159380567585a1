"""Recognises characters in the pixels of the display, for text output and OSBYTE 135."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache

from retro.display.characters import SOLID, letter_of, shape_of

# The text of a cell that holds no known character: a quarter is set if half of its pixels are.
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
QUARTERS = 0xF0F0F0F0 << 32, 0x0F0F0F0F << 32, 0xF0F0F0F0, 0x0F0F0F0F  # bits of a shape: two above, two below
CACHED_LINES, CACHED_CELLS = 512, 4096


class TextReader:
    """Reads lines of text from pixels; results are cached.

    Attributes:
        known: the code of each shape, the stand-ins of user-defined characters, and the background colour.
    """

    def __init__(self, codes: Mapping[bytes, int], stand_ins: Mapping[int, str], paper: int) -> None:
        self.known = self._codes, self._stand_ins, self._paper = codes, stand_ins, paper
        self.line = lru_cache(CACHED_LINES)(self._line)
        self._letter = lru_cache(CACHED_CELLS)(self._recognise)

    def _line(self, pixels: bytes) -> str:
        """Return the text that eight rows of the picture's pixels show, in any colours."""
        words = array("Q", pixels)
        columns = len(words) // 8
        return "".join(self._letter(words[column::columns].tobytes()) for column in range(columns))

    def _recognise(self, cell: bytes) -> str:
        colours = sorted(set(cell), key=lambda colour: (colour != self._paper, colour))
        if len(colours) == 1 and cell[0] != self._paper:
            return (SOLID in self._codes and letter_of(self._codes[SOLID], self._stand_ins)) or " "
        for paper in colours if len(colours) == 2 else colours[:1]:
            code = self._codes.get(shape_of(cell, paper))
            if code is not None and (letter := letter_of(code, self._stand_ins)):
                return letter
        return quadrant(shape_of(cell, self._paper))


def quadrant(shape: bytes) -> str:
    """Return the block graphics character most similar to a shape."""
    bits = int.from_bytes(shape, "big")
    return QUADRANTS[sum(((bits & quarter).bit_count() >= 8) << at for at, quarter in enumerate(QUARTERS))]
