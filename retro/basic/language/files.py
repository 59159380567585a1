"""Open files: OPENIN, OPENOUT, OPENUP, CLOSE#, PRINT#, INPUT#, BGET#, BPUT#, PTR#, EXT# and EOF#."""

from __future__ import annotations

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import cut, from_bytes, to_bytes
from retro.basic.language.disc import LARGEST_FILE, Disc
from retro.basic.language.functions import real
from retro.basic.media.files import File

FIRST_CHANNEL, MOST_OPEN = 17, 5
MOST_UNSAVED = 4096  # bytes by which an open file may be longer than on the disc
TEXT, INTEGER, REAL = 0, 0x40, 0xFF  # the byte before a value of PRINT#
PAST_END = 254  # what BGET# gives once at the end


class OpenFile:
    """An open file.

    Attributes:
        name: Its name.
        file: The file as it is on the disc.
        data: Its contents now.
        writable: Whether it may be written.
        pointer: PTR#.
        past_end: Whether a byte was read at its end.
    """

    def __init__(self, name: str, file: File, writable: bool) -> None:
        self.name, self.file, self.writable = name, file, writable
        self.data = bytearray(file.data)
        self.pointer = 0
        self.past_end = False

    def get(self) -> int:
        """Read a byte of the open file. The first read at its end returns 254, the next one raises EOF."""
        if self.pointer < len(self.data):
            self.pointer += 1
            return self.data[self.pointer - 1]
        if self.past_end:
            raise BasicError.named("EOF", self.name)
        self.past_end = True
        return PAST_END

    def take(self, count: int) -> bytes:
        """Read `count` bytes of the open file. Raises EOF."""
        return bytes(self.get() for _ in range(count))

    def put(self, data: bytes) -> None:
        """Write bytes to the open file. Raises Read only, Disc full."""
        self.check_writable()
        end = self.pointer + len(data)
        if end > LARGEST_FILE:
            raise BasicError.named("Disc full", self.name)
        self.data[self.pointer : end] = data
        self.pointer = end

    def seek(self, pointer: int) -> None:
        """Set PTR#; a file opened for writing grows. Raises EOF beyond the end of one only read, Disc full."""
        if pointer > len(self.data) or pointer < 0:
            if not self.writable:
                raise BasicError.named("EOF", self.name)
            if not 0 <= pointer <= LARGEST_FILE:
                raise BasicError.named("Disc full", self.name)
            self.data.extend(bytes(pointer - len(self.data)))
        self.pointer, self.past_end = pointer, False

    def check_writable(self) -> None:
        """Raise Read only for a file that OPENIN has opened."""
        if not self.writable:
            raise BasicError.named("Read only", self.name)


