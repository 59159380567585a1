"""Finds which lines of a file are one statement."""

from __future__ import annotations

import ast


class Statements:
    """The statements of files, each parsed on first use."""

    def __init__(self) -> None:
        self._files: dict[str, dict[int, tuple[int, int]]] = {}

    def extent(self, path: str, line: int) -> tuple[int, int]:
        """Return the first line of the statement at a line, and the number of its lines without its block."""
        if path not in self._files:
            self._files[path] = read(path)
        return self._files[path].get(line, (line, 1))


def read(path: str) -> dict[int, tuple[int, int]]:
    """Return, for every line of a statement of several lines, its first line and their number."""
    try:
        with open(path, encoding="utf-8") as stream:
            tree = ast.parse(stream.read(), path)
    except (OSError, SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            inside = [*getattr(node, "body", ()), *getattr(node, "cases", ())]
            last = min(map(first_line, inside)) - 1 if inside else node.end_lineno or node.lineno
            lines = range(node.lineno, last + 1)
            found.update(dict.fromkeys(lines, (node.lineno, len(lines))) if len(lines) > 1 else {})
    return found


def first_line(node: ast.stmt | ast.match_case) -> int:
    """Return the first line of a statement with its decorators, or of a case."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
