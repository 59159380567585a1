"""Read files of limited size; write files as a whole, so that an interrupted write leaves the old file unchanged."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EFBIG, EINVAL
from io import BufferedReader

LARGEST = 64_000_000  # bytes of a file that is read at once
STALE = 60  # seconds
ENDING = ".new"


def open_file(path: str) -> BufferedReader:
    """Open a file to read it. Raises OSError, also for a device or a pipe, which may have no end."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OSError(EINVAL, "it is a device or a pipe, expected a file")
    return open(path, "rb")


def read_file(path: str) -> bytes:
    """Return the contents of a file. Raises OSError, also for a device, a pipe or more than LARGEST bytes."""
    with open_file(path) as stream:
        return read_limited(stream.read)


def read_limited(read: Callable[[int], bytes]) -> bytes:
    """Return what a stream has, by its method `read`. Raises OSError if that is more than LARGEST bytes."""
    data = read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(EFBIG, f"it has more than {LARGEST:,} bytes, which is the most that is read")
    return data


@contextmanager
def whole_file(path: str) -> Iterator[str]:
    """Yield the path of a file to write, which takes the place of another when the block ends without an error.

    A device or a pipe is written to directly. Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        yield path
        return
    new = f"{path}.{os.getpid()}{ENDING}"
    try:
        yield new
        with suppress(FileNotFoundError):
            os.chmod(new, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(new, path)
    finally:
        with suppress(OSError):
            os.unlink(new)


def replace(path: str, data: bytes) -> None:
    """Write a file, in a folder that is made if it is missing. Raises OSError."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with whole_file(path) as new, open(new, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    with suppress(OSError):
        sweep(path)


def sweep(path: str) -> None:
    """Remove the temporary files that interrupted writes left beside a file, if they are a minute old or older."""
    now = os.stat(path).st_mtime
    with os.scandir(os.path.dirname(path)) as entries:
        for entry in entries:
            if entry.name.endswith(ENDING) and now - entry.stat().st_mtime > STALE:
                os.unlink(entry.path)
