"""Find programs: those that come with the machine, and a user's own, given by a path.

A program is a file `NAME.py`, or a folder `NAME/` with a file `NAME.py` in it and other modules beside it. The programs
that come with the machine form the package `retro.programs`: `retro/programs/` in an installation, `programs/` in a
checkout.
"""

import os

from retro.basic.media import is_image
from retro.library.basic_program import ENDING, PROMPT, prompt_path
from retro.library.errors import LibraryError
from retro.recording.files import read_file

PROGRAMS, EXAMPLES = "programs", "examples"  # folders
PACKAGE = "retro.programs"
ORDER = "order.txt"
QUOTES = '"""'  # around a docstring


class ProgramInfo:
    """A program that can be played: its name on the command line, title (one line), description, and main file."""

    __slots__ = ("about", "name", "path", "title")

    def __init__(self, name: str, title: str, about: str, path: str) -> None:
        self.name, self.title, self.about, self.path = name, title, about, path


def folder(kind: str = PROGRAMS) -> str:
    """Return the folder of the programs that come with the machine, or of the examples. Raises LibraryError."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    candidates = [os.path.join(package, kind), os.path.join(os.path.dirname(package), kind)]
    for candidate in candidates:
        if os.path.isfile(os.path.join(candidate, ORDER)):
            return candidate
    raise LibraryError(f"The folder of the {kind} is missing: expected {candidates[0]} or {candidates[1]}")


def file_of(name: str, kind: str = PROGRAMS) -> str:
    """Return the path that the main file of a program has if it comes with the machine: NAME.py or NAME/NAME.py."""
    inner = os.path.join(folder(kind), name, f"{name}.py")
    return inner if os.path.isfile(inner) else os.path.join(folder(kind), f"{name}.py")


def entries(kind: str = PROGRAMS) -> list[ProgramInfo]:
    """List the programs that come with the machine: in the order of the file ORDER, any others after them by name.

    kind: PROGRAMS or EXAMPLES.
    """
    names = sorted({os.path.splitext(name)[0] for name in os.listdir(folder(kind))})
    found = (program_info(file_of(name, kind)) for name in names if os.path.isfile(file_of(name, kind)))
    with open(os.path.join(folder(kind), ORDER), encoding="utf-8") as stream:
        order = {name: index for index, name in enumerate(stream.read().split())}
    return sorted(filter(None, found), key=lambda entry: order.get(entry.name, len(order)))


def program_info(path: str) -> ProgramInfo | None:
    """Read the name and the docstring of a program without parsing the rest; None if it has no main."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    if "\ndef main(" not in f"\n{text}":
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    before, _, rest = text.partition(QUOTES)
    docstring = "" if before.strip() else rest.partition(QUOTES)[0].strip()
    title, _, about = (docstring or name).partition("\n")
    return ProgramInfo(name, title.strip().rstrip("."), about.strip().split("\n\n")[0].replace("\n", " "), path)


def path_of(name: str) -> str:
    """Return the main file of a program by its name, or by the path of a file or folder. Raises LibraryError."""
    if name.endswith(".py") or is_basic(name):
        if not os.path.isfile(name):
            raise LibraryError(f"There is no file {name}")
        return name
    if name == PROMPT:
        return prompt_path()
    if name.isidentifier() and os.path.isfile(file_of(name)):
        return file_of(name)
    if os.path.isdir(name):
        path = os.path.join(name, f"{os.path.basename(os.path.abspath(name))}.py")
        if not os.path.isfile(path):
            raise LibraryError(f"The folder {name} is not a program: expected a file {path}")
        return path
    names = [entry.name for entry in entries()]
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    question = f". Did you mean {near[0]}? E" if near else ": e"
    raise LibraryError(
        f"There is no program called {name!r}{question}xpected {', '.join(names)}, or a file or folder of your own"
    )


def read_text(path: str) -> str:
    """Return the text of a file with the line ends of Python. Raises LibraryError."""
    try:
        text = read_file(path).decode()
    except FileNotFoundError as error:
        raise LibraryError(f"There is no file {path}") from error
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LibraryError(f"{path} is not text: byte {error.start} is not UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_basic(path: str) -> bool:
    """Return whether a file name is that of a BASIC program, or of an image with BASIC programs."""
    return path.endswith(ENDING) or is_image(path)


def is_own(path: str) -> bool:
    """Return whether a file is in the folder of the programs that come with the machine."""
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(folder()), ""))
