"""A program with its options and its version: what is recorded, kept, and found again."""

from __future__ import annotations

import os
import sys

from retro import library
from retro.recording.file import Header, RecordingError
from retro.recording.fingerprint import fingerprint
from retro.recording.keeping import FolderTape, KeptFile, key_of
from retro.recording.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from retro.frontend import Program
    from retro.recording.file import Recording
    from retro.recording.keeping import RecordFile
    from retro.recording.recorder import Screening

DIGITS = 12  # of a hash, in a sentence


class Game:
    """A program that is about to be played.

    name: what recordings call it: a name of `retro list`, or of a file without its folder. key: what it is kept under.
    hash: which version it is.
    """

    def __init__(self, asked: str, module: ModuleType, options: dict[str, object]) -> None:
        """asked: the name or path it was loaded by."""
        self._asked, self.module, self.options = asked, module, options
        self._path = module.__file__ or asked
        self.name = os.path.basename(asked) if asked.endswith(".py") else asked
        self.key = key_of(self.name, self._path)
        self.hash = fingerprint(self._path)
        self._begun = False

    def load(self) -> Program:
        """The program itself. A file of the user's is read again for each game, so that no variables are left over."""
        if self._begun and self.name.endswith(".py") and fingerprint(self._path) == self.hash:
            self.module = library.load(self._asked)
        self._begun = True
        return library.main_of(self.module, self.options)

    def header(self, seed: int, speed: str) -> Header:
        """What a recording of it says in its first line."""
        return Header(self.name, self.hash, seed, speed, self.options, made())

    def session(
        self,
        header: Header,
        old: Recording | None,
        *,
        keep: bool,
        sinks: Sequence[RecordFile] = (),
        tell: Callable[[str], None] = lambda sentence: None,
        screening: Screening | None = None,
    ) -> Session:
        """The program for a front end.

        old: what has been played of it already. keep: its unfinished game is kept, and its tape is the user's own.
        sinks: where else it is recorded. tell: called at the end with what could not be written.
        """
        if old is not None:
            self.options = old.header.options
        return Session(
            self.load,
            header,
            log=old.log if old else None,
            name=old.path if old else "",
            sinks=[*sinks, KeptFile(self.key)] if keep else sinks,
            tape=FolderTape(self.key) if keep else None,
            screening=screening,
            tell=tell,
        )

    def check(self, recording: Recording) -> None:
        """Raise RecordingError if the recording is of another program, or of another version of this one."""
        if recording.header.program != self.name:
            name = recording.header.program
            raise RecordingError(f"{recording.path}, line 1: found a game of {name}, expected one of {self.name}")
        check_version(recording, self.hash)

    @staticmethod
    def recorded(recording: Recording, asked: str) -> Game:
        """The program of a recording, loaded by a name or path, with its options. Raises RecordingError.

        A file is run only if it is the program that was recorded.
        """
        if asked.endswith(".py"):
            check_version(recording, fingerprint(asked))
        try:
            module = library.load(asked)
        except library.LibraryError as error:
            raise RecordingError(f"{recording.path} cannot be replayed: {error}") from error
        game = Game(asked, module, recording.header.options)
        game.check(recording)
        kinds = {name: kind for name, kind, _, _ in library.options_of(module)}
        for name, value in recording.header.options.items():
            if type(value) is not kinds.get(name):
                raise RecordingError(
                    f"{recording.path}, line 1: found the option {name}={value!r}, expected one of {game.name}'s"
                )
        return game


def check_version(recording: Recording, hash_: str) -> None:
    """Raise RecordingError if the recording is of another version than that of this hash."""
    header = recording.header
    if header.hash != hash_:
        raise RecordingError(
            f"{recording.path}, line 1: found a game of another version of {header.program} "
            f"(hash {header.hash[:DIGITS]}…), expected one of this version ({hash_[:DIGITS]}…)"
        )


def made() -> str:
    """The versions of retro, Python and the system, for the reader of a recording."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        own = version("retro")
    except PackageNotFoundError:
        own = "of a checkout"
    return f"retro {own}, Python {sys.version.split()[0]}, {sys.platform}"
