"""Prints a study as text: the listings side by side where there is room, else one below the other, row by row."""

from __future__ import annotations

import re
import textwrap
from itertools import chain, zip_longest

from retro.study import highlighting
from retro.study.align import aligned_rows
from retro.study.highlighting import Part
from retro.study.links import basic_key, basic_name, called
from retro.study.model import CHANGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from retro.study.align import AlignedRow
    from retro.study.model import Procedure, SourceLine, Study, Variable

    Text = list[Part]

SIDE_BY_SIDE = 100  # columns from which on there is room for both
NUMBER, LABEL = 5, 12
SHARE = 0.45  # of the width that the BASIC listing may take
BETWEEN = " │ "
RULE = "─"
SGR = {
    "word": "36",
    "call": "1",
    "variable": "32",
    "string": "33",
    "number": "35",
    "remark": "2",
    "link": "2",
    "line": "2",
    "title": "1",
    "name": "1;33",
}


class Printout:
    """A study for a terminal of `width` columns, with or without ANSI colours."""

    def __init__(self, study: Study, width: int, colour: bool) -> None:
        self.study, self.width, self.colour = study, width, colour

    def everything(self) -> Iterator[str]:
        """Yield the title, the contents, all procedures and all variables."""
        yield self._painted(Part("title", self.study.title))
        yield ""
        yield from self._paragraphs(self.study.about)
        yield from self.contents()
        for procedure in self.study:
            yield ""
            yield from self.procedure(procedure)
        yield ""
        yield from self.variables()

    # contents and glossary

    def contents(self) -> Iterator[str]:
        """Yield a line for each procedure: its BASIC line, its name, its status, what it does."""
        names = max(len(procedure.key) for procedure in self.study)
        marks = max(len(self._status(procedure)) for procedure in self.study)
        module = self.study.parts()[""][0].module
        for procedure in self.study:
            if procedure.module not in (module, self.study.base):
                module = procedure.module
                yield from ("", self._painted(Part("title", f"{module}.py")))
            number = "" if procedure.number is None else str(procedure.number)
            status = self._status(procedure)
            start = [
                Part("line", f"{number:>{NUMBER}}  "),
                Part("call", f"{procedure.key:<{names}}  "),
                Part("", f"{status:<{marks}}  "),
                Part("", f"{procedure.summary}; {procedure.detail}" if status == CHANGED else procedure.summary),
            ]
            indent = NUMBER + names + marks + 6
            yield from map(self._painted_all, wrapped(start, self.width, indent if indent < self.width - 20 else 9))

    def variables(self) -> Iterator[str]:
        """Yield the variables: in BASIC, in the port, what they mean."""
        if not self.study.variables:
            return
        yield from self._heading(Part("title", "Variables"), "")
        names = max(len(basic_name(variable)) for variable in self.study.variables.values())
        own = max(len(self._own_name(variable)) for variable in self.study.variables.values())
        for variable in self.study.variables.values():
            parts = [
                Part("variable", f"{basic_name(variable):<{names}}  "),
                Part("", f"{self._own_name(variable):<{own}}  {self._meaning(variable)}".strip()),
            ]
            yield from map(self._painted_all, wrapped(parts, self.width, names + own + 4))

    def _own_name(self, variable: Variable) -> str:
        """Return the name of a variable in the port; empty if there is none."""
        return "" if self.study.is_basic else f"v.{variable.name}"

    def _meaning(self, variable: Variable) -> str:
        """Return what a variable means; of a BASIC program, who changes it."""
        if not self.study.is_basic:
            return variable.meaning
        users = self.study.users(variable.name)
        return "; ".join(f"{label} {', '.join(one.key for one in found)}" for label, found in users.items() if found)

    def variable(self, variable: Variable) -> Iterator[str]:
        """Yield the meaning of a variable, and the lines of all procedures that change or read it."""
        yield from self._heading(Part("name", basic_name(variable)), self._own_name(variable))
        yield from self._paragraphs(variable.meaning)
        users = self.study.users(variable.name)
        for label, procedures in users.items():
            names = ", ".join(procedure.key for procedure in procedures) or "nobody"
            parts = [Part("remark", f"{label:<{LABEL}}"), Part("", names)]
            yield from self._painted_lines(wrapped(parts, self.width, LABEL))
        for procedure in chain(*users.values()):
            yield ""
            yield self._painted(Part("call", procedure.label))
            yield from self._mentions(procedure, variable)

    def _mentions(self, procedure: Procedure, variable: Variable) -> Iterator[str]:
        """Yield the lines of a procedure that name a variable: in BASIC, or in the port if there is no listing."""
        if procedure.basic:
            name, lines = basic_key(variable), procedure.basic
            found = [highlighting.basic(line.text) for line in lines]
        else:
            name, lines = variable.name, procedure.python
            found = highlighting.python(lines, called(procedure))
        for line, parts in zip(lines, found):
            if any(part.kind == "variable" and part.name == name for part in parts):
                yield from self._painted_lines(numbered(line, parts, self.width))

    def _status(self, procedure: Procedure) -> str:
        return CHANGED if self.study.replaced_by(procedure) else procedure.status

    # a procedure

    def procedure(self, procedure: Procedure) -> Iterator[str]:
        """Yield the heading of a procedure, what it does and uses, and its listings."""
        yield from self._heading(Part("name", procedure.label), self._status_line(procedure))
        yield from self._paragraphs(procedure.purpose)
        yield from self._uses(procedure)
        yield ""
        yield from self._listing(procedure)
        old = self.study.replaced_by(procedure)
        if old is not None:
            yield ""
            yield from self._heading(Part("name", old.key), "as it was")
            yield from self._listing(old)

    def _status_line(self, procedure: Procedure) -> str:
        statuses = dict.fromkeys([self._status(procedure), procedure.status, procedure.detail])
        return "; ".join(text for text in statuses if text)

    def _uses(self, procedure: Procedure) -> Iterator[str]:
        table = {
            "reads": self._variables(procedure.reads),
            "changes": self._variables(procedure.changes),
            "local": self._variables(procedure.locals),
            "through": self._variables(procedure.through),
            "called by": ", ".join(procedure.callers) or "nobody",
            "calls": ", ".join(procedure.calls) or "nobody",
            "stands for": procedure.replaced_name,
            **{f"line {line.number}": line.text for line in procedure.departures},
        }
        for label, text in table.items():
            if text:
                parts = [Part("remark", f"{label:<{LABEL}}"), Part("", text)]
                yield from map(self._painted_all, wrapped(parts, self.width, LABEL))

    def _variables(self, names: Sequence[str]) -> str:
        known = self.study.variables
        return " ".join(basic_name(known[name]) if name in known else name for name in names)

    def _listing(self, procedure: Procedure) -> Iterator[str]:
        if not (procedure.python and procedure.basic):
            for line, parts in zip(procedure.lines, self._highlighted(procedure)):
                yield from self._painted_lines(numbered(line, parts, self.width))
            return
        python = dict(zip((line.number for line in procedure.python), self._highlighted(procedure)))
        table = aligned_rows(procedure)
        if self.width >= SIDE_BY_SIDE:
            left = min(int(SHARE * self.width), max(len(line.text) for line in procedure.basic) + NUMBER + 1)
            for row in table:
                yield from self._side_by_side(row, python, left)
        else:
            for row in table:
                yield from self._one_above_the_other(row, python)

    @staticmethod
    def _highlighted(procedure: Procedure) -> list[Text]:
        """Return the lines of the program that runs, in parts."""
        if procedure.python:
            return highlighting.python(procedure.python, called(procedure))
        return [highlighting.basic(line.text) for line in procedure.basic]

    def _side_by_side(self, row: AlignedRow, python: dict[int, Text], left: int) -> Iterator[str]:
        right = self.width - left - len(BETWEEN)
        basic = [text for line in row.basic for text in numbered(line, highlighting.basic(line.text), left)]
        port = [text for line in row.python for text in numbered(line, python[line.number], right)]
        nothing: Text = []
        for one, other in zip_longest(basic, port, fillvalue=nothing):
            gap = Part("", " " * (left - sum(len(part.text) for part in one)))
            yield self._painted_all([*one, gap, Part("line", BETWEEN), *other])

    def _one_above_the_other(self, row: AlignedRow, python: dict[int, Text]) -> Iterator[str]:
        for line in row.basic:
            yield from self._painted_lines(
                [Part("line", ">"), *text] for text in numbered(line, highlighting.basic(line.text), self.width - 1)
            )
        for line in row.python:
            shown = numbered(line, python[line.number], self.width - 1)
            yield from self._painted_lines([Part("line", " "), *text] for text in shown)

    # how it looks

    def _heading(self, part: Part, more: str) -> Iterator[str]:
        text = f" {more} " if more else ""
        space = self.width - len(part.text) - len(text) - 4
        if space < 1:
            yield from self._heading(part, "")
            yield from self._painted_lines(wrapped([Part("remark", more)], self.width, 2))
        else:
            rule = Part("line", f" {RULE * space}{text}{RULE}")
            yield self._painted_all([Part("line", RULE), Part("", " "), part, rule])

    def _paragraphs(self, text: str) -> Iterator[str]:
        for paragraph in text.split("\n\n"):
            if paragraph.strip():
                yield from textwrap.wrap(" ".join(paragraph.split()), min(self.width, SIDE_BY_SIDE))
                yield ""

    def _painted_lines(self, lines: Iterable[Text]) -> Iterator[str]:
        return map(self._painted_all, lines)

    def _painted_all(self, parts: Text) -> str:
        return "".join(map(self._painted, parts)).rstrip()

    def _painted(self, part: Part) -> str:
        code = SGR.get(part.kind, "") if self.colour and part.text.strip() else ""
        return f"\x1b[{code}m{part.text}\x1b[0m" if code else part.text


