"""Runs a program to its end in any front end, and reports its error."""

from __future__ import annotations

import sys
from contextlib import suppress
from types import TracebackType

from retro.basic.errors import BasicError, Escape, ProgramError, error_message
from retro.machine.farewell import FAREWELL, show_error, wait_for_any_key
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Program


class ProgramFailed(Exception):
    """The program ended in an error, which the machine's screen and stderr already show.

    Its str() is the message on the screen, its __cause__ the program's exception. A program that has shown its error
    itself raises it.
    """


def run_to_end(m: Machine, program: Program, linger: bool = True) -> None:
    """Run a program to its end. linger: then show FAREWELL and wait for any key, or until the machine is switched off.

    Raises:
        ProgramFailed: the program ended in an error. ESCAPE and sys.exit(0) are no errors.
        PowerOff: the machine was switched off while the program ran.
    """
    failure = run_program(m, program)
    m.describe(None)
    if linger:
        with suppress(PowerOff):
            wait_for_any_key(m, FAREWELL)
    if failure is not None:
        raise ProgramFailed(error_message(failure)) from failure


def run_program(m: Machine, program: Program) -> BaseException | None:
    """Run a program and report its error; return the exception, or None."""
    try:
        program(m)
    except Escape as error:
        show_error(m, error)
    except SystemExit as error:
        return _exit_error(m, error)
    except ProgramFailed as shown:
        return shown.__cause__
    except Exception as error:
        print_traceback(error, error.__traceback__ and error.__traceback__.tb_next)
        show_error(m, error)
        return error
    return None


def _exit_error(m: Machine, error: SystemExit) -> SystemExit | None:
    """Return the error of sys.exit(): None for None and 0; a text is its message, other numbers are errors."""
    if error.code in (None, 0):
        return None
    if not isinstance(error.code, int):
        print(error.code, file=sys.stderr)  # noqa: T201
    show_error(m, error)
    return error


def print_traceback(error: Exception, start: TracebackType | None) -> None:
    """Print the traceback on stderr, beginning at the program's frame `start`, and a BasicError's detail."""
    if isinstance(error, ProgramError):
        print(error.message, file=sys.stderr)  # noqa: T201
        return
    import traceback

    traceback.print_exception(type(error), error, start)
    if sys.version_info < (3, 11) and isinstance(error, BasicError) and error.detail:
        print(error.detail, file=sys.stderr)  # noqa: T201
