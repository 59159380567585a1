"""Prints a study as text for a terminal, with the listings side by side where the width allows."""

import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest

from retro.library.messages import printable
from retro.listing.align import AlignedRow, bands, changed_rows
from retro.listing.call_tree import Branch, call_trees
from retro.listing.description import MEANINGS, SIGNS, Entry
from retro.listing.highlighting import Part, stripped
from retro.listing.model import Study
from retro.listing.procedure import CHANGED, Procedure, SourceLine, Variable

Text = list[Part]

SIDE_BY_SIDE, IN_THREE = 100, 132  # the fewest columns for both listings, and for the description, too
NUMBERED, LABEL_WIDTH = 5, 12
BASIC_SHARE, DESCRIPTION_SHARE = 0.45, 0.24  # of the width: at most for the BASIC listing; for the description
SEPARATOR, DIFFERENCE_SEPARATOR, CHANGED_SIGN = Part("line", " │ "), Part("title", " ≠ "), Part("title", "◆")
DASH, ABOVE_SIGN = "─", "↑"
SGR = {"word": "36", "call": "1", "variable": "32", "string": "33", "number": "35", "remark": "2", "link": "2"}
SGR |= {"line": "2", "title": "1", "name": "1;33", "documented": "32", "inferred": "33", "chosen": "31"}


