"""The picture as pixels, in terminals that can draw them: kitty's graphics protocol, and sixels."""

from __future__ import annotations

import base64
import re
import struct
import zlib

from retro.frontends.terminal.faces import COLOURS, WIDTH, lights_of
from retro.frontends.terminal.sheet import CLEAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.frontends.terminal.colours import Light
    from retro.frontends.terminal.console import Room
    from retro.screen import Picture, Screen

CHUNK = 4096  # characters that kitty takes at once
BAND = 6  # rows of a sixel
FIRST_SIXEL = 63
KEPT = 8  # frames: what flashes comes back
RUN = re.compile(rb"(.)\1*", re.DOTALL)
KITTY_DELETES = "\x1b_Ga=d,d=A,q=2\x1b\\"


class Scale:
    """How large the picture is shown, in whole pixels of the terminal.

    across, down: pixels of the terminal a pixel of the picture. columns, rows: what it covers of the terminal.
    """

    __slots__ = ("across", "columns", "down", "rows")

    def __init__(self, across: int, down: int, columns: int, rows: int) -> None:
        self.across, self.down, self.columns, self.rows = across, down, columns, rows


def scale_for(width: int, height: int, room: Room, cell: tuple[int, int]) -> Scale | None:
    """The largest scale that leaves a row free at the bottom, so that nothing scrolls; None: there is no room.

    cell: width and height of a character of the terminal, in pixels.
    """
    down = min(room.columns * cell[0] // WIDTH, (room.rows - 1) * cell[1] // height)
    if width > WIDTH:
        down -= down % (width // WIDTH)
    across = down * WIDTH // width
    if across < 1:
        return None
    return Scale(across, down, -(-width * across // cell[0]), -(-height * down // cell[1]))


def corner(scale: Scale, room: Room) -> tuple[int, int]:
    """Where the picture begins, column and row from 0."""
    return max(0, room.columns - scale.columns) // 2, max(0, room.rows - 1 - scale.rows) // 2


class Pixels:
    """What both kinds have in common. cell: the size of a character in pixels, where the system does not know it."""

    erasing = ""

    def __init__(self, cell: tuple[int, int]) -> None:
        self._cell = cell
        self._drawn: tuple[object, ...] | None = None
        self._frames: dict[tuple[object, ...], str] = {}

    def fits(self, screen: Screen, room: Room) -> bool:
        """Every pixel is to be seen, or none."""
        return self._scale(screen.canvas.width, screen.canvas.height, room) is not None

    def forget(self) -> None:
        """Draw it next time, whatever it is."""
        self._drawn = None

    def draw(self, screen: Screen, now: float, room: Room) -> str:
        """The whole picture, if it has changed."""
        picture = screen.picture(now)
        lights = lights_of(screen, now)
        key = picture.pixels, picture.width, lights, room
        scale = self._scale(picture.width, picture.height, room)
        if key == self._drawn or scale is None:
            return ""
        before = CLEAR + self.erasing if self._drawn is None else ""
        self._drawn = key
        if key not in self._frames:
            while len(self._frames) >= KEPT:
                del self._frames[next(iter(self._frames))]
            self._frames[key] = self._frame(picture, lights, scale)
        left, top = corner(scale, room)
        return f"{before}\x1b[{top + 1};{left + 1}H{self._frames[key]}"

    def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
        """The one in the middle."""
        scale = self._scale(screen.canvas.width, screen.canvas.height, room)
        if scale is None:
            return -1, -1
        left, top = corner(scale, room)
        wide, high = self._size(room)
        x, y = (2 * (column - left) + 1) * wide // 2, (2 * (row - top) + 1) * high // 2
        return x // scale.across, y // scale.down

    def _scale(self, width: int, height: int, room: Room) -> Scale | None:
        return scale_for(width, height, room, self._size(room))

    def _size(self, room: Room) -> tuple[int, int]:
        """Width and height of a character, in pixels of the terminal."""
        if room.wide and room.high:
            return room.wide // room.columns, room.high // room.rows
        return self._cell

    def _frame(self, picture: Picture, lights: Sequence[Light], scale: Scale) -> str:
        raise NotImplementedError


class Kitty(Pixels):
    """Kitty's protocol: a PNG file in base64."""

    erasing = KITTY_DELETES

    def _frame(self, picture: Picture, lights: Sequence[Light], scale: Scale) -> str:
        text = base64.standard_b64encode(png(picture, lights, scale.across, scale.down)).decode("ascii")
        parts = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
        heads = ["a=T,f=100,i=1,p=1,q=2,C=1,", *[""] * (len(parts) - 1)]
        more = [*[1] * (len(parts) - 1), 0]
        return "".join(f"\x1b_G{head}m={left};{part}\x1b\\" for head, left, part in zip(heads, more, parts))


def png(picture: Picture, lights: Sequence[Light], across: int, down: int) -> bytes:
    """The picture as a PNG file with a palette, enlarged by whole numbers."""
    wide = stretched(picture.pixels, across)
    line = picture.width * across
    repeats = (b"\2" + bytes(line)) * (down - 1)  # each the same as the row above
    rows = b"".join(b"\0" + wide[start : start + line] + repeats for start in range(0, len(wide), line))
    head = struct.pack(">IIBBBBB", line, picture.height * down, 8, 3, 0, 0, 0)
    palette = bytes(part for light in lights for part in light)
    chunks = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def stretched(pixels: bytes, times: int) -> bytes:
    """Each pixel so many times."""
    made = bytearray(times * len(pixels))
    for place in range(times):
        made[place::times] = pixels
    return bytes(made)


class Sixel(Pixels):
    """Sixels: bands of six rows, and in each band one line a colour."""

    def __init__(self, cell: tuple[int, int]) -> None:
        super().__init__(cell)
        self._bands: dict[tuple[object, ...], bytes] = {}
        # For each colour and each row of a band: a table that gives that row's bit where the colour is.
        self._tables = [
            [bytes((pixel == colour) << row for pixel in range(256)) for row in range(BAND)]
            for colour in range(COLOURS)
        ]

    def _frame(self, picture: Picture, lights: Sequence[Light], scale: Scale) -> str:
        width, rows = picture.width, picture.height * scale.down
        colours = "".join(
            f"#{number};2;{red * 100 // 255};{green * 100 // 255};{blue * 100 // 255}"
            for number, (red, green, blue) in enumerate(lights)
        )
        lines = [picture.pixels[start : start + width] for start in range(0, len(picture.pixels), width)]
        if len(self._bands) > 1000:
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
