"""The files that commands write at the user's wish."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from retro.library.errors import LaunchError
from retro.session.files import whole_file
from retro.session.storage import RecordFile

PICTURES = ".gif", ".jpg", ".jpeg", ".bmp", ".svg", ".webp", ".pdf"  # that are not made


@contextmanager
def output_file(path: str) -> Iterator[str]:
    """Yield the path of a file to write, which takes the place of another once it is complete. Raises LaunchError."""
    try:
        with whole_file(path) as new:
            yield new
    except OSError as error:
        raise LaunchError(f"{path} cannot be written: {error.strerror or error}") from error


def write(path: str, data: bytes) -> None:
    """Write a file; one that is there already is replaced. Raises LaunchError."""
    with output_file(path) as new, open(new, "wb") as stream:
        stream.write(data)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output. Raises OSError, and LaunchError if it is a terminal, which they would control."""
    if sys.stdout.isatty():
        raise LaunchError("Standard output is a terminal: expected a file or a pipe for these bytes")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def ends_in(*endings: str) -> Callable[[str], None]:
    """Return a check for an option with the name of a file to write: ValueError unless it has one of the endings.

    A device or a pipe may have any name.
    """

    def check(path: str) -> None:
        is_special = os.path.exists(path) and not os.path.isfile(path)
        if not path.lower().endswith(endings) and not is_special:
            raise ValueError(f"a name that ends in {' or '.join(endings)}")

    return check


def no_picture(path: str) -> None:
    """Raise ValueError for a file name of another kind of picture than .png."""
    if path.lower().endswith(PICTURES):
        raise ValueError("a name that ends in .png, or one of a text file")


@contextmanager
def recording_to(path: str | None) -> Iterator[list[RecordFile]]:
    """Yield the new file that a game is recorded to, in a list, empty without a path. Raises LaunchError."""
    try:
        files = [] if path is None else [RecordFile(path)]
    except FileExistsError as error:
        raise LaunchError(f"{path} is there already, and is left as it is") from error
    except OSError as error:
        raise LaunchError(f"{path} cannot be written: {error.strerror}") from error
    try:
        yield files
    finally:
        for file in files:
            file.close(finished=False)
