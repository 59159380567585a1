"""`retro listing`: a program's BASIC listing and its port side by side: as text, page, disc or tape."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from types import FrameType
from typing import Any

from retro.commands import score
from retro.commands.score import MOST_GAMES
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError, unknown_name
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.library.output import ends_in, output_file, write, write_bytes
from retro.listing.builder import build_study
from retro.listing.links import variable_of
from retro.listing.listing_parser import listing_file
from retro.listing.model import Study
from retro.listing.printout import Printout
from retro.listing.procedure import Procedure

FALLBACK_WIDTH, NARROWEST, WIDEST = 120, 40, 1000


def run(words: Sequence[str]) -> int:
    """Print the listing of a program, or write it to a file."""
    args = command().parse(words)
    check(args)
    study = build_study(args.name, args.chain)
    if args.html is not None or args.epub is not None:
        write_page(study, args.html, args.epub)
    elif args.ssd is not None or args.uef is not None:
        path = args.ssd or args.uef
        write(path, image(study, "ssd" if args.ssd else "uef"))
        say(f"{path} is written.")
    elif args.bas and sys.stdout.isatty():
        say(listing_file(study).decode("latin-1"), end="")
    elif args.bas:
        write_bytes(listing_file(study))
    else:
        show(study, args)
    return 0


def command() -> Command:
    """Return the arguments and options of `retro listing`."""
    program = "a program of `retro list`, or your own file (.py, .bas, a disc or tape image) or folder"
    part = (
        "show only this procedure, by name (with or without PROC) or line number, the uses of this variable, or one "
        "file of the port, such as pages of snake"
    )
    width = "use so many columns (default: those of the terminal)"
    plain = "print no colours; in a pipe, or with NO_COLOR set, there are none"
    disc = "write the BASIC listing to a disc image, for an emulator or a real machine"
    tape = "write the BASIC listing to a tape image, for a machine without discs"
    counts = "before each line of BASIC, how often it runs in so many games of the program against itself"
    page = "write a page with listings, call graph, variables, screens and exercises; a browser prints it on A4 or A5"
    book = "write the same as a book for an e-reader"
    return Command(
        "listing",
        "Show the BASIC listing of a program and its port side by side, procedure by procedure.",
        [
            argument("name", program, "NAME|FILE|DIR"),
            argument("procedure", part, "PROC|VARIABLE|FILE", None),
        ],
        [
            Option("chain", str, "", "the BASIC program of an image with several", metavar="NAME"),
            Option("width", int, None, width, allowed=range(NARROWEST, WIDEST + 1)),
            Option("no_colour", bool, False, plain),
            Option("counts", int, None, counts, metavar="GAMES", allowed=range(1, MOST_GAMES + 1)),
            Option("graph", bool, False, "print who calls whom, as a tree of the original's procedures"),
            Option("bas", bool, False, "print the BASIC listing alone, exactly as it is"),
            Option("ssd", str, None, disc, metavar="FILE", checks=[ends_in(".ssd")]),
            Option("uef", str, None, tape, metavar="FILE", checks=[ends_in(".uef")]),
            Option("html", str, None, page, metavar="FILE", checks=[ends_in(".html", ".htm")]),
            Option("epub", str, None, book, metavar="FILE", checks=[ends_in(".epub")]),
        ],
    )


def check(args: Args) -> None:
    """Raise LaunchError for options of `retro listing` that exclude each other."""
    forms = [f"--{form}" for form in ("graph", "bas", "ssd", "uef", "html", "epub") if getattr(args, form)]
    if len(forms) > 1:
        raise LaunchError(f"{' and '.join(forms)}: expected one of them")
    if forms and args.procedure is not None:
        raise LaunchError(f"{forms[0]} is for the whole program, so {args.procedure} does not go with it")


# on the terminal


def show(study: Study, args: Args) -> None:
    """Print the listing of the requested procedure or variable, or of the whole program."""
    in_colours = not args.no_colour and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    counts = line_counts(study, args.name, args.counts) if args.counts else {}
    printout = Printout(study, args.width or columns(), in_colours, counts)
    if args.graph:
        lines = printout.graph()
    elif args.procedure is None:
        lines = printout.everything()
    elif variable := variable_of(study, args.procedure):
        lines = printout.variable(variable)
    elif file := {os.path.basename(name): name for name in study.parts()}.get(args.procedure):
        lines = printout.file(file)
    else:
        lines = printout.procedure(procedure_of(study, args.procedure))
    print_paged([*lines, ""])


def print_paged(lines: Sequence[str]) -> None:
    """Print lines, through $PAGER or `less` if the terminal has fewer rows; the pager then handles Ctrl-C."""
    text = "\n".join(lines)
    pager = shlex.split(os.environ.get("PAGER", "")) or list(filter(shutil.which, ["less"]))
    if not pager or not sys.stdout.isatty() or len(lines) <= shutil.get_terminal_size().lines:
        sys.stdout.write(text)
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        subprocess.run(pager, input=text.encode(), env={"LESS": "FRX", **os.environ}, check=False)
    except OSError as error:
        raise LaunchError(f"The pager {pager[0]} cannot be started: {error.strerror}") from error
    finally:
        signal.signal(signal.SIGINT, before)


def columns() -> int:
    """Return the width of the terminal, also with output to a pager; without a terminal FALLBACK."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return max(NARROWEST, int(os.environ["COLUMNS"]))
    for stream in (sys.__stdout__, sys.__stderr__, sys.__stdin__):
        try:
            return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns)  # type: ignore[union-attr]
        except (OSError, ValueError, AttributeError):
            continue
    return FALLBACK_WIDTH


