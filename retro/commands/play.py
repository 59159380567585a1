"""`retro play`: run a program, or the menu, in a front end."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib import import_module

from retro.launcher.front_ends import show
from retro.launcher.launcher import Launcher
from retro.launcher.options import check_front_options, check_seed, common_options, given_options, play_parser
from retro.library import catalogue, loader
from retro.library.errors import LaunchError, LibraryError
from retro.library.options import AUTHENTIC, PLAIN
from retro.library.output import recording_to
from retro.recording.storage import kept_games, unfinished_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from retro.launcher.recorded_program import RecordedProgram
    from retro.library.program import Program as LoadedProgram
    from retro.machine.view import Program
    from retro.recording.format import Recording


RELOADS = "keys", "start"
RELOAD_HINT = "runs it again whenever you save it. The traceback is on standard error."
# Options whose value may be left out: what it looks like, and what it then is.
VALUES = {"--resume": (r"-?\d+", "1"), "--reload": ("|".join(RELOADS), RELOADS[0])}


def run(argv: Sequence[str]) -> int:
    """Play a program, or the menu."""
    argv = with_default_values(argv)
    common = play_options()
    name = name_in(common, argv)
    program = None if name is None else loaded(name, common.parse_known_args(argv)[0])
    args = parser(program, common).parse_args(argv)
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
        if args.reload and program:
            launcher = reload_launcher(args, program)
        if program is None:
            return in_menu(launcher, args, argv, warnings)
        launcher.offers_study = offers_study(args)
        game = with_errors_shown(launcher.session(game_of(launcher, args, program)), args, program)
        status = show(game, args, program.title, warnings)
    if launcher.to_study:
        return study(launcher, args, argv)
    return status or int(any(sink.failure for sink in sinks))


def in_menu(launcher: Launcher, args: argparse.Namespace, argv: Sequence[str], warnings: list[str]) -> int:
    """Show the menu, study what the user chooses to study there, and return to the menu."""
    launcher.offers_study = offers_study(args)
    while True:
        status = show(launcher.menu(), args, "retro", warnings)
        if not launcher.to_study:
            return status
        study(launcher, args, argv)


def offers_study(args: argparse.Namespace) -> bool:
    """Return whether there is room for study."""
    return args.front not in (PLAIN, "headless") and args.record is None


def study(launcher: Launcher, args: argparse.Namespace, argv: Sequence[str]) -> int:
    """Study the program that the user has chosen for it, with the options of the command line if it is its program."""
    name, *resume = launcher.to_study
    launcher.to_study = ()
    words = argv if name == args.name else [name, *argv] if args.name is None else [name, "--front", args.front]
    status: int = import_module("retro.commands.study").run([*words, *resume])
    return status


def parser(
    program: LoadedProgram | None = None, common: argparse.ArgumentParser | None = None
) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with the options of a program."""
    return play_parser(program, common or play_options())


def play_options() -> argparse.ArgumentParser:
    """Return a parser of the options that are the same for every program that is played."""
    parser = common_options()
    effect = "run the program again whenever you save it, with the keys typed so far (keys), or from its start (start)"
    parser.add_argument("--reload", choices=RELOADS, metavar="[keys|start]", help=effect)
    return parser


def with_default_values(argv: Sequence[str]) -> list[str]:
    """Return a command line in which --resume and --reload have values, so that they take no other word for one."""
    return [
        f"{word}={default}"
        if (default := VALUES.get(word, ("", ""))[1]) and not re.fullmatch(VALUES[word][0], value)
        else word
        for word, value in zip(argv, [*argv[1:], ""])
    ]


def loaded(name: str, args: argparse.Namespace) -> LoadedProgram:
    """Load a program, which with --reload may have a mistake. Raises LibraryError."""
    if args.reload is None:
        return loader.load(name)
    from retro.launcher.reloading import first_version

    return first_version(name)


def reload_launcher(args: argparse.Namespace, program: LoadedProgram) -> Launcher:
    """Return a launcher of games that are played on when the program is changed."""
    from retro.launcher.reloading import ReloadLauncher

    launcher = ReloadLauncher(args.speed, args.seed, keep=False, paced=True)
    launcher.given, launcher.mode = given_options(args, program), args.reload
    return launcher


def name_in(parser: argparse.ArgumentParser, argv: Sequence[str]) -> str | None:
    """Return the name of the program, which may stand after the value of an option that only the program knows."""
    args, others = parser.parse_known_args(argv)
    for word in [args.name, *others]:
        if word and not word.startswith("-"):
            with suppress(LibraryError):
                catalogue.path_of(word)
                return str(word)
    return args.name and str(args.name)


def check(args: argparse.Namespace) -> None:
    """Raise LaunchError for options that do not go together."""
    check_front_options(args)
    check_seed(args.seed)
    if args.name is None and (args.record is not None or args.resume is not None):
        raise LaunchError("--record and --resume go with a program: retro play NAME --record FILE")
    if args.reload is None:
        return
    if args.name is None or args.record is not None or args.resume is not None:
        raise LaunchError("--reload goes with a program, and with a new game that is not recorded: retro play FILE.py")
    if args.front in (PLAIN, "headless"):
        raise LaunchError(f"--reload goes with a window or a terminal, not with --front {args.front}")


def keeps(args: argparse.Namespace) -> bool:
    """Return whether unfinished games and tapes are kept: those of people, not of scripts."""
    if args.front == PLAIN:
        return sys.stdin is not None and sys.stdin.isatty()
    return bool(args.front != "headless")


def game_of(launcher: Launcher, args: argparse.Namespace, loaded: LoadedProgram) -> Program:
    """Return the game to play: a new one, or with --resume an unfinished one. Raises LaunchError, RecordingError."""
    given = given_options(args, loaded)
    program = launcher.program(loaded, given)
    if args.resume is None:
        return launcher.new(program)
    recording = unfinished(program, args.resume)
    if launcher.plain and PLAIN in program.options:
        given[PLAIN] = program.options[PLAIN]
    check_same(recording, given, args)
    return launcher.resume(program, recording)


def with_errors_shown(game: Program, args: argparse.Namespace, program: LoadedProgram) -> Program:
    """Return a game that shows an error of a program in Python as a page; plain text has no pages."""
    if args.reload or args.front == PLAIN or not program.path.endswith(".py"):
        return game
    from retro.launcher.error_page import with_error_page

    return with_error_page(game, program.path, f"retro play {args.name} --reload {RELOAD_HINT}")


def unfinished(program: RecordedProgram, number: int) -> Recording:
    """Return an unfinished game of a program, by its number from the newest, 1. Raises LaunchError, RecordingError."""
    games = unfinished_games(program.key, lambda: program.hash)
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
