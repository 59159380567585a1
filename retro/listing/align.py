"""Aligns a procedure's two listings by the line numbers in the port, and its versions before and after a change."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from retro.listing.description import Entry
from retro.listing.procedure import Procedure, SourceLine

LINE_NUMBERS_END = 1 << 16  # above every line number of BASIC


class AlignedRow(NamedTuple):
    """Lines of the BASIC listing, and the lines of the port made from them; one of the two may be empty."""

    basic: tuple[SourceLine, ...]
    python: tuple[SourceLine, ...]


def aligned_rows(procedure: Procedure) -> list[AlignedRow]:
    """Return the rows of a procedure, top to bottom; every line of both listings is in one row, in order.

    A row begins at a statement of the port that names a higher BASIC line than all before it, or at the comment above
    that statement. Without such numbers, or without a port, there is only one row.
    """
    if not procedure.python:
        return [AlignedRow(procedure.basic, ())]
    bounds = [(procedure.first, 0), *_starts(procedure), (procedure.last + 1, LINE_NUMBERS_END)]
    rows = [
        AlignedRow(_between(procedure.basic, basic, next_basic), _between(procedure.python, python, next_python))
        for (python, basic), (next_python, next_basic) in pairwise(bounds)
    ]
    return [row for row in rows if row.basic or row.python]


class ChangedRow(NamedTuple):
    """Lines before and after a change: one equal line on both sides, or the lines of a difference."""

    before: tuple[SourceLine, ...]
    after: tuple[SourceLine, ...]
    differs: bool


def changed_rows(before: Procedure, after: Procedure) -> Iterator[ChangedRow]:
    """Compare a procedure with the one that replaces it: yield rows of lines of the two, in the program's language."""
    old, new = before.lines, after.lines
    matcher = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            yield from (ChangedRow((a,), (b,), False) for a, b in zip(old[start:end], new[new_start:new_end]))
        else:
            yield ChangedRow(old[start:end], new[new_start:new_end], True)


def bands(procedure: Procedure, sentences: Sequence[Entry]) -> list[tuple[list[Entry], list[AlignedRow]]]:
    """Group the rows of a procedure: each row with the first line of a sentence of the description begins a group.

    Return each group's sentences and rows. Sentences about none of the procedure's lines are in the first group.
    """
    known = {line.number for line in procedure.basic}
    one_each = sentences and not procedure.python
    rows = [AlignedRow((line,), ()) for line in procedure.basic] if one_each else aligned_rows(procedure)
    firsts = [(entry, min(known & {*entry.lines}, default=0)) for entry in sentences]
    groups: list[tuple[list[Entry], list[AlignedRow]]] = []
    for row in rows:
        numbers = [line.number for line in row.basic]
        begun = [entry for entry, first in firsts if first in numbers or not (first or groups)]
        if begun or not groups:
            groups.append((begun, []))
        groups[-1][1].append(row)
    return groups


def _starts(procedure: Procedure) -> Iterator[tuple[int, int]]:
    """Yield the line numbers at which each row begins, in the port and in the listing.

    The port's row begins with the comments and empty lines directly above its first line.
    """
    known, lines = {line.number for line in procedure.basic}, procedure.python
    last_python = highest = 0
    for python, basic in procedure.links:
        if basic in known and basic > highest:
            highest = basic
            if python != last_python:
                last_python = python
                index = python - lines[0].number
                while index > 1 and (not (above := lines[index - 1].text.strip()) or above.startswith("#")):
                    index -= 1
                yield lines[0].number + index, basic


def _between(lines: Sequence[SourceLine], start: int, end: int) -> tuple[SourceLine, ...]:
    return tuple(line for line in lines if start <= line.number < end)
