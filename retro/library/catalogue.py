"""Finds programs: those that come with the machine, and a user's own by a path.

A program is a file `NAME.py`, or a folder `NAME/` with a file `NAME.py` in it and other modules beside it. The programs
that come with the machine form the package `retro.programs`: `retro/programs/` in an installation, `programs/` in a
checkout.
"""

import os
import zlib
from contextlib import suppress

from retro.basic.media import ENDINGS as IMAGES
from retro.basic.media import is_image
from retro.library.errors import LibraryError
from retro.library.messages import printable
from retro.session.files import read_file

PROGRAMS, EXAMPLES = "programs", "examples"  # folders
PACKAGE = "retro.programs"
ORDER = "order.txt"
RECORDING = ".jsonl"  # a usual ending of recordings
QUOTES = '"""'  # around a docstring
PROMPT = "basic"  # the name of BASIC's prompt
PROMPT_DOCSTRING = """BBC BASIC II

The machine's prompt: type lines with numbers and RUN, or statements. The arrow keys and COPY (End) copy text
from the screen; SAVE and LOAD keep programs here.
"""
# What may lie beside a program's main file: its listing in BASIC, which is a program too, its notes, description, what
# it explains in study, the menu's emblem of it, and exercises.
LISTING, NOTES, DESCRIPTION, EXPLANATIONS, EMBLEM = ".bas", ".md", ".description.md", "_explained.py", ".emblem"
EXERCISES = ".exercises.md"
FILES = LISTING, NOTES, DESCRIPTION, EXPLANATIONS, EMBLEM, EXERCISES
EDITION = "edition.py"  # played instead of an original: in the folder of its main file, or NAME_edition.py


class ProgramInfo:
    """A program that can be played.

    Attributes:
        name: The name on the command line.
        title, about, text: The title, the first paragraph of the docstring on one line, and the whole description.
        path: The main file.
    """

    def __init__(self, name: str, docstring: str, path: str) -> None:
        """Describe the program in a file. docstring: the title, then paragraphs about the program."""
        self.name, self.path = name, path
        title, _, text = printable(docstring).strip().partition("\n")
        self.title, self.text = title.strip().rstrip("."), text.strip()
        self.about = self.text.split("\n\n")[0].replace("\n", " ")

    def emblem(self) -> bytes:
        """Return the menu's picture of it, 80×40 pixels in physical colours 0 to 7 from top left; empty if none."""
        with suppress(OSError, zlib.error), open(beside(self.path, EMBLEM), "rb") as stream:
            return zlib.decompress(stream.read())
        return b""


def beside(path: str, ending: str) -> str:
    """Return the path of a file beside a main file: its name with one of the endings FILES."""
    return os.path.splitext(path)[0] + ending


def folder(kind: str = PROGRAMS) -> str:
    """Return the folder of the programs that come with the machine, or of the examples. Raises LibraryError."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    candidates = [os.path.join(package, kind), os.path.join(os.path.dirname(package), kind)]
    for candidate in candidates:
        if os.path.isfile(os.path.join(candidate, ORDER)):
            return candidate
    raise LibraryError(f"The folder of the {kind} is missing: expected {candidates[0]} or {candidates[1]}")


def file_of(name: str, kind: str = PROGRAMS) -> str:
    """Return the path of a program's main file in a folder, NAME.py or NAME/NAME.py; it need not exist."""
    inner = os.path.join(folder(kind), name, f"{name}.py")
    return inner if os.path.isfile(inner) else os.path.join(folder(kind), f"{name}.py")


def entries(kind: str = PROGRAMS) -> list[ProgramInfo]:
    """List the programs that come with the machine, in the order of the file ORDER, then others by name.

    kind: PROGRAMS or EXAMPLES.
    """
    files = {name for name in os.listdir(folder(kind)) if not name.endswith(EDITION)}
    names = sorted({os.path.splitext(name)[0] for name in files})
    programs = (program_info(file_of(name, kind)) for name in names if os.path.isfile(file_of(name, kind)))
    with open(os.path.join(folder(kind), ORDER), encoding="utf-8") as stream:
        order = {name: index for index, name in enumerate(stream.read().split())}
    return sorted(filter(None, programs), key=lambda entry: order.get(entry.name, len(order)))


def program_info(path: str) -> ProgramInfo | None:
    """Read the name and docstring of a program without parsing the rest; return None if it has no main."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    if "\ndef main(" not in f"\n{text}":
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    before, _, rest = text.partition(QUOTES)
    docstring = "" if before.strip() else rest.partition(QUOTES)[0].strip()
    return ProgramInfo(name, docstring or name, path)


def edition_of(path: str) -> str:
    """Return the path of the edition that is played instead of a main file; empty if there is none."""
    folder, name = os.path.split(os.path.splitext(os.path.abspath(path))[0])
    edition = EDITION if name == os.path.basename(folder) else f"{name}_{EDITION}"
    path = os.path.join(folder, edition)
    return path if os.path.isfile(path) else ""


def prompt_info() -> ProgramInfo:
    """Return BASIC's prompt as a program; its main file gives it a fingerprint."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return ProgramInfo(PROMPT, PROMPT_DOCSTRING, os.path.join(package, "basic", "language", "prompt.py"))


def path_of(name: str) -> str:
    """Return the main file of a program by its name, or by the path of a file or folder. Raises LibraryError.

    For a folder of images, return the folder.
    """
    if name.endswith(".py") or is_basic(name):
        if not os.path.isfile(name):
            raise LibraryError(f"There is no file {name}")
        return name
    if name == PROMPT:
        return prompt_info().path
    if name.isidentifier() and os.path.isfile(file_of(name)):
        return file_of(name)
    if os.path.isdir(name):
        path = os.path.join(name, f"{os.path.basename(os.path.abspath(name))}.py")
        if os.path.isfile(path):
            return path
        if any(map(is_image, os.listdir(name))):
            return name
        raise LibraryError(f"The folder {name} is not a program: expected a file {path}, or disc or tape images")
    if os.path.isfile(name):
        if name.endswith(RECORDING):
            raise LibraryError(f"{name} is a recording: retro replay {name} shows it")
        kinds = ", ".join([".py", LISTING, *IMAGES])
        raise LibraryError(f"{name} is no program: expected a file that ends in one of {kinds}")
    names = [entry.name for entry in entries()]
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    question = f". Did you mean {near[0]}? E" if near else ": e"
    raise LibraryError(
        f"There is no program called {name!r}{question}xpected {', '.join(names)}, or a file or folder of your own"
    )


def read_text(path: str) -> str:
    """Return the text of a file, with line feeds as its line ends. Raises LibraryError."""
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
    return path.endswith(LISTING) or is_image(path)


def is_own(path: str) -> bool:
    """Return whether a file is in the folder of the programs that come with the machine."""
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(folder()), ""))
