"""`Basic`: BBC BASIC II on a machine; runs programs and typed lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from retro.basic import errors
from retro.basic.errors import BasicError, column_of
from retro.basic.language import arithmetic, functions, texts
from retro.basic.language.assignments import Line
from retro.basic.language.builder import LINE_0, Regions, TooComplex, function
from retro.basic.language.console import Console
from retro.basic.language.control import Control, ProgramEnded, Routine
from retro.basic.language.data import Data
from retro.basic.language.disc import Disc
from retro.basic.language.expressions import ExpressionParser
from retro.basic.language.files import Files
from retro.basic.language.host import Host
from retro.basic.language.memory import CR, STACK_MARGIN, Memory
from retro.basic.language.names import basic_name, functions_of, methods, routine_size
from retro.basic.language.regions import NAME, RegionCompiler
from retro.basic.language.system import System
from retro.basic.language.tokens import program_length
from retro.basic.language.tree import Target, Variable
from retro.basic.media.files import File
from retro.basic.media.images import Image
from retro.basic.reals import hexa
from retro.basic.tokeniser import tokenise, tokenise_text
from retro.basic.words import NL

MOST_FRAMES = 12000  # Python's own calls that a program may be in; each PROC takes three
EVALUATED = "<EVAL>"
LONGEST_TEXT = 255
BASIC_STARTS = 0x8023  # where a saved program says it is started: BASIC itself
KEPT_EXPRESSIONS = 500
WAITING_TURNS = 500  # of an empty loop, a third of a second on the Electron


class Basic:
    """BASIC on a machine, with its memory.

    Attributes:
        machine: The machine.
        memory: The memory, with the program.
        files: The disc and its open files.
        error, error_line, message: ERR, ERL and what REPORT prints.
        error_column: Where the statement with the error begins in its line, in bytes.
        file: The name of the listing, as tracebacks and tracers show it.
    """

    def __init__(self, machine: Host, file: str = "BASIC", image: Image | None = None) -> None:
        self.machine, self.file = machine, file
        self.variables: dict[str, Any] = {"__builtins__": {}}
        self.memory = Memory(self.variables, machine)
        self.program = self.memory.program
        self.regions = Regions(self.program, file, self.variables)
        self.control = Control(self.regions, self.memory, self._routine)
        self.data = Data(self.program, self._evaluate_start)
        self.console = Console(machine)
        self.files = Files(Disc(machine, image))
        self.system = System(machine, self.memory, self.control, self.files, self._chain)
        self.system.commands["BASIC"] = self._enter_language
        self.error = self.error_line = self.error_column = 0
        self.message = "(C)1982 Acorn\n\r"  # what REPORT prints before the first error
        self._handler = self._trace_limit = 0
        self._advised = False
        self._routines: dict[str, Routine] = {}
        self._expressions: dict[bytes, tuple[Callable[[], float | str], int]] = {}
        self.memory.set_format, self.memory.get_format = self._set_format, lambda: machine.at
        self.memory.on_change = self.changed
        self.variables.update(self._words())
        if machine.take_time is not None:
            from retro.basic.language.timing import reading, words

            take_time = machine.take_time

            self.program.timed = True
            self.variables.update(words(take_time, lambda: machine.at))
            self.data.charge = lambda item, lines: take_time(reading(item, lines))

    def _words(self) -> dict[str, Any]:
        """Return all run-time functions by the names that compiled programs use."""
        memory, words = self.memory, methods(self.control)
        for module in (arithmetic, functions, texts):
            words.update(functions_of(module))
        for part in (memory, self.data, self.console, self.files, self.system):
            words.update(part.words())
        return words | {
            **{builtin.__name__: builtin for builtin in (abs, float, int, len, NameError)},
            "fail": self._fail,
            "end": lambda: throw(ProgramEnded()),
            "stop": lambda: self._fail("STOP"),
            "report": lambda: self.machine.print(NL, self.message, end=""),
            "clear": self._clear,
            "trace": self._trace,
            "trace_line": self._trace_line,
            "on_error": self._on_error,
            "evaluate": self._evaluate,
            "empty_loop": self._empty_loop,
            "find_line": self._find_line,
            "no_subscript": self._no_subscript,
            "set_format": self._set_format,
            "get_format": lambda: self.machine.at,
            "poll": self.machine.count_statement,
            "run": lambda: throw(_Restarted()),
            "chain": self._chain,
            "hexadecimal": hexa,
            "get_error": lambda: self.error,
            "get_error_line": lambda: self.error_line,
            "get_page": lambda: self.program.page,
            "get_lomem": memory.show_variables,
            "get_himem": lambda: memory.himem,
            "get_top": lambda: self.program.top,
            "set_page": self._set_page,
            "set_lomem": lambda address: memory.clear(address & 0xFFFF),
            "set_himem": self._set_himem,
            "argument_integer": lambda value: texts.argument(int, value),
            "argument_real": lambda value: texts.argument(float, value),
            "argument_text": lambda value: texts.argument(str, value),
        }

    # programs

    def load(self, program: bytes) -> None:
        """Load a tokenised program into memory, with any bytes that follow it in its file."""
        page = self.program.page
        self.memory.ram[page : page + len(program)] = program
        self.program.top = page + (program_length(program) or len(program))
        self.changed()
        self.memory.clear()

    def load_file(self, name: str) -> None:
        """LOAD: load a program from the disc. Raises No room, Bad program, File not found."""
        file = self.files.disc.read(name)
        data = file.data
        if self.program.page + len(data) + STACK_MARGIN > self.memory.himem:
            raise BasicError.named("No room")
        if not program_length(data):
            raise BasicError.named("Bad program", f"{name} is no tokenised BASIC program")
        self.load(data)
        disc = self.files.disc
        self.file = self.regions.file = f"{disc.path}:{file.name}" if disc.path else name

    def save_file(self, name: str) -> None:
        """SAVE: save the program to the disc. Raises Bad program, Cat full, Disc full."""
        program = bytes(self.memory.ram[self.program.page : self.program.top])
        if not program_length(program):
            raise BasicError.named("Bad program")
        self.files.check_closed(name)
        self.files.disc.write(name, File(name, self.program.page, BASIC_STARTS, program))

    def load_text(self, listing: str) -> None:
        """Put a listing into memory. Raises ValueError for a line without a number."""
        self.load(tokenise(listing))

    def changed(self) -> None:
        """Parse the program in memory anew, after a change."""
        self.program.read()
        self.regions.clear()
        self._routines.clear()

    def run(self) -> BasicError | None:
        """RUN: clear the variables and run the program; return the error that ends it, or None."""
        return self.execute(None)

    def type_line(self, text: bytes) -> BasicError | None:
        """Run a tokenised line typed at the prompt; return the error that ends it, or None.

        READ begins with the first DATA line again, and ON ERROR is off.
        """
        address = self.program.type_line(text)
        for start in [start for start in self.regions if start < self.program.page]:
            del self.regions[start]
        self.data.restore()
        self._handler = 0
        return self.execute(address)

    def execute(self, address: int | None) -> BasicError | None:
        """Run from an address, or the whole program; return the error that ends it, unless ON ERROR has handled it."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, MOST_FRAMES))
        try:
            return self._execute(address)
        finally:
            sys.setrecursionlimit(limit)
            self.control.reset()

    def _execute(self, address: int | None) -> BasicError | None:
        while True:
            try:
                if address is None:
                    self._prepare()
                    address = self.program.page
                self.control.run(address)
                return None
            except ProgramEnded:
                return None
            except _Restarted:
                address = None
            except Exception as raised:
                error = self.record_error(raised)
                if not error.number or not self._handler:
                    return error
                self.data.restore()
                address = self._handler

    def _prepare(self) -> None:
        """Reset variables, stacks and DATA before RUN."""
        self.memory.clear()
        self.data.restore()
        self.control.reset()
        self._handler = 0

    def record_error(self, raised: Exception) -> BasicError:
        """Store an exception as BASIC's last error, and empty the stacks."""
        error = as_error(raised, self.memory).with_traceback(raised.__traceback__)
        self.error, self.message = error.number, error.message
        self.error_line, self.error_column = self._place_in(raised.__traceback__)
        if line := self.control.defining_line(error):
            self.error_line, self.error_column = line, 0
        self.control.reset()
        return error

    def _place_in(self, traceback: TracebackType | None) -> tuple[int, int]:
        """Return the BASIC line and column at which an exception was raised, in the innermost region."""
        place = 0, 0
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == self.file:
                line = traceback.tb_lineno
                place = line if line != LINE_0 else 0, column_of(traceback)
            traceback = traceback.tb_next
        return place

    def print_error(self, error: BasicError) -> None:
        """Print an error with its line, as BASIC reports it."""
        where = [" at line ", self.error_line] if self.error_line else []
        self.machine.print(NL, error.message, *where)

    # what compiled programs call

    def _fail(self, message: str, *evaluated: object) -> Any:
        """Raise BASIC's error with this message; the values before it have been evaluated."""
        raise BasicError.named(message)

    def _clear(self) -> None:
        self.memory.clear()
        self.control.clear()
        self.data.restore()

    def _chain(self, name: str) -> None:
        self.load_file(name)
        raise _Restarted

    def _enter_language(self, rest: str) -> None:
        """The command *BASIC: restart the BASIC interpreter."""
        self.machine.print("BASIC\0", NL, NL, end="")
        self.begin_anew()
        raise ProgramEnded

    def begin_anew(self) -> None:
        """Clear BASIC's variables, and its program until OLD restores it."""
        self.memory.ram[self.program.page + 1] = 0xFF
        self.changed()
        self.memory.clear()

    def _on_error(self, handler: int) -> None:
        self._handler = handler

    def _find_line(self, number: int) -> int:
        address = self.program.find(number & 0xFFFF)
        if not address:
            raise BasicError.named("No such line")
        return address

    def _no_subscript(self, value: float = 0) -> int:
        arithmetic.cut(float(value))
        raise BasicError.named("Subscript")

    def _set_format(self, value: int) -> None:
        self.machine.at = value

    def _empty_loop(self, first: float, last: float, step: float) -> None:
        """Tell the user, once, that an empty loop meant as a delay takes no time."""
        if not self._advised and step and (last - first) / step > WAITING_TURNS:
            self._advised = True
            self.machine.advise("An empty loop takes no time at this speed. Its own one: --speed authentic")

    def _set_page(self, address: int) -> None:
        self.program.page = address & 0xFF00
        self.changed()

    def _set_himem(self, address: int) -> None:
        self.memory.himem = address & 0xFFFF

    def _trace(self, limit: int, following: int) -> int:
        """TRACE: recompile the regions with or without the printing of line numbers."""
        self._trace_limit = limit
        following = self.program.next_line(following)
        if self.regions.tracing != (limit > 0):
            self.regions.clear()
            self.regions.tracing = limit > 0
        return following

    def _trace_line(self, line: int) -> None:
        if line < self._trace_limit:
            self.machine.print("[", line, "] ", end="")

    def integer_of(self, code: bytes) -> int:
        """Evaluate a tokenised expression as an integer. Raises BasicError."""
        return arithmetic.cut(self._value_of(code))

    def text_of(self, code: bytes) -> str:
        """Evaluate a tokenised expression as a text. Raises BasicError."""
        return texts.text(self._value_of(code))

    def _value_of(self, code: bytes) -> float | str:
        try:
            return self._evaluate_start(code)[0]
        except Exception as raised:
            raise as_error(raised, self.memory) from None

    # EVAL

    def _evaluate(self, value: str) -> float | str:
        """EVAL: return the value of a text as an expression of BASIC."""
        if len(value) == LONGEST_TEXT:
            return 0  # the ROM's buffer has no room for the CR behind it
        code = tokenise_text(value.encode("latin-1").partition(b"\r")[0], statement=False)
        return self._evaluate_start(code + bytes([CR]))[0]

    def _evaluate_start(self, code: bytes) -> tuple[float | str, int]:
        """Evaluate the expression at the start of a tokenised text; return its value and its length."""
        if code not in self._expressions:
            if len(self._expressions) >= KEPT_EXPRESSIONS:
                self._expressions.clear()
            parser = ExpressionParser(code, self.program.formals)
            try:
                source = RegionCompiler(self.program, 0, False).settled(parser.expression())
                lines = [(0, f"def {NAME}():", 1, 0), (1, f"return {source}", 1, 0)]
                self._expressions[code] = function(lines, EVALUATED, self.variables), parser.at
            except (TooComplex, RecursionError) as error:
                raise BasicError.named("No room") from error
        run, length = self._expressions[code]
        return run(), length

    # PROC and FN

    def _routine(self, name: str) -> Routine:
        """Return the PROC or FN with a name; the function that binds its parameters is compiled at the first call."""
        if name not in self._routines:
            self._routines[name] = self._compile_routine(name)
        if name not in self.memory.called:
            self.memory.allocate(routine_size(name))
            self.memory.called.add(name)
        return self._routines[name]

    def _compile_routine(self, name: str) -> Routine:
        definition = self.program.definition(name)
        if definition is None:
            raise BasicError.named("No such FN/PROC")
        if definition.formals is None:
            raise BasicError.named("Arguments")
        line = self.program.line_of(definition.body)
        create, bind = (
            function(
                write(RegionCompiler(self.program, definition.body, False), definition.formals, line),
                EVALUATED,
                self.variables,
            )
            for write in (creator, binder)
        )
        return Routine(create, bind, len(definition.formals), definition.body, line)


