"""The lists to choose from on the study screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from retro.listing.model import Procedure, SourceLine, Variable


@dataclass
class Menu:
    """A list of procedures, of the lines of one at which the program can stop, or of variables as in the table.

    `at` is the index of the selected item.
    """

    items: Sequence[Any]
    at: int = 0

    @property
    def selected(self) -> Procedure | SourceLine | Variable:
        """The selected item."""
        found: Procedure | SourceLine | Variable = self.items[self.at]
        return found

    def move(self, by: int) -> None:
        """Select another item, so many further down the list."""
        self.at = max(0, min(len(self.items) - 1, self.at + by))
