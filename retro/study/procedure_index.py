"""Finds the procedure of a study to which running code belongs, and the lines of a statement."""

import ast
import functools
import os
from collections import defaultdict
from collections.abc import Sequence
from types import CodeType, FrameType
from typing import NamedTuple

from retro.basic.language.interpreter import Basic
from retro.basic.language.regions import NAME as REGION
from retro.library.catalogue import edition_of
from retro.listing.builder import add_chained, below_in
from retro.listing.model import Study
from retro.listing.procedure import MAIN, Procedure, SourceLine
from retro.listing.python_parser import LINK

ANNOTATIONS = "__annotate__"  # what Python 3.14 calls the code of a function's annotations

CACHED_FILES = 32


class Place(NamedTuple):
    """The place of a function, or of a line of BASIC, in a study.

    Attributes:
        name: the key of the procedure, for a method with its name; outside procedures the function's name; empty for
            files that are not in the study.
        procedure: the procedure or class that contains the function, or None.
        core: whether the file is one of the program's own, and not one of rules without a machine.
    """

    name: str = ""
    procedure: Procedure | None = None
    core: bool = False


class ProcedureIndex:
    """Finds procedures of a study by running code or by file and line; results are cached.

    Attributes:
        listings: the paths of BASIC programs; the line numbers of their compiled code are BASIC's.
        real_path: returns the path of a file without symbolic links.
    """

    def __init__(self, study: Study, follows: bool = False) -> None:
        """Index a study. follows: add each program that a BASIC program reaches by CHAIN when it runs."""
        self._study, self._follows = study, follows and study.is_basic
        edition = edition_of(study.path)  # its main only plays the original, and is no part of it
        self._edition = os.path.realpath(edition) if edition else ""
        self.listings = {study.path} if study.is_basic else set()
        self.real_path = functools.cache(os.path.realpath)
        self._statements = functools.cache(statements_of)
        self._files: defaultdict[str, list[Procedure]] = defaultdict(list)
        for procedure in (*study, *study.others.values()):
            self._files[self.real_path(procedure.path)].append(procedure)
        # By the id of code, as hashing code takes long, and in BASIC the line.
        self._places: dict[int | tuple[int, int], tuple[CodeType, Place]] = {}

    def place_of(self, frame: FrameType) -> Place:
        """Return the place of a frame's function or line of BASIC; an empty Place if it has none."""
        code = frame.f_code
        found = self._places.get(id(code)) or self._places.get((id(code), frame.f_lineno))
        if found is None:
            path, name = code.co_filename, code.co_name
            if self._follows and name == REGION and path not in self.listings:
                self._add_chained(path, frame.f_globals["chain"].__self__)
            line = frame.f_lineno if path in self.listings else code.co_firstlineno
            key = (id(code), line) if path in self.listings else id(code)
            found = self._places[key] = code, self._find(path, line, name)
        return found[1]

    def _add_chained(self, path: str, basic: Basic) -> None:
        """Add to the index the BASIC program that CHAIN has loaded from this path; the text of an EVAL is none."""
        if path == basic.file and basic.program.first:
            program = bytes(basic.memory.ram[basic.program.page : basic.program.top])
            self.listings.add(path)
            self._files[self.real_path(path)] += add_chained(self._study, program, path)

    def extent(self, path: str, line: int) -> tuple[int, int]:
        """Return the first line of the statement at a line, and its number of lines without its block."""
        return self._statements(path).extents.get(line, (line, 1))

    def statement(self, path: str, line: int) -> ast.stmt | None:
        """Return the statement that begins at a line of a Python file."""
        return self._statements(path).beginnings.get(line)

    def stoppable_lines(self, procedure: Procedure) -> list[SourceLine]:
        """Return a procedure's lines at which the program can stop; in Python, only first lines of statements."""
        numbers = self._statements(procedure.path).beginnings
        return [line for line in procedure.lines if line.number in numbers or not procedure.python]

    def procedure_at(self, path: str, line: int) -> Procedure | None:
        """Return the procedure that contains a line of a file, or None."""
        return self._find(path, line, "").procedure

    def described(self, path: str, line: int) -> str:
        """Describe a line of a file: its number in the listing or else in the port, procedure and text."""
        first, count = self.extent(path, line)
        procedure = self.procedure_at(path, first)
        if not procedure:
            return f"line {line}."
        basic = procedure.basic_at(first, count)[:1]
        number, lines = (basic[0], procedure.basic) if basic else (first, procedure.lines)
        text = next((one.text for one in lines if one.number == number), "")
        return f"line {number} of {procedure.key}: {(text if basic else LINK.sub('', text)).strip()}"

    def callable_from(self, frames: Sequence[FrameType]) -> set[str]:
        """Return the keys of procedures that these frames may still call, directly or through others.

        Calls count if they are in later lines of a frame's procedure, or in a loop around its line; in BASIC all.
        """
        names: list[str] = []
        for frame in frames:
            procedure, path = self.place_of(frame).procedure, frame.f_code.co_filename
            blocks = [] if path in self.listings else self._statements(path).blocks
            line = 0 if path in self.listings else frame.f_lineno
            first = min([line, *(begin for begin, end in blocks if begin <= line <= end)])
            lines = procedure.highlighted.items() if procedure else ()
            parts = (part for number, line in lines if number >= first for part in line)
            names += [part.name for part in parts if part.kind == "call" and part.name in self._study.procedures]
        return set(below_in(self._study.procedures, names))

    def turns(self, path: str, before: int, line: int) -> bool:
        """Return whether a step from one line to another begins the next iteration of a `for`."""
        return any(before in body and line == loop for loop, _, body in self._statements(path).loops)

    def counts(self, frame: FrameType, name: str) -> bool:
        """Return whether a local still has a meaning: not if it is the counter of a `for` that is over."""
        loops = self._statements(frame.f_code.co_filename).loops
        bodies = [body for _, counter, body in loops if counter == name]
        return not bodies or any(frame.f_lineno in body for body in bodies)

    def _find(self, path: str, line: int, name: str) -> Place:
        own = (path.endswith(".py") or path in self.listings) and name[:1] != "<" and name != ANNOTATIONS
        procedures = self._files.get(self.real_path(path)) if own else None
        if procedures is None or (name == MAIN and self.real_path(path) == self._edition):
            return Place()
        core = not procedures[0].is_rules
        procedure = next((one for one in procedures if any(line == found.number for found in one.lines)), None)
        if procedure is None:
            return Place(name, None, core)
        return Place(f"{procedure.key}.{name}" if procedure.is_class else procedure.key, procedure, core)


