"""Rows of coloured text, and the VDU codes that print them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Style = tuple[int, int]
    Segment = tuple[str, Style]
    Row = list[Segment]

BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE = range(8)

PLAIN = (WHITE, BLACK)
FAINT = (CYAN, BLACK)
TITLE = (WHITE, BLUE)
STATE = (YELLOW, BLUE)
RULE = (BLUE, BLACK)
HEADING = (YELLOW, BLACK)
HERE = (BLACK, YELLOW)
CHANGED = (YELLOW, BLACK)
KEY = (BLACK, CYAN)
ALARM = (WHITE, RED)

# What is not in the character set: its shape, as `VDU 23` takes it. Codes from 224 on, in this order.
SHAPES = {
    "─": (0, 0, 0, 255, 0, 0, 0, 0),
    "│": (16, 16, 16, 16, 16, 16, 16, 16),
    "┬": (0, 0, 0, 255, 16, 16, 16, 16),
    "▶": (64, 96, 112, 120, 112, 96, 64, 0),
    "●": (0, 60, 126, 126, 126, 126, 60, 0),
    "◆": (0, 16, 56, 124, 56, 16, 0, 0),
    "…": (0, 0, 0, 0, 0, 0, 219, 0),
    "×": (0, 0, 68, 40, 16, 40, 68, 0),
    "·": (0, 0, 0, 24, 24, 0, 0, 0),
    "–": (0, 0, 0, 126, 0, 0, 0, 0),
    "—": (0, 0, 0, 255, 0, 0, 0, 0),
    "é": (12, 24, 60, 102, 126, 96, 60, 0),
    "°": (56, 108, 56, 0, 0, 0, 0, 0),
}
FIRST, POUND = 224, 96
ALIKE = {"≥": ">=", "≤": "<=", "→": "->", "’": "'", "‘": "'", "“": '"', "”": '"', "\t": "    "}
CODES = {sign: FIRST + place for place, sign in enumerate(SHAPES)} | {"£": POUND}
TABLE = {ord(sign): code for sign, code in CODES.items()}
STAND_INS = {FIRST + place: sign for place, sign in enumerate(SHAPES)}
LETTERS = range(32, 127)

DEFINE, TAB, COLOUR, PAPER = 23, 31, 17, 128
NO_CURSOR = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def shown(text: str) -> str:
    """A text in signs that there are, each one column wide."""
    if text.isascii() and text.isprintable():
        return text
    wide = "".join(ALIKE.get(sign, sign) for sign in text)
    return "".join(sign if sign in CODES or (ord(sign) in LETTERS and sign != "`") else _near(sign) for sign in wide)


def _near(sign: str) -> str:
    return "'" if sign == "`" else "?"


def cut(text: str, width: int) -> str:
    """A text that is not wider than this; where something is missing it ends in dots."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"[:width]


def fitted(segments: Iterable[Segment], width: int, style: Style = PLAIN) -> Row:
    """Segments as a row of exactly this width; what is added has this style."""
    row: Row = []
    left = width
    segments = [(shown(text), look) for text, look in segments]
    too_long = sum(len(text) for text, _ in segments) > width
    for text, look in segments:
        text = text[: left - too_long]
        row.append((text, look))
        left -= len(text)
        if left <= too_long:
            break
    return [*row, ("…" if too_long else " " * left, row[-1][1] if too_long and row else style)]


def beside(left: Sequence[Row], right: Sequence[Row], between: Segment) -> list[Row]:
    """Two columns of as many rows, with something between them."""
    return [[*one, between, *other] for one, other in zip(left, right)]


def wrapped(text: str, width: int, lines: int) -> list[str]:
    """A text on so many lines at most, broken between words."""
    made = [""]
    for word in shown(" ".join(text.split())).split(" "):
        if made[-1] and len(made[-1]) + 1 + len(word) > width:
            made.append(word)
        else:
            made[-1] = f"{made[-1]} {word}".strip()
    if len(made) > lines:
        made = [*made[: lines - 1], cut(" ".join(made[lines - 1 :]), width)]
    return [cut(line, width) for line in made]


def plain(row: Row) -> str:
    """A row as text."""
    return "".join(text for text, _ in row)


def shapes() -> bytes:
    """VDU codes that define the signs, and switch the cursor off."""
    codes = [number for place, rows in enumerate(SHAPES.values()) for number in (DEFINE, FIRST + place, *rows)]
    return bytes([*codes, *NO_CURSOR])


def printed(number: int, row: Row) -> bytes:
    """VDU codes that print a row of the screen."""
    pieces = [bytes([COLOUR, ink, COLOUR, PAPER + paper]) + encoded(text) for text, (ink, paper) in row if text]
    return bytes([TAB, 0, number]) + b"".join(pieces)


def encoded(text: str) -> bytes:
    """A text as codes of characters."""
    return shown(text).translate(TABLE).encode("latin-1")
