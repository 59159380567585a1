"""A listing as a disc for a BBC Micro: an image in the form of Acorn's DFS that starts the program by itself.

An .ssd file is one side of 80 tracks, ten sectors of 256 bytes each. Sectors 0 and 1 are the catalogue.
"""

from __future__ import annotations

from typing import NamedTuple

from retro.study.tokens import tokenise

SECTOR = 256
SECTORS = 800
TITLE, NAME = 12, 7  # letters of a disc's title and of a file's name
EXEC = 3  # what SHIFT and BREAK do: *EXEC !BOOT
BASIC_LOADS, BASIC_RUNS = 0x1900, 0x8023
TEXT = 0xFFFF

# A program that fills the memory of a machine without discs is loaded where the disc system lets it begin, and then
# moved down to where it begins on a tape machine. That overwrites the disc system's workspace, so the tape system has
# to be in force by then, and what is to be done must no longer come from the disc: it lies in a function key.
BOOT = """\
LOAD "{name}"
*KEY 0 *TAPE|MFOR I%=0 TO TOP-PAGE STEP 4:I%!&E00=I%!PAGE:NEXT:PAGE=&E00|MOLD|MX=RND(-TIME)|MRUN|M
*FX 138,0,128
"""


class File(NamedTuple):
    """A file on a disc: its name, where it is loaded and started, what is in it."""

    name: str
    load: int
    start: int
    data: bytes

    @property
    def sectors(self) -> int:
        """How many sectors it takes."""
        return -(-len(self.data) // SECTOR)


def ssd(name: str, listing: str) -> bytes:
    """A disc that runs a listing when SHIFT and BREAK are pressed. name: of the program, for title and file name.

    Raises ValueError where the listing cannot be tokenised or the name has no letter or digit.
    """
    letters = "".join(letter for letter in name.upper() if letter.isascii() and letter.isalnum())
    if not letters:
        raise ValueError(f"{name!r} given, a name with letters or digits expected")
    boot = BOOT.format(name=letters[:NAME]).replace("\n", "\r").encode()
    program = File(letters[:NAME], BASIC_LOADS, BASIC_RUNS, tokenise(listing))
    return image(letters[:TITLE], [File("!BOOT", 0, TEXT, boot), program])


def image(title: str, files: list[File]) -> bytes:
    """A disc with these files, one after another from sector 2 on. Raises ValueError where they do not fit."""
    names, places, data = [], [], b""
    for file in files:
        names.append(file.name.ljust(NAME).encode() + b"$")
        places.append(_place(file, 2 + len(data) // SECTOR))
        data += file.data.ljust(file.sectors * SECTOR, b"\0")
    if 2 * SECTOR + len(data) > SECTORS * SECTOR:
        raise ValueError(f"{len(data)} bytes of files, at most {(SECTORS - 2) * SECTOR} expected")
    padded = title.ljust(TITLE).encode()
    counts = bytes([0, 8 * len(files), EXEC << 4 | SECTORS >> 8, SECTORS & 0xFF])
    # The file that lies last comes first.
    first = padded[:8] + b"".join(reversed(names))
    second = padded[8:] + counts + b"".join(reversed(places))
    return (first.ljust(SECTOR, b"\0") + second.ljust(SECTOR, b"\0") + data).ljust(SECTORS * SECTOR, b"\0")


def _place(file: File, sector: int) -> bytes:
    """A file's eight bytes in the second sector: 18-bit addresses and length, the high bits of all together."""
    numbers = file.load, file.start, len(file.data)
    low = b"".join((number & 0xFFFF).to_bytes(2, "little") for number in numbers)
    load, start, length = (number >> 16 & 3 for number in numbers)
    return low + bytes([start << 6 | length << 4 | load << 2 | sector >> 8, sector & 0xFF])
