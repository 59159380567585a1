"""The two listings on the study screen: a part of each, with the line that is about to run."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from retro.display.styles import BLACK, CHANGED, CYAN, GREEN, HERE, KEY, MAGENTA, NUMBER, PLAIN, YELLOW, Row, Style
from retro.display.text_rows import fitted, folded, wrapped
from retro.listing.description import SIGNS
from retro.listing.highlighting import LINKED, Part, stripped
from retro.listing.procedure import NO_LINE, SourceLine

SIGN_WIDTH = 2  # columns of a line's status
EFFECT_ROWS = 2  # rows for what the current statement will do
ROWS_PER_FOLDED_ROW = 8  # of a cut listing: one row in so many may be the rest of a long line

# The styles of the parts of a line, by their kinds.
STYLES = {"word": (CYAN, BLACK), "call": (GREEN, BLACK), "string": (YELLOW, BLACK)}
STYLES |= dict.fromkeys(("", "variable", "number", *SIGNS), PLAIN) | dict.fromkeys(("remark", "link"), (MAGENTA, BLACK))


class Marks(NamedTuple):
    """Which lines of a listing are marked or highlighted.

    Attributes:
        current: the numbers of the lines of the current statement.
        stops: the numbers of lines with a breakpoint.
        selected: the number of the selected line, or NO_LINE.
        values: the predicted effect of the current statement, to show below it.
        causes: the numbers of the lines that have made the program stop, highlighted instead of the current ones.
    """

    current: Collection[int] = ()
    stops: Collection[int] = ()
    selected: int = NO_LINE
    values: str = ""
    causes: Collection[int] = ()


def listing_rows(parts: Mapping[int, Sequence[Part]], marks: Marks, height: int, columns: int) -> list[Row]:
    """Render the part of a listing around the selected line, or around the current statement, which is never cut.

    Without either it is the first part. parts: the parts of each line by the line's number, in order.
    """
    numbers, gutter = list(parts), _gutter(parts)
    current = [index for index, number in enumerate(numbers) if number in marks.current]
    centre = [index for index, number in enumerate(numbers) if number == marks.selected] or current
    causes = {number for number in numbers if number in marks.causes}
    barred = marks.current if causes <= {*marks.current} else causes
    middle = centre[0] + min(len(centre), height) // 2 if centre else 0
    first = max(0, min(middle - height // 2, len(numbers) - height))
    rows: list[Row] = []
    first_marked, end_marked, left = 0, 0, height - len(numbers)
    spare = height // ROWS_PER_FOLDED_ROW if left < 0 else max(0, left - (EFFECT_ROWS if marks.values else 0))
    for index, number in enumerate(numbers[first : first + height], first):
        style = KEY if number == marks.selected else HERE if number in barred else None
        sign = "◆" if number in marks.causes else "▶" if index in current[:1] else " "
        head = f"{sign}{number:>{gutter - 2}}{'●' if number in marks.stops else ' '}"
        room = height if index in current else 1 if style else 1 + spare
        indent, found = _line(head, parts[number], room, columns, style)
        first_marked = first_marked or (len(rows) if index in current else 0)
        rows += found
        if index not in current:
            spare -= len(found) - 1
        elif index == current[-1]:
            rows += _below(marks.values, indent, columns)
            end_marked = len(rows)
    above = max(0, (len(rows) if first else end_marked) - height)
    rows = rows[min(above, first_marked) :][:height]
    return [*rows, *[fitted([], columns)] * (height - len(rows))]


def _gutter(numbers: Collection[int]) -> int:
    """Return the width of the columns before the text of a line: a mark, the number, a sign."""
    return max(3, len(str(max(numbers, default=0)))) + 2


def _line(head: str, parts: Sequence[Part], room: int, columns: int, style: Style | None) -> tuple[int, list[Row]]:
    """Return the column at which the text of a line begins, and the line in at most `room` rows.

    style: of the whole line; None for the styles of its parts.
    """
    text = "".join(part.text for part in parts)
    fits = len(head) + len(text) <= columns
    indent = len(head) + min(len(text) - len(text.lstrip()), (columns - len(head)) // 3)
    if not fits:
        parts = stripped([part for part in parts if not LINKED.fullmatch(part.text)])
    segments = [(head, style or NUMBER), *((part.text, style or STYLES[part.kind]) for part in parts)]
    rows = [segments] if fits else folded(segments, columns, room, indent + 4)
    return indent, [fitted([(text, style or look) for text, look in row], columns, style or PLAIN) for row in rows]


def rows_needed(lines: Sequence[SourceLine], columns: int) -> int:
    """Estimate how many rows lines of a listing need if none of them is cut."""
    wide = columns - _gutter([line.number for line in lines])
    return sum(1 + (len(line.text) + SIGN_WIDTH) // wide for line in lines)


def _below(values: str, indent: int, columns: int) -> list[Row]:
    """Render the predicted effect of a line in the rows below it, indented like the line."""
    lines = wrapped(values, columns - indent, EFFECT_ROWS) if values else []
    return [fitted([(" " * indent + text, CHANGED)], columns) for text in lines]
