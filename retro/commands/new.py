"""`retro new`: a new program from the template."""

import argparse
import os
from collections.abc import Sequence

from retro.launcher.errors import LaunchError
from retro.launcher.output import write_new


def run(argv: Sequence[str]) -> int:
    """Write the template to a new file."""
    parser = argparse.ArgumentParser(prog="retro new", description="Write a small program to begin with.")
    parser.add_argument("file", metavar="FILE.py", help="the file to write, which must not exist")
    path = parser.parse_args(argv).file
    if not os.path.basename(path).removesuffix(".py") or not path.endswith(".py"):
        raise LaunchError(f"{path or 'An empty name'}: expected a name ending in .py")
    write_new(path, template())
    print(f"{path} is written. Run it with: retro play {path}")  # noqa: T201
    return 0


def template() -> bytes:
    """Return the text of the template."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "launcher", "template.py")
    with open(path, "rb") as stream:
        return stream.read()
