"""The page on the machine's screen that shows where a program has failed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple

from retro.basic.errors import Escape, ProgramError
from retro.basic.pages import Choice, Page
from retro.library import catalogue
from retro.library.catalogue import LISTING
from retro.library.errors import LibraryError
from retro.machine.asking import Printed
from retro.machine.diagnosis import message_and_detail
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed, print_traceback
from retro.machine.view import Program

AROUND = 4  # lines shown before the one that has failed, and after it
NUMBER, CODE = 5, 32  # columns of a line's number, and of the line
AT_LINE = " at line "  # in a message of BASIC
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
        except Exception as error:
            in_basic = isinstance(error, ProgramError)
            if in_basic and not path.endswith(LISTING):
                raise
            cause = error.__cause__ if isinstance(error, LibraryError) else None
            shown = cause if isinstance(cause, Exception) else error
            print_traceback(shown, next(iter(frames(shown, path)), None))
            m.restart()
            Printed(m, page_of(failure_of(shown, path), hint.removesuffix(HINT) if in_basic else hint))
            raise ProgramFailed(str(error)) from shown

    return run


def failure_of(error: BaseException, path: str) -> Failure:
    """Return the text of the page for an error in the program with this main file."""
    message, detail = message_and_detail(error, Machine)
    if isinstance(error, ProgramError) and path.endswith(LISTING):
        from retro.basic.language.tokens import listing
        from retro.library.basic_program import read_program

        message, _, number = message.partition(AT_LINE)
        rows = [(int(row[:NUMBER]), row[NUMBER:]) for row in listing(read_program(path)).splitlines()]
        index = next((index for index, row in enumerate(rows) if number and row[0] == int(number)), None)
        lines = [] if index is None else rows[max(0, index - AROUND) : index + AROUND + 1]
        return Failure(message, "", path, int(number or 0), "", lines)
    if isinstance(error, SyntaxError):
        file, line = error.filename or path, error.lineno or 0
        return Failure(f"Syntax error: {error.msg}", "", file, line, "", python_lines(file, line))
    entries = frames(error, path)
    if not entries:
        return Failure(message, detail, path, 0, "")
    calls = " > ".join(f"{entry.tb_frame.f_code.co_name} {entry.tb_lineno}" for entry in entries)
    file, line = entries[-1].tb_frame.f_code.co_filename, entries[-1].tb_lineno
    return Failure(message, detail, file, line, calls, python_lines(file, line))


def python_lines(path: str, line: int) -> list[tuple[int, str]]:
    """Return a line of a file and those around it, with their numbers."""
    import linecache
    from textwrap import dedent

    linecache.checkcache(path)
    first = max(1, line - AROUND)
    lines = linecache.getlines(path)[first - 1 : line + AROUND] if line else []
    return list(enumerate(dedent("".join(lines).expandtabs(4)).rstrip().splitlines(), first))


def frames(error: BaseException, path: str) -> list[TracebackType]:
    """Return the entries of an error's traceback that are in the files of the program with this main file."""
    home = os.path.join(os.path.dirname(os.path.abspath(path)), "")
    package = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
    entries, entry = [], error.__traceback__
    while entry:
        file = entry.tb_frame.f_code.co_filename
        is_beside = os.path.abspath(file).startswith(home) and not os.path.abspath(file).startswith(package)
        if not file.startswith("<") and (catalogue.is_own(file) or is_beside):
            entries.append(entry)
        entry = entry.tb_next
    return entries


def page_of(failure: Failure, hint: str) -> Page:
    """Return the page: the failed line in full, and the beginnings of the lines around it."""
    rows: list[Choice] = []
    failed = 0
    for number, line in failure.lines:
        failed = len(rows) if number == failure.line else failed
        starts = range(0, len(line) or 1, CODE) if number == failure.line else (0,)
        rows += [Choice("" if start else f"{number:>{NUMBER}}", plain(line[start : start + CODE])) for start in starts]
    where = os.path.basename(failure.path) + (f", line {failure.line}" if failure.line else "")
    texts = failure.message, failure.detail, failure.calls
    page = Page(plain(where), rows, [plain(text) for text in (*filter(None, texts), "", hint)])
    page.key_width, page.marked = NUMBER + 1, failed
    return page


def plain(text: str) -> str:
    """Return a text with a question mark for each character that the machine lacks."""
    return text.encode("ascii", "replace").decode()