class Files:
    """The open files of a disc. has_failed: whether a write has failed; the error was reported to the program."""

    def __init__(self, disc: Disc) -> None:
        self.disc, self.has_failed = disc, False
        self._open: dict[int, OpenFile] = {}

    def open_out(self, name: str) -> int:
        """OPENOUT: create an empty file and open it."""
        self.check_closed(name)
        channel = self._free_channel()
        name, empty = self.disc.find(name), File(name, 0, 0, b"")
        self.disc.write(name, empty)
        self._open[channel] = OpenFile(name, empty, writable=True)
        return channel

    def _open_existing(self, name: str, writable: bool) -> int:
        """OPENIN and OPENUP: open a file to read, or also to write; return 0 if it does not exist."""
        name = self.disc.find(name)
        if name not in self.disc.names():
            return 0
        if writable or any(file.writable for file in self._open.values()):
            self.check_closed(name)
        channel = self._free_channel()
        self._open[channel] = OpenFile(name, self.disc.read(name), writable)
        return channel

    def check_closed(self, name: str) -> None:
        """Raise File open if the file is open."""
        name = self.disc.find(name)
        if any(file.name == name for file in self._open.values()):
            raise BasicError.named("File open", name)

    def _free_channel(self) -> int:
        for channel in range(FIRST_CHANNEL, FIRST_CHANNEL + MOST_OPEN):
            if channel not in self._open:
                return channel
        raise BasicError.named("Too many open files")

    def file(self, channel: int) -> OpenFile:
        """Return the open file of a channel. Raises Channel."""
        file = self._open.get(channel & 0xFF)
        if file is None:
            raise BasicError.named("Channel")
        return file

    def is_open(self, channel: int) -> bool:
        """Return whether a channel is open."""
        return channel in self._open

    def close(self, channel: int) -> None:
        """CLOSE#: save a file to the disc; 0: all files. Raises the errors of `_save`, after closing all."""
        failures = []
        for number in [channel & 0xFF] if channel & 0xFF else list(self._open):
            file = self.file(number)
            del self._open[number]
            try:
                self._save(file)
            except BasicError as error:
                failures.append(error)
        if failures:
            raise failures[0]

    def _save(self, file: OpenFile) -> None:
        """Save a changed file to the disc. Raises Cat full, Disc full, Disc fault."""
        if file.data != file.file.data:
            changed = file.file._replace(data=bytes(file.data))
            self.has_failed = True
            self.disc.write(file.name, changed)
            self.has_failed, file.file = False, changed

    def put(self, channel: int, data: bytes) -> None:
        """Write bytes to a file; save it after many of them. Raises Read only and the errors of `_save`."""
        file = self.file(channel)
        file.put(data)
        if len(file.data) >= len(file.file.data) + MOST_UNSAVED:
            self._save(file)

    def print_to(self, channel: int, *values: float | str) -> None:
        """PRINT#: write values, each with its type, to an open file. Raises Channel, Read only."""
        self.file(channel).check_writable()
        for value in values:
            self.put(channel, encoded(value))

    def text(self, channel: int) -> str:
        """INPUT#: read a text from an open file. Raises Type mismatch."""
        file = self.file(channel)
        if file.get() != TEXT:
            raise BasicError.named("Type mismatch")
        return file.take(file.get())[::-1].decode("latin-1")

    def number(self, channel: int) -> float:
        """INPUT#: read a number from an open file. Raises Type mismatch."""
        file = self.file(channel)
        kind = file.get()
        if kind == TEXT:
            raise BasicError.named("Type mismatch")
        if kind & 0x80:
            return from_bytes(file.take(5)[::-1])
        return int.from_bytes(file.take(4), "big", signed=True)

    def words(self) -> dict[str, object]:
        """Return the functions of open files by the names that compiled programs use."""
        return {
            "open_in": lambda name: self._open_existing(name, writable=False),
            "open_up": lambda name: self._open_existing(name, writable=True),
            "open_out": self.open_out,
            "close_file": self.close,
            "print_to": self.print_to,
            "file_text": self.text,
            "file_integer": lambda channel: cut(self.number(channel)),
            "file_real": lambda channel: real(self.number(channel)),
            "get_byte": lambda channel: self.file(channel).get(),
            "put_byte": lambda channel, value: self.put(channel, bytes([value & 0xFF])),
            "at_end_of_file": lambda channel: -int((file := self.file(channel)).pointer >= len(file.data)),
            "get_extent": lambda channel: len(self.file(channel).data),
            "get_pointer": lambda channel: self.file(channel).pointer,
            "set_pointer": lambda channel, pointer: self.file(channel).seek(pointer),
        }


def encoded(value: float | str) -> bytes:
    """Encode a value as PRINT# does: a type byte, then the value's bytes; texts are reversed."""
    if isinstance(value, str):
        return bytes([TEXT, len(value)]) + value.encode("latin-1")[::-1]
    if isinstance(value, int):
        return bytes([INTEGER]) + value.to_bytes(4, "big", signed=True)
    return bytes([REAL]) + to_bytes(value)[::-1]
