"""The command line: finds the command, passes it the other arguments, and reports every error as one sentence.

The module of a command is imported only when the command is used, and all modules that Python does not load by itself
only inside `main`, so that Ctrl-C ends the command without a traceback at any time.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from io import TextIOBase

COMMANDS = {
    "play": "run a program, or the menu: retro play [NAME|FILE.py|FILE.bas|DISC.ssd|DIR]",
    "basic": "type BASIC at the machine's prompt: retro basic [FILE.bas|DISC.ssd]",
    "replay": "show a recorded game, or play on from it: retro replay FILE",
    "study": "run a program step by step beside its listing: retro study NAME",
    "listing": "show a program's BASIC listing and its port side by side: retro listing NAME",
    "compare": "compare a program's listing with one of your own: retro compare NAME FILE.bas",
    "score": "let a program that you have changed play against the original: retro score FILE",
    "course": "work at exercises on a program: retro course NAME [NUMBER]",
    "list": "list the programs and the unfinished games",
    "new": "write a program to begin with: retro new FILE.py",
    "web": "play in your own browser: retro web --serve; or write the pages",
    "udg": "draw characters of your own: retro udg [FILE.py|FILE.bas]",
    "completion": "print a script for completion in a shell: retro completion bash|zsh|fish",
    "man": "print the manual page: retro man > retro.1",
    "desktop": "add retro to the desktop's applications, with its manual page",
    "vdu": "show what a stream of VDU bytes does to the screen: retro vdu FILE|-",
}
STDERR = 2  # its file descriptor
HELP, VERSION = ("help", "-h", "--help"), "--version"
DONE, REFUSED, INTERRUPTED = 0, 2, 130  # exit statuses; 1: the program that was played failed


def main(words: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status.

    The status is 0 if the command has succeeded, 1 if the program that it ran has failed, 2 for any other error.
    """
    try:
        prepare_streams()
        from retro.library.command_line import HelpRequested
        from retro.library.errors import LaunchError
        from retro.library.messages import say
        from retro.session.format import RecordingError
        from retro.session.log_reader import ReplayDiverged

        try:
            try:
                return run(sys.argv[1:] if words is None else words)
            except HelpRequested as request:
                say(str(request))
                return DONE
            finally:
                sys.stdout.flush()
        except (LaunchError, RecordingError, ReplayDiverged) as error:
            return refuse(str(error))
        except BrokenPipeError:  # the reader of the output has enough
            silence("stdout")
            return DONE
        except OSError as error:
            silence("stdout")
            return refuse(f"{error.filename or 'Standard output'} cannot be used: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def run(words: Sequence[str]) -> int:
    """Run a command; options without a command are those of the menu, `play`."""
    import importlib

    from retro.library.messages import say

    command, *rest = words or ["play"]
    if command in HELP and rest:
        command, *rest = rest[0], "--help"
    if command in HELP:
        say(summary())
        return DONE
    if command == VERSION:
        from retro import __version__

        say(f"retro {__version__}")
        return DONE
    if command.startswith("--ver"):  # play has no such option
        raise unknown_command(command)
    if command.startswith("-"):
        command, rest = "play", list(words)
    if command not in COMMANDS:
        raise unknown_command(command)
    return int(importlib.import_module(f"retro.commands.{command}").run(rest))


def summary() -> str:
    """Return the text of `retro --help`."""
    from retro.launcher.options import ABOUT

    commands = "\n".join(f"  {name:<11}{effect}" for name, effect in COMMANDS.items())
    return f"""\
usage: retro [COMMAND] [OPTION ...]

{ABOUT.strip()}

commands:
{commands}

retro help COMMAND explains a command, retro play NAME --help the options of a program;
retro list has the programs' names, and retro --version prints the version."""


def unknown_command(word: str) -> Exception:
    """Return the error for an unknown command; if it is a program's name or file, with how to play that."""
    from shlex import quote

    from retro.library.catalogue import path_of
    from retro.library.errors import LaunchError, LibraryError, unknown_name

    try:
        path_of(word)
    except LibraryError:
        return unknown_name(word, "command", "retro", [*COMMANDS, *HELP, VERSION])
    return LaunchError(f"{word!r} is no command: to play it, type retro play {quote(word)}")


def refuse(sentence: str) -> int:
    """Print an error on stderr, if that is possible, and return the exit status."""
    from retro.library.messages import warn

    try:
        warn(sentence)
    except OSError:
        silence("stderr")
    return REFUSED


# the standard streams


def prepare_streams() -> None:
    """Open the standard streams that are closed, and let stdout and stderr replace characters they do not have.

    Standard output is buffered, so that an error of writing is raised in `main`.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, stand_in(number))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace", write_through=stream is sys.stderr)


def stand_in(number: int) -> TextIOBase:
    """Return a stream for a closed file descriptor: empty input, output that cannot be written, ignored errors."""
    descriptor = os.open(os.devnull, os.O_RDWR if number == STDERR else os.O_RDONLY)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def silence(name: str) -> None:
    """Discard the buffered output of a standard stream, so that Python does not try to write it at exit."""
    from contextlib import suppress

    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), getattr(sys, name).fileno())
