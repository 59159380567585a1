"""`retro play`: run a program, or the menu, in a front end."""

from collections.abc import Sequence

from retro.commands.games import game_of, keeps, program_named
from retro.launcher.front_ends import show
from retro.launcher.launcher import Launcher
from retro.launcher.options import check_front_options, play_command
from retro.library.catalogue import LISTING, PROMPT
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError
from retro.library.loader import load
from retro.library.options import PLAIN
from retro.library.output import recording_to
from retro.library.program import Program

RELOAD_HINT = "runs it again whenever you save it. The traceback is on standard error."


def command() -> Command:
    """Return the command's arguments and options."""
    return play_command()


def run(words: Sequence[str]) -> int:
    """Play a program, or the menu."""
    name, args = program_named(play_command(), words)
    if name is None:
        check(args)
        return in_menu(args, words)
    if args.reload:
        from retro.launcher.reloading import first_version

        program = first_version(name)
    else:
        program = load(name)
    args = play_command(program).parse(words)
    check(args)
    return play(program, args, words)


def play(program: Program, args: Args, words: Sequence[str]) -> int:
    """Play a game of a program, and study it if the user wants to; return the exit status."""
    warnings: list[str] = []
    with recording_to(args.record) as sinks:
        launcher = launcher_of(args, warnings)
        launcher.sinks = sinks
        launcher.unstudied = program.name if program.name == PROMPT or args.reload else ""
        game = launcher.starting_with(game_of(launcher, args, program))
        # Scripts get what BASIC sends, and no page in its place.
        paged = (".py",) if args.front == "headless" else (".py", LISTING)
        if program.path.endswith(paged) and not (args.reload or args.front == PLAIN):
            from retro.launcher.error_page import with_error_page

            game = with_error_page(game, program.path, f"retro play {args.name} --reload {RELOAD_HINT}")
        status = show(game, args, program.title, warnings)
    if launcher.to_study:
        return study(launcher, args, words)
    return status or int(any(sink.failure for sink in sinks))


def in_menu(args: Args, words: Sequence[str]) -> int:
    """Show the menu, study what the user chooses to study there, and return to the menu."""
    while True:
        warnings: list[str] = []
        launcher = launcher_of(args, warnings)
        status = show(launcher.menu(), args, "retro", warnings)
        if not launcher.to_study:
            return status
        study(launcher, args, words)


def launcher_of(args: Args, warnings: list[str]) -> Launcher:
    """Return what assembles games as the command line wants them. warnings: gets what could not be written."""
    plain = args.front == PLAIN
    paced = not plain and args.front != "headless"
    if args.reload:
        from retro.launcher.reloading import reloading_launcher

        launcher = reloading_launcher(args.speed, args.seed, args.given, args.reload)
    else:
        launcher = Launcher(args.speed, args.seed, keep=keeps(args), plain=plain, paced=paced, tell=warnings.append)
    # Study needs room for a second screen.
    launcher.offers_study = not plain and args.front != "headless" and args.record is None
    return launcher


def study(launcher: Launcher, args: Args, words: Sequence[str]) -> int:
    """Study the program that the user has chosen for it, with the options of the command line if it is its program."""
    from retro.commands import study  # late: a program that is played needs nothing of it

    name, *resume = launcher.to_study
    if name == args.name:
        words = [*words, *resume]
    else:
        words = [name, *(words if args.name is None else ["--front", args.front]), *resume]
    return study.run(words)


def check(args: Args) -> None:
    """Raise LaunchError for options that do not go together."""
    check_front_options(args)
    if args.name is None and (args.record is not None or args.resume is not None):
        raise LaunchError("--record and --resume go with a program: retro play NAME --record FILE")
    if args.reload is None:
        return
    if args.name is None or args.record is not None or args.resume is not None:
        raise LaunchError("--reload goes with a program, and with a new game that is not recorded: retro play FILE.py")
    if args.front in (PLAIN, "headless"):
        raise LaunchError(f"--reload goes with a window or a terminal, not with --front {args.front}")
