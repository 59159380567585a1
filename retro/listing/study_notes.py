"""Parses the study notes of a program, NAME.md, and finds the rows about a procedure or variable."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from retro.library.errors import LibraryError
from retro.listing.model import Study
from retro.listing.name_usage import bare

CODE = re.compile(r"`([^`]+)`")
DEMONSTRATION, EXERCISES = "Demonstration", "Exercises"
COMMAND = ["retro", "play"]
SECTION_TAG = "h2"


class Block(NamedTuple):
    """A block of Markdown in a section.

    Attributes:
        kind: markdown-it's name: paragraph, heading, bullet_list, ordered_list, table, fence, code_block …
        rows: texts in rows of cells: of a table the headings, then its rows; of a list one row an item; else one row.
        tokens: markdown-it's tokens.
    """

    kind: str
    rows: list[list[str]]
    tokens: list[Token]

    @property
    def items(self) -> list[list[str]]:
        """The block's rows without a table's headings; none for a heading or code."""
        return self.rows[self.kind == "table" :] if self.kind not in ("heading", "fence", "code_block") else []


@dataclass(slots=True)
class Section:
    """The text under a heading of level 2; without a title for the text above the first heading."""

    title: str
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Notes:
    """The study notes of a program; empty if it has none."""

    path: str
    sections: list[Section]

    def section(self, title: str) -> Section | None:
        """Return the section whose title begins with a text, or None."""
        return next((section for section in self.sections if section.title.lower().startswith(title.lower())), None)

    def row(self, name: str) -> dict[str, str]:
        """Return the cells of the table row about a procedure, by heading; empty if there is none."""
        tables = (block for section in self.sections for block in section.blocks if block.kind == "table")
        rows = (dict(zip(table.rows[0], row)) for table in tables for row in table.items)
        return next((row for row in rows if any(named(cell) == name for cell in row.values())), {})

    def mentions(self, name: str) -> list[tuple[str, str]]:
        """Return every item that names a procedure or variable in `code`, with the title of its section.

        The table row that is about the name itself is left out.
        """
        blocks = ((section.title, block) for section in self.sections for block in section.blocks)
        return [
            (title, " · ".join(row))
            for title, block in blocks
            for row in block.items
            if name in (bare(code) for cell in row for code in CODE.findall(cell))
            and not (block.kind == "table" and any(named(cell) == name for cell in row))
        ]

    def demonstrations(self) -> list[list[str]]:
        """Return the arguments of each `retro play` command in the section "Demonstration". Raises LibraryError."""
        section = self.section(DEMONSTRATION)
        blocks = section.blocks if section else []
        code = "".join(token.content for block in blocks for token in block.tokens if token.tag == "code")
        try:
            commands = [shlex.split(line) for line in code.replace("\\\n", " ").splitlines()]
        except ValueError as error:
            raise LibraryError(f"{self.path}, section {DEMONSTRATION}: {error}") from error
        return [argv[2:] for argv in commands if argv[:2] == COMMAND]


@lru_cache
def notes_of(study: Study) -> Notes:
    """Return the study notes of a program; they are empty if it has none."""
    return read_notes(study.notes_text, study.notes_path)


def markdown_parser(renderer: type[RendererHTML] = RendererHTML) -> MarkdownIt:
    """Return a parser of the Markdown of notes and docstrings."""
    return MarkdownIt("commonmark", {"html": False, "xhtmlOut": True}, renderer_cls=renderer).enable("table")


def read_notes(text: str, path: str = "") -> Notes:
    """Parse the text of study notes."""
    notes = Notes(path, [Section("")])
    for block in read_blocks(text):
        if block.tokens[0].tag == SECTION_TAG:
            notes.sections.append(Section(block.rows[0][0]))
        else:
            notes.sections[-1].blocks.append(block)
    return notes


def read_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text in Markdown."""
    tokens: list[Token] = []
    for token in markdown_parser().parse(text):
        tokens.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield Block(tokens[0].type.removesuffix("_open"), _rows(tokens), tokens)
            tokens = []


def _rows(tokens: list[Token]) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    for token in tokens:
        if token.type == "tr_open" or (token.type == "list_item_open" and token.level == 1):
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(" ".join(token.content.split()))
        elif token.tag == "code":
            rows[-1].append(token.content)
    is_table = tokens[0].type == "table_open"
    return [row if is_table else [" ".join(row)] for row in rows if row]


def named(cell: str) -> str:
    """Return the name in a table cell if the cell holds nothing but a name in `code`; else empty."""
    match = CODE.fullmatch(cell)
    return bare(match[1]) if match else ""
