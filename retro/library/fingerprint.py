"""Fingerprints of programs, which tell their versions apart: a hash of a program's files."""

import os
from collections.abc import Iterator
from functools import lru_cache

from retro.basic.media import is_copy, is_image
from retro.library import catalogue

CACHED_FILES = 64  # files whose imports are known
BLOCK_FIELDS = "body", "orelse", "finalbody", "handlers", "cases"  # of statements


def fingerprint(path: str) -> str:
    """Return the SHA-256, in hexadecimal, of a program's file and of the modules that it imports from its folder.

    Imported modules of the programs that come with the machine are included. Line ends are normalised.
    """
    from hashlib import sha256

    home = os.path.dirname(os.path.abspath(path))
    by_name = {_name(path, home): source for path, source in sources(path).items()}
    digest = sha256()
    for name, source in sorted(by_name.items()):
        digest.update(b"%s %d\n%s" % (name.encode("utf-8", "surrogateescape"), len(source), source))
    return digest.hexdigest()


def sources(path: str) -> dict[str, bytes]:
    """Return the contents of a program's file, its edition, and what they import from its folder, by path.

    For a folder of images these are the images, without the copies in which programs have saved.
    """
    contents: dict[str, bytes] = {}
    path = os.path.abspath(path)
    if os.path.isdir(path):
        files = [os.path.join(path, name) for name in os.listdir(path) if is_image(name)]
        files = [file for file in files if not is_copy(file)]
    else:
        files = [path, catalogue.edition_of(path)]
    for file in filter(None, files):
        _collect(file, os.path.dirname(file), contents)
    return contents


def _name(path: str, home: str) -> str:
    """Return the path of a file relative to its folder: that of the machine's programs, or `home`."""
    return os.path.relpath(path, catalogue.folder() if catalogue.is_own(path) else home).replace(os.sep, "/")


def _collect(path: str, home: str, sources: dict[str, bytes]) -> None:
    """Add a file and the files that it imports to the sources. home: the program's folder."""
    if path in sources or not (catalogue.is_own(path) or path.startswith(os.path.join(home, ""))):
        return
    with open(path, "rb") as stream:
        source = sources[path] = stream.read().replace(b"\r\n", b"\n")
    if not path.endswith(".py"):
        return
    for module in _imported(source, os.path.dirname(path), home):
        for other in (f"{module}.py", f"{module}/__init__.py", f"{os.path.dirname(module)}.py"):
            if os.path.isfile(other):
                _collect(other, home, sources)


def _imported(source: bytes, here: str, home: str) -> Iterator[str]:
    """Yield the possible paths of imported modules, without endings. here: the folder of the importing file."""
    for level, module, names in _imports(source):
        if not names:
            yield _path_of(module, home)
        else:
            base = (
                os.path.join(here, *[os.pardir] * (level - 1), *module.split(".")) if level else _path_of(module, home)
            )
            yield from (os.path.normpath(os.path.join(base, name)) for name in names)


@lru_cache(CACHED_FILES)
def _imports(source: bytes) -> list[tuple[int, str, list[str]]]:
    """Return what a file imports: the leading dots, the module, and the names from it (none for the module itself)."""
    import ast

    imports: list[tuple[int, str, list[str]]] = []
    try:
        nodes: list[ast.AST] = [*ast.parse(source).body]
    except (SyntaxError, ValueError):
        return []  # it will be refused when it is loaded
    for node in nodes:
        if isinstance(node, ast.Import):
            imports += [(0, alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.level, node.module or "", [alias.name for alias in node.names]))
        # Statements inside it; expressions, which are most of a file, import nothing.
        nodes += [inner for block in BLOCK_FIELDS for inner in getattr(node, block, ())]
    return imports


def _path_of(module: str, home: str) -> str:
    """Return the possible path of a module with an absolute name: among the machine's programs, or beside this one."""
    if f"{module}.".startswith(f"{catalogue.PACKAGE}."):
        return os.path.join(catalogue.folder(), *module.split(".")[2:])
    return os.devnull if module.partition(".")[0] == "retro" else os.path.join(home, *module.split("."))
