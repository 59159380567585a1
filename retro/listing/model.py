"""The data model of a study: a program's procedures and their calls, its variables, notes and description.

`retro.listing.builder.build_study` reads it from the program's files; nothing of the program is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from retro.listing.description import Description
from retro.listing.procedure import CHANGED, Procedure, SourceLine, Variable

MOMENTS, CHOICES = (
    re.compile(rf"^## {heading}$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL) for heading in ("Moments", "Choices")
)
MOMENT = re.compile(r"^\| `([^`|]+)` \| (.+?) \|", re.MULTILINE)
CHOICE = re.compile(r"^\| ([^`|]+) \| (`.+`) \| ([^|]+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


@dataclass(eq=False)
class Study:
    """A program to study.

    Attributes:
        name: the program's name in `retro list`.
        title: the title there.
        about: the description there.
        path: the file of the port, or of the BASIC program.
        procedures: by key, in reading order.
        variables: by name.
        notes_path: the file of the study notes.
        notes_text: its text; empty if there is none.
        listing: the whole BASIC listing; empty if there is none.
        listing_path: the file of the listing.
        base: the name of the program that an edition changes.
        load_name: the name or path to load the program by.
        load_options: the options to load it with, as on the command line.
        others: by key, the procedures of the base that this edition replaces.
        port: for a changed listing, the study of the port made from the unchanged listing; else None.
        modules: by name, the first paragraph of each file's docstring.
        description: the published description; empty if there is none.
    """

    name: str
    title: str
    about: str
    path: str
    procedures: dict[str, Procedure]
    variables: dict[str, Variable]
    notes_path: str = ""
    notes_text: str = ""
    listing: tuple[SourceLine, ...] = ()
    listing_path: str = ""
    base: str = ""
    load_name: str = ""
    load_options: Sequence[str] = ()
    others: Mapping[str, Procedure] = field(default_factory=dict)
    port: Study | None = None
    modules: Mapping[str, str] = field(default_factory=dict)
    description: Description = field(default_factory=Description)

    def __iter__(self) -> Iterator[Procedure]:
        return iter(self.procedures.values())

    @property
    def is_basic(self) -> bool:
        """Whether this is a BASIC program that runs itself, without a port."""
        return self.path == self.listing_path

    @cached_property
    def moments(self) -> dict[str, list[str]]:
        """The moments that the notes name: by name in lower case, procedures, lines or conditions."""
        section = MOMENTS.search(self.notes_text)
        rows = MOMENT.findall(section[1] if section else "")
        return {name.lower(): CODE.findall(where) or [where] for name, where in rows}

    @cached_property
    def choices(self) -> dict[str, tuple[list[str], str]]:
        """The choices in the notes that can be reversed: by name, the listing's lines for that, and the reasons."""
        section = CHOICES.search(self.notes_text)
        return {name: (CODE.findall(lines), why) for name, lines, why in CHOICE.findall(section[1] if section else "")}

    def local_name(self, procedure: Procedure | None, name: str) -> str:
        """Return the BASIC name of a local of a procedure in the port; without one its own name."""
        basic = procedure.local_names.get(name, name) if procedure else name
        return name if any(basic == variable.basic for variable in self.variables.values()) else basic

    def parts(self) -> dict[str, list[Procedure]]:
        """Return the procedures by file; under "" those of the main file and of the base."""
        procedures: dict[str, list[Procedure]] = {"": []}
        for procedure in self:
            part = "" if procedure.module in (self.name, self.base) else procedure.module
            procedures.setdefault(part, []).append(procedure)
        return procedures

    def named(self, name: str) -> Procedure | None:
        """Return a procedure by its name in any case; PROC or FN, and if that is unique the file, may be left out."""
        keys = {procedure.key.lower(): procedure for procedure in self}
        keyed = (keys.get(beginning + name.lower()) for beginning in ("", "proc", "fn"))
        ends = [procedure for key, procedure in keys.items() if key.rpartition(".")[2] == name.lower()]
        return next(filter(None, keyed), ends[0] if len(ends) == 1 else None)

    def replaced_by(self, procedure: Procedure) -> Procedure | None:
        """Return the procedure that another one replaces, in the base or as an earlier stage; None if there is none."""
        return None if procedure.module == self.base else {**self.procedures, **self.others}.get(procedure.stands_for)

    def port_of(self, procedure: Procedure) -> tuple[Procedure, frozenset[int]] | None:
        """Return the port's procedure for one of a changed listing, and the lines of it made from changed lines."""
        if not self.port or not (port := self.port.procedures.get(procedure.name)):
            return None
        before = self.replaced_by(procedure)
        changed = {line.number for line in {*before.basic} ^ {*procedure.basic}} if before else set()
        return port, frozenset(python for python, basic in port.links if basic in changed)

    def status_of(self, procedure: Procedure) -> str:
        """Return the status of a procedure: "changed" if it replaces one of the base."""
        return CHANGED if self.replaced_by(procedure) else procedure.status

    def statuses(self, procedure: Procedure) -> list[str]:
        """Return the statuses of a procedure: "changed" if it replaces one of the base, and that in its docstring."""
        return list(filter(None, dict.fromkeys([self.status_of(procedure), procedure.status])))

    def flow(self, procedure: Procedure) -> str:
        """Return the variables that pass between a procedure and others, as text: `in: P% → out: D%`."""
        needed = {other.key: set(self._needed(other)) for other in self}
        changed = {name for other in self if other is not procedure for name in other.changes}
        read = {name for names in needed.values() for name in names}
        read |= {
            name
            for key in procedure.callers
            for name in {*self.procedures[key].reads} - {*self.procedures[key].changes}
        }
        sides = (("in", needed[procedure.key] & changed), ("out", read & {*procedure.changes}))
        titles = (
            (label, [its.title for name, its in self.variables.items() if name in names]) for label, names in sides
        )
        return " → ".join(f"{label}: {' '.join(names) or 'nothing'}" for label, names in titles)

    def _needed(self, procedure: Procedure) -> Iterator[str]:
        """Yield the variables that a procedure reads before itself or its calls set them."""
        lines = procedure.highlighted_basic or procedure.highlighted_python
        parts = [(number, part) for number, line_parts in lines.items() for part in line_parts]
        for name in procedure.reads:
            spelled = self.variables[name].key if procedure.basic else name
            mentions = [index for index, (_, part) in enumerate(parts) if part.name == spelled] or [len(parts)]
            numbers = [number for number, part in parts if part.name == spelled]
            calls = [self.procedures[part.name] for _, part in parts[: mentions[0]] if part.name in procedure.calls]
            is_set = numbers[:1] != numbers[1:2] and numbers[:1] == procedure.lines_changing(name)[:1]
            if not is_set and not any(name in (*call.changes, *call.through) for call in calls):
                yield name

    def users(self, variable: str) -> dict[str, list[Procedure]]:
        """Return three lists of procedures: those that change a variable, read it, or have it as a local."""
        changing = [procedure for procedure in self if variable in procedure.changes]
        reading = [procedure for procedure in self if variable in procedure.reads]
        users = {"changed by": changing, "read by": reading}
        if self.is_basic:
            users["local to"] = [procedure for procedure in self if variable in procedure.locals]
        return users
