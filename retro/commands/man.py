"""`retro man`: the manual page, made from what `--help` says."""

from __future__ import annotations

import argparse

from retro import __version__
from retro.cli import COMMANDS
from retro.commands.command_line import arguments, parser_of, programs_options
from retro.frontends.key_help import TERMINAL_KEYS, WINDOW_KEYS
from retro.launcher.options import ABOUT
from retro.library import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from retro.commands.command_line import Argument

ENVIRONMENT = (
    ("RETRO_DATA", "the folder for settings, unfinished games and what programs save"),
    ("PAGER", "what shows a long `retro listing` in a terminal; without it `less`"),
    ("VISUAL, EDITOR", "the editor of `retro study --edit`; without them `sensible-editor`, `nano`, `vi` or Notepad"),
)
STATUSES = (
    ("0", "the command was carried out"),
    ("1", "the program that was run has failed"),
    ("2", "the command could not be carried out; a sentence says what was given and what was expected"),
    ("130", "Ctrl-C was pressed"),
)


def run(argv: Sequence[str]) -> int:
    """Print the page."""
    parser().parse_args(argv)
    print(page(), end="")  # noqa: T201
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command, which has no options."""
    description = (
        "Print the manual page: retro man > retro.1, to be read by man -l retro.1. `retro desktop` installs it for you."
    )
    return argparse.ArgumentParser(prog="retro man", description=description)


def page() -> str:
    """Return the page in roff, with the macros of man."""
    lines = [f'.TH RETRO 1 "" "retro {__version__}" "User commands"', ".SH NAME"]
    lines += [r"retro \- a tiny virtual 8\-bit machine, and old programs on it"]
    lines += [".SH SYNOPSIS", ".B retro", r"[\fICOMMAND\fR] [\fIARGUMENT\fR ...]", ".SH DESCRIPTION", roff(ABOUT)]
    lines += [".SH COMMANDS"]
    for command, effect in COMMANDS.items():
        parser = parser_of(command)
        lines += [f'.SS "retro {command}"', roff(ABOUT_COMMANDS.get(command) or parser.description or effect)]
        lines += listed((heading(one), one.help) for one in arguments(parser) if "--help" not in one.flags)
    lines += [".SH PROGRAMS"]
    options = programs_options()
    for entry in catalogue.entries():
        lines += [f'.SS "{roff(entry.name)}"', roff(f"{entry.title}. {entry.about}")]
        lines += listed((heading(one), one.help) for one in options[entry.name])
    lines += [".SH KEYS", *listed(WINDOW_KEYS), ".PP", roff(TERMINAL_KEYS)]
    lines += [".SH ENVIRONMENT", *listed(ENVIRONMENT), ".SH EXIT STATUS", *listed(STATUSES)]
    return "\n".join(lines) + "\n"


# The description of `retro play` is that of the machine.
ABOUT_COMMANDS = {"play": "Run a program, or the menu."}


def heading(argument: Argument) -> str:
    """Return an argument as it stands in the usage."""
    return " ".join(filter(None, (", ".join(argument.flags), argument.metavar)))


def listed(entries: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of a list of terms and their explanations."""
    return [line for term, text in entries for line in (".TP", f".B {roff(term)}", roff(text))]


def roff(text: str) -> str:
    """Return a text as roff prints it, with paragraphs."""
    paragraphs = (" ".join(part.split()).replace("\\", r"\e").replace("-", r"\-") for part in text.split("\n\n"))
    return "\n.PP\n".join(rf"\&{part}" if part.startswith((".", "'")) else part for part in paragraphs)
