"""`retro list`: lists the programs and their unfinished games."""

import textwrap
from collections.abc import Sequence

from retro.launcher.launcher import ago
from retro.library.catalogue import entries
from retro.library.command_line import Command
from retro.library.messages import say
from retro.session.storage import MOST_UNFINISHED_GAMES, unfinished_games

INDENT = " " * 16


def run(words: Sequence[str]) -> int:
    """Print each program's name, title, description and unfinished games."""
    command().parse(words)
    for entry in entries():
        say(f"{entry.name:<16}{entry.title}")
        if entry.about:
            say(textwrap.fill(entry.about, 78, initial_indent=INDENT, subsequent_indent=INDENT))
        games = unfinished_games(entry.name)
        for number, (kept, header) in enumerate(games, 1):
            say(f"{INDENT}--resume {number:<3} seed {header.seed}, {ago(kept.time)}")
    return 0


def command() -> Command:
    """Return the command `retro list`, which has no options."""
    about = (
        "List the programs and, below each, its unfinished games with their numbers for `retro play NAME --resume N`. "
        f"The {MOST_UNFINISHED_GAMES} newest unfinished games of all programs are kept."
    )
    return Command("list", about)
