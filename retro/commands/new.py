"""`retro new`: a new program from the template."""

from __future__ import annotations

import argparse
import os

from retro.cli import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Write the template to a file that does not exist yet."""
    parser = argparse.ArgumentParser(prog="retro new", description="Write a small program to begin with.")
    parser.add_argument("file", metavar="FILE.py")
    path = parser.parse_args(words).file
    if not path.endswith(".py"):
        raise Failure(f"{path}: expected a name ending in .py")
    try:
        with open(path, "x", encoding="utf-8") as stream:
            stream.write(template())
    except FileExistsError as error:
        raise Failure(f"{path} is there already, and is left as it is") from error
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}") from error
    print(f"{path} is written. Run it with: retro play {path}")  # noqa: T201
    return 0


def template() -> str:
    """The text of the template."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "template.py")
    with open(path, encoding="utf-8") as stream:
        return stream.read()
