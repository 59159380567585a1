"""Render the study screen: a `PanelState` as rows of coloured text."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, chain
from typing import Any

from retro.display.slider import Slider
from retro.display.styles import ALARM, FAINT, HEADING, HERE, KEY, PLAIN, RULE, STATE, TITLE
from retro.display.text_rows import Row, Segment, cut, fitted, pixel_rows, prose, rule, wrapped
from retro.listing.align import changed_rows
from retro.listing.description import Description, Entry
from retro.listing.highlighting import Part
from retro.listing.model import Procedure, SourceLine, Variable
from retro.study.panel.listing import NO_LINE, Marks, listing_rows, rows_needed
from retro.study.panel.values import VariableRow, columns_of_values, value_rows, values_only

COLUMNS = 80
FEWEST, MOST = 20, 250  # rows of the panel
RIGHT = 32  # columns of the stack and the usual pictures below it
SMALL = 30  # rows: below, one line says what a procedure does
LISTED = 26  # columns of a procedure in the list
LISTINGS, UPPER, LOWER = 63, 43, 35  # of 100 rows: the listings, the first of two, what stands below variables
NARROW, NARROW_VALUES, SIDE_BY_SIDE = 58, 40, 150  # columns: the fewest of listings and of variables; of two listings
DESCRIBED = 112  # columns: the fewest of listings with a description before them
MOST_ABOUT, FEW_ABOUT = 8, 4  # rows of what is said of a line, beside the display and below it
LOW, SPARE = 8, 3  # rows: the fewest of listings or of variables apart; of a whole listing, beside its lines
FEWEST_LISTED = 6  # rows of the listings below a long text
Size = tuple[int, int]  # columns, rows
NO_HOLE: Size = (0, 0)


@dataclass(slots=True)
class ActiveProcedure:
    """A procedure that runs.

    Attributes:
        procedure: the procedure of the study, if it is one.
        line: the first line of its current statement.
        lines: the number of lines of that statement.
        values: what it will do.
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


@dataclass(frozen=True)
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

    def moved(self, by: int) -> "Menu":
        """Return the list with another item selected, so many further down."""
        return Menu(self.items, max(0, min(len(self.items) - 1, self.at + by)))


