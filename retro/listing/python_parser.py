"""Parses a Python file of a program: functions and classes, variables, imports."""

import ast
import io
import os
import re
import tokenize
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

from retro.library import catalogue
from retro.library.errors import LibraryError
from retro.listing.name_usage import FUNCTIONS, HOLDER, last_name, uses_of
from retro.listing.procedure import CHANGED, DESCRIBED, OURS, RECONSTRUCTED, Link, Procedure, SourceLine, Variable

# `# 7030`, `# 7030, 7040`, `# 7030-7050`, `# 7030: why` after a statement: the BASIC lines that it was made from.
LINK = re.compile(r"#\s*(\d{1,5}(?:\s*[-,]\s*\d{1,5})*)\s*(?:[:;].*)?$")
DEPARTURE = re.compile(r"#.*\b(Departure\b)")
STATUS = re.compile(rf"(?:^|(?<=[.!?])\s+|\n\s*)({DESCRIBED}|{RECONSTRUCTED}|{OURS}|{CHANGED})\b([^.]*)\.", re.I)
RANGE = re.compile(r"\bLines? (\d{1,5})\b|\blines (\d{1,5})(?: ?[-–] ?| to )\d")
VARIABLE = re.compile(r"#\s*(\S+?)(?:\s{2,}(.*))?$")
VARIABLES_CLASS = "Variables"
IN_WORDS = "in_words"  # how the name of a module ends that gives a program's screen in words
OWN_VARIABLES_HEADING = "# ours"
CACHED_FILES = 64


@dataclass(slots=True, eq=False)
class SourceModule:
    """A parsed Python file of a program.

    Attributes:
        name: the path in the program's folder without the ending: "dominoes", "rules/snake"; outside, the file's name.
        is_outside: whether the file is outside the program's folder.
        definitions: functions and classes by name; their keys are set later.
        variables: the program's variables by name, if the file declares them.
        imported: by local name, the path of the imported file and the name in it, empty for the whole file.
        tables: by the other names that the file binds, the names that the value refers to.
        replaced: the arguments NAME=FUNCTION of a call of `edition`.
    """

    name: str
    path: str
    doc: str
    is_outside: bool
    definitions: dict[str, Procedure] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)


def read_module(path: str, folder: str) -> SourceModule:
    """Parse a file. folder: the program's folder. Raises LibraryError.

    Parsing is cached by the text. The definitions are copies, as the caller completes them; imports are resolved anew.
    """
    name = os.path.relpath(os.path.splitext(path)[0], folder).replace(os.sep, "/")
    is_outside = name.startswith("..")
    module, imports = _parsed(
        catalogue.read_text(path), path, os.path.basename(name) if is_outside else name, is_outside
    )
    definitions = {key: copy(definition) for key, definition in module.definitions.items()}
    return replace(module, definitions=definitions, imported=dict(_imported(imports, os.path.dirname(path))))


@lru_cache(CACHED_FILES)
def _parsed(text: str, path: str, name: str, is_outside: bool) -> tuple[SourceModule, list[ast.ImportFrom]]:
    """Parse the text of a file; return the module without its imports, and the import statements."""
    try:
        tree = ast.parse(text, path)
        comments = dict(_comments(text))
    except (SyntaxError, ValueError, tokenize.TokenError) as error:
        line = getattr(error, "lineno", None)
        raise LibraryError(f"{path}{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}") from error
    module = SourceModule(name, path, ast.get_docstring(tree) or "", is_outside)
    nodes = list(ast.walk(tree))
    reader = _DefinitionReader(module, nodes, text.splitlines(), comments)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in reader.kinds:
            module.variables = {variable.name: variable for variable in reader.variables(node)}
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            module.definitions[node.name] = reader.definition(node)
    bindings = dict(_bindings(tree))
    module.tables = {name: uses_of(value).names for name, value in bindings.items()}
    module.replaced = dict(_replaced(nodes, bindings))
    return module, [node for node in nodes if isinstance(node, ast.ImportFrom)]


