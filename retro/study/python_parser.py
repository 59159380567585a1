"""Parses a Python file of a program: its functions and classes, its variables, what it imports."""

from __future__ import annotations

import ast
import io
import os
import re
import tokenize
from dataclasses import dataclass, field

from retro.launcher.errors import LibraryError
from retro.study.model import CHANGED, DOCUMENTED, OURS, RECONSTRUCTED, Link, SourceLine, Variable
from retro.study.name_usage import FUNCTIONS, HOLDER, last_name, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from retro.study.name_usage import Uses

# `# 7030`, `# 7030, 7040`, `# 7030: why` at the end of a statement: the BASIC lines that it was made from.
LINK = re.compile(r"#\s*(\d{1,5}(?:\s*,\s*\d{1,5})*)\s*(?:[:;].*)?$")
DEPARTURE = re.compile(r"#.*\b(Departure\b)")
STATUS = re.compile(
    rf"(?:^|(?<=[.!?])\s+|\n\s*)({DOCUMENTED}|{RECONSTRUCTED}|{OURS}|{CHANGED})\b([^.]*)\.", re.IGNORECASE
)
RANGE = re.compile(r"\bLines? (\d{1,5})\b|\blines (\d{1,5})(?: ?[-–] ?| to )\d")
VARIABLE = re.compile(r"#\s*(\S+?)(?:\s{2,}(.*))?$")
CLASS = "Variables"
OWN_FROM = "# ours"


@dataclass(slots=True, eq=False)
class Definition:
    """A function or class of a file; its attributes are those of `Procedure`."""

    name: str
    python: tuple[SourceLine, ...]
    number: int | None
    links: tuple[Link, ...]
    purpose: str
    status: str
    detail: str
    departures: tuple[SourceLine, ...]
    uses: Uses
    is_class: bool


@dataclass(slots=True, eq=False)
class SourceModule:
    """A file of a program.

    Attributes:
        name: its path in the program's folder without the ending: "dominoes", "rules/snake".
        path: its path.
        lines: its text.
        doc: its docstring.
        definitions: its functions and classes by name.
        variables: the program's variables by name, if it declares them.
        imported: by local name, the path of a file and the name in it; empty for the whole file.
        tables: by the other names that it binds, the names that the value refers to.
        replaced: NAME=FUNCTION as given to `edition`.
    """

    name: str
    path: str
    lines: list[str]
    doc: str
    definitions: dict[str, Definition] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)


def read_module(path: str, folder: str) -> SourceModule:
    """Parse a file; its name is relative to the program's folder. Raises LibraryError."""
    text = read_text(path)
    try:
        tree = ast.parse(text, path)
        comments = dict(_comments(text))
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        line = getattr(error, "lineno", None)
        raise LibraryError(f"{path}{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}") from error
    name = os.path.relpath(os.path.splitext(path)[0], folder).replace(os.sep, "/")
    module = SourceModule(
        os.path.basename(name) if name.startswith("..") else name,
        path,
        text.splitlines(),
        ast.get_docstring(tree) or "",
    )
    module.imported = dict(_imported(tree, os.path.dirname(path)))
    kinds = _kinds(tree)
    own_from = next(
        (n for n, comment in comments.items() if not comment[0] and comment[1].startswith(OWN_FROM)),
        len(module.lines) + 1,
    )
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in kinds:
            module.variables = {variable.name: variable for variable in _variables(node, module.lines, comments)}
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            module.definitions[node.name] = _definition(node, module.lines, comments, kinds, node.lineno > own_from)
        else:
            module.tables.update(_tables(node))
    module.replaced = dict(_replaced(tree))
    return module


def _kinds(tree: ast.Module) -> frozenset[str]:
    """Return the names of the classes of parameters called v."""
    arguments = (node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.arg == HOLDER)
    return frozenset({CLASS, *(last_name(argument.annotation) for argument in arguments)} - {""})


def read_text(path: str) -> str:
    """Return the text of a file. Raises LibraryError."""
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read()
    except FileNotFoundError as error:
        raise LibraryError(f"There is no file {path}") from error
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path} is not text: byte {error.start} is not UTF-8") from error


