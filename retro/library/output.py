"""Files that commands write when the user asks for them."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.session.files import whole_file
from retro.session.storage import RecordFile

OTHER_PICTURE_ENDINGS = ".gif", ".jpg", ".jpeg", ".bmp", ".svg", ".webp", ".pdf"  # that are not made


@contextmanager
def output_file(path: str) -> Iterator[str]:
    """Yield the path of a file to write, which replaces an existing one once it is complete. Raises LaunchError."""
    try:
        with whole_file(path) as new:
            yield new
    except OSError as error:
        raise LaunchError(f"{path} cannot be written: {error.strerror or error}") from error


def write(path: str, data: bytes) -> None:
    """Write a file that the user asked for; an existing one is replaced. Raises LaunchError."""
    with output_file(path) as new, open(new, "wb") as stream:
        stream.write(data)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output. Raises OSError, and LaunchError if that is a terminal."""
    if sys.stdout.isatty():
        raise LaunchError("Standard output is a terminal: expected a file or a pipe for these bytes")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def ends_in(*endings: str) -> Callable[[str], None]:
    """Return a check for the name of a file to write: ValueError unless it has one of the endings.

    A device or a pipe may have any name.
    """

    def check(path: str) -> None:
        is_special = os.path.exists(path) and not os.path.isfile(path)
        if not path.lower().endswith(endings) and not is_special:
            raise ValueError(f"a name that ends in {' or '.join(endings)}")

    return check


def no_picture(path: str) -> None:
    """Raise ValueError for the name of a picture in another format than .png."""
    if path.lower().endswith(OTHER_PICTURE_ENDINGS):
        raise ValueError("a name that ends in .png, or one of a text file")


@contextmanager
def recording_to(path: str | None, front: str) -> Iterator[list[RecordFile]]:
    """Yield a list with the new file that a game is recorded to, empty without a path. Raises LaunchError.

    At the end a sentence says that it is written, unless the output of this front end may be read by a script.
    """
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
            if front not in ("plain", "headless") and os.path.exists(file.path) and not file.failure:
                say(f"{file.path} is written.")
