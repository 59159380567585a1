"""BASIC's prompt: runs typed lines or enters them into the program; LIST, AUTO, RENUMBER and so on."""

from __future__ import annotations

import re
from collections.abc import Callable

from retro.basic.errors import BasicError, Break, Escape
from retro.basic.language.editing import BadProgram, Editor
from retro.basic.language.expressions import ExpressionParser
from retro.basic.language.interpreter import Basic
from retro.basic.language.tokens import CR, LINE_NUMBER, keywords
from retro.basic.tokeniser import tokenise_text
from retro.basic.words import NL, codes

LAST_LINE = 32767
LONGEST_STEP = 255
FIRST_LINE, LINE_STEP = 10, 10  # of AUTO and RENUMBER
HELP = "Type a line with a number, then RUN or LIST; SAVE and LOAD keep programs. F1 has the rest"
SMALL_WORD = re.compile(rb" *\d* *([a-z]+)(?! *=)")  # at the beginning of a line, and no variable that is set


class Prompt:
    """The prompt at which a user types lines.

    Attributes:
        basic: The language and its program.
        editor: Changes the program.
        listo: LISTO: 1 a space after the line number, 2 and 4 indentation of FOR and REPEAT.
    """

    def __init__(self, basic: Basic) -> None:
        self.basic, self.machine = basic, basic.machine
        self.editor = Editor(basic)
        self.listo = 0
        self._has_hinted = False

    def run(self) -> None:
        """Read and run lines until the machine is switched off. BREAK restarts BASIC."""
        self.machine.obeys_break = True
        while True:
            try:
                self.attempt()
            except Escape:
                pass  # pressed again while its error was printed
            except Break:
                self.machine.restart()
                self.machine.mode(6)
                self.machine.print("BASIC", NL)
                self.basic.begin_anew()

    def attempt(self, line: bytes | None = None) -> None:
        """Run a line, by default one that is typed now; print the error that ends it."""
        try:
            if line is None:
                self.machine.print(">", end="")
                line = self.read()
                self._hint(line)
            error = self.obey(line)
        except BasicError as raised:
            error = self.basic.record_error(raised)
        except BadProgram:
            self.machine.print(NL, "Bad program")
            return
        if error is not None:
            self._show(error)

    def _hint(self, line: bytes) -> None:
        """Print advice at BASIC's prompt after HELP, and once after a keyword in lower case."""
        match = SMALL_WORD.match(line)
        word = match[1].decode().upper() if match else ""
        if line.strip().upper() == b"HELP":
            self.machine.advise(HELP)
        elif word in keywords().values() and not self._has_hinted:
            self._has_hinted = True
            self.machine.advise(f"Keywords are typed in capitals: {word}")

    def _show(self, error: BasicError) -> None:
        self.basic.print_error(error)
        if not self.editor.is_good():
            self.machine.print(NL, "Bad program")

    def read(self) -> bytes:
        """Read a line at the prompt; return its characters' codes."""
        return codes(self.machine.input(mark="", line=True))

    def obey(self, line: bytes) -> BasicError | None:
        """Run a typed line or enter it into the program; return the error that ends it. Raises BasicError."""
        line = line.lstrip(b" ")
        digits = len(line) - len(line.lstrip(b"0123456789"))
        if digits:
            self.editor.enter(_number(line[:digits]), tokenise_text(line[digits:]))
            return None
        code = tokenise_text(line)
        command = COMMANDS.get(keywords().get(code[0], "")) if code else None
        if command is None:
            return self.basic.type_line(code)
        command(self, code[1:] + bytes([CR]))
        return None

    # commands

    def _list(self, arguments: bytes) -> None:
        if arguments[:1] == b"O":
            listo = self.basic.integer_of(arguments[1:])
            parser = self._parser(arguments[1:])
            parser.expression()
            _check_end(parser)
            self.listo = listo & 7
            return
        parser = self._parser(arguments)
        first = _line_number(parser)
        last: int | None = first if first is not None else LAST_LINE
        if parser.take(","):
            last = _line_number(parser, LAST_LINE)
        _check_end(parser)
        for line in self.editor.listing(first or 0, last or 0, self.listo):
            self.machine.print(line)

    def _parser(self, arguments: bytes) -> ExpressionParser:
        return ExpressionParser(arguments, self.basic.program.formals)

    def _new(self, arguments: bytes) -> None:
        _check_end(self._parser(arguments))
        self.editor.new()

    def _old(self, arguments: bytes) -> None:
        _check_end(self._parser(arguments))
        self.editor.old()

    def _delete(self, arguments: bytes) -> None:
        parser = self._parser(arguments)
        first = _line_number(parser)
        last = _line_number(parser) if parser.take(",") else None
        _check_end(parser)
        if first is None or last is None:
            raise BasicError.named("Syntax error")
        self.editor.delete(first, last)

    def _start_and_step(self, arguments: bytes) -> tuple[int, int]:
        """Parse the arguments of AUTO and RENUMBER. Raises Silly, Syntax error."""
        parser = self._parser(arguments)
        start = _line_number(parser, FIRST_LINE)
        step = _line_number(parser, LINE_STEP) if parser.take(",") else LINE_STEP
        _check_end(parser)
        if not step or step > LONGEST_STEP:
            raise BasicError.named("Silly")
        return start or 0, step

    def _renumber(self, arguments: bytes) -> None:
        start, step = self._start_and_step(arguments)
        for line in self.editor.renumber(start, step):
            self.machine.print("Failed at ", line)

    def _load(self, arguments: bytes) -> None:
        self.basic.load_file(self.basic.text_of(arguments))

    def _save(self, arguments: bytes) -> None:
        self.basic.save_file(self.basic.text_of(arguments))

    def _auto(self, arguments: bytes) -> None:
        number, step = self._start_and_step(arguments)
        while number <= LAST_LINE:
            self.machine.print(f"{number:5} ", end="")
            self.editor.enter(number, tokenise_text(self.read()))
            number += step


def _number(digits: bytes) -> int:
    """Return the number in a typed text. Raises Syntax error if it is too large."""
    number = int(digits)
    if number > LAST_LINE:
        raise BasicError.named("Syntax error")
    return number


def _line_number(parser: ExpressionParser, missing: int | None = None) -> int | None:
    """Parse a line number in a command typed at BASIC's prompt."""
    if parser.peek() != LINE_NUMBER:
        return missing
    return int(parser.line_number().value)  # type: ignore[attr-defined]


def _check_end(parser: ExpressionParser) -> None:
    if not parser.at_end():
        raise BasicError.named("Syntax error")


COMMANDS: dict[str, Callable[[Prompt, bytes], None]] = {
    "LIST": Prompt._list,
    "NEW": Prompt._new,
    "OLD": Prompt._old,
    "DELETE": Prompt._delete,
    "RENUMBER": Prompt._renumber,
    "AUTO": Prompt._auto,
    "LOAD": Prompt._load,
    "SAVE": Prompt._save,
}
