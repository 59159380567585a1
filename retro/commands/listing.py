"""`retro listing`: a program's BASIC listing and its port, side by side; as a page, as a text, as a disc."""

from __future__ import annotations

import argparse
import difflib
import os
import sys

from retro.cli import Failure, write
from retro.library import LibraryError
from retro.study.source import study_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.study.source import Procedure, Study

FALLBACK, NARROWEST, WIDEST = 120, 40, 1000


def run(words: Sequence[str]) -> int:
    """Show, or write, what the words say."""
    chosen = parser().parse_args(words)
    check(chosen)
    try:
        study = study_of(chosen.name)
        if chosen.html is not None:
            write(chosen.html, html(study).encode())
        elif chosen.ssd is not None:
            write(chosen.ssd, disc(study))
        elif chosen.bas:
            sys.stdout.buffer.write(basic(study))
        else:
            show(study, chosen)
    except LibraryError as error:
        raise Failure(str(error)) from error
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="retro listing",
        description="Show the BASIC listing of a program and its port side by side, procedure by procedure.",
    )
    made.add_argument("name", metavar="NAME|FILE.py", help="a program of `retro list`, or a file of yours")
    made.add_argument(
        "procedure", nargs="?", metavar="PROC", help="only this one: its name, with or without PROC, or a line number"
    )
    made.add_argument("--width", type=int, metavar="N", help="columns (as many as the terminal has)")
    made.add_argument(
        "--no-colour", action="store_true", help="no colours (there are none in a pipe, nor with NO_COLOR)"
    )
    form = made.add_mutually_exclusive_group()
    form.add_argument("--bas", action="store_true", help="print the BASIC listing alone, exactly as it is")
    form.add_argument("--ssd", metavar="FILE", help="write it to a disc image for an emulator or a real machine")
    form.add_argument(
        "--html", metavar="FILE", help="write a page: listings, call graph, variables, screens, exercises"
    )
    return made


def check(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant."""
    if chosen.width is not None and not NARROWEST <= chosen.width <= WIDEST:
        raise Failure(f"--width {chosen.width}: expected a whole number from {NARROWEST} to {WIDEST}")
    whole = next((f"--{form}" for form in ("bas", "ssd", "html") if getattr(chosen, form)), None)
    if whole and chosen.procedure is not None:
        raise Failure(f"{whole} is for the whole program, so {chosen.procedure} does not go with it")


# on the terminal


def show(study: Study, chosen: argparse.Namespace) -> None:
    """Print the procedure that was asked for, or everything."""
    from retro.study.printout import Printout

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    printout = Printout(study, chosen.width or columns(), colourful(chosen))
    asked = chosen.procedure
    for line in printout.everything() if asked is None else printout.procedure(procedure_of(study, asked)):
        print(line)  # noqa: T201
    sys.stdout.flush()


def columns() -> int:
    """The width of the terminal, also where the output goes into a pager; where there is none, 120."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return max(NARROWEST, int(os.environ["COLUMNS"]))
    for stream in (sys.__stdout__, sys.__stderr__, sys.__stdin__):
        try:
            return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns)  # type: ignore[union-attr]
        except (OSError, ValueError, AttributeError):
            continue
    return FALLBACK


def colourful(chosen: argparse.Namespace) -> bool:
    """Are colours wanted?"""
    return bool(not chosen.no_colour and sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def procedure_of(study: Study, asked: str) -> Procedure:
    """A procedure by its name in any case, with or without PROC or FN, or by a line of the listing in it."""
    if asked.isdecimal():
        for procedure in study:
            if any(line.number == int(asked) for line in procedure.basic) or procedure.number == int(asked):
                return procedure
        raise Failure(f"{study.name} has no line {asked}")
    names = {procedure.key.upper(): procedure for procedure in study}
    for short in ("PROC", "FN"):
        names = {name.removeprefix(short): procedure for name, procedure in names.items()} | names
    if asked.upper() in names:
        return names[asked.upper()]
    near = difflib.get_close_matches(asked.upper(), names, n=6)
    found = list(dict.fromkeys(names[name].key for name in near))[:3]
    shorter = f"expected one like {', '.join(found)}" if found else f"`retro listing {study.name}` shows all"
    raise Failure(f"{study.name} has no procedure {asked}: {shorter}")


# elsewhere


def html(study: Study) -> str:
    """The page; its pictures are made by playing the program."""
    from retro.study.page import page
    from retro.study.shots import shots

    return page(study, shots(study))


def basic(study: Study) -> bytes:
    """The BASIC listing as it is in its file."""
    if not study.listing_path:
        raise Failure(f"There is no BASIC listing of {study.name}")
    with open(study.listing_path, "rb") as stream:
        return stream.read()


def disc(study: Study) -> bytes:
    """A disc with the listing as a program on it."""
    from retro.study.disc import ssd

    try:
        return ssd(study.name, basic(study).decode())
    except ValueError as error:
        raise Failure(f"{study.listing_path}: {error}") from error
