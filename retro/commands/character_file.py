"""Reads the characters that a program's file defines by VDU 23 with numbers, and writes them back into it."""

import ast
import io
import os
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from retro.basic.tokeniser import tokenise
from retro.library.catalogue import LISTING
from retro.library.errors import LaunchError, loading
from retro.library.output import write
from retro.session.files import read_file

DEFINE, ROWS = 23, 8
FIRST_CODE, LAST_CODE = 224, 255
LAST_LINE = 32767  # the largest number of a line of BASIC
LINE_STEP = 10
NUMBERS = rb"((?:&[0-9A-F]+|\d+)(?:\s*,\s*(?:&[0-9A-F]+|\d+))*)(?!\s*[,;])"
BASIC_VDU = re.compile(rb"(?<![A-Z_])VDU\s*" + NUMBERS, re.IGNORECASE)
ONLY_VDU = re.compile(rb"[ ]*(\d+)[ ]*VDU\s*" + NUMBERS + rb"(?:\s*:\s*VDU\s*" + NUMBERS + rb")*\s*", re.IGNORECASE)
BASIC_NUMBER = re.compile(rb"&[0-9A-F]+|\d+", re.IGNORECASE)
LINE_NUMBER = re.compile(rb"[ ]*(\d+)")
LINE_ENDS = b"\r\n", b"\n", b"\r"
Span = tuple[int, int]  # of bytes
Shapes = Mapping[int, bytes]  # by code, eight rows of bits


class Definition(NamedTuple):
    """A definition of a character in the text of a program; positions are offsets in the text.

    Attributes:
        code: The character's code.
        rows: The positions of its eight numbers; none if other parts of the program use them, too.
        shape: The eight bytes of its shape.
        place: The end of its line, if a line that defines another character may follow; else 0.
        lead: The beginning of such a line: indentation and function, or the line's number.
    """

    code: int
    rows: list[Span]
    shape: bytes
    place: int
    lead: bytes


