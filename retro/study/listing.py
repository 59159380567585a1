"""A BASIC listing as a text: its numbered lines, and which of them belong to which procedure."""

from __future__ import annotations

import re

from retro.library import LibraryError
from retro.study.source import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NUMBERED = re.compile(r"\s*(\d{1,5}) ?(.*)$")
DEFINITION = re.compile(r"\s*DEF\s*((?:PROC|FN)[\w`]+)")
LAST = 32767


def read_listing(text: str, path: str) -> tuple[Line, ...]:
    """The lines of a listing, in order. Raises LibraryError, with the line of the file."""
    lines: list[Line] = []
    for at, raw in enumerate(text.splitlines(), 1):
        if not raw.strip():
            continue
        found = NUMBERED.match(raw)
        if found is None:
            raise LibraryError(f"{path}, line {at}: expected a line of BASIC, which begins with its number")
        line = Line(int(found[1]), found[2].rstrip())
        if line.number > LAST or (lines and line.number <= lines[-1].number):
            raise LibraryError(f"{path}, line {at}: found number {line.number}, expected one that goes up, to {LAST}")
        lines.append(line)
    return tuple(lines)


def definitions(lines: Iterable[Line]) -> dict[str, int]:
    """Where each PROC and FN is defined."""
    found = ((DEFINITION.match(line.text), line.number) for line in lines)
    return {match[1]: number for match, number in found if match}


def shares(lines: tuple[Line, ...], starts: Mapping[str, int], main: str = "main") -> dict[str, tuple[Line, ...]]:
    """The lines of each part: from where it starts to where the next one does; what is before the first is main's."""
    order = sorted((number, name) for name, number in starts.items() if name != main)
    bounds = [(starts.get(main, 0), main), *order]
    ends = [number for number, _ in order] + [LAST + 1]
    return {
        name: tuple(line for line in lines if (start if name != main else 0) <= line.number < end)
        for (start, name), end in zip(bounds, ends)
    }
