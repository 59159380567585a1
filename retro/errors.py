"""BBC BASIC's errors: the numbers and texts of BASIC II and of the Electron's operating system."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ERRORS: Mapping[str, int] = {
    "Missing ,": 5,
    "Type mismatch": 6,
    "Bad DIM": 10,
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
    "Out of DATA": 42,
    "Bad key": 251,
    "Bad string": 253,
    "Bad command": 254,
}


class BasicError(Exception):
    """An error as BASIC reports it.

    number: what ERR would be.
    message: what REPORT would print; also the str() of the exception.
    detail: for the reader of a traceback: what was given, what was expected. May be empty.
    """

    def __init__(self, number: int, message: str, detail: str = "") -> None:
        super().__init__(number, message, detail)
        self.number = number
        self.message = message
        self.detail = detail

    def __str__(self) -> str:
        return self.message

    @classmethod
    def named(cls, message: str, detail: str = "") -> BasicError:
        """Make the error of that text, its number looked up in ERRORS."""
        if message not in ERRORS:
            raise ValueError(f"{message!r} is no error of BASIC's; expected one of {', '.join(ERRORS)}")
        return BasicError(ERRORS[message], message, detail)


class Escape(BasicError):
    """ESCAPE was pressed: error 17."""

    def __init__(self) -> None:
        super().__init__(17, "Escape")
