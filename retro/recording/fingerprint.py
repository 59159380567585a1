"""Which version of a program this is: a hash of its file and of the other programs that it uses."""

from __future__ import annotations

import ast
import os
from hashlib import sha256

from retro.library import PACKAGE, folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def fingerprint(path: str) -> str:
    """The SHA-256 of a program's file and of the programs that come with the machine which it imports, in hexadecimal.

    The ends of lines do not count: they are another system's, not another version's.
    """
    sources: dict[str, bytes] = {}
    _collect(path, sources)
    whole = sha256()
    for name, source in sorted(sources.items()):
        whole.update(b"%s %d\n%s" % (name.encode(), len(source), source))
    return whole.hexdigest()


def _collect(path: str, sources: dict[str, bytes]) -> None:
    name = _name(path)
    if name in sources:
        return
    with open(path, "rb") as stream:
        source = sources[name] = stream.read().replace(b"\r\n", b"\n")
    for place in _imported(_parsed(source), os.path.dirname(path)):
        for other in (f"{place}.py", f"{os.path.dirname(place)}.py"):  # a module, or what is in one
            if os.path.isfile(other) and _within(other):
                _collect(other, sources)


def _name(path: str) -> str:
    """A program's name, or within the folder of the programs its place."""
    return os.path.relpath(path, folder()).replace(os.sep, "/") if _within(path) else os.path.basename(path)


def _within(path: str) -> bool:
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(folder()), ""))


def _parsed(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])  # it will be refused when it is loaded


def _imported(tree: ast.Module, here: str) -> Iterator[str]:
    """Where what is imported would be, as paths without an ending. here: the folder of the importing file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (_place(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _place(node.module or "")
            if node.level:
                base = os.path.join(here, *[os.pardir] * (node.level - 1), *(node.module or "").split("."))
            yield from (os.path.normpath(os.path.join(base, alias.name)) for alias in node.names)


def _place(module: str) -> str:
    """Where a module of the programs' package is; what is none is nowhere."""
    inner = f"{module}.".removeprefix(f"{PACKAGE}.")
    return os.path.join(folder(), *inner.split(".")) if f"{module}.".startswith(f"{PACKAGE}.") else os.devnull
