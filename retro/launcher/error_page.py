"""The page on the machine's screen that shows where a program has failed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple

from retro.basic.errors import Escape, ProgramError, column_of
from retro.basic.pages import Choice, Page
from retro.library import catalogue
from retro.library.catalogue import LISTING
from retro.library.errors import LibraryError
from retro.machine.asking import PrintedPage
from retro.machine.diagnosis import message_and_detail
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed, print_traceback
from retro.machine.view import Program

CONTEXT_LINES = 4  # lines shown before the one that has failed, and after it
NUMBER, CODE = 5, 32  # columns of a line's number, and of the line
AT_LINE = " at line "  # in a message of BASIC
CARET = "^"  # below the place where the line has failed
TRACEBACK_HINT = "The traceback is on standard error."


class Failure(NamedTuple):
    """What the error page says of a program that has failed."""

    message: str
    detail: str  # what was expected; may be empty
    path: str
    line: int  # 0: of no line
    calls: str  # the functions that were running, outermost first
    lines: Sequence[tuple[int, str]] = ()  # that line and those around it, with their numbers
    column: int = 0  # of the place in that line; 0: at its start, or nowhere in particular


def with_error_page(program: Program, path: str, hint: str = TRACEBACK_HINT) -> Program:
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
            help_text = hint.removesuffix(TRACEBACK_HINT) if in_basic else hint
            PrintedPage(m, page_of(failure_of(shown, path), help_text)).print()
            raise ProgramFailed(str(error)) from shown

    return run


def failure_of(error: BaseException, path: str) -> Failure:
    """Return the contents of the error page for an error in the program with this main file."""
    message, detail = message_and_detail(error, Machine)
    if isinstance(error, ProgramError) and path.endswith(LISTING):
        from retro.basic.language.tokens import detokenise, lines_of
        from retro.library.basic_program import read_program

        rows = list(lines_of(read_program(path)))
        index = next((index for index, (number, _) in enumerate(rows) if error.line and number == error.line), None)
        message = message.partition(AT_LINE)[0]
        if index is None:
            return Failure(message, "", path, error.line, "")
        shown = [(number, detokenise(row).decode("latin-1")) for number, row in rows]
        column = len(detokenise(rows[index][1][: error.column]))
        return Failure(
            message, "", path, error.line, "", shown[max(0, index - CONTEXT_LINES) : index + CONTEXT_LINES + 1], column
        )
    if isinstance(error, SyntaxError):
        file, line = error.filename or path, error.lineno or 0
        before = len((error.text or "")[: (error.offset or 1) - 1].encode())
        return Failure(f"Syntax error: {error.msg}", "", file, line, "", *python_lines(file, line, before))
    entries = frames(error, path)
    if not entries:
        return Failure(message, detail, path, 0, "")
    calls = " > ".join(f"{entry.tb_frame.f_code.co_name} {entry.tb_lineno}" for entry in entries)
    file, line = entries[-1].tb_frame.f_code.co_filename, entries[-1].tb_lineno
    return Failure(message, detail, file, line, calls, *python_lines(file, line, column_of(entries[-1])))


def python_lines(path: str, line: int, column: int) -> tuple[list[tuple[int, str]], int]:
    """Return a line of a file and those around it, numbered and dedented; and a column, from bytes to characters."""
    import linecache
    from textwrap import dedent

    linecache.checkcache(path)
    first = max(1, line - CONTEXT_LINES)
    lines = linecache.getlines(path)[first - 1 : line + CONTEXT_LINES] if line else []
    rows = dedent("".join(lines).expandtabs(4)).rstrip().splitlines()
    failed = linecache.getline(path, line)
    indented = len(failed.expandtabs(4).rstrip()) - len(rows[line - first]) if line - first < len(rows) else 0
    before = failed.encode()[:column].decode(errors="ignore").expandtabs(4)
    return list(enumerate(rows, first)), max(0, len(before) - indented)


def frames(error: BaseException, path: str) -> list[TracebackType]:
    """Return the traceback entries of an error that are in files of the program with this main file."""
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
    """Return the error page, with these rows: the failed line in full, the lines around it cut to the width."""
    rows: list[Choice] = []
    failed = 0
    for number, line in failure.lines:
        failed = len(rows) if number == failure.line else failed
        starts = range(0, len(line) or 1, CODE) if number == failure.line else (0,)
        for start in starts:
            rows.append(Choice("" if start else f"{number:>{NUMBER}}", plain(line[start : start + CODE])))
            if number == failure.line and start < failure.column < start + CODE:
                rows.append(Choice("", f"{CARET:>{failure.column - start + 1}}"))
    where = os.path.basename(failure.path) + (f", line {failure.line}" if failure.line else "")
    texts = failure.message, failure.detail, failure.calls
    page = Page(plain(where), rows, [plain(text) for text in (*filter(None, texts), "", hint)])
    page.key_width, page.marked = NUMBER + 1, failed
    return page


def plain(text: str) -> str:
    """Replace each character of a text that the machine does not have by a question mark."""
    return text.encode("ascii", "replace").decode()
