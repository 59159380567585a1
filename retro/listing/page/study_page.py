"""Renders a study as one page of HTML that needs no network and no other file.

For scripts: a procedure has the id PROCX (one of another file module.name), a line of the port py-123 (of another file
py-module-123), a line of the listing bas-7030, a variable var-X; the class `now` marks a line.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup

from retro.listing.call_tree import call_trees
from retro.listing.links import Links
from retro.listing.model import Study
from retro.listing.page.environment import TEMPLATES, environment
from retro.listing.page.games import RecordedGame, Screenshot
from retro.listing.procedure import Procedure, Variable
from retro.listing.study_notes import CODE, DEMONSTRATION, EXERCISES, Block, named, notes_of, read_blocks
from retro.listing.study_notes import Section as NotesSection

OVERVIEW = ("line", "procedure", "what it does", "status")
GLOSSARY = ("BASIC", "here", "meaning")
Chapters = Mapping[str, str]
NOTHING: Chapters = MappingProxyType({})
FEWEST_NAMING_ROWS = 3  # rows that name procedures or variables make a table one about them


class Section(NamedTuple):
    """A section of the page, with the procedures to list below it in the contents."""

    address: str
    title: str
    body: Markup
    procedures: Sequence[Procedure] = ()


def page(
    study: Study, screenshots: Mapping[str, Screenshot], game: RecordedGame | None = None, chapters: Chapters = NOTHING
) -> str:
    """Return the page of a study.

    screenshots: by the key of the procedure. game: a game to watch, or None. chapters: more text in Markdown, by title;
    it is added to the section of the notes with this title, if there is one.
    """
    return StudyPage(study, screenshots, game, chapters).render()


def style() -> Markup:
    """Return the style sheet of the pages."""
    return text_beside("page.css")


class StudyPage:
    """Renders the parts of a page in the order of the study notes, with the graph before the procedures."""

    def __init__(
        self, study: Study, screenshots: Mapping[str, Screenshot], game: RecordedGame | None, chapters: Chapters
    ) -> None:
        self.study, self.screenshots, self.game, self.chapters = study, screenshots, game, chapters
        self.links = Links(study)
        self.environment = environment(study, self.links)
        self.macros: Any = self.environment.get_template("macros.html").module
        self.inline = self.environment.filters["inline"]
        self.blocks: Callable[[Iterable[Block]], Markup] = self.environment.filters["blocks"]
        self.about_procedures = _section_about(notes_of(study).sections, self._is_overview)
        self.about_variables = _section_about(notes_of(study).sections, self._is_glossary)

    def render(self) -> str:
        """Return the page as HTML."""
        return self.filled(
            "page.html", sections=list(self.sections()), script=text_beside("page.js") + text_beside("player.js")
        )

    def filled(self, template: str, **values: object) -> str:
        """Return a template filled with these values, and with what every page and booklet begins and ends with."""
        study, shots = self.study, self.screenshots.values()
        counts = [
            (len(study.procedures), "procedures"),
            (len(study.listing), "lines of BASIC"),
            (sum(len(procedure.python) for procedure in study), "of Python"),
        ]
        return self.environment.get_template(template).render(
            macros=self.macros,
            counts=counts,
            cover=max(shots, key=lambda shot: len(shot.picture.pixels) - shot.picture.pixels.count(0), default=None),
            style=style(),
            files=[os.path.basename(path) for path in self.files()],
            **values,
        )

    def files(self) -> Iterator[str]:
        """Yield the files that the page is made from."""
        yield from dict.fromkeys(procedure.path for procedure in self.study)
        yield from (path for path in (self.study.listing_path, notes_of(self.study).path) if os.path.isfile(path))

    def sections(self) -> Iterator[Section]:
        """Yield the sections; those about procedures and variables come last if the notes have none."""
        special = [(self.about_procedures, self.procedures), (self.about_variables, self.variables)]
        for notes in notes_of(self.study).sections[1:]:
            renders = [render for about, render in special if about is notes]
            for render in renders:
                yield from render()
            if not renders:
                more = read_blocks(self.chapters.get(notes.title, ""))
                yield self.section(notes.title, self.blocks(notes.blocks), self.blocks(more))
        for about, render in special:
            if about is None:
                yield from render()
        titles = {notes.title for notes in notes_of(self.study).sections}
        for title, text in self.chapters.items():
            if title not in titles:
                yield self.section(title, self.blocks(read_blocks(text)))

    def section(self, title: str, *parts: str, procedures: Sequence[Procedure] = ()) -> Section:
        """Return a section of the page, with an address that no other element has."""
        address = _address(title)
        number = 1
        while not self.links.new(address):
            number += 1
            address = f"{_address(title)}-{number}"
        return Section(address, title, Markup("\n").join(parts), procedures)

    # the procedures

    def procedures(self) -> Iterator[Section]:
        """Yield the legend, the call graph and the procedures; those of each file of rules as a section."""
        notes = self.about_procedures
        parts = self.study.parts()
        own = parts.pop("")
        if self.game:
            yield self.section("A game, step by step", self.macros.player(*self.game))
        yield self.section("How to read this page", self.legend())
        if entries := self.study.description.entries:
            names = {procedure.name for procedure in self.study if procedure.basic}
            general = [entry for entry in entries if entry.subject not in names]
            yield self.section("The description", self.macros.description(general))
        yield self.section("Who calls whom", self.macros.about_calls(), self.graph(own))
        rest = self.blocks(_without(notes, self._is_overview, OVERVIEW))
        title = notes.title if notes else "The procedures"
        yield self.section(title, self.macros.overview(own), rest, *self.articles(own), procedures=own)
        for name, listed in parts.items():
            about = Markup("<p>{}</p>").format(self.inline(self.study.modules.get(name, "")))
            graph = self.graph(listed) if any(p.key in q.calls for p in listed for q in listed) else Markup()
            overview = self.macros.overview(listed)
            yield self.section(f"{name}.py", about, overview, graph, *self.articles(listed), procedures=listed)

    def legend(self) -> Markup:
        """Render the legend of colours and statuses."""
        used = {status for procedure in self.study for status in (procedure.status, self.study.status_of(procedure))}
        return Markup(self.macros.legend(used - {""}))

    def articles(self, procedures: Sequence[Procedure]) -> Iterator[Markup]:
        """Render everything about each procedure."""
        for procedure in procedures:
            screenshot, replaced = self.screenshots.get(procedure.key), self.study.replaced_by(procedure)
            yield self.macros.article(procedure, screenshot, list(self.remarks(procedure)), replaced)

    def remarks(self, procedure: Procedure) -> Iterator[tuple[str, str]]:
        """Yield the departures of a procedure and the notes' remarks about it, each after its source."""
        yield from ((f"line {line.number}", line.text) for line in procedure.departures)
        mentions = [] if procedure.is_rules else notes_of(self.study).mentions(procedure.name)
        yield from ((title, text) for title, text in mentions if title not in ("", DEMONSTRATION, EXERCISES))

    def graph(self, procedures: Sequence[Procedure]) -> Markup:
        """Render the call tree of a file's procedures."""
        return Markup(self.macros.calls(call_trees(self.study, procedures), procedures[0].path))

    # the variables

    def variables(self) -> Iterator[Section]:
        """Yield the glossary, group by group."""
        if not self.study.variables:
            return
        notes, meanings = self.about_variables, self._meanings()
        groups: dict[str, list[tuple[Variable, str, dict[str, list[Procedure]]]]] = {}
        for name, variable in self.study.variables.items():
            users = self.study.users(name)
            row = variable, meanings.get(name) or variable.meaning, users
            groups.setdefault(variable.group[:1].upper() + variable.group[1:], []).append(row)
        rest = self.blocks(_without(notes, self._is_glossary, GLOSSARY))
        glossary = self.macros.glossary(groups)
        yield self.section(notes.title if notes else "The variables", rest, glossary)

    def _meanings(self) -> dict[str, str]:
        """Return the meanings of variables from the notes' tables: the last cell of a variable's own row."""
        blocks = [block for section in notes_of(self.study).sections for block in section.blocks]
        rows = [row for block in blocks if self._is_glossary(block) for row in block.items]
        meanings = [(self._variables_in(row), row[-1]) for row in rows]
        return {names[0]: text for names, text in meanings if len(names) == 1}

    def _variables_in(self, row: list[str]) -> list[str]:
        """Return the variables named in `code` in a row of a table."""
        codes = (code for cell in row for code in CODE.findall(cell) if code.startswith("v."))
        return [code[2:] for code in codes if code[2:] in self.study.variables]

    # which tables of the notes the page has in a fuller form

    def _is_overview(self, block: Block) -> bool:
        names = {procedure.name for procedure in self.study}
        rows = block.items if block.kind == "table" else []
        return sum(any(named(cell) in names for cell in row) for row in rows) >= FEWEST_NAMING_ROWS

    def _is_glossary(self, block: Block) -> bool:
        rows = block.items if block.kind == "table" else []
        return sum(bool(self._variables_in(row)) for row in rows) >= FEWEST_NAMING_ROWS


def text_beside(name: str) -> Markup:
    """Return the contents of a file in the templates' folder, as HTML."""
    with open(os.path.join(TEMPLATES, name), encoding="utf-8") as stream:
        return Markup(stream.read())


def _without(section: NotesSection | None, test: Callable[[Block], bool], headings: Sequence[str]) -> list[Block]:
    """Return the blocks of a section, except tables that pass the test and have none but these headings."""
    blocks = section.blocks if section else []
    return [block for block in blocks if not test(block) or not set(block.rows[0]) <= set(headings)]


def _section_about(sections: Sequence[NotesSection], test: Callable[[Block], bool]) -> NotesSection | None:
    """Return the first section, after the introduction, with a table that passes the test; or None."""
    return next((section for section in sections[1:] if any(map(test, section.blocks))), None)


def _address(title: str) -> str:
    slug = re.sub(r"\W+", "-", title.lower()).strip("-")
    return f"sec-{slug}"
