"""Makes games from programs and recordings: new, resumed, watched, or replayed without a view."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from retro import __version__
from retro.library import loader
from retro.library.errors import LaunchError
from retro.library.fingerprint import fingerprint
from retro.library.options import AUTHENTIC
from retro.library.program import Program
from retro.machine.machine import Machine
from retro.machine.runner import run_program
from retro.session.format import Header, Recording, RecordingError
from retro.session.game import Game
from retro.session.log_writer import Sink
from retro.session.replay import Replay, Viewer
from retro.session.session import at_speed, played
from retro.session.storage import FolderTape, UnfinishedGameFile, is_kept


def new_header(program: Program, seed: int, speed: str, recorded: bool = True) -> Header:
    """Return the recording header of a new game. recorded: include the program's fingerprint."""
    made = f"retro {__version__}, Python {sys.version.split()[0]}, {sys.platform}"
    return Header(program.name, program.fingerprint if recorded else "", seed, speed, program.chosen, made)


def game_of(
    program: Program,
    header: Header,
    old: Recording | None = None,
    *,
    keep: bool,
    sinks: Sequence[Sink] = (),
    tell: Callable[[str], None] = lambda sentence: None,
    mode: Replay | None = None,
) -> Game:
    """Return a game of a program; `old` is the recording to continue.

    keep: Whether the unfinished game is stored, and the tape is the user's own. The other arguments are as in `Game`.
    """
    other_version = old is not None and is_other_version(program, old.header)
    if old is not None:
        program.chosen = valid_options(program, old.header.options) if other_version else old.header.options
    resumed = old.path if old and is_kept(old.path) and not other_version else ""  # of another version it stays
    kept = [UnfinishedGameFile(program.key, resumed)] if keep else []
    if other_version:
        header = new_header(program, header.seed, header.speed)

    def load() -> Callable[[Machine], object]:
        """Return the program itself. A user's file is loaded anew for each game, so that no old variables are left."""
        # A changed file is not read: recordings have the fingerprint of the version before.
        if program.has_run and program.name.endswith(".py") and fingerprint(program.path) == program.fingerprint:
            again = loader.load(program.given_name)
            program.main, program.original = again.main, again.original
        program.has_run = True
        return program.run_with(program.chosen)

    game = Game(
        load,
        header,
        log=old.log if old else None,
        path=old.path if old else "",
        sinks=[*kept, *sinks],
        tape=FolderTape(program.tape_key) if keep else None,
        mode=mode,
        tell=tell,
        pace=program.pace if program.paced else 0.0,
        title=program.title,
    )
    game.name, game.keys = os.path.splitext(program.name)[0], program.keys
    game.other_version = other_version
    game.film = lambda log, mode: replay(program, Recording("", header, log), mode)
    return game


def watched_game(
    program: Program, recording: Recording, tell: Callable[[str], None], sinks: Sequence[Sink] = ()
) -> Game:
    """Return a game that shows a recording. If the user plays on, it is stored; it never uses the user's tape."""
    sinks = [UnfinishedGameFile(program.key), *sinks]
    return game_of(program, recording.header, recording, keep=False, sinks=sinks, tell=tell, mode=Viewer())


def replay(program: Program, recording: Recording, mode: Replay) -> Machine:
    """Replay a recording without a front end; return the machine in its final state."""
    from retro.frontends.headless import Headless

    game, front = game_of(program, recording.header, recording, keep=False, mode=mode), Headless()
    front.run(lambda m: run_program(m, at_speed(played(game), machine_speed(recording.header))), 1)
    return front.machine


def check(program: Program, recording: Recording) -> None:
    """Raise RecordingError if the recording is of another program."""
    name = recording.header.program
    if name != program.name:
        raise RecordingError(f"{recording.path}, line 1: found a game of {name}, expected one of {program.name}")


def is_other_version(program: Program, header: Header) -> bool:
    """Return whether a recording with this header was made by another version of the program."""
    return header.hash not in ("", program.fingerprint)


def valid_options(program: Program, options: dict[str, object]) -> dict[str, object]:
    """Return the options of another version's recording that this version accepts, with defaults for the rest."""
    declared, valid = {option.name: option for option in program.options}, {}
    for name, value in options.items():
        with suppress(KeyError, LaunchError):
            declared[name].check(value)
            valid[name] = value
    return program.values(valid)


def load_recorded(recording: Recording, name: str) -> Program:
    """Return the program of a recording, loaded by a name or path, with the recording's options.

    Options of another version that this one does not have or accept are removed from the recording's header.
    Raises RecordingError.
    """
    try:
        program = loader.load(name)
    except LaunchError as error:
        raise RecordingError(f"{recording.path} cannot be replayed: {error}") from error
    check(program, recording)
    declared, header = {option.name: option for option in program.options}, recording.header
    if is_other_version(program, header):
        header.options = valid_options(program, header.options)
    for option, value in header.options.items():
        try:
            declared[option].check(value)
        except (KeyError, LaunchError) as error:
            found = f"found the option {option}={value!r}, expected one of {program.name}'s"
            raise RecordingError(f"{recording.path}, line 1: {found}") from error
    program.chosen = header.options
    return program


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
    """Return the speed that the machine had in a recording: "authentic" or "normal", which set its times."""
    return AUTHENTIC if header.speed == AUTHENTIC else "normal"
