"""What the parsers of the commands say, for completion in shells and for the manual page."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from retro.library import catalogue, loader

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from retro.library.program import Program

MOST_VALUES = 20  # of an option of a program
FILES = ("FILE", "DIR", "NAME|")  # in the metavar of an argument whose value may be a file


class Argument(NamedTuple):
    """An option or a positional argument of a command.

    Attributes:
        flags: Of an option, such as -h and --help; empty for a positional argument.
        values: Those to choose from, if there are such.
        metavar: Stands for its value in the usage; empty if it has none.
        names: Whether its value may be the name of a program.
        files: Whether its value may be a file or a folder.
        help: What it does.
        group: The heading below which `--help` lists it.
    """

    flags: tuple[str, ...]
    values: tuple[str, ...]
    metavar: str
    names: bool
    files: bool
    help: str
    group: str


def parser_of(command: str, program: Program | None = None) -> argparse.ArgumentParser:
    """Return the parser of a command; of play and study with the options of a program."""
    make = import_module(f"retro.commands.{command}").parser
    parser: argparse.ArgumentParser = make(program) if program else make()
    return parser


def arguments(parser: argparse.ArgumentParser) -> list[Argument]:
    """Return the arguments of a command as they are in `--help`."""
    formatter = parser._get_formatter()
    found = []
    for group in parser._action_groups:
        for action in group._group_actions:
            values = tuple(map(str, action.choices or ()))
            shown = action.metavar
            if isinstance(shown, str) and shown.startswith("{"):
                values, shown = tuple(shown.strip("{}").split(",")), None
            takes_value = action.nargs != 0 and type(action).__name__ != "BooleanOptionalAction"
            metavar = str(shown or "|".join(values) or action.dest.upper()) if takes_value else ""
            names = not action.option_strings and metavar.startswith("NAME")
            files = takes_value and not values and any(word in metavar for word in FILES)
            text = formatter._expand_help(action) if action.help else ""
            flags = tuple(action.option_strings)
            found.append(Argument(flags, values, metavar, names, files, text, group.title or ""))
    return found


def programs_options() -> dict[str, list[Argument]]:
    """Return the options of each program that comes with the machine."""
    found = {}
    for entry in catalogue.entries():
        program = loader.load(entry.name)
        allowed = {option.flag: few(option.allowed) for option in program.options}
        shown = (one for one in arguments(parser_of("play", program)) if allowed.keys() & one.flags)
        found[entry.name] = [one._replace(values=allowed[one.flags[0]]) for one in shown]
    return found


def few(values: Sequence[object] | None) -> tuple[str, ...]:
    """Return the values of an option as text, none if they are too many to choose from."""
    return tuple(map(str, values)) if values is not None and len(values) <= MOST_VALUES else ()
