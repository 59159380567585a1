"""UEF tape images: chunks of recorded bytes, often compressed with gzip.

A file on a tape is a sequence of blocks of at most 256 bytes. Each has a header and two CRCs.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retro.basic.media.files import File, MediaError, printable

MAGIC = b"UEF File!\0"
GZIP = b"\x1f\x8b"
DATA, HIGH_TONE, GAP = 0x100, 0x110, 0x112
SYNC_BYTE = 0x2A
BLOCK = 256
NAME = 10  # characters
LAST_BLOCK, EMPTY_BLOCK = 0x80, 0x40  # bits of a block's flag
LARGEST_IMAGE = 16 * 1024 * 1024  # bytes of an unpacked image
LEADER, BLOCK_GAP = 2400, 600  # cycles of the high tone before a file, and between its blocks


class Block(NamedTuple):
    """A block of a file on a cassette tape's image."""

    name: bytes
    load: int
    start: int
    number: int
    flag: int
    data: bytes


def is_uef(image: bytes) -> bool:
    """Return whether an image is a UEF file, compressed or not."""
    return image.startswith((MAGIC, GZIP))


def read_uef(image: bytes) -> list[File]:
    """Return the files of a tape up to the first block that belongs to none. Raises MediaError if there are none."""
    content = image
    if image.startswith(GZIP):
        try:
            content = zlib.decompressobj(wbits=31).decompress(image, LARGEST_IMAGE)
        except zlib.error as error:
            raise MediaError(f"the tape image cannot be unpacked: {error}") from error
    if not content.startswith(MAGIC):
        raise MediaError("found no UEF header, expected a tape image that begins with 'UEF File!'")
    tape = b"".join(data for kind, data in _chunks(content) if kind == DATA)
    files: list[File] = []
    try:
        files.extend(_files(_blocks(tape)))
    except MediaError:
        if not files:
            raise
    return files


def _chunks(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and contents of each chunk of a UEF file after its header."""
    at = len(MAGIC) + 2
    while at < len(content):
        kind, length = (
            int.from_bytes(content[at : at + 2], "little"),
            int.from_bytes(content[at + 2 : at + 6], "little"),
        )
        data = content[at + 6 : at + 6 + length]
        if at + 6 > len(content) or len(data) < length:
            raise MediaError(f"the tape image is cut off: found {len(data)} of {length} bytes of its last chunk")
        yield kind, data
        at += 6 + length


def _blocks(tape: bytes) -> Iterator[Block]:
    at = tape.find(SYNC_BYTE)
    while at >= 0:
        end_of_name = tape.find(0, at + 1, at + 12)
        header = tape[at + 1 : end_of_name + 20]
        if end_of_name < 0 or len(header) < end_of_name - at + 19:
            raise MediaError("a block of the tape has no complete header")
        fields = tape[end_of_name + 1 : end_of_name + 18]
        length = int.from_bytes(fields[10:12], "little")
        _check(header, "header", header)
        data = tape[end_of_name + 20 : end_of_name + 20 + length]
        after = end_of_name + 20 + length
        if length:
            _check(tape[end_of_name + 20 : after + 2], "data", header)
            after += 2
        load, start = int.from_bytes(fields[:4], "little"), int.from_bytes(fields[4:8], "little")
        yield Block(header[: header.index(0)], load, start, int.from_bytes(fields[8:10], "little"), fields[12], data)
        at = tape.find(SYNC_BYTE, after)


def _check(data: bytes, part: str, header: bytes) -> None:
    """Verify the CRC at the end of a header or of data. Raises MediaError."""
    if len(data) < 2 or crc(data[:-2]) != int.from_bytes(data[-2:], "big"):
        raise MediaError(f"the tape is damaged: the CRC of the {part} of a block of {printable(header)} is wrong")


def _files(blocks: Iterator[Block]) -> Iterator[File]:
    """Join the blocks of each file. Raises MediaError where one is missing."""
    data: dict[int, bytes] = {}
    for block in blocks:
        data[block.number] = block.data
        if block.flag & LAST_BLOCK:
            if list(data) != list(range(len(data))):
                raise MediaError(f"the tape is damaged: {printable(block.name)} lacks a block")
            yield File(printable(block.name), block.load, block.start, b"".join(data.values()))
            data = {}
    if data:
        raise MediaError(f"the tape is cut off in {printable(block.name)}")


def write_uef(files: Sequence[File]) -> bytes:
    """Return a compressed tape image with these files. Raises MediaError for a name that is too long."""
    content = MAGIC + bytes([10, 0])
    for file in files:
        if not 0 < len(file.name) <= NAME:
            raise MediaError(f"{file.name}: 1 to {NAME} characters expected", "Bad name")
        content += _chunk(HIGH_TONE, LEADER.to_bytes(2, "little"))
        count = max(1, -(-len(file.data) // BLOCK))
        for number in range(count):
            content += _chunk(DATA, _block(file, number, number == count - 1))
            content += _chunk(HIGH_TONE, BLOCK_GAP.to_bytes(2, "little"))
        content += _chunk(GAP, LEADER.to_bytes(2, "little"))
    return gzip.compress(content, mtime=0)


def _chunk(kind: int, data: bytes) -> bytes:
    return kind.to_bytes(2, "little") + len(data).to_bytes(4, "little") + data


def _block(file: File, number: int, last: bool) -> bytes:
    data = file.data[BLOCK * number : BLOCK * (number + 1)]
    header = file.name.encode("latin-1") + b"\0" + file.load.to_bytes(4, "little") + file.start.to_bytes(4, "little")
    header += number.to_bytes(2, "little") + len(data).to_bytes(2, "little")
    header += bytes([LAST_BLOCK * last | EMPTY_BLOCK * (not data)]) + bytes(4)
    body = data + crc(data).to_bytes(2, "big") if data else b""
    return bytes([SYNC_BYTE]) + header + crc(header).to_bytes(2, "big") + body


def crc(data: bytes) -> int:
    """Return the CRC of the cassette filing system: polynomial &1021, from 0."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ (0x1021 if value & 0x8000 else 0)) & 0xFFFF
    return value