def procedure_of(study: Study, name: str) -> Procedure:
    """Return a procedure by its name, as in `Study.named`, or by a line number in it. Raises LaunchError."""
    if name.isdecimal():
        for around in study:
            if any(line.number == int(name) for line in around.basic) or around.number == int(name):
                return around
        raise LaunchError(f"{study.name} has no line {name}")
    if procedure := study.named(name):
        return procedure
    variables = [variable.title for variable in study.variables.values()]
    near = [title for title in variables if title.rstrip("%$(,)").lower() == name.lower()]
    raise unknown_name(name, "procedure or variable", study.name, near or [*study.procedures, *variables])


def line_counts(study: Study, name: str, games: int) -> Counter[int]:
    """Play games against the program's opponent; return how often each line of the listing has run."""
    counts = Counter[int]()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        here = frame.f_code.co_filename, frame.f_lineno
        if here[0] != study.path or frame.f_code.co_name == "<module>":
            return None
        counts[here[1]] += event in ("call", "line")
        return trace

    sys.settrace(trace)
    try:
        score.play(name, games, 1)
    finally:
        sys.settrace(None)
    line_runs = Counter[int]()
    for procedure in study:
        first: dict[int, int] = {}
        for python, basic in procedure.links:
            first.setdefault(basic, python)
        line_runs.update({basic: counts[python] for basic, python in first.items()})
    return line_runs


# elsewhere


def write_page(study: Study, html: str | None, epub: str | None) -> None:
    """Write the study as a page or a book, with screenshots made by playing the program, which takes some seconds."""
    from retro.course.exercises import course_of, has_course
    from retro.course.sheet import chapters
    from retro.listing.page.book import book
    from retro.listing.page.study_page import page
    from retro.study.game_recorder import play_games

    path = html or epub or ""
    with output_file(path) as new, open(new, "wb") as stream:
        shots, game = play_games(study, lambda step: say(f"{step} …"))
        more = chapters(course_of(study.load_name)) if has_course(study.load_name) else {}
        stream.write(page(study, shots, game, more).encode() if html else book(study, shots, more))
    say(f"{path} is written.")


def image(study: Study, kind: str) -> bytes:
    """Return a disc ("ssd") or tape ("uef") image that contains the listing as a program. Raises LaunchError."""
    from retro.basic.media import listing_images as images

    make = {"ssd": images.ssd, "uef": images.uef}[kind]
    try:
        return make(study.name, listing_file(study).decode())
    except ValueError as error:
        raise LaunchError(f"{study.listing_path}: {error}") from error