@dataclass(slots=True)
class PanelState:
    """What the study screen shows.

    Attributes:
        state: what the program does, in a word or two.
        stack: the procedures that run, the innermost first.
        at_breakpoint: whether it has stopped because the innermost was called.
        variables: the rows of the table of variables.
        top: the index of the first of them to show.
        calls: the last procedures called, the newest first.
        breakpoints: the keys of procedures to stop in.
        lines: the lines to stop at, each with the real path of its file.
        watched: the names of variables whose changes stop the program.
        message: a sentence to show; empty shows what the description says of the line, or what the procedure does.
        description: what the published description says of the program.
        keys: rows of keys, each with its effect.
        switch: the keys to add to the first row.
        before: the procedure that the present one replaces, to be shown beside it, or None.
        port: the original's Python, to be shown beside BASIC of an edition, and its lines made from changed ones.
        alarming: whether the program has failed.
        beside: lines of the program's own about its state.
        slider: the time of the game.
        feet: the rows of the slider and of the keys below it. Set by `panel`.
        picture: a title, with lines to stand below the picture, and rows of pixels: the digits of their colours.
        basic: where BASIC is, if it runs too: the procedure that its line is in, and the line.
        note: how BASIC's line and the port's go together.
        cause: the file and line of the statement that has made the program stop; empty and 0 if none has.
        elsewhere: that statement, if it is in another procedure than the innermost, to show that one instead; or None.
        help: all keys, each with its effect, to show instead of the listings.
        page: which page of them, from 1 on.
        pages: how many there are. Set by `panel`.
    """

    title: str
    state: str
    stack: list[ActiveProcedure]
    variables: list[VariableRow] = field(default_factory=list)
    top: int = 0
    calls: list[str] = field(default_factory=list)
    breakpoints: Collection[str] = ()
    lines: Collection[tuple[str, int]] = ()
    watched: Collection[str] = ()
    message: str = ""
    description: Description = field(default_factory=Description)
    keys: Sequence[Sequence[tuple[str, str]]] = ()
    switch: Sequence[tuple[str, str]] = field(default=(), compare=False)
    menu: Menu | None = None
    before: Procedure | None = None
    port: tuple[Procedure, Collection[int]] | None = None
    alarming: bool = False
    at_breakpoint: bool = False
    basic: tuple[Procedure | None, Collection[int]] | None = None
    note: str = ""
    cause: tuple[str, int] = "", 0
    elsewhere: ActiveProcedure | None = None
    help: Sequence[tuple[str, str]] = ()
    page: int = 1
    pages: int = field(default=1, compare=False)
    beside: Sequence[str] = ()
    picture: tuple[str, Sequence[str]] = ("", ())
    slider: Slider = field(default_factory=Slider)
    feet: int = field(default=0, compare=False)

    @property
    def chosen(self) -> Procedure | SourceLine | Variable | None:
        """The item that is selected in the list, if one is open."""
        return self.menu.selected if self.menu else None

    @property
    def cursor(self) -> int:
        """The number of the line that is selected in the listing, or NO_LINE."""
        return self.chosen.number if isinstance(self.chosen, SourceLine) else NO_LINE

    @property
    def picture_rows(self) -> int:
        """The rows that a picture needs below the stack's heading and first line, with a heading of its own."""
        return 3 + len(self.picture[1]) // 2 + self.picture[0].count("\n") if self.picture[1] else 0

    def line_of_cause(self, procedure: Procedure) -> int:
        """Return the line of a procedure that has made the program stop, or NO_LINE."""
        return self.cause[1] if self.cause[0] and self.cause[0] == os.path.realpath(procedure.path) else NO_LINE

    def stops_in(self, procedure: Procedure) -> set[int]:
        """Return the lines of a procedure to stop at."""
        path = os.path.realpath(procedure.path) if self.lines else ""
        return {number for file, number in self.lines if file == path}


def panel(view: PanelState, rows: int, columns: int = COLUMNS, hole: Size = NO_HOLE) -> list[Row]:
    """Render the study screen in rows of this number of columns; brings `view.top` into its range.

    hole: the columns and rows at the top left that show the program; listings stand beside it, variables below. Where
        it leaves too few columns for listings, the stack stands there.
    """
    wide, high = hole
    width, below = width_beside(columns, hole), rows - high
    aside = columns - wide - 1 if wide else 0
    if width == columns and aside < RIGHT:
        return [*[fitted([], columns)] * high, *_whole(view, below, columns)]
    if width == columns:
        picture = _picture(view, aside)
        beside = _right(view, high, aside, picture, _face_up_fits(view, len(picture), high))
        rest = _whole(view, below, columns, alone=True)
        return [*([*fitted([], wide), ("│", RULE), *row] for row in beside), *rest]
    apart = below >= LOW
    left = [*[fitted([], wide)] * high, *(_state(view, below, wide) if apart else [fitted([], wide)] * below)]
    right = _whole(view, rows, width, _picture(view, width) if apart and _is_narrow(view, wide) else [], apart)
    return [[*one, ("│", RULE), *other] for one, other in zip(left, right)]


def width_beside(columns: int, hole: Size) -> int:
    """Return the columns of the listings: those beside the hole, or all if these are too few."""
    beside = columns - hole[0] - 1
    return columns if not hole[0] or beside < NARROW else beside


