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
    name = os.path.basename(path)
    if name in sources:
        return
    with open(path, "rb") as stream:
        source = sources[name] = stream.read().replace(b"\r\n", b"\n")
    for used in _imported(_parsed(source)):
        other = os.path.join(folder(), f"{used}.py")
        if os.path.isfile(other):
            _collect(other, sources)


def _parsed(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])  # it will be refused when it is loaded


def _imported(tree: ast.Module) -> Iterator[str]:
    """The names of the programs that are imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = f"{PACKAGE}.{node.module or ''}".rstrip(".") if node.level else node.module
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[2] for name in names if name.startswith(f"{PACKAGE}."))
