"""The program in memory: finds its lines as the ROM does, and parses them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from retro.basic.language.expressions import ROUTINE, UNREADABLE
from retro.basic.language.statements import LineParser
from retro.basic.language.tokens import CR, tokens
from retro.basic.language.tree import Statement, Target

HEADER = 4  # bytes of a line before its text: CR, number (high, low), length
END_MARKER = 0x80  # a line number's high byte from here on ends the program
TYPED_LINE_ADDRESS = 0x700  # the address of a typed line
MEMORY_END = 0x8000


class Definition:
    """A DEF of a PROC or FN.

    Attributes:
        body: The address of its first statement.
        formals: Its parameters; None if they cannot be read.
    """

    def __init__(self, body: int, formals: list[Target] | None) -> None:
        self.body, self.formals = body, formals


class Program:
    """The lines of the program in memory, and the typed line.

    Attributes:
        ram: The machine's memory.
        page: The address of the program.
        top: The address after the program.
        timed: Whether its statements take as long as on the Electron.
        traced_loops: The bodies of FOR loops: TRACE prints the number of the line only before the first turn.
    """

    def __init__(self, ram: bytearray, page: int) -> None:
        self.ram, self.page = ram, page
        self.timed = False
        self.top = page + 2
        self.read()

    def read(self) -> None:
        """Parse the program in memory anew, after a change."""
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._addresses: dict[int, int] = {}
        for number, address in self._lines():
            self._starts.append(address)
            self._numbers.append(number)
            self._addresses.setdefault(number, address)
        self._parsers: dict[int, LineParser] = {}
        self._definitions: dict[str, Definition] | None = None
        self.traced_loops: set[int] = set()

    def _lines(self) -> Iterator[tuple[int, int]]:
        """Yield number and text address of each line of the program, in the order of memory."""
        at = self.page
        while at + HEADER < MEMORY_END and self.ram[at + 1] < END_MARKER:
            yield self.ram[at + 1] << 8 | self.ram[at + 2], at + HEADER
            at = self.ram.find(CR, at + HEADER, MEMORY_END)
            if at < 0:
                return

    @property
    def first(self) -> int:
        """The address of the text of the program's first line; 0 if there is none."""
        return self._starts[0] if self._starts else 0

    def type_line(self, text: bytes) -> int:
        """Store a tokenised typed line in memory to run it; return its address."""
        self.ram[TYPED_LINE_ADDRESS : TYPED_LINE_ADDRESS + len(text) + 1] = text + bytes([CR])
        self._parsers.pop(TYPED_LINE_ADDRESS, None)
        self.traced_loops.clear()
        return TYPED_LINE_ADDRESS

    def place_of(self, address: int) -> tuple[int, int]:
        """Return the line number and the column in bytes for an address; 0 and 0 in a typed line."""
        index = bisect_right(self._starts, address) - 1
        return (self._numbers[index], address - self._starts[index]) if index >= 0 else (0, 0)

    def line_of(self, address: int) -> int:
        """Return the number of the line that contains an address; 0 for a typed line."""
        return self.place_of(address)[0]

    def starts_line(self, address: int) -> bool:
        """Return whether a line begins at this address."""
        return address in self._starts

    def find(self, number: int) -> int:
        """Return the address of the text of the line with a number; 0 if there is no such line."""
        return self._addresses.get(number, 0)

    def lines_before(self, number: int) -> int:
        """Return the number of lines before a line number, if the lines are in order."""
        return bisect_left(self._numbers, number)

    def text(self, address: int) -> bytes:
        """Return the tokenised text at an address up to the end of its line, CR included."""
        end = self.ram.find(CR, address, MEMORY_END)
        return bytes(self.ram[address : end + 1]) if end >= 0 else bytes(self.ram[address : address + 255]) + b"\r"

    def texts(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield number, address and text of each of the program's lines."""
        for number, address in zip(self._numbers, self._starts):
            yield number, address, self.text(address)

    def statements(self, address: int) -> tuple[list[Statement], int]:
        """Return the statements from an address to the end of its line, and the next line's address or 0."""
        if address < self.page:
            return self._parser(TYPED_LINE_ADDRESS).statements(address), 0
        index = bisect_right(self._starts, address)
        following = self._starts[index] if index < len(self._starts) else 0
        start = self._starts[index - 1] if index else self.page
        return self._parser(start).statements(address), following

    def next_line(self, address: int) -> int:
        """Return the address of the next line for a line's end; return any other address unchanged."""
        following = self.statements(address)[1]
        return following if following and self.ram[address] == CR else address

    def _parser(self, start: int) -> LineParser:
        if start not in self._parsers:
            self._parsers[start] = LineParser(self.text(start), start, self.formals)
        return self._parsers[start]

    # procedures and functions

    def formals(self, name: str) -> int | None:
        """Return the number of a routine's parameters; UNREADABLE if they are malformed; None if it has no DEF."""
        definition = self.definition(name)
        if definition is None:
            return None
        return UNREADABLE if definition.formals is None else len(definition.formals)

    def definition(self, name: str) -> Definition | None:
        """Return the first DEF of a name in the program; the name begins with PROC or FN."""
        if self._definitions is None:
            self._definitions = {}
            for _, address, text in self.texts():
                self._define(address, text)
        return self._definitions.get(name)

    def _define(self, address: int, text: bytes) -> None:
        body = text.lstrip(b" ")
        if not body.startswith(bytes([tokens()["DEF"]])) or self._definitions is None:
            return
        body = body[1:].lstrip(b" ")
        kind = {tokens()["PROC"]: "PROC", tokens()["FN"]: "FN"}.get(body[0])
        match = ROUTINE.match(body, 1)
        if kind is None or match is None:
            return
        name = kind + match[0].decode("latin-1")
        if name not in self._definitions:
            parser = LineParser(text, address, self.formals)
            parser.at = len(text) - len(body) + match.end()
            self._definitions[name] = _definition(parser)


def _definition(parser: LineParser) -> Definition:
    """Parse the parameters of a DEF PROC or DEF FN."""
    formals: list[Target] = []
    if not parser.take("("):
        return Definition(parser.here(), formals)
    while True:
        target = parser.variable()
        if target is None:
            return Definition(parser.here(), None)
        formals.append(target)
        if not parser.take(","):
            return Definition(parser.here(), formals) if parser.take(")") else Definition(parser.here(), None)
