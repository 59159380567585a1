"""Small pictures of a screen, as BMP files of WIDTH×HEIGHT pixels in the physical colours 0 to 7."""

import struct
from zlib import crc32

from retro.display.palette import RGB, physical_now
from retro.display.screen import Screen

WIDTH, HEIGHT = 64, 40
MOST_RANKS = 8  # bits of a pixel for the rank of its colour by rarity
HEADERS = struct.Struct("<2sIIIIiiHHIIIIII")
COLOURS = b"".join(bytes((blue, green, red, 0)) for red, green, blue in RGB)
PIXELS_START = HEADERS.size + len(COLOURS)
SIZE = PIXELS_START + WIDTH * HEIGHT // 2  # bytes of a file


def thumbnail(screen: Screen) -> bytes:
    """Return a small picture of a screen. Flashing colours are as in their first phase.

    A pixel has the rarest colour of the screen's pixels in its area, so that lines and letters stay visible.
    """
    framebuffer = screen.framebuffer
    width, height, pixels = framebuffer.width, framebuffer.height, bytes(framebuffer.pixels)
    colours = sorted(range(len(screen.palette.colours)), key=pixels.count, reverse=True)
    masks = [(1 << min(rank, MOST_RANKS)) - 1 for rank in range(len(colours))]  # of which the rarest wins an OR
    table = bytes.maketrans(bytes(colours), bytes(masks))
    masked = _or_ahead(pixels.translate(table), 1, -(-width // WIDTH))
    masked = _or_ahead(masked, width, -(-height // HEIGHT))
    columns = [column * width // WIDTH for column in range(WIDTH)]
    small = bytes(masked[row * height // HEIGHT * width + column] for row in range(HEIGHT) for column in columns)
    physical = bytes(physical_now(screen.palette.colours[colour], second=False) for colour in colours)
    return _file(small.translate(bytes.maketrans(bytes(masks[::-1]), physical[::-1])))


def _or_ahead(data: bytes, step: int, count: int) -> bytes:
    """Return each byte ORed with the `count` - 1 bytes that follow it at distances of `step`."""
    number = int.from_bytes(data, "little")
    result = number
    for index in range(1, count):
        result |= number >> 8 * step * index
    return result.to_bytes(len(data), "little")


def _file(pixels: bytes) -> bytes:
    """Return a BMP file of 4 bits a pixel; an unused field of its header holds the checksum of the pixels."""
    packed = bytes.fromhex(pixels.hex()[1::2])
    sizes = SIZE, crc32(packed), PIXELS_START, 40, WIDTH, -HEIGHT  # minus: the top row comes first
    return HEADERS.pack(b"BM", *sizes, 1, 4, 0, len(packed), 0, 0, len(RGB), 0) + COLOURS + packed


def pixels_of(data: bytes) -> bytes | None:
    """Return the physical colours in a thumbnail's file, the top row first; None if it is none or is damaged."""
    pixels = bytes(int(digit, 16) for digit in data[PIXELS_START:].hex())
    return pixels if _file(pixels) == data else None
