"""The options of programs and of the front ends: how they are declared, parsed and checked."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType

from retro.frontends import RENDERINGS
from retro.frontends.key_help import TERMINAL_KEYS, WINDOW_KEYS
from retro.launcher.errors import OptionError
from retro.launcher.front_ends import FRONTS
from retro.launcher.library import heading
from retro.machine.speed import SPEEDS
from retro.overlay.choices import CHOICES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any

ABOUT = """\
A tiny virtual 8-bit machine in the manner of the Acorn Electron, and old programs
on it, ported procedure by procedure. Without a command the machine shows its menu.
"""
WHERE = "where to show the program: auto is a window, or else the terminal; plain is text on standard output"
SCALES = range(1, 17)
LARGEST_SEED = 0x7FFFFFFF
AUTHENTIC = "authentic"
PLAIN = "plain"
DAY = "day"  # an option of this name gets the date of a new game, as 20261122, unless it is given
NO = ("no", "0", "false")  # a flag's value as text, where it is off
# argparse tries each option that is added with a formatter; one that has a width does not import shutil to ask for it.
UNUSED_FORMATTER = partial(argparse.HelpFormatter, width=80)
PREFIX = "option_"  # of the attributes that hold the options of programs in a parsed command line
INTEGERS = range(-(2**31), 2**31)  # what a program's whole number may be, unless it declares a range
LONGEST_TEXT = 2000  # characters
KINDS: dict[type, str] = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


class Option:
    """An option of a program: a keyword-only parameter of its main.

    The annotation of the parameter declares it: `Annotated[int, "what it does", range(1, 6)]`. Besides the help text
    it may hold the values allowed, as a range, a tuple or a `Literal`, and a function that raises ValueError, with
    what it expects, for a value that the program cannot use.

    Attributes:
        name, flag, help: The names of the parameter and on the command line, and what it does.
        kind, default: bool, int, float or str; its value where it is not given, which need not be allowed.
        allowed: The values it may have; None for any of its kind.
    """

    def __init__(self, name: str, hint: Any, default: object) -> None:
        self.name, self.flag, self.default = name, "--" + name.replace("_", "-"), default
        metadata = getattr(hint, "__metadata__", ())
        self.kind, self.allowed = _kind_of(hint.__origin__ if metadata else hint)
        self.help = next((item for item in metadata if isinstance(item, str)), "")
        self.allowed = next((item for item in metadata if isinstance(item, range | tuple)), self.allowed)
        self._checks: list[Callable[[Any], object]] = [item for item in metadata if callable(item)]

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


def _kind_of(hint: Any) -> tuple[Any, Any]:
    """Return the type of an option, and the values of a Literal."""
    import types
    import typing

    if typing.get_origin(hint) is typing.Literal:
        values = typing.get_args(hint)
        return type(values[0]), values
    if typing.get_origin(hint) in (typing.Union, types.UnionType):  # int | None
        hint = next((part for part in typing.get_args(hint) if part in KINDS), hint)
    return hint, None


def options_of(module: ModuleType) -> list[Option]:
    """Return the options of a program. Raises OptionError if they are not declared as they must be."""
    code = getattr(module.main, "__code__", None)
    if code and not code.co_kwonlyargcount and not hasattr(module.main, "__wrapped__"):
        return []  # inspect and typing take as long to import as BASIC does
    import inspect
    import typing

    try:
        hints = typing.get_type_hints(module.main, include_extras=True)
        parameters = inspect.signature(module.main).parameters.values()
    except Exception as error:
        raise OptionError(f"{module.__file__}: the annotations of main cannot be evaluated: {error}") from error
    return [
        _declared(module, parameter, hints.get(parameter.name, type(parameter.default)))
        for parameter in parameters
        if parameter.kind is parameter.KEYWORD_ONLY
    ]


def _declared(module: ModuleType, parameter: inspect.Parameter, hint: object) -> Option:
    option = Option(parameter.name, hint, parameter.default)
    if option.kind not in KINDS:
        kinds = ", ".join(kind.__name__ for kind in KINDS)
        raise OptionError(
            f"{module.__file__}: the option {option.name} of main has a type that no option can have: expected {kinds}"
        )
    if option.default is parameter.empty:
        raise OptionError(f"{module.__file__}: the option {option.name} of main has no default value: expected one")
    return option


# the command line


def play_parser(module: ModuleType | None, common: argparse.ArgumentParser | None = None) -> argparse.ArgumentParser:
    """Return the parser of `retro play`; module None: of the menu. common: `common_options()`. Raises OptionError."""
    keys = "\n".join(f"  {key:<22}{effect}" for key, effect in WINDOW_KEYS)
    parser = argparse.ArgumentParser(
        prog="retro play",
        parents=[common or common_options()],
        description="\n\n".join(heading(module)) if module else ABOUT,
        epilog=f"keys of the window:\n{keys}\n\n{TERMINAL_KEYS}",
        formatter_class=UNUSED_FORMATTER,
    )
    add_program_options(parser, module)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    return parser


def common_options(
    prog: str = "retro play", fronts: Iterable[str] = FRONTS, where: str = WHERE
) -> argparse.ArgumentParser:
    """Return a parser of the options that are the same for every program.

    prog: the command, for messages; fronts, where: of the help of --front.
    """
    parser = argparse.ArgumentParser(prog=prog, add_help=False, formatter_class=UNUSED_FORMATTER)
    add = parser.add_argument
    file = "a program of `retro list`, or your own: a file (.py, .bas, disc or tape image), or a folder with DIR.py"
    speed = "normal: waits take time; authentic: as slow as the Electron; fast: waits are 8 times as short"
    newest = "resume the newest unfinished game of the program, or the Nth newest of `retro list`"
    add("name", nargs="?", metavar="NAME|FILE.py|DIR", help=file)
    add("--front", choices=FRONTS, default="auto", metavar="{" + ",".join(fronts) + "}", help=where)
    add("--seed", type=int, metavar="N", help="start the random numbers as RND(-N) does, for the same game again")
    add("--speed", choices=SPEEDS, help=speed)
    add("--record", metavar="FILE", help="record the game to a new file, for `retro replay` or a bug report")
    add("--resume", type=int, metavar="[N]", help=newest)
    add_front_options(parser)
    return parser


def add_front_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the front ends."""
    parser.set_defaults(side_screen=None)  # a panel for them to show beside the machine's screen
    amplitude = "electron: the amplitude of an envelope is on or off; bbc: it has all its levels"
    parser.add_argument("--mute", action="store_true", help="no sound")
    parser.add_argument("--envelopes", choices=("electron", "bbc"), default="electron", help=amplitude)
    add = parser.add_argument_group("in a window").add_argument
    add("--scale", type=int, metavar="N", help="draw each pixel N screen pixels wide and high (1 to 16)")
    add("--fullscreen", action="store_true", help="start in full screen")
    tube = (
        "sharp pixels, or as on a picture tube with its lines; these and the next two hold for this run, F1 keeps them"
    )
    add("--pixels", choices=CHOICES["pixels"], help=tube)
    add("--shape", choices=CHOICES["shape"], help="square pixels, or the shape 4:3 of a picture tube")
    colours = "the machine's colours; distinct: for people who are colour-blind; green, amber: a monochrome monitor"
    parser.add_argument("--colours", choices=CHOICES["colours"], help=colours)
    rendering = (
        "text: letters and block characters, in 80×25; double: the same in lines of double size, in 160×50; chars: "
        "text with a blank after each letter, so that all stands in its columns; quadrant, sextant, octant: pixels as "
        "block characters, in 160×60, 160×40 and 160×30 or more; kitty, sixel: pixels; auto: the best that the "
        "terminal supports and has room for"
    )
    add = parser.add_argument_group("in a terminal").add_argument
    add("--render", choices=RENDERINGS, default="auto", help=rendering)
    keys = (
        "type these keys, each when the program asks for one; <RETURN>, <LEFT> … are keys by their names; "
        "in study also in a window or a terminal, and without any waits"
    )
    screen = "write the last screen to a file, as text or as a picture (.png); - writes text to standard output"
    stream = "write the VDU bytes that were sent to the screen to a file; - writes them to standard output"
    add = parser.add_argument_group("headless").add_argument
    add("--keys", metavar="FILE|TEXT", help=keys)
    add("--screen", metavar="FILE", help=screen)
    add("--stream", metavar="FILE", help=stream)
    add("--wav", metavar="FILE", help="write the sound to a WAV file")


