"""The two listings on the study screen: a part of each, with the line that is about to run marked."""

from __future__ import annotations

from retro.study import colours
from retro.study.panel.text import BLACK, CYAN, GREEN, HERE, MAGENTA, PLAIN, WHITE, YELLOW, fitted, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.study.colours import Part
    from retro.study.panel.text import Row, Segment
    from retro.study.source import Line, Procedure

STYLES = {
    "": PLAIN,
    "word": (CYAN, BLACK),
    "call": (GREEN, BLACK),
    "variable": (WHITE, BLACK),
    "string": (YELLOW, BLACK),
    "number": (WHITE, BLACK),
    "remark": (MAGENTA, BLACK),
    "link": (MAGENTA, BLACK),
}
GUTTER = 6
NUMBER = (CYAN, BLACK)


class Listings:
    """The listings of procedures in colour, as far as they have been asked for."""

    def __init__(self) -> None:
        self._basic: dict[str, list[list[Segment]]] = {}
        self._python: dict[str, list[list[Segment]]] = {}

    def basic(self, procedure: Procedure) -> list[list[Segment]]:
        """The lines of a procedure in BASIC."""
        if procedure.key not in self._basic:
            self._basic[procedure.key] = [_styled(colours.basic(line.text)) for line in procedure.basic]
        return self._basic[procedure.key]

    def python(self, procedure: Procedure) -> list[list[Segment]]:
        """Its lines in the port."""
        if procedure.key not in self._python:
            parts = colours.python(procedure.python, (procedure.name, *procedure.calls))
            self._python[procedure.key] = [_styled(line) for line in parts]
        return self._python[procedure.key]


def _styled(parts: Sequence[Part]) -> list[Segment]:
    return [(part.text, STYLES[part.kind]) for part in parts]


def basic_rows(listings: Listings, procedure: Procedure, line: int, height: int, columns: int) -> list[Row]:
    """A part of the BASIC listing, round the line that a line of the port belongs to."""
    number = procedure.basic_at(line)
    here = next((place for place, one in enumerate(procedure.basic) if one.number == number), None)
    marked = range(0) if here is None else range(here, here + 1)
    return _rows(procedure.basic, listings.basic(procedure), marked, height, columns)


def python_rows(
    listings: Listings, procedure: Procedure | None, line: int, lines: int, height: int, columns: int
) -> list[Row]:
    """A part of the port, round the statement that begins at a line and has so many lines."""
    if procedure is None:
        return [fitted([], columns)] * height
    first = line - procedure.first
    return _rows(procedure.python, listings.python(procedure), range(first, first + lines), height, columns)


def _rows(lines: Sequence[Line], parts: Sequence[list[Segment]], marked: range, height: int, columns: int) -> list[Row]:
    """So many rows of a listing; the marked lines are among them, whole, with as much above as below."""
    middle = marked.start + min(len(marked), height) // 2 if marked else 0
    first = max(0, min(middle - height // 2, len(lines) - height))
    made: list[Row] = []
    here = 0
    for place in range(first, min(len(lines), first + height)):
        if place in marked:
            here = here or len(made)
            made += _marked(lines[place], place == marked.start, columns)
        else:
            made.append(fitted([(f" {lines[place].number:>{GUTTER - 2}} ", NUMBER), *parts[place]], columns))
    over = len(made) - height
    made = made[min(max(0, over), here) :][:height]
    return [*made, *[fitted([], columns)] * (height - len(made))]


def _marked(line: Line, first: bool, columns: int) -> list[Row]:
    """A line that is marked, in as many rows as it needs."""
    text, wide = shown(line.text), columns - GUTTER
    if len(text) > wide:
        text = colours.LINKED.sub("", text).rstrip()
    indent = " " * min(len(text) - len(text.lstrip()) + 4, wide // 2)
    pieces = [text[:wide]]
    text = text[wide:]
    while text:
        pieces.append(indent + text[: wide - len(indent)])
        text = text[wide - len(indent) :]
    heads = [f"{'▶' if first else ' '}{line.number:>{GUTTER - 2}} ", *[" " * GUTTER] * (len(pieces) - 1)]
    return [fitted([(head + piece, HERE)], columns, HERE) for head, piece in zip(heads, pieces)]
