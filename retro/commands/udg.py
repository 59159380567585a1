"""`retro udg`: the character editor."""

from __future__ import annotations

import os

from retro.launcher.character_editor import editor
from retro.launcher.character_lines import CharacterLines, basic_lines, python_lines
from retro.launcher.front_ends import show
from retro.launcher.options import check_front_options, front_option, front_options
from retro.library.command_line import Command
from retro.library.errors import LaunchError, loading
from retro.library.messages import say
from retro.library.options import argument
from retro.library.output import write
from retro.session.files import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from retro.machine.machine import Machine

DESCRIPTION = """\
Draw the characters 224 to 255 in the machine, with keys and mouse. FILE is a program in Python or BASIC: its VDU 23
lines with numbers are read, and RETURN writes them back in their place. A new FILE gets such lines. Without FILE the
lines are shown, and what is not saved is printed at the end, in Python and in BASIC.
"""
WIDE_MODE, ROWS = 0, 32  # the MODE with 80 columns, in which lines are shown


def run(words: Sequence[str]) -> int:
    """Show the editor in a front end."""
    args = command().parse(words)
    check_front_options(args)
    path = args.file
    if path and not path.endswith((".py", ".bas")):
        raise LaunchError(f"{path}: expected a program, a name ending in .py or .bas")
    shapes = characters_of(path).shapes if path else {}

    saved = dict(shapes)

    def save(m: Machine, shapes: Mapping[int, bytes]) -> str:
        if not path:
            return show_lines(m, shapes)
        write(path, characters_of(path).with_shapes(shapes))  # the file may have changed meanwhile
        saved.clear()
        saved.update(shapes)
        return f"Saved in {os.path.basename(path)}"

    status = show(editor(shapes, os.path.basename(path), save), args, "Characters", [])
    if shapes != saved:
        say("\n".join([*python_lines(shapes), "", *basic_lines(shapes)]))
    return status


def command() -> Command:
    """Return the command's arguments and options."""
    file = argument("file", "the program whose characters to change", "FILE.py|FILE.bas", "")
    return Command("udg", DESCRIPTION, [file], [front_option(), *front_options()])


def characters_of(path: str) -> CharacterLines:
    """Return the characters of a program, none if there is no such file yet. Raises LaunchError."""
    with loading(path):
        return CharacterLines(path, read_file(path) if os.path.lexists(path) else b"")


def show_lines(m: Machine, shapes: Mapping[int, bytes]) -> str:
    """Show the lines in Python and, as far as there is room, in BASIC, until a key is pressed."""
    lines = [*python_lines(shapes), "", *basic_lines(shapes)][: ROWS - 2]
    m.mode(WIDE_MODE)
    m.print("\n\r".join([*lines, "", "They are printed when you leave. Press a key"]), end="")
    m.get()
    return ""