def _whole(
    view: PanelState, rows: int, columns: int, picture: Sequence[Row] = (), apart: bool = False, alone: bool = False
) -> list[Row]:
    """Render everything.

    apart: without the variables and what stands beside them, and with a picture instead; alone: with nothing beside
    the variables.
    """
    head = [_title(view, columns), *_about(view, rows, columns, MOST_ABOUT if apart else FEW_ABOUT)]
    feet = [view.slider.row(columns), *_keys(view, columns)]
    view.feet = len(feet)
    room = rows - len(head) - len(feet)
    if view.help:
        middle = _help(view, room, columns)
    elif view.menu and isinstance(view.chosen, Procedure):
        middle = _list(view, view.menu, view.chosen, room, columns)
    elif apart:
        middle = [*_listings(view, room - len(picture), columns), *picture]
    else:
        pictured = 0 if alone else view.picture_rows
        usual = rows - 1 - _usual_about(view, rows) - len(feet)
        low = usual - max(LOW - bool(pictured), min(usual * LISTINGS // 100, usual - pictured))
        middle = _listings(view, max(FEWEST_LISTED, room - low), columns)
        low = room - len(middle)
        below = _picture(view, columns) if _is_narrow(view, columns) else []
        middle += _variables(view, low, columns) if alone else [*_state(view, low - len(below), columns), *below]
    return [*head, *middle, *feet]


def _title(view: PanelState, columns: int) -> Row:
    here = view.stack[0] if view.stack else None
    state: Segment = (f" {view.state} ", ALARM if view.alarming else STATE)
    left: list[Segment] = [
        (f" {view.title} ", TITLE),
        (f" {'Breakpoint ' * view.at_breakpoint}{here.name}" if here else "", STATE),
    ]
    return [*fitted(left, columns - len(state[0]), TITLE), state]


def _about(view: PanelState, rows: int, columns: int, most: int) -> list[Row]:
    """Render the message, or else what is said of the line, in up to `most` rows if it needs them."""
    current = view.stack[0] if view.stack else ActiveProcedure(None, "", 0)
    chosen = view.chosen if isinstance(view.chosen, Procedure) else None
    procedure = chosen or current.procedure
    purpose = prose(procedure.purpose.split("\n\n")[0]) if procedure else ""
    said = view.description.said(procedure, current.basic) if procedure and not chosen else ""
    message = "" if chosen else view.message
    text = message or said or purpose
    height = max(_usual_about(view, rows), len(wrapped(text, columns - 2, most)))
    lines = wrapped(text, columns - 2, height)
    return [fitted([(f" {line}", HEADING if message else FAINT)], columns) for line in [*lines, "", ""][:height]]


def _usual_about(view: PanelState, rows: int) -> int:
    """Return the rows that what is said of a line has at least; longer texts take theirs from the listings."""
    return 1 + (rows >= SMALL) + bool(view.description.entries)


def _keys(view: PanelState, columns: int) -> list[Row]:
    """Render the keys. The last column stays empty: a character in the last cell of a screen scrolls it."""
    rows: list[Row] = []
    for index, keys in enumerate(view.keys or ((), ())):
        rows.append([])
        for key, effect in keys if index else (*keys, *view.switch):
            found = [(" ", PLAIN), (f" {key} ", KEY) if key else ("", PLAIN), (f" {effect}", PLAIN)]
            if rows[-1] and sum(len(text) for text, _ in (*rows[-1], *found)) >= columns:
                rows.append([])
            rows[-1] += found
    return [fitted(row, columns - 1) for row in rows]


# the program


def _listings(view: PanelState, room: int, columns: int) -> list[Row]:
    """Render the listings, and where there is room the description of the procedure before them."""
    current = view.elsewhere or (view.stack[0] if view.stack else ActiveProcedure(None, "", 0))
    entries = view.description.of(current.procedure) if current.procedure else []
    said = [entry for entry in entries if entry.is_sentence]
    if not said or columns < DESCRIBED:
        return _code(view, current, room, columns)
    left = columns // 4
    rest = _code(view, current, room, columns - left - 1)
    return [[*one, ("│", RULE), *other] for one, other in zip(_sentences(said, current, room, left), rest)]


def _sentences(entries: Sequence[Entry], current: ActiveProcedure, height: int, columns: int) -> list[Row]:
    """Render sentences, those about the current line in another colour and in sight."""
    lines = [
        (f" {text}", HEADING if {*current.basic} & {*entry.lines} else PLAIN)
        for entry in entries
        for text in wrapped(f"{entry.label} {entry.plain}", columns - 2, height)
    ]
    here = [number for number, (_, style) in enumerate(lines) if style == HEADING]
    first = max(0, min(here[0] if here else 0, len(lines) - height + 1))
    rows = [fitted([line], columns) for line in lines[first:]]
    return [rule("Description", columns), *rows, *[fitted([], columns)] * height][:height]


def _code(view: PanelState, current: ActiveProcedure, room: int, columns: int) -> list[Row]:
    """Render the listings that there are, one above the other, or in wide rows side by side."""
    procedure = current.procedure
    if not procedure or not (view.before or view.port or (procedure.python and procedure.basic) or view.basic):
        return _running(view, current, room, columns)
    one, other = partial(_first, view, current, procedure), partial(_running, view, current)
    if view.port and not view.before:
        one, other = other, partial(_port, *view.port, current.line)
    if columns >= SIDE_BY_SIDE:
        left = columns * UPPER // 100
        pairs = zip(one(room, left), other(room, columns - left - 1))
        return [[*row, ("│", RULE), *beside] for row, beside in pairs]
    listed = view.basic[0] if view.basic and not view.elsewhere else procedure
    upper_lines = view.before.lines if view.before else listed.basic if listed else ()
    lower_lines = view.port[0].python if view.port and not view.before else procedure.lines
    first, second = (rows_needed(lines, columns) + SPARE for lines in (upper_lines, lower_lines))
    upper = max(3, min(first, max(room * UPPER // 100, room - second)))
    return [*one(upper, columns), *other(room - upper, columns)]


def _first(view: PanelState, current: ActiveProcedure, procedure: Procedure, height: int, columns: int) -> list[Row]:
    """Render the listing that stands beside that of the program that runs: in BASIC, or before a change."""
    if view.before:
        return _before(view.before, current, procedure, height, columns)
    listed, marked = (not view.elsewhere and view.basic) or (procedure, current.basic)
    if listed is None:
        return [rule("BASIC", columns, view.note), *[fitted([], columns)] * (height - 1)]
    marks = Marks(
        marked,
        {number for line in view.stops_in(listed) for number in listed.basic_at(line)},
        next(iter(listed.basic_at(view.cursor)), NO_LINE),
        causes=listed.basic_at(view.line_of_cause(listed)),
    )
    parts = view.description.marked(listed, with_numbers=False)
    note = ", ".join(filter(None, [*map(view.description.status, marked), view.note]))
    return [rule("BASIC", columns, note), *listing_rows(parts, marks, height - 1, columns)]


def _before(before: Procedure, current: ActiveProcedure, procedure: Procedure, height: int, columns: int) -> list[Row]:
    """Render a procedure as it was before a change, with the lines marked that the current ones take the place of."""
    here, changed = range(current.line, current.line + current.lines), list(changed_rows(before, procedure))
    same = (row for row in changed if any(line.number in here for line in row.after))
    marks = Marks([line.number for row in same for line in row.before])
    differing = {line.number for row in changed if row.differs for line in row.before}
    rows = listing_rows(_told_apart(before.highlighted, differing), marks, height - 1, columns)
    return [rule("Before", columns, os.path.basename(before.path)), *rows]


def _port(port: Procedure, changed: Collection[int], line: int, height: int, columns: int) -> list[Row]:
    """Render the original's Python beside changed BASIC, with a sign for what was made from changed lines."""
    rows = listing_rows(_told_apart(port.highlighted_python, changed), Marks(port.runs(line)), height - 1, columns)
    return [rule("Python", columns, "the original's"), *rows]


def _told_apart(parts: Mapping[int, Sequence[Part]], differing: Collection[int]) -> dict[int, list[Part]]:
    """Return the parts of lines after a sign for those that differ."""
    return {number: [Part("string", "◆ " if number in differing else "  "), *line] for number, line in parts.items()}


def _running(view: PanelState, current: ActiveProcedure, height: int, columns: int, title: str = "") -> list[Row]:
    """Render the listing of the program that runs, around the current statement of a procedure."""
    procedure = current.procedure
    if procedure is None:
        return [rule(title or "Python", columns), *[fitted([], columns)] * (height - 1)]
    file = f"{procedure.module}.py" if procedure.python else os.path.basename(procedure.path)
    marked = {*range(current.line, current.line + current.lines), *current.others}
    causes = (view.line_of_cause(procedure),)
    marks = Marks(marked, view.stops_in(procedure), view.cursor, current.values, causes)
    signed = procedure.highlighted_python or view.description.marked(procedure, with_numbers=False)
    if view.before:
        changed = (row.after for row in changed_rows(view.before, procedure) if row.differs)
        signed = _told_apart(signed, {line.number for lines in changed for line in lines})
    rows = listing_rows(signed, marks, height - 1, columns)
    return [rule(title or ("Python" if procedure.python else "BASIC"), columns, file), *rows]


def _state(view: PanelState, room: int, columns: int) -> list[Row]:
    """Render the variables, and to the right of them, or below, the stack and the procedures called last."""
    if _is_narrow(view, columns):
        low = max(room * LOWER // 100, min(room // 2 + 1, 4 + len(view.beside))) if room >= LOW else 0
        return [*_variables(view, room - low, columns), *_right(view, low, columns, [])]
    right = _right_columns(view)
    left, picture = columns - right - 1, _picture(view, right)
    picture = picture if len(picture) + 2 <= room else []
    fits = _face_up_fits(view, len(picture), room)
    beside = [] if fits else _face_up(view, left)
    values = [*_variables(view, room - len(beside), left), *beside]
    return [[*one, ("│", RULE), *other] for one, other in zip(values, _right(view, room, right, picture, fits))]


def _face_up_fits(view: PanelState, picture: int, room: int) -> bool:
    """Return whether the program's own lines fit below the stack and a picture of so many rows."""
    return picture + len(view.beside) + 3 <= room


def _right_columns(view: PanelState) -> int:
    """Return the columns of what stands to the right of the variables."""
    return max([RIGHT, *map(len, view.picture[1])])


def _is_narrow(view: PanelState, columns: int) -> bool:
    """Return whether there is no room for anything to the right of the variables."""
    return columns - _right_columns(view) < NARROW_VALUES


def _picture(view: PanelState, columns: int) -> list[Row]:
    title, pixels = view.picture
    heading, *legend = title.splitlines() or [""]
    below = [fitted([(f" {line}", PLAIN)], columns) for line in legend]
    return [rule(heading, columns), *pixel_rows(pixels, columns), *below] if pixels else []


def _face_up(view: PanelState, columns: int) -> list[Row]:
    return [fitted([(f" {line}", PLAIN)], columns) for line in view.beside]


def _variables(view: PanelState, room: int, columns: int) -> list[Row]:
    chosen = view.chosen.name if isinstance(view.chosen, Variable) else ""
    across = 1 if chosen else columns_of_values(view.variables, room - 1, columns)
    high = (room - 1) * across
    if chosen:
        at = next((index for index, row in enumerate(view.variables) if row.variable == chosen), 0)
        view.top = max(at - high + 1, min(view.top, at))
    top = view.top = max(0, min(view.top, len(view.variables) - high))
    if across > 1:
        rows = in_sight(view.variables, top, high)
        shown = values_only(rows, across, room - 1, columns, view.watched)
    else:
        there = view.variables[top : top + high + 1]
        groups = value_rows(there, columns, view.watched, chosen, high)
        fitting = sum(rows <= high for rows in accumulate(map(len, groups)))
        rows = there[:fitting] if chosen else in_sight(view.variables, top, fitting)
        shown = [
            line
            for row, usual, group in zip(rows, there, groups)
            for line in (group if row is usual else value_rows([row], columns, view.watched)[0])
        ]
    more = len(view.variables) - top - len(rows)
    title = rule("Variables", columns, f"{more} more" if more > 0 else "")
    return [title, *shown, *[fitted([], columns)] * room][:room]


def in_sight(variables: Sequence[VariableRow], top: int, high: int) -> list[VariableRow]:
    """Return the rows from `top` on that fit; unused ones, or else the last, give way to what has changed elsewhere."""
    shown = list(variables[top : top + high])
    elsewhere = [row for row in (*variables[top + high :], *variables[:top]) if row.changed][: high // 2]
    unchanged = [index for index, row in enumerate(shown) if not row.changed]
    free = [index for index in unchanged if not shown[index].needed] or unchanged[-1:]
    for index, row in zip(free[max(0, len(free) - len(elsewhere)) :], elsewhere):
        shown[index] = row
    return shown


def _right(view: PanelState, room: int, columns: int, picture: Sequence[Row], beside: bool = True) -> list[Row]:
    """Render the stack, the picture, lines of the program's own if `beside`, and the procedures called last."""
    most = room - 1 - len(picture) - (len(view.beside) + 1) * beside
    high = min(len(view.stack), max(1, min(most, max(2, (room - 2) // 2))))
    rows = [rule("Stack", columns)]
    for index, level in enumerate(view.stack[:high]):
        mark, style = (" ", PLAIN) if index else ("▶", HERE)
        more = index == high - 1 and len(view.stack) > high
        number = f"+{len(view.stack) - high}" if more else level.number
        rows.append([(f"{mark}{cut(level.name, columns - 8):<{columns - 8}}{number:>6} ", style)])
    face_up = [rule("Face up", columns), *_face_up(view, columns)] if view.beside and beside else []
    for found in (picture, face_up):
        if len(rows) + len(found) <= room:
            rows += found
    rows += [rule("Last called", columns), *(fitted([(f" {call}", PLAIN)], columns) for call in view.calls)]
    return [*rows, *[fitted([], columns)] * room][:room]


def _help(view: PanelState, room: int, columns: int) -> list[Row]:
    """Render a page of all keys with their effects, in as many columns as there is room for."""
    wide = max(len(key) for key, _ in view.help) + 2
    across, high = max(1, columns // NARROW), room - 1
    width = columns // across
    rows = [
        fitted([(f" {'' if number else key:<{wide}}", HEADING), (line, PLAIN)], width)
        for key, effect in view.help
        for number, line in enumerate(wrapped(effect, width - wide - 2, 2))
    ]
    view.pages = -(-len(rows) // (high * across))
    page = rows[(view.page - 1) * high * across :]
    page += [fitted([], width)] * high * across
    beside = (page[high * at : high * (at + 1)] for at in range(across))
    note = f"page {view.page} of {view.pages}, SPACE: the next" if view.pages > 1 else ""
    return [rule("Keys", columns, note), *(fitted([*chain(*found)], columns) for found in zip(*beside))]


# the list of procedures


def _list(view: PanelState, menu: Menu, chosen: Procedure, room: int, columns: int) -> list[Row]:
    down = list_height(len(menu.items), columns)
    first = max(0, min(menu.at % down - (room - 2) // 2, down - (room - 1)))
    rows = [rule("Procedures", columns, f"{len(view.breakpoints)} to stop in" if view.breakpoints else "")]
    for line in range(first, min(down, first + room - 1)):
        indices = range(line, len(menu.items), down)
        rows.append(fitted([part for index in indices for part in _listed(view, menu, index)], columns))
    current = ActiveProcedure(chosen, chosen.name, 0, 0)
    return [*rows, *_running(view, current, max(1, room - len(rows)), columns, current.name)][:room]


def _listed(view: PanelState, menu: Menu, index: int) -> list[Segment]:
    key = menu.items[index].key
    text = f"{'●' if key in view.breakpoints else ' '}{cut(key, LISTED - 2):<{LISTED - 2}}"
    return [(text, HERE if index == menu.at else PLAIN), (" ", PLAIN)]


def list_height(count: int, columns: int = COLUMNS) -> int:
    """Return the number of rows in a column of a list of this number of procedures."""
    return max(1, -(-count // (columns // LISTED)))
