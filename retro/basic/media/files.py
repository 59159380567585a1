"""`File`: a file as Acorn's filing systems store it, with its addresses."""

from typing import NamedTuple


class MediaError(ValueError):
    """An image cannot be read or written; str() is a sentence with the reason, `error` the name of BASIC's error."""

    def __init__(self, sentence: str, error: str = "Disc fault") -> None:
        super().__init__(sentence)
        self.error = error


class File(NamedTuple):
    """A file of a disc or tape image.

    Attributes:
        name: Its name, with the directory on a disc: `$.DOMINOE`.
        load: The address it is loaded at.
        start: The address it is started at, if it is machine code.
        data: Its contents.
    """

    name: str
    load: int
    start: int
    data: bytes


def printable(name: bytes) -> str:
    """Return the text of a file name: up to a zero or CR, 7 bits, control characters as `?`, without padding."""
    for end in (b"\0", b"\r"):
        name = name.partition(end)[0]
    return "".join(chr(code & 127) if 32 <= code & 127 < 127 else "?" for code in name).rstrip()
