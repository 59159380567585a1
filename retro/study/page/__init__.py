"""A study as one page of HTML that needs nothing else: no network, no other file.

For scripts: a procedure has the id PROCX (one of another file module.name), a line of the port py-123 (of another file
py-module-123), a line of the listing bas-7030, a variable var-X; the class `now` marks a line.
"""

from __future__ import annotations

import os
import re
from html import escape

from retro.study import markdown
from retro.study.drawing import svg
from retro.study.graph import draw
from retro.study.links import Links
from retro.study.notes import CODE, cells_of, named
from retro.study.page.article import article, glossary, status_of, table
from retro.study.page.parts import name_of, picture
from retro.study.source import CHANGED, DOCUMENTED, OURS, RECONSTRUCTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from retro.study.notes import Block, Section
    from retro.study.shots import Shot
    from retro.study.source import Procedure, Study

OVERVIEW = ("line", "procedure", "what it does", "status")
GLOSSARY = ("BASIC", "here", "meaning")
MANY = 3  # rows that name procedures or variables make a table one about them
MEANINGS = {
    DOCUMENTED: "the published description of the program says that it is so.",
    RECONSTRUCTED: "it follows from the description, or something had to be chosen.",
    OURS: "the port has it; the original had not.",
    CHANGED: "an edition puts it in the place of the original’s procedure.",
}
SAMPLES = {
    "word": "PRINT, m.print",
    "call": "PROCMOVE",
    "variable": "T%, v.T",
    "string": "“text”",
    "number": "28",
    "remark": "REM, #",
}


def page(study: Study, taken: Mapping[str, Shot]) -> str:
    """The page of a study. taken: pictures by the keys of the procedures."""
    made = _Page(study, taken)
    body = "\n".join(made.sections())
    return _beside("page.html").format(
        title=escape(study.title),
        style=_beside("page.css"),
        script=_beside("page.js"),
        masthead=made.masthead(),
        side=made.side(),
        body=body,
        files=", ".join(f"<code>{escape(os.path.basename(path))}</code>" for path in made.files()),
    )


def _beside(name: str) -> str:
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as stream:
        return stream.read()


