"""The study notes of a program, NAME.md: their sections, and what they say of each procedure and variable."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FENCE = ("```", "~~~")
RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")
CODE = re.compile(r"`([^`]+)`")
DEMONSTRATION, EXERCISES = "Demonstration", "Exercises"
COMMAND = ("retro", "play")


class Block(NamedTuple):
    """A part of a section. kind: paragraph, list, table, code or heading; lines: as they stand in the file."""

    kind: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines, one under another."""
        return "\n".join(self.lines)


@dataclass(slots=True)
class Section:
    """What stands under a heading of level 2; under none, title is empty."""

    title: str
    blocks: list[Block] = field(default_factory=list)

    def items(self) -> Iterator[str]:
        """Its paragraphs, list items and table rows, each as one line."""
        for block in self.blocks:
            if block.kind == "list":
                yield from items_of(block.lines)
            elif block.kind == "table":
                yield from block.lines[2:]
            elif block.kind == "paragraph":
                yield " ".join(line.strip() for line in block.lines)


@dataclass(slots=True)
class Notes:
    """The notes. path is empty if a program has none."""

    path: str
    title: str
    sections: list[Section]

    def section(self, title: str) -> Section | None:
        """A section by its title, or by how its title begins."""
        return next((section for section in self.sections if section.title.lower().startswith(title.lower())), None)

    def row(self, name: str) -> dict[str, str]:
        """The table row about a procedure: its cells by the headings of the table. Empty if there is none."""
        for section in self.sections:
            for block in section.blocks:
                if block.kind == "table":
                    for row in rows_of(block.lines):
                        if any(named(cell) == name for cell in row.values()):
                            return row
        return {}

    def mentions(self, name: str) -> list[tuple[str, str]]:
        """Every item that names a procedure or variable in `code`, with the title of its section; not its own row."""
        return [
            (section.title, item)
            for section in self.sections
            for item in section.items()
            if name in (bare(code) for code in CODE.findall(item)) and not _is_row_of(item, name)
        ]

    def demonstrations(self) -> list[list[str]]:
        """The commands of the section "Demonstration": the words after `retro play`, one list for each game."""
        section = self.section(DEMONSTRATION)
        lines = [line for block in section.blocks if block.kind == "code" for line in block.lines] if section else []
        commands = [shlex.split(line) for line in "\n".join(lines).replace("\\\n", " ").splitlines()]
        return [words[2:] for words in commands if tuple(words[:2]) == COMMAND]


def read_notes(text: str, path: str = "") -> Notes:
    """Read the notes out of their text."""
    notes = Notes(path, "", [Section("")])
    for block in _blocks(text.splitlines()):
        level = len(block.lines[0]) - len(block.lines[0].lstrip("#")) if block.kind == "heading" else 0
        if level == 1 and not notes.title:
            notes.title = block.lines[0].strip("# ")
        elif level == 2:
            notes.sections.append(Section(block.lines[0].strip("# ")))
        else:
            notes.sections[-1].blocks.append(block)
    return notes


def read_blocks(lines: list[str]) -> list[Block]:
    """The blocks of some lines."""
    return list(_blocks(lines))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        kind, end = _block_at(lines, at)
        if kind:
            body = lines[at:end]
            yield Block(kind, tuple(_bare_code(body)) if kind == "code" else tuple(body))
        at = end


def _block_at(lines: list[str], at: int) -> tuple[str, int]:
    """The kind of the block that begins at a line, "" for an empty line, and where it ends."""
    line = lines[at]
    if not line.strip():
        return "", at + 1
    if line.startswith(FENCE):
        closing = (n for n in range(at + 1, len(lines)) if lines[n].startswith(line[:3]))
        return "code", next(closing, len(lines) - 1) + 1
    if line.startswith("    "):
        return "code", _until(lines, at, lambda text: text.strip() != "" and not text.startswith("    "))
    if line.startswith("#"):
        return "heading", at + 1
    if line.startswith("|"):
        return "table", _until(lines, at, lambda text: not text.startswith("|"))
    if item_text(line) is not None:
        return "list", _until(
            lines, at, lambda text: text.strip() != "" and not text.startswith(" ") and not _same(text, line)
        )
    return "paragraph", _until(lines, at, lambda text: not text.strip() or text.startswith(("#", "|", *FENCE)))


def _until(lines: list[str], at: int, ends: Callable[[str], bool]) -> int:
    """Where a block ends: before the first line at which `ends` holds, and before the empty lines above that."""
    end = at + 1
    while end < len(lines) and not ends(lines[end]):
        end += 1
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _same(text: str, line: str) -> bool:
    """Do both lines begin items of the same kind of list?"""
    return item_text(text) is not None and text[0].isdigit() == line[0].isdigit()


def _bare_code(lines: list[str]) -> list[str]:
    if lines[0].startswith(FENCE):
        return [line for line in lines[1:] if not line.startswith(lines[0][:3])]
    return [line[4:] for line in lines]


ITEM = re.compile(r"(?:[*+-]|(\d+)[.)])\s+(.*)$")


def item_text(line: str) -> str | None:
    """What stands behind the mark of a list item; None if the line begins none."""
    found = ITEM.match(line)
    return found[2] if found else None


def items_of(lines: tuple[str, ...]) -> list[str]:
    """The items of a list, each as one line."""
    items: list[str] = []
    for line in lines:
        text = item_text(line)
        if text is not None:
            items.append(text)
        elif line.strip():
            items[-1] += " " + line.strip()
    return items


def rows_of(lines: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a table, each as cells by heading."""
    if len(lines) < 2 or not RULE.match(lines[1]):
        return []
    headings = cells_of(lines[0])
    return [dict(zip(headings, cells_of(line))) for line in lines[2:]]


def cells_of(line: str) -> list[str]:
    r"""The cells of a table row; \| is a bar that ends none."""
    inner = line.strip().removeprefix("|").removesuffix("|").replace("\\|", "\0")
    return [cell.strip().replace("\0", "|") for cell in inner.split("|")]


def named(cell: str) -> str:
    """The name that a cell is, if it is nothing but one: `PROCTITLE`; else empty."""
    found = CODE.fullmatch(cell.strip())
    return bare(found[1]) if found else ""


def bare(code: str) -> str:
    """A name without v. before it and brackets behind."""
    return code.removeprefix("v.").partition("(")[0]


def _is_row_of(item: str, name: str) -> bool:
    return item.startswith("|") and any(named(cell) == name for cell in cells_of(item))
