"""Pictures of the display as PNG files. Pillow is imported when it is used: the browser has none."""

import io
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from retro.display.picture import Picture, repeated

COMPRESSION_LEVEL = 7  # of compression; level 9 takes six times as long for 0.5 % less
SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED = 3  # the type of a PNG file whose pixels are numbers of colours


def image(picture: Picture) -> Any:
    """Return a picture as a palette image of Pillow with its logical colours, at the machine's resolution."""
    from PIL import Image

    palette_image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    palette_image.putpalette([part for colour in picture.rgb for part in colour])
    return palette_image


def png(picture: Picture, across: int = 1, down: int = 1, level: int = COMPRESSION_LEVEL) -> bytes:
    """Return a picture as a PNG file, enlarged by whole numbers, with as few bits a pixel as it needs."""
    bits = next(bits for bits in (1, 2, 4, 8) if len(picture.rgb) <= 1 << bits)
    pixels, size = packed(repeated(picture.pixels, across), bits), picture.width * across * bits // 8
    again = (b"\2" + bytes(size)) * (down - 1)  # each row the same as the one above
    rows = b"".join(b"\0" + pixels[at : at + size] + again for at in range(0, len(pixels), size))
    header = struct.pack(">IIBBBBB", picture.width * across, picture.height * down, bits, INDEXED, 0, 0, 0)
    colours = bytes(part for colour in picture.rgb for part in colour)
    chunks = {b"IHDR": header, b"PLTE": colours, b"IDAT": zlib.compress(rows, level), b"IEND": b""}
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    )


def packed(pixels: bytes, bits: int) -> bytes:
    """Pack pixels of a byte each into `bits` bits each, the first pixel of a byte in the highest bits."""
    while bits < 8:
        high, low = (int.from_bytes(pixels[first::2], "big") for first in (0, 1))
        pixels, bits = (high << bits | low).to_bytes(len(pixels) // 2, "big"), 2 * bits
    return pixels


def arranged(pictures: Sequence[Picture], places: Sequence[tuple[int, int, int, int]], size: tuple[int, int]) -> bytes:
    """Return a PNG file of a size with pictures, the first one on top; their viewports begin at its bottom left."""
    from PIL import Image

    whole, stream = Image.new("RGB", size), io.BytesIO()
    for picture, (left, bottom, width, height) in reversed(list(zip(pictures, places))):
        scaled = image(picture).convert("RGB").resize((width, height), Image.Resampling.NEAREST)
        whole.paste(scaled, (left, size[1] - bottom - height))
    whole.save(stream, "PNG", optimize=True)
    return stream.getvalue()
