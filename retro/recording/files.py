"""Writes files as a whole: a write that is interrupted leaves the old file unchanged."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

STALE = 60  # seconds
ENDING = ".new"


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
