"""BBC BASIC's errors: the numbers and texts of BASIC II and of the Electron's operating system."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ERRORS: Mapping[str, int] = {
    "No room": 0,
    "STOP": 0,
    "LINE space": 0,
    "Bad program": 0,
    "Silly": 0,
    "Mistake": 4,
    "Missing ,": 5,
    "Type mismatch": 6,
    "No FN": 7,
    "$ range": 8,
    'Missing "': 9,
    "Bad DIM": 10,
    "DIM space": 11,
    "Not LOCAL": 12,
    "No PROC": 13,
    "Array": 14,
    "Subscript": 15,
    "Syntax error": 16,
    "Division by zero": 18,
    "String too long": 19,
    "Too big": 20,
    "-ve root": 21,
    "Log range": 22,
    "Accuracy lost": 23,
    "Exp range": 24,
    "Bad MODE": 25,
    "No such variable": 26,
    "Missing )": 27,
    "Bad HEX": 28,
    "No such FN/PROC": 29,
    "Bad call": 30,
    "Arguments": 31,
    "No FOR": 32,
    "Can't Match FOR": 33,
    "FOR variable": 34,
    "Too many FORs": 35,
    "No TO": 36,
    "Too many GOSUBs": 37,
    "No GOSUB": 38,
    "ON syntax": 39,
    "ON range": 40,
    "No such line": 41,
    "Out of DATA": 42,
    "No REPEAT": 43,
    "Too many REPEATs": 44,
    "Missing #": 45,
    "Cat full": 190,
    "Too many open files": 192,
    "Read only": 193,
    "File open": 194,
    "Disc full": 198,
    "Disc fault": 199,
    "Bad name": 204,
    "File not found": 214,
    "Data?": 216,
    "Channel": 222,
    "EOF": 223,
    "OS 1.00": 247,
    "Bad key": 251,
    "Bad address": 252,
    "Bad string": 253,
    "Bad command": 254,
    "No assembler here": 255,
    "No machine code here": 255,
}

PYTHON_ERRORS: Mapping[type[BaseException], str] = {
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
        """Make the error with this text; its number comes from ERRORS."""
        if message not in ERRORS:
            raise ValueError(f"{message!r} is no error of BASIC's; expected one of {', '.join(ERRORS)}")
        return BasicError(ERRORS[message], message, detail)

    def raised_by(self, word: str, *arguments: object) -> BasicError:
        """Make the same error with the BASIC word and its arguments in front of the detail."""
        call = " ".join((word, ",".join(map(literal, arguments)))).strip()
        return BasicError(self.number, self.message, f"{call}: {self.detail}")


class Escape(BasicError):
    """ESCAPE was pressed: error 17.

    Example: ON ERROR PRINT "ESCAPE": END → try: m.get() ⏎ except Escape: m.print("ESCAPE")
    """

    def __init__(self) -> None:
        super().__init__(17, "Escape")


def type_mismatch(value: object, expected: str, word: str = "") -> BasicError:
    """Make a "Type mismatch"; word: the BASIC word that was given the value."""
    detail = f"{literal(value)} given, {expected} expected"
    return BasicError.named("Type mismatch", f"{word}: {detail}" if word else detail)


def literal(value: object) -> str:
    """Spell a value as BASIC does: a string in double quotes, anything else as Python does."""
    return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else repr(value)


def error_message(error: BaseException) -> str:
    """Return BASIC's text for an error; where BASIC has none, Python's name and text in printable ASCII."""
    if isinstance(error, BasicError):
        return error.message
    for kind, message in PYTHON_ERRORS.items():
        if isinstance(error, kind):
            return message
    text = f"{type(error).__name__}: {error}".encode("ascii", "replace").decode()
    return "".join(letter if letter >= " " else " " for letter in text)


class ProgramError(BasicError):
    """The error in which a BASIC program has ended; its message names the line."""
