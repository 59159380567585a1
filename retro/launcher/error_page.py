"""The page on the machine's screen that shows where a program has failed."""

from __future__ import annotations

import linecache
import os
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple

from retro.basic.errors import Escape, ProgramError
from retro.library import catalogue
from retro.library.catalogue import LISTING
from retro.library.errors import LibraryError
from retro.machine.diagnosis import message_and_detail
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed, print_traceback
from retro.machine.view import Program

RED, YELLOW, WHITE, BACKGROUND = 1, 2, 3, 128
AROUND = 4  # lines shown before the one that has failed, and after it
NUMBER = 5  # columns of a line's number
AT_LINE = " at line "  # in a message of BASIC
LEFT = " "
HINT = "The traceback is on standard error."


class Failure(NamedTuple):
    """The text of the error page."""

    message: str
    detail: str  # what was expected; may be empty
    path: str
    line: int  # 0: of no line
    calls: str  # the functions that were running, outermost first
    lines: Sequence[tuple[int, str]] = ()  # that line and those around it, with their numbers


def with_error_page(program: Program, path: str, hint: str = HINT) -> Program:
    """Return a program that shows its errors as a page, and raises ProgramFailed for them.

    path: The program's main file. hint: The last sentence of the page.
    """

    def run(m: Machine) -> object:
        try:
            return program(m)
        except Escape:
            raise
        except ProgramError as error:  # of BASIC, as it reports it
            if not path.endswith(LISTING):
                raise
            print_traceback(error, None)
            draw(m, failure_in_basic(error, path), hint.removesuffix(HINT))
            raise ProgramFailed(str(error)) from error
        except Exception as error:
            cause = error.__cause__ if isinstance(error, LibraryError) else None
            shown = cause if isinstance(cause, Exception) else error
            print_traceback(shown, next(iter(frames(shown, is_of(path))), None))
            draw(m, failure_of(shown, path), hint)
            raise ProgramFailed(str(error)) from shown

    return run


def failure_of(error: BaseException, path: str) -> Failure:
    """Return the text of the page for an error in the program with this main file."""
    message, detail = message_and_detail(error, Machine)
    if isinstance(error, SyntaxError):
        file, line = error.filename or path, error.lineno or 0
        return Failure(f"Syntax error: {error.msg}", "", file, line, "", python_lines(file, line))
    entries = frames(error, is_of(path))
    if not entries:
        return Failure(message, detail, path, 0, "")
    calls = " > ".join(f"{entry.tb_frame.f_code.co_name} {entry.tb_lineno}" for entry in entries)
    file, line = entries[-1].tb_frame.f_code.co_filename, entries[-1].tb_lineno
    return Failure(message, detail, file, line, calls, python_lines(file, line))


def python_lines(path: str, line: int) -> list[tuple[int, str]]:
    """Return a line of a file and those around it, with their numbers."""
    from textwrap import dedent

    linecache.checkcache(path)
    first = max(1, line - AROUND)
    lines = linecache.getlines(path)[first - 1 : line + AROUND] if line else []
    return list(enumerate(dedent("".join(lines).expandtabs(4)).rstrip().splitlines(), first))


def failure_in_basic(error: ProgramError, path: str) -> Failure:
    """Return the text of the page for an error in a BASIC program."""
    from retro.basic.language.tokens import listing
    from retro.library.basic_program import read_program

    message, _, number = error.message.partition(AT_LINE)
    rows = [(int(row[:NUMBER]), row[NUMBER:]) for row in listing(read_program(path)).splitlines()]
    index = next((index for index, row in enumerate(rows) if number and row[0] == int(number)), None)
    lines = [] if index is None else rows[max(0, index - AROUND) : index + AROUND + 1]
    return Failure(message, "", path, int(number or 0), "", lines)


def is_of(path: str) -> Callable[[str], bool]:
    """Return a function that says whether a file belongs to the program with this main file."""
    home = os.path.join(os.path.dirname(os.path.abspath(path)), "")
    package = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")

    def belongs(file: str) -> bool:
        inside = os.path.abspath(file).startswith(home) and not os.path.abspath(file).startswith(package)
        return not file.startswith("<") and (catalogue.is_own(file) or inside)

    return belongs


def frames(error: BaseException, belongs: Callable[[str], bool]) -> list[TracebackType]:
    """Return the entries of an error's traceback that are in the program's own files."""
    entries, entry = [], error.__traceback__
    while entry:
        if belongs(entry.tb_frame.f_code.co_filename):
            entries.append(entry)
        entry = entry.tb_next
    return entries


# the page


def draw(m: Machine, failure: Failure, hint: str) -> None:
    """Draw the page. The bottom row stays empty."""
    from textwrap import wrap

    m.restart()
    columns = m.screen.mode.columns
    where = os.path.basename(failure.path) + (f", line {failure.line}" if failure.line else "")
    paragraph(m, f"{LEFT}{where}".ljust(columns)[:columns], WHITE, RED)
    m.print()
    for text, colour in ((failure.message, YELLOW), (failure.detail, WHITE), (failure.calls, RED)):
        for line in wrap(text, columns - 2):
            paragraph(m, f"{LEFT}{line}\n\r", colour)
    m.print()
    draw_lines(m, failure)
    m.print()
    for line in wrap(hint, columns - 2):
        paragraph(m, f"{LEFT}{line}\n\r", WHITE)


def draw_lines(m: Machine, failure: Failure) -> None:
    """Draw the failed line in full, and the beginnings of the lines around it."""
    width = m.screen.mode.columns - NUMBER - 3
    for number, line in failure.lines:
        failed = number == failure.line
        for start in range(0, len(line) if failed else 1, width):
            label = f"{'' if start else number:>{NUMBER}} "
            paragraph(m, label, YELLOW if failed else RED)
            row = f"{'>' if failed and not start else ' '}{line[start : start + width]}".ljust(width + 2)
            paragraph(m, row, *((0, YELLOW) if failed else (WHITE, 0)))


def paragraph(m: Machine, text: str, colour: int, paper: int = 0) -> None:
    """Print coloured text, with a question mark for each character that the machine lacks."""
    m.colour(colour)
    m.colour(BACKGROUND + paper)
    m.print(text.encode("ascii", "replace").decode(), end="")
    m.colour(WHITE)
    m.colour(BACKGROUND)
