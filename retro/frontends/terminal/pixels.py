"""Renderers for terminals that draw pixels: by kitty's graphics protocol, or as sixels."""

import base64
import re
from functools import lru_cache
from typing import NamedTuple

from retro.display.layer import FIRST_COLOUR as LAYER_FIRST
from retro.display.palette import RGB as LAYER_RGB
from retro.display.picture import Picture
from retro.display.screen import Screen
from retro.display.screenshots import png
from retro.frontends.terminal.colours import BLACK, CLEAR
from retro.frontends.terminal.renderers import NO_PIXEL, WIDTH, Renderer, centred
from retro.frontends.terminal.tty import Area

CHUNK = 4096  # characters: the most that kitty accepts in one sequence
COLOURS = LAYER_FIRST + len(LAYER_RGB)
COMPRESSION = 3  # zlib's level: a picture of 1600×1000 takes 4 ms instead of 9, and has 30 KB instead of 18
BAND = 6  # pixel rows of a sixel
FIRST_SIXEL = 63
MAX_FRAMES = 8  # frames to cache: a flashing picture alternates between a few
MAX_BANDS = 1000  # bands of sixels to cache
RUN = re.compile(rb"(.)\1*", re.DOTALL)
KITTY_DELETE = "\x1b_Ga=d,d=A,q=2\x1b\\"


class Scale(NamedTuple):
    """The size of the picture: across × down terminal pixels for each pixel, columns × rows characters in all."""

    across: int
    down: int
    columns: int
    rows: int


def largest_scale(
    width: int, height: int, area: Area, cell_size: tuple[int, int], largest: tuple[int, int] | None = None
) -> Scale | None:
    """Return the largest scale that leaves the bottom row free, so that nothing scrolls; None if none fits.

    cell_size: width and height of a character of the terminal, in pixels. largest: see PixelRenderer.
    """
    room = area.columns * cell_size[0], (area.rows - 1) * cell_size[1]
    down = min(min(sizes) // side for side, *sizes in zip((WIDTH, height), room, largest or room))
    if width > WIDTH:
        down -= down % (width // WIDTH)
    across = down * WIDTH // width
    return (
        Scale(across, down, -(-width * across // cell_size[0]), -(-height * down // cell_size[1])) if across else None
    )


class PixelRenderer(Renderer):
    """Base class of renderers of pixels.

    cell_size: width and height of a character, for systems that do not report it. largest: width and height of the
    largest picture that the terminal shows; None: any size. clear: what clears the terminal.
    """

    def __init__(self, cell_size: tuple[int, int], largest: tuple[int, int] | None = None, clear: str = CLEAR) -> None:
        self._cell_size, self._largest, self._clear = cell_size, largest, clear
        self._drawn: tuple[object, ...] | None = None
        self._frames: dict[tuple[object, ...], str] = {}

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether the whole picture fits in the terminal."""
        return self._scale(screen.framebuffer.width, screen.framebuffer.height, area) is not None

    def invalidate(self) -> None:
        """Make the next `draw` return the terminal's picture even if it is unchanged."""
        self._drawn = None

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the output that draws the whole picture, if it has changed."""
        picture = screen.picture(now)
        key = picture.pixels, picture.width, picture.rgb, area
        scale = self._scale(picture.width, picture.height, area)
        if key == self._drawn or scale is None:
            return ""
        prefix = self._clear + self.erase if self._drawn is None else ""
        self._drawn = key
        if key not in self._frames:
            while len(self._frames) >= MAX_FRAMES:
                del self._frames[next(iter(self._frames))]
            self._frames[key] = self._frame(picture, scale)
        left, top = centred(scale.columns, scale.rows, area._replace(rows=area.rows - 1))
        return f"{prefix}\x1b[{top + 1};{left + 1}H{self._frames[key]}"

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the pixel of the picture in the middle of a cell of the terminal."""
        scale = self._scale(screen.framebuffer.width, screen.framebuffer.height, area)
        if scale is None:
            return NO_PIXEL
        left, top = centred(scale.columns, scale.rows, area._replace(rows=area.rows - 1))
        width, height = self._character_size(area)
        x, y = (2 * (column - left) + 1) * width // 2, (2 * (row - top) + 1) * height // 2
        return x // scale.across, y // scale.down

    def _scale(self, width: int, height: int, area: Area) -> Scale | None:
        return largest_scale(width, height, area, self._character_size(area), self._largest)

    def _character_size(self, area: Area) -> tuple[int, int]:
        if area.pixel_width and area.pixel_height:
            return area.pixel_width // area.columns, area.pixel_height // area.rows
        return self._cell_size

    def _frame(self, picture: Picture, scale: Scale) -> str:
        raise NotImplementedError


class KittyRenderer(PixelRenderer):
    """Draws pictures in a terminal by kitty's protocol: a PNG file in base64."""

    erase = KITTY_DELETE

    def _frame(self, picture: Picture, scale: Scale) -> str:
        text = base64.standard_b64encode(png(picture, scale.across, scale.down, COMPRESSION)).decode("ascii")
        parts = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
        heads = ["a=T,f=100,i=1,p=1,q=2,C=1,", *[""] * (len(parts) - 1)]
        more = [*[1] * (len(parts) - 1), 0]
        return "".join(f"\x1b_G{head}m={left};{part}\x1b\\" for head, left, part in zip(heads, more, parts))


class SixelRenderer(PixelRenderer):
    """Draws sixels: bands of six pixel rows, and in each band one line for each colour."""

    def __init__(self, cell_size: tuple[int, int], largest: tuple[int, int] | None = None, clear: str = CLEAR) -> None:
        super().__init__(cell_size, largest, clear)
        self._band = lru_cache(MAX_BANDS)(self._sixels)
        # For each colour and each row of a band: a table that sets the row's bit at pixels of the colour.
        self._tables = [
            [bytes((pixel == colour) << row for pixel in range(256)) for row in range(BAND)]
            for colour in range(COLOURS)
        ]

    def _frame(self, picture: Picture, scale: Scale) -> str:
        width, rows = picture.width, picture.height * scale.down
        colours = "".join(
            f"#{number};2;{red * 100 // 255};{green * 100 // 255};{blue * 100 // 255}"
            for number, (red, green, blue) in enumerate((*picture.rgb, *[BLACK] * COLOURS)[:COLOURS])
        )
        lines = [picture.pixels[start : start + width] for start in range(0, len(picture.pixels), width)]
        repeated = [lines[row // scale.down] for row in range(rows)]
        bands = b"-".join(self._band((*repeated[top : top + BAND],), scale.across) for top in range(0, rows, BAND))
        return f'\x1bP0;1;0q"1;1;{width * scale.across};{rows}{colours}{bands.decode("ascii")}\x1b\\'

    def _sixels(self, lines: tuple[bytes, ...], across: int) -> bytes:
        return b"$".join(self._line(lines, colour, across) for colour in sorted(set(b"".join(lines))))

    def _line(self, lines: tuple[bytes, ...], colour: int, across: int) -> bytes:
        bits = sum(int.from_bytes(line.translate(table), "big") for line, table in zip(lines, self._tables[colour]))
        sixels = bits.to_bytes(len(lines[0]), "big")
        runs = ((run[1][0] + FIRST_SIXEL, across * len(run[0])) for run in RUN.finditer(sixels))
        return b"#%d" % colour + b"".join(
            b"!%d%c" % (count, sixel) if count > 3 else bytes([sixel]) * count for sixel, count in runs
        )
