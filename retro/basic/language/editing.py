"""Edits and lists the program in memory: entered lines, NEW, OLD, DELETE, RENUMBER, LIST."""

from __future__ import annotations

from collections.abc import Iterator

from retro.basic.errors import BasicError
from retro.basic.language.interpreter import Basic
from retro.basic.language.tokens import (
    CR,
    LINE_NUMBER,
    detokenise,
    encoded,
    line_number,
    lines_of,
    program_length,
    tokens,
)

END = b"\r\xff"
HEADER = 4
SPACE_AFTER_NUMBER, INDENT_FOR, INDENT_REPEAT = 1, 2, 4  # of LISTO
# Words that open and close the loops by which LIST indents.
LOOPS = (
    ("FOR", INDENT_FOR, 1),
    ("NEXT", INDENT_FOR, -1),
    ("REPEAT", INDENT_REPEAT, 1),
    ("UNTIL", INDENT_REPEAT, -1),
)
MEMORY_END = 0x8000
LAST_LINE = 0x7FFF  # line number


class BadProgram(Exception):
    """The BASIC lines in memory are malformed: their lengths do not match."""


class Editor:
    """Edits and lists the BASIC program in memory."""

    def __init__(self, basic: Basic) -> None:
        self.basic, self.program, self.ram = basic, basic.program, basic.memory.ram

    def lines(self) -> list[tuple[int, bytes]]:
        """Return number and text of each line in memory. Raises BadProgram."""
        memory = bytes(self.ram[self.program.page : MEMORY_END])
        if not program_length(memory):
            raise BadProgram
        return list(lines_of(memory))

    def is_good(self) -> bool:
        """Return whether the BASIC lines in memory are well-formed."""
        try:
            self.lines()
        except BadProgram:
            return False
        return True

    def replace(self, lines: list[tuple[int, bytes]]) -> None:
        """Replace the program in memory by these lines. Raises LINE space."""
        stored = (bytes([CR, number >> 8, number & 0xFF, len(text) + HEADER]) + text for number, text in lines)
        data = b"".join(stored) + END
        if self.program.page + len(data) > self.basic.memory.himem:
            raise BasicError.named("LINE space")
        self.basic.load(data)

    def enter(self, number: int, text: bytes) -> None:
        """Enter a tokenised line into the program; an empty text deletes the line. Raises LINE space."""
        try:
            lines = self.lines()
        except BadProgram:
            lines = []
        before = [line for line in lines if line[0] < number]
        after = [line for line in lines if line[0] > number]
        self.replace([*before, *([(number, text)] if text else []), *after])

    def new(self) -> None:
        """NEW: mark the program as ended before its first line."""
        page = self.program.page
        self.ram[page : page + 2] = END
        self._reread(page + 2)

    def old(self) -> None:
        """OLD: undo NEW. Raises BadProgram."""
        page = self.program.page
        self.ram[page + 1] = 0
        lines = self.lines()
        self._reread(page + sum(len(text) + HEADER for _, text in lines) + len(END))

    def _reread(self, top: int) -> None:
        self.program.top = top
        self.basic.changed()
        self.basic.memory.clear()

    def delete(self, first: int, last: int) -> None:
        """DELETE: remove a range of lines, and the first one in any case. Raises BadProgram."""
        self.replace([line for line in self.lines() if not first <= line[0] <= max(first, last)])

    # RENUMBER

    def renumber(self, start: int, step: int) -> list[int]:
        """RENUMBER; return the new numbers of lines that refer to missing lines. Raises BadProgram."""
        lines = self.lines()
        numbers = {old: start + step * index & LAST_LINE for index, (old, _) in enumerate(lines)}
        failed: list[int] = []
        changed = []
        for old, text in lines:
            new, missing = _renumbered(text, numbers)
            changed.append((numbers[old], new))
            failed += [numbers[old]] * missing
        self.replace(changed)
        return failed

    # LIST

    def listing(self, first: int, last: int, listo: int) -> Iterator[str]:
        """Yield the lines that LIST prints. Raises BadProgram."""
        loops = {INDENT_FOR: 0, INDENT_REPEAT: 0}
        for number, text in self.lines():
            if first <= number <= last:
                indent = "".join("  " * count for option, count in loops.items() if listo & option)
                space = " " if listo & SPACE_AFTER_NUMBER else ""
                yield f"{number:5}{space}{indent}" + detokenise(text).decode("latin-1")
                for word, option, change in LOOPS:
                    loops[option] = max(0, loops[option] + change * text.count(bytes([tokens()[word]])))


def _renumbered(text: bytes, numbers: dict[int, int]) -> tuple[bytes, int]:
    """Return a line in which RENUMBER has changed line numbers, and how many of these do not exist."""
    result, at, missing = bytearray(), 0, 0
    while at < len(text):
        if text[at] != LINE_NUMBER or at + 4 > len(text):
            result.append(text[at])
            at += 1
            continue
        old = line_number(text[at + 1 : at + 4])
        # The ROM's search ends at the first greater number, and takes the reference for one to line 0 then.
        new = numbers.get(old, 0 if any(number > old for number in numbers) else None)
        missing += new is None
        result += encoded(old if new is None else new)
        at += 4
    return bytes(result), missing
