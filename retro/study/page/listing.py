"""The lines of both listings of a procedure, as the templates show them."""

from __future__ import annotations

from typing import NamedTuple

from retro.study.align import aligned_rows
from retro.study.highlighting import Part
from retro.study.links import Links
from retro.study.model import Procedure, SourceLine

LONG = 30  # lines in a row that may be broken between two printed pages


class ListingLine(NamedTuple):
    """A line of a listing.

    Attributes:
        language: "BASIC" or "Python".
        number: its line number.
        address: its id in the page.
        new: whether it is shown for the first time; only then it has the id.
        indent: its indentation, in columns.
        parts: its text in parts, each with its kind and the address it leads to.
    """

    language: str
    number: int
    address: str
    new: bool
    indent: int
    parts: list[tuple[str, str, str | None]]


class ListingRow(NamedTuple):
    """Lines of both listings that belong together."""

    basic: list[ListingLine]
    python: list[ListingLine]

    @property
    def long(self) -> bool:
        """Whether the row may be broken between two printed pages."""
        return max(map(len, self)) > LONG


def listing_rows(procedure: Procedure, links: Links) -> list[ListingRow]:
    """Return the rows of a procedure's listings with colours and links."""

    def line(language: str, line: SourceLine, parts: list[Part], address: str) -> ListingLine:
        indent = len(line.text) - len(line.text.lstrip())
        linked = [(part.kind, part.text, target(language, part)) for part in parts]
        return ListingLine(language, line.number, address, links.new(address), indent, linked)

    def target(language: str, part: Part) -> str | None:
        if not part.name:
            return None
        return links.of_basic(part.name) if language == "BASIC" else links.of_python(procedure, part.kind, part.name)

    basic, python = procedure.highlighted_basic, procedure.highlighted_python
    return [
        ListingRow(
            [line("BASIC", one, basic[one.number], f"bas-{one.number}") for one in row.basic],
            [line("Python", one, python[one.number], links.line(procedure, one.number)) for one in row.python],
        )
        for row in aligned_rows(procedure)
    ]
