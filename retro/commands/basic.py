"""`retro basic`: the machine at BASIC's prompt."""

import argparse
from collections.abc import Sequence

from retro.commands.play import keeps
from retro.launcher.front_ends import FRONTS, show
from retro.launcher.options import WHERE, add_front_options, check_front_options, check_seed
from retro.library.basic_program import prompt
from retro.library.image_program import first_program
from retro.machine.speed import SPEEDS, at_speed
from retro.recording.storage import DISC, FolderTape

DESCRIPTION = """\
Start the machine at BASIC's prompt. A line with a number becomes part of the program, any other is run at once. The
arrow keys move a second cursor, COPY types the character under it. FILE is loaded first; RUN or LIST it.
"""


def run(argv: Sequence[str]) -> int:
    """Show the prompt in a front end."""
    args = parser().parse_args(argv)
    check_front_options(args)
    check_seed(args.seed)
    program = first_program(args.file) if args.file else None
    tape = FolderTape(DISC) if keeps(args) else None
    return show(at_speed(prompt(program, args.seed, tape), args.speed), args, "BASIC", [])


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    parser = argparse.ArgumentParser(prog="retro basic", description=DESCRIPTION)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a program, or a disc or tape image with one")
    parser.add_argument("--front", choices=FRONTS, default="auto", help=WHERE)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="start the random numbers as RND(-N) does")
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help="authentic: the screen is as slow as there")
    add_front_options(parser)
    return parser
