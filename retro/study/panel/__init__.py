"""The study screen: what is known of a running program, drawn as rows of text. A function of a `View`, nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field

from retro.study.panel.listing import Listings, basic_rows, python_rows
from retro.study.panel.text import (
    ALARM,
    FAINT,
    HEADING,
    HERE,
    KEY,
    PLAIN,
    RULE,
    STATE,
    TITLE,
    beside,
    cut,
    fitted,
    wrapped,
)
from retro.study.panel.values import Entry, value_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from retro.study.panel.text import Row, Segment
    from retro.study.source import Procedure

COLUMNS = 80
FEWEST, MOST = 20, 48  # rows of the panel
RIGHT = 28  # columns of the stack
SMALL = 30  # rows: below, one line says what a procedure does
LISTED = 26  # columns of a procedure in the list
PARTS = 27, 36  # of 100 rows, for the two listings


@dataclass(slots=True)
class Running:
    """A procedure that runs. line: of the statement it is in; lines: how many that has."""

    procedure: Procedure | None
    name: str
    line: int
    lines: int = 1

    @property
    def number(self) -> str:
        """Where it is: the line of the listing, or else the one of the port."""
        basic = self.procedure.basic_at(self.line) if self.procedure and self.procedure.basic else None
        return str(basic if basic is not None else self.line)


@dataclass(slots=True)
class Chooser:
    """The list of procedures. at: the one that is chosen."""

    procedures: list[Procedure]
    at: int = 0


@dataclass(slots=True)
class View:
    """What the study screen shows.

    title: of the program. state: what the program does, in a word or two; alarming: it has failed. stack: the
    procedures that run, the innermost first. entries: the variables; top: the first that is shown. calls: the last
    procedures called, the newest first. breakpoints: keys. said: what is to be said now. keys: rows of keys, each
    with what it does; switch: those that go to the end of the first. chooser: the list of procedures, if it is open.
    listings: those that are in colour already.
    """

    title: str
    state: str
    stack: list[Running]
    entries: list[Entry] = field(default_factory=list)
    top: int = 0
    calls: list[str] = field(default_factory=list)
    breakpoints: Collection[str] = ()
    said: str = ""
    keys: Sequence[Sequence[tuple[str, str]]] = ()
    switch: Sequence[tuple[str, str]] = ()
    chooser: Chooser | None = None
    alarming: bool = False
    listings: Listings = field(default_factory=Listings)


def panel(view: View, rows: int, columns: int = COLUMNS) -> list[Row]:
    """The study screen, so many rows of so many columns. What is shown first of the variables is put right."""
    head, feet = [_title(view, columns), *_about(view, rows, columns)], _keys(view, columns)
    room = rows - len(head) - len(feet)
    middle = _list(view, room, columns) if view.chooser else _body(view, room, columns)
    return [*head, *middle, *feet]


def _title(view: View, columns: int) -> Row:
    here = view.stack[0] if view.stack else None
    state: Segment = (f" {view.state} ", ALARM if view.alarming else STATE)
    left: list[Segment] = [(f" {view.title} ", TITLE), (f" {here.name}" if here else "", STATE)]
    return [*fitted(left, columns - len(state[0]), TITLE), state]


def _about(view: View, rows: int, columns: int) -> list[Row]:
    """What is to be said, or else what the procedure does."""
    height = 1 if rows < SMALL else 2
    text, style = (view.said, HEADING) if view.said else (_purpose(_chosen(view)), FAINT)
    lines = wrapped(text, columns - 2, height)
    return [fitted([(f" {line}", style)], columns) for line in [*lines, ""][:height]]


def _chosen(view: View) -> Procedure | None:
    if view.chooser:
        return view.chooser.procedures[view.chooser.at]
    return view.stack[0].procedure if view.stack else None


def _purpose(procedure: Procedure | None) -> str:
    return procedure.purpose.split("\n\n")[0] if procedure else ""


def _keys(view: View, columns: int) -> list[Row]:
    """The keys, each with what it does. The last column stays empty: text in the last place of a screen scrolls it."""
    made = []
    for place, keys in enumerate(view.keys or ((), ())):
        row: list[Segment] = []
        for key, what in (*keys, *view.switch) if not place else keys:
            row += [(" ", PLAIN), (f" {key} ", KEY) if key else ("", PLAIN), (f" {what}", PLAIN)]
        made.append(fitted(row, columns - 1))
    return made


def rule(title: str, columns: int, note: str = "") -> Row:
    """A line with a heading in it, and a note at its end."""
    left, right = f" {title} " if title else "", f" {note} " if note else ""
    return [
        ("──", RULE),
        (left, HEADING),
        ("─" * (columns - 4 - len(left) - len(right)), RULE),
        (right, FAINT),
        ("──", RULE),
    ]


# the program


def _body(view: View, room: int, columns: int) -> list[Row]:
    here = view.stack[0] if view.stack else None
    procedure = here.procedure if here else None
    both = procedure is not None and bool(procedure.basic)
    upper, lower = (max(3, room * part // 100) for part in PARTS)
    if not both:
        upper, lower = 0, lower + upper
    made: list[Row] = []
    if both and procedure and here:
        made += [rule("BASIC", columns), *basic_rows(view.listings, procedure, here.line, upper - 1, columns)]
    note = f"{procedure.module}.py" if procedure else ""
    made.append(rule("Python", columns, note))
    made += python_rows(
        view.listings, procedure, here.line if here else 0, here.lines if here else 1, lower - 1, columns
    )
    return made + _state(view, room - len(made), columns)


def _state(view: View, room: int, columns: int) -> list[Row]:
    left, high = columns - RIGHT - 1, room - 1
    top = view.top = max(0, min(view.top, len(view.entries) - high))
    more = len(view.entries) - top - high
    title = rule("Variables", left, f"{more} more" if more > 0 else "")
    shown = value_rows(in_sight(view.entries, top, high), left)
    return beside([title, *shown, *[fitted([], left)] * room][:room], _right(view, room), ("│", RULE))


def in_sight(entries: Sequence[Entry], top: int, high: int) -> list[Entry]:
    """So many entries from the top one on; what has changed elsewhere takes the place of some that have not."""
    shown = list(entries[top : top + high])
    elsewhere = [entry for entry in (*entries[top + high :], *entries[:top]) if entry.changed]
    for entry in elsewhere[: high // 2]:
        place = next((place for place in range(len(shown) - 1, -1, -1) if not shown[place].changed), None)
        if place is not None:
            del shown[place]
            shown.append(entry)
    return shown


def _right(view: View, room: int) -> list[Row]:
    """The stack, and below it the procedures that were called last."""
    high = min(len(view.stack), max(2, (room - 2) // 2))
    made = [rule("Stack", RIGHT)]
    for place, level in enumerate(view.stack[:high]):
        style = HERE if place == 0 else PLAIN
        name = cut(level.name, RIGHT - 8)
        more = place == high - 1 and len(view.stack) > high
        number = f"+{len(view.stack) - high}" if more else level.number
        made.append([(f"{'▶' if not place else ' '}{name:<{RIGHT - 8}}{number:>6} ", style)])
    made.append(rule("Last called", RIGHT))
    calls = [fitted([(f" {call}", PLAIN)], RIGHT) for call in view.calls]
    return [*made, *calls, *[fitted([], RIGHT)] * room][:room]


# the list of procedures


def _list(view: View, room: int, columns: int) -> list[Row]:
    chooser = view.chooser
    if chooser is None:
        return []
    across = columns // LISTED
    down = max(1, -(-len(chooser.procedures) // across))
    first = max(0, min(chooser.at % down - (room - 2) // 2, down - (room - 1)))
    made = [rule("Procedures", columns, f"{len(view.breakpoints)} to stop in" if view.breakpoints else "")]
    for line in range(first, min(down, first + room - 1)):
        places = range(line, len(chooser.procedures), down)
        made.append(fitted([part for place in places for part in _listed(view, chooser, place)], columns))
    chosen = chooser.procedures[chooser.at]
    made.append(rule(chosen.name, columns, f"{chosen.module}.py"))
    left = max(0, room - len(made))
    return [*made, *python_rows(view.listings, chosen, 0, 0, left, columns)][:room]


def _listed(view: View, chooser: Chooser, place: int) -> list[Segment]:
    procedure = chooser.procedures[place]
    style = HERE if place == chooser.at else PLAIN
    mark = "●" if procedure.key in view.breakpoints else " "
    return [(f"{mark}{cut(procedure.key, LISTED - 2):<{LISTED - 2}}", style), (" ", PLAIN)]


def list_height(count: int, columns: int = COLUMNS) -> int:
    """How many rows the list of so many procedures has; the next column begins after as many."""
    return max(1, -(-count // (columns // LISTED)))
