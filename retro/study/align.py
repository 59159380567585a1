"""Lays a procedure's two listings side by side: rows in which the same thing happens."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.study.source import Line, Link, Procedure


class Row(NamedTuple):
    """Lines of the BASIC listing and the lines of the port made from them; either may be none."""

    basic: tuple[Line, ...]
    python: tuple[Line, ...]


def rows(procedure: Procedure) -> list[Row]:
    """The procedure from top to bottom; every line of both listings stands in one row, in its own order.

    A row begins at a line of the port that is linked to the listing, or at the comment above it. Links against the
    order of the listing begin none. Without links everything is one row.
    """
    anchors = in_order([link for link in procedure.links if link.basic in {line.number for line in procedure.basic}])
    cuts = [(_with_comment(procedure.python, python), basic) for python, basic in _firsts(anchors)]
    bounds = [(procedure.first, 0), *cuts, (procedure.last + 1, 1 << 16)]
    found = [
        Row(_between(procedure.basic, bounds[at][1], bounds[at + 1][1]), _between(procedure.python, start, end))
        for at, (start, end) in enumerate(zip([b[0] for b in bounds], [b[0] for b in bounds[1:]]))
    ]
    return [row for row in found if row.basic or row.python]


def in_order(links: Sequence[Link]) -> list[Link]:
    """As many of the links as go down both listings together (longest increasing subsequence)."""
    ends: list[int] = []  # smallest last BASIC line of a run of each length
    runs: list[list[Link]] = []
    for link in sorted(links):
        length = bisect_left(ends, link.basic)
        if ends[length : length + 1] == [link.basic]:
            continue
        run = [*(runs[length - 1] if length else []), link]
        ends[length:] = [link.basic, *ends[length + 1 :]]
        runs[length:] = [run, *runs[length + 1 :]]
    return runs[-1] if runs else []


def _firsts(anchors: Sequence[Link]) -> list[Link]:
    """The first link of each line of the port."""
    return list({link.python: link for link in reversed(anchors)}.values())[::-1]


def _with_comment(lines: Sequence[Line], number: int) -> int:
    """The first of the comment and empty lines that stand directly above a line."""
    at = number - lines[0].number
    while at > 1 and (not lines[at - 1].text.strip() or lines[at - 1].text.lstrip().startswith("#")):
        at -= 1
    return lines[0].number + at


def _between(lines: Sequence[Line], start: int, end: int) -> tuple[Line, ...]:
    return tuple(line for line in lines if start <= line.number < end)
