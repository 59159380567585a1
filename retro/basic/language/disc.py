"""The disc: files with Acorn names. They are values on the machine's tape, so what is read is recorded and replayed.

No name of a file ever becomes a name outside: the catalogue is the value DISC, its files are FILE0 to FILE30.
"""

from __future__ import annotations

import re

from retro.basic.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from retro.basic.language.host import Host

CATALOGUE, FILE = "DISC", "FILE"  # values on the tape
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


class Disc:
    """The files of all BASIC programs."""

    def __init__(self, machine: Host) -> None:
        self._machine = machine

    def names(self) -> list[str]:
        """Return the names of all files in order."""
        return sorted(self._catalogue())

    def read(self, name: str) -> DiscFile:
        """Return a file. Raises File not found, Bad name, and Data? if what was saved is damaged."""
        name = checked_name(name)
        catalogue = self._catalogue()
        if name not in catalogue:
            raise BasicError.named("File not found", name)
        try:
            stored, load, start, *pieces = self._machine.cload(f"{FILE}{catalogue[name]}")
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
        catalogue = self._catalogue()
        if name not in catalogue:
            free = set(range(MOST_FILES)) - set(catalogue.values())
            if not free:
                raise BasicError.named("Cat full")
            catalogue[name] = min(free)
        pieces = [file.data[at : at + PIECE].hex() for at in range(0, len(file.data), PIECE)]
        self._save(f"{FILE}{catalogue[name]}", [name, file.load, file.start, *pieces])
        self._save(CATALOGUE, [[name, slot] for name, slot in catalogue.items()])

    def delete(self, name: str) -> None:
        """Delete a file. Raises File not found, Bad name."""
        name = checked_name(name)
        catalogue = self._catalogue()
        if name not in catalogue:
            raise BasicError.named("File not found", name)
        self._save(f"{FILE}{catalogue.pop(name)}", [])
        self._save(CATALOGUE, [[name, slot] for name, slot in catalogue.items()])

    def _catalogue(self) -> dict[str, int]:
        """Return the number of each file's value. Raises Data?."""
        try:
            catalogue = {str(name): int(slot) for name, slot in self._machine.cload(CATALOGUE)}
        except BasicError as error:
            if error.number == NOTHING_SAVED:
                return {}
            raise
        except (TypeError, ValueError):
            raise BasicError.named("Data?", CATALOGUE) from None
        if all(slot in range(MOST_FILES) for slot in catalogue.values()):
            return catalogue
        raise BasicError.named("Data?", CATALOGUE)

    def _save(self, name: str, value: Any) -> None:
        try:
            self._machine.csave(name, value)
        except OSError as error:
            raise BasicError.named("Disc fault", str(error)) from error
