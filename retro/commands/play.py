"""`retro play`: run a program, or the menu, in a front end."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib import import_module

from retro.launcher import library
from retro.launcher.errors import LaunchError, LibraryError
from retro.launcher.front_ends import show
from retro.launcher.launcher import Launcher
from retro.launcher.options import (
    AUTHENTIC,
    PLAIN,
    check_front_options,
    check_seed,
    common_options,
    given_options,
    play_parser,
)
from retro.launcher.output import recording_to
from retro.recording.storage import kept_games, unfinished_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from types import ModuleType

    from retro.launcher.recorded_program import RecordedProgram
    from retro.machine.frontend import Program
    from retro.recording.format import Recording


def run(argv: Sequence[str]) -> int:
    """Play a program, or the menu."""
    argv = with_resume_numbers(argv)
    common = common_options()
    name = name_in(common, argv)
    module = None if name is None else library.load(name)
    args = play_parser(module, common).parse_args(argv)
    check(args)
    warnings: list[str] = []
    with recording_to(args.record) as sinks:
        plain = args.front == PLAIN
        launcher = Launcher(
            args.speed,
            args.seed,
            keep=keeps(args),
            plain=plain,
            paced=not plain and args.front != "headless",
            tell=warnings.append,
            sinks=sinks,
        )
        if module is None:
            return in_menu(launcher, args, argv, warnings)
        status = show(game_of(launcher, args, module), args, library.heading(module)[0], warnings)
    return status or int(any(sink.failure for sink in sinks))


def in_menu(launcher: Launcher, args: argparse.Namespace, argv: Sequence[str], warnings: list[str]) -> int:
    """Show the menu, study what the user chooses to study there, and return to the menu."""
    launcher.offers_study = args.front not in (PLAIN, "headless")
    while True:
        status = show(launcher.menu(), args, "retro", warnings)
        name, launcher.to_study = launcher.to_study, ""
        if not name:
            return status
        import_module("retro.commands.study").run([name, *argv])


def with_resume_numbers(argv: Sequence[str]) -> list[str]:
    """Return a command line in which --resume without a number has the number 1, so that it takes no other word."""
    numbers = [re.fullmatch(r"-?\d+", word) for word in [*argv[1:], ""]]
    return ["--resume=1" if word == "--resume" and not number else word for word, number in zip(argv, numbers)]


def name_in(parser: argparse.ArgumentParser, argv: Sequence[str]) -> str | None:
    """Return the name of the program, which may stand after the value of an option that only the program knows."""
    args, others = parser.parse_known_args(argv)
    for word in [args.name, *others]:
        if word and not word.startswith("-"):
            with suppress(LibraryError):
                library.path_of(word)
                return str(word)
    return args.name and str(args.name)


def check(args: argparse.Namespace) -> None:
    """Raise LaunchError for options that do not go together."""
    check_front_options(args)
    check_seed(args.seed)
    if args.name is None and (args.record is not None or args.resume is not None):
        raise LaunchError("--record and --resume go with a program: retro play NAME --record FILE")


def keeps(args: argparse.Namespace) -> bool:
    """Return whether unfinished games and tapes are kept: those of people, not of scripts."""
    if args.front == PLAIN:
        return sys.stdin is not None and sys.stdin.isatty()
    return bool(args.front != "headless")


def game_of(launcher: Launcher, args: argparse.Namespace, module: ModuleType) -> Program:
    """Return the game to play: a new one, or with --resume an unfinished one. Raises LaunchError, RecordingError."""
    given = given_options(args, module)
    program = launcher.program(args.name, given, module)
    if args.resume is None:
        return launcher.new(program)
    recording = unfinished(program, args.resume)
    if launcher.plain and PLAIN in program.options:
        given[PLAIN] = program.options[PLAIN]
    check_same(recording, given, args)
    return launcher.resume(program, recording)


def unfinished(program: RecordedProgram, number: int) -> Recording:
    """Return an unfinished game of a program, by its number from the newest, 1. Raises LaunchError, RecordingError."""
    games = unfinished_games(program.key, program.hash)
    if 1 <= number <= len(games):
        return games[number - 1][0].recording()
    if games:
        raise LaunchError(
            f"--resume {number}: {program.name} has {len(games)} unfinished games, "
            f"expected a number from 1, the newest, to {len(games)}"
        )
    for kept in kept_games(program.key)[:1]:
        program.check(kept.recording())
    raise LaunchError(f"There is no unfinished game of {program.name}")


def check_same(recording: Recording, given: dict[str, object], args: argparse.Namespace) -> None:
    """Raise LaunchError for options that would make a resumed game another one."""
    header = recording.header
    other = ["--" + name.replace("_", "-") for name, value in given.items() if value != header.options.get(name)]
    if args.seed not in (None, header.seed):
        other.append("--seed")
    if args.speed is not None and (args.speed == AUTHENTIC) != (header.speed == AUTHENTIC):
        other.append("--speed")
    if other:
        raise LaunchError(f"--resume goes on with the game as it was begun, so it does not go with {', '.join(other)}")
