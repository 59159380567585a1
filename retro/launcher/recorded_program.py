"""Program, options and fingerprint: the unit of recording."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property

from retro import __version__
from retro.library import loader
from retro.library.errors import LaunchError
from retro.library.fingerprint import fingerprint
from retro.library.options import AUTHENTIC
from retro.library.program import Program as LoadedProgram
from retro.machine.machine import Machine
from retro.machine.runner import run_program
from retro.machine.view import Program
from retro.session.format import Header, Recording, RecordingError
from retro.session.game import Game
from retro.session.log_writer import Sink
from retro.session.replay import Replay, Viewer
from retro.session.session import at_speed, played
from retro.session.storage import DISC, FolderTape, UnfinishedGameFile, is_kept, key_of


class RecordedProgram:
    """A loaded program with the values of its options.

    Attributes:
        program, options: The program, and the values of its options by name.
        given_name, name, path: As of the program.
        paced: Whether its drawing takes time, if the program has a PACE.
    """

    def __init__(self, program: LoadedProgram, options: dict[str, object]) -> None:
        self.program, self.options = program, options
        self.given_name, self.name, self.path = program.given_name, program.name, program.path
        self._loaded_before = self.paced = False

    @cached_property
    def key(self) -> str:
        """The key of its unfinished games."""
        return key_of(self.name, self.path)

    @property
    def tape_key(self) -> str:
        """The key of its tape; all BASIC programs share one, which holds their disc."""
        return DISC if self.program.shares_disc else self.key

    @cached_property
    def hash(self) -> str:
        """Its fingerprint."""
        return self.program.fingerprint

    @property
    def pace(self) -> float:
        """How many times as long as on the Electron it takes to draw; 0: no time."""
        return self.program.pace if self.paced else 0.0

    def load(self) -> Program:
        """Return the program itself. A user's file is loaded anew for each game, so that no old variables are left."""
        # A changed file is not read: recordings have the fingerprint of the version before.
        if self._loaded_before and self.name.endswith(".py") and fingerprint(self.path) == self.hash:
            self.program = loader.load(self.given_name)
        self._loaded_before = True
        return self.program.run_with(self.options)

    def header(self, seed: int, speed: str, recorded: bool = True) -> Header:
        """Return the header of a new game. recorded: include the program's fingerprint."""
        return Header(self.name, self.hash if recorded else "", seed, speed, self.options, versions())

    def game(
        self,
        header: Header,
        old: Recording | None,
        *,
        keep: bool,
        sinks: Sequence[Sink] = (),
        tell: Callable[[str], None] = lambda sentence: None,
        mode: Replay | None = None,
    ) -> Game:
        """Return a game of this program for a front end; `old` is the recording to go on with.

        keep: Whether its unfinished game is kept and its tape is the user's own. The others are as of `Game`.
        """
        if old is not None:
            self.options = old.header.options
        other_version = old is not None and self.is_other_version(old.header)
        resumed = old.path if old and is_kept(old.path) and not other_version else ""  # of another version it stays
        kept = [UnfinishedGameFile(self.key, resumed)] if keep else []
        if other_version:
            header = self.header(header.seed, header.speed)
        game = Game(
            self.load,
            header,
            log=old.log if old else None,
            path=old.path if old else "",
            sinks=[*kept, *sinks],
            tape=FolderTape(self.tape_key) if keep else None,
            mode=mode,
            tell=tell,
            pace=self.pace,
            title=self.program.title,
        )
        game.name, game.keys = os.path.splitext(self.name)[0], self.program.keys
        game.other_version = other_version
        game.film = lambda log, mode: self.replay(Recording("", header, log), mode)
        return game

    def watched_game(self, recording: Recording, tell: Callable[[str], None], sinks: Sequence[Sink] = ()) -> Game:
        """Return a recorded game to watch; once it is played on it is kept, but it does not use the user's tape."""
        sinks = [UnfinishedGameFile(self.key), *sinks]
        return self.game(recording.header, recording, keep=False, sinks=sinks, tell=tell, mode=Viewer())

    def replay(self, recording: Recording, mode: Replay) -> Machine:
        """Replay a recording without a front end; return the machine in its last state."""
        from retro.frontends.headless import Headless

        game = self.game(recording.header, recording, keep=False, mode=mode)
        front = Headless()
        front.run(lambda m: run_program(m, at_speed(played(game), machine_speed(recording.header))), 1)
        return front.machine

    def check(self, recording: Recording) -> None:
        """Raise RecordingError if the recording is of another program."""
        if recording.header.program != self.name:
            name = recording.header.program
            raise RecordingError(f"{recording.path}, line 1: found a game of {name}, expected one of {self.name}")

    def is_other_version(self, header: Header) -> bool:
        """Return whether a recording with this header was made by another version of this program."""
        return header.hash not in ("", self.hash)

    @staticmethod
    def recorded(recording: Recording, name: str) -> RecordedProgram:
        """Return the program of a recording, loaded by a name or path, with the recording's options.

        Raises RecordingError.
        """
        try:
            program = RecordedProgram(loader.load(name), recording.header.options)
        except LaunchError as error:
            raise RecordingError(f"{recording.path} cannot be replayed: {error}") from error
        program.check(recording)
        program.check_options(recording)
        return program

    def check_options(self, recording: Recording) -> None:
        """Raise RecordingError if the recording has an option that the program has not, or a value it cannot have.

        Options of another version that this one has not are left out.
        """
        declared = {option.name: option for option in self.program.options}
        if self.is_other_version(recording.header):
            given = {name: value for name, value in recording.header.options.items() if name in declared}
            recording.header.options = self.options = self.program.values(given)
        for name, value in recording.header.options.items():
            try:
                declared[name].check(value)
            except (KeyError, LaunchError) as error:
                raise RecordingError(
                    f"{recording.path}, line 1: found the option {name}={value!r}, expected one of {self.name}'s"
                ) from error


def program_of(recording: Recording, given: str | None = None) -> str:
    """Return the name or path by which to load the program of a recording. given: the path that the user gave.

    Raises RecordingError.
    """
    name = recording.header.program
    if "." not in name:
        if given is not None:
            raise RecordingError(f"--program {given}: {recording.path} is a game of {name}, which is here")
        return name
    inside = os.path.join(name.removesuffix(".py"), name)
    folder = os.path.dirname(recording.path)
    paths = [given] if given else [os.path.join(folder, name), name, os.path.join(folder, inside), inside]
    for path in paths:
        if os.path.exists(path):
            return path
    raise RecordingError(
        f"{recording.path} cannot be replayed: there is no file {paths[0]}; expected the program it is a game of, "
        f"as --program FILE.py or --program DIR"
    )


def machine_speed(header: Header) -> str:
    """Return the machine's speed in a recording. The speed of a replay is independent of it."""
    return AUTHENTIC if header.speed == AUTHENTIC else "normal"


def versions() -> str:
    """Return the versions of retro, Python and the system, to store in a recording."""
    return f"retro {__version__}, Python {sys.version.split()[0]}, {sys.platform}"
