"""A program as something to read: its procedures, their two listings, its variables, and who calls whom.

Made from the files alone; nothing of the program is run. `study_of(name)` is the way in.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from retro.study.notes import Notes

FULL_STOP = re.compile(r"(?<=[.:])\s(?![^(]*\))")
DOCUMENTED, RECONSTRUCTED, OURS, CHANGED = "documented", "reconstructed", "ours", "changed"


class Line(NamedTuple):
    """A line of a listing, its number and its text; of the port or of the original."""

    number: int
    text: str


class Link(NamedTuple):
    """Line `python` of the port is the first that was made from line `basic` of the listing."""

    python: int
    basic: int


class Variable(NamedTuple):
    """A variable: its name in the port, in BASIC, what it means with its unit, and the heading it stands under."""

    name: str
    basic: str
    meaning: str
    group: str = ""


@dataclass(slots=True, eq=False)
class Procedure:
    """A procedure, subroutine, function or class of a program, and its part of the BASIC listing.

    key: its name within the study: plain for the program's own, "module.name" for the others.
    module: where it stands: "dominoes", "rules/snake". number: the BASIC line it begins at, if it is known.
    python, basic: the lines of both listings. links: which of them belong together.
    purpose: what it does, its first paragraph one sentence or two. status: documented, reconstructed, ours, changed
    or ""; detail: what of it has another status, or what is changed, as a phrase.
    reads, changes: the program's variables it uses itself; through: those that only what it calls changes.
    calls, callers: keys. stands_for: the key of the procedure that it replaces in an edition.
    departures: the remarks in its lines that say where it leaves the original.
    """

    key: str
    name: str
    module: str
    path: str
    python: tuple[Line, ...]
    number: int | None = None
    basic: tuple[Line, ...] = ()
    links: tuple[Link, ...] = ()
    purpose: str = ""
    status: str = ""
    detail: str = ""
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()
    stands_for: str = ""
    departures: tuple[Line, ...] = ()
    is_class: bool = False

    @property
    def first(self) -> int:
        """Its first line in the port."""
        return self.python[0].number

    @property
    def last(self) -> int:
        """Its last line in the port."""
        return self.python[-1].number

    @property
    def label(self) -> str:
        """What to call it: its line in the listing, if it has one, and its name."""
        return self.name if self.number is None else f"{self.number} {self.name}"

    @property
    def summary(self) -> str:
        """Its purpose up to the first full stop, or colon outside of brackets."""
        return FULL_STOP.split(" ".join(self.purpose.split()), maxsplit=1)[0].rstrip(".:")

    def basic_at(self, line: int) -> int | None:
        """The line of the listing that a line of the port belongs to: the last that is linked at or above it."""
        above = [link.basic for link in self.links if link.python <= line]
        return above[-1] if above else None


@dataclass(slots=True, eq=False)
class Study:
    """A program to study.

    name, title, about: as `retro list` has them. path: the file of the port. asked: the name or path to load it by.
    procedures: by key, in reading order. base: for an edition the name of the program that it changes; others: by key
    what it has replaced there. modules: what each file says of itself in its first paragraph. variables: by name.
    listing: the whole BASIC listing, empty if there is none; listing_path: its file. notes: what the study notes say.
    """

    name: str
    title: str
    about: str
    path: str
    procedures: Mapping[str, Procedure]
    variables: Mapping[str, Variable]
    notes: Notes
    listing: tuple[Line, ...] = ()
    listing_path: str = ""
    base: str = ""
    asked: str = ""
    others: Mapping[str, Procedure] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Procedure]:
        return iter(self.procedures.values())

    def parts(self) -> dict[str, list[Procedure]]:
        """The procedures by the file they stand in; first, under "", those of the program itself and of its base."""
        found: dict[str, list[Procedure]] = {"": []}
        for procedure in self:
            found.setdefault("" if procedure.module in (self.name, self.base) else procedure.module, []).append(
                procedure
            )
        return found

    def at(self, path: str, line: int) -> Procedure | None:
        """The procedure that a line of a file belongs to."""
        here = os.path.realpath(path)
        for procedure in [*self.procedures.values(), *self.others.values()]:
            if procedure.first <= line <= procedure.last and os.path.realpath(procedure.path) == here:
                return procedure
        return None

    @property
    def changed(self) -> list[Procedure]:
        """The procedures with which an edition replaces those of its base."""
        return [procedure for procedure in self if self.replaced_by(procedure)]

    def replaced_by(self, procedure: Procedure) -> Procedure | None:
        """The procedure of the base that this one of an edition replaces; None if it replaces none."""
        return self.others.get(procedure.stands_for) if procedure.module != self.base else None

    def users(self, variable: str) -> tuple[list[Procedure], list[Procedure]]:
        """Who changes a variable, and who only reads it."""
        changing = [procedure for procedure in self if variable in procedure.changes]
        reading = [procedure for procedure in self if variable in procedure.reads and procedure not in changing]
        return changing, reading


def study_of(asked: str) -> Study:
    """The program of that name in `retro list`, or in a file ending in .py. Raises retro.library.LibraryError."""
    from retro.study.assembly import assemble

    return assemble(asked)
