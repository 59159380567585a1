"""Programs that begin with a file in BASIC: a disc or tape image, of which one is run, and the prompt."""

import os
from collections.abc import Sequence
from functools import partial

from retro.basic.media import is_image
from retro.basic.media.files import File
from retro.basic.words import tab
from retro.library.basic_program import MOST, read_program, run, run_prompt
from retro.library.catalogue import PROMPT, PROMPT_DOCSTRING, prompt_info
from retro.library.errors import LibraryError, loading
from retro.library.options import OF_PROGRAM, Option
from retro.library.program import Program
from retro.machine.machine import Machine
from retro.session.files import read_file

PAGE_SIZE = 18  # programs on the screen at a time
FIRST_ROW, LAST_ROW = 3, 23
SPACE, LOWER = 32, 0x5F
LOAD_HELP = "begin with this BASIC program, or the first one of a disc or tape image"
CHAIN_HELP = "run this BASIC program of the image instead of choosing on the screen"


def load_image(name: str, path: str) -> Program:
    """Return the choice of the BASIC programs of an image, as one program. Raises LibraryError."""
    programs, title = programs_in(path), os.path.basename(path)

    def main(m: Machine, *, chain: str = "") -> None:
        file = find(programs, chain) if chain else choose(m, title, programs)
        run(m, file.data, source_name(path, file))

    check = partial(find, programs)
    option = Option("chain", str, "", CHAIN_HELP, checks=[check], metavar="NAME", group=OF_PROGRAM)
    return Program(name, path, title, main, options=[option])


def load_prompt() -> Program:
    """Return BASIC's prompt."""

    def main(m: Machine, *, load: str = "") -> None:
        run_prompt(m, first_program(load) if load else None)

    option = Option("load", str, "", LOAD_HELP, checks=[first_program], metavar="FILE", group=OF_PROGRAM)
    return Program(PROMPT, prompt_info().path, PROMPT_DOCSTRING, main, options=[option])


def programs_in(path: str) -> list[File]:
    """Return the BASIC programs of an image. Raises LibraryError."""
    from retro.basic.media.images import read_image

    with loading(path):
        programs = [file for file in read_image(os.path.basename(path), read_file(path)) if is_program(file.data)]
        if not programs:
            raise ValueError("there is no BASIC program in it")
        return programs


def source_name(path: str, file: File) -> str:
    """Return the name of a program of an image in tracebacks."""
    return f"{path}:{file.name}"


def program_in(path: str, name: str) -> tuple[str, bytes]:
    """Return the name in tracebacks and the tokenised program of a BASIC file or image. Raises LibraryError.

    name: that of a program of an image; may be empty if there is only one.
    """
    if not is_image(path) and not name:
        return path, read_program(path)
    programs = programs_in(path)
    if not name and len(programs) > 1:
        names = ", ".join(file.name for file in programs)
        raise LibraryError(f"{path} has several programs: expected --chain and one of {names}")
    try:
        file = find(programs, name) if name else programs[0]
    except ValueError as error:
        raise LibraryError(f"{path} has no program {name}, expected {error}") from None
    return source_name(path, file), file.data


def first_program(path: str) -> bytes:
    """Return the tokenised program in a file, the first one of an image. Raises LibraryError."""
    return programs_in(path)[0].data if is_image(path) else read_program(path)


def is_program(data: bytes) -> bool:
    """Return whether a file is a tokenised BASIC program that fits into memory."""
    from retro.basic.language.tokens import program_length

    return 2 < program_length(data) <= len(data) <= MOST


def find(programs: Sequence[File], name: str) -> File:
    """Return the program with a name, in any case, with or without its directories. Raises ValueError."""
    for file in programs:
        if name.upper() in (file.name.upper(), file.name.rpartition(".")[2].upper()):
            return file
    raise ValueError(f"one of {', '.join(file.name for file in programs)}")


def choose(m: Machine, title: str, programs: Sequence[File]) -> File:
    """Let the user choose a program, unless there is only one. ESCAPE goes through."""
    if len(programs) == 1:
        return programs[0]
    first = 0
    while True:
        shown = programs[first : first + PAGE_SIZE]
        draw(m, title, shown, len(shown) < len(programs))
        code = m.get()
        index = (code & LOWER) - ord("A")
        if 0 <= index < len(shown):
            m.restart()
            return shown[index]
        if code == SPACE:
            first = first + PAGE_SIZE if first + PAGE_SIZE < len(programs) else 0


def draw(m: Machine, title: str, programs: Sequence[File], more: bool) -> None:
    """Print the programs, with a letter for each."""
    m.cls()
    m.print(tab(1, 1), title[:38], end="")
    for index, file in enumerate(programs):
        m.print(tab(1, FIRST_ROW + index), chr(ord("A") + index), "  ", file.name[-34:], end="")
    m.print(tab(1, LAST_ROW), "Press a letter", ", or SPACE for more" if more else "", end="")
