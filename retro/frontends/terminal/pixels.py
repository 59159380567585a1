"""Renderers for terminals that draw pixels: by kitty's graphics protocol, or as sixels."""

import base64
import re
import struct
import zlib
from collections.abc import Sequence

from retro.display.layer import FIRST as LAYER_FIRST
from retro.display.layer import repeated
from retro.display.palette import RGB as LAYER_RGB
from retro.display.screen import Picture, Screen
from retro.frontends.terminal.colours import BLACK, CLEAR, RGB
from retro.frontends.terminal.renderers import WIDTH
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


class Scale:
    """The size of the picture: across × down pixels of the terminal for a pixel, columns × rows characters in all."""

    def __init__(self, across: int, down: int, columns: int, rows: int) -> None:
        self.across, self.down, self.columns, self.rows = across, down, columns, rows


def largest_scale(
    width: int, height: int, area: Area, cell_size: tuple[int, int], largest: tuple[int, int] | None = None
) -> Scale | None:
    """Return the largest scale that leaves the bottom row free, so that nothing scrolls; None if nothing fits.

    cell_size: width and height of a character of the terminal, in pixels. largest: see PixelRenderer.
    """
    room = area.columns * cell_size[0], (area.rows - 1) * cell_size[1]
    down = min(min(sizes) // side for side, *sizes in zip((WIDTH, height), room, largest or room))
    if width > WIDTH:
        down -= down % (width // WIDTH)
    across = down * WIDTH // width
    if across < 1:
        return None
    return Scale(across, down, -(-width * across // cell_size[0]), -(-height * down // cell_size[1]))


def origin(scale: Scale, area: Area) -> tuple[int, int]:
    """Return column and row, from 0, at which the picture begins."""
    return max(0, area.columns - scale.columns) // 2, max(0, area.rows - 1 - scale.rows) // 2


class PixelRenderer:
    """A renderer of pixels.

    cell_size: width and height of a character, for systems that do not report it. largest: width and height of the
    largest picture that the terminal shows; None: any size. clear: what clears the terminal.
    """

    erase = ""

    def __init__(self, cell_size: tuple[int, int], largest: tuple[int, int] | None = None, clear: str = CLEAR) -> None:
        self._cell_size, self._largest, self._clear = cell_size, largest, clear
        self._drawn: tuple[object, ...] | None = None
        self._frames: dict[tuple[object, ...], str] = {}

    def fits(self, screen: Screen, area: Area) -> bool:
        """Return whether the whole picture fits."""
        return self._scale(screen.framebuffer.width, screen.framebuffer.height, area) is not None

    def invalidate(self) -> None:
        """Draw the picture next time, changed or not."""
        self._drawn = None

    def draw(self, screen: Screen, now: float, area: Area) -> str:
        """Return the whole picture if it has changed."""
        picture = screen.picture(now)
        palette = (*picture.rgb, *[BLACK] * COLOURS)[:COLOURS]
        key = picture.pixels, picture.width, palette, area
        scale = self._scale(picture.width, picture.height, area)
        if key == self._drawn or scale is None:
            return ""
        prefix = self._clear + self.erase if self._drawn is None else ""
        self._drawn = key
        if key not in self._frames:
            while len(self._frames) >= MAX_FRAMES:
                del self._frames[next(iter(self._frames))]
            self._frames[key] = self._frame(picture, palette, scale)
        left, top = origin(scale, area)
        return f"{prefix}\x1b[{top + 1};{left + 1}H{self._frames[key]}"

    def pixel_at(self, column: int, row: int, screen: Screen, area: Area) -> tuple[int, int]:
        """Return the pixel in the middle of a character of the terminal."""
        scale = self._scale(screen.framebuffer.width, screen.framebuffer.height, area)
        if scale is None:
            return -1, -1
        left, top = origin(scale, area)
        width, height = self._character_size(area)
        x, y = (2 * (column - left) + 1) * width // 2, (2 * (row - top) + 1) * height // 2
        return x // scale.across, y // scale.down

    def _scale(self, width: int, height: int, area: Area) -> Scale | None:
        return largest_scale(width, height, area, self._character_size(area), self._largest)

    def _character_size(self, area: Area) -> tuple[int, int]:
        if area.pixel_width and area.pixel_height:
            return area.pixel_width // area.columns, area.pixel_height // area.rows
        return self._cell_size

    def _frame(self, picture: Picture, palette: Sequence[RGB], scale: Scale) -> str:
        raise NotImplementedError


class KittyRenderer(PixelRenderer):
    """Draws by kitty's protocol: a PNG file in base64."""

    erase = KITTY_DELETE

    def _frame(self, picture: Picture, palette: Sequence[RGB], scale: Scale) -> str:
        text = base64.standard_b64encode(png(picture, palette, scale.across, scale.down)).decode("ascii")
        parts = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
        heads = ["a=T,f=100,i=1,p=1,q=2,C=1,", *[""] * (len(parts) - 1)]
        more = [*[1] * (len(parts) - 1), 0]
        return "".join(f"\x1b_G{head}m={left};{part}\x1b\\" for head, left, part in zip(heads, more, parts))


def png(picture: Picture, palette: Sequence[RGB], across: int, down: int) -> bytes:
    """Return the picture as a PNG file with a palette, enlarged by whole numbers."""
    wide = repeated(picture.pixels, across)
    line = picture.width * across
    repeats = (b"\2" + bytes(line)) * (down - 1)  # each the same as the row above
    rows = b"".join(b"\0" + wide[start : start + line] + repeats for start in range(0, len(wide), line))
    head = struct.pack(">IIBBBBB", line, picture.height * down, 8, 3, 0, 0, 0)
    colours = bytes(part for rgb in palette for part in rgb)
    chunks = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, COMPRESSION)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


class SixelRenderer(PixelRenderer):
    """Draws sixels: bands of six pixel rows, and in each band one line for each colour."""

    def __init__(self, cell_size: tuple[int, int], largest: tuple[int, int] | None = None, clear: str = CLEAR) -> None:
        super().__init__(cell_size, largest, clear)
        self._bands: dict[tuple[object, ...], bytes] = {}
        # For each colour and each row of a band: a table that sets the row's bit at pixels of the colour.
        self._tables = [
            [bytes((pixel == colour) << row for pixel in range(256)) for row in range(BAND)]
            for colour in range(COLOURS)
        ]

    def _frame(self, picture: Picture, palette: Sequence[RGB], scale: Scale) -> str:
        width, rows = picture.width, picture.height * scale.down
        colours = "".join(
            f"#{number};2;{red * 100 // 255};{green * 100 // 255};{blue * 100 // 255}"
            for number, (red, green, blue) in enumerate(palette)
        )
        lines = [picture.pixels[start : start + width] for start in range(0, len(picture.pixels), width)]
        if len(self._bands) > MAX_BANDS:
            self._bands.clear()
        bands = b"-".join(
            self._band(tuple(lines[row // scale.down] for row in range(top, min(top + BAND, rows))), scale.across)
            for top in range(0, rows, BAND)
        )
        return f'\x1bP0;1;0q"1;1;{width * scale.across};{rows}{colours}{bands.decode("ascii")}\x1b\\'

    def _band(self, lines: tuple[bytes, ...], across: int) -> bytes:
        key = lines, across
        if key not in self._bands:
            present = sorted(set(b"".join(lines)))
            self._bands[key] = b"$".join(self._line(lines, colour, across) for colour in present)
        return self._bands[key]

    def _line(self, lines: tuple[bytes, ...], colour: int, across: int) -> bytes:
        bits = sum(int.from_bytes(line.translate(table), "big") for line, table in zip(lines, self._tables[colour]))
        sixels = bits.to_bytes(len(lines[0]), "big")
        runs = ((run[1][0] + FIRST_SIXEL, across * len(run[0])) for run in RUN.finditer(sixels))
        return b"#%d" % colour + b"".join(
            b"!%d%c" % (count, sixel) if count > 3 else bytes([sixel]) * count for sixel, count in runs
        )
