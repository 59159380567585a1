"""What is kept in the user's own folder: tapes, and the last unfinished game of each program.

Whatever is written there is complete or not there at all, whenever the writing is broken off: a new file is written
under another name and then takes its place; a game grows by whole lines, each by one write.
"""

from __future__ import annotations

import contextlib
import os
from errno import ENOSPC
from hashlib import sha256

from retro.recording.file import RecordingError
from retro.recording.reader import read
from retro.tape import LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from retro.recording.file import Recording

STALE = 60  # seconds
VARIABLE = "RETRO_DATA"  # of the environment: another folder than the user's own


def folder() -> str:
    """The folder of what is kept; it need not be there yet."""
    if chosen := os.environ.get(VARIABLE):
        return chosen
    from platformdirs import user_data_dir

    return user_data_dir("retro", appauthor=False)


def key_of(name: str, path: str) -> str:
    """The name under which a program's things are kept. path: of its file; files of the same name are not mixed up."""
    if not name.endswith(".py"):
        return name
    stem = os.path.splitext(os.path.basename(path))[0]
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)
    return f"{plain}-{sha256(os.path.abspath(path).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def replace(path: str, data: bytes) -> None:
    """Write a file so that there is either what was there before or the whole of this."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    new = f"{path}.{os.getpid()}.new"
    try:
        with open(new, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    with contextlib.suppress(OSError):
        sweep(path)


def sweep(path: str) -> None:
    """Remove what was left behind when the writing of a file was broken off, a minute ago or longer."""
    now = os.stat(path).st_mtime
    with os.scandir(os.path.dirname(path)) as entries:
        for entry in entries:
            ours = entry.name.startswith(os.path.basename(path) + ".") and entry.name.endswith(".new")
            if ours and now - entry.stat().st_mtime > STALE:
                os.unlink(entry.path)


class FolderTape:
    """The tapes of one program, each name a file."""

    def __init__(self, key: str) -> None:
        self._folder = os.path.join(folder(), "tapes", key)

    def _path(self, name: str) -> str:
        # A file must not be called CON.json on Windows.
        return os.path.join(self._folder, f"tape-{name}.json")

    def load(self, name: str) -> str | None:
        """What was saved under a name; an empty text where it cannot be read."""
        try:
            with open(self._path(name), "rb") as stream:
                return stream.read(LIMIT + 1).decode("latin-1")
        except FileNotFoundError:
            return None
        except OSError:
            return ""

    def save(self, name: str, text: str | None) -> None:
        """Write or remove the file. Raises OSError."""
        if text is not None:
            replace(self._path(name), text.encode("latin-1", "replace"))
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path(name))


def kept_path(key: str) -> str:
    """Where the unfinished game of a program is kept."""
    return os.path.join(folder(), "games", f"{key}.jsonl")


def kept_game(key: str) -> Recording | None:
    """The unfinished game of a program, None if there is none. Raises RecordingError if it cannot be read."""
    path = kept_path(key)
    return read(path, torn=True) if os.path.exists(path) else None


def unfinished_game(key: str, fingerprint: str) -> Recording | None:
    """The unfinished game of this version of a program, ready to go on; None if there is none that can be used."""
    try:
        game = kept_game(key)
    except RecordingError:
        return None
    if game is None or game.header.hash != fingerprint:
        return None
    game.log.reopen()
    return game if game.log.presses else None


class RecordFile:
    """A file that lines are written to as they come; if none come, there will be no file.

    trouble: why it could not be written; empty while it can. The game goes on without it.
    """

    def __init__(self, path: str) -> None:
        """Make a new file. Raises OSError, FileExistsError if it is there already."""
        self.trouble = ""
        self._path = path
        self._stream: BinaryIO | None = open(path, "xb", buffering=0)  # noqa: SIM115
        self._empty = True

    def write(self, lines: bytes, pressed: bool) -> None:
        """Add whole lines. pressed: a key of the game is among them."""
        if self.trouble:
            return
        self._empty = False
        try:
            self._save(lines)
        except OSError as error:
            self.trouble = f"{self._path} could not be written: {error.strerror or error}"

    def _save(self, lines: bytes) -> None:
        if self._stream is not None and self._stream.write(lines) != len(lines):
            raise OSError(ENOSPC, os.strerror(ENOSPC))

    def close(self, finished: bool) -> None:
        """There is no more to come. finished: the game has come to its own end."""
        if self._stream is not None:
            self._stream.close()
            if self._empty:
                os.unlink(self._path)
            self._stream = None


class KeptFile(RecordFile):
    """The file of an unfinished game: it takes the place of an earlier one at the first key that is pressed."""

    def __init__(self, key: str) -> None:
        self.trouble = ""
        self._path = kept_path(key)
        self._stream = None
        self._empty = True
        self._first = b""

    def write(self, lines: bytes, pressed: bool) -> None:
        """Add whole lines. pressed: a key of the game is among them."""
        if self._stream is None:
            self._first += lines
            if pressed:
                super().write(self._first, pressed)
        else:
            super().write(lines, pressed)

    def _save(self, lines: bytes) -> None:
        if self._stream is None:
            replace(self._path, lines)
            self._stream = open(self._path, "ab", buffering=0)  # noqa: SIM115
        else:
            super()._save(lines)

    def close(self, finished: bool) -> None:
        """There is no more to come. finished: the game needs not be kept; another one's file stays."""
        if self._stream is None:
            return
        with contextlib.suppress(OSError):
            ours = os.path.samestat(os.fstat(self._stream.fileno()), os.stat(self._path))
            self._stream.close()
            if finished and ours:
                os.unlink(self._path)
        self._stream = None
