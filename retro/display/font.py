"""The character set, and a reader of the part of YAFF (a text format of bitmap fonts) that it uses.

A font is a `dict` from the machine's codes, 32 to 126, to 8 bytes: row 0 on top, bit 7 the left pixel, 1 is ink. Code
96 is the pound sign, as in the BBC's code page.

A file has comments, `key: value` lines (skipped), and characters: a label `u+XXXX:`, then eight indented rows of eight
signs, `.` for paper and `@` for ink.
"""

import os
from collections.abc import Mapping
from functools import cache

__all__ = ["CODES", "FontError", "default_font", "read_font"]

CODES = range(32, 127)
POUND = 96


class FontError(ValueError):
    """A font file is invalid."""

    def __init__(self, file: str, line: int, found: str, expected: str) -> None:
        super().__init__(f"{file}, line {line}: found {found}, expected {expected}")
        self.file, self.line, self.found, self.expected = file, line, found, expected


def read_font(path: str | os.PathLike[str]) -> dict[int, bytes]:
    """Read a YAFF file: for every code from 32 to 126 its 8 bytes.

    Raises:
        FontError: the file is not such a font.
        OSError: it cannot be opened.
    """
    file = os.fspath(path)
    with open(file, encoding="utf-8", errors="replace") as stream:
        lines = stream.read().removeprefix("\ufeff").splitlines()
    codes = {f"u+{0xA3 if code == POUND else code:04x}": code for code in CODES}
    font: dict[int, bytes] = {}
    for number, label, rows in _characters(file, lines):
        code = codes.get(label.lower())
        if code is None:
            raise FontError(file, number, f"the label {label!r}", "u+0020 to u+007e except u+0060, or u+00a3")
        if code in font:
            raise FontError(file, number, f"{label} a second time", "each character once")
        if len(rows) != 8:
            raise FontError(file, number, f"{len(rows)} rows for {label}", "8")
        font[code] = bytes([_row(file, *row) for row in rows])
    if missing := [label for label, code in codes.items() if code not in font]:
        raise FontError(
            file, max(len(lines), 1), f"the end of the file without {', '.join(missing)}", "all 95 characters"
        )
    return font


@cache
def default_font() -> Mapping[int, bytes]:
    """Read `fonts/retro.yaff`, inside the installed package or, in a checkout, beside it; only once."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = [os.path.join(folder, "fonts", "retro.yaff") for folder in (package, os.path.dirname(package))]
    for path in paths:
        if os.path.exists(path):
            return read_font(path)
    raise FileNotFoundError(f"no character set found, expected {paths[0]} or {paths[1]}")


def _characters(file: str, lines: list[str]) -> list[tuple[int, str, list[tuple[int, str]]]]:
    """Return line number, label and numbered rows of each character, in the file's order."""
    characters: list[tuple[int, str, list[tuple[int, str]]]] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        label, colon, value = text.partition(":")
        if not text or line[0] == "#":
            continue
        if line[0] in " \t":
            if not characters:
                raise FontError(file, number, f"the row {text!r} first", "a label before it, such as u+0041:")
            characters[-1][2].append((number, text))
        elif not value and colon:
            characters.append((number, label, []))
        elif not colon:
            raise FontError(file, number, repr(text), "a label, an indented row, 'key: value' or a # comment")
    return characters


def _row(file: str, number: int, text: str) -> int:
    if invalid := text.replace(".", "").replace("@", ""):
        raise FontError(file, number, f"the sign {invalid[0]!r} in the row {text!r}", "'.' for paper or '@' for ink")
    if len(text) != 8:
        raise FontError(file, number, f"{len(text)} signs in the row {text!r}", "8")
    return int(text.replace(".", "0").replace("@", "1"), 2)
