"""`retro study`: a running program and, beside it, its listings, procedures and variables."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from functools import partial

from retro.commands import play
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.side_screen import SideScreen
from retro.launcher.editor import editor, open_in_editor
from retro.launcher.front_ends import script_of, show
from retro.launcher.launcher import Launcher
from retro.launcher.options import add_program_options, check_front_options, check_seed, common_options, given_options
from retro.launcher.recorded_program import RecordedProgram
from retro.library import catalogue, loader
from retro.library.errors import LaunchError
from retro.library.output import recording_to
from retro.library.program import Program as LoadedProgram
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from retro.listing.model import Study
from retro.machine.view import Program
from retro.study.commands import ACTIONS
from retro.study.keys import STUDY_KEYS
from retro.study.live_study import FASTEST, LiveStudy
from retro.study.panel.study_panel import StudyPanel
from retro.study.stops import Stops, goal_of, procedure_named

FRONTS = ("auto", "window", "terminal", "headless")
ABOUT = """\
Run a program step by step. Beside its screen are its listings, in BASIC if there is one and in Python if it
is a port, with the next line marked; what was published about it; the running procedures; the variables; and
the keys. Both listings run, on the same keys, and the first difference stops them; with an option of the
program Python runs alone, because the listing has no options. In a small terminal F2 shows the other screen.
Games that are played here are not kept.
"""
LINES = 4  # lines a second


def run(argv: Sequence[str]) -> int:
    """Study a program: a new game of it, or an unfinished one."""
    argv = play.with_default_values(argv)
    name = play.name_in(common_parser(), argv)
    wanted, _ = common_parser().parse_known_args(argv)
    if wanted.basic and wanted.edit is None:
        raise LaunchError("--basic goes with --edit PROC: it changes the procedure in the BASIC listing")
    if name is not None and wanted.edit is not None:
        original, name = name, edited(name, wanted.edit, wanted.basic)
        if not editor():
            then = command_for(name, argv, original)
            print(f"Change it there (or set EDITOR to an editor), and then: {then}")  # noqa: T201
            return 0
    program = None if name is None else loader.load(name)
    args = parser(program).parse_args(argv)
    script = script_of(args.keys or "") if args.front != "headless" else ""
    if script:
        args.keys = None  # study types them
    if args.edit is not None:
        args.name, args.stops = name, [*args.stops, args.edit]
    check(args)
    if program is None or name is None:
        names = ", ".join(entry.name for entry in catalogue.entries())
        raise LaunchError(f"Which program? Expected one of {names}, or a file or folder of your own")
    study = build_study(name, str(given_options(args, program).get("chain", "")) if catalogue.is_basic(name) else "")
    warnings: list[str] = []
    with recording_to(args.record) as sinks:
        launcher = StudyLauncher(args.speed, args.seed, keep=False, tell=warnings.append, sinks=sinks)
        launcher.live = live_study(study, args, script, with_basic=not given_options(args, program))
        status = show(play.game_of(launcher, args, program), args, f"{study.title} - study", warnings)
    return status or int(any(sink.failure for sink in sinks))


def edited(name: str, text: str, in_basic: bool) -> str:
    """Let the user change a procedure of a program; return the file. Without an editor, only say where it is."""
    study = build_study(name)
    procedure = study.procedures[procedure_named(study, text)]
    path, line = edition_file(study, procedure, in_basic)
    print(f"{procedure.name} is in {path}, from line {line} on.", flush=True)  # noqa: T201
    if editor():
        open_in_editor(path, line)
    return path


def command_for(path: str, argv: Sequence[str], name: str) -> str:
    """Return the command that runs a changed file up to the change; `argv` edited the program `name`."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--edit", dest="procedure")
    parser.add_argument("--basic", action="store_true")
    edit, others = parser.parse_known_args(argv)
    words = [path if word == name else word for word in others]
    return shlex.join(["retro", "study", *words, "--break", edit.procedure])


