"""Variants of a program that replace some of its procedures, without a copy of it and without touching it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any, TypeVar

    Program = TypeVar("Program", bound=Callable[..., object])
else:
    FunctionType = type(lambda: None)

KEPT = ("__kwdefaults__", "__annotations__", "__doc__", "__module__", "__qualname__")


def edition(program: Program, /, **replacements: object) -> Program:
    """Make a variant of a program: the same functions, some of them replaced.

    program: any function of the program's module, usually main; its new version is returned.
    replacements: names of the module's globals, and what they are in the variant.

    All plain functions of the module are made again over one new set of globals, so that they call each other
    and the replacements; the module stays as it is. A replacement that is a function of the same module is
    made again too; one from elsewhere keeps the globals of its own module. Functions are also found in
    module-level tuples, lists and dicts, but not in classes, closures and default arguments.

    ValueError if the module has no such name to replace.
    """
    if not isinstance(program, FunctionType):
        raise TypeError(f"{program!r} given, a function of a program expected")
    old = program.__globals__
    for name in replacements:
        if name not in old:
            raise ValueError(f"{name} is to be replaced, but {program.__module__} has no {name}")
    variant: Program = _Edition(old, replacements).again(program)
    return variant


class _Edition:
    """The functions of one set of globals, each made again once."""

    def __init__(self, old: dict[str, Any], replacements: dict[str, object]) -> None:
        self.old = old
        self.new: dict[str, Any] = {}
        self.known: dict[FunctionType, Any] = {}
        replaced = {name: self.again(value) for name, value in replacements.items()}
        self.known.update((old[name], value) for name, value in replaced.items() if isinstance(old[name], FunctionType))
        self.new.update((name, self.again(value)) for name, value in old.items())
        self.new.update(replaced)

    def again(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            if value not in self.known:
                self.known[value] = self._copy(value) if value.__globals__ is self.old else value
            return self.known[value]
        if type(value) in (tuple, list):
            return self._table(value, map(self.again, value))
        if type(value) is dict:
            return self._table(value, ((key, self.again(entry)) for key, entry in value.items()))
        return value

    def _table(self, table: Any, entries: Any) -> Any:
        made = type(table)(entries)
        return table if made == table else made

    def _copy(self, function: FunctionType) -> FunctionType:
        parts = function.__name__, function.__defaults__, function.__closure__
        copy = FunctionType(function.__code__, self.new, *parts)
        for name in KEPT:
            setattr(copy, name, getattr(function, name))
        copy.__dict__.update(function.__dict__)
        return copy
