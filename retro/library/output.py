"""The files that commands write at the user's wish."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from retro.library.errors import LaunchError
from retro.recording.files import whole_file
from retro.recording.storage import RecordFile


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


def write_new(path: str, data: bytes) -> None:
    """Write a file that does not exist yet. Raises LaunchError."""
    if os.path.lexists(path):
        raise LaunchError(f"{path} is there already, and is left as it is")
    write(path, data)


def write_to(path: str, data: bytes) -> None:
    """Write a file as `write` does, or to standard output if the path is `-`. Raises LaunchError, OSError."""
    if path == "-":
        write_bytes(data)
    else:
        write(path, data)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output. Raises OSError."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


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
