"""The command line of programs and front ends: its options, parsed and checked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial

from retro.frontends import OLDER_RENDERINGS, RENDERINGS
from retro.frontends.key_help import TERMINAL_KEYS, WINDOW_KEYS
from retro.launcher.front_ends import FRONTS
from retro.library.errors import OptionError
from retro.library.options import AUTHENTIC, LARGEST_SEED, PLAIN
from retro.library.program import Program
from retro.machine.speed import SPEEDS
from retro.overlay.choices import CHOICES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ABOUT = """\
A tiny virtual 8-bit machine in the manner of the Acorn Electron, and old programs
on it, ported procedure by procedure. Without a command the machine shows its menu.
"""
WHERE = "where to show the program: auto is a window, or else the terminal; plain is text on standard output"
SCALES = range(1, 17)
# argparse tries each option that is added with a formatter; one that has a width does not import shutil to ask for it.
UNUSED_FORMATTER = partial(argparse.HelpFormatter, width=80)
PREFIX = "option_"  # of the attributes that hold the options of programs in a parsed command line


# the command line


def play_parser(program: Program | None, common: argparse.ArgumentParser | None = None) -> argparse.ArgumentParser:
    """Return the parser of `retro play`; program None: of the menu. common: `common_options()`. Raises OptionError."""
    keys = "\n".join(f"  {key:<22}{effect}" for key, effect in WINDOW_KEYS)
    parser = argparse.ArgumentParser(
        prog="retro play",
        parents=[common or common_options()],
        description=f"{program.title}\n\n{program.text}" if program else ABOUT,
        epilog=f"keys of the window:\n{keys}\n\n{TERMINAL_KEYS}",
        formatter_class=UNUSED_FORMATTER,
    )
    add_program_options(parser, program)
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
        "text: letters and block characters, in 80×25; chars: text with a blank after each letter, so that all stands "
        "in its columns; blocks: pixels as block characters, in 160×60 or, where there are sextants, 160×40; pixels: "
        "by kitty's protocol or as sixels; auto: the best that the terminal supports and has room for"
    )
    add = parser.add_argument_group("in a terminal").add_argument
    as_now = {name: name for name in RENDERINGS} | OLDER_RENDERINGS
    add("--render", type=lambda name: as_now.get(name, name), choices=RENDERINGS, default="auto", help=rendering)
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


def add_program_options(parser: argparse.ArgumentParser, program: Program | None) -> None:
    """Add the options of a program. Raises OptionError if one has the name of an option of the command."""
    group = parser.add_argument_group("of this program")
    for option in program.options if program else ():
        settings: dict[str, Any] = {"metavar": "TEXT" if option.kind is str else "N"}
        if option.kind is bool:
            settings = {"action": argparse.BooleanOptionalAction}
        try:
            group.add_argument(option.flag, dest=PREFIX + option.name, help=option.usage.replace("%", "%%"), **settings)
        except argparse.ArgumentError:
            where = program.path if program else ""
            raise OptionError(
                f"{where}: the option {option.name} of main clashes with {option.flag} of {parser.prog}: "
                "expected another name"
            ) from None


def given_options(args: argparse.Namespace, program: Program) -> dict[str, object]:
    """Return the values of a program's options that the command line gives. Raises OptionError."""
    values = {option: getattr(args, PREFIX + option.name) for option in program.options}
    return {
        option.name: option.parse(value) if isinstance(value, str) else value
        for option, value in values.items()
        if value is not None
    }


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
