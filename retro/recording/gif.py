"""Animated GIFs of the display: each frame only what has changed since the one before. Pillow packs the pixels."""

from __future__ import annotations

import io
import struct

from retro.palette import LIGHTS
from retro.pictures import image
from retro.screen import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

WIDTH = 320  # pixels that are `scale` wide; those of other MODEs are wider or narrower
FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
DEEP = 0x82  # a colour table follows, of 8 colours
HEADER = 13  # bytes of a GIF before its colour table
TABLE = b"".join(map(bytes, LIGHTS))
CENTISECONDS = 65535  # of one frame, at most


class Gif:
    """A GIF that is being written. scale: pixels of the GIF a pixel of the 320-wide MODEs."""

    def __init__(self, stream: BinaryIO, scale: int) -> None:
        self._stream, self._scale = stream, scale
        self._shown = Picture(0, 0, b"", LIGHTS)
        self._height = 0
        self._late = 0.0  # centiseconds that were not written
        stream.write(b"GIF89a" + self._size() + bytes([DEEP, 0, 0]) + TABLE + FOR_EVER)

    def _size(self) -> bytes:
        return struct.pack("<HH", WIDTH * self._scale, max(1, self._height) * self._scale)

    def show(self, picture: Picture, seconds: float) -> None:
        """One more frame, and how long it is seen."""
        self._late += 100 * seconds
        delay = min(CENTISECONDS, round(self._late))
        self._late -= delay
        picture = self._coloured(picture)
        left, top, right, bottom = self._changed(picture)
        self._shown = picture
        part = Picture(right - left, bottom - top, cut(picture, left, top, right, bottom), LIGHTS)
        self._write(part, left * WIDTH * self._scale // picture.width, top * self._scale, picture.width, delay)

    def close(self) -> None:
        """That was the last frame."""
        self._stream.write(b"\x3b")
        self._stream.seek(6)
        self._stream.write(self._size())

    def _coloured(self, picture: Picture) -> Picture:
        """In physical colours, and as high as the highest so far."""
        self._height = max(self._height, picture.height)
        colours = bytes(map(LIGHTS.index, picture.lights))
        pixels = picture.pixels.translate(colours.ljust(256, b"\0"))
        return Picture(picture.width, self._height, pixels.ljust(picture.width * self._height, b"\0"), LIGHTS)

    def _changed(self, picture: Picture) -> tuple[int, int, int, int]:
        """The part of a picture that is not as shown: left, top, right, bottom; one pixel at least."""
        width, new, old = picture.width, picture.pixels, self._shown.pixels
        if (self._shown.width, self._shown.height) != (width, picture.height):
            return 0, 0, width, picture.height
        rows = range(0, len(new), width)
        changed = [row for row in rows if new[row : row + width] != old[row : row + width]]
        if not changed:
            return 0, 0, 2, 1
        columns = [x for x in range(width) if new[x::width] != old[x::width]]
        left, right = columns[0] & ~1, columns[-1] + 2 & ~1  # in MODE 0 two pixels may be one of the GIF's
        return left, changed[0] // width, right, changed[-1] // width + 1

    def _write(self, part: Picture, left: int, top: int, whole: int, delay: int) -> None:
        width, height = part.width * WIDTH * self._scale // whole, part.height * self._scale
        stream = io.BytesIO()
        image(part).resize((width, height), 0).save(stream, "GIF", optimize=False, interlace=0)
        self._stream.write(b"\x21\xf9\x04\x04" + struct.pack("<H", delay) + b"\x00\x00")
        self._stream.write(b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0))
        self._stream.write(packed(stream.getvalue()))


def cut(picture: Picture, left: int, top: int, right: int, bottom: int) -> bytes:
    """A part of the pixels of a picture."""
    rows = range(top * picture.width, bottom * picture.width, picture.width)
    return b"".join(picture.pixels[row + left : row + right] for row in rows)


def packed(gif: bytes) -> bytes:
    """The packed pixels of a GIF of one picture: the size of the first code, and blocks up to an empty one."""
    place = HEADER + (3 << (gif[10] & 7) + 1 if gif[10] & 0x80 else 0)
    while gif[place] == 0x21:
        place += 2
        while gif[place]:
            place += gif[place] + 1
        place += 1
    start = place + 10 + (3 << (gif[place + 9] & 7) + 1 if gif[place + 9] & 0x80 else 0)
    end = start + 1
    while gif[end]:
        end += gif[end] + 1
    return gif[start : end + 1]