class StudiedProgram(RecordedProgram):
    """A program that is traced while it runs."""

    live: LiveStudy

    def load(self) -> Program:
        """Return the program itself, traced."""
        return self.live.watched(super().load())


class StudyLauncher(Launcher):
    """Assembles games that are studied live."""

    live: LiveStudy
    leaves = films = False

    def recorded_program(self, program: LoadedProgram, options: dict[str, object]) -> RecordedProgram:
        """Return a program that is traced."""
        studied = StudiedProgram(program, options)
        studied.live = self.live
        return studied

    def around(self, program: RecordedProgram, game: Program) -> Program:
        """Return a game with the live study around it."""
        return self.live.around(game)


def live_study(study: Study, args: argparse.Namespace, script: str, with_basic: bool) -> LiveStudy:
    """Return the live study that the command line asks for; the front end shows its side screen.

    script: keys to type for the program; with_basic: whether the BASIC listing runs too, which has no options.
    """
    args.side_screen = SideScreen(Screen(default_font()))
    stops = Stops(study)
    for text in args.stops:
        stops.add(text)
    for text in args.watch:
        stops.watch(text)
    until = goal_of(study, args.until) if args.until is not None else None
    runs = args.run or args.stops or args.watch or until
    # Stopped at the first line, unless an option says otherwise.
    mode = "slow" if args.lines is not None else "running" if runs else "stopped"
    lines = args.lines or LINES
    begin = partial(
        LiveStudy, study, StudyPanel(args.side_screen, study.title), ACTIONS, stops=stops, until=until, script=script
    )
    return begin(lines=lines, mode=mode, with_basic=with_basic)


def check(args: argparse.Namespace) -> None:
    """Raise LaunchError for options that do not go together."""
    check_front_options(args)
    check_seed(args.seed)
    if args.front not in FRONTS:
        raise LaunchError(f"--front {args.front}: study needs a second screen; expected one of {', '.join(FRONTS)}")
    if args.lines is not None and not 0 < args.lines <= FASTEST:
        raise LaunchError(f"--lines-a-second {args.lines:g}: expected more than 0, and {FASTEST} at most")


def common_parser() -> argparse.ArgumentParser:
    """Return the parser of the options that are the same for every program."""
    parser = common_options("retro study", FRONTS, "where to show the program: auto is a window, or else the terminal")
    add = parser.add_argument_group("study").add_argument
    stop = "run, and stop in this procedure, or at this line of BASIC, or there under a condition: '15030 IF D%%>2'"
    add("--break", dest="stops", action="append", default=[], metavar="PROC|LINE", help=stop)
    add("--watch", action="append", default=[], metavar="X%", help="run, and stop when this variable changes")
    goal = (
        "run, and stop once: in a procedure, at a line as of --break, when a condition such as 'T%%<5' comes true, or "
        "at a moment of the notes"
    )
    add("--until", metavar="PROC|LINE|CONDITION|MOMENT", help=goal)
    edit = "change this procedure in an editor ($VISUAL, $EDITOR or a usual one), in a file of yours, and run up to it"
    add("--edit", metavar="PROC", help=edit)
    add("--basic", action="store_true", help="with --edit: change the BASIC listing, and run that")
    add("--lines-a-second", dest="lines", type=float, metavar="N", help="run slowly, so many lines a second")
    add("--run", action="store_true", help="run at once instead of stopping at the first line")
    return parser


def parser(program: LoadedProgram | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with the options of a program."""
    keys = "\n".join(f"  {key:<22}{effect}" for key, effect in STUDY_KEYS)
    parser = argparse.ArgumentParser(
        prog="retro study",
        parents=[common_parser()],
        description=ABOUT,
        epilog=f"keys, while the program stands still; F3, F5, F6 and F7 also while it runs:\n{keys}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_program_options(parser, program)
    return parser
