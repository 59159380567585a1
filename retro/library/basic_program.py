"""A BASIC program as a module: a listing or a tokenised file that runs like any program."""

from __future__ import annotations

import os
from types import ModuleType

from retro.basic.errors import Escape, ProgramError
from retro.basic.words import NL
from retro.library.errors import loading
from retro.recording.files import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.basic.language.interpreter import Basic
    from retro.machine.frontend import Program
    from retro.machine.machine import Machine
    from retro.machine.tape import Tape

ENDING = ".bas"
PROMPT = "basic"  # the name of BASIC's prompt
PROMPT_TITLE = "BBC BASIC II"
PROMPT_ABOUT = (
    "The machine's prompt: type lines with numbers and RUN, or statements. The arrow keys and COPY (End) copy text "
    "from the screen; SAVE and LOAD keep programs here."
)
CR = 13
REM = "REM"
MOST = 0x6000 - 0xE00  # bytes between PAGE and HIMEM in MODE 6


def load_basic(path: str) -> ModuleType:
    """Return a module whose main runs a BASIC program, and whose docstring is its first REM. Raises LibraryError."""
    program = read_program(path)
    module = ModuleType(os.path.splitext(os.path.basename(path))[0], title_of(program) or os.path.basename(path))
    module.__file__ = path
    module.__dict__["main"] = lambda m: run(m, program, path)
    return module


def read_program(path: str) -> bytes:
    """Return the tokenised program in a file, which may hold it as text. Raises LibraryError."""
    from retro.basic.language.tokens import program_length
    from retro.basic.tokeniser import tokenise

    with loading(path):
        data = read_file(path)
        program = data if data[:1] == bytes([CR]) else tokenise(_text(data))
        if not program_length(program):
            raise ValueError("it is damaged: its lines do not follow each other as their lengths say")
        if len(program) > MOST:
            raise ValueError(f"the program has {len(program)} bytes, at most {MOST} expected")
        return program


def prompt_module() -> ModuleType:
    """Return a module whose main is BASIC's prompt."""
    module = ModuleType(PROMPT, f"{PROMPT_TITLE}\n\n{PROMPT_ABOUT}")
    module.__file__ = prompt_path()
    module.__dict__["main"] = lambda m: run_prompt(m)
    return module


def prompt_path() -> str:
    """Return the file that tells versions of the prompt apart."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.join(package, "basic", "language", "prompt.py")


def prompt(program: bytes | None, seed: int, tape: Tape | None = None) -> Program:
    """Return a program that is BASIC's prompt, with a tokenised program loaded. tape: holds the disc."""

    def main(m: Machine) -> None:
        m.tape = tape or m.tape
        m.rnd(-seed)
        run_prompt(m, program)

    return main


def run_prompt(m: Machine, program: bytes | None = None) -> None:
    """Run BASIC's prompt, with a tokenised program loaded."""
    from retro.basic.language.interpreter import Basic
    from retro.basic.language.prompt import Prompt

    m.mode(6)
    m.print("BASIC", NL)
    basic = Basic(m)
    if program is not None:
        basic.load(program)
    Prompt(basic).run()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def title_of(program: bytes) -> str:
    """Return the text of the first line of a tokenised program if it is a REM."""
    from retro.basic.language.tokens import tokens

    text = program[4 : program.find(CR, 4)].strip(b" :")
    return text[1:].decode("latin-1").strip() if text[:1] == bytes([tokens()[REM]]) else ""


def run(m: Machine, program: bytes, path: str) -> None:
    """Run a tokenised program. Raises the error in which it ends, as BASIC reports it."""
    from retro.basic.language.interpreter import Basic

    basic = Basic(m, path)
    basic.load(program)
    error = basic.run()
    basic.files.close(0)
    if error is not None:
        raise reported(basic, error.number, error.message).with_traceback(error.__traceback__)


def reported(basic: Basic, number: int, message: str) -> ProgramError | Escape:
    """Return an error with its line in its message."""
    where = f"{message} at line {basic.error_line}" if basic.error_line else message
    if number != Escape().number:
        return ProgramError(number, where)
    escape = Escape()
    escape.message = where
    return escape
