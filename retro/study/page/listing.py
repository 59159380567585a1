"""The lines of both listings of a procedure, as the templates show them."""

from __future__ import annotations

from typing import NamedTuple

from retro.study import highlighting
from retro.study.links import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.study.align import AlignedRow
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


def listing_rows(procedure: Procedure, rows: Sequence[AlignedRow], links: Links) -> list[ListingRow]:
    """Return the rows of a procedure's listings with colours and links."""
    found = highlighting.python(procedure.python, called(procedure)) if procedure.python else []
    parts = dict(zip(procedure.python, found))

    def shown(
        language: str, line: SourceLine, found: Sequence[Part], address: str, leads: Callable[[Part], str | None]
    ) -> ListingLine:
        indent = len(line.text) - len(line.text.lstrip())
        linked = [(part.kind, part.text, leads(part) if part.name else None) for part in found]
        return ListingLine(language, line.number, address, links.new(address), indent, linked)

    def of_python(part: Part) -> str | None:
        return links.of_python(procedure, part.kind, part.name)

    def of_basic(part: Part) -> str | None:
        return links.of_basic(part.name)

    return [
        ListingRow(
            [shown("BASIC", one, highlighting.basic(one.text), f"bas-{one.number}", of_basic) for one in row.basic],
            [shown("Python", one, parts[one], links.line(procedure, one.number), of_python) for one in row.python],
        )
        for row in rows
    ]
