"""The two listings on the study screen: a part of each, with the line that is about to run."""

from collections.abc import Collection, Mapping, Sequence

from retro.study.highlighting import LINKED, Part
from retro.study.model import SourceLine
from retro.study.panel.text import BLACK, CYAN, GREEN, HERE, MAGENTA, PLAIN, WHITE, YELLOW, Row, fitted, shown

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


def listing_rows(
    lines: Sequence[SourceLine],
    highlighted: Mapping[int, Sequence[Part]],
    marked: Collection[int],
    height: int,
    columns: int,
) -> list[Row]:
    """Render a part of a listing with the lines of the marked numbers whole and in the middle, else its beginning."""
    indices = [index for index, line in enumerate(lines) if line.number in marked]
    middle = indices[0] + min(len(indices), height) // 2 if indices else 0
    first = max(0, min(middle - height // 2, len(lines) - height))
    rows: list[Row] = []
    first_marked = 0
    for index, line in enumerate(lines[first : first + height], first):
        if index in indices:
            first_marked = first_marked or len(rows)
            rows += _marked(line, index == indices[0], columns)
        else:
            parts = [(part.text, STYLES[part.kind]) for part in highlighted[line.number]]
            rows.append(fitted([(f" {line.number:>{GUTTER - 2}} ", NUMBER), *parts], columns))
    rows = rows[min(max(0, len(rows) - height), first_marked) :][:height]
    return [*rows, *[fitted([], columns)] * (height - len(rows))]


def _marked(line: SourceLine, first: bool, columns: int) -> list[Row]:
    """Render a marked line in as many rows as it needs."""
    text, wide = shown(line.text), columns - GUTTER
    if len(text) > wide:
        text = LINKED.sub("", text).rstrip()
    indent = " " * min(len(text) - len(text.lstrip()) + 4, wide // 2)
    step = wide - len(indent)
    pieces = [text[:wide], *(indent + text[at : at + step] for at in range(wide, len(text), step))]
    heads = [f"{'▶' if first else ' '}{line.number:>{GUTTER - 2}} ", *[" " * GUTTER] * (len(pieces) - 1)]
    return [fitted([(head + piece, HERE)], columns, HERE) for head, piece in zip(heads, pieces)]
