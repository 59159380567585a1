"""Compiles the generated Python source, with BASIC's line numbers, to functions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from retro.basic.language.assignments import Line
from retro.basic.language.program import Program
from retro.basic.language.regions import NAME, RegionCompiler

LINE_0 = 0 if sys.version_info >= (3, 11) else 32768  # Python 3.10 takes the line 0 of a function for 1
ONLY_TREE = 0x400  # ast.PyCF_ONLY_AST; importing ast takes longer than compiling a program


class TooComplex(Exception):
    """The Python source generated for a program of BASIC is nested too deeply for Python."""


def function(lines: Sequence[Line], file: str, variables: dict[str, Any]) -> Callable[..., Any]:
    """Compile the source of a Python function and return the function; variables: its globals."""
    exec(code_of(lines, file), variables)
    made: Callable[..., Any] = variables.pop(NAME)
    return made


def code_of(lines: Sequence[Line], file: str) -> CodeType:
    """Compile source lines to code with the lines and columns of BASIC. Raises TooComplex."""
    source = "\n".join("    " * depth + text for depth, text, _, _ in lines)
    places = [(0, 0), *((line or LINE_0, column) for _, _, line, column in lines)]
    try:
        tree = compile(source, file, "exec", ONLY_TREE)
        for statement in tree.body:
            _renumber(statement, places)
        return compile(tree, file, "exec")
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise TooComplex(str(error)) from error


def _renumber(node: Any, places: list[tuple[int, int]]) -> None:
    """Set the lines and columns of a Python syntax tree to those of BASIC."""
    line = getattr(node, "lineno", None)
    if line is not None:
        node.lineno, node.col_offset = node.end_lineno, node.end_col_offset = places[line]
    for field in node._fields:
        value = getattr(node, field)
        if value.__class__ is list:
            for item in value:
                if hasattr(item, "_fields"):
                    _renumber(item, places)
        elif hasattr(value, "_fields"):
            _renumber(value, places)


class Regions(dict[int, "Callable[[], int]"]):
    """The regions of a program by start address, each compiled when it is first needed."""

    def __init__(self, program: Program, file: str, variables: dict[str, Any]) -> None:
        super().__init__()
        self.program, self.file, self.variables = program, file, variables
        self.tracing = False

    def __missing__(self, address: int) -> Callable[[], int]:
        compiler = RegionCompiler(self.program, address, self.tracing)
        try:
            region = function(compiler.compile(), self.file, self.variables)
        except (TooComplex, RecursionError):
            line = self.program.line_of(address)
            region = function(
                [(0, f"def {NAME}():", line, 0), (1, "fail('No room')", line, 0)], self.file, self.variables
            )
        self[address] = region
        return region
