"""READ and RESTORE: reads the items of DATA lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import cut
from retro.basic.language.functions import real
from retro.basic.language.program import Program
from retro.basic.language.tokens import tokens

Evaluate = Callable[[bytes], tuple[float | str, int]]

COMMA, SPACE = 44, 32
QUOTED = re.compile(rb'"((?:[^"\r]|"")*)"(?!")')
PLAIN = re.compile(rb"[^,\r]*")


class Data:
    """The items of DATA lines, and the position of the next READ.

    Attributes:
        evaluate: Evaluates the expression at the start of a text; returns its value and its length.
        charge: Lets the time pass that an item takes, and the lines passed to find it.
    """

    def __init__(self, program: Program, evaluate: Evaluate) -> None:
        self.program, self.evaluate = program, evaluate
        self.charge: Callable[[bytes, int], None] = lambda item, lines: None
        self.restore()

    def restore(self, address: int = 0) -> None:
        """RESTORE: set the position to the first DATA line from this address on.

        If the line at the address itself is no DATA line, the first item is what follows its first comma.
        """
        self._from = address
        self._line, self._at = b"\r", 0
        if address and not self._data_start(text := self.program.text(address)):
            self._line = text
            self._to_comma()

    def _data_start(self, text: bytes) -> int:
        """Return the address of a DATA line's first item; 0 for any other line."""
        start = len(text) - len(text.lstrip(b" "))
        return start + 1 if text[start] == tokens()["DATA"] else 0

    def _next_item(self) -> None:
        """Move to the next item, in this line or a later one. Raises Out of DATA."""
        lines = 0
        if self._line[self._at] == COMMA:
            self._at += 1
            return self._charge(lines)
        for _, address, text in self.program.texts():
            lines += address >= self._from
            if address >= self._from and (start := self._data_start(text)):
                self._line, self._at = text, start
                self._from = address + 1
                return self._charge(lines)
        raise BasicError.named("Out of DATA")

    def _charge(self, lines: int) -> None:
        item = PLAIN.match(self._line, self._at)
        self.charge(item[0] if item else b"", lines)

    def _to_comma(self) -> None:
        match = PLAIN.match(self._line, self._at)
        self._at = match.end() if match else len(self._line) - 1

    def text(self) -> str:
        """READ a text: return the next item as it stands."""
        self._next_item()
        while self._line[self._at] == SPACE:
            self._at += 1
        start = self._at
        quoted = QUOTED.match(self._line, start)
        if quoted:
            self._at = quoted.end()
            self._to_comma()
            return quoted[1].replace(b'""', b'"').decode("latin-1")
        if self._line[start] == ord('"'):
            raise BasicError.named('Missing "')
        self._to_comma()
        return self._line[start : self._at].decode("latin-1")

    def number(self) -> float | str:
        """READ a number: return the value of the next item as an expression."""
        self._next_item()
        value, length = self.evaluate(self._line[self._at :])
        self._at += length
        self._to_comma()
        return value

    def words(self) -> dict[str, object]:
        """Return the functions of READ and RESTORE by the names that compiled programs use."""
        return {
            "read_text": self.text,
            "read_integer": lambda: cut(self.number()),
            "read_real": lambda: real(self.number()),
            "restore": self.restore,
        }
