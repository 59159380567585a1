"""A program's procedures, with their two listings and what they use, and its variables."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from retro.listing import highlighting
from retro.listing.highlighting import Part
from retro.listing.name_usage import Uses, lines_changing

FULL_STOP = re.compile(r"(?<=[.:])\s(?![^(]*\))")
SUBSCRIPTS = re.compile(r"\((.*)\)$")
MAIN = "main"
DESCRIBED, RECONSTRUCTED, OURS, CHANGED = "described", "reconstructed", "ours", "changed"  # statuses of procedures
NO_LINE = -1  # the number of no line; BASIC has a line 0


class SourceLine(NamedTuple):
    """A numbered line of the port or of the BASIC listing."""

    number: int
    text: str


class Link(NamedTuple):
    """A link from line `python` of the port to line `basic` of the listing, from which its statement was made."""

    python: int
    basic: int


class Variable(NamedTuple):
    """A variable: its names in the port and in BASIC, its meaning with the unit, and the heading of its group."""

    name: str
    basic: str
    meaning: str
    group: str = ""

    @property
    def key(self) -> str:
        """The name in BASIC as highlighting gives it: "T%", "T("."""
        return SUBSCRIPTS.sub("(", self.basic)

    @property
    def title(self) -> str:
        """The name in BASIC for readers: T%, T(), D(,)."""
        return SUBSCRIPTS.sub(lambda subscripts: f"({',' * subscripts[1].count(',')})", self.basic)


@dataclass(eq=False)
class Procedure:
    """A procedure, subroutine, function or class of a program, and its part of the BASIC listing.

    Attributes:
        key: the name in the study: "name" in the main file, "module.name" in others.
        name: the name in its file.
        module: the file's path in the program's folder without the ending: "dominoes", "rules/snake".
        python: the lines in the port; none for a BASIC program, which has no port.
        number: the BASIC line at which it begins, or 0.
        basic: the lines in the BASIC listing.
        links: links from lines of the port to the lines of the listing from which they were made.
        purpose: its docstring without the status.
        status: described, reconstructed, ours, changed, or empty.
        detail: a phrase on the status: a part with another status, the change, or the number of lines of each status.
        uses: all names that it uses.
        reads: the program's variables that it reads itself.
        changes: the program's variables that it changes itself.
        locals: of a BASIC program: its parameters and LOCAL variables.
        through: the variables that it changes only through the procedures that it calls.
        calls: the keys of the procedures that it calls.
        callers: the keys of the procedures that call it.
        stands_for: the key of the procedure that it replaces in an edition.
        departures: its remarks about differences from the original.
    """

    key: str
    name: str
    module: str
    path: str
    python: tuple[SourceLine, ...]
    number: int | None = None
    basic: tuple[SourceLine, ...] = ()
    links: tuple[Link, ...] = ()
    purpose: str = ""
    status: str = ""
    detail: str = ""
    uses: Uses = Uses()  # noqa: RUF009
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    locals: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()
    stands_for: str = ""
    departures: tuple[SourceLine, ...] = ()
    is_class: bool = False

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """The lines in the language of the program that runs: in the port, or in a BASIC program in that."""
        return self.python or self.basic

    @property
    def first(self) -> int:
        """The number of the procedure's first line; in BASIC without remarks above it."""
        return self.lines[0].number if self.python or self.number is None else self.number

    @property
    def last(self) -> int:
        """The number of the procedure's last line."""
        return self.lines[-1].number

    @property
    def is_rules(self) -> bool:
        """Whether its file is in the program's folder `rules/`, whose functions need no machine."""
        return "/" in self.module

    @property
    def label(self) -> str:
        """The procedure's line number in BASIC, if it has one, and its name."""
        return self.name if self.number is None else f"{self.number} {self.name}"

    @property
    def replaced_name(self) -> str:
        """The name of the procedure that it replaces, if that differs from its own; else empty."""
        name = self.stands_for.rpartition(".")[2]
        return "" if name == self.name else name

    @property
    def summary(self) -> str:
        """The first sentence of the purpose, which may end with a colon; in BASIC the first remark."""
        if not self.python:
            return self.purpose
        return FULL_STOP.split(" ".join(self.purpose.split()), maxsplit=1)[0].rstrip(".:")

    @property
    def callable_names(self) -> dict[str, str]:
        """By name in its lines, the keys of the procedures that it calls, and its own."""
        return {key.rpartition(".")[2]: key for key in self.calls} | {self.name: self.key}

    @cached_property
    def highlighted_basic(self) -> dict[int, list[Part]]:
        """The highlighted parts of each line of the BASIC listing, by line number."""
        return {line.number: highlighting.basic(line.text) for line in self.basic}

    @cached_property
    def local_names(self) -> dict[str, str]:
        """The variables in its part of the listing that are no arrays, by possible names in a port."""
        parts = [part for line in self.highlighted_basic.values() for part in line if part.kind == "variable"]
        simple = dict.fromkeys(part.name for part in parts if not part.name.endswith("("))
        names = {f"{name.rstrip('%$')}{'_s' if name.endswith('$') else '_i'}": name for name in simple}
        return {name.removesuffix("_i"): basic for name, basic in names.items()} | names

    @cached_property
    def highlighted_python(self) -> dict[int, list[Part]]:
        """The highlighted parts of each line of the port, by line number."""
        parts = highlighting.python([line.text for line in self.python], self.callable_names)
        return dict(enumerate(parts, self.first))

    @property
    def highlighted(self) -> dict[int, list[Part]]:
        """The highlighted parts of each of `lines`, by line number."""
        return self.highlighted_python if self.python else self.highlighted_basic

    def runs(self, number: int) -> list[int]:
        """Return the numbers of the running program's lines made from a line of the listing; in BASIC that line."""
        if not self.python:
            return [line.number for line in self.basic if line.number == number]
        return [link.python for link in self.links if link.basic == number]

    def lines_changing(self, name: str) -> list[int]:
        """Return the lines of its listing, or else of the port, at which it changes a variable; none of BASIC alone.

        name: the variable's name in the port.
        """
        text = "\n".join(line.text for line in self.python)
        port = {self.first + line for line in lines_changing(text, name)} if text else set()
        listed = {basic for line, basic in self.links if line in port} & {line.number for line in self.basic}
        return sorted(listed if self.basic else port)

    def basic_at(self, line: int, count: int = 1) -> tuple[int, ...]:
        """Return the numbers of the listing's lines from which a statement was made; in BASIC its own line."""
        if not self.python:
            return (line,)
        known = {line.number for line in self.basic}
        return tuple(link.basic for link in self.links if link.basic in known and 0 <= link.python - line < count)

    def from_top(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return numbers of lines of the listing, after those of the REMs at its top if only these stand before."""
        top = [line.number for line in takewhile(lambda line: line.text.lstrip().startswith("REM"), self.basic)]
        begins = bool(numbers) and [*top, numbers[0]] == [line.number for line in self.basic[: len(top) + 1]]
        return (*top, *numbers) if begins else numbers