class _Page:
    """The page while it is made. contents: address and title of each section, and the procedures in it."""

    def __init__(self, study: Study, taken: Mapping[str, Shot]) -> None:
        self.study, self.taken = study, taken
        self.links = Links(study)
        self.contents: list[tuple[str, str, Sequence[Procedure]]] = []
        self.about_procedures = _section_about(study.notes.sections, self._is_contents)
        self.about_variables = _section_about(study.notes.sections, self._is_glossary)
        self.special = (self.about_procedures, self.procedures), (self.about_variables, self.variables)

    def files(self) -> Iterator[str]:
        """The files that the page is made from."""
        yield from dict.fromkeys(procedure.path for procedure in self.study)
        yield from (path for path in (self.study.listing_path, self.study.notes.path) if os.path.isfile(path))

    def sections(self) -> Iterator[str]:
        """The sections in the order of the notes, with the graph before the procedures."""
        made = []
        for section in self.study.notes.sections[1:]:
            special = [make for about, make in self.special if about is section]
            made += special
            for make in special:
                yield from make()
            if not special:
                yield self.section(section.title, self.blocks(section.blocks))
        for _, make in self.special:
            if make not in made:
                yield from make()

    def section(self, title: str, inner: str, procedures: Sequence[Procedure] = ()) -> str:
        """A section with its heading; it is put down for the contents."""
        address = _address(title)
        if not self.links.new(address):
            address += f"-{len(self.contents)}"
        self.contents.append((address, title, procedures))
        return f'<section id="{address}">\n<h2>{markdown.inline(title)}</h2>\n{inner}\n</section>'

    def blocks(self, parts: Sequence[Block]) -> str:
        """Blocks of the notes."""
        return markdown.blocks(parts, 3, self.links.of_code)

    # the procedures

    def procedures(self) -> Iterator[str]:
        """How to read them, who calls whom, and then all of them, the rules in sections of their own."""
        notes = self.about_procedures
        parts = self.study.parts()
        own = parts.pop("")
        yield self.section("How to read this page", self.legend())
        yield self.section("Who calls whom", f"<p>{GRAPH}</p>\n{self.graph(own, list(parts))}")
        left = _without(notes, self._is_contents, OVERVIEW)
        title = notes.title if notes else "The procedures"
        yield self.section(title, self.overview(own) + self.blocks(left) + self.articles(own), own)
        for name, procedures in parts.items():
            said = f"<p>{markdown.inline(self.study.modules.get(name, ''))}</p>"
            graph = self.graph(procedures, []) if any(p.key in q.calls for p in procedures for q in procedures) else ""
            inner = said + self.overview(procedures) + graph + self.articles(procedures)
            yield self.section(f"{name}.py", inner, procedures)

    def articles(self, procedures: Sequence[Procedure]) -> str:
        """Procedures, each with everything there is to say of it."""
        return "\n".join(
            article(self.study, self.links, procedure, self.taken.get(procedure.key)) for procedure in procedures
        )

    def overview(self, procedures: Sequence[Procedure]) -> str:
        """A table of procedures: line, name, what it does, status."""
        rows = []
        for procedure in procedures:
            row = self.study.notes.row(procedure.name) if "/" not in procedure.module else {}
            said = next((text for heading, text in row.items() if "what" in heading.lower()), "")
            what = said or procedure.summary
            name = escape(name_of(self.study, procedure.key))
            rows.append(
                (
                    str(procedure.number or ""),
                    f'<a href="#{escape(procedure.key)}"><code>{name}</code></a>',
                    markdown.inline(what, self.links.of_code),
                    status_of(self.study, procedure),
                )
            )
        return table(OVERVIEW, rows, "stacked overview")

    def graph(self, procedures: Sequence[Procedure], files: Sequence[str]) -> str:
        """The call graph of some procedures; a file of others is one box."""
        study = self.study
        places = {p.key: _address(f"{p.module}.py") for p in study if p.module in files}
        labels = {p.key: name_of(study, p.key) for p in procedures} | {_address(f"{f}.py"): f"{f}.py" for f in files}
        called: dict[str, dict[str, None]] = {name: {} for name in labels}
        for procedure in study:
            name = places.get(procedure.key, procedure.key)
            if name in called:
                found = (places.get(key, key) for key in procedure.calls)
                called[name].update(dict.fromkeys(key for key in found if key != name or key == procedure.key))
        kinds = {p.key: CHANGED if study.replaced_by(p) else p.status for p in procedures}
        titles = {p.key: p.purpose for p in procedures} | {_address(f"{f}.py"): study.modules[f] for f in files}
        drawn = svg(draw(called, labels), labels, kinds | {_address(f"{f}.py"): "file" for f in files}, titles)
        label = f"Call graph of {procedures[0].module}.py"
        return f'<div class="graph-frame" tabindex="0" role="region" aria-label="{escape(label)}">{drawn}</div>'

    def legend(self) -> str:
        """What the marks and the colours mean."""
        used = {procedure.status for procedure in self.study} | ({CHANGED} if self.study.changed else set())
        statuses = "".join(
            f'<dt><span class="badge {status}">{status}</span></dt><dd>{escape(meaning)}</dd>'
            for status, meaning in MEANINGS.items()
            if status in used
        )
        samples = ", ".join(f'<code class="{kind}">{escape(text)}</code>' for kind, text in SAMPLES.items())
        sides = SIDES if self.study.listing else "The listings are those of the port; there is none of the original’s."
        marks = f'<dl class="uses">{statuses}</dl>' if statuses else ""
        return f"<p>{sides}</p>\n<p>The same thing has the same colour everywhere: {samples}.</p>\n{marks}"

    # the variables

    def variables(self) -> Iterator[str]:
        """The glossary."""
        if self.study.variables:
            notes = self.about_variables
            left = _without(notes, self._is_glossary, GLOSSARY)
            title = notes.title if notes else "The variables"
            yield self.section(title, self.blocks(left) + glossary(self.study, self._said_of_variables()))

    def _said_of_variables(self) -> dict[str, str]:
        """What the notes say of variables that have a row of their own: its last cell."""
        blocks = [block for section in self.study.notes.sections for block in section.blocks]
        rows = [line for block in blocks if self._is_glossary(block) for line in block.lines[2:]]
        own = {f"v.{name}" for name in self.study.variables}
        named = [([code for code in CODE.findall(line) if code in own], cells_of(line)[-1]) for line in rows]
        return {codes[0].removeprefix("v."): text for codes, text in named if len(codes) == 1}

    # which parts of the notes are made anew

    def _is_contents(self, block: Block) -> bool:
        names = {procedure.name for procedure in self.study}
        rows = (cells_of(line) for line in block.lines[2:]) if block.kind == "table" else ()
        return sum(any(named(cell) in names for cell in cells) for cells in rows) >= MANY

    def _is_glossary(self, block: Block) -> bool:
        names = {f"v.{name}" for name in self.study.variables}
        rows = block.lines[2:] if block.kind == "table" else ()
        return sum(any(code in names for code in CODE.findall(line)) for line in rows) >= MANY

    # round it

    def masthead(self) -> str:
        """Title, what the program is, how much of it there is, and a picture."""
        study = self.study
        paragraphs = "".join(f"<p>{markdown.inline(_flat(part))}</p>" for part in study.about.split("\n\n") if part)
        lines = sum(len(procedure.python) for procedure in study)
        counts = [(len(study.procedures), "procedures"), (len(study.listing), "lines of BASIC"), (lines, "of Python")]
        figures = "".join(f"<li><b>{count}</b> {what}</li>" for count, what in counts if count)
        shots = list(self.taken.values())
        best = max(shots, key=lambda shot: len(shot.picture.pixels) - shot.picture.pixels.count(0)) if shots else None
        shown = picture(best, f"A screen of {study.title}") if best else ""
        return f'<div><h1>{escape(study.title)}</h1>{paragraphs}<ul class="figures">{figures}</ul></div>{shown}'

    def side(self) -> str:
        """The contents."""
        return "".join(
            f'<li><a href="#{address}">{markdown.inline(title)}</a>{self._names(procedures)}</li>'
            for address, title, procedures in self.contents
        )

    def _names(self, procedures: Sequence[Procedure]) -> str:
        if not procedures:
            return ""
        names = "".join(
            f'<li><a href="#{escape(procedure.key)}"><span class="at">{procedure.number or ""}</span>'
            f"{escape(name_of(self.study, procedure.key))}</a></li>"
            for procedure in procedures
        )
        return f"<ol>{names}</ol>"


def _without(section: Section | None, test: Callable[[Block], bool], headings: Sequence[str]) -> list[Block]:
    """The blocks of a section but for the tables that are made anew: they pass the test, and say no more."""
    blocks = section.blocks if section else []
    return [block for block in blocks if not test(block) or not set(cells_of(block.lines[0])) <= set(headings)]


def _section_about(sections: Sequence[Section], test: Callable[[Block], bool]) -> Section | None:
    """The first section with a table that passes the test."""
    return next((section for section in sections[1:] if any(map(test, section.blocks))), None)


def _address(title: str) -> str:
    slug = re.sub(r"\W+", "-", title.lower()).strip("-")
    return f"sec-{slug}"


def _flat(text: str) -> str:
    return " ".join(text.split())


SIDES = (
    "Each procedure stands here twice: on the left in BBC BASIC, on the right as the Python port has it. What stands "
    "in one row does the same. Behind a line of Python stands the number of the line of BASIC that it was made from."
)

GRAPH = (
    "From left to right: a line leads from a procedure to one that it calls; a broken line leads back. Every name "
    "leads to its listing."
)
