"""BBC BASIC's errors: the numbers and texts of BASIC II and of the Electron's operating system."""

from __future__ import annotations

from types import TracebackType

TABLE = """
0 No room | 0 STOP | 0 LINE space | 0 Bad program | 0 Silly | 4 Mistake | 5 Missing , | 6 Type mismatch | 7 No FN |
8 $ range | 9 Missing " | 10 Bad DIM | 11 DIM space | 12 Not LOCAL | 13 No PROC | 14 Array | 15 Subscript |
16 Syntax error | 18 Division by zero | 19 String too long | 20 Too big | 21 -ve root | 22 Log range |
23 Accuracy lost | 24 Exp range | 25 Bad MODE | 26 No such variable | 27 Missing ) | 28 Bad HEX | 29 No such FN/PROC |
30 Bad call | 31 Arguments | 32 No FOR | 33 Can't Match FOR | 34 FOR variable | 35 Too many FORs | 36 No TO |
37 Too many GOSUBs | 38 No GOSUB | 39 ON syntax | 40 ON range | 41 No such line | 42 Out of DATA | 43 No REPEAT |
44 Too many REPEATs | 45 Missing # | 190 Cat full | 192 Too many open files | 193 Read only | 194 File open |
198 Disc full | 199 Disc fault | 204 Bad name | 205 Bad drive | 214 File not found | 216 Data? | 222 Channel | 223 EOF |
247 OS 1.00 | 251 Bad key | 252 Bad address | 253 Bad string | 254 Bad command | 255 No assembler here |
255 No machine code here
"""
ERRORS = {" ".join(words): int(number) for number, *words in map(str.split, TABLE.split("|"))}

PYTHON_ERRORS: dict[type[BaseException], str] = {
    ZeroDivisionError: "Division by zero",
    IndexError: "Subscript",
    RecursionError: "No room",
    MemoryError: "No room",
}


class BasicError(Exception):
    """An error as BASIC reports it.

    Attributes:
        number: the value of ERR.
        message: the text of REPORT; also the str() of the exception.
        detail: what was given and what was expected, for the programmer. May be empty.
    """

    def __init__(self, number: int, message: str, detail: str = "") -> None:
        super().__init__(number, message, detail)
        self.number = number
        self.message = message
        self.detail = detail
        if detail:
            self.__notes__ = [detail]  # Python 3.11 prints it below the traceback

    def __str__(self) -> str:
        return self.message

    @classmethod
    def named(cls, message: str, detail: str = "") -> BasicError:
        """Make the error with this text; its number is taken from ERRORS."""
        if message not in ERRORS:
            raise ValueError(f"{message!r} is no error of BASIC's; expected one of {', '.join(ERRORS)}")
        return BasicError(ERRORS[message], message, detail)

    def raised_by(self, word: str, *arguments: object) -> BasicError:
        """Make the same error with the BASIC word and its arguments before the detail."""
        call = " ".join((word, ",".join(map(literal, arguments)))).strip()
        return BasicError(self.number, self.message, f"{call}: {self.detail}")


class Escape(BasicError):
    """ESCAPE was pressed: error 17.

    Example: ON ERROR PRINT "ESCAPE": END → try: m.get() ⏎ except Escape: m.print("ESCAPE")
    """

    def __init__(self, message: str = "Escape") -> None:
        super().__init__(17, message)


class Break(BaseException):
    """BREAK was pressed, at BASIC's prompt or in a program that was run from there."""


def type_mismatch(value: object, expected: str, word: str = "") -> BasicError:
    """Make a "Type mismatch" error; word: the BASIC word that has been given the value."""
    detail = f"{literal(value)} given, {expected} expected"
    return BasicError.named("Type mismatch", f"{word}: {detail}" if word else detail)


def literal(value: object) -> str:
    """Return a value as BASIC writes it: a string in double quotes; anything else as Python writes it."""
    return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else repr(value)


def error_message(error: BaseException) -> str:
    """Return BASIC's message for an exception; if it has none, Python's name and text in printable ASCII."""
    if isinstance(error, BasicError):
        return error.message
    for kind, message in PYTHON_ERRORS.items():
        if isinstance(error, kind):
            return message
    text = f"{type(error).__name__}: {error}".encode("ascii", "replace").decode()
    return "".join(letter if letter >= " " else " " for letter in text)


def column_of(entry: TracebackType) -> int:
    """Return the column, in bytes, of the code at a traceback entry; 0 before Python 3.11."""
    positions = getattr(entry.tb_frame.f_code, "co_positions", lambda: ())
    columns = [column for _, _, column, _ in positions()]
    return columns[entry.tb_lasti // 2] or 0 if columns else 0


class ProgramError(BasicError):
    """The error that has ended a BASIC program; its message names the line.

    Attributes:
        line, column: the line, and where the statement begins in it, in bytes of the tokenised line.
    """

    line = column = 0
