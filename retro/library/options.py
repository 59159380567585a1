"""The options of programs: how they are declared, parsed and checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from retro.library.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AUTHENTIC = "authentic"  # a speed that makes another game of a program
PLAIN = "plain"  # an option of this name is set where a program is shown as plain text
DAY = "day"  # an option of this name gets the date of a new game, as 20261122, unless it is given
LARGEST_SEED = 0x7FFFFFFF
NO = ("no", "0", "false")  # a flag's value as text, where it is off
INTEGERS = range(-(2**31), 2**31)  # what a program's whole number may be, unless it declares a range
LONGEST_TEXT = 2000  # characters
KINDS: dict[type, str] = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


class Option:
    """An option of a program.

    Attributes:
        name, flag, help: The names of the parameter and on the command line, and what it does.
        kind, default: bool, int, float or str; its value where it is not given, which need not be allowed.
        allowed: The values it may have; None for any of its kind.

    A check raises ValueError, with what it expects, for a value that the program cannot use.
    """

    def __init__(
        self,
        name: str,
        kind: Any,
        default: object,
        help: str = "",  # noqa: A002
        *,
        allowed: Any = None,
        checks: Iterable[Callable[[Any], object]] = (),
    ) -> None:
        self.name, self.flag, self.default = name, "--" + name.replace("_", "-"), default
        self.kind, self.help, self.allowed, self._checks = kind, help, allowed, list(checks)

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if isinstance(self.allowed, tuple):
            return f"one of {', '.join(str(value) for value in self.allowed if value != '')}"
        if self.allowed is not None:
            return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"
        return KINDS[self.kind]

    @property
    def usage(self) -> str:
        """The help text with the values allowed and the default."""
        if self.kind is bool:
            return self.help
        notes = [self.expected.removeprefix("a whole number ")] if self.allowed is not None else []
        notes += [f"default {self.default}"] if self.default not in ("", None) else []
        return f"{self.help} ({'; '.join(notes)})" if notes else self.help

    def parse(self, text: str, label: str = "") -> object:
        """Return the value that a text stands for. label: what stands before it in an error. Raises OptionError."""
        try:
            value = text not in NO if self.kind is bool else self.kind(text)
        except ValueError:
            raise self._refusal(text, label) from None
        self.check(value, label)
        return value

    def check(self, value: Any, label: str = "") -> None:
        """Raise OptionError for a value that the option cannot have; its default is always one that it can."""
        if type(value) is type(self.default) and value == self.default:
            return
        if type(value) is not self.kind or not self._is_allowed(value):
            raise self._refusal(value, label)
        for check in self._checks:
            try:
                check(value)
            except ValueError as error:
                raise self._refusal(value, label, str(error)) from error

    def _is_allowed(self, value: Any) -> bool:
        if self.allowed is not None:
            return value in self.allowed
        if self.kind is str:
            return len(value) <= LONGEST_TEXT and "\0" not in value
        return value in INTEGERS if self.kind is int else math.isfinite(value)

    def _refusal(self, value: object, label: str, expected: str = "") -> OptionError:
        text = str(value)
        text = text if len(text) <= 40 else f"{text[:37]}..."
        return OptionError(f"{label or self.flag + ' '}{text}: expected {expected or self.expected}")


def options_of(main: Callable[..., object], path: str) -> list[Option]:
    """Return the options of a program in Python: the keyword-only parameters of its main.

    The annotation of a parameter declares it: `Annotated[int, "what it does", range(1, 6)]`. Besides the help text it
    may hold the values allowed, as a range, a tuple or a `Literal`, and functions for the checks.

    path: The program's file, for messages. Raises OptionError if an option is not declared as it must be.
    """
    code = getattr(main, "__code__", None)
    if code and not code.co_kwonlyargcount and not hasattr(main, "__wrapped__"):
        return []  # inspect and typing take as long to import as BASIC does
    import inspect
    import typing

    try:
        hints = typing.get_type_hints(main, include_extras=True)
        parameters = inspect.signature(main).parameters.values()
    except Exception as error:
        raise OptionError(f"{path}: the annotations of main cannot be evaluated: {error}") from error
    return [
        _declared(parameter.name, hints.get(parameter.name, type(parameter.default)), parameter.default, path)
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY
    ]


def _declared(name: str, hint: Any, default: object, path: str) -> Option:
    """Return the option of a parameter. Raises OptionError."""
    import inspect
    import types
    import typing

    metadata = getattr(hint, "__metadata__", ())
    kind: Any = hint.__origin__ if metadata else hint
    allowed: Any = None
    if typing.get_origin(kind) is typing.Literal:
        allowed = typing.get_args(kind)
        kind = type(allowed[0])
    elif typing.get_origin(kind) in (typing.Union, types.UnionType):  # int | None
        kind = next((part for part in typing.get_args(kind) if part in KINDS), kind)
    if kind not in KINDS:
        kinds = ", ".join(one.__name__ for one in KINDS)
        raise OptionError(f"{path}: the option {name} of main has a type that no option can have: expected {kinds}")
    if default is inspect.Parameter.empty:
        raise OptionError(f"{path}: the option {name} of main has no default value: expected one")
    text = next((item for item in metadata if isinstance(item, str)), "")
    allowed = next((item for item in metadata if isinstance(item, range | tuple)), allowed)
    return Option(name, kind, default, text, allowed=allowed, checks=filter(callable, metadata))


def defaults(options: Iterable[Option]) -> dict[str, object]:
    """Return the default values of a program's options."""
    return {option.name: option.default for option in options}
