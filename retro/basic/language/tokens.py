"""BASIC's tokens: the bytes of keywords in a program."""

from collections.abc import Iterator
from functools import cache

from retro.basic.tokeniser import KEYWORDS, encoded

LINE_NUMBER = 0x8D
ASSIGNED = 0x40  # added to the token of a pseudo-variable at the start of a statement
PSEUDO_VARIABLES = ("PTR", "PAGE", "TIME", "LOMEM", "HIMEM")
CR = 13
LINE_HEADER = 4  # bytes of a line before its text: CR, number (high, low), length

__all__ = [
    "CR",
    "LINE_NUMBER",
    "detokenise",
    "encoded",
    "keywords",
    "line_number",
    "lines_of",
    "program_length",
    "tokens",
]


@cache
def keywords() -> dict[int, str]:
    """Return the keyword of each token; those of pseudo-variables that are assigned to end in `=`."""
    names = {code: name for name, code, _ in KEYWORDS}
    for code, name in list(names.items()):
        if name in PSEUDO_VARIABLES:
            names[code + ASSIGNED] = f"{name}="
    return names


@cache
def tokens() -> dict[str, int]:
    """Return the token of each keyword."""
    return {name: code for code, name in keywords().items()}


def line_number(encoded: bytes) -> int:
    """Return the line number encoded in the three bytes after LINE_NUMBER."""
    high_bits, low, high = encoded
    return (high ^ high_bits << 4 & 0xC0) << 8 | low ^ high_bits << 2 & 0xC0


def detokenise(text: bytes) -> bytes:
    """Return a line with its keywords spelt out, as LIST prints it; quoted strings are left unchanged."""
    names = keywords()
    result = bytearray()
    quoted = False
    at = 0
    while at < len(text):
        code = text[at]
        quoted ^= code == 34
        if code == LINE_NUMBER and not quoted:
            result += b"%d" % line_number(text[at + 1 : at + 4].ljust(3, b"@"))
            at += 3
        else:
            result += names[code].rstrip("=").encode() if code in names and not quoted else bytes([code])
        at += 1
    return bytes(result)


def program_length(data: bytes) -> int:
    """Return the length of the tokenised program at the beginning of a file; 0 if its lines are malformed."""
    at = 0
    while data[at : at + 1] == b"\r" and at + 1 < len(data):
        if data[at + 1] & 0x80:
            return at + 2
        if at + 3 >= len(data) or data[at + 3] < LINE_HEADER:
            break
        at += data[at + 3]
    return 0


def lines_of(program: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the tokenised text of each line of a well-formed program."""
    at = 0
    while not program[at + 1] & 0x80:
        length = program[at + 3]
        yield program[at + 1] << 8 | program[at + 2], program[at + LINE_HEADER : at + length]
        at += length
