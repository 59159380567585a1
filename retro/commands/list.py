"""`retro list`: the programs."""

from __future__ import annotations

import argparse
import textwrap

from retro.library import entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Print each program's name, title and description."""
    argparse.ArgumentParser(prog="retro list", description="The programs.").parse_args(words)
    for entry in entries():
        print(f"{entry.name:<16}{entry.title}")  # noqa: T201
        if entry.about:
            print(textwrap.fill(entry.about, 78, initial_indent=" " * 16, subsequent_indent=" " * 16))  # noqa: T201
    return 0
