"""The two listings on the study screen: a part of each, with the line that is about to run."""

from __future__ import annotations

from retro.study import highlighting
from retro.study.panel.text import BLACK, CYAN, GREEN, HERE, MAGENTA, PLAIN, WHITE, YELLOW, fitted, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.study.highlighting import Part
    from retro.study.model import Procedure, SourceLine
    from retro.study.panel.text import Row, Segment

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
    """The highlighted listings of procedures, each made on first use."""

    def __init__(self) -> None:
        self._basic: dict[str, list[list[Segment]]] = {}
        self._python: dict[str, list[list[Segment]]] = {}

    def basic(self, procedure: Procedure) -> list[list[Segment]]:
        """Return the lines of a procedure in BASIC."""
        if procedure.key not in self._basic:
            self._basic[procedure.key] = [_styled(highlighting.basic(line.text)) for line in procedure.basic]
        return self._basic[procedure.key]

    def python(self, procedure: Procedure) -> list[list[Segment]]:
        """Return the lines of a procedure in the port."""
        if procedure.key not in self._python:
            parts = highlighting.python(procedure.python, (procedure.name, *procedure.calls))
            self._python[procedure.key] = [_styled(line) for line in parts]
        return self._python[procedure.key]


def _styled(parts: Sequence[Part]) -> list[Segment]:
    return [(part.text, STYLES[part.kind]) for part in parts]


def basic_rows(
    listings: Listings, procedure: Procedure, numbers: Sequence[int], height: int, columns: int
) -> list[Row]:
    """Render a part of the BASIC listing around these lines, which are marked; without any, its beginning."""
    marked = [index for index, line in enumerate(procedure.basic) if line.number in numbers]
    return _rows(procedure.basic, listings.basic(procedure), marked, height, columns)


def python_rows(
    listings: Listings, procedure: Procedure | None, line: int, lines: int, height: int, columns: int
) -> list[Row]:
    """Render a part of the port around the statement that begins at a line and has this number of lines."""
    if procedure is None:
        return [fitted([], columns)] * height
    first = line - procedure.first
    return _rows(procedure.python, listings.python(procedure), range(first, first + lines), height, columns)


def _rows(
    lines: Sequence[SourceLine], parts: Sequence[list[Segment]], marked: Sequence[int], height: int, columns: int
) -> list[Row]:
    """Render a part of a listing with the marked lines whole and in the middle."""
    middle = marked[0] + min(len(marked), height) // 2 if marked else 0
    first = max(0, min(middle - height // 2, len(lines) - height))
    rows: list[Row] = []
    first_marked = 0
    for index in range(first, min(len(lines), first + height)):
        if index in marked:
            first_marked = first_marked or len(rows)
            rows += _marked(lines[index], index == marked[0], columns)
        else:
            rows.append(fitted([(f" {lines[index].number:>{GUTTER - 2}} ", NUMBER), *parts[index]], columns))
    over = len(rows) - height
    rows = rows[min(max(0, over), first_marked) :][:height]
    return [*rows, *[fitted([], columns)] * (height - len(rows))]


def _marked(line: SourceLine, first: bool, columns: int) -> list[Row]:
    """Render a marked line in as many rows as it needs."""
    text, wide = shown(line.text), columns - GUTTER
    if len(text) > wide:
        text = highlighting.LINKED.sub("", text).rstrip()
    indent = " " * min(len(text) - len(text.lstrip()) + 4, wide // 2)
    pieces = [text[:wide]]
    text = text[wide:]
    while text:
        pieces.append(indent + text[: wide - len(indent)])
        text = text[wide - len(indent) :]
    heads = [f"{'▶' if first else ' '}{line.number:>{GUTTER - 2}} ", *[" " * GUTTER] * (len(pieces) - 1)]
    return [fitted([(head + piece, HERE)], columns, HERE) for head, piece in zip(heads, pieces)]
