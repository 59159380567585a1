"""BBC BASIC II's tokeniser: converts a listing to the ROM's format.

In memory and in a file a line is 13, its number (high byte first), the length of the whole line and the text; 13 and
255 end the program. In the text a keyword is one byte from 128 up, and a line number after GOTO and the like is 141 and
three bytes. Tested against the ROM: tests/model/dominoes-games/tokens.jsonl.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from retro.basic.words import codes

Keyword = tuple[bytes, int, str]  # a keyword, its byte, and its flags (see TABLE)

# In the order of the ROM's table, which decides what an abbreviation means. The flags behind the byte:
# W a keyword only if no letter or digit follows; A at the start of a statement it is assigned to and its byte is 64 up.
# It is followed by: M the middle of a statement, S a statement, N the name of a PROC or FN, L line numbers,
# R a rest that is copied.
TABLE = """
AND 80, ABS 94, ACS 95, ADVAL 96, ASC 97, ASN 98, ATN 99, AUTO C6 L, BGET 9A W, BPUT D5 WM, COLOUR FB M, CALL D6 M,
CHAIN D7 M, CHR$ BD, CLEAR D8 W, CLOSE D9 WM, CLG DA W, CLS DB W, COS 9B, COUNT 9C W, DATA DC R, DEG 9D, DEF DD,
DELETE C7 L, DIV 81, DIM DE M, DRAW DF M, ENDPROC E1 W, END E0 W, ENVELOPE E2 M, ELSE 8B SL, EVAL A0, ERL 9E W,
ERROR 85 S, EOF C5 W, EOR 82, ERR 9F W, EXP A1, EXT A2 W, FOR E3 M, FALSE A3 W, FN A4 N, GOTO E5 ML, GET$ BE, GET A5,
GOSUB E4 ML, GCOL E6 M, HIMEM 93 WMA, INPUT E8 M, IF E7 M, INKEY$ BF, INKEY A6, INT A8, INSTR( A7, LIST C9 L, LINE 86,
LOAD C8 M, LOMEM 92 WMA, LOCAL EA M, LEFT$( C0, LEN A9, LET E9 S, LOG AB, LN AA, MID$( C1, MODE EB M, MOD 83, MOVE EC M,
NEXT ED M, NEW CA W, NOT AC, OLD CB W, ON EE M, OFF 87, OR 84, OPENIN 8E, OPENOUT AE, OPENUP AD, OSCLI FF M, PRINT F1 M,
PAGE 90 WMA, PTR 8F WMA, PI AF W, PLOT F0 M, POINT( B0, PROC F2 MN, POS B1 W, RETURN F8 W, REPEAT F5, REPORT F6 W,
READ F3 M, REM F4 R, RUN F9 W, RAD B2, RESTORE F7 ML, RIGHT$( C2, RND B3 W, RENUMBER CC L, STEP 88, SAVE CD M, SGN B4,
SIN B5, SQR B6, SPC 89, STR$ C3, STRING$( C4, SOUND D4 M, STOP FA W, TAN B7, THEN 8C SL, TO B8, TAB( 8A, TRACE FC ML,
TIME 91 WMA, TRUE B9 W, UNTIL FD M, USR BA, VDU EF M, VAL BB, VPOS BC W, WIDTH FE M
"""

KEYWORDS = [(name, int(code, 16), "".join(flags)) for name, code, *flags in map(str.split, TABLE.split(","))]
LAST_LINE = 32767
MOST_LISTINGS = 16  # that are remembered
LONGEST_LINE = 255  # bytes of a line, with the four before its text
NEWLINE = re.compile(r"\r\n?|\n")
NUMBERED = re.compile(r" *(\d+)(.*)$")
LINE_NUMBER = re.compile(rb"[0-9]+")
NAME = re.compile(rb"[A-Za-z0-9_`]+")
PART = re.compile(
    rb"""(?P<copy>[ ,]|&[0-9A-F]*|"[^"]*"?)|(?P<colon>:)|(?P<number>[0-9.]+)|(?P<word>[A-Za-z_`]+)|(?P<other>.)""",
    re.DOTALL,
)


@lru_cache(MOST_LISTINGS)
def tokenise(listing: str) -> bytes:
    """Convert a listing to the ROM's format; recent results are cached.

    As when typed, a line replaces an earlier one with the same number, and an empty line deletes it.

    Raises:
        ValueError: a line has no number or is too long.
    """
    lines: dict[int, bytes] = {}
    for index, raw in enumerate(listing_lines(listing), 1):
        if raw.strip():
            number, text = _line(raw, index)
            lines[number] = text
    return b"".join(_stored(number, text) for number, text in sorted(lines.items()) if text) + b"\r\xff"


def listing_lines(listing: str) -> list[str]:
    """Split a listing into lines at LF, CR LF or CR; other control codes belong to the lines."""
    return NEWLINE.split(listing)


def tokenise_text(text: bytes, statement: bool = True) -> bytes:
    """Tokenise the text of a line or a part of it. statement: whether a statement or line number may begin there."""
    return _Text(text, statement).tokens()


def _line(raw: str, index: int) -> tuple[int, bytes]:
    match = NUMBERED.match(raw)
    if match is None or int(match[1]) > LAST_LINE:
        raise ValueError(
            f"line {index} of the listing: {raw.strip()!r} found, a number from 0 to {LAST_LINE} and BASIC expected"
        )
    text = _Text(codes(match[2])).tokens()
    if len(text) + 4 > LONGEST_LINE:
        raise ValueError(f"line {match[1]} has {len(text)} bytes, at most {LONGEST_LINE - 4} expected")
    return int(match[1]), text


def _stored(number: int, text: bytes) -> bytes:
    return bytes([13, number >> 8, number & 0xFF, len(text) + 4]) + text


class _Text:
    """Tokenises the text of a line. start: whether a statement may begin; numbers: whether line numbers may."""

    def __init__(self, text: bytes, statement: bool = True) -> None:
        self.text = text
        self.at = 0
        self.output = bytearray()
        self.start = self.numbers = statement  # as after the line's own number

    def tokens(self) -> bytes:
        while self.at < len(self.text):
            match = PART.match(self.text, self.at)
            assert match is not None
            PARTS[str(match.lastgroup)](self, match[0])
        return bytes(self.output)

    def copy(self, part: bytes) -> None:
        self.output += part
        self.at += len(part)

    def colon(self, part: bytes) -> None:
        self.copy(part)
        self.start, self.numbers = True, False

    def other(self, part: bytes) -> None:
        """Copy text that is no keyword; after * at the start of a statement all the rest, a command to the OS."""
        self.copy(self.text[self.at :] if part == b"*" and self.start else part)
        self.start = self.numbers = False

    def number(self, part: bytes) -> None:
        line = LINE_NUMBER.match(part)
        if self.numbers and line and int(line[0]) <= LAST_LINE:
            self.output += encoded(int(line[0]))
            self.at += len(line[0])
        else:
            self.other(part)

    def word(self, part: bytes) -> None:
        keyword, length = _keyword_at(self.text, self.at)
        if keyword is None:
            self.other(_name_at(self.text, self.at))
        else:
            _, code, flags = keyword
            self.output.append(code + (64 if "A" in flags and self.start else 0))
            self.at += length
            self.follow(flags)

    def follow(self, flags: str) -> None:
        """Set what may follow a keyword in the line: a statement, or a line number."""
        if "M" in flags or "S" in flags:
            self.start, self.numbers = "S" in flags, False
        if "L" in flags:
            self.numbers = True
        if "N" in flags:
            self.copy(_name_at(self.text, self.at))
        if "R" in flags:
            self.copy(self.text[self.at :])


PARTS: dict[str, Callable[[_Text, bytes], None]] = {
    "copy": _Text.copy,
    "colon": _Text.colon,
    "number": _Text.number,
    "word": _Text.word,
    "other": _Text.other,
}


def _name_at(text: bytes, at: int) -> bytes:
    match = NAME.match(text, at)
    return match[0] if match else b""


def _keyword_at(text: bytes, at: int) -> tuple[Keyword | None, int]:
    """Return the keyword at a position of a text, in full or abbreviated, and its length there."""
    for keyword in _keywords().get(text[at], ()):
        name, _, flags = keyword
        length = _length(name, text, at)
        if length:
            in_name = "W" in flags and _name_at(text, at + length)
            return (None, 0) if in_name else (keyword, length)
    return None, 0


def _length(name: bytes, text: bytes, at: int) -> int:
    """Return the length of a keyword in a text, in full or abbreviated with a full stop; 0 if it is not there."""
    if text.startswith(name, at):
        return len(name)
    stop = text.find(b".", at + 1, at + len(name))
    return stop + 1 - at if stop > at and name.startswith(text[at:stop]) else 0


@cache
def _keywords() -> dict[int, list[Keyword]]:
    """Return the table of keywords by their first letters."""
    keywords: dict[int, list[Keyword]] = {}
    for name, code, flags in KEYWORDS:
        keywords.setdefault(ord(name[0]), []).append((name.encode(), code, flags))
    return keywords


def encoded(line: int) -> bytes:
    """Encode a line number in bytes of at least 64: 141, the high bits of both bytes, the low six bits of each."""
    low, high = line & 0xFF, line >> 8
    return bytes([141, ((low & 0xC0) >> 2 | high >> 4 & 0x0C) ^ 0x54, low & 0x3F | 0x40, high & 0x3F | 0x40])