def _comments(text: str) -> Iterator[tuple[int, tuple[bool, str]]]:
    """Yield each line that has a comment, with whether code comes before it, and the comment."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], (bool(token.line[: token.start[1]].strip()), token.string)


class _DefinitionReader:
    """Reads the definitions of a file from its syntax tree and its comments.

    Attributes:
        kinds: the names of the classes of the program's variables.
    """

    def __init__(
        self, module: SourceModule, nodes: list[ast.AST], lines: list[str], comments: dict[int, tuple[bool, str]]
    ) -> None:
        self._module, self._lines, self._comments = module, lines, comments
        holders = (node for node in nodes if isinstance(node, ast.arg) and node.arg == HOLDER)
        self.kinds = frozenset({VARIABLES_CLASS, *(last_name(holder.annotation) for holder in holders)} - {""})
        ours = (at for at, (behind, text) in comments.items() if not behind and text.startswith(OWN_VARIABLES_HEADING))
        self._ours_from = next(ours, len(lines) + 1)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Procedure:
        """Return a function or class as a procedure, with the attributes that depend on this file only."""
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        last = node.end_lineno or node.lineno
        comments = [(line, *self._comments[line]) for line in range(first, last + 1) if line in self._comments]
        links = tuple(Link(line, basic) for line, behind, text in comments if behind for basic in _linked(text))
        doc = ast.get_docstring(node) or ""
        purpose, status, detail = status_of(doc)
        begins = [link.basic for link in links if link.python < node.body[0].lineno]
        begins += [int(lines[1] or lines[2]) for lines in RANGE.finditer(doc)]
        departures = ((line, text, DEPARTURE.match(text)) for line, _, text in comments)
        return Procedure(
            key=node.name,
            name=node.name,
            module=self._module.name,
            path=self._module.path,
            python=tuple(SourceLine(number, self._lines[number - 1]) for number in range(first, last + 1)),
            number=begins[0] if begins else None,
            links=links,
            purpose=purpose,
            status=status or (OURS if not begins and node.lineno > self._ours_from else ""),
            detail=detail,
            uses=uses_of(node, self.kinds),
            departures=tuple(SourceLine(line, text[match.start(1) :]) for line, text, match in departures if match),
            is_class=isinstance(node, ast.ClassDef),
        )

    def variables(self, node: ast.ClassDef) -> Iterator[Variable]:
        """Yield the fields of the class of variables, from `# BASIC% meaning` after each and headings."""
        group, end = "", node.lineno
        for part in node.body:
            if not (isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)):
                continue
            between = (self._comments.get(line, (True, "")) for line in range(end + 1, part.lineno))
            group = " ".join(text.lstrip("# ") for behind, text in between if not behind) or group
            end = part.end_lineno or part.lineno
            comment = self._comments.get(end, (True, ""))[1]
            yield Variable(part.target.id, *_name_and_meaning(part.target.id, comment), group)


def _linked(comment: str) -> list[int]:
    match = LINK.match(comment)
    ends = [[int(number) for number in part.split("-")] for part in match[1].split(",")] if match else []
    return [number for part in ends for number in range(part[0], part[-1] + 1)]


def status_of(doc: str) -> tuple[str, str, str]:
    """Split a docstring into its text, its status, and the phrase after the status."""
    sentences = list(STATUS.finditer(doc))
    if not sentences:
        return doc, "", ""
    sentence = sentences[-1]
    purpose = (doc[: sentence.start()] + doc[sentence.end() :]).strip()
    return purpose, sentence[1].lower(), " ".join(sentence[2].strip(" ;,:\n").split())


def _name_and_meaning(name: str, comment: str) -> tuple[str, str]:
    """Return the BASIC name and the meaning in a field's comment; without two columns it is the meaning."""
    match = VARIABLE.match(comment)
    if match and match[2] is not None:
        return match[1], match[2].strip()
    text = comment.lstrip("# ").strip()
    return (text, "") if text and " " not in text else (name, text)


def _bindings(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that the statements of a module bind, with their values."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def _imported(imports: list[ast.ImportFrom], folder: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the local names of imports from programs and files beside this one, with the file and the name in that.

    The name is empty for a whole file. `import *` has the local name `*`. Files NAME_in_words are left out.
    """
    for statement in imports:
        if (statement.module or "").endswith(IN_WORDS):
            continue
        names = (statement.module or "").split(".")
        if statement.level:
            base = os.path.join(folder, *[os.pardir] * (statement.level - 1), *names)
        elif names[:2] == catalogue.PACKAGE.split("."):
            base = os.path.join(catalogue.folder(), *names[2:])
        else:
            continue
        for alias in statement.names:
            files = (os.path.join(base, f"{alias.name}.py"), ""), (f"{base.rstrip(os.sep)}.py", alias.name)
            if target := next((file for file in files if os.path.isfile(file[0])), None):
                yield alias.asname or alias.name, (os.path.normpath(target[0]), target[1])


def _replaced(nodes: list[ast.AST], bindings: dict[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """Yield each argument NAME=FUNCTION of a call of `edition`, also those in a dict of the module: **CHANGED."""
    calls = (node for node in nodes if isinstance(node, ast.Call))
    for keyword in (keyword for call in calls if last_name(call.func) == "edition" for keyword in call.keywords):
        match keyword.arg, keyword.value:
            case str(name), ast.Name(id=function):
                yield name, function
            case None, ast.Name(id=table) if isinstance(given := bindings.get(table), ast.Dict):
                for key, value in zip(given.keys, given.values):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
                        yield str(key.value), value.id
