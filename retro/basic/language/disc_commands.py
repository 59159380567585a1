"""The `*` commands of the disc: *CAT, *LOAD, *SAVE, *DELETE, *EXEC, *SPOOL, *RUN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import SupportsIndex

from retro.basic.errors import BasicError
from retro.basic.language.disc import LARGEST_FILE
from retro.basic.language.files import Files
from retro.basic.language.host import Host
from retro.basic.language.memory import SIZE, Memory
from retro.basic.language.tokens import program_length
from retro.basic.media.files import File
from retro.basic.words import NL

PARTS = re.compile(r'"[^"]*"|[^ "]+')
COLUMN, COLUMNS = 13, 3  # of a catalogue
EMPTY_PROGRAM = 2  # bytes


class SpoolFile(bytearray):
    """The bytes that *SPOOL copies. end: called when the disc is full."""

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end = end

    def extend(self, data: Iterable[SupportsIndex], /) -> None:
        """Append bytes to the file that *SPOOL writes. Raises Disc full, once."""
        added = bytes(data)
        if len(self) + len(added) > LARGEST_FILE:
            self._end()
            raise BasicError.named("Disc full", "*SPOOL is ended")
        super().extend(added)


class DiscCommands:
    """Runs the disc's commands. chain: loads a BASIC program and runs it."""

    def __init__(self, machine: Host, memory: Memory, files: Files, chain: Callable[[str], None]) -> None:
        self.machine, self.memory, self.files, self.disc = machine, memory, files, files.disc
        self._chain = chain
        self._spooled = 0  # the channel of *SPOOL

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return by name the functions of the commands, which take the text after the name."""
        return {
            "CAT": self._cat,
            "LOAD": self._load,
            "SAVE": self._save,
            "DELETE": self._delete,
            "EXEC": self._exec,
            "RUN": self.run,
            "SPOOL": self._spool,
            "DIR": lambda rest: self.disc.change_directory(rest.strip(' "')),
            "DRIVE": self._drive,
            **dict.fromkeys(("DISC", "DISK", "ADFS", "MOUNT", "LIB", "ENABLE"), lambda rest: None),
        }

    def _cat(self, rest: str) -> None:
        names = self.disc.names()
        for at in range(0, len(names), COLUMNS):
            self.machine.print("".join(f"{name:{COLUMN}}" for name in names[at : at + COLUMNS]).rstrip())
        self.machine.print(len(names), " file" if len(names) == 1 else " files", end=NL)

    def _load(self, rest: str) -> None:
        """*LOAD NAME [ADDRESS]. Raises Bad address, File not found."""
        name, *numbers = parts(rest, 1, 2)
        file = self.disc.read(name)
        address = (hexadecimal(numbers[0]) if numbers else file.load) & 0xFFFF
        end = address + len(file.data)
        if end > SIZE:
            raise BasicError.named("Bad address")
        self.memory.put(address, file.data)

    def _save(self, rest: str) -> None:
        """*SAVE NAME START END|+LENGTH [ENTRY [LOAD]]. Raises Bad address and what writing raises."""
        name, first, last, *others = parts(rest, 3, 5)
        start = hexadecimal(first)
        end = start + hexadecimal(last[1:]) if last[0] == "+" else hexadecimal(last)
        if not 0 <= start <= end <= SIZE:
            raise BasicError.named("Bad address")
        entry, load = ([hexadecimal(other) & 0xFFFF for other in others] + [start, start][len(others) :])[:2]
        self.files.check_closed(name)
        data = bytes(self.memory.byte_at(address) for address in range(start, end))
        self.disc.write(name, File(name, load, entry, data))

    def _exec(self, rest: str) -> None:
        """*EXEC [NAME]: type the characters of a file; without a name, cancel the rest of it."""
        if rest.strip():
            (name,) = parts(rest, 1, 1)
            self.machine.keyboard.type_ahead(self.disc.read(name).data)
        else:
            self.machine.keyboard.flush()

    def _spool(self, rest: str) -> None:
        """*SPOOL [NAME]: copy all output to a file; without a name, close it."""
        self._end_spool()
        if rest.strip():
            (name,) = parts(rest, 1, 1)
            self._spooled = self.files.open_out(name)
            copy = self.files.file(self._spooled).data = SpoolFile(self._end_spool)
            self.machine.copy_stream(copy)

    def _end_spool(self) -> None:
        if self.files.is_open(self._spooled):
            self.machine.end_copy(self.files.file(self._spooled).data)
            self.files.close(self._spooled)

    def run(self, rest: str) -> None:
        """*RUN NAME: CHAIN a BASIC program. Raises No machine code here, File not found."""
        name = parts(rest, 1, 9)[0]
        if program_length(self.disc.read(name).data) <= EMPTY_PROGRAM:
            raise BasicError.named("No machine code here", f"{name} is no BASIC program")
        self._chain(name)

    def run_command(self, line: str) -> bool:
        """*RUN a file with the name of an unknown command; return False if there is none."""
        try:
            exists = self.disc.find(line.split(" ")[0]) in self.disc.names()
        except BasicError:
            return False
        if exists:
            self.run(line)
        return exists

    def _drive(self, rest: str) -> None:
        """*DRIVE N: look files up in another drive of the disc. Raises Bad drive."""
        drive = rest.strip()
        if drive not in ("0", "1", "2", "3"):
            raise BasicError.named("Bad drive")
        self.disc.drive = drive

    def _delete(self, rest: str) -> None:
        (name,) = parts(rest, 1, 1)
        self.files.check_closed(name)
        self.disc.delete(name)


def parts(rest: str, least: int, most: int) -> list[str]:
    """Split the text after a `*` command. Raises Bad name if it is empty, Bad command for a wrong number of parts."""
    words = [part.strip('"') for part in PARTS.findall(rest)]
    if not words:
        raise BasicError.named("Bad name")
    if not least <= len(words) <= most or not all(words):
        raise BasicError.named("Bad command")
    return words


def hexadecimal(text: str) -> int:
    """Return the address in a hexadecimal text. Raises Bad address."""
    if re.fullmatch("[0-9A-Fa-f]{1,8}", text):
        return int(text, 16)
    raise BasicError.named("Bad address")
