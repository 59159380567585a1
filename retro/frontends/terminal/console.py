"""Find the terminal that this process was started in."""

import os
import sys
from collections.abc import Mapping

from retro.frontends import CannotOpen
from retro.frontends.terminal.tty import PosixConsole
from retro.frontends.terminal.windows import BlessedConsole, open_console

Console = PosixConsole | BlessedConsole

CANNOT_MOVE_CURSOR = ("", "dumb", "unknown")  # values of TERM
HINT = "without a terminal there are --front plain, as text, and --front headless, for scripts"


def controlling_console(environment: Mapping[str, str] = os.environ) -> Console:
    """Return the terminal that this process was started in. Raises CannotOpen without a usable one."""
    term = environment.get("TERM", "")
    for name, stream in (("output", sys.__stdout__), ("input", sys.__stdin__)):
        if stream is None or stream.closed or not stream.isatty():
            raise CannotOpen(f"The terminal cannot be used: standard {name} is not one (a file, or a pipe?); {HINT}")
    if sys.platform == "win32":
        return open_console()
    if term in CANNOT_MOVE_CURSOR:
        reason = f"TERM is {term}, which cannot move its cursor" if term else "TERM is not set"
        raise CannotOpen(f"The terminal cannot be used: {reason}; {HINT}")
    return PosixConsole(environment)
