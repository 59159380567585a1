"""`retro man`: the manual page, generated from the help texts."""

from collections.abc import Iterable, Sequence
from importlib import import_module

from retro import __version__
from retro.cli import COMMANDS
from retro.frontends.key_help import TERMINAL_KEYS, WINDOW_KEYS
from retro.launcher.options import ABOUT
from retro.library.catalogue import entries
from retro.library.command_line import Command
from retro.library.loader import load
from retro.library.messages import say

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


def run(words: Sequence[str]) -> int:
    """Print the manual page of the command `retro`."""
    command().parse(words)
    say(page(), end="")
    return 0


def command() -> Command:
    """Return the command `retro man`, which has no options."""
    about = (
        "Print the manual page: retro man > retro.1, to be read by man -l retro.1. `retro desktop` installs it for you."
    )
    return Command("man", about)


def page() -> str:
    """Return the manual page in roff, with the macros `man`."""
    lines = [f'.TH RETRO 1 "" "retro {__version__}" "User commands"', ".SH NAME"]
    lines += [r"retro \- a tiny virtual 8\-bit machine, and old programs on it"]
    lines += [".SH SYNOPSIS", ".B retro", r"[\fICOMMAND\fR] [\fIARGUMENT\fR ...]", ".SH DESCRIPTION", roff(ABOUT)]
    lines += [".SH COMMANDS"]
    for name, effect in COMMANDS.items():
        table: Command = import_module(f"retro.commands.{name}").command()
        lines += [f'.SS "retro {name}"', roff(table.about if table.about != ABOUT else effect)]
        lines += listed((option.shown, option.help) for option in (*table.arguments, *table.options))
    lines += [".SH PROGRAMS"]
    for entry in entries():
        lines += [f'.SS "{roff(entry.name)}"', roff(f"{entry.title}. {entry.about}")]
        lines += listed((option.shown, option.usage) for option in load(entry.name).options)
    lines += [".SH KEYS", *listed(WINDOW_KEYS), ".PP", roff(TERMINAL_KEYS)]
    lines += [".SH ENVIRONMENT", *listed(ENVIRONMENT), ".SH EXIT STATUS", *listed(STATUSES)]
    return "\n".join(lines) + "\n"


def listed(entries: Iterable[tuple[str, str]]) -> list[str]:
    """Return lines of the manual page for a list of terms with their explanations."""
    return [line for term, text in entries for line in (".TP", f".B {roff(term)}", roff(text))]


def roff(text: str) -> str:
    """Escape a text of the manual page for roff, with its paragraphs."""
    paragraphs = (" ".join(part.split()).replace("\\", r"\e").replace("-", r"\-") for part in text.split("\n\n"))
    return "\n.PP\n".join(rf"\&{part}" if part.startswith((".", "'")) else part for part in paragraphs)
