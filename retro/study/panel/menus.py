"""The lists to choose from on the study screen: procedures, the lines of one of them, and variables."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from retro.study.model import Procedure, SourceLine, Variable

Item = TypeVar("Item")


class Menu(Generic[Item]):
    """A list; `at` is the index of the selected item."""

    def __init__(self, items: Sequence[Item], at: int = 0) -> None:
        self.items: Sequence[Item] = items
        self.at = at

    @property
    def selected(self) -> Item:
        """The selected item."""
        return self.items[self.at]

    def move(self, by: int) -> None:
        """Select another item, so many further down the list."""
        self.at = max(0, min(len(self.items) - 1, self.at + by))


class ProcedureMenu(Menu[Procedure]):
    """The procedures of a program."""


class LineMenu(Menu[SourceLine]):
    """The lines of a procedure at which the program can stop."""


class VariableMenu(Menu[Variable]):
    """The program's variables, in the order of the table."""