class CharacterFile:
    """The file of a program, with the characters that it defines.

    Attributes:
        shapes: By code, eight bytes for each character; the last definition counts.
    """

    def __init__(self, path: str, data: bytes | None = None) -> None:
        """Read a file, which may not exist yet. Raises LaunchError if it is not Python or BASIC as text.

        data: New contents for the file, to be written by `save`.
        """
        self.path, self._is_basic = path, path.endswith(LISTING)
        self._data = self._in_file() if data is None else data
        # All places are of bytes in UTF-8, whatever the file has.
        self._encoding = "" if self._is_basic else encoding_of(path, self._data)
        self._text = self._data if self._is_basic else self._data.decode(self._encoding).encode()
        definitions_in = basic_definitions if self._is_basic else python_definitions
        self._definitions = {definition.code: definition for definition in definitions_in(path, self._text)}
        self.shapes = {code: definition.shape for code, definition in self._definitions.items()}

    def _in_file(self) -> bytes:
        """Return the contents of the program's file; empty if it does not exist."""
        with loading(self.path):
            return read_file(self.path) if os.path.lexists(self.path) else b""

    def save(self, shapes: Shapes) -> "CharacterFile":
        """Write the characters that have changed; return the new contents.

        Raises LaunchError, and does not write, if the result would not be a program with these characters.
        """
        name = os.path.basename(self.path)
        if self._in_file() != self._data:
            raise LaunchError(f"{name} has been changed meanwhile")
        status = os.stat(self.path) if os.path.lexists(self.path) else None
        if status and not status.st_mode & 0o222:
            raise LaunchError(f"{name} is read-only")
        if status and status.st_nlink > 1:
            raise LaunchError(f"{name} has another name, a hard link, which would keep the old text")
        changed = {code: shape for code, shape in shapes.items() if shape != self.shapes.get(code)}
        text = self._with(changed)
        after = CharacterFile(self.path, text if self._is_basic else text.decode().encode(self._encoding))
        try:
            tokenise(text.decode("latin-1") if self._is_basic else "")
        except ValueError as error:
            raise LaunchError(f"{name}: {error}") from error
        if after.shapes != {**self.shapes, **changed}:
            raise LaunchError(f"{name} defines these characters in a way that cannot be changed here")
        write(self.path, after._data)
        return after

    def _with(self, changed: Shapes) -> bytes:
        """Return the program's text with changed shapes of characters, and lines for new ones. Raises LaunchError."""
        edits: dict[Span, bytes] = {}
        for code in changed.keys() & self._definitions.keys():
            definition = self._definitions[code]
            if not definition.rows:
                raise LaunchError(f"The numbers of character {code} are also used elsewhere in the program")
            for span, old, new in zip(definition.rows, definition.shape, changed[code]):
                if old != new:
                    edits[span] = spelt_like(self._text[slice(*span)], new)
        added = {code: shape for code, shape in sorted(changed.items()) if code not in self._definitions}
        if added:
            end, lines = self._addition(added)
            edits[end, end] = lines
        text = self._text
        for (start, end), written in sorted(edits.items(), reverse=True):
            text = text[:start] + written + text[end:]
        return text

    def _addition(self, shapes: Shapes) -> tuple[int, bytes]:
        """Return the position at which to define further characters, and the lines. Raises LaunchError."""
        name = os.path.basename(self.path)
        places = [definition for definition in self._definitions.values() if definition.place]
        if not places and self._text.strip():
            raise LaunchError(f"{name} has no line with VDU 23 alone to put new characters behind")
        at_end = Definition(0, [], b"", len(self._text), b"")
        last = max(places, key=lambda definition: definition.place, default=at_end)
        end, newline = last.place, next((ending for ending in LINE_ENDS if ending in self._text), b"\n")
        if not self._is_basic:
            lines = python_lines(shapes, last.lead.decode() or "m.vdu")
        else:
            following = LINE_NUMBER.match(self._text, end)
            before = int(last.lead or b"0")
            room = (int(following[1]) if following else LAST_LINE + 1) - before - 1
            step = min(LINE_STEP, room // len(shapes)) if not following else (room + 1) // (len(shapes) + 1)
            if step < 1:
                raise LaunchError(f"{name} has no room for {len(shapes)} lines behind line {before}: RENUMBER it")
            lines = basic_lines(shapes, before + step, step)
        lead = newline if end and not self._text[:end].endswith((b"\n", b"\r")) else b""
        return end, lead + b"".join(line.encode() + newline for line in lines)


def encoding_of(path: str, data: bytes) -> str:
    """Return the encoding of a file in Python. Raises LaunchError if it is not text in this encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise LaunchError(f"{path} is not text: {error}") from error
    return encoding


def number(text: bytes) -> int:
    """Return the byte of a number in the notation of Python or BASIC."""
    return int(text.replace(b"&", b"0x"), 10 if text.isdigit() else 0) & 255


def spelt_like(old: bytes, value: int) -> bytes:
    """Return `value` in the notation of the number `old`: &, 0x, 0b or decimal."""
    styles = {b"0b": "0b{:08b}", b"0x": "0x{:02x}"}
    style = "&{:02X}" if old[:1] == b"&" else styles.get(old[:2].lower(), "{}")
    return style.format(value).encode()


def python_lines(shapes: Shapes, function: str = "m.vdu") -> list[str]:
    """Return a Python statement for each character that defines it."""
    return [f"{function}(23, {code}, {', '.join(map(str, shape))})" for code, shape in sorted(shapes.items())]


def basic_lines(shapes: Shapes, first: int = LINE_STEP, step: int = LINE_STEP) -> list[str]:
    """Return a numbered line of BASIC for each character that defines it."""
    lines = (f"VDU 23,{code},{','.join(map(str, shape))}" for code, shape in sorted(shapes.items()))
    return [f"{first + step * index:5} {line}" for index, line in enumerate(lines)]


def definitions(values: Sequence[tuple[int, Span | None]], place: int, lead: bytes) -> Iterator[Definition]:
    """Yield the definitions of characters in the numbers of a VDU statement, each number with its position or None."""
    for start in range(0, len(values) - ROWS - 1, ROWS + 2):
        (define, _), (code, _), *rows = values[start : start + ROWS + 2]
        if define != DEFINE:
            return
        if FIRST_CODE <= code <= LAST_CODE:
            spans = [span for _, span in rows if span]
            shape = bytes(value & 255 for value, _ in rows)
            yield Definition(code, spans if len(spans) == ROWS else [], shape, place, lead)


def basic_definitions(path: str, text: bytes) -> Iterator[Definition]:
    """Yield the definitions in a BASIC program. Raises LaunchError."""
    if text.startswith(b"\r"):
        raise LaunchError(f"{path} is tokenised: expected a listing, such as LIST and `*SPOOL` make of it")
    start = 0
    for line in text.splitlines(keepends=True):
        alone, end = ONLY_VDU.fullmatch(line.rstrip(b"\r\n")), start + len(line)
        for statement in BASIC_VDU.finditer(text, start, end):
            before = text[start : statement.start()].upper()
            if b"REM" in before or before.count(b'"') % 2:
                continue
            spans = [match.span() for match in BASIC_NUMBER.finditer(text, *statement.span(1))]
            values = [(number(text[slice(*span)]), span) for span in spans]
            yield from definitions(values, end if alone else 0, alone[1] if alone else b"")
        start = end


def python_definitions(path: str, text: bytes) -> Iterator[Definition]:
    """Yield the definitions in a Python program, by numbers or by a constant of numbers. Raises LaunchError."""
    try:
        tree = ast.parse(text.decode())
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise LaunchError(f"{path}{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}") from error
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr) -> Span:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]

    uses = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    rows = {
        target.id: node.value.elts
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    alone = {id(call) for call in statements_alone(tree, lines)}
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in sorted(calls, key=span):
        nodes = []
        for node in call.args:
            name = node.value.id if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) else ""
            nodes += [(item, uses[name] < 2) for item in rows.get(name, [node])]
        numbers = [
            (node.value, span(node) if is_single else None)
            for node, is_single in nodes
            if isinstance(node, ast.Constant) and type(node.value) is int
        ]
        if isinstance(call.func, ast.Attribute) and call.func.attr == "vdu" and len(numbers) == len(nodes):
            start, _ = span(call)
            place = starts[call.end_lineno or 1] if id(call) in alone else 0
            indent = text[starts[call.lineno - 1] : start] if place else b""
            yield from definitions(numbers, place, indent + text[slice(*span(call.func))])


def statements_alone(tree: ast.Module, lines: Sequence[bytes]) -> Iterator[ast.Call]:
    """Yield the calls that are whole statements on lines of their own, outside loops and conditions."""
    for parent in ast.walk(tree):
        if not isinstance(parent, ast.Module | ast.FunctionDef):
            continue
        for node in parent.body:
            if isinstance(node, ast.Return | ast.Raise):
                break
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                before = lines[node.lineno - 1][: node.col_offset]
                behind = lines[(node.end_lineno or 1) - 1][node.end_col_offset or 0 :].strip()
                continued = node.lineno > 1 and lines[node.lineno - 2].rstrip().endswith(b"\\")
                if not before.strip() and not continued and (not behind or behind.startswith(b"#")):
                    yield node.value
