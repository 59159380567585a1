"""Acorn ADFS discs with the old directory format: .adf (sizes S and M), .adl (size L, sides interleaved by track)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retro.basic.media.files import File, MediaError, printable

SECTOR = 256
TRACK = 16 * SECTOR
SIDE = 80 * TRACK
ROOT, DIRECTORY = 2, 5 * SECTOR  # the root's first sector; bytes of a directory
ENTRY, MOST_ENTRIES = 26, 47
IDENTITY = b"Hugo"
NAME = 10  # characters
TOP_BIT, IS_DIRECTORY_AT = 0x80, 3  # the top bit of the fourth character of a name is set for a directory
Tree = dict[str, tuple[str, "File | Tree"]]  # files and directories with their names, by these in capitals


def is_adfs(image: bytes) -> bool:
    """Return whether an image has an ADFS root directory."""
    return image[ROOT * SECTOR + 1 : ROOT * SECTOR + 5] == IDENTITY


def read_adfs(image: bytes) -> list[File]:
    """Return the files of a disc, including those in directories. Raises MediaError."""
    if len(image) == 2 * SIDE:
        image = b"".join(image[at : at + TRACK] for first in (0, TRACK) for at in range(first, len(image), 2 * TRACK))
    return list(_files(image, ROOT, "$", frozenset()))


def rewrite_adfs(image: bytes, files: Sequence[File]) -> bytes:
    """Return a disc with other files, but the same size, identifier and option. Raises MediaError."""
    sectors = int.from_bytes(image[0xFC:0xFF], "little") or len(image) // SECTOR
    root: Tree = {}
    for file in files:
        *path, leaf = file.name.removeprefix("$.").split(".")
        place = root
        for name in path:
            _, inner = place.setdefault(name.upper(), (name, {}))
            if isinstance(inner, File):
                raise MediaError(f"{file.name}: {name} is no directory", "Bad name")
            place = inner
        if leaf.upper() in place:
            raise MediaError(f"{file.name} is a directory", "Bad name")
        place[leaf.upper()] = leaf, file
    data = bytearray(2 * SECTOR)
    _write_directory(data, "$", ROOT, root)
    free = sectors - len(data) // SECTOR
    if free < 0:
        raise MediaError(f"{len(data)} bytes of files, at most {sectors * SECTOR} expected", "Disc full")
    starts = (sectors - free).to_bytes(3, "little").ljust(0xFC, b"\0") + sectors.to_bytes(3, "little")
    lengths = free.to_bytes(3, "little").ljust(0xFB, b"\0") + image[0x1FB:0x1FE] + b"\3"  # one space, of 3 bytes
    data[: 2 * SECTOR] = starts + checksum(starts) + lengths + checksum(lengths)
    whole = bytes(data.ljust(sectors * SECTOR, b"\0"))
    if len(whole) != 2 * SIDE:
        return whole
    return b"".join(whole[first + at : first + at + TRACK] for at in range(0, SIDE, TRACK) for first in (0, SIDE))


def _write_directory(data: bytearray, name: str, parent: int, tree: Tree) -> int:
    """Append a directory with its contents to a disc; return its first sector."""
    if len(tree) > MOST_ENTRIES:
        raise MediaError(f"{len(tree)} files in {name}, at most {MOST_ENTRIES} expected", "Cat full")
    here = len(data) // SECTOR
    data += bytes(DIRECTORY)
    entries = b""
    for _, (leaf, item) in sorted(tree.items()):
        if not 0 < len(leaf) <= NAME:
            raise MediaError(f"{leaf}: 1 to {NAME} characters expected", "Bad name")
        letters = bytearray(leaf.ljust(NAME, "\r").encode("latin-1"))
        sector = len(data) // SECTOR
        if isinstance(item, dict):
            numbers, flags = (0, 0, DIRECTORY), (0, IS_DIRECTORY_AT)
            _write_directory(data, leaf, here, item)
        else:
            numbers, flags = (item.load, item.start, len(item.data)), (0, 1)  # may be read, may be written
            data += item.data.ljust(-(-len(item.data) // SECTOR) * SECTOR, b"\0")
        for index in flags:
            letters[index] |= TOP_BIT
        entries += letters + b"".join(number.to_bytes(4, "little") for number in numbers)
        entries += sector.to_bytes(3, "little") + b"\0"
    own = (
        name.ljust(NAME, "\r").encode("latin-1") + parent.to_bytes(3, "little") + name.ljust(19, "\r").encode("latin-1")
    )
    tail = b"\0" + own + bytes(15) + IDENTITY + b"\0"
    start = here * SECTOR
    data[start : start + DIRECTORY] = (b"\0" + IDENTITY + entries).ljust(DIRECTORY - len(tail), b"\0") + tail
    return here


def checksum(data: bytes) -> bytes:
    """Return a free-space sector's checksum: the sum of the other 255 bytes, last one first, with end-around carry."""
    total = 255
    for byte in reversed(data):
        total = (total & 255) + (total >> 8) + byte
    return bytes([total & 255])


def _files(image: bytes, sector: int, path: str, open_directories: frozenset[int]) -> Iterator[File]:
    start = sector * SECTOR
    directory = image[start : start + DIRECTORY]
    if len(directory) < DIRECTORY or directory[1:5] != IDENTITY or sector in open_directories:
        raise MediaError(
            f"the directory {path} is damaged: expected {DIRECTORY} bytes that begin with {IDENTITY.decode()}"
        )
    for at in range(5, 5 + ENTRY * MOST_ENTRIES, ENTRY):
        entry = directory[at : at + ENTRY]
        if not entry[0] & 127:
            return
        yield from _entry(image, entry, path, open_directories | {sector})


def _entry(image: bytes, entry: bytes, path: str, open_directories: frozenset[int]) -> Iterator[File]:
    name = f"{path}.{printable(bytes(code & 127 for code in entry[:10]))}"
    load, start, length = (int.from_bytes(entry[at : at + 4], "little") for at in (10, 14, 18))
    first = int.from_bytes(entry[22:25], "little")
    if entry[IS_DIRECTORY_AT] & TOP_BIT:
        yield from _files(image, first, name, open_directories)
        return
    data = image[first * SECTOR : first * SECTOR + length]
    if len(data) < length:
        raise MediaError(f"{name} is cut off: found {len(data)} of its {length} bytes")
    yield File(name, load, start, data)
