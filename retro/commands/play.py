"""`retro play`: run a program, or the menu, in a front end."""

from collections.abc import Sequence

from retro.commands.games import game_of, keeps, program_named
from retro.launcher.error_page import with_error_page
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
    """Return the arguments and options of `retro play`."""
    return play_command()


def run(words: Sequence[str]) -> int:
    """Play the program that the command line names, or the menu of programs."""
    name, args = program_named(play_command(), words)
    program = None
    if name is not None and args.reload:
        from retro.launcher.reloading import first_version

        program = first_version(name)
    elif name is not None:
        program = load(name)
    if program:
        args = play_command(program).parse(words)
    check(args)
    return play(program, args, words)


def play(program: Program | None, args: Args, words: Sequence[str]) -> int:
    """Play a game of a program or the menu, or study the program that the user chooses; return the exit status."""
    plain = args.front == PLAIN
    paced = not plain and args.front != "headless"
    while True:
        warnings: list[str] = []
        with recording_to(args.record, args.front) as sinks:
            if args.reload:
                from retro.launcher.reloading import reloading_launcher

                launcher = reloading_launcher(args.speed, args.seed, args.given, args.reload)
            else:
                keep, tell = keeps(args), warnings.append
                launcher = Launcher(args.speed, args.seed, keep=keep, plain=plain, paced=paced, tell=tell, sinks=sinks)
            # Study needs room for a second screen.
            launcher.offers_study = paced and args.record is None
            launcher.course = launcher.leave_for_course if launcher.offers_study and not args.reload else None
            title, game = "retro", launcher.menu()
            if program:
                launcher.unstudied = program.name if program.name == PROMPT or args.reload else ""
                title, game = program.title, launcher.starting_with(game_of(launcher, args, program))
                # Scripts get what BASIC sends, and no page in its place.
                paged = (".py",) if args.front == "headless" else (".py", LISTING)
                if program.path.endswith(paged) and not (args.reload or plain):
                    game = with_error_page(game, program.path, f"retro play {args.name} --reload {RELOAD_HINT}")
            status = show(game, args, title, warnings)
        if launcher.to_course:
            from retro.commands import course  # late: see below

            status = course.run([launcher.to_course, "--front", args.front])
            if program:
                return status
            continue
        if not launcher.to_study:
            return status or int(any(sink.failure for sink in sinks))
        from retro.commands import study  # late: a program that is played needs nothing of it

        # With the options of the command line if it is its program.
        name, *resume = launcher.to_study
        others = words if name == args.name else [name, *(["--front", args.front] if args.name else words)]
        status = study.run([*others, *resume])
        if program:
            return status


def check(args: Args) -> None:
    """Raise LaunchError for options of `retro play` that exclude each other."""
    check_front_options(args)
    if args.name is None and (args.record is not None or args.resume is not None):
        raise LaunchError("--record and --resume go with a program: retro play NAME --record FILE")
    if args.reload is None:
        return
    if args.name is None or args.record is not None or args.resume is not None:
        raise LaunchError("--reload goes with a program, and with a new game that is not recorded: retro play FILE.py")
    if args.front in (PLAIN, "headless"):
        raise LaunchError(f"--reload goes with a window or a terminal, not with --front {args.front}")
