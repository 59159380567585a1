"""Syntax highlighting: splits lines of BASIC and Python into parts of a kind each."""

import io
import keyword
import re
import tokenize
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from retro import basic as spoken
from retro.basic.tokeniser import KEYWORDS

BASIC_FUNCTIONS = frozenset(name for name in spoken.__all__ if name.islower())
CONTROL_CODES = dict.fromkeys((*range(32), *range(127, 160)), "·")
LINKED = re.compile(r"#\s*\d{1,5}(?:\s*,\s*\d{1,5})*\s*$")


class Part(NamedTuple):
    """A part of a line.

    Attributes:
        kind: word, call, variable, string, number, remark, or link (to BASIC lines); empty for text without a colour.
        name: the name of a call or variable.
    """

    kind: str
    text: str
    name: str = ""


# BBC BASIC


# Some are keywords only if no letter or digit follows.
WORDS = [re.escape(name) + (r"(?![A-Za-z0-9_`])" if "W" in flags else "") for name, _, flags in KEYWORDS]
BASIC = re.compile(
    r"""(?P<string>"[^"]*"?)
    |(?P<remark>REM.*)
    |(?P<star>(?:^|(?<=:))\s*\*.*)
    |(?P<call>(?:PROC|FN)[A-Za-z0-9_`]+)
    |(?P<word>"""
    + "|".join(sorted(WORDS, key=len, reverse=True))
    + r""")
    |(?P<number>&[0-9A-F]+|\d+(?:\.\d*)?(?:E[+-]?\d+)?|\.\d+)
    |(?P<variable>[A-Za-z_`][A-Za-z0-9_`]*[%$]?\(?)
    |(?P<other>\s+|.)""",
    re.VERBOSE,
)


def basic(text: str) -> list[Part]:
    """Return the parts of a line of BBC BASIC. Names include % or $, and names of arrays the opening bracket.

    Control codes in strings are shown as dots.
    """
    return _joined(part for token in BASIC.finditer(text.translate(CONTROL_CODES)) for part in _basic(token))


def _basic(token: re.Match[str]) -> Iterator[Part]:
    kind, text = token.lastgroup or "", token[0]
    if kind == "variable" and text.endswith("("):
        yield Part(kind, text[:-1], text)
        yield Part("", "(")
    elif kind in ("call", "variable"):
        yield Part(kind, text, text)
    else:
        yield Part({"other": "", "star": "word"}.get(kind, kind), text)


# Python


def python(lines: Sequence[str], procedures: Container[str]) -> list[list[Part]]:
    """Return the parts of each line of some whole Python statements. procedures: the names to mark as calls."""
    marks: list[list[tuple[int, int, str, str]]] = [[] for _ in lines]
    before, fresh = ["", ""], True
    for token in tokenize.generate_tokens(io.StringIO("".join(f"{line}\n" for line in lines)).readline):
        kind = "remark" if fresh and token.type == tokenize.STRING else _python(token, before, procedures)
        if kind:
            for row, start, end in _rows(token, lines):
                marks[row].append((start, end, kind, token.string))
        before = [before[1], token.string]
        fresh = token.type in LAYOUT or (fresh and token.type == tokenize.COMMENT)
    return [_marked(line, mark) for line, mark in zip(lines, marks)]


def _python(token: tokenize.TokenInfo, before: Sequence[str], procedures: Container[str]) -> str:
    """Return the kind of a Python token, also by the two tokens before it: v.X is a variable, m.print a word."""
    if token.type == tokenize.NAME:
        if before[1] == "." and before[0] in HOLDERS:
            return HOLDERS[before[0]]
        if token.string in procedures:
            return "call"
        return "word" if keyword.iskeyword(token.string) or token.string in BASIC_FUNCTIONS else ""
    if token.type == tokenize.COMMENT:
        return "link" if LINKED.match(token.string) else "remark"
    return TOKENS.get(token.type, "")


HOLDERS = {"v": "variable", "m": "word"}  # what the names after the parameters for variables and machine are
LAYOUT = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
FSTRINGS = ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")  # from Python 3.12 on
TOKENS: dict[int, str] = {tokenize.STRING: "string", tokenize.NUMBER: "number"} | {
    getattr(tokenize, name): "string" for name in FSTRINGS if hasattr(tokenize, name)
}


def _rows(token: tokenize.TokenInfo, lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield, for each line that a token covers, its row and the columns of its beginning and end."""
    (first, start), (last, end) = token.start, token.end
    for row in range(first, min(last, len(lines)) + 1):
        yield row - 1, start if row == first else 0, end if row == last else len(lines[row - 1])


def _marked(text: str, marks: Sequence[tuple[int, int, str, str]]) -> list[Part]:
    parts, position = [], 0
    for start, end, kind, name in marks:
        parts.append(Part("", text[position:start]))
        parts.append(Part(kind, text[start:end], name if kind in ("call", "variable") else ""))
        position = end
    return _joined([*parts, Part("", text[position:])])


def _joined(parts: Iterable[Part]) -> list[Part]:
    """Drop the empty parts of a line, and join adjacent parts without a kind."""
    joined: list[Part] = []
    for part in parts:
        if not part.text:
            continue
        if joined and not part.kind and not joined[-1].kind:
            joined[-1] = Part("", joined[-1].text + part.text)
        else:
            joined.append(part)
    return joined


def stripped(parts: Sequence[Part]) -> list[Part]:
    """Return the highlighted parts of a line without trailing spaces."""
    return [*parts[:-1], *(last._replace(text=last.text.rstrip()) for last in parts[-1:])]
