"""Shared by the commands that play a program: which program, which game of it, and whether it is stored."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from retro.launcher.launcher import Launcher
from retro.launcher.recorded_games import check
from retro.library.catalogue import PROMPT, path_of
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError, LibraryError
from retro.library.options import AUTHENTIC, PLAIN
from retro.library.program import Program
from retro.machine import view
from retro.machine.machine import Machine
from retro.session.format import Recording
from retro.session.storage import kept_games, unfinished_games

LINKED = {"at": "until"}  # options by their names in addresses
TYPED_BEFORE = "What you typed last time"


def from_link(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a command; in place of the program's name there may be a link of the page.

    #study=dominoes,at=PROCSELECT,seed=3 is dominoes --until PROCSELECT --seed 3, and #dominoes,course=8 is dominoes 8.
    """
    if not (words and ("#study=" in words[0] or ",course=" in words[0])):
        return words
    name, *parts = words[0].rpartition("#")[2].removeprefix("study=").split(",")
    found = [name]
    for key, value in (part.split("=", 1) for part in parts if "=" in part):
        found += [value] * value.isdecimal() if key == "course" else [f"--{LINKED.get(key, key)}", value]
    return [*found, *words[1:]]


def program_named(command: Command, words: Sequence[str]) -> tuple[str | None, Args]:
    """Return the name of the program, and the command line without the program's own options.

    The name may come after the value of an option that only the program has. Raises LaunchError.
    """
    args = command.parse(words, lenient=True)
    for name in args.words:
        with suppress(LibraryError):
            path_of(name)
            return name, args
    args = command.parse(words)
    if args.name is not None:
        path_of(args.name)  # says what is wrong with it
    return None, args


def keeps(args: Args) -> bool:
    """Return whether unfinished games and tapes are stored: for people, not for scripts."""
    if args.front == PLAIN:
        return sys.stdin is not None and sys.stdin.isatty()
    return bool(args.front != "headless")


def game_of(launcher: Launcher, args: Args, program: Program) -> view.Program:
    """Return the game to play: a new one, or with --resume an unfinished one. Raises LaunchError, RecordingError."""
    program = launcher.program(program, args.given)
    if args.resume is None:
        game = launcher.new(program)
        notice = program.name == PROMPT and launcher.keep and unfinished_games(program.key)

        def run(m: Machine) -> object:
            m.advise(f"{TYPED_BEFORE}: retro basic --resume")
            return game(m)

        return run if notice else game
    recording, given = unfinished(program, args.resume), dict(args.given)
    if launcher.plain and PLAIN in program.chosen:
        given[PLAIN] = program.chosen[PLAIN]
    header = recording.header
    other = ["--" + name.replace("_", "-") for name, value in given.items() if value != header.options.get(name)]
    if args.seed not in (None, header.seed):
        other.append("--seed")
    if args.speed is not None and (args.speed == AUTHENTIC) != (header.speed == AUTHENTIC):
        other.append("--speed")
    if other:  # which would make it another game
        raise LaunchError(f"--resume goes on with the game as it was begun, so it does not go with {', '.join(other)}")
    return launcher.resume(program, recording)


def unfinished(program: Program, number: int) -> Recording:
    """Return the unfinished game of a program with a number, 1 for the newest. Raises LaunchError, RecordingError."""
    games = unfinished_games(program.key)
    if 1 <= number <= len(games):
        return games[number - 1][0].recording()
    if games:
        raise LaunchError(
            f"--resume {number}: {program.name} has {len(games)} unfinished games, "
            f"expected a number from 1, the newest, to {len(games)}"
        )
    for kept in kept_games(program.key)[:1]:
        check(program, kept.recording())
    raise LaunchError(f"There is no unfinished game of {program.name}")
