"""Variants of a program with some of its procedures replaced. The program itself is not changed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any, TypeVar

    Program = TypeVar("Program", bound=Callable[..., object])
else:
    FunctionType = type(lambda: None)

COPIED_ATTRIBUTES = ("__kwdefaults__", "__annotations__", "__doc__", "__module__", "__qualname__")


def edition(program: Program, /, **replacements: object) -> Program:
    """Make a variant of a program in which some of its functions are replaced. An extension.

    All plain functions of the module are copied with one new set of globals, so that they call each other's copies and
    the replacements. A replacement from another module keeps its own globals, unless that module has imported functions
    of the program by name: then it gets a copy of them, in which these are the variant's. A function imported under
    another name, `from .program import PROCTITLE as OLD_TITLE`, is the one that was replaced. Functions are also found
    in module-level tuples, lists and dicts, but not in classes, closures and default arguments.

    Args:
        program: a function of the program's module, usually main; its copy is returned.
        replacements: names of the module's globals and their values in the variant.

    Raises:
        ValueError: the module has no such name.

    Example: no BASIC → variant = edition(main, PROCTITLE=lambda m: m.print("ANOTHER TITLE"))
    """
    if not isinstance(program, FunctionType):
        raise TypeError(f"{program!r} given, a function of a program expected")
    old = program.__globals__
    for name in replacements:
        if name not in old:
            raise ValueError(f"{program.__module__} has no {name} to replace")
    variant: Program = _Edition(old, replacements).copied(program)
    return variant


class _Edition:
    """Copies functions into a namespace that contains the replacements; each function is copied once."""

    def __init__(self, old: dict[str, Any], replacements: dict[str, object]) -> None:
        self.old = old
        self.new: dict[str, Any] = {}
        self.known: dict[FunctionType, Any] = {}
        self.others: list[tuple[dict[str, Any], dict[str, Any]]] = []  # the globals of other modules, and copies
        replaced = {name: self.copied(value) for name, value in replacements.items()}
        self.known.update((old[name], value) for name, value in replaced.items() if isinstance(old[name], FunctionType))
        self.new.update((name, self.copied(value)) for name, value in old.items())
        self.new.update(replaced)
        for _, copy in self.others:  # the loop adds to it
            for name, value in copy.items():
                renamed = isinstance(value, FunctionType) and value.__globals__ is old and name != value.__name__
                copy[name] = self._copy(value) if renamed else self.copied(value)

    def copied(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            if value not in self.known:
                self.known[value] = self._copy(value)
            return self.known[value]
        if type(value) in (tuple, list):
            return self._table(value, map(self.copied, value))
        if type(value) is dict:
            return self._table(value, ((key, self.copied(entry)) for key, entry in value.items()))
        return value

    def _table(self, table: Any, entries: Any) -> Any:
        copy = type(table)(entries)
        return table if copy == table else copy

    def _globals_for(self, function: FunctionType) -> dict[str, Any]:
        """Return the globals for the copy of a function in an edition, which replaces some functions."""
        namespace = function.__globals__
        if namespace is self.old:
            return self.new
        if any(isinstance(value, FunctionType) and value.__globals__ is self.old for value in namespace.values()):
            known = next((copy for globals_, copy in self.others if globals_ is namespace), None)
            if known is None:
                self.others.append((namespace, known := dict(namespace)))
            return known
        return namespace

    def _copy(self, function: FunctionType) -> FunctionType:
        home = self._globals_for(function)
        if home is function.__globals__:
            return function
        parts = function.__name__, function.__defaults__, function.__closure__
        copy = FunctionType(function.__code__, home, *parts)
        for name in COPIED_ATTRIBUTES:
            setattr(copy, name, getattr(function, name))
        copy.__dict__.update(function.__dict__)
        return copy
