"""The options of programs: how they are declared, parsed and checked."""

import math
import time
from collections.abc import Callable, Iterable, Mapping

from retro.library.errors import OptionError

AUTHENTIC = "authentic"  # a speed that makes another game of a program
PLAIN = "plain"  # an option of this name is set where a program is shown as plain text
DAY_OPTION = "day"  # an option of this name gets the date of a new game, as 20261122, unless it is given
LARGEST_SEED = 0x7FFFFFFF
NO_TEXTS = ("no", "0", "false")  # a flag's value as text, where it is off
INTEGERS = range(-(2**31), 2**31)  # what a program's whole number may be, unless it declares a range
LONGEST_TEXT = 2000  # characters
MOST_CHOICES = 20
REQUIRED = object()
TEXT_METAVAR = "TEXT"  # the placeholder of a value in the help
PROGRAM_GROUP = "of this program"  # the group of its options
Allowed = range | tuple[object, ...] | None
KINDS: dict[type, str] = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


def today() -> int:
    """Return the date as the option `day` has it, as 20261122."""
    return int(time.strftime("%Y%m%d"))


class Option:
    """An option of a program or a command, or an argument of a command.

    Attributes:
        name, flag, help: The name as a parameter and on the command line, and a description. An argument has no flag.
        kind: The type of the value: bool, int, float or str.
        default: The value if the option is not given; it need not be allowed. REQUIRED: the argument must be given.
        allowed: The allowed values; None for any of the kind.
        metavar: The placeholder for the value in the help.
        group: The heading in the help.
        empty: The text of the value if the option is given without one; None: it needs one.
        repeats: Whether it may be given several times; then the value is a list.
        negates: Whether there is a flag --no-NAME.
        aliases: Other texts for values.

    A check is a function that raises ValueError with what is expected instead, for a value that cannot be used.
    """

    def __init__(
        self,
        name: str,
        kind: type,
        default: object = None,
        help: str = "",  # noqa: A002
        *,
        allowed: Allowed = None,
        checks: Iterable[Callable[..., object]] = (),
        flag: str | None = None,
        metavar: str = "",
        group: str = "",
        empty: str | None = None,
        repeats: bool = False,
        negates: bool = False,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.flag = name, "--" + name.replace("_", "-") if flag is None else flag
        self.kind, self.help, self.allowed, self._checks = kind, help, allowed, list(checks)
        self.default, self.empty, self.repeats, self.negates = default, empty, repeats, negates
        self.aliases = aliases or {}
        self.metavar, self.group = metavar or (TEXT_METAVAR if kind is str else "N"), group

    @property
    def flags(self) -> list[str]:
        """The option's flags on the command line, such as --plain and --no-plain."""
        return [self.flag, f"--no-{self.flag[2:]}"] if self.negates else [self.flag]

    @property
    def choices(self) -> list[str]:
        """The option's values to offer for completion; none if there are more than MOST_CHOICES."""
        allowed = self.allowed or ()
        return [str(value) for value in allowed] if len(allowed) <= MOST_CHOICES else []

    @property
    def value_shown(self) -> str:
        """The placeholder of the option's value in the help, or the allowed values."""
        listed = isinstance(self.allowed, tuple) and self.group != PROGRAM_GROUP
        return "|".join(self.choices) if listed else self.metavar

    @property
    def shown(self) -> str:
        """The option's line in the help, or an argument's name there."""
        value = "" if self.kind is bool else f" {self.value_shown}" if self.empty is None else f" [{self.value_shown}]"
        return ", ".join(self.flags) + value if self.flag else self.metavar

    @property
    def expected(self) -> str:
        """The option's allowed values, in words."""
        if isinstance(self.allowed, tuple):
            return f"one of {', '.join(str(value) for value in self.allowed if value != '')}"
        if self.allowed is not None:
            return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"
        return KINDS[self.kind] if self.kind is not str or self.metavar == TEXT_METAVAR else self.metavar

    @property
    def usage(self) -> str:
        """The option's help text; for an option of a program with the allowed values and the default."""
        if self.kind is bool or self.group != PROGRAM_GROUP:
            return self.help
        notes = [self.expected.removeprefix("a whole number ")] if self.allowed is not None else []
        notes += [f"default {self.default}"] if self.default not in ("", None) else []
        return f"{self.help} ({'; '.join(notes)})" if notes else self.help

    def parse(self, text: str, label: str = "") -> object:
        """Parse a text as the option's value. label: the text's name in an error. Raises OptionError."""
        try:
            value = text not in NO_TEXTS if self.kind is bool else self.kind(self.aliases.get(text, text))
        except ValueError:
            raise self._refusal(text, label) from None
        self.check(value, label)
        return value

    def takes(self, word: str) -> bool:
        """Return whether the next word of a command line is the option's value."""
        try:
            return not word.startswith("--") and (self.empty is None or self.parse(word) is not None)
        except OptionError:
            return False

    def check(self, value: object, label: str = "") -> None:
        """Raise OptionError for a value that is not allowed; the default always is."""
        if type(value) is type(self.default) and value == self.default:
            return
        if type(value) is not self.kind or not self._is_allowed(value):
            raise self._refusal(value, label)
        for check in self._checks:
            try:
                check(value)
            except ValueError as error:
                raise self._refusal(value, label, str(error)) from error

    def _is_allowed(self, value: object) -> bool:
        if self.allowed is not None:
            return value in self.allowed
        return value in INTEGERS if isinstance(value, int) else not isinstance(value, float) or math.isfinite(value)

    def _refusal(self, value: object, label: str, expected: str = "") -> OptionError:
        text = str(value)
        text = text if len(text) <= 40 else f"{text[:37]}..."
        return OptionError(f"{label or (self.flag or self.metavar) + ' '}{text}: expected {expected or self.expected}")


def argument(name: str, help: str, metavar: str, default: object = REQUIRED) -> Option:  # noqa: A002
    """Return an argument for a command: an option without a flag."""
    return Option(name, str, default, help, flag="", metavar=metavar)


def options_of(main: Callable[..., object], path: str) -> list[Option]:
    """Return the options of a program in Python: the keyword-only parameters of its main.

    The annotation of a parameter declares the option: `Annotated[int, "what it does", range(1, 6)]`. Besides the help
    text it may have the allowed values, as a range, a tuple or a `Literal`, and functions for the checks.

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


def _declared(name: str, hint: object, default: object, path: str) -> Option:
    """Return the option that a parameter of a program's main declares. Raises OptionError."""
    import inspect
    import types
    import typing

    # Python 3.10 makes a default of None part of the type: Optional[Annotated[…]].
    hint = next((part for part in typing.get_args(hint) if typing.get_origin(part) is typing.Annotated), hint)
    is_annotated = typing.get_origin(hint) is typing.Annotated
    kind, *metadata = typing.get_args(hint) if is_annotated else (hint,)
    allowed: Allowed = None
    if typing.get_origin(kind) is typing.Literal:
        allowed = typing.get_args(kind)
        kind = type(allowed[0])
    elif typing.get_origin(kind) in (typing.Union, types.UnionType):  # int | None
        kind = next((part for part in typing.get_args(kind) if part in KINDS), kind)
    if kind not in KINDS:
        kinds = ", ".join(kind.__name__ for kind in KINDS)
        raise OptionError(f"{path}: the option {name} of main has a type that no option can have: expected {kinds}")
    if default is inspect.Parameter.empty:
        raise OptionError(f"{path}: the option {name} of main has no default value: expected one")

    def check_length(value: object) -> None:
        if isinstance(value, str) and (len(value) > LONGEST_TEXT or "\0" in value):
            raise ValueError(KINDS[str])

    text = next((item for item in metadata if isinstance(item, str)), "")
    allowed = next((item for item in metadata if isinstance(item, range | tuple)), allowed)
    return Option(
        name,
        kind,
        default,
        text,
        allowed=allowed,
        checks=[check_length, *filter(callable, metadata)],
        group=PROGRAM_GROUP,
        negates=kind is bool,
    )


def defaults(options: Iterable[Option]) -> dict[str, object]:
    """Return the default values of a program's options."""
    return {option.name: option.default for option in options}
