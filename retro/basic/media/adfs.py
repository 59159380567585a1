"""Acorn ADFS discs with the old directory format: .adf (sizes S and M), .adl (size L, sides interleaved by track)."""

from __future__ import annotations

from collections.abc import Iterator

from retro.basic.media.files import File, MediaError, printable

SECTOR = 256
TRACK = 16 * SECTOR
SIDE = 80 * TRACK
ROOT, DIRECTORY = 2, 5 * SECTOR  # the root's first sector; bytes of a directory
ENTRY, MOST_ENTRIES = 26, 47
MARK = b"Hugo"
IS_DIRECTORY = 0x80  # the top bit of the fourth character of a name


def is_adfs(image: bytes) -> bool:
    """Return whether an image has an ADFS root directory."""
    return image[ROOT * SECTOR + 1 : ROOT * SECTOR + 5] == MARK


def read_adfs(image: bytes) -> list[File]:
    """Return the files of a disc, directories and all. Raises MediaError."""
    if len(image) == 2 * SIDE:
        image = b"".join(image[at : at + TRACK] for first in (0, TRACK) for at in range(first, len(image), 2 * TRACK))
    return list(_files(image, ROOT, "$", frozenset()))


def _files(image: bytes, sector: int, path: str, open_directories: frozenset[int]) -> Iterator[File]:
    start = sector * SECTOR
    directory = image[start : start + DIRECTORY]
    if len(directory) < DIRECTORY or directory[1:5] != MARK or sector in open_directories:
        raise MediaError(f"the directory {path} is damaged: expected {DIRECTORY} bytes that begin with {MARK.decode()}")
    for at in range(5, 5 + ENTRY * MOST_ENTRIES, ENTRY):
        entry = directory[at : at + ENTRY]
        if not entry[0] & 127:
            return
        yield from _entry(image, entry, path, open_directories | {sector})


def _entry(image: bytes, entry: bytes, path: str, open_directories: frozenset[int]) -> Iterator[File]:
    name = f"{path}.{printable(bytes(code & 127 for code in entry[:10]))}"
    load, start, length = (int.from_bytes(entry[at : at + 4], "little") for at in (10, 14, 18))
    first = int.from_bytes(entry[22:25], "little")
    if entry[3] & IS_DIRECTORY:
        yield from _files(image, first, name, open_directories)
        return
    data = image[first * SECTOR : first * SECTOR + length]
    if len(data) < length:
        raise MediaError(f"{name} is cut off: found {len(data)} of its {length} bytes")
    yield File(name, load, start, data)
