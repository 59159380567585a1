"""Parses a BASIC listing: its numbered lines, and which of them belong to which procedure."""

from __future__ import annotations

import re

from retro.launcher.errors import LibraryError
from retro.study.model import SourceLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NUMBERED = re.compile(r"\s*(\d{1,5}) ?(.*)$")
DEFINITION = re.compile(r"\s*DEF\s*((?:PROC|FN)[\w`]+)")
LAST = 32767


def read_listing(text: str, path: str) -> tuple[SourceLine, ...]:
    """Return the lines of a listing, in order. Raises LibraryError, with the line of the file."""
    lines: list[SourceLine] = []
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip():
            continue
        found = NUMBERED.match(raw)
        if found is None:
            raise LibraryError(f"{path}, line {number}: expected a line of BASIC, which begins with its number")
        line = SourceLine(int(found[1]), found[2].rstrip())
        if line.number > LAST or (lines and line.number <= lines[-1].number):
            raise LibraryError(
                f"{path}, line {number}: found number {line.number}, expected one that goes up, to {LAST}"
            )
        lines.append(line)
    return tuple(lines)


def definitions(lines: Iterable[SourceLine]) -> dict[str, int]:
    """Return the line number of each PROC and FN."""
    found = ((DEFINITION.match(line.text), line.number) for line in lines)
    return {match[1]: number for match, number in found if match}


def parts_of(
    lines: tuple[SourceLine, ...], starts: Mapping[str, int], main: str = "main"
) -> dict[str, tuple[SourceLine, ...]]:
    """Return the lines of each part, which ends where the next one starts; those before the first are main's."""
    order = sorted((number, name) for name, number in starts.items() if name != main)
    bounds = [(starts.get(main, 0), main), *order]
    ends = [number for number, _ in order] + [LAST + 1]
    return {
        name: tuple(line for line in lines if (start if name != main else 0) <= line.number < end)
        for (start, name), end in zip(bounds, ends)
    }