def numbered(line: SourceLine, parts: Text, width: int) -> Iterator[Text]:
    """Yield a line of a listing after its number, in as many lines of the terminal as it needs."""
    deep = len(line.text) - len(line.text.lstrip())
    start = [Part("line", f"{line.number:>{NUMBER}} "), *parts]
    return wrapped(start, width, min(NUMBER + 1 + deep + 3, max(width // 2, 1)))


def wrapped(parts: Iterable[Part], width: int, indent: int) -> Iterator[Text]:
    """Yield parts in lines of at most this width, broken at spaces where possible; further lines are indented."""
    line: Text = []
    room = width
    for word in _words(parts):
        text = word.text
        if len(text.rstrip()) > room and line and any(part.text.strip() for part in line):
            yield stripped(line)
            line, room = [Part("", " " * indent)], width - indent
            text = text.lstrip()
        while len(text.rstrip()) > room:
            yield [*line, Part(word.kind, text[:room])]
            line, text, room = [Part("", " " * indent)], text[room:], width - indent
        line.append(Part(word.kind, text))
        room -= len(text)
    yield stripped(line)


def stripped(line: Text) -> Text:
    """Return a line without spaces at its end."""
    *most, last = line or [Part("", "")]
    return [*most, Part(last.kind, last.text.rstrip())]


def _words(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        for found in re.finditer(r"\s*\S+\s*|\s+", part.text):
            yield Part(part.kind, found[0])
