"""Rows of coloured text, and the VDU codes that print them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from retro.display.styles import FAINT, HEADING, PLAIN, RULE, Row, Segment, Style

# Shapes for VDU 23 of signs that the character set lacks; their codes count from 224 in this order.
SHAPES = {
    "─": (0, 0, 0, 255, 0, 0, 0, 0),
    "│": (16, 16, 16, 16, 16, 16, 16, 16),
    "┬": (0, 0, 0, 255, 16, 16, 16, 16),
    "▶": (64, 96, 112, 120, 112, 96, 64, 0),
    "●": (0, 60, 126, 126, 126, 126, 60, 0),
    "■": (0, 126, 126, 126, 126, 126, 126, 0),
    "◧": (0, 126, 114, 114, 114, 114, 126, 0),
    "□": (0, 126, 66, 66, 66, 66, 126, 0),
    "◆": (0, 16, 56, 124, 56, 16, 0, 0),
    "…": (0, 0, 0, 0, 0, 0, 219, 0),
    "×": (0, 0, 68, 40, 16, 40, 68, 0),
    "·": (0, 0, 0, 24, 24, 0, 0, 0),
    "–": (0, 0, 0, 126, 0, 0, 0, 0),
    "—": (0, 0, 0, 255, 0, 0, 0, 0),
    "é": (12, 24, 60, 102, 126, 96, 60, 0),
    "°": (56, 108, 56, 0, 0, 0, 0, 0),
    "▀": (255, 255, 255, 255, 0, 0, 0, 0),
}
FIRST_SIGN, POUND = 224, 96
REPLACEMENTS = {"≥": ">=", "≤": "<=", "→": "->", "’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "\t": "    "}
CODES = {sign: FIRST_SIGN + index for index, sign in enumerate(SHAPES)} | {"£": POUND}
TABLE = {ord(sign): code for sign, code in CODES.items()}
STAND_INS = {FIRST_SIGN + index: sign for index, sign in enumerate(SHAPES)}
LETTERS = range(32, 127)
REPLACEMENT_TABLE = str.maketrans(REPLACEMENTS)
MISSING_SIGN = re.compile(f"[^ -~{''.join(CODES)}]")

DEFINE, TAB, COLOUR, PAPER = 23, 31, 17, 128
NO_CURSOR = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def shown(text: str) -> str:
    """Replace signs that the screen does not have; each character of the result is one column wide."""
    if text.isascii() and text.isprintable() and "`" not in text:
        return text
    return MISSING_SIGN.sub("?", text.translate(REPLACEMENT_TABLE))


def prose(text: str) -> str:
    """Remove the marks of `code` from a text in Markdown."""
    return text.replace("`", "")


def cut(text: str, width: int) -> str:
    """Return a text cut to a width in characters; an ellipsis marks what is missing."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"[:width]


def fitted(segments: Iterable[Segment], width: int, style: Style = PLAIN) -> Row:
    """Return segments as a row of exactly this width, padded in a style, or cut with an ellipsis."""
    segments = [(shown(text), look) for text, look in segments]
    left = width - sum(len(text) for text, _ in segments)
    if left >= 0:
        return [*segments, (" " * left, style)]
    row: Row = []
    left = width - 1
    for text, look in segments:
        row.append((text[:left], look))
        left -= len(row[-1][0])
        if not left:
            break
    return [*row, ("…", row[-1][1])]


def rule(title: str, columns: int, note: str = "") -> Row:
    """Return a row with a horizontal line, a heading in it, and a note at its end."""
    left, right = f" {title} " if title else "", f" {note} " if note else ""
    between = max(0, columns - 4 - len(left) - len(right))
    end = min(2, columns - 2 - len(left) - len(right))
    row: Row = [("──", RULE), (left, HEADING), ("─" * between, RULE), (right, FAINT), ("─" * end, RULE)]
    return fitted(row, columns)


def folded(segments: Sequence[Segment], width: int, lines: int, indent: int) -> list[Row]:
    """Break segments into at most this number of rows, all but the first indented.

    A row ends at a space, which is left out, or at the width if there is none in its second half.
    """
    segments = [(shown(text), look) for text, look in segments]
    text = "".join(piece for piece, _ in segments)
    rows: list[Row] = []
    start, room, margin = 0, width, list[Segment]()
    while len(text) - start > room and len(rows) < lines - 1:
        space = text.rfind(" ", start, start + room + 1)
        end = space if space > start + room // 2 else start + room
        rows.append([*margin, *_between(segments, start, end)])
        start, room, margin = end + (end == space), max(1, width - indent), [(" " * indent, PLAIN)]
    return [*rows, [*margin, *_between(segments, start, len(text))]]


def _between(segments: Sequence[Segment], start: int, end: int) -> Iterator[Segment]:
    """Yield the segments of a row of text between two columns."""
    for text, look in segments:
        if piece := text[max(0, start) : max(0, end)]:
            yield piece, look
        start, end = start - len(text), end - len(text)


@lru_cache(1024)
def wrapped(text: str, width: int, lines: int) -> Sequence[str]:
    """Break a text between words into at most this number of lines."""
    import textwrap

    rows = textwrap.wrap(shown(text), max(1, width), break_long_words=False, break_on_hyphens=False)
    last = " ".join(rows[lines - 1 :])
    return [cut(line, width) for line in [*rows[: lines - 1], *filter(None, [last])]] or [""]


def pixel_rows(pixels: Sequence[str], width: int) -> list[Row]:
    """Return rows of pixels, given as colour digits, as half as many rows of block characters.

    A sign above a space is no pixel: it is printed as a character.
    """
    rows = []
    for upper, lower in zip_longest(pixels[::2], pixels[1::2]):
        pairs = zip(upper, lower or "0" * len(upper))
        blocks = [(ink, PLAIN) if paper == " " else ("▀", (int(ink), int(paper))) for ink, paper in pairs]
        rows.append(fitted(blocks, width))
    return rows


def shapes() -> bytes:
    """Return the VDU codes that define the signs of panels and pages and switch the cursor off."""
    codes = [number for index, rows in enumerate(SHAPES.values()) for number in (DEFINE, FIRST_SIGN + index, *rows)]
    return bytes([*codes, *NO_CURSOR])


def reprinted(number: int, row: Row, old: Row) -> bytes:
    """Return the VDU codes that print the parts in which a row differs from the previous one."""
    same = next((at for at, pair in enumerate(zip(row, old)) if pair[0] != pair[1]), min(len(row), len(old)))
    rest, before = row[same:], old[same:]
    while rest and before and rest[-1] == before[-1] and sum(len(t) for t, _ in rest) == sum(len(t) for t, _ in before):
        rest, before = rest[:-1], before[:-1]
    return printed(number, rest, sum(len(text) for text, _ in row[:same]))


def printed(number: int, row: Row, column: int = 0) -> bytes:
    """Return the VDU codes that print a row of the screen from a column on."""
    pieces = [bytes([COLOUR, ink, COLOUR, PAPER + paper]) + encoded(text) for text, (ink, paper) in row if text]
    return bytes([TAB, column, number]) + b"".join(pieces)


def encoded(text: str) -> bytes:
    """Return the machine's character codes of a text for a panel or page."""
    return shown(text).translate(TABLE).encode("latin-1")
