"""`retro study`: shows a running program with its listings, procedures and variables."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial

from retro.commands.games import from_link, game_of, program_named
from retro.course.exercises import course_of, has_course
from retro.course.player import play
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.side_screen import SideScreen
from retro.launcher.editor import editor, open_in_editor
from retro.launcher.front_ends import script_of, show
from retro.launcher.launcher import Launcher
from retro.launcher.options import check_front_options, front_option, game_command
from retro.launcher.recorded_games import game_of as recorded_game
from retro.library import catalogue, loader
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option
from retro.library.output import recording_to
from retro.library.program import ORIGINAL
from retro.library.program import Program as LoadedProgram
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from retro.listing.model import Study
from retro.machine.frontend import PowerOff
from retro.session.format import Header, Recording
from retro.session.game import Game
from retro.session.log_writer import Sink
from retro.study.commands import ACTIONS
from retro.study.keys import STUDY_KEYS, pressed
from retro.study.live_study import HIGHEST_SLOW_SPEED, LiveStudy
from retro.study.panel.study_panel import StudyPanel
from retro.study.stops import Stops, goal_of, procedure_named

FRONTS = ("auto", "window", "terminal", "headless")
ABOUT = """\
Run a program step by step. Beside its screen are its listings, in BASIC if there is one and in Python if it
is a port, with the next line marked; what was published about it; the running procedures; the variables; and
the keys. Both listings run, on the same keys, and the first difference stops them; with an option of the
program its edition runs, and Python alone, because the original has no options. In a small terminal F2 shows
the other screen. Games that are played here are not kept.
"""
LINES = 4  # lines a second


def run(words: Sequence[str], from_course: bool = False) -> int:
    """Study a program: a new game of it, or an unfinished one. from_course: X returns, else it opens exercises."""
    words = from_link(words)
    name, wanted = program_named(command(), words)
    if wanted.basic and wanted.edit is None:
        raise LaunchError("--basic goes with --edit PROC: it changes the procedure in the BASIC listing")
    if name is not None and wanted.edit is not None:
        original, name = name, edited(name, wanted.edit, wanted.basic)
        if not editor():
            then = command_for(name, words, original, wanted.edit)
            say(f"Change it there (or set EDITOR to an editor), and then: {then}")
            return 0
    program = None if name is None else loader.load(name)
    args = command(program).parse(words)
    script = script_of(args.keys or "") if args.front != "headless" else ""
    if script:
        args.keys = None  # study types them
    if args.edit is not None:
        args.name, args.stops = name, [*args.stops, args.edit]
    check_front_options(args)
    if program is None or name is None:
        names = ", ".join(entry.name for entry in catalogue.entries())
        raise LaunchError(f"Which program? Expected one of {names}, or a file or folder of your own")
    study = build_study(name, str(args.given.get("chain", "")) if catalogue.is_basic(name) else "")
    if args.resume is None:
        args.given = program.as_studied(args.given)
    warnings: list[str] = []
    with recording_to(args.record, args.front) as sinks:
        with_basic = args.given == {ORIGINAL.name: True} or not (args.given or program.original)
        live = live_study(study, args, script, with_basic)
        launcher = study_launcher(args, live, warnings, sinks)
        asked: list[str] = []

        def leave() -> None:
            asked.append(study.name)
            raise PowerOff

        live.exercises = leave if (from_course or has_course(name)) and args.record is None else None
        status = show(game_of(launcher, args, program), args, f"{study.title} - study", warnings)
    if asked and not from_course:
        args.side_screen = None
        return play(course_of(asked[0]), args, 0, partial(run, from_course=True))
    return status or int(any(sink.failure for sink in sinks))


def edited(name: str, text: str, in_basic: bool) -> str:
    """Let the user edit a procedure of a program; return the file. Without an editor, only print its path."""
    study = build_study(name)
    procedure = study.procedures[procedure_named(study, text)]
    path, line = edition_file(study, procedure, in_basic)
    say(f"{procedure.name} is in {path}, from line {line} on.")
    if editor():
        open_in_editor(path, line)
    return path


def command_for(path: str, words: Sequence[str], name: str, procedure: str) -> str:
    """Return the command line that runs a changed file up to the change. words: the arguments that edited `name`."""
    others = (path if word == name else word for word in command().without(words, ("edit", "basic")))
    return shlex.join(["retro", "study", *others, "--break", procedure])


def study_launcher(args: Args, live: LiveStudy, warnings: list[str], sinks: Sequence[Sink]) -> Launcher:
    """Return the launcher of games that are studied live. warnings: gets a sentence for each failed file."""

    def make(program: LoadedProgram, header: Header, recording: Recording | None) -> Game:
        game = recorded_game(program, header, recording, keep=False, sinks=sinks, tell=warnings.append)
        live.join(game)
        return game

    launcher = Launcher(args.speed, args.seed, keep=False, tell=warnings.append, sinks=sinks, make=make)
    launcher.leaves = False
    return launcher


def live_study(study: Study, args: Args, script: str, with_basic: bool) -> LiveStudy:
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
    live = begin(lines=lines, mode=mode, with_basic=with_basic)
    live.unread += pressed("C") if args.choose else []
    return live


def command(program: LoadedProgram | None = None) -> Command:
    """Return the arguments and options of `retro study`, with those of a program."""
    stop = "run, and stop in this procedure, or at this line of BASIC, or there under a condition: '15030 IF D%>2'"
    goal = (
        "run, and stop once: in a procedure, at a line as of --break, when a condition such as 'T%<5' comes true, or "
        "at a moment of the notes"
    )
    edit = "change this procedure in an editor ($VISUAL, $EDITOR or a usual one), in a file of yours, and run up to it"
    slowly, at_once = "run slowly, so many lines a second", "run at once instead of stopping at the first line"
    watch = "run, and stop when this variable changes"
    where = "where to show the program: auto is a window, or else the terminal"
    group = "study"
    options = [
        Option("stops", str, None, stop, flag="--break", metavar="PROC|LINE", repeats=True, group=group),
        Option("watch", str, None, watch, metavar="X%", repeats=True, group=group),
        Option("until", str, None, goal, metavar="PROC|LINE|CONDITION|MOMENT", group=group),
        Option("edit", str, None, edit, metavar="PROC", group=group),
        Option("basic", bool, False, "with --edit: change the BASIC listing, and run that", group=group),
        Option("choose", bool, False, "begin with the choices that the description leaves open", group=group),
        Option("lines", float, None, slowly, flag="--lines-a-second", checks=[check_lines], group=group),
        Option("run", bool, False, at_once, group=group),
    ]
    keys = "\n".join(f"  {key:<22}{effect}" for key, effect in STUDY_KEYS)
    more = f"keys, while the program stands still; F3, F5, F6 and F7 also while it runs:\n{keys}"
    command = game_command("study", ABOUT, front_option(FRONTS, where), more, options)
    if program:
        command.add(program.options, program.path)
    return command


def check_lines(lines: float) -> None:
    """Raise ValueError for a number of lines a second outside the limits."""
    if not 0 < lines <= HIGHEST_SLOW_SPEED:
        raise ValueError(f"more than 0, and {HIGHEST_SLOW_SPEED} at most")