class Statements:
    """The statements of a Python file.

    Attributes:
        extents: for every line of a multi-line statement, the statement's first line and its number of lines without
            its block.
        beginnings: the statements by their first lines, without definitions and docstrings.
        blocks: the first and the last line of every loop.
        loops: the line, the counter and the body's lines of every `for`.
    """

    def __init__(self, text: str) -> None:
        try:
            found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
        except (SyntaxError, ValueError):
            found = []
        self.extents: dict[int, tuple[int, int]] = {}
        for node in found:
            inside = [*getattr(node, "body", ()), *getattr(node, "cases", ())]
            last = min(map(_first_line, inside)) - 1 if inside else node.end_lineno or node.lineno
            lines = range(node.lineno, last + 1)
            self.extents.update(dict.fromkeys(lines, (node.lineno, len(lines))) if len(lines) > 1 else {})
        nodes = [node for node in found if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        kept = [one for one in nodes if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
        self.beginnings = {node.lineno: node for node in reversed(kept)}
        self.blocks = [(one.lineno, one.end_lineno or 0) for one in found if isinstance(one, ast.For | ast.While)]
        self.loops = [
            (one.lineno, ast.unparse(one.target), range(one.body[0].lineno, (one.end_lineno or 0) + 1))
            for one in found
            if isinstance(one, ast.For)
        ]


def statements_of(path: str) -> Statements:
    """Return the statements of a Python file; none if it cannot be read. Results are cached by the text."""
    try:
        with open(path, encoding="utf-8") as stream:
            return _statements_in(stream.read())
    except (OSError, ValueError):
        return _statements_in("")


@functools.lru_cache(CACHED_FILES)
def _statements_in(text: str) -> Statements:
    return Statements(text)


def _first_line(node: ast.stmt | ast.match_case) -> int:
    """Return the first line of a statement, decorators included, or of a `case`."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
