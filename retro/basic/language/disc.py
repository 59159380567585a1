"""The disc of BASIC programs: files with Acorn names, of an image and of programs' own writing.

Programs write files as values on the machine's tape, so what they read is recorded and replayed. The catalogue is the
value DISC, a list of names; a file is a value whose name is made of the checksum of the file's: no file name reaches
the user's disc. Programs that run at the same time write different values, and the tape merges the catalogue. For an
image, the tape stores these values as files in a copy of the image.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any
from zlib import crc32

from retro.basic.errors import BasicError
from retro.basic.language.host import Host
from retro.basic.media.files import File
from retro.basic.media.images import Image

CATALOGUE = "DISC"  # a value on the tape; an image's catalogue has a name like a file's
DELETED = "*"  # before the name of a file of the image in the catalogue
MOST_FILES = 31
LARGEST_FILE = 0x10000  # bytes of a file
PIECE_LENGTH = 120  # bytes of a file in one text of the tape
NOTHING_SAVED = 219
IMAGE_ERRORS = "Bad drive", "Bad name", "Cat full", "Disc fault", "Disc full"  # of the copy of an image
PART = r"[A-Z0-9!$%&'()+,;<=>?@\[\]^_{}~/\\-]{1,10}"
NAME = re.compile(rf"(?::([0-3])\.)?(\$\.)?((?:{PART}\.)*)({PART})")
ROOT, FIRST_DRIVE = "$", "0"
LETTER_AND_STOP = 2  # characters; a directory of one letter exists without files


def value_name(name: str, image: str = "") -> str:
    """Return the name of a file's value on the tape, or the catalogue's for an empty name. image: the image's path."""
    if not name and not image:
        return CATALOGUE
    volume = f"{os.path.basename(image)}:" if image else ""
    return f"F{crc32((volume + name).encode('utf-8', 'surrogateescape')):08X}"


def value_of(name: str, file: File) -> list[str | int]:
    """Return a file of the disc as a value to save on the machine's tape."""
    pieces = [file.data[at : at + PIECE_LENGTH].hex() for at in range(0, len(file.data), PIECE_LENGTH)]
    return [name, file.load, file.start, *pieces]


def file_of(value: Any) -> File:
    """Return the file of the disc from its value on the tape. Raises TypeError, ValueError."""
    name, load, start, *pieces = value
    return File(name, int(load), int(start), bytes.fromhex("".join(pieces)))


def by_name(files: Iterable[File]) -> dict[str, File]:
    """Return the files of an image by their names in the catalogue."""
    named: dict[str, File] = {}
    for file in files:
        named.setdefault(file.name.upper().replace("$.", "", 1), file)
    return named


class FoundName(str):
    """The complete name of a file on the disc: with directory and drive."""

    __slots__ = ()


