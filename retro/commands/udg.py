"""`retro udg`: the character editor."""

import os
from collections.abc import Sequence

from retro.commands.character_editor import editor
from retro.commands.character_file import CharacterFile, Shapes, basic_lines, python_lines
from retro.launcher.front_ends import show
from retro.launcher.options import check_front_options, front_option, front_options
from retro.library.catalogue import LISTING
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import argument
from retro.machine.machine import Machine

DESCRIPTION = """\
Draw the characters 224 to 255 in the machine, with keys and mouse. FILE is a program in Python or BASIC: its VDU 23
lines with numbers are read, and RETURN writes them back in their place. A new FILE gets such lines. Without FILE the
lines are shown, and what is not saved is printed at the end, in Python and in BASIC.
"""
WIDE_MODE, ROWS = 0, 32  # the MODE with 80 columns, in which lines are shown


def run(words: Sequence[str]) -> int:
    """Show the character editor in a front end."""
    args = command().parse(words)
    check_front_options(args)
    path, name = args.file, os.path.basename(args.file)
    if path and not path.endswith((".py", LISTING)):
        raise LaunchError(f"{path}: expected a program, a name ending in .py or {LISTING}")
    file = CharacterFile(path) if path else None
    shapes = dict(file.shapes) if file else {}
    saved = dict(shapes)

    def save(m: Machine, shapes: Shapes) -> str:
        nonlocal file, saved
        if file is not None:
            file, saved = file.save(shapes), dict(shapes)
            return f"Saved in {name}"
        lines = [*python_lines(shapes), "", *basic_lines(shapes)][: ROWS - 2]
        m.mode(WIDE_MODE)
        m.print("\n\r".join([*lines, "", "They are printed when you leave. Press a key"]), end="")
        m.get()
        return ""

    message = f"There is no {name} yet: RETURN writes it" if path and not os.path.lexists(path) else ""
    status = show(editor(shapes, name, save, message), args, "Characters", [])
    if shapes != saved:
        say("\n".join([*python_lines(shapes), "", *basic_lines(shapes)]))
    return status


def command() -> Command:
    """Return the arguments and options of `retro udg`."""
    file = argument("file", "the program whose characters to change", "FILE.py|FILE.bas", "")
    return Command("udg", DESCRIPTION, [file], [front_option(), *front_options()])