def add_program_options(parser: argparse.ArgumentParser, module: ModuleType | None) -> None:
    """Add the options of a program. Raises OptionError if one has the name of an option of the command."""
    group = parser.add_argument_group("of this program")
    for option in options_of(module) if module else ():
        settings: dict[str, Any] = {"metavar": "TEXT" if option.kind is str else "N"}
        if option.kind is bool:
            settings = {"action": argparse.BooleanOptionalAction}
        try:
            group.add_argument(option.flag, dest=PREFIX + option.name, help=option.usage.replace("%", "%%"), **settings)
        except argparse.ArgumentError:
            where = module.__file__ if module else ""
            raise OptionError(
                f"{where}: the option {option.name} of main clashes with {option.flag} of {parser.prog}: "
                "expected another name"
            ) from None


def given_options(args: argparse.Namespace, module: ModuleType) -> dict[str, object]:
    """Return the values of a program's options that the command line gives. Raises OptionError."""
    values = {option: getattr(args, PREFIX + option.name) for option in options_of(module)}
    return {
        option.name: option.parse(value) if isinstance(value, str) else value
        for option, value in values.items()
        if value is not None
    }


def defaults(options: Iterable[Option]) -> dict[str, object]:
    """Return the default values of a program's options."""
    return {option.name: option.default for option in options}


def check_front_options(args: argparse.Namespace) -> None:
    """Raise OptionError for options that the front end cannot obey."""
    check_scale(args.scale)
    scripted = args.keys, args.screen, args.stream, args.wav
    if args.front != "headless" and any(option is not None for option in scripted):
        raise OptionError("--keys, --screen, --stream and --wav go with --front headless")
    if args.screen == args.stream == "-":
        raise OptionError("--screen - and --stream -: standard output takes one of them, expected a file for the other")
    of_window = args.scale, args.pixels, args.shape, args.fullscreen or None
    if args.front not in ("auto", "window") and any(option is not None for option in of_window):
        raise OptionError("--scale, --pixels, --shape and --fullscreen go with a window, --front window")
    if args.front not in ("auto", "terminal") and args.render != "auto":
        raise OptionError("--render goes with a terminal, --front terminal")
    if args.front == PLAIN and args.speed == AUTHENTIC:
        raise OptionError("--speed authentic is the speed of the screen, and does not go with --front plain")


def check_scale(scale: int | None) -> None:
    """Raise OptionError for a scale that is none of SCALES."""
    if scale is not None and scale not in SCALES:
        raise OptionError(f"--scale {scale}: expected a whole number from {SCALES[0]} to {SCALES[-1]}")


def check_seed(seed: int | None) -> None:
    """Raise OptionError for a seed that is no 32-bit number."""
    if seed is not None and abs(seed) > LARGEST_SEED:
        raise OptionError(f"--seed {seed}: expected a whole number of 32 bits")