class Disc:
    """The files of BASIC programs.

    Attributes:
        path: The image's file name; empty without an image.
        directory, drive: Where names without a directory or a drive are looked up first: *DIR, *DRIVE.
    """

    def __init__(self, machine: Host, image: Image | None = None) -> None:
        self._machine = machine
        self.path, self._is_tape = (image.path, image.is_tape) if image else ("", False)
        self._image = by_name(image.files if image else ())
        if image:
            machine.tape.mount(image)
        self.directory, self.drive = ROOT, FIRST_DRIVE
        self._last = ""  # the file of a tape that was read last

    def names(self) -> list[str]:
        """Return the names of all files in order. Raises Data? if what was saved is damaged."""
        return sorted(self._present())

    def files(self) -> list[File]:
        """Return all files of the disc, those of the image first."""
        return [self.read(FoundName(name)) for name in self._present()]

    def _present(self) -> dict[str, None]:
        saved = self._saved()
        both = dict.fromkeys([*self._image, *saved])
        return {name: None for name in both if name[0] != DELETED and DELETED + name not in saved}

    def _saved(self) -> list[str]:
        try:
            names = self._machine.cload(value_name("", self.path))
        except BasicError as error:
            if error.number == NOTHING_SAVED:
                return []
            raise
        if isinstance(names, list) and all(isinstance(name, str) and name for name in names):
            return names
        raise BasicError.named("Data?", "the catalogue")

    def find(self, name: str) -> FoundName:
        """Return the complete name of a file, which need not exist. Raises Bad name."""
        return name if isinstance(name, FoundName) else FoundName(self._found(name))

    def _found(self, name: str) -> str:
        asked, names = name.strip(" ").upper(), self.names()
        match = NAME.fullmatch(asked)
        if not asked and self._is_tape:
            order = [*self._image]
            return order[(order.index(self._last) + 1) % len(order) if self._last in order else 0]
        if match is None and asked in names:  # names of a tape may have any characters
            return asked
        if match is None:
            raise BasicError.named(
                "Bad name", f"{name!r}: expected 1 to 10 letters and digits, a directory before them"
            )
        drive, root, folder, leaf = match.groups(default="")
        drive = "" if (drive or self.drive) == FIRST_DRIVE else f":{drive or self.drive}."
        inner = f"{self.directory}.{folder}"
        places = [folder] if root or self.directory == ROOT else [inner, folder] if folder else [inner]
        for place in places:
            if f"{drive}{place}{leaf}" in names:
                return f"{drive}{place}{leaf}"
        if len(folder) > LETTER_AND_STOP and not any(name.startswith(drive + folder) for name in names):
            raise BasicError.named("Bad name", f"there is no directory {folder[:-1]}")
        return f"{drive}{folder or places[0]}{leaf}"

    def change_directory(self, name: str) -> None:
        """*DIR. Raises File not found for a directory of several letters without files."""
        path = name.upper().removeprefix(f"{ROOT}.") or ROOT
        below = path if self.directory == ROOT else f"{self.directory}.{path}"
        names = self.names()
        if path == "^":
            self.directory = self.directory.rpartition(".")[0] or ROOT
        elif any(other.startswith(f"{below}.") for other in names):
            self.directory = below
        elif path == ROOT or len(path) < LETTER_AND_STOP or any(other.startswith(f"{path}.") for other in names):
            self.directory = path
        else:
            raise BasicError.named("File not found", name)

    def read(self, name: str) -> File:
        """Return a file. Raises File not found, Bad name; Data? if the saved value is damaged."""
        name = self.find(name)
        self._check_exists(name)
        self._last = name
        if name not in self._saved():
            return self._image[name]
        try:
            file = file_of(self._machine.cload(value_name(name, self.path)))
            if file.name == name:
                return file
        except (TypeError, ValueError):
            pass
        raise BasicError.named("Data?", name)

    def write(self, name: str, file: File) -> None:
        """Create or replace a file. Raises Cat full, Disc full, Disc fault, Bad name."""
        name = self.find(name)
        if len(file.data) > LARGEST_FILE:
            raise BasicError.named("Disc full", f"{name}: at most {LARGEST_FILE} bytes expected")
        saved = self._saved()
        if not self.path and name not in saved and len(saved) >= MOST_FILES:
            raise BasicError.named("Cat full")
        self._save(name, value_name(name, self.path), value_of(name, file))
        if name not in saved:
            others = [other for other in saved if other != DELETED + name]
            self._save(name, value_name("", self.path), sorted([*others, name]))

    def delete(self, name: str) -> None:
        """Delete a file of the disc. Raises File not found, Bad name."""
        name = self.find(name)
        self._check_exists(name)
        others = [other for other in self._saved() if other != name]
        self._save(name, value_name("", self.path), sorted(others + [DELETED + name] * (name in self._image)))
        self._save(name, value_name(name, self.path), [])

    def _check_exists(self, name: str) -> None:
        if name not in self.names():
            raise BasicError.named("File not found", name)

    def _save(self, file: str, name: str, value: Any) -> None:
        tape = self._machine.tape
        self._machine.csave(name, value)
        if tape.fault:
            tape.failure = ""  # the program is told
            error, _, detail = tape.fault.partition(": ")
            if error not in IMAGE_ERRORS:
                error, detail = "Disc fault", tape.fault
            raise BasicError.named(error, f"{file}: {detail}")
