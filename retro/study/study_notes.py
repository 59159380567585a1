"""Parses the study notes of a program, NAME.md, and finds what they say of a procedure or variable."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import NamedTuple

from retro.launcher.errors import LibraryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FENCE = ("```", "~~~")
RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")
CODE = re.compile(r"`([^`]+)`")
DEMONSTRATION, EXERCISES = "Demonstration", "Exercises"
COMMAND = ("retro", "play")


class Block(NamedTuple):
    """A part of a section.

    Attributes:
        kind: paragraph, list, table, code or heading.
        lines: its text; of code without indentation or fence.
    """

    kind: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)


@dataclass(slots=True)
class Section:
    """The text under a heading of level 2; the title is empty for the text above the first one."""

    title: str
    blocks: list[Block] = field(default_factory=list)

    def items(self) -> Iterator[str]:
        """Yield its paragraphs, list items and table rows, each as one line."""
        for block in self.blocks:
            if block.kind == "list":
                yield from items_of(block.lines)
            elif block.kind == "table":
                yield from block.lines[2:]
            elif block.kind == "paragraph":
                yield " ".join(line.strip() for line in block.lines)


@dataclass(slots=True)
class Notes:
    """The study notes of a program, empty if it has none."""

    path: str
    title: str
    sections: list[Section]

    def section(self, title: str) -> Section | None:
        """Return a section by its title, or by the beginning of its title."""
        return next((section for section in self.sections if section.title.lower().startswith(title.lower())), None)

    def row(self, name: str) -> dict[str, str]:
        """Return the table row about a procedure, its cells by heading; empty if there is none."""
        for section in self.sections:
            for block in section.blocks:
                if block.kind == "table":
                    for row in rows_of(block.lines):
                        if any(named(cell) == name for cell in row.values()):
                            return row
        return {}

    def mentions(self, name: str) -> list[tuple[str, str]]:
        """Return every item that names a procedure or variable in `code`, after the title of its section.

        The table row about it is left out.
        """
        return [
            (section.title, item)
            for section in self.sections
            for item in section.items()
            if name in (bare(code) for code in CODE.findall(item)) and not _is_row_of(item, name)
        ]

    def demonstrations(self) -> list[list[str]]:
        """Return the arguments of each `retro play` command in the section "Demonstration". Raises LibraryError."""
        section = self.section(DEMONSTRATION)
        lines = [line for block in section.blocks if block.kind == "code" for line in block.lines] if section else []
        commands = "\n".join(lines).replace("\\\n", " ").splitlines()
        try:
            return [argv[2:] for argv in map(shlex.split, commands) if tuple(argv[:2]) == COMMAND]
        except ValueError as error:
            raise LibraryError(f"{self.path}, section {DEMONSTRATION}: {error}") from error


def read_notes(text: str, path: str = "") -> Notes:
    """Parse the text of study notes."""
    notes = Notes(path, "", [Section("")])
    for block in read_blocks(text.splitlines()):
        level = len(block.lines[0]) - len(block.lines[0].lstrip("#")) if block.kind == "heading" else 0
        if level == 1 and not notes.title:
            notes.title = block.lines[0].strip("# ")
        elif level == 2:
            notes.sections.append(Section(block.lines[0].strip("# ")))
        else:
            notes.sections[-1].blocks.append(block)
    return notes


def read_blocks(lines: list[str]) -> Iterator[Block]:
    """Yield the blocks of some lines."""
    start = 0
    while start < len(lines):
        kind, end = _block_at(lines, start)
        if kind:
            body = lines[start:end]
            yield Block(kind, tuple(_bare_code(body)) if kind == "code" else tuple(body))
        start = end


def _block_at(lines: list[str], start: int) -> tuple[str, int]:
    """Return the kind of the block that begins at a line, "" for an empty line, and the index of its end."""
    line = lines[start]
    if not line.strip():
        return "", start + 1
    if line.startswith(FENCE):
        closing = (n for n in range(start + 1, len(lines)) if lines[n].startswith(line[:3]))
        return "code", next(closing, len(lines) - 1) + 1
    if line.startswith("    "):
        return "code", _end(lines, start, lambda text: text.strip() != "" and not text.startswith("    "))
    if line.startswith("#"):
        return "heading", start + 1
    if line.startswith("|"):
        return "table", _end(lines, start, lambda text: not text.startswith("|"))
    if item_text(line) is not None:
        return "list", _end(
            lines, start, lambda text: text.strip() != "" and not text.startswith(" ") and not _same(text, line)
        )
    return "paragraph", _end(lines, start, lambda text: not text.strip() or text.startswith(("#", "|", *FENCE)))


def _end(lines: list[str], start: int, ends: Callable[[str], bool]) -> int:
    """Return the end of a block: the first line at which `ends` holds, without the empty lines above it."""
    end = start + 1
    while end < len(lines) and not ends(lines[end]):
        end += 1
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _same(text: str, line: str) -> bool:
    """Return whether both lines begin items of the same kind of list."""
    return item_text(text) is not None and text[0].isdigit() == line[0].isdigit()


def _bare_code(lines: list[str]) -> list[str]:
    if lines[0].startswith(FENCE):
        return [line for line in lines[1:] if not line.startswith(lines[0][:3])]
    return [line[4:] for line in lines]


ITEM = re.compile(r"(?:[*+-]|(\d+)[.)])\s+(.*)$")


def item_text(line: str) -> str | None:
    """Return the text after the mark of a list item; None if the line begins none."""
    found = ITEM.match(line)
    return found[2] if found else None


def items_of(lines: tuple[str, ...]) -> list[str]:
    """Return the items of a list, each as one line."""
    items: list[str] = []
    for line in lines:
        text = item_text(line)
        if text is not None:
            items.append(text)
        elif line.strip():
            items[-1] += " " + line.strip()
    return items


def rows_of(lines: tuple[str, ...]) -> list[dict[str, str]]:
    """Return the rows of a table, each as cells by heading."""
    if len(lines) < 2 or not RULE.match(lines[1]):
        return []
    headings = cells_of(lines[0])
    return [dict(zip(headings, cells_of(line))) for line in lines[2:]]


def cells_of(line: str) -> list[str]:
    r"""Return the cells of a table row, in which \| is a bar."""
    inner = line.strip().removeprefix("|").removesuffix("|").replace("\\|", "\0")
    return [cell.strip().replace("\0", "|") for cell in inner.split("|")]


def named(cell: str) -> str:
    """Return the name in a cell that holds a name in `code` only; else empty."""
    found = CODE.fullmatch(cell.strip())
    return bare(found[1]) if found else ""


def bare(code: str) -> str:
    """Return a name without v. before it and brackets after it."""
    return code.removeprefix("v.").partition("(")[0]


def _is_row_of(item: str, name: str) -> bool:
    return item.startswith("|") and any(named(cell) == name for cell in cells_of(item))
