"""The view-model of a study: an immutable record made at each stop, which the study screen and the page render."""

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from retro.display.screen import Screen
from retro.display.slider import Slider
from retro.listing.description import Description
from retro.listing.procedure import NO_LINE, Procedure, SourceLine, Variable
from retro.study.dialogs import Dialog, Found, Menu

CALM, FULLER, THOROUGH = 1, 2, 3  # how much is shown
DETAILS = {
    CALM: "Shown: the procedure, and the variables that it uses.",
    FULLER: "Shown also: how well each line is documented, and the stack.",
    THOROUGH: "Shown also: the description, all variables, the procedures called last.",
}
Picture = tuple[str, Sequence[str]]  # a title, with lines to show below it, and rows of pixels as colour digits


@dataclass
class Showing:
    """What the user wants to see.

    Attributes:
        detail: the level of detail; 0: that of the user's settings.
        compares: whether a changed procedure is shown beside its original.
        by_basic: whether a step is a line of BASIC, where both run.
        other_screen: whether the other of the two screens is shown, where there is room for only one.
        basic_screen: whether the screen of the BASIC program is shown instead of the study screen.
    """

    detail: int
    compares: bool = False
    by_basic: bool = False
    other_screen: bool = False
    basic_screen: bool = False


@dataclass(frozen=True, slots=True)
class ActiveProcedure:
    """A procedure that runs.

    Attributes:
        procedure: the procedure of the study, or None for a function that is in none.
        line: the number of the first line of the current statement.
        lines: the number of lines of that statement.
        values: the predicted effect of the statement.
        others: the numbers of further lines to highlight.
    """

    procedure: Procedure | None
    name: str
    line: int
    lines: int = 1
    values: str = ""
    others: Sequence[int] = ()

    @property
    def number(self) -> str:
        """The statement's line in the BASIC listing; its line in the port if it has none in the listing."""
        return str((*self.basic, self.line)[0])

    @property
    def basic(self) -> tuple[int, ...]:
        """The numbers of the lines of the listing that the statement was made from, and of the remarks at the top."""
        here = self.procedure
        found = here.basic_at(self.line, self.lines) if here else ()
        return here.from_top(found) if here and here.python else found

    @property
    def text(self) -> str:
        """The text of the current statement's first line, in the language of the running program."""
        lines = self.procedure.lines if self.procedure else ()
        return next((line.text for line in lines if line.number == self.line), "")


@dataclass(frozen=True, slots=True)
class VariableRow:
    """A row of the table of variables.

    Attributes:
        items: the parts of the value as texts, each with whether it has changed.
        was: the previous value.
        variable: the variable's name in the port; empty for a local.
        used: whether the procedure that runs uses the variable.
        continued: whether this is a further row of an array, which has room for the rest of its meaning.
        pointed: the indices of the items that the next line uses.
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
        """Whether any part of the variable's value has changed."""
        return any(changed for _, changed in self.items)

    @property
    def needed(self) -> bool:
        """Whether the variable is a local, or used by the procedure that runs."""
        return self.used or not self.variable


@dataclass(frozen=True)
class StopMarks:
    """The stops: keys of procedures, lines with the real paths of their files, names of watched variables.

    Attributes:
        cause: path and line of the statement that has caused the present stop; empty and 0 if none has.
    """

    procedures: Collection[str] = ()
    lines: Collection[tuple[str, int]] = ()
    watched: Collection[str] = ()
    cause: tuple[str, int] = "", 0

    def line_of_cause(self, procedure: Procedure) -> int:
        """Return the number of the line in a procedure that has caused the stop, or NO_LINE."""
        return self.cause[1] if self.cause[0] and self.cause[0] == os.path.realpath(procedure.path) else NO_LINE

    def lines_of(self, procedure: Procedure) -> set[int]:
        """Return the numbers of a procedure's lines with breakpoints."""
        path = os.path.realpath(procedure.path) if self.lines else ""
        return {number for file, number in self.lines if file == path}


@dataclass(frozen=True)
class BesideListing:
    """What the study shows beside the listing of the program that runs.

    Attributes:
        basic: the procedure and line of the BASIC program, if it runs too.
        note: a phrase on how the lines of BASIC and port correspond; differs: whether a difference was found.
        before: the original of a changed procedure, to compare.
        port: beside changed BASIC, the original's procedure in Python, and its lines made from changed ones.
    """

    basic: tuple[Procedure | None, Collection[int]] | None = None
    note: str = ""
    differs: bool = False
    before: Procedure | None = None
    port: tuple[Procedure, Collection[int]] | None = None


@dataclass(frozen=True)
class StudyView:
    """All that a study shows.

    Attributes:
        state: one of the states of the program in `keys`.
        stack: the procedures that run, the innermost first.
        substitute: a procedure and statement to show instead of the innermost ones, or None.
        message: a sentence to show; if it is empty, what the description says of the line, or the procedure's purpose.
        alarming: whether the program has failed.
        at_breakpoint: whether it has stopped because the innermost procedure was called.
        variables: the rows of the table of variables.
        calls: the last procedures called, the newest first.
        stops: where the program stops.
        listing: what is shown beside the listing of the running program.
        description: what the published description says of the program.
        flow: a sentence on the variables that the selected procedure reads from others, or changes for others.
        beside: the program's own lines of text about its state.
        picture: the title and rows of a picture for the line.
        slider: the slider of the game's timeline.
        turn: the procedures of the present turn, each with the number of its calls and the position of the first.
        pace: how the user lets the program go on: pause, slowly, run, or step (run until it pauses again).
        lines: the number of lines a second when it runs slowly.
        keys: two rows of keys, each with its effect.
        dialog: what is open: a list, a question, or all keys; or None.
        detail: the level of detail: CALM, FULLER or THOROUGH.
        in_front: whether to show the study screen where there is room for only one screen.
        instead: another machine's screen to show in place of the study screen, or None.
    """

    title: str
    state: str
    stack: Sequence[ActiveProcedure]
    variables: Sequence[VariableRow] = ()
    substitute: ActiveProcedure | None = None
    message: str = ""
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
    dialog: Dialog | None = None
    detail: int = THOROUGH
    in_front: bool = False
    instead: Screen | None = None

    @property
    def current(self) -> ActiveProcedure:
        """The innermost procedure that runs; an empty one if none does."""
        return self.stack[0] if self.stack else ActiveProcedure(None, "", 0)

    @property
    def shown_variables(self) -> list[VariableRow]:
        """The variables to show at this level of detail, those that the procedure uses first, then changed ones."""
        has_all = self.detail == THOROUGH or isinstance(self.chosen, Variable)
        found = [row for row in self.variables if row.needed or row.changed or has_all]
        return sorted(found, key=lambda row: 0 if row.needed else 1 if row.changed else 2)

    @property
    def chosen(self) -> Procedure | SourceLine | Variable | Found | None:
        """The item that is selected in the list, if one is open."""
        return self.dialog.selected if isinstance(self.dialog, Menu) else None
