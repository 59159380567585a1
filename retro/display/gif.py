"""Animated GIFs, written without Pillow, which the browser does not have."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

from retro.display.changes import changed_box

HEADER, TRAILER = b"GIF89a", b";"
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
CONTROL, IMAGE = b"!\xf9\x04", b","
PALETTE, KEPT = 0xF0, 4  # flags: one palette for all frames; a frame stays below the next one
MOST_CODES, LONGEST_BLOCK = 4096, 255


def gif(
    frames: Iterable[tuple[bytes, int]], size: tuple[int, int], colours: Sequence[Sequence[int]]
) -> Iterator[bytes]:
    """Yield the parts of a GIF that loops for ever.

    Args:
        frames: pixels, a byte each, row 0 on top, and how long they are shown, in centiseconds.
        size: width and height in pixels.
        colours: red, green and blue of each value of a pixel; 4, 8, 16 or more powers of two of them.
    """
    (width, height), bits = size, len(colours).bit_length() - 1
    yield HEADER + struct.pack("<HHBBB", width, height, PALETTE | (bits - 1), 0, 0)
    yield bytes(part for colour in colours for part in colour) + FOR_EVER
    before = b""
    for pixels, delay in frames:
        left, top, right, bottom = changed_box(before, pixels, width) if before else (0, 0, width, height)
        right, bottom = max(right, 1), max(bottom, 1)  # an image has at least one pixel
        yield CONTROL + struct.pack("<BHBB", KEPT, delay, 0, 0)
        yield IMAGE + struct.pack("<HHHHBB", left, top, right - left, bottom - top, 0, bits)
        rows = range(top * width, bottom * width, width)
        data = compressed(b"".join(pixels[at + left : at + right] for at in rows), bits)
        for at in range(0, len(data), LONGEST_BLOCK):
            block = data[at : at + LONGEST_BLOCK]
            yield bytes([len(block)]) + block
        yield b"\0"
        before = pixels
    yield TRAILER


def compressed(pixels: bytes, bits: int) -> bytes:
    """Return pixels of `bits` bits each, compressed by LZW as in a GIF."""
    clear = 1 << bits
    table: dict[int, int] = {}
    size, following = bits + 1, clear + 2
    data, held, count = bytearray(), clear, size  # bits that are no whole byte yet: at first the code that clears
    code = pixels[0]
    for pixel in pixels[1:]:
        key = code << 8 | pixel
        known = table.get(key)
        if known is not None:
            code = known
            continue
        held, count = held | code << count, count + size
        if following < MOST_CODES:
            table[key] = following
            size += following == 1 << size
            following += 1
        else:
            held, count = held | clear << count, count + size
            table.clear()
            size, following = bits + 1, clear + 2
        while count >= 8:
            data.append(held & 255)
            held, count = held >> 8, count - 8
        code = pixel
    held |= code << count
    size_of_end = size + (following == 1 << size)
    held |= (clear + 1) << (count + size)
    return bytes(data) + held.to_bytes((count + size + size_of_end + 7) // 8, "little")