def _comments(text: str) -> Iterator[tuple[int, tuple[bool, str]]]:
    """Yield each line that has a comment, with whether code comes before it, and the comment."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], (bool(token.line[: token.start[1]].strip()), token.string)


def _definition(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
    lines: list[str],
    comments: dict[int, tuple[bool, str]],
    kinds: frozenset[str],
    ours: bool,
) -> Definition:
    first, last = min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or node.lineno
    own = {number: comments[number] for number in range(first, last + 1) if number in comments}
    links = tuple(Link(number, basic) for number, (behind, text) in own.items() if behind for basic in _linked(text))
    doc = ast.get_docstring(node) or ""
    purpose, status, detail = status_of(doc)
    body = node.body[0].lineno if node.body else last
    begins = next((link.basic for link in links if link.python < body), None)
    lines_named = RANGE.search(doc)
    return Definition(
        name=node.name,
        python=tuple(SourceLine(number, lines[number - 1]) for number in range(first, last + 1)),
        number=begins if begins is not None else int(lines_named[1] or lines_named[2]) if lines_named else None,
        links=links,
        purpose=purpose,
        status=OURS if ours and not status else status,
        detail=detail,
        departures=tuple(
            SourceLine(n, text[found.start(1) :]) for n, (_, text) in own.items() if (found := DEPARTURE.match(text))
        ),
        uses=uses_of(node, kinds),
        is_class=isinstance(node, ast.ClassDef),
    )


def _linked(comment: str) -> list[int]:
    found = LINK.match(comment)
    return [int(number) for number in found[1].split(",")] if found else []


def status_of(doc: str) -> tuple[str, str, str]:
    """Split a docstring into the text, the status that it names, and the part that has another status."""
    sentences = list(STATUS.finditer(doc))
    if not sentences:
        return doc, "", ""
    found = sentences[-1]
    purpose = (doc[: found.start()] + doc[found.end() :]).strip()
    return purpose, found[1].lower(), " ".join(found[2].strip(" ;,:\n").split())


def _variables(node: ast.ClassDef, lines: list[str], comments: dict[int, tuple[bool, str]]) -> Iterator[Variable]:
    """Yield the fields of the class of variables: `# BASIC%  meaning` follows each, headings stand between them."""
    group, at = "", node.lineno
    for part in node.body:
        if not (isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)):
            continue
        headings = [comments[n][1] for n in range(at + 1, part.lineno) if n in comments and not comments[n][0]]
        group = " ".join(text.lstrip("# ") for text in headings) or group
        at = part.end_lineno or part.lineno
        yield Variable(part.target.id, *_name_and_meaning(part.target.id, comments.get(at, (True, ""))[1]), group)


def _name_and_meaning(name: str, comment: str) -> tuple[str, str]:
    """Return the BASIC name and the meaning in a comment; a single column is the meaning."""
    found = VARIABLE.match(comment)
    if found and found[2] is not None:
        return found[1], found[2].strip()
    text = comment.lstrip("# ").strip()
    return (text, "") if text and " " not in text else (name, text)


def _tables(node: ast.stmt) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names that a statement of the module binds, with the names that the value refers to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    uses = uses_of(node, frozenset()).names if targets else ()
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, uses


def _imported(tree: ast.Module, folder: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the local names of imports from files beside this one, with the file and the name in it or ""."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = os.path.join(folder, *[os.pardir] * (node.level - 1), *(node.module or "").split("."))
        for alias in node.names:
            for path, name in ((os.path.join(base, f"{alias.name}.py"), ""), (f"{base.rstrip(os.sep)}.py", alias.name)):
                if os.path.isfile(path):
                    yield alias.asname or alias.name, (os.path.normpath(path), name)
                    break


def _replaced(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield every NAME=FUNCTION given to a call of `edition`, also through a dict of the module: **CHANGED."""
    dicts = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "edition":
            for keyword in call.keywords:
                given = dicts.get(keyword.value.id) if isinstance(keyword.value, ast.Name) else None
                if keyword.arg and isinstance(keyword.value, ast.Name):
                    yield keyword.arg, keyword.value.id
                elif given and not keyword.arg:
                    yield from _entries(given)


def _entries(given: ast.Dict) -> Iterator[tuple[str, str]]:
    for key, value in zip(given.keys, given.values):
        if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
            yield str(key.value), value.id
