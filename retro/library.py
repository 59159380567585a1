"""Finds and loads programs: those that come with the machine, and any file given by its path.

The programs are the modules of the package `retro.programs`, wherever they lie: inside the installed
package, or in `programs/` beside it in a checkout.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from retro.frontend import Program

PACKAGE = "retro.programs"
ORDER = "order.txt"


class LibraryError(Exception):
    """A program that cannot be found or loaded, said in one sentence."""


class Entry:
    """A program that can be played. name: for the command line; title: one line; about: what it is; path: its file."""

    __slots__ = ("about", "name", "path", "title")

    def __init__(self, name: str, title: str, about: str, path: str) -> None:
        self.name, self.title, self.about, self.path = name, title, about, path

    def load(self) -> Program:
        """The program itself, with its options as they are by themselves."""
        return main_of(load(self.name), {})


def folder() -> str:
    """The folder of the programs that come with the machine."""
    package = os.path.dirname(os.path.abspath(__file__))
    places = [os.path.join(package, "programs"), os.path.join(os.path.dirname(package), "programs")]
    for place in places:
        if os.path.isdir(place):
            return place
    raise LibraryError(f"The folder of the programs is missing: expected {places[0]} or {places[1]}")


def entries() -> list[Entry]:
    """All programs that come with the machine: in the order of the file ORDER, any others after them by name."""
    found = (_entry(os.path.join(folder(), name)) for name in sorted(os.listdir(folder())) if name.endswith(".py"))
    with open(os.path.join(folder(), ORDER), encoding="utf-8") as stream:
        places = {name: place for place, name in enumerate(stream.read().split())}
    programs = [entry for entry in found if entry is not None]
    return sorted(programs, key=lambda entry: places.get(entry.name, len(places)))


def _entry(path: str) -> Entry | None:
    """What a file says of itself, without running it; None if it has no main."""
    with open(path, encoding="utf-8") as stream:
        tree = ast.parse(stream.read(), path)
    if not any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body):
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    title, _, about = (ast.get_docstring(tree) or name).partition("\n")
    return Entry(name, title.strip().rstrip("."), about.strip().split("\n\n")[0].replace("\n", " "), path)


def load(name: str) -> ModuleType:
    """The module of a program, by its name or by the path of a file ending in .py. Raises LibraryError."""
    module = _load_file(name) if name.endswith(".py") else _load_own(name)
    if not callable(getattr(module, "main", None)):
        raise LibraryError(f"{name} is no program: it has no function main(m)")
    return module


def _load_own(name: str) -> ModuleType:
    names = [entry.name for entry in entries()]
    if name not in names:
        raise LibraryError(
            f"There is no program called {name!r}: expected {', '.join(names)}, or a file of your own ending in .py"
        )
    return importlib.import_module(f"{PACKAGE}.{name}")


def _load_file(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise LibraryError(f"There is no file {path}")
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LibraryError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise LibraryError(f"{path}, line {error.lineno}: {error.msg}") from error
    return module


def main_of(module: ModuleType, options: dict[str, object]) -> Program:
    """A program with its options filled in."""

    def program(m: object) -> object:
        return module.main(m, **options)

    return program


def options_of(module: ModuleType) -> Iterator[tuple[str, type, object, str]]:
    """The options of a program, which are the keyword-only parameters of its main: name, type, default, help."""
    import inspect
    import typing

    hints = typing.get_type_hints(module.main, include_extras=True)
    for name, parameter in inspect.signature(module.main).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            hint = hints.get(name, str)
            notes = getattr(hint, "__metadata__", ("",))
            kind = hint.__origin__ if hasattr(hint, "__metadata__") else hint
            yield name, kind, parameter.default, str(notes[0])
