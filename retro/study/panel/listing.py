"""The two listings on the study screen: a part of each, with the line that is about to run."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from retro.display.styles import CHANGED, HERE, KEY, NUMBER, Style
from retro.display.text_rows import Row, fitted, folded, shown, wrapped
from retro.listing.highlighting import LINKED, Part
from retro.listing.model import SourceLine
from retro.study.panel.styles import KINDS

GUTTER = 6
SIGN = 2  # columns of a line's status
SPARE = 2  # rows for what the current statement will do


class Marks(NamedTuple):
    """Which lines stand out.

    Attributes:
        current: the numbers of the lines of the current statement.
        stops: the numbers of those to stop at.
        selected: the number of the selected one, or 0.
        values: what the current statement will do, to show below it.
    """

    current: Collection[int] = ()
    stops: Collection[int] = ()
    selected: int = 0
    values: str = ""


def listing_rows(parts: Mapping[int, Sequence[Part]], marks: Marks, height: int, columns: int) -> list[Row]:
    """Render a part of a listing, with the selected line or else the current statement in the middle, and that whole.

    Without either it is the beginning. parts: those of each line by its number, in order.
    """
    lines = [SourceLine(number, "".join(part.text for part in found)) for number, found in parts.items()]
    indices = [index for index, line in enumerate(lines) if line.number in marks.current]
    centre = [index for index, line in enumerate(lines) if line.number == marks.selected] or indices
    middle = centre[0] + min(len(centre), height) // 2 if centre else 0
    first = max(0, min(middle - height // 2, len(lines) - height))
    rows: list[Row] = []
    first_marked, spare = 0, max(0, height - len(lines) - (SPARE if marks.values else 0))
    for index, line in enumerate(lines[first : first + height], first):
        sign = "●" if line.number in marks.stops else " "
        if index in indices:
            first_marked = first_marked or len(rows)
            style = KEY if line.number == marks.selected else HERE
            rows += _marked(line, index == indices[0], sign, columns, style)
            rows += _below(marks.values, line, columns) if marks.values and index == indices[-1] else []
        elif line.number == marks.selected:
            rows.append(fitted([(f" {line.number:>{GUTTER - 2}}{sign}{line.text}", KEY)], columns, KEY))
        else:
            too_long = len(line.text) > columns - GUTTER
            found = [part for part in parts[line.number] if not (too_long and LINKED.fullmatch(part.text))]
            head = f" {line.number:>{GUTTER - 2}}{sign}"
            styled = [(head, NUMBER), *((part.text, KINDS[part.kind]) for part in found)]
            lines_of_it = folded(styled, columns, 1 + spare, GUTTER + 4)
            rows += [fitted(row, columns) for row in lines_of_it]
            spare -= len(lines_of_it) - 1
    rows = rows[min(max(0, len(rows) - height), first_marked) :][:height]
    return [*rows, *[fitted([], columns)] * (height - len(rows))]


def rows_needed(lines: Sequence[SourceLine], columns: int) -> int:
    """Return the number of rows that lines need if none is cut, roughly."""
    return sum(1 + (len(line.text) + SIGN) // (columns - GUTTER) for line in lines)


def _below(values: str, line: SourceLine, columns: int) -> list[Row]:
    """Render what a line will do, under its beginning."""
    indent = " " * (GUTTER + min(len(line.text) - len(line.text.lstrip()), columns // 3))
    return [fitted([(indent + text, CHANGED)], columns) for text in wrapped(values, columns - len(indent), 2)]


def _marked(line: SourceLine, first: bool, sign: str, columns: int, style: Style) -> list[Row]:
    """Render a marked line in as many rows as it needs."""
    text, wide = shown(line.text), columns - GUTTER
    if len(text) > wide:
        text = LINKED.sub("", text).rstrip()
    indent = " " * min(len(text) - len(text.lstrip()) + 4, wide // 2)
    step = wide - len(indent)
    pieces = [text[:wide], *(indent + text[at : at + step] for at in range(wide, len(text), step))]
    heads = [f"{'▶' if first else ' '}{line.number:>{GUTTER - 2}}{sign}", *[" " * GUTTER] * (len(pieces) - 1)]
    return [fitted([(head + piece, style)], columns, style) for head, piece in zip(heads, pieces)]
