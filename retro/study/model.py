"""The data model of a study: a program's procedures, their two listings, its variables, and who calls whom.

`retro.study.builder.build_study` reads it from the program's files; nothing of the program is run.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from retro.study.study_notes import Notes

FULL_STOP = re.compile(r"(?<=[.:])\s(?![^(]*\))")
DOCUMENTED, RECONSTRUCTED, OURS, CHANGED = "documented", "reconstructed", "ours", "changed"


class SourceLine(NamedTuple):
    """A numbered line of the port or of the BASIC listing."""

    number: int
    text: str


class Link(NamedTuple):
    """The statement in line `python` of the port was made from line `basic` of the listing."""

    python: int
    basic: int


class Variable(NamedTuple):
    """A variable: its name in the port and in BASIC, its meaning with the unit, and the heading of its group."""

    name: str
    basic: str
    meaning: str
    group: str = ""


@dataclass(slots=True, eq=False)
class Procedure:
    """A procedure, subroutine, function or class of a program, and its part of the BASIC listing.

    Attributes:
        key: its name in the study: plain for the program's own, "module.name" for others.
        name: its name in the file.
        module: the file without its ending: "dominoes", "rules/snake".
        path: the path of the file.
        python: its lines in the port; none in a BASIC program, which has no port.
        number: the BASIC line at which it begins, if it is known.
        basic: its lines in the BASIC listing.
        links: which lines of the port were made from which of the listing.
        purpose: its docstring without the status.
        status: documented, reconstructed, ours, changed, or empty.
        detail: a phrase: which part has another status, or what is changed.
        reads: the program's variables that it reads itself.
        changes: the program's variables that it changes itself.
        locals: of a BASIC program: its parameters and LOCAL variables.
        through: the variables that only procedures below it change.
        calls: the keys of the procedures that it calls.
        callers: the keys of the procedures that call it.
        stands_for: the key of the procedure that it replaces in an edition.
        departures: its remarks about differences from the original.
        is_class: whether it is a class.
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
        """Its lines in the program that runs: the port, or the BASIC program itself."""
        return self.python or self.basic

    @property
    def first(self) -> int:
        """The number of its first line in the program that runs."""
        return self.lines[0].number

    @property
    def last(self) -> int:
        """The number of its last line in the program that runs."""
        return self.lines[-1].number

    @property
    def label(self) -> str:
        """Its name, after its line number if it has one."""
        return self.name if self.number is None else f"{self.number} {self.name}"

    @property
    def replaced_name(self) -> str:
        """The name of the procedure that it stands for, if it is another name."""
        name = self.stands_for.rpartition(".")[2]
        return "" if name == self.name else name

    @property
    def summary(self) -> str:
        """Its purpose up to the first full stop, or to a colon outside brackets; of BASIC its remark."""
        if not self.python:
            return self.purpose
        return FULL_STOP.split(" ".join(self.purpose.split()), maxsplit=1)[0].rstrip(".:")

    def runs(self, number: int) -> list[int]:
        """Return the lines of the program that runs that were made from a line of the listing, or are that line."""
        if not self.python:
            return [line.number for line in self.basic if line.number == number]
        return [link.python for link in self.links if link.basic == number]

    def basic_at(self, line: int, count: int = 1) -> tuple[int, ...]:
        """Return the lines of the listing that a statement of the port was made from, or its own line in BASIC.

        Args:
            line: the first line of the statement.
            count: how many lines the statement has.
        """
        if not self.python:
            return (line,)
        known = {line.number for line in self.basic}
        return tuple(link.basic for link in self.links if link.basic in known and 0 <= link.python - line < count)


@dataclass(slots=True, eq=False)
class Study:
    """A program to study.

    Attributes:
        name: its name in `retro list`.
        title: its title there.
        about: its description there.
        path: the file of the port, or of the BASIC program.
        procedures: by key, in reading order.
        variables: by name.
        notes: the study notes.
        listing: the whole BASIC listing; empty if there is none.
        listing_path: the file of the listing.
        base: the name of the program that an edition changes.
        load_name: the name or path to load the program by.
        load_options: the options to load it with, as on the command line.
        others: by key, the procedures of the base that an edition replaces.
        modules: by name, the first paragraph of each file's docstring.
    """

    name: str
    title: str
    about: str
    path: str
    procedures: Mapping[str, Procedure]
    variables: Mapping[str, Variable]
    notes: Notes
    listing: tuple[SourceLine, ...] = ()
    listing_path: str = ""
    base: str = ""
    load_name: str = ""
    load_options: Sequence[str] = ()
    others: Mapping[str, Procedure] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Procedure]:
        return iter(self.procedures.values())

    @property
    def is_basic(self) -> bool:
        """Whether it is a BASIC program, which runs itself and has no port."""
        return self.path == self.listing_path

    def parts(self) -> dict[str, list[Procedure]]:
        """Return the procedures by file; those of the program itself and of its base come first, under ""."""
        found: dict[str, list[Procedure]] = {"": []}
        for procedure in self:
            found.setdefault("" if procedure.module in (self.name, self.base) else procedure.module, []).append(
                procedure
            )
        return found

    def at(self, path: str, line: int) -> Procedure | None:
        """Return the procedure that contains a line of a file."""
        real = os.path.realpath(path)
        for procedure in [*self.procedures.values(), *self.others.values()]:
            if any(line == one.number for one in procedure.lines) and os.path.realpath(procedure.path) == real:
                return procedure
        return None

    @property
    def changed(self) -> list[Procedure]:
        """The procedures of an edition that replace procedures of its base."""
        return [procedure for procedure in self if self.replaced_by(procedure)]

    def replaced_by(self, procedure: Procedure) -> Procedure | None:
        """Return the procedure of the base that a procedure of an edition replaces, or None."""
        return self.others.get(procedure.stands_for) if procedure.module != self.base else None

    def users(self, variable: str) -> dict[str, list[Procedure]]:
        """Return the procedures that change a variable, those that only read it, and those that have it as a local."""
        changing = [procedure for procedure in self if variable in procedure.changes]
        reading = [procedure for procedure in self if variable in procedure.reads and procedure not in changing]
        users = {"changed by": changing, "read by": reading}
        if self.is_basic:
            users["local to"] = [procedure for procedure in self if variable in procedure.locals]
        return users
