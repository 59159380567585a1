"""Read files of limited size; write files as a whole, so that an interrupted write leaves the old file unchanged."""

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EFBIG, EINVAL
from io import BufferedReader

LARGEST_FILE = 64_000_000  # bytes of a file that is read at once
STALE_AGE = 60  # seconds after which a temporary file is an old one, whatever process has its number now
ENDING = ".new"
LOCK = ".lock"
TEMPORARY_NAME = re.compile(
    r"\.(\d+)\.new\Z"
)  # the end of the name of a temporary file, with the process that writes it


def open_file(path: str) -> BufferedReader:
    """Open a file to read it. Raises OSError, also for a device or a pipe, which may have no end."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OSError(EINVAL, "it is a device or a pipe, expected a file")
    return open(path, "rb")


def read_file(path: str) -> bytes:
    """Return the contents of a file. Raises OSError, also for a device, a pipe or more than LARGEST_FILE bytes."""
    with open_file(path) as stream:
        return read_limited(stream.read)


def read_limited(read: Callable[[int], bytes]) -> bytes:
    """Read a whole stream by its method `read`. Raises OSError if it has more than LARGEST_FILE bytes."""
    data = read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise OSError(EFBIG, f"it has more than {LARGEST_FILE:,} bytes, which is the most that is read")
    return data


@contextmanager
def whole_file(path: str, lasting: bool = True) -> Iterator[str]:
    """Yield the path of a temporary file, which replaces the file at `path` when the block ends without an error.

    lasting: flush it to the disc first (fsync), so that it survives a power failure; that takes time. A device or a
    pipe is written to directly. Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        yield path
        return
    with suppress(OSError):
        sweep(*os.path.split(path))
    new = f"{path}.{os.getpid()}{ENDING}"
    try:
        yield new
        if lasting:
            with open(new, "rb+") as stream:
                os.fsync(stream.fileno())
        with suppress(FileNotFoundError):
            os.chmod(new, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(new, path)
    finally:
        with suppress(OSError):
            os.unlink(new)


def replace(path: str, data: bytes, lasting: bool = True) -> None:
    """Write a file, and make its folder if it is missing; `lasting` is as in `whole_file`. Raises OSError."""
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    with suppress(OSError):
        sweep(folder)
    with whole_file(path, lasting) as new, open(new, "wb") as stream:
        stream.write(data)


def sweep(folder: str, name: str | None = None) -> None:
    """Remove temporary files in a folder, all or those for the file `name`, that killed processes have left."""
    with os.scandir(folder) as entries:
        for entry in entries:
            match = TEMPORARY_NAME.search(entry.name)
            if match and name in (None, entry.name[: match.start()]) and not is_written(entry, int(match[1])):
                os.unlink(entry.path)


def is_written(entry: os.DirEntry[str], process: int) -> bool:
    """Return whether the process with this number may still be writing a temporary file."""
    if time.time() - entry.stat().st_mtime > STALE_AGE:
        return False
    if os.name == "posix":  # elsewhere os.kill would end the process
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except OSError:
            pass
    return True


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Hold an exclusive lock on a folder, where the system has locks; other processes wait in this function.

    Raises OSError if the folder cannot be written to.
    """
    if sys.platform == "emscripten":  # a page has one process, and stores every file
        yield
        return
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, LOCK), "ab") as stream:
        try:
            import fcntl
        except ImportError:  # Windows, where `replace` fails at a file that is open
            yield
            return
        with suppress(OSError):  # a file system without locks
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
