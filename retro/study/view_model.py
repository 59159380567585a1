"""The view-model of a study: an immutable record, created at each stop, that the panel and the page render."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retro.display.screen import Screen
from retro.display.slider import Slider
from retro.listing.description import Description
from retro.listing.procedure import Procedure, SourceLine, Variable

NO_LINE = -1  # BASIC has a line 0
CALM, FULLER, THOROUGH = 1, 2, 3  # how much is shown
DETAILS = {
    CALM: "Shown: the procedure, and the variables that it uses.",
    FULLER: "Shown also: how well each line is documented, and the stack.",
    THOROUGH: "Shown also: the description, all variables, the procedures called last.",
}
Picture = tuple[str, Sequence[str]]  # a title, with lines to stand below, and rows of pixels: digits of their colours


@dataclass(frozen=True, slots=True)
class ActiveProcedure:
    """A procedure that runs.

    Attributes:
        procedure: the procedure of the study, if it is one.
        line: the first line of its current statement.
        lines: the number of lines of that statement.
        values: the predicted effect of the statement.
        others: further lines to mark.
    """

    procedure: Procedure | None
    name: str
    line: int
    lines: int = 1
    values: str = ""
    others: Sequence[int] = ()

    @property
    def number(self) -> str:
        """The line of the listing, or the line of the port if it was made from none."""
        return str((*self.basic, self.line)[0])

    @property
    def basic(self) -> tuple[int, ...]:
        """The lines of the listing that the statement was made from."""
        return self.procedure.basic_at(self.line, self.lines) if self.procedure else ()

    @property
    def text(self) -> str:
        """The first line of its current statement, in the language of the program that runs."""
        lines = self.procedure.lines if self.procedure else ()
        return next((line.text for line in lines if line.number == self.line), "")


@dataclass(frozen=True)
class Found:
    """A place to show: its name, text, procedure and line, if it is in one, and the position in the game, if known."""

    where: str
    text: str
    procedure: Procedure | None = None
    line: int = NO_LINE
    position: tuple[int, int] = 0, 0

    @property
    def key(self) -> str:
        """The place and its text, on one line."""
        return f"{self.where}  {self.text}"


@dataclass(frozen=True)
class OpenChoice(Found):
    """A choice that the description leaves open: its name, what speaks for it, and whether it is made now."""

    made: bool = False

    @property
    def key(self) -> str:
        """The name behind a sign of whether it is made."""
        return f"{'■' if self.made else '□'} {self.where}"


@dataclass(frozen=True)
class Menu:
    """A list of places, procedures, lines of one at which the program can stop, or variables as in the table.

    `at` is the index of the selected item.
    """

    items: Sequence[Any]
    at: int = 0

    @property
    def selected(self) -> Procedure | SourceLine | Variable | Found:
        """The selected item."""
        found: Procedure | SourceLine | Variable | Found = self.items[self.at]
        return found

    def moved(self, by: int) -> "Menu":
        """Return the list with another item selected, `by` items further down."""
        return Menu(self.items, max(0, min(len(self.items) - 1, self.at + by)))

    def beginning_with(self, letter: str) -> "Menu | None":
        """Return the list with the next variable selected that begins with a letter; None: there is none."""
        order = (*range(self.at + 1, len(self.items)), *range(self.at + 1))
        found = (at for at in order if isinstance(self.items[at], Variable) and len(letter) == 1)
        at = next((at for at in found if self.items[at].basic[:1].upper() == letter), None)
        return None if at is None else Menu(self.items, at)


@dataclass(frozen=True, slots=True)
class VariableRow:
    """A row of the table of variables.

    Attributes:
        items: the parts of the value, each with whether it has changed.
        was: the value before.
        variable: its name in the port, of a variable that is no local.
        used: whether the procedure that runs uses it.
        continued: whether it is a further row of an array, with room for the rest of the meaning above.
        pointed: the indices of the items that an index in the line about to run points at.
    """

    name: str
    items: Sequence[tuple[str, bool]]
    meaning: str = ""
    was: str = ""
    variable: str = ""
    used: bool = False
    continued: bool = False
    pointed: Collection[int] = ()

    @property
    def changed(self) -> bool:
        """Whether any part has changed."""
        return any(changed for _, changed in self.items)

    @property
    def needed(self) -> bool:
        """Whether it is a local, or used by the procedure that runs."""
        return self.used or not self.variable


@dataclass(frozen=True)
class StopMarks:
    """Where the program stops: the keys of procedures, lines with the real paths of their files, names of variables.

    Attributes:
        cause: the file and line of the statement that has made it stop now; empty and 0 if none has.
    """

    procedures: Collection[str] = ()
    lines: Collection[tuple[str, int]] = ()
    watched: Collection[str] = ()
    cause: tuple[str, int] = "", 0

    def line_of_cause(self, procedure: Procedure) -> int:
        """Return the line of a procedure that has made the program stop, or NO_LINE."""
        return self.cause[1] if self.cause[0] and self.cause[0] == os.path.realpath(procedure.path) else NO_LINE

    def lines_of(self, procedure: Procedure) -> set[int]:
        """Return the lines of a procedure to stop at."""
        path = os.path.realpath(procedure.path) if self.lines else ""
        return {number for file, number in self.lines if file == path}


@dataclass(frozen=True)
class BesideListing:
    """What is shown beside the listing of the program that runs.

    Attributes:
        basic: where BASIC is, if it runs too: the procedure that its line is in, and the line.
        note: how BASIC's line and the port's go together; news: whether they do not.
        before: the procedure that the present one replaces, to be compared with it.
        port: of changed BASIC, the original's Python, and its lines made from changed ones.
    """

    basic: tuple[Procedure | None, Collection[int]] | None = None
    note: str = ""
    news: bool = False
    before: Procedure | None = None
    port: tuple[Procedure, Collection[int]] | None = None


@dataclass(frozen=True)
class StudyView:
    """What a study shows.

    Attributes:
        state: what the program does, one of the states in `keys`.
        stack: the procedures that run, the innermost first.
        elsewhere: a procedure and statement to show instead of the innermost one's; or None.
        message: a sentence to show; empty shows what the description says of the line, or what the procedure does.
        answers: if the message is a question, its answers by their keys.
        alarming: whether the program has failed.
        at_breakpoint: whether it has stopped because the innermost procedure was called.
        variables: the rows of the table of variables.
        calls: the last procedures called, the newest first.
        stops: where the program stops.
        listing: what stands beside the listing.
        description: what the published description says of the program.
        flow: what the chosen procedure gets from others in variables, and what they get from it.
        beside: lines of the program's own about its state.
        picture: a picture of what the line works on.
        slider: the time of the game.
        turn: the procedures of the present turn, each with the number of its calls and the position of the first.
        pace: what the user wants the program to do: pause, slowly, run, or step (until it pauses again).
        lines: how many lines a second it runs slowly.
        keys: two rows of keys, each with its effect.
        menu: the list that is open, or None.
        help: all keys, each with its effect, to show instead of the listings; page: which page of them, from 1 on.
        detail: how much is shown: CALM, FULLER or THOROUGH.
        in_front: whether to show the study screen where there is room for one only.
        instead: another machine's screen to show in place of the study screen, or None.
    """

    title: str
    state: str
    stack: Sequence[ActiveProcedure]
    variables: Sequence[VariableRow] = ()
    elsewhere: ActiveProcedure | None = None
    message: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    alarming: bool = False
    at_breakpoint: bool = False
    calls: Sequence[str] = ()
    stops: StopMarks = field(default_factory=StopMarks)
    listing: BesideListing = field(default_factory=BesideListing)
    description: Description = field(default_factory=Description)
    flow: str = ""
    beside: Sequence[str] = ()
    picture: Picture = "", ()
    slider: Slider = field(default_factory=Slider)
    turn: Sequence[tuple[str, int, tuple[int, int]]] = ()
    pace: str = ""
    lines: float = 1
    keys: Sequence[Sequence[tuple[str, str]]] = ()
    menu: Menu | None = None
    help: Sequence[tuple[str, str]] = ()
    page: int = 1
    detail: int = THOROUGH
    in_front: bool = False
    instead: Screen | None = None

    @property
    def current(self) -> ActiveProcedure:
        """The innermost procedure that runs; an empty one if none does."""
        return self.stack[0] if self.stack else ActiveProcedure(None, "", 0)

    @property
    def chosen(self) -> Procedure | SourceLine | Variable | Found | None:
        """The item that is selected in the list, if one is open."""
        return self.menu.selected if self.menu else None
