"""Parses a BASIC listing: its numbered lines, and which of them belong to which procedure."""

import re
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence

from retro.basic.tokeniser import listing_lines
from retro.library.errors import LaunchError, LibraryError
from retro.listing.model import Study
from retro.listing.procedure import MAIN, SourceLine

NUMBERED = re.compile(r"\s*(\d{1,5}) ?(.*)$")
REMARK = re.compile(r"\s*REM")
DEFINITION = re.compile(r"\s*DEF\s*((?:PROC|FN)[\w`]+)")
LAST_LINE = 32767


def read_listing(text: str, path: str) -> tuple[SourceLine, ...]:
    """Return the lines of a listing, in order. Raises LibraryError with the number of the wrong line."""
    lines: list[SourceLine] = []
    for number, raw in enumerate(listing_lines(text), 1):
        if not raw.strip():
            continue
        match = NUMBERED.match(raw)
        if match is None:
            raise LibraryError(f"{path}, line {number}: expected a line of BASIC, which begins with its number")
        line = SourceLine(int(match[1]), match[2].rstrip(" "))
        if line.number > LAST_LINE or (lines and line.number <= lines[-1].number):
            raise LibraryError(
                f"{path}, line {number}: found number {line.number}, expected one that goes up, to {LAST_LINE}"
            )
        lines.append(line)
    return tuple(lines)


def number_of(line: str) -> int:
    """Return the number of a typed line of BASIC; 0 if it has none from 1 on that a line can have."""
    match = NUMBERED.match(line)
    return int(match[1]) if match and int(match[1]) <= LAST_LINE else 0


def definitions(lines: Iterable[SourceLine]) -> dict[str, int]:
    """Return the line number of each PROC and FN."""
    return {match[1]: line.number for line in lines if (match := DEFINITION.match(line.text))}


def parts_of(lines: Sequence[SourceLine], starts: Mapping[str, int]) -> dict[str, list[SourceLine]]:
    """Return the lines of each procedure, up to the start of the next one; those before the first are main's."""
    order = sorted((with_remarks(lines, number), name) for name, number in starts.items() if name != MAIN)
    numbers, names = [number for number, _ in order], [MAIN, *(name for _, name in order)]
    parts: dict[str, list[SourceLine]] = {name: [] for name in names}
    for line in lines:
        parts[names[bisect(numbers, line.number)]].append(line)
    return parts


def with_remarks(lines: Sequence[SourceLine], number: int) -> int:
    """Return the number of the first of the remarks directly above a line, or the line's own."""
    for line in reversed([line for line in lines if line.number < number]):
        if not REMARK.match(line.text):
            break
        number = line.number
    return number


def listing_file(study: Study) -> bytes:
    """Return a program's listing as bytes: the file of a port's listing, or a BASIC program as LIST prints it."""
    if not study.listing_path:
        raise LaunchError(f"There is no BASIC listing of {study.name}")
    if study.is_basic:
        return "".join(f"{line.number:5}{line.text}\n" for line in study.listing).encode()
    with open(study.listing_path, "rb") as stream:
        return stream.read()