class Printout:
    """A study as lines of text for a terminal of `width` columns, with or without ANSI colours.

    counts: how often each line of BASIC has run, to print before it; empty: print none.
    """

    def __init__(self, study: Study, width: int, colour: bool, counts: Mapping[int, int] | None = None) -> None:
        self.study, self.width, self.colour, self.counts = study, width, colour, counts or {}

    def everything(self) -> Iterator[str]:
        """Yield the title, the contents, all procedures and all variables."""
        yield self._painted(Part("title", self.study.title))
        yield from (*self._totals(), "")
        yield from self._paragraphs(self.study.about)
        yield from self.contents()
        yield from self.description()
        for procedure in self.study:
            yield ""
            yield from self.procedure(procedure)
        yield ""
        yield from self.variables()

    # contents and glossary

    def file(self, name: str) -> Iterator[str]:
        """Yield the printed lines for a file of a program: its docstring, its contents, and its procedures."""
        procedures = self.study.parts()[name]
        yield from self._heading(Part("name", f"{name}.py"), "")
        yield from self._paragraphs(self.study.modules[name])
        yield from self.contents(procedures)
        for procedure in procedures:
            yield ""
            yield from self.procedure(procedure)

    def contents(self, procedures: Sequence[Procedure] = ()) -> Iterator[str]:
        """Yield a line for each procedure of the study or of `procedures`: number, name, status, summary."""
        names = max(len(procedure.key) for procedure in self.study)
        statuses = max(len(self.study.status_of(procedure)) for procedure in self.study)
        indent = NUMBERED + names + statuses + 6
        procedures = procedures or list(self.study)
        module = procedures[0].module
        for procedure in procedures:
            if procedure.module not in (module, self.study.base):
                module = procedure.module
                yield from ("", self._painted(Part("title", f"{module}.py")))
            status = self.study.status_of(procedure)
            detail = f"; {procedure.detail}" if status == CHANGED and procedure.detail else ""
            parts = [
                Part("line", f"{'' if procedure.number is None else procedure.number:>{NUMBERED}}  "),
                Part("call", f"{procedure.key:<{names}}  "),
                Part("", f"{status:<{statuses}}  "),
                Part("", procedure.summary + detail),
            ]
            yield from self._wrapped(parts, indent if indent < self.width - 20 else 9)

    def graph(self) -> Iterator[str]:
        """Yield the calls between the original's procedures, as a tree."""
        yield from self._heading(Part("title", "Who calls whom"), "")
        for tree in call_trees(self.study, self.study.parts()[""]):
            yield from self._branch(tree, "", "")
        yield ""
        yield from self._paragraphs(
            f"{ABOVE_SIGN}: its own calls stand elsewhere. Behind a name: how many other functions it calls, by file."
        )

    def _branch(self, branch: Branch, first: str, rest: str) -> Iterator[str]:
        """Yield a node of the tree and all below it. first, rest: the text before its line, and before later ones."""
        notes = [f"through {branch.through}"] * bool(branch.through)
        notes += [f"{len(functions)} {os.path.basename(file)}" for file, functions in branch.folded.items()]
        about = f"  {', '.join(notes)}" if notes else ""
        label = f"{branch.procedure.label}{f' {ABOVE_SIGN}' * branch.again}"
        yield from self._wrapped([Part("line", first), Part("call", label), Part("link", about)], len(rest) + 6)
        for index, inner in enumerate(branch.branches, 1):
            last = index == len(branch.branches)
            yield from self._branch(inner, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))

    def description(self) -> Iterator[str]:
        """Yield the sentences of the description that are not about a single procedure."""
        description = self.study.description
        if not description.entries:
            return
        yield from ("", *self._heading(Part("title", "The description"), ""))
        names = {procedure.name for procedure in self.study}
        general = (entry for entry in description.entries if entry.subject not in names)
        for part, entries in groupby(general, lambda entry: entry.part):
            yield from ("", self._painted(Part("title", part)))
            for entry in entries:
                about = f" ({', '.join(entry.names)})" if entry.names else ""
                yield from self._wrapped([*_parts(entry), Part("link", about)], NUMBERED + 1)

    def _totals(self) -> Iterator[str]:
        """Yield the number of lines of the listing with each status, and the status's meaning."""
        for status, count in self.study.description.counts(self.study.listing).items():
            text = f" {status}, {count} lines: {MEANINGS[status]}"
            yield from self._wrapped([Part(status, SIGNS[status]), Part("", text)], 2)
        if self.study.description.entries and self.study.listing:
            yield from self._wrapped(
                [Part("remark", "DEF, REM and the ends of loops and procedures are not counted.")], 2
            )

    def variables(self) -> Iterator[str]:
        """Yield a row for each variable: its names in BASIC and in the port, and its meaning."""
        variables = self.study.variables.values()
        if not variables:
            return
        yield from self._heading(Part("title", "Variables"), "")
        names = max(len(variable.title) for variable in variables) + 2
        own = max(len(self._own_name(variable)) for variable in variables) + 2
        for variable in variables:
            text = f"{self._own_name(variable):<{own}}{self._meaning(variable)}".strip()
            yield from self._wrapped([Part("variable", f"{variable.title:<{names}}"), Part("", text)], names + own)

    def _own_name(self, variable: Variable) -> str:
        """Return the name of a variable in the port; empty for a BASIC program."""
        return "" if self.study.is_basic else f"v.{variable.name}"

    def _meaning(self, variable: Variable) -> str:
        """Return the meaning of a variable; for a BASIC program the procedures that change it."""
        if not self.study.is_basic:
            return variable.meaning
        users = self.study.users(variable.name)
        return "; ".join(
            f"{label} {', '.join(one.key for one in procedures)}" for label, procedures in users.items() if procedures
        )

    def variable(self, variable: Variable) -> Iterator[str]:
        """Yield the meaning of a variable, and the lines of all procedures that change or read it."""
        yield from self._heading(Part("name", variable.title), self._own_name(variable))
        yield from self._paragraphs(variable.meaning)
        users = self.study.users(variable.name)
        for label, procedures in users.items():
            yield from self._labelled(label, ", ".join(procedure.key for procedure in procedures) or "nobody")
        if users["changed by"] and not self.study.is_basic:
            yield from ("", f"{CHANGED_SIGN.text}: the line changes it")
        for procedure in dict.fromkeys(chain(*users.values())):
            yield from ("", self._painted(Part("call", procedure.label)))
            yield from self._mentions(procedure, variable)

    def _mentions(self, procedure: Procedure, variable: Variable) -> Iterator[str]:
        """Yield a procedure's lines with a variable: in the BASIC listing, or without one in the port."""
        name = variable.key if procedure.basic else variable.name
        changing = procedure.lines_changing(variable.name)
        highlighted = procedure.highlighted_basic or procedure.highlighted_python
        for line in procedure.basic or procedure.python:
            if any(part.kind == "variable" and part.name == name for part in highlighted[line.number]):
                marked = [CHANGED_SIGN if line.number in changing else Part("", " ")] if procedure.python else []
                yield from (self._painted(*marked, *text) for text in numbered(line, highlighted, self.width - 1))

    # a procedure

    def procedure(self, procedure: Procedure) -> Iterator[str]:
        """Yield a procedure: heading, purpose, variables, calls, and listings."""
        notes = [*self.study.statuses(procedure), *filter(None, [procedure.detail])]
        yield from self._heading(Part("name", procedure.label), "; ".join(notes))
        yield from self._paragraphs(procedure.purpose)
        yield from self._uses(procedure)
        yield ""
        yield from self._listing(procedure)
        if old := self.study.replaced_by(procedure):
            yield ""
            yield from self._heading(Part("name", f"{old.module} and {procedure.module}"), "before and after")
            yield from self._difference(old, procedure)

    def _uses(self, procedure: Procedure) -> Iterator[str]:
        table = {
            "reads": self._variables(procedure.reads),
            "changes": self._variables(procedure.changes),
            "local": self._variables(procedure.locals),
            "through": self._variables(procedure.through),
            "flow": self.study.flow(procedure),
            "called by": ", ".join(procedure.callers) or "nobody",
            "calls": ", ".join(procedure.calls) or "nobody",
            "stands for": procedure.replaced_name,
            **{f"line {line.number}": line.text for line in procedure.departures},
        }
        return chain.from_iterable(self._labelled(label, text) for label, text in table.items() if text)

    def _variables(self, names: Sequence[str]) -> str:
        return " ".join(self.study.variables[name].title for name in names)

    def _listing(self, procedure: Procedure) -> Iterator[str]:
        """Yield description, BASIC listing and port, side by side as far as the width allows."""
        entries = self.study.description.of(procedure)
        sentences = [entry for entry in entries if entry.is_sentence]
        in_columns = self.width >= (IN_THREE if procedure.python and procedure.basic else SIDE_BY_SIDE) and bool(
            sentences
        )
        left = int(DESCRIPTION_SHARE * self.width) * in_columns
        width = self.width - left - len(SEPARATOR.text) * in_columns
        if not in_columns:
            yield from self._entries(sentences)
        basic = self.study.description.marked(procedure)
        if self.counts:
            wide = len(f"{max(self.counts.values()):,} ")
            shown = {n: f"{self.counts[n]:,} " if self.counts.get(n) else "" for n in basic}
            basic = {n: [Part("number", f"{shown[n]:>{wide}}"), *parts] for n, parts in basic.items()}
        for begun, rows in bands(procedure, sentences if in_columns else ()):
            code = (text for row in rows for text in self._row(row, basic, procedure.highlighted_python, width))
            said = (text for entry in begun for text in wrapped(_parts(entry), left, NUMBERED + 1))
            yield from (self._painted(*text) for text in (_side_by_side(said, code, left) if in_columns else code))
        if entries and procedure.basic:
            yield from ("", "   ".join(f"{sign} {status}" for status, sign in SIGNS.items()))
            yield from self._entries([entry for entry in entries if not entry.is_sentence])

    def _entries(self, entries: Sequence[Entry]) -> Iterator[str]:
        yield from (line for entry in entries for line in self._wrapped(_parts(entry), NUMBERED + 1))
        yield from [""] * bool(entries)

    def _row(
        self, row: AlignedRow, basic: Mapping[int, Text], python: Mapping[int, Text], width: int
    ) -> Iterator[Text]:
        """Yield a row of the listings, side by side or one below the other; or of the only listing."""
        wide = basic and python and self.width >= SIDE_BY_SIDE
        mark = ">" if basic and python and not wide else ""
        left = right = width - len(mark)
        if wide:
            longest = max(sum(len(part.text) for part in parts) for parts in basic.values())
            left = min(int(BASIC_SHARE * width), longest + NUMBERED + 1)
            right = width - left - len(SEPARATOR.text)
        basic_rows = [text for line in row.basic for text in numbered(line, basic, left)]
        python_rows = [text for line in row.python for text in numbered(line, python, right)]
        if wide:
            yield from _side_by_side(basic_rows, python_rows, left)
        else:
            yield from ([Part("line", mark), *text] for text in basic_rows)
            yield from ([Part("line", " " * len(mark)), *text] for text in python_rows)

    def _difference(self, before: Procedure, after: Procedure) -> Iterator[str]:
        """Yield changed lines, side by side or, if the width is too small, as a diff with - and +."""
        wide = self.width >= SIDE_BY_SIDE
        width = (self.width - len(SEPARATOR.text)) // 2 if wide else self.width - 1
        for row in changed_rows(before, after):
            old = [text for line in row.before for text in numbered(line, before.highlighted, width)]
            new = [text for line in row.after for text in numbered(line, after.highlighted, width)]
            if wide:
                between = DIFFERENCE_SEPARATOR if row.differs else SEPARATOR
                yield from (self._painted(*text) for text in _side_by_side(old, new, width, between))
            else:
                for sign, lines in (("-", old), ("+", new)) if row.differs else ((" ", new),):
                    yield from (self._painted(Part("title", sign), *text) for text in lines)

    # how it looks

    def _heading(self, title: Part, note: str) -> Iterator[str]:
        text = f" {note} " if note else ""
        space = self.width - len(title.text) - len(text) - 4
        if space < 1:
            yield from self._heading(title, "")
            yield from self._wrapped([Part("remark", note)], 2)
        else:
            yield self._painted(
                Part("line", DASH),
                Part("", " "),
                title,
                Part("line", f" {DASH * space}{text}{DASH}"),
            )

    def _paragraphs(self, text: str) -> Iterator[str]:
        for paragraph in text.split("\n\n"):
            if paragraph.strip():
                yield from textwrap.wrap(printable(" ".join(paragraph.split())), min(self.width, SIDE_BY_SIDE))
                yield ""

    def _labelled(self, label: str, text: str) -> Iterator[str]:
        return self._wrapped([Part("remark", f"{label:<{LABEL_WIDTH}}"), Part("", text)], LABEL_WIDTH)

    def _wrapped(self, parts: Text, indent: int) -> Iterator[str]:
        return (self._painted(*line) for line in wrapped(parts, self.width, indent))

    def _painted(self, *parts: Part) -> str:
        texts = [(printable(part.text), SGR.get(part.kind, "") * self.colour) for part in parts]
        coloured = (f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text for text, code in texts)
        return "".join(coloured).rstrip()