class _Restarted(Exception):
    """Raised by RUN and CHAIN in a program, to start the program again."""


def throw(error: Exception) -> None:
    """Raise an exception: a function, for use in the expressions of compiled programs."""
    raise error


def creator(compiler: RegionCompiler, formals: Sequence[Target], line: int) -> list[Line]:
    """Compile the function that creates the parameters of a routine that are no variables yet."""
    for formal in formals:
        compiler.container_and_key(formal)
    return written(compiler, "", line)


def binder(compiler: RegionCompiler, formals: Sequence[Target], line: int) -> list[Line]:
    """Compile the function that saves the old values of parameters and sets the new ones, the first parameter last."""
    compiler.known_variables.update(formal.name for formal in formals if isinstance(formal, Variable))
    places = [compiler.container_and_key(formal) for formal in formals]
    for place, (container, key) in enumerate(places):
        compiler.save(formals[place], container, key)
        kind = compiler.kind_of_target(formals[place])
        compiler.emit(f"a{place} = argument_{kind}(a{place})")
    for place, (container, key) in reversed([*enumerate(places)]):
        compiler.emit(f"{container}[{key}] = a{place}")
    return written(compiler, "".join(["saved", *(f", a{place}" for place in range(len(formals)))]), line)


def written(compiler: RegionCompiler, parameters: str, line: int) -> list[Line]:
    """Compile the source in a compiler to a function with a single BASIC line."""
    head = [(0, f"def {NAME}({parameters}):", line, 0), (1, "pass", line, 0)]
    if compiler.assigned:
        head.append((1, f"global {', '.join(sorted(compiler.assigned))}", line, 0))
    return head + [(depth, text, line, 0) for depth, text, *_ in compiler.lines]


def as_error(raised: Exception, memory: Memory) -> BasicError:
    """Return BASIC's error for an exception of a compiled program; re-raise an exception that has none."""
    if isinstance(raised, BasicError):
        return raised
    if isinstance(raised, NameError):
        return BasicError.named(missing(str(raised.name), memory))
    for kind, message in PYTHON_ERRORS.items():
        if isinstance(raised, kind):
            return BasicError.named(message)
    raise raised


def missing(name: str, memory: Memory) -> str:
    """Return the error message for a missing global name: a variable, or an array with other dimensions."""
    variable = basic_name(name) or ""
    if not variable.endswith("("):
        return "No such variable"
    wanted = len(name) - len(name.rstrip("x"))
    return "Missing )" if 0 < memory.dimensions(variable[:-1]) < wanted else "Array"


PYTHON_ERRORS = errors.PYTHON_ERRORS | {OverflowError: "Too big"}
