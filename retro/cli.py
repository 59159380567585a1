"""The command line: finds the command and gives it the rest of the words. Each is imported only when it is used."""

from __future__ import annotations

import argparse
import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ABOUT = """\
A tiny virtual 8-bit machine in the manner of the Acorn Electron, and old programs
on it, ported procedure by procedure. Without a command the machine shows its menu.
"""

COMMANDS = {
    "play": "run a program, or the menu: retro play [NAME|FILE.py]",
    "replay": "show a recorded game, or play on from it: retro replay FILE",
    "study": "a program beside its listing, step by step: retro study NAME",
    "listing": "a program's BASIC listing and its port, side by side: retro listing NAME",
    "list": "the programs",
    "new": "write a program to begin with: retro new FILE.py",
    "web": "the machine as a web site: retro web --serve",
    "vdu": "what a stream of VDU bytes does to the screen: retro vdu FILE|-",
}


class Failure(Exception):
    """A command that cannot be done, said in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit status: 0 done, 1 the program failed, 2 the command could not be done."""
    chosen = parser().parse_args(arguments)
    command = importlib.import_module(f"retro.commands.{chosen.command}")
    try:
        return int(command.run(chosen.words))
    except Failure as failure:
        print(f"retro: {str(failure).rstrip('.')}.", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return 130


def write(path: str, data: bytes) -> None:
    """Write a new file; one that is there already is replaced."""
    try:
        with open(path, "wb") as stream:
            stream.write(data)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}") from error


def parser() -> argparse.ArgumentParser:
    """The parser of the first word."""
    made = argparse.ArgumentParser(
        prog="retro",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n"
        + "".join(f"  {name:<8}{what}\n" for name, what in COMMANDS.items())
        + "\nretro COMMAND --help says more about each; retro play NAME --help about a program.",
    )
    made.add_argument("command", nargs="?", choices=COMMANDS, default="play", metavar="COMMAND", help="see below")
    made.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help=argparse.SUPPRESS)
    return made