def _parts(entry: Entry) -> Text:
    """Return an entry of the description as parts: a sentence after its number, a reason after its sign and lines."""
    if entry.is_sentence:
        return [Part("title", f"{entry.label:<{NUMBERED}} "), Part("", entry.plain)]
    return [Part(entry.status, SIGNS[entry.status]), Part("link", f" {entry.about}  "), Part("", entry.plain)]


def _side_by_side(one: Iterable[Text], other: Iterable[Text], left: int, between: Part = SEPARATOR) -> Iterator[Text]:
    nothing: Text = []
    for text, beside in zip_longest(one, other, fillvalue=nothing):
        gap = Part("", " " * (left - sum(len(part.text) for part in text)))
        yield [*text, gap, between, *beside]


def numbered(line: SourceLine, highlighted: Mapping[int, Text], width: int) -> Iterator[Text]:
    """Yield a line of a listing after its number, wrapped to a width."""
    parts = highlighted[line.number]
    indent = sum(len(part.text) for part in parts) - len(line.text.lstrip())
    return wrapped(
        [Part("line", f"{line.number:>{NUMBERED}} "), *parts],
        width,
        min(NUMBERED + 4 + indent, max(width // 2, 1)),
    )


def wrapped(parts: Iterable[Part], width: int, indent: int) -> Iterator[Text]:
    """Wrap the parts of a line to this width, at spaces where possible; further lines are indented."""
    line: Text = []
    room = width
    words = (Part(part.kind, word) for part in parts for word in re.findall(r"\s*\S+\s*|\s+", part.text))
    for kind, text, _ in words:
        if len(text.rstrip()) > room and any(part.text.strip() for part in line):
            yield stripped(line)
            line, room, text = [Part("", " " * indent)], width - indent, text.lstrip()
        while len(text.rstrip()) > room:
            yield [*line, Part(kind, text[:room])]
            line, room, text = [Part("", " " * indent)], width - indent, text[room:]
        line.append(Part(kind, text))
        room -= len(text)
    yield stripped(line)
