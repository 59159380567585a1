"""Find the terminal that this process was started in."""

import os
import sys
from collections.abc import Mapping
from typing import TextIO

from retro.frontends import CannotOpen
from retro.frontends.terminal.tty import PosixConsole
from retro.frontends.terminal.windows import BlessedConsole

Console = PosixConsole | BlessedConsole

CANNOT_MOVE_CURSOR = ("", "dumb", "unknown")  # values of TERM
HINT = "without a terminal there are --front plain, as text, and --front headless, for scripts"


def controlling_console(environment: Mapping[str, str] = os.environ) -> Console:
    """Return the terminal that this process was started in. Raise CannotOpen if it is none, or cannot be used."""
    term = environment.get("TERM", "")
    for name, stream in (("output", sys.__stdout__), ("input", sys.__stdin__)):
        if not is_terminal(stream):
            raise CannotOpen(f"The terminal cannot be used: standard {name} is not one (a file, or a pipe?); {HINT}")
    if sys.platform == "win32":
        from retro.frontends.terminal.windows import open_console

        return open_console()
    if term in CANNOT_MOVE_CURSOR:
        reason = f"TERM is {term}, which cannot move its cursor" if term else "TERM is not set"
        raise CannotOpen(f"The terminal cannot be used: {reason}; {HINT}")
    return PosixConsole(environment)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # the stream is closed
        return False
