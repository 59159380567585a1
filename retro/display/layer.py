"""Layers: strips of text over the display, which do not belong to the program.

They are laid out on a page of 40 × 25 characters. On a picture of another height strips in its upper half keep their
distance from the top, and those in its lower half theirs from the bottom; a page that dims the picture is centred.
"""

from collections.abc import Iterable, Sequence

from retro.display.framebuffer import PIXEL_HEIGHT, WIDTH_UNITS
from retro.display.palette import RGB
from retro.display.picture import Picture, repeated
from retro.display.styles import Row

COLUMNS, ROWS = 40, 25
CELL = 8  # pixels
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
FIRST_COLOUR = 16  # the first colour of the layer in a picture, after the colours of all MODEs
ADD_FIRST = bytes((colour + FIRST_COLOUR) & 255 for colour in range(256))
DIMMED_BRIGHTNESS = 0.35  # of the light of the picture


class Strip:
    """A row of text on the page.

    Attributes:
        row, column: where it begins.
        pieces: its text with styles.
        columns: its width.
        picture: rows of pixels in physical colours, which are shown instead of its text where pixels are.
    """

    def __init__(self, row: int, column: int, pieces: Row, picture: Sequence[bytes] = ()) -> None:
        self.row, self.column, self.pieces, self.picture = row, column, pieces, picture
        self.columns = sum(len(text) for text, _ in pieces)


class Layer:
    """An immutable set of strips over the display.

    Attributes:
        strips: the strips, from top to bottom.
        dims: whether the picture below is dimmed and frozen.
        clickable: whether front ends report the mouse although the program does not use it.
    """

    def __init__(self, strips: Iterable[Strip], pixels: bytes, dims: bool, clickable: bool) -> None:
        self.strips, self._pixels = tuple(strips), pixels
        self.dims, self.clickable = dims, clickable

    @property
    def lines(self) -> list[str]:
        """The text of the layer's strips, a line each."""
        return ["".join(text for text, _ in strip.pieces) for strip in self.strips]

    def over(self, picture: Picture) -> Picture:
        """Return a picture with the layer over it, at least as wide as the layer; without strips the picture itself."""
        if not self.strips:
            return picture
        width, height = max(WIDTH, picture.width), picture.height
        pixels, times = bytearray(repeated(picture.pixels, width // picture.width)), width // WIDTH
        for strip in self.strips:
            first, last = strip.column * CELL, (strip.column + strip.columns) * CELL
            top = strip.row * CELL
            for y in range(top, top + CELL):
                line = self._pixels[y * WIDTH + first : y * WIDTH + last].translate(ADD_FIRST)
                start = (y + self._shift(top, height)) * width
                pixels[start + first * times : start + last * times] = repeated(line, times)
        part = DIMMED_BRIGHTNESS if self.dims else 1.0
        rgb = [(int(red * part), int(green * part), int(blue * part)) for red, green, blue in picture.rgb]
        colours = (*rgb, *[(0, 0, 0)] * (FIRST_COLOUR - len(rgb)), *RGB)
        return Picture(width, height, bytes(pixels), colours, picture.version)

    def cell_at(self, x: int, y: int, height: int) -> tuple[int, int]:
        """Return the column and row of the page at a point in graphics units, on a picture of a height in pixels."""
        line = height - 1 - y // PIXEL_HEIGHT
        return x * COLUMNS // WIDTH_UNITS, (line - self._shift(line, height)) // CELL

    def pixel_of(self, column: int, row: int, width: int, height: int) -> tuple[int, int]:
        """Return the pixel of a picture of this size that is in the middle of a cell of the page."""
        line = row * CELL
        return (2 * column + 1) * width // (2 * COLUMNS), line + self._shift(line, height) + CELL // 2

    def _shift(self, line: int, height: int) -> int:
        """Return by how many pixels a pixel row of the page is moved down on a picture of a height."""
        extra = height - HEIGHT
        return extra // 2 if self.dims else extra if line >= HEIGHT // 2 else 0

    def placed(self, columns: int, rows: int) -> list[tuple[int, int, Strip]]:
        """Return the positions of the strips on a picture, given its size in characters: column, row, strip."""
        spare = columns - COLUMNS
        return [
            (
                strip.column + (spare if 0 < strip.column == COLUMNS - strip.columns else spare // 2),
                strip.row + self._shift(strip.row * CELL, rows * CELL) // CELL,
                strip,
            )
            for strip in self.strips
        ]
