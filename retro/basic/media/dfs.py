"""Acorn DFS discs: .ssd (one side) and .dsd (two sides, interleaved track by track).

A track has ten sectors of 256 bytes. Sectors 0 and 1 of a side are its catalogue of up to 31 files.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from retro.basic.media.files import File, MediaError, printable

SECTOR = 256
TRACK = 10 * SECTOR
SECTORS = 800  # of a side of 80 tracks
TITLE, NAME = 12, 7  # characters of a disc's title and of a file's name
MOST_FILES = 31
SECOND_SIDE = ":2."  # the drive before the names of files
RUN_BOOT = 3  # the option that makes SHIFT-BREAK do *EXEC !BOOT


def read_dfs(image: bytes) -> list[File]:
    """Return the files of one side of an Acorn disc image. Raises MediaError."""
    if len(image) < 2 * SECTOR:
        raise MediaError(f"found {len(image)} bytes, expected a DFS disc with a catalogue of {2 * SECTOR}")
    names, places = image[:SECTOR], image[SECTOR : 2 * SECTOR]
    if places[5] % 8 or places[5] > 8 * MOST_FILES:
        raise MediaError(f"found a catalogue of {places[5]} bytes, expected 8 for each of at most {MOST_FILES} files")
    return [_file(image, names[at : at + 8], places[at : at + 8]) for at in range(8, 8 + places[5], 8)]


def read_double_sided(image: bytes) -> list[File]:
    """Return the files of both sides of a .dsd image; on the second side names have the drive 2. Raises MediaError."""
    sides = sides_of(image)
    second = read_dfs(sides[1]) if any(sides[1][: 2 * SECTOR]) else []
    return read_dfs(sides[0]) + [file._replace(name=f"{SECOND_SIDE}{file.name}") for file in second]


def sides_of(image: bytes) -> list[bytes]:
    """Return the two sides of a .dsd image, a disc recorded on both sides."""
    return [b"".join(image[at : at + TRACK] for at in range(first, len(image), 2 * TRACK)) for first in (0, TRACK)]


def _file(image: bytes, name: bytes, place: bytes) -> File:
    load, start, length = (place[at] | place[at + 1] << 8 for at in (0, 2, 4))
    high = place[6]
    first = ((high & 3) << 8 | place[7]) * SECTOR
    length |= (high >> 4 & 3) << 16
    full_name = f"{printable(name[7:8])}.{printable(name[:7])}"
    data = image[first : first + length]
    if len(data) < length:
        raise MediaError(f"{full_name} is cut off: found {len(data)} of its {length} bytes")
    return File(full_name, load | (high >> 2 & 3) << 16, start | (high >> 6) << 16, data)


def write_dfs(title: str, files: Sequence[File], boot: int = RUN_BOOT, sectors: int = SECTORS) -> bytes:
    """Return one side of a disc with these files; those without a directory are in `$`.

    boot: what SHIFT-BREAK does with `!BOOT`. Raises MediaError where the files do not fit.
    """
    blocks = [file.data.ljust(-(-len(file.data) // SECTOR) * SECTOR, b"\0") for file in files]
    firsts = [*accumulate((len(block) // SECTOR for block in blocks), initial=2)]
    size = firsts.pop() * SECTOR
    if size > sectors * SECTOR:
        raise MediaError(f"{size - 2 * SECTOR} bytes of files, at most {(sectors - 2) * SECTOR} expected", "Disc full")
    if len(files) > MOST_FILES:
        raise MediaError(f"{len(files)} files, at most {MOST_FILES} expected", "Cat full")
    padded = title.ljust(TITLE).encode("latin-1")
    counts = bytes([0, 8 * len(files), boot << 4 | sectors >> 8, sectors & 0xFF])
    last_first = list(zip(files, firsts))[::-1]  # the catalogue lists the file that lies last first
    names = padded[:8] + b"".join(_name(file.name) for file, _ in last_first)
    places = padded[8:] + counts + b"".join(_place(file, first) for file, first in last_first)
    return (names.ljust(SECTOR, b"\0") + places.ljust(SECTOR, b"\0") + b"".join(blocks)).ljust(sectors * SECTOR, b"\0")


def rewrite_dfs(image: bytes, files: Sequence[File]) -> bytes:
    """Return one side of a disc with other files, in its catalogue's order, and the same title and option."""
    sectors = (image[0x106] & 3) << 8 | image[0x107]
    title = (image[:8] + image[SECTOR : SECTOR + 4]).decode("latin-1")
    return write_dfs(title, files[::-1], image[0x106] >> 4 & 3, sectors or SECTORS)


def rewrite_double_sided(image: bytes, files: Sequence[File]) -> bytes:
    """Return a .dsd image with other files. Raises MediaError."""
    second = [file._replace(name=file.name[len(SECOND_SIDE) :]) for file in files if file.name.startswith(SECOND_SIDE)]
    first = [file for file in files if not file.name.startswith(SECOND_SIDE)]
    sides = [rewrite_dfs(side, own) for side, own in zip(sides_of(image), (first, second))]
    length = max(map(len, sides))
    return b"".join(side[at : at + TRACK].ljust(TRACK, b"\0") for at in range(0, length, TRACK) for side in sides)


def _name(name: str) -> bytes:
    """Return the eight bytes of a file in the catalogue's first sector."""
    directory, leaf = (name[0], name[2:]) if name[1:2] == "." else ("$", name)
    if not 0 < len(leaf) <= NAME:
        raise MediaError(f"{name}: at most {NAME} characters behind a directory of one letter expected", "Bad name")
    return (leaf.ljust(NAME) + directory).encode("latin-1")


def _place(file: File, sector: int) -> bytes:
    """Return a file's eight bytes in the catalogue's second sector: 18-bit numbers, their high bits in one byte."""
    numbers = file.load, file.start, len(file.data)
    low = b"".join((number & 0xFFFF).to_bytes(2, "little") for number in numbers)
    load, start, length = (number >> 16 & 3 for number in numbers)
    return low + bytes([start << 6 | length << 4 | load << 2 | sector >> 8, sector & 0xFF])
