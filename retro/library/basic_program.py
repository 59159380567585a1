"""BASIC programs as programs of the machine: listings, tokenised files, and BASIC's prompt."""

import os
from contextlib import nullcontext, suppress

from retro.basic.errors import BasicError, Escape, ProgramError
from retro.basic.language.interpreter import Basic
from retro.basic.language.prompt import Prompt
from retro.basic.language.tokens import program_length, tokens
from retro.basic.media.images import Image
from retro.basic.tokeniser import tokenise
from retro.basic.words import NL
from retro.library.errors import loading
from retro.library.options import AUTHENTIC
from retro.library.program import Program
from retro.machine.machine import Machine
from retro.session.files import read_file

CR = 13
REM = "REM"
LARGEST_PROGRAM = 0x6000 - 0xE00  # bytes between PAGE and HIMEM in MODE 6


def load_basic(name: str, path: str) -> Program:
    """Return a BASIC program, whose title is its first REM. Raises LibraryError."""
    program = read_program(path)
    title = title_of(program) or os.path.basename(path)
    return Program(name, path, title, lambda m: run(m, program, path), speed=AUTHENTIC)


def read_program(path: str) -> bytes:
    """Return the tokenised program of a file, which is tokenised or text. Raises LibraryError."""
    with loading(path):
        data = read_file(path)
        program = data if data[:1] == bytes([CR]) else tokenise(_text(data))
        if not program_length(program):
            raise ValueError("it is damaged: its lines do not follow each other as their lengths say")
        if len(program) > LARGEST_PROGRAM:
            raise ValueError(f"the program has {len(program)} bytes, at most {LARGEST_PROGRAM} expected")
        return program


def run_prompt(m: Machine, program: bytes | None = None, image: Image | None = None, command: bytes = b"") -> None:
    """Run BASIC's prompt, with a tokenised program and the files of an image. command: obeyed first."""
    m.mode(6)
    m.print("BASIC", NL)
    basic = Basic(m, image=image)
    if program is not None:
        basic.load(program)
    prompt = Prompt(basic)
    if command:
        prompt.attempt(command)
    prompt.run()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def title_of(program: bytes) -> str:
    """Return the text of the first line of a tokenised program if it is a REM."""
    text = program[4 : program.find(CR, 4)].strip(b" :")
    return text[1:].decode("latin-1").strip() if text[:1] == bytes([tokens()[REM]]) else ""


def run(m: Machine, program: bytes, path: str, image: Image | None = None) -> None:
    """Run a tokenised BASIC program. Raises the error that ends it, unless that is STOP."""
    basic = Basic(m, path, image)
    basic.load(program)
    error = basic.run()
    with suppress(BasicError) if error or basic.files.has_failed else nullcontext():
        basic.files.close(0)
    if error is not None and error.message == "STOP":
        basic.print_error(error)
    elif error is not None:
        raise reported(basic, error).with_traceback(error.__traceback__)


def reported(basic: Basic, error: BasicError) -> ProgramError | Escape:
    """Return an error of a BASIC program with the line number added to its message."""
    where = f"{error.message} at line {basic.error_line}" if basic.error_line else error.message
    if error.number != Escape().number:
        ended = ProgramError(error.number, where, error.detail)
        ended.line, ended.column = basic.error_line, basic.error_column
        return ended
    escape = Escape()
    escape.message = where
    return escape
