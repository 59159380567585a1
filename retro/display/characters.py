"""The shapes of the 256 character codes, and how VDU 23 changes them.

The original has the shapes of 32–127 in ROM and 256 bytes of RAM for definitions. Until the font is exploded (*FX 20)
all codes above 127 share those 256 bytes, so 128–159, 160–191, 192–223 and 224–255 are the same 32 characters.
Defining one of 32–127 first copies its page of 32 shapes from ROM over the same 256 bytes. Measured: cases v23-alias
and v23-define*.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from retro.display.framebuffer import glyph

PAGE = 32
CACHED_RUNS = 256
ROM_PAGES = (1, 2, 3)
BLANK, SOLID = bytes(8), b"\xff" * 8
POUND = 96
ALIASES = 0xE0  # codes from 128 on that differ in these bits have the same shape


def letter_of(code: int, stand_ins: Mapping[int, str]) -> str:
    """Return a character as text: itself, the stand-in of a user-defined character, or ""."""
    if code >= 128:
        return stand_ins.get(code) or stand_ins.get(code | ALIASES, "")
    return "£" if code == POUND else chr(code)


def one_colour_table(colour: int, match: bytes, other: bytes) -> bytes:
    """Return a table for `bytes.translate` that separates one colour from all others."""
    return other * colour + match + other * (255 - colour)


def shape_of(cell: bytes, paper: int) -> bytes:
    """Return the shape of a character cell from its 64 pixels: a bit is set where a pixel is not paper."""
    return int(cell.translate(one_colour_table(paper, b"0", b"1")), 2).to_bytes(8, "big")


class Glyphs:
    """A cache of characters drawn in one pair of colours.

    Attributes:
        words: by code, the eight words of each character that was drawn.
        runs: by codes, the rows of pixels of recently drawn runs of characters, as eight arrays of words.
    """

    __slots__ = ("_ink", "_paper", "_shapes", "runs", "words")

    def __init__(self, shapes: Characters, ink: int, paper: int) -> None:
        self._shapes, self._ink, self._paper = shapes, ink, paper
        self.words: dict[int, array[int]] = {}
        self.runs: dict[bytes, list[array[int]]] = {}

    def draw(self, code: int) -> array[int]:
        """Return the eight words of a character, and cache them.

        Raises:
            ValueError: no character code.
        """
        if code.__class__ is not int or not 0 <= code < 256:
            raise ValueError(f"{code!r} given, a character code from 0 to 255 expected")
        drawn = self.words[code] = glyph(self._shapes.shape(code), self._ink, self._paper)
        return drawn

    def draw_run(self, codes: bytes) -> list[array[int]]:
        """Return the eight rows of pixels of a run of characters, and cache them."""
        if len(self.runs) >= CACHED_RUNS:
            self.runs.clear()
        for code in set(codes) - self.words.keys():
            self.draw(code)
        words = array("Q", b"".join(map(self.words.__getitem__, codes)))
        rows = self.runs[codes] = [words[row::8] for row in range(8)]
        return rows

    def forget(self, codes: Iterable[int]) -> None:
        """Remove these characters from the cache of glyphs, as their shapes change."""
        self.runs.clear()
        for code in codes:
            self.words.pop(code, None)


class Characters:
    """The shapes of all character codes, those of the font and those defined by VDU 23."""

    def __init__(self, font: Mapping[int, bytes]) -> None:
        self._font = font
        self._soft = [BLANK] * PAGE
        self._pages: list[list[bytes] | None] = [None] * 4 + [self._soft] * 4
        self._drawn: dict[tuple[int, int], Glyphs] = {}
        self._codes: dict[bytes, int] = {}  # by shape; filled at the first use

    def shape(self, code: int) -> bytes:
        """Return the eight bytes of a character's present shape."""
        page = self._pages[code // PAGE]
        return self._font.get(code, BLANK) if page is None else page[code % PAGE]

    def define(self, code: int, shape: bytes) -> None:
        """VDU 23,code,…: define the shape of a character (32–255). Printed characters do not change."""
        page = self._pages[code // PAGE]
        if page is None:
            page = self._pages[code // PAGE] = self._soft
            page[:] = self._rom_page(code // PAGE)
            self._forget(range(256))
        page[code % PAGE] = shape
        self._forget(range(code % PAGE, 256, PAGE))

    def explode(self, pages: int) -> None:
        """*FX 20,n: give the first n of the pages 128–159, 160–191, 192–223, 32–63, 64–95, 96–127 their own memory."""
        for page in (4, 5, 6, *ROM_PAGES)[:pages]:
            current = self._pages[page]
            if current is None:
                self._pages[page] = self._rom_page(page)
            elif current is self._soft:
                self._pages[page] = list(self._soft)

    def glyphs(self, ink: int, paper: int) -> Glyphs:
        """Return the cache of characters drawn in these logical colours."""
        pair = ink, paper
        if pair not in self._drawn:
            self._drawn[pair] = Glyphs(self, ink, paper)
        return self._drawn[pair]

    def _forget(self, codes: Iterable[int]) -> None:
        self._codes = {}
        for glyphs in self._drawn.values():
            glyphs.forget(codes)

    def by_shape(self) -> dict[bytes, int]:
        """Return the code of each shape; of equal shapes the lowest, as the OS searches from 32 upwards."""
        if not self._codes:
            self._codes = {self.shape(code): code for code in range(255, 31, -1) if code != 127}
        return self._codes

    def _rom_page(self, page: int) -> list[bytes]:
        return [self._font.get(code, BLANK) for code in range(page * PAGE, page * PAGE + PAGE)]
