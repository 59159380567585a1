"""The lines of a program that define characters with VDU 23 and constants: found, and written back in their place."""

from __future__ import annotations

import ast
import os
import re
from typing import NamedTuple

from retro.library.catalogue import LISTING
from retro.library.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Span = tuple[int, int]
    Shapes = dict[int, bytes]

DEFINE, ROWS = 23, 8
FIRST, LAST = 224, 255
BASIC_VDU = re.compile(rb"\bVDU\s*((?:&[0-9A-F]+|\d+)(?:\s*,\s*(?:&[0-9A-F]+|\d+))*)(?!\s*[,;])", re.IGNORECASE)
BASIC_NUMBER = re.compile(rb"&[0-9A-F]+|\d+", re.IGNORECASE)
LINE_NUMBER = re.compile(rb"^ *(\d+)", re.MULTILINE)
TOKENISED = b"\r"  # the first byte of a BASIC program that is not text


class Definition(NamedTuple):
    """Where a program defines a character: its code, where its rows stand, and the end of its statement."""

    code: int
    rows: list[Span]
    end: int


class CharacterLines:
    """The text of a program, as bytes, and the characters that it defines. The last definition of each counts."""

    def __init__(self, path: str, text: bytes) -> None:
        """Read a program. Raises LaunchError if it is not Python or BASIC as text."""
        self.is_basic, self._name, self._text = path.endswith(LISTING), os.path.basename(path), text
        found = basic_definitions(path, text) if self.is_basic else python_definitions(path, text)
        self._definitions = {one.code: one for one in sorted(found, key=lambda one: one.end)}

    @property
    def shapes(self) -> Shapes:
        """The characters: by code, eight rows of bits."""
        return {code: bytes(map(self._value, one.rows)) for code, one in self._definitions.items()}

    def _value(self, span: Span) -> int:
        return number(self._text[slice(*span)])

    def with_shapes(self, shapes: Mapping[int, bytes]) -> bytes:
        """Return the text with other shapes; new characters stand behind the last one. Raises LaunchError."""
        changes: dict[Span, bytes] = {}
        for code, one in self._definitions.items():
            for span, row in zip(one.rows, shapes.get(code, b"")):
                if self._value(span) != row:
                    changes[span] = spelt_like(self._text[slice(*span)], row)
        added = {code: shape for code, shape in shapes.items() if code not in self._definitions}
        if added:
            end, lines = self._addition(added)
            changes[end, end] = lines.replace(b"\n", b"\r\n") if b"\r\n" in self._text else lines
        text = self._text
        for (start, end), new in sorted(changes.items(), reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def _addition(self, shapes: Mapping[int, bytes]) -> tuple[int, bytes]:
        """Return lines that define further characters, and where they belong. Raises LaunchError."""
        if not self._definitions and self._text.strip():
            raise LaunchError(f"{self._name} has no line with VDU 23 to put them behind")
        last = max((one.end for one in self._definitions.values()), default=0)
        end = self._text.find(b"\n", last) + 1 or len(self._text)
        before = self._text[:end]
        lead = b"" if not before or before.endswith(b"\n") else b"\n"
        line = before.rstrip(b"\n").rpartition(b"\n")[2]
        if not self.is_basic:
            indent = line[: len(line) - len(line.lstrip())]
            return end, lead + b"".join(indent + text.encode() + b"\n" for text in python_lines(shapes))
        number_before = int((LINE_NUMBER.match(line) or [0, 0])[1])
        following = LINE_NUMBER.match(self._text, end)
        step = 10 if not following else (int(following[1]) - number_before) // (len(shapes) + 1)
        if step < 1:
            raise LaunchError(
                f"{self._name} has no room for {len(shapes)} lines behind line {number_before}: RENUMBER it"
            )
        return end, lead + b"".join(text.encode() + b"\n" for text in basic_lines(shapes, number_before + step, step))


def number(text: bytes) -> int:
    """Return the value of a number of Python or BASIC, as a byte."""
    return int(text.replace(b"&", b"0x"), 10 if text.isdigit() else 0) & 255


def spelt_like(old: bytes, value: int) -> bytes:
    """Return a number in the same notation as another one."""
    styles = {b"0b": "0b{:08b}", b"0x": "0x{:02x}"}
    style = "&{:02X}" if old[:1] == b"&" else styles.get(old[:2].lower(), "{}")
    return style.format(value).encode()


def python_lines(shapes: Mapping[int, bytes]) -> list[str]:
    """Return a statement of Python for each character."""
    return [f"m.vdu(23, {code}, {', '.join(map(str, shape))})" for code, shape in sorted(shapes.items())]


def basic_lines(shapes: Mapping[int, bytes], first: int = 10, step: int = 10) -> list[str]:
    """Return a line of BASIC for each character."""
    lines = (f"VDU 23,{code},{','.join(map(str, shape))}" for code, shape in sorted(shapes.items()))
    return [f"{first + step * index:5} {line}" for index, line in enumerate(lines)]


def definitions(values: list[int], spans: list[Span], end: int) -> Iterator[Definition]:
    """Yield the definitions in the numbers of a VDU statement. spans: Where each stands; end: Of the statement."""
    for index in range(0, len(values) - ROWS - 1, ROWS + 2):
        if values[index] != DEFINE:
            return
        if FIRST <= values[index + 1] <= LAST:
            yield Definition(values[index + 1], spans[index + 2 : index + 2 + ROWS], end)


def basic_definitions(path: str, text: bytes) -> Iterator[Definition]:
    """Yield the definitions of a BASIC program. Raises LaunchError."""
    if text.startswith(TOKENISED):
        raise LaunchError(f"{path} is tokenised: expected a listing, such as LIST and `*SPOOL` make of it")
    for statement in BASIC_VDU.finditer(text):
        spans = [found.span() for found in BASIC_NUMBER.finditer(text, *statement.span(1))]
        yield from definitions([number(text[slice(*span)]) for span in spans], spans, statement.end())


def python_definitions(path: str, text: bytes) -> Iterator[Definition]:
    """Yield the definitions of a program in Python, of numbers or of a constant tuple of them. Raises LaunchError."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise LaunchError(f"{path}{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}") from error
    starts = [0, *(found.end() for found in re.finditer(rb"\n", text))]
    rows = {
        target.id: node.value.elts
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "vdu":
            nodes: list[ast.expr] = []
            for node in call.args:
                name = node.value.id if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) else ""
                nodes += rows.get(name, [node])
            constants = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, int)]
            if len(constants) == len(nodes):
                spans = [
                    (
                        starts[one.lineno - 1] + one.col_offset,
                        starts[(one.end_lineno or 1) - 1] + (one.end_col_offset or 0),
                    )
                    for one in constants
                ]
                end = starts[(call.end_lineno or 1) - 1] + (call.end_col_offset or 0)
                yield from definitions([int(str(one.value)) for one in constants], spans, end)
