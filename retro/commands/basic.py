"""`retro basic`: the machine at BASIC's prompt, as `retro play basic` shows it."""

import os
from collections.abc import Sequence

from retro.commands.play import check, play
from retro.launcher.options import play_command
from retro.library.catalogue import PROMPT
from retro.library.command_line import Command
from retro.library.image_program import first_program
from retro.library.loader import load
from retro.library.options import argument

ABOUT = """\
Start the machine at BASIC's prompt. A line with a number becomes part of the program, any other is run at once. The
arrow keys move a second cursor, COPY types the character under it. FILE is loaded first; RUN or LIST it.
"""


def command() -> Command:
    """Return the arguments and options of `retro basic`: those of play, but with a program to load as argument."""
    file = argument("file", "a program, or a disc or tape image with one", "FILE", "")
    every = play_command(load(PROMPT)).options
    return Command("basic", ABOUT, [file], [option for option in every if option.name not in ("load", "reload")])


def run(words: Sequence[str]) -> int:
    """Show BASIC's prompt in a front end."""
    args = command().parse(words)
    args.name, args.reload = PROMPT, None
    if args.file:
        first_program(args.file)
        args.given["load"] = os.path.abspath(args.file)
    check(args)
    return play(load(PROMPT), args, [PROMPT])
