"""Parses NAME.description.md: the sentences of a program's published description, and the lines they are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, groupby
from typing import NamedTuple

from retro.library.errors import LibraryError
from retro.listing.highlighting import Part
from retro.listing.procedure import Procedure, SourceLine

DOCUMENTED, INFERRED, CHOSEN = "documented", "inferred", "chosen"
SIGNS = {DOCUMENTED: "■", INFERRED: "◧", CHOSEN: "□"}  # from the strongest to the weakest
MEANINGS = {
    DOCUMENTED: "the description says what the line does",
    INFERRED: "it follows from a sentence, a line or the language",
    CHOSEN: "something in it could as well be different",
}
# A heading; an entry, whose further lines are indented; or anything else.
ITEM = re.compile(rf"^(?:## (.+)|- (\w+\.\d+|{INFERRED}|{CHOSEN}) \[([^]]+)\] (.+(?:\n  .+)*)|\S.*)$", re.MULTILINE)
RANGE = re.compile(r"(\d+)(?:-(\d+))?")
WITHOUT_CHOICE = re.compile(r"\s*(DEF|REM\b|(NEXT|ENDPROC|RETURN|REPEAT)\s*$)")  # lines that leave no choice
MARKUP = re.compile(r"[`*]")
EXAMPLE = "- 1.1 [100-120] Sentence, - inferred [130] reason, or - chosen [140] reason"


class Entry(NamedTuple):
    """A sentence of the description, paraphrased, or the reason for a choice that the description leaves open.

    Attributes:
        label: the number of a sentence, such as "10.2"; for a reason "inferred" or "chosen".
        text: the text, in inline Markdown.
        part: the heading above the entry.
        about: the text in brackets, which names lines or procedures.
        lines: the numbers of these lines of the listing.
        names: the keys of these procedures.
        note: why a sentence is about nothing in the program; else empty.
    """

    label: str
    text: str
    part: str
    about: str
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    note: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether the entry is a sentence of the program's published description."""
        return self.label not in SIGNS

    @property
    def status(self) -> str:
        """The status that the entry gives to its lines: documented, inferred or chosen."""
        return DOCUMENTED if self.is_sentence else self.label

    @property
    def subject(self) -> str:
        """The name of the procedure at the end of the heading above the entry, or empty."""
        return self.part.rpartition(": ")[2]

    @property
    def plain(self) -> str:
        """The entry's text without the marks of Markdown, with the note."""
        return MARKUP.sub("", self.text + (f" (Not in the program: {self.note}.)" if self.note else ""))


@dataclass(eq=False)
class Description:
    """The entries of a program's description; none if it has no description.

    Attributes:
        entries: in the order of the file.
        without_choice: the numbers of the lines of the listing that have no status, such as DEF and REM.
    """

    entries: Sequence[Entry] = ()
    without_choice: Collection[int] = ()

    @cached_property
    def _by_line(self) -> dict[int, list[Entry]]:
        lines = {line for entry in self.entries for line in entry.lines}
        return {line: [entry for entry in self.entries if line in entry.lines] for line in lines}

    def at(self, line: int) -> Sequence[Entry]:
        """Return the entries about a line of the listing."""
        return self._by_line.get(line, ())

    @cache  # noqa: B019
    def of(self, procedure: Procedure) -> list[Entry]:
        """Return the description's entries about a procedure, by its heading or by name."""
        return [entry for entry in self.entries if entry.subject == procedure.name or procedure.key in entry.names]

    def said(self, procedure: Procedure, lines: Iterable[int]) -> str:
        """Return the entries about lines of the listing as text; for a procedure without a listing those about it."""
        entries = [entry for line in lines for entry in self.at(line)] if procedure.basic else self.of(procedure)
        texts = [f"{entry.label}{'' if entry.is_sentence else ':'} {entry.plain}" for entry in entries]
        return "  ".join(dict.fromkeys(texts))

    @cache  # noqa: B019
    def status(self, line: int) -> str:
        """Return the weakest status that entries give to a line of the listing; empty if none does or can."""
        statuses = {entry.status for entry in self.at(line)} if line not in self.without_choice else ()
        return next((status for status in reversed(SIGNS) if status in statuses), "")

    def counts(self, lines: Iterable[SourceLine]) -> dict[str, int]:
        """Return the number of lines of each status."""
        counts = Counter(self.status(line.number) for line in lines)
        return {status: counts[status] for status in SIGNS if counts[status]}

    def marked(self, procedure: Procedure, with_numbers: bool = True) -> dict[int, list[Part]]:
        """Return a procedure's BASIC lines as parts, each after its status's sign and its sentences' numbers."""
        statuses = {line.number: self.status(line.number) for line in procedure.basic}
        heads = {
            line: SIGNS.get(status, " ") + (numbers(self.at(line)) if with_numbers else "")
            for line, status in statuses.items()
        }
        width = max(map(len, heads.values())) if any(statuses.values()) else 0
        highlighted = procedure.highlighted_basic.items()
        return {n: [Part(statuses[n], f"{heads[n]:<{width}} "), *parts] if width else parts for n, parts in highlighted}


def numbers(entries: Iterable[Entry]) -> str:
    """Return the numbers of the sentences among entries, in a short form: 5.1,2 6.3."""
    labels = [entry.label.split(".") for entry in entries if entry.is_sentence]
    return " ".join(f"{part}.{','.join(n for _, n in pairs)}" for part, pairs in groupby(labels, lambda pair: pair[0]))


def read_description(text: str, path: str, listing: Sequence[SourceLine], names: Collection[str]) -> Description:
    """Parse a description of a listing, or of the procedures of these names. Raises LibraryError, with the line."""
    entries, part = [], ""
    for item in ITEM.finditer(text):
        heading, label, about, words = item.groups()
        if label:
            about, _, note = about.partition(":")
            ties = {word: _lines(word, listing) for word in about.split(", ") if word not in ("whole", "none")}
            problem = next((f"found {word}" for word in ties if not ties[word] and word not in names), "")
            expected = "lines of the listing, the word they begin with, or a procedure"
            own = tuple(word for word in ties if word in names)
            lines = tuple(chain(*ties.values()))
            entries.append(Entry(label, " ".join(words.split()), part, about, lines, own, note.strip()))
        else:
            problem, expected = "found no entry" * bool(part and not heading), EXAMPLE
        if problem:
            number = text.count("\n", 0, item.start()) + 1
            raise LibraryError(f"{path}, line {number}: {problem}, expected {expected}")
        part = heading or part
    return Description(entries, {line.number for line in listing if WITHOUT_CHOICE.match(line.text)})


def _lines(word: str, listing: Sequence[SourceLine]) -> list[int]:
    """Return the lines of a listing that a number, a range or a first word names; none if an end does not exist."""
    if ends := RANGE.fullmatch(word):
        first, last = int(ends[1]), int(ends[2] or ends[1])
        lines = [line.number for line in listing if first <= line.number <= last]
        return lines if {first, last} <= {*lines} else []
    return [line.number for line in listing if re.match(rf"\s*{re.escape(word)}\b", line.text)]
