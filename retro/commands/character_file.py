"""A program's file with the characters that it defines by VDU 23 and numbers: read, and written back in their place."""

import ast
import os
import re
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
LINE_STEP = 10
BASIC_NUMBER = re.compile(rb"&[0-9A-F]+|\d+", re.IGNORECASE)
BASIC_VDU = re.compile(
    rb"(?<![A-Z_])VDU\s*((?:&[0-9A-F]+|\d+)(?:\s*,\s*(?:&[0-9A-F]+|\d+))*)(?!\s*[,;])", re.IGNORECASE
)
Span = tuple[int, int]  # of bytes
Shapes = Mapping[int, bytes]  # by code, eight rows of bits


class Definition(NamedTuple):
    """What a program defines a character as, and where its numbers stand, if nothing else uses them."""

    shape: bytes
    places: list[Span]


class CharacterFile:
    """The file of a program. shapes: the characters that it defines, of which the last definition counts."""

    def __init__(self, path: str) -> None:
        """Read a file; there need not be one yet. Raises LaunchError if it is not Python or BASIC as text."""
        self.path = path
        self._data = self._in_file()
        self._definitions = definitions(path, self._data)
        self.shapes = {code: one.shape for code, one in self._definitions.items()}

    def _in_file(self) -> bytes:
        """Return the contents of the file; nothing if it does not exist."""
        with loading(self.path):
            return read_file(self.path) if os.path.lexists(self.path) else b""

    def save(self, shapes: Shapes) -> Shapes:
        """Write the characters that the program defines, or all if it is empty; return those that are in the file then.

        Raises LaunchError, and leaves the file as it is, if it would not be a program with these characters.
        """
        name, data = os.path.basename(self.path), self._data
        if self._in_file() != data:
            raise LaunchError(f"{name} has been changed meanwhile")
        status = os.stat(self.path) if os.path.lexists(self.path) else None
        if status and not status.st_mode & 0o222:
            raise LaunchError(f"{name} is read-only")
        if status and status.st_nlink > 1:
            raise LaunchError(f"{name} has another name, a hard link, which would keep the old text")
        if not data.strip():
            lines = basic_lines(shapes) if self.path.endswith(LISTING) else python_lines(shapes)
            wanted, data = dict(shapes), data + "".join(f"{line}\n" for line in lines).encode()
        else:
            wanted = {code: shapes.get(code, shape) for code, shape in self.shapes.items()}
            edits: dict[Span, bytes] = {}
            for code in (code for code, shape in wanted.items() if shape != self.shapes[code]):
                if not self._definitions[code].places:
                    raise LaunchError(f"The numbers of character {code} are also used elsewhere in the program")
                for place, old, new in zip(self._definitions[code].places, self.shapes[code], wanted[code]):
                    if old != new:
                        edits[place] = spelt_like(self._data[slice(*place)], new)
            for (start, end), number in sorted(edits.items(), reverse=True):
                data = data[:start] + number + data[end:]
        try:
            tokenise(data.decode("latin-1") if self.path.endswith(LISTING) else "")
        except ValueError as error:
            raise LaunchError(f"{name}: {error}") from error
        found = definitions(self.path, data)
        if {code: one.shape for code, one in found.items()} != wanted:
            raise LaunchError(f"{name} defines these characters in a way that cannot be changed here")
        write(self.path, data)
        self._data, self._definitions, self.shapes = data, found, wanted
        return wanted


def spelt_like(old: bytes, value: int) -> bytes:
    """Return a number in the same notation as another one."""
    styles = {b"0b": "0b{:08b}", b"0x": "0x{:02x}"}
    style = "&{:02X}" if old[:1] == b"&" else styles.get(old[:2].lower(), "{}")
    return style.format(value).encode()


def python_lines(shapes: Shapes) -> list[str]:
    """Return a statement of Python for each character."""
    return [f"m.vdu(23, {code}, {', '.join(map(str, shape))})" for code, shape in sorted(shapes.items())]


def basic_lines(shapes: Shapes) -> list[str]:
    """Return a line of BASIC for each character."""
    lines = (f"VDU 23,{code},{','.join(map(str, shape))}" for code, shape in sorted(shapes.items()))
    return [f"{LINE_STEP * number:5} {line}" for number, line in enumerate(lines, 1)]


def definitions(path: str, data: bytes) -> dict[int, Definition]:
    """Return the characters that a program defines, by their codes. Raises LaunchError."""
    found: dict[int, Definition] = {}
    for values in (basic_statements if path.endswith(LISTING) else python_statements)(path, data):
        for start in range(0, len(values) - ROWS - 1, ROWS + 2):
            (define, _), (code, _), *rows = values[start : start + ROWS + 2]
            if define != DEFINE:
                break
            if FIRST_CODE <= code <= LAST_CODE:
                places = [place for _, place in rows if place]
                shape = bytes(value & 255 for value, _ in rows)
                found[code] = Definition(shape, places if len(places) == ROWS else [])
    return found


def basic_statements(path: str, data: bytes) -> Iterator[Sequence[tuple[int, Span | None]]]:
    """Yield the numbers of each VDU statement of a BASIC program, and where they stand. Raises LaunchError."""
    if data.startswith(b"\r"):
        raise LaunchError(f"{path} is tokenised: expected a listing, such as LIST and `*SPOOL` make of it")
    start = 0
    for line in data.splitlines(keepends=True):
        for statement in BASIC_VDU.finditer(data, start, start + len(line)):
            before = data[start : statement.start()].upper()
            if b"REM" not in before and before.count(b'"') % 2 == 0:
                numbers = BASIC_NUMBER.finditer(data, *statement.span(1))
                yield [
                    (int(one[0].replace(b"&", b"0x"), 0 if one[0][:1] == b"&" else 10), one.span()) for one in numbers
                ]
        start += len(line)


def python_statements(path: str, data: bytes) -> Iterator[Sequence[tuple[int, Span | None]]]:
    """Yield the numbers of each call of vdu in Python, and where they stand if nothing else uses them.

    Constants of numbers are followed to where they are defined. Raises LaunchError.
    """
    try:
        tree = ast.parse(data.decode())
    except UnicodeDecodeError as error:
        raise LaunchError(f"{path} is not text: {error}") from error
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise LaunchError(f"{path}{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}") from error
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.expr) -> Span:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]

    uses = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    constants = {
        target.id: node.value.elts
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    for call in sorted(calls, key=place):
        nodes: list[tuple[ast.expr, bool]] = []
        for node in call.args if isinstance(call.func, ast.Attribute) and call.func.attr == "vdu" else ():
            name = node.value.id if isinstance(node, ast.Starred) and isinstance(node.value, ast.Name) else ""
            nodes += [(one, uses[name] < 2) for one in constants.get(name, [node])]
        values = [
            (node.value, place(node) if is_single else None)
            for node, is_single in nodes
            if isinstance(node, ast.Constant) and type(node.value) is int
        ]
        if len(values) == len(nodes):
            yield values
