"""`retro new`: copies an example to a new program."""

import os
from collections.abc import Sequence

from retro.library import catalogue
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.library.output import write

DEFAULT = "die"


def run(words: Sequence[str]) -> int:
    """Write an example to new files, or list the examples."""
    args = command().parse(words)
    if args.list:
        say("".join(f"{example.name:<8}{example.title}. {example.about}\n" for example in examples()), end="")
        return 0
    paths = new_files(args.example, args.file)
    for path in paths:
        if os.path.lexists(path):
            raise LaunchError(f"{path} is there already, and is left as it is")
    if args.file not in paths:
        os.makedirs(args.file, exist_ok=True)
    for path, data in paths.items():
        write(path, data)
    written = f"{' and '.join(paths)} {'is' if len(paths) == 1 else 'are'} written."
    say(f"{written} Run it, and again whenever you save it, with: retro play {args.file} --reload")
    return 0


def command() -> Command:
    """Return the arguments and options of `retro new`."""
    file = "the file to write, which must not exist; of two files the folder"
    names = tuple(example.name for example in examples())
    return Command(
        "new",
        "Write a small program to begin with.",
        [argument("file", file, "FILE.py", "")],
        [
            Option("example", str, DEFAULT, f"begin with this example (default: {DEFAULT})", allowed=names),
            Option("list", bool, False, "list the examples, with a sentence about each"),
        ],
    )


def examples() -> list[catalogue.ProgramInfo]:
    """Return the example programs that come with the machine."""
    return catalogue.entries(catalogue.EXAMPLES)


def new_files(name: str, path: str) -> dict[str, bytes]:
    """Return the contents of an example's files by their new paths. Raises LaunchError.

    path: The path of the new main file; for an example with several modules, of the folder.
    """
    main = catalogue.file_of(name, catalogue.EXAMPLES)
    home = os.path.dirname(main)
    own_folder = home != catalogue.folder(catalogue.EXAMPLES)
    sources = (
        sorted(file for file in os.listdir(home) if file.endswith((".py", ".bas"))) if own_folder else [f"{name}.py"]
    )
    several = any(os.path.splitext(file)[0] != name for file in sources)
    stem, ending = os.path.splitext(os.path.basename(os.path.normpath(path)))
    if not path or not stem or ending != ("" if several else ".py"):
        expected = f"the name of a folder, for {' and '.join(sources)}" if several else "a name ending in .py"
        raise LaunchError(f"{path or 'No file'}: expected {expected}")
    written = {}
    for file in sources:
        with open(os.path.join(home, file), "rb") as stream:
            target = stem + os.path.splitext(file)[1] if os.path.splitext(file)[0] == name else file
            written[os.path.join(path if several else os.path.dirname(path), target)] = stream.read()
    return written
