"""The disc: files with Acorn names. They are values on the machine's tape, so what is read is recorded and replayed.

No name of a file ever becomes a name outside: the catalogue is the value DISC, a list of names; a file is a value whose
name is made of the checksum of the file's. So programs that run at the same time write different values, and the tape
merges the catalogue.
"""

from __future__ import annotations

import re
from zlib import crc32

from retro.basic.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from retro.basic.language.host import Host

CATALOGUE = "DISC"  # a value on the tape
MOST_FILES = 31
LARGEST = 0x10000  # bytes of a file
PIECE = 120  # bytes of a file in one text of the tape
NOTHING_SAVED = 219
NAME = r"(?i)(?::0\.)?(?:\$\.|([A-Z0-9!]\.))?([A-Z0-9!$%&'()+,;<=>?@\[\]^_{}~/\\-]{1,10})"


class DiscFile:
    """A file.

    Attributes:
        data: Its contents.
        load: The address *LOAD puts it at.
        start: The address *RUN would start it at.
    """

    __slots__ = ("data", "load", "start")

    def __init__(self, data: bytes, load: int = 0, start: int = 0) -> None:
        self.data, self.load, self.start = data, load, start


def checked_name(name: str) -> str:
    """Return a file name as it stands in the catalogue, in upper case. Raises Bad name."""
    found = re.fullmatch(NAME, name.strip(" "))
    if found is None:
        raise BasicError.named("Bad name", f"{name!r}: expected 1 to 10 letters and digits, a directory before them")
    return f"{found[1] or ''}{found[2]}".upper()


def value_name(name: str) -> str:
    """Return the name on the tape of a file's value."""
    return f"F{crc32(name.encode('latin-1')):08X}"


class Disc:
    """The files of all BASIC programs."""

    def __init__(self, machine: Host) -> None:
        self._machine = machine

    def names(self) -> list[str]:
        """Return the names of all files in order. Raises Data? if what was saved is damaged."""
        try:
            names = self._machine.cload(CATALOGUE)
        except BasicError as error:
            if error.number == NOTHING_SAVED:
                return []
            raise
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            return sorted(names)
        raise BasicError.named("Data?", CATALOGUE)

    def read(self, name: str) -> DiscFile:
        """Return a file. Raises File not found, Bad name, and Data? if what was saved is damaged."""
        name = checked_name(name)
        self._check_exists(name)
        try:
            stored, load, start, *pieces = self._machine.cload(value_name(name))
            if stored == name:
                return DiscFile(bytes.fromhex("".join(pieces)), int(load), int(start))
        except (TypeError, ValueError):
            pass
        raise BasicError.named("Data?", name)

    def write(self, name: str, file: DiscFile) -> None:
        """Create or replace a file. Raises Cat full, Disc full, Disc fault, Bad name."""
        name = checked_name(name)
        if len(file.data) > LARGEST:
            raise BasicError.named("Disc full", f"{name}: at most {LARGEST} bytes expected")
        names = self.names()
        if name not in names and len(names) >= MOST_FILES:
            raise BasicError.named("Cat full")
        pieces = [file.data[at : at + PIECE].hex() for at in range(0, len(file.data), PIECE)]
        self._save(value_name(name), [name, file.load, file.start, *pieces])
        if name not in names:
            self._save(CATALOGUE, [*names, name])

    def delete(self, name: str) -> None:
        """Delete a file. Raises File not found, Bad name."""
        name = checked_name(name)
        self._check_exists(name)
        self._save(CATALOGUE, [other for other in self.names() if other != name])
        self._save(value_name(name), [])

    def _check_exists(self, name: str) -> None:
        if name not in self.names():
            raise BasicError.named("File not found", name)

    def _save(self, name: str, value: Any) -> None:
        try:
            self._machine.csave(name, value)
        except OSError as error:
            raise BasicError.named("Disc fault", str(error)) from error
