"""Parses NAME.description.md: the sentences of a program's published description, and the lines they are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from retro.launcher.errors import LibraryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.model import Procedure, SourceLine

DOCUMENTED, INFERRED, CHOSEN = "documented", "inferred", "chosen"
SIGNS = {DOCUMENTED: "■", INFERRED: "◧", CHOSEN: "□"}  # from the strongest to the weakest
MEANINGS = {
    DOCUMENTED: "the description says what the line does",
    INFERRED: "it follows from a sentence, a line or the language",
    CHOSEN: "something in it could as well be different",
}
WHOLE, NONE = "whole", "none"
ENTRY = re.compile(rf"- (\w+\.\d+|{INFERRED}|{CHOSEN}) \[([^]]+)\] (.+)")
LABEL = re.compile(r"\b\w+\.\d+\b")
MARKS = re.compile(r"[`*]")
RANGE = re.compile(r"(\d+)(?:-(\d+))?")


class Entry(NamedTuple):
    """A sentence of the description in our own words, or a reason for what it leaves open.

    Attributes:
        label: the number of a sentence, such as "10.2"; of a reason "inferred" or "chosen".
        text: it, in Markdown without blocks.
        part: the heading that it stands under.
        about: what it is about, as it stands in the brackets.
        lines: the lines of the listing that it is about.
        names: the keys of the procedures that it is about.
        note: of a sentence about no line, why it is about none.
    """

    label: str
    text: str
    part: str
    about: str
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    note: str = ""

    @property
    def status(self) -> str:
        """What it makes of a line: documented, inferred or chosen."""
        return self.label if self.label in SIGNS else DOCUMENTED

    @property
    def is_sentence(self) -> bool:
        """Whether it is a sentence of the description."""
        return self.label not in SIGNS

    @property
    def plain(self) -> str:
        """The text without the marks of Markdown, with the reason why it is about no line."""
        return MARKS.sub("", self.text + (f" (Not in the program: {self.note}.)" if self.note else ""))


class Description:
    """A description; without entries if a program has none."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)

    @cached_property
    def _by_line(self) -> dict[int, list[Entry]]:
        found: dict[int, list[Entry]] = {}
        for entry in self.entries:
            for line in entry.lines:
                found.setdefault(line, []).append(entry)
        return found

    def at(self, line: int) -> Sequence[Entry]:
        """Return what is said of a line of the listing."""
        return self._by_line.get(line, ())

    def status(self, line: int) -> str:
        """Return the weakest status that is named for a line of the listing; empty if there is none."""
        found = {entry.status for entry in self.at(line)}
        return next((status for status in reversed(SIGNS) if status in found), "")

    def sign(self, line: int) -> str:
        """Return the sign of a line's status and a space; empty if it has none."""
        status = self.status(line)
        return f"{SIGNS[status]} " if status else ""

    def counts(self, lines: Iterable[SourceLine]) -> dict[str, int]:
        """Return how many of the lines have each status, without those that no line has."""
        found = Counter(self.status(line.number) for line in lines)
        return {status: found[status] for status in SIGNS if found[status]}

    def of(self, procedure: Procedure) -> list[Entry]:
        """Return what stands under the name of a procedure, alone or at the end of a heading, or is about it."""
        name, key = procedure.name, procedure.key
        return [entry for entry in self.entries if entry.part.rpartition(": ")[2] == name or key in entry.names]

    def said(self, procedure: Procedure, lines: Iterable[int]) -> str:
        """Return what is said of lines of the listing, or of a procedure without one: sentences, then reasons."""
        entries = [entry for line in lines for entry in self.at(line)] if procedure.basic else self.of(procedure)
        texts = [f"{entry.label}{'' if entry.is_sentence else ':'} {entry.plain}" for entry in entries]
        return "  ".join(dict.fromkeys(texts))

    def general(self, procedures: Iterable[Procedure]) -> list[Entry]:
        """Return the entries that stand under the name of none of the procedures."""
        names = {procedure.name for procedure in procedures}
        return [entry for entry in self.entries if entry.part.rpartition(": ")[2] not in names]


def numbers(entries: Iterable[Entry]) -> str:
    """Return the numbers of the sentences among the entries, those that follow each other as 5.1-3."""
    found: list[list[str]] = []
    for part, _, number in (entry.label.partition(".") for entry in entries if entry.is_sentence):
        if found and found[-1][0] == part and int(found[-1][-1]) + 1 == int(number):
            found[-1][2:] = [number]
        else:
            found.append([part, number])
    return " ".join(f"{part}.{'-'.join(ends)}" for part, *ends in found)


def read_description(text: str, path: str, listing: Sequence[SourceLine], names: Collection[str]) -> Description:
    """Parse a description of a listing, or of the procedures of these names. Raises LibraryError, with the line."""
    entries, part = [], ""
    for number, line in _items(text):
        found = ENTRY.fullmatch(line)
        if line.startswith("#"):
            part = line.lstrip("# ")
        elif found:
            about, _, note = found[2].partition(":")
            entry = Entry(found[1], found[3], part, about, note=note.strip())
            if about not in (WHOLE, NONE):
                try:
                    entry = _tied(entry, [word.strip() for word in about.split(",")], listing, names)
                except ValueError as error:
                    raise LibraryError(f"{path}, line {number}: {error}") from error
            entries.append(entry)
        elif part:
            example = "- 1.1 [100-120] Sentence, - inferred [130] reason, or - chosen [140] reason"
            raise LibraryError(f"{path}, line {number}: expected {example}")
    return Description(entries)


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Yield headings and items, further lines of an item joined to its first one, with the line of the file."""
    item, start = "", 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if item and line.startswith("  "):
            item += f" {line.strip()}"
            continue
        if item:
            yield start, item
        item, start = ("" if line.startswith("# ") else line.strip()), number


def _tied(entry: Entry, words: Iterable[str], listing: Sequence[SourceLine], names: Collection[str]) -> Entry:
    """Return an entry with the lines and names that the words stand for. Raises ValueError."""
    for word in words:
        ends = RANGE.fullmatch(word)
        if ends:
            first, last = int(ends[1]), int(ends[2] or ends[1])
            lines = tuple(line.number for line in listing if first <= line.number <= last)
            known = {first, last} <= {*lines}
        else:
            lines = tuple(line.number for line in listing if re.match(rf"\s*{re.escape(word)}\b", line.text))
            known = bool(lines) or word in names
        if not known:
            raise ValueError(f"found {word}, expected lines of the listing, the word they begin with, or a procedure")
        entry = entry._replace(lines=(*entry.lines, *lines), names=(*entry.names, *[word] * (word in names)))
    return entry
