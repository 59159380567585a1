"""Finds which lines of a file are one statement."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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
            lines = range(node.lineno, last_line(node) + 1)
            found.update(dict.fromkeys(lines, (node.lineno, len(lines))) if len(lines) > 1 else {})
    return found


def last_line(node: ast.stmt) -> int:
    """Return the last line of a statement, or of its head if it has a block."""
    starts = list(block_lines(node))
    return min(starts) - 1 if starts else node.end_lineno or node.lineno


def block_lines(node: ast.stmt) -> Iterator[int]:
    """Yield the first lines of the statements inside a statement."""
    for block in (getattr(node, name, None) for name in ("body", "cases")):
        for part in block or ():
            yield min([part.pattern.lineno] if isinstance(part, ast.match_case) else lines_of(part))


def lines_of(node: ast.stmt) -> list[int]:
    """Return the first line of a statement, and those of its decorators."""
    return [node.lineno, *(part.lineno for part in getattr(node, "decorator_list", []))]
