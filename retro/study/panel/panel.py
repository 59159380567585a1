"""Renders a `StudyView` as rows of coloured text."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain

from retro.display.styles import ALARM, FAINT, HEADING, HERE, KEY, PLAIN, RULE, STATE, TITLE
from retro.display.text_rows import Row, Segment, cut, fitted, pixel_rows, prose, rule, wrapped
from retro.listing.align import changed_rows
from retro.listing.description import Entry
from retro.listing.highlighting import Part
from retro.listing.model import Procedure, SourceLine, Variable
from retro.study.panel.listing import Marks, listing_rows, rows_needed
from retro.study.panel.values import columns_of_values, value_rows, values_only
from retro.study.view_model import NO_LINE, ActiveProcedure, Menu, StudyView, VariableRow

COLUMNS = 80
FEWEST_ROWS, MOST_ROWS = 20, 250  # of the panel
LONGEST_TITLE = 40  # columns
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


@dataclass(frozen=True)
class Panel:
    """A rendered study screen.

    Attributes:
        feet: the number of rows of the slider and of the keys below it.
        top: the index of the first variable that is shown.
        pages: how many pages all keys take.
    """

    rows: list[Row]
    feet: int
    top: int
    pages: int


def panel(
    view: StudyView,
    rows: int,
    columns: int = COLUMNS,
    hole: Size = NO_HOLE,
    top: int = 0,
    switch: Sequence[tuple[str, str]] = (),
) -> Panel:
    """Render the study screen in rows of this number of columns.

    hole: the columns and rows at the top left that show the program; listings stand beside it, variables below. Where
        it leaves too few columns for listings, the stack stands there.
    top: the index of the first variable to show, as far as there are enough.
    switch: keys to add to the first row of keys.
    """
    rendering = _Rendering(view, top, switch)
    return Panel(rendering.screen(rows, columns, hole), rendering.feet, rendering.top, rendering.pages)


def width_beside(columns: int, hole: Size) -> int:
    """Return the columns of the listings: those beside the hole, or all if these are too few."""
    beside = columns - hole[0] - 1
    return columns if not hole[0] or beside < NARROW else beside


def list_height(count: int, columns: int = COLUMNS) -> int:
    """Return the number of rows in a column of a list of this number of procedures."""
    return max(1, -(-count // (columns // LISTED)))


def _filled(rows: Sequence[Row], height: int, columns: int) -> list[Row]:
    """Return as many of the rows as fit, and empty ones below them."""
    return [*rows, *[fitted([], columns)] * height][:height]


def _beside(left: Sequence[Row], right: Sequence[Row]) -> list[Row]:
    return [[*one, ("│", RULE), *other] for one, other in zip(left, right)]


def _told_apart(parts: Mapping[int, Sequence[Part]], differing: Collection[int]) -> dict[int, list[Part]]:
    """Return the parts of lines after a sign for those that differ."""
    return {number: [Part("string", "◆ " if number in differing else "  "), *line] for number, line in parts.items()}


class _Rendering:
    """Renders a view once; finds what `Panel` says."""

    def __init__(self, view: StudyView, top: int, switch: Sequence[tuple[str, str]]) -> None:
        self.view, self.top, self.feet, self.pages = view, top, 0, 1
        first, *others = view.keys or ((), ())
        self._keys_shown = [*first, *switch], *others

    def screen(self, rows: int, columns: int, hole: Size) -> list[Row]:
        """Render everything, around the hole."""
        wide, high = hole
        width, below = width_beside(columns, hole), rows - high
        aside = columns - wide - 1 if wide else 0
        if width == columns and aside < RIGHT:
            return [*[fitted([], columns)] * high, *self._whole(below, columns)]
        if width == columns:
            picture = self._picture(aside)
            beside = self._right(high, aside, picture, self._face_up_fits(len(picture), high))
            return [*_beside([fitted([], wide)] * high, beside), *self._whole(below, columns, alone=True)]
        apart = below >= LOW
        left = [*[fitted([], wide)] * high, *(self._state(below, wide) if apart else [fitted([], wide)] * below)]
        picture = self._picture(width) if apart and self._is_narrow(wide) else []
        return _beside(left, self._whole(rows, width, picture, apart))

    def _whole(
        self, rows: int, columns: int, picture: Sequence[Row] = (), apart: bool = False, alone: bool = False
    ) -> list[Row]:
        """Render everything.

        apart: without the variables and what stands beside them, and with a picture instead; alone: with nothing
        beside the variables.
        """
        view = self.view
        head = [self._title(columns), *self._about(rows, columns, MOST_ABOUT if apart else FEW_ABOUT)]
        feet = [view.slider.row(columns), *self._keys(columns)]
        self.feet = len(feet)
        room = rows - len(head) - len(feet)
        if view.help:
            middle = self._help(room, columns)
        elif view.menu and isinstance(view.chosen, Procedure):
            middle = self._list(view.menu, view.chosen, room, columns)
        elif apart:
            middle = [*self._listings(room - len(picture), columns), *picture]
        else:
            title, pixels = view.picture
            pictured = 3 + len(pixels) // 2 + title.count("\n") if pixels and not alone else 0
            usual = rows - 1 - self._usual_about(rows) - len(feet)
            low = usual - max(LOW - bool(pictured), min(usual * LISTINGS // 100, usual - pictured))
            middle = self._listings(max(FEWEST_LISTED, room - low), columns)
            low = room - len(middle)
            under = self._picture(columns) if self._is_narrow(columns) else []
            middle += self._variables(low, columns) if alone else [*self._state(low - len(under), columns), *under]
        return [*head, *middle, *feet]

    def _title(self, columns: int) -> Row:
        view = self.view
        state: Segment = (f" {view.state} ", ALARM if view.alarming else STATE)
        here = f"{'Breakpoint ' * view.at_breakpoint}{view.stack[0].name}" if view.stack else ""
        title = cut(view.title.partition(",")[0], LONGEST_TITLE)
        left: list[Segment] = [(f" {title} ", TITLE), (f" {here}", STATE)]
        return [*fitted(left, columns - len(state[0]), TITLE), state]

    def _about(self, rows: int, columns: int, most: int) -> list[Row]:
        """Render the message, or else what is said of the line, in up to `most` rows if it needs them."""
        view = self.view
        chosen = view.chosen if isinstance(view.chosen, Procedure) else None
        procedure = chosen or view.current.procedure
        purpose = prose(procedure.purpose.split("\n\n")[0]) if procedure else ""
        said = view.description.said(procedure, view.current.basic) if procedure and not chosen else ""
        message = "" if chosen else view.message
        text = message or said or purpose
        height = max(self._usual_about(rows), len(wrapped(text, columns - 2, most)))
        lines = wrapped(text, columns - 2, height)
        return [fitted([(f" {line}", HEADING if message else FAINT)], columns) for line in [*lines, "", ""][:height]]

    def _usual_about(self, rows: int) -> int:
        """Return the rows that what is said of a line has at least; longer texts take theirs from the listings."""
        return 1 + (rows >= SMALL) + bool(self.view.description.entries)

    def _keys(self, columns: int) -> list[Row]:
        """Render the keys. The last column stays empty: a character in the last cell of a screen scrolls it."""
        rows: list[Row] = []
        for keys in self._keys_shown:
            rows.append([])
            for key, effect in keys:
                found = [(" ", PLAIN), (f" {key} ", KEY) if key else ("", PLAIN), (f" {effect}", PLAIN)]
                if rows[-1] and sum(len(text) for text, _ in (*rows[-1], *found)) >= columns:
                    rows.append([])
                rows[-1] += found
        return [fitted(row, columns - 1) for row in rows]

    # the listings

    def _listings(self, room: int, columns: int) -> list[Row]:
        """Render the listings, and where there is room the description of the procedure before them."""
        view = self.view
        current = view.elsewhere or view.current
        entries = view.description.of(current.procedure) if current.procedure else []
        said = [entry for entry in entries if entry.is_sentence]
        if not said or columns < DESCRIBED:
            return self._code(current, room, columns)
        left = columns // 4
        return _beside(self._sentences(said, current, room, left), self._code(current, room, columns - left - 1))

    def _sentences(self, entries: Sequence[Entry], current: ActiveProcedure, height: int, columns: int) -> list[Row]:
        """Render sentences, those about the current line in another colour and in sight."""
        lines = [
            (f" {text}", HEADING if {*current.basic} & {*entry.lines} else PLAIN)
            for entry in entries
            for text in wrapped(f"{entry.label} {entry.plain}", columns - 2, height)
        ]
        here = [number for number, (_, style) in enumerate(lines) if style == HEADING]
        first = max(0, min(here[0] if here else 0, len(lines) - height + 1))
        rows = [fitted([line], columns) for line in lines[first:]]
        return _filled([rule("Description", columns), *rows], height, columns)

    def _code(self, current: ActiveProcedure, room: int, columns: int) -> list[Row]:
        """Render the listings that there are, one above the other, or in wide rows side by side."""
        view, procedure, other = self.view, current.procedure, self.view.listing
        if not procedure or not (other.before or other.port or (procedure.python and procedure.basic) or other.basic):
            return self._running(current, room, columns)
        upper, lower = partial(self._first, current, procedure), partial(self._running, current)
        listed = other.basic[0] if other.basic and not view.elsewhere else procedure
        upper_lines, lower_lines = listed.basic if listed else (), procedure.lines
        if other.before:
            upper_lines = other.before.lines
        elif other.port:
            upper, lower, lower_lines = lower, partial(self._port, *other.port, current.line), other.port[0].python
        if columns >= SIDE_BY_SIDE:
            left = columns * UPPER // 100
            return _beside(upper(room, left), lower(room, columns - left - 1))
        first, second = (rows_needed(lines, columns) + SPARE for lines in (upper_lines, lower_lines))
        high = max(3, min(first, max(room * UPPER // 100, room - second)))
        return [*upper(high, columns), *lower(room - high, columns)]

    def _first(self, current: ActiveProcedure, procedure: Procedure, height: int, columns: int) -> list[Row]:
        """Render the listing that stands beside that of the program that runs: in BASIC, or before a change."""
        view, other = self.view, self.view.listing
        if before := other.before:
            here, changed = range(current.line, current.line + current.lines), list(changed_rows(before, procedure))
            same = (row for row in changed if any(line.number in here for line in row.after))
            marks = Marks([line.number for row in same for line in row.before])
            differing = {line.number for row in changed if row.differs for line in row.before}
            rows = listing_rows(_told_apart(before.highlighted, differing), marks, height - 1, columns)
            return [rule("Before", columns, os.path.basename(before.path)), *rows]
        listed, marked = (not view.elsewhere and other.basic) or (procedure, current.basic)
        if listed is None:
            return _filled([rule("BASIC", columns, other.note)], height, columns)
        cursor = view.chosen.number if isinstance(view.chosen, SourceLine) else NO_LINE
        marks = Marks(
            marked,
            {number for line in view.stops.lines_of(listed) for number in listed.basic_at(line)},
            next(iter(listed.basic_at(cursor)), NO_LINE),
            causes=listed.basic_at(view.stops.line_of_cause(listed)),
        )
        parts = view.description.marked(listed, with_numbers=False)
        note = ", ".join(filter(None, [*map(view.description.status, marked), other.note]))
        return [rule("BASIC", columns, note), *listing_rows(parts, marks, height - 1, columns)]

    def _port(self, port: Procedure, changed: Collection[int], line: int, height: int, columns: int) -> list[Row]:
        """Render the original's Python beside changed BASIC, with a sign for what was made from changed lines."""
        signed = _told_apart(port.highlighted_python, changed)
        return [
            rule("Python", columns, "the original's"),
            *listing_rows(signed, Marks(port.runs(line)), height - 1, columns),
        ]

    def _running(self, current: ActiveProcedure, height: int, columns: int, title: str = "") -> list[Row]:
        """Render the listing of the program that runs, around the current statement of a procedure."""
        view, procedure = self.view, current.procedure
        if procedure is None:
            return _filled([rule(title or "Python", columns)], height, columns)
        file = f"{procedure.module}.py" if procedure.python else os.path.basename(procedure.path)
        marks = Marks(
            {*range(current.line, current.line + current.lines), *current.others},
            view.stops.lines_of(procedure),
            view.chosen.number if isinstance(view.chosen, SourceLine) else NO_LINE,
            current.values,
            (view.stops.line_of_cause(procedure),),
        )
        signed = procedure.highlighted_python or view.description.marked(procedure, with_numbers=False)
        if before := view.listing.before:
            changed = (row.after for row in changed_rows(before, procedure) if row.differs)
            signed = _told_apart(signed, {line.number for lines in changed for line in lines})
        rows = listing_rows(signed, marks, height - 1, columns)
        return [rule(title or ("Python" if procedure.python else "BASIC"), columns, file), *rows]

    # the state of the program

    def _state(self, room: int, columns: int) -> list[Row]:
        """Render the variables, and to the right of them, or below, the stack and the procedures called last."""
        if self._is_narrow(columns):
            low = max(room * LOWER // 100, min(room // 2 + 1, 4 + len(self.view.beside))) if room >= LOW else 0
            return [*self._variables(room - low, columns), *self._right(low, columns, [])]
        right = self._right_columns()
        left, picture = columns - right - 1, self._picture(right)
        picture = picture if len(picture) + 2 <= room else []
        fits = self._face_up_fits(len(picture), room)
        beside = [] if fits else self._face_up(left)
        values = [*self._variables(room - len(beside), left), *beside]
        return _beside(values, self._right(room, right, picture, fits))

    def _face_up_fits(self, picture: int, room: int) -> bool:
        """Return whether the program's own lines fit below the stack and a picture of so many rows."""
        return picture + len(self.view.beside) + 3 <= room

    def _right_columns(self) -> int:
        """Return the columns of what stands to the right of the variables."""
        return max([RIGHT, *map(len, self.view.picture[1])])

    def _is_narrow(self, columns: int) -> bool:
        """Return whether there is no room for anything to the right of the variables."""
        return columns - self._right_columns() < NARROW_VALUES

    def _picture(self, columns: int) -> list[Row]:
        title, pixels = self.view.picture
        heading, *legend = title.splitlines() or [""]
        below = [fitted([(f" {line}", PLAIN)], columns) for line in legend]
        return [rule(heading, columns), *pixel_rows(pixels, columns), *below] if pixels else []

    def _face_up(self, columns: int) -> list[Row]:
        return [fitted([(f" {line}", PLAIN)], columns) for line in self.view.beside]

    def _variables(self, room: int, columns: int) -> list[Row]:
        variables, watched = self.view.variables, self.view.stops.watched
        chosen = self.view.chosen.name if isinstance(self.view.chosen, Variable) else ""
        across = 1 if chosen else columns_of_values(variables, room - 1, columns)
        high = (room - 1) * across
        if chosen:
            at = next((index for index, row in enumerate(variables) if row.variable == chosen), 0)
            self.top = max(at - high + 1, min(self.top, at))
        top = self.top = max(0, min(self.top, len(variables) - high))
        if across > 1:
            rows = in_sight(variables, top, high)
            shown = values_only(rows, across, room - 1, columns, watched)
        else:
            there = variables[top : top + high + 1]
            groups = value_rows(there, columns, watched, chosen, high)
            fitting = sum(rows <= high for rows in accumulate(map(len, groups)))
            rows = list(there[:fitting]) if chosen else in_sight(variables, top, fitting)
            shown = [
                line
                for row, usual, group in zip(rows, there, groups)
                for line in (group if row is usual else value_rows([row], columns, watched)[0])
            ]
        more = len(variables) - top - len(rows)
        return _filled([rule("Variables", columns, f"{more} more" if more > 0 else ""), *shown], room, columns)

    def _right(self, room: int, columns: int, picture: Sequence[Row], beside: bool = True) -> list[Row]:
        """Render the stack, the picture, lines of the program's own if `beside`, and the procedures called last."""
        view = self.view
        most = room - 1 - len(picture) - (len(view.beside) + 1) * beside
        high = min(len(view.stack), max(1, min(most, max(2, (room - 2) // 2))))
        rows = [rule("Stack", columns)]
        for index, level in enumerate(view.stack[:high]):
            mark, style = (" ", PLAIN) if index else ("▶", HERE)
            more = index == high - 1 and len(view.stack) > high
            number = f"+{len(view.stack) - high}" if more else level.number
            rows.append([(f"{mark}{cut(level.name, columns - 8):<{columns - 8}}{number:>6} ", style)])
        face_up = [rule("Face up", columns), *self._face_up(columns)] if view.beside and beside else []
        for found in (picture, face_up):
            if len(rows) + len(found) <= room:
                rows += found
        rows += [rule("Last called", columns), *(fitted([(f" {call}", PLAIN)], columns) for call in view.calls)]
        return _filled(rows, room, columns)

    # keys and procedures to choose from

    def _help(self, room: int, columns: int) -> list[Row]:
        """Render a page of all keys with their effects, in as many columns as there is room for."""
        view = self.view
        wide = max(len(key) for key, _ in view.help) + 2
        across, high = max(1, columns // NARROW), room - 1
        width = columns // across
        rows = [
            fitted([(f" {'' if number else key:<{wide}}", HEADING), (line, PLAIN)], width)
            for key, effect in view.help
            for number, line in enumerate(wrapped(effect, width - wide - 2, 2))
        ]
        self.pages = -(-len(rows) // (high * across))
        page = _filled(rows[(view.page - 1) * high * across :], high * across, width)
        beside = (page[high * at : high * (at + 1)] for at in range(across))
        note = f"page {view.page} of {self.pages}, SPACE: the next" if self.pages > 1 else ""
        return [rule("Keys", columns, note), *(fitted([*chain(*found)], columns) for found in zip(*beside))]

    def _list(self, menu: Menu, chosen: Procedure, room: int, columns: int) -> list[Row]:
        """Render the list of procedures, and the listing of the chosen one below it."""
        keys = self.view.stops.procedures
        down = list_height(len(menu.items), columns)
        first = max(0, min(menu.at % down - (room - 2) // 2, down - (room - 1)))
        rows = [rule("Procedures", columns, f"{len(keys)} to stop in" if keys else "")]
        for line in range(first, min(down, first + room - 1)):
            found: list[Segment] = []
            for index in range(line, len(menu.items), down):
                key = menu.items[index].key
                text = f"{'●' if key in keys else ' '}{cut(key, LISTED - 2):<{LISTED - 2}}"
                found += [(text, HERE if index == menu.at else PLAIN), (" ", PLAIN)]
            rows.append(fitted(found, columns))
        current = ActiveProcedure(chosen, chosen.name, 0, 0)
        return [*rows, *self._running(current, max(1, room - len(rows)), columns, current.name)][:room]


def in_sight(variables: Sequence[VariableRow], top: int, high: int) -> list[VariableRow]:
    """Return the rows from `top` on that fit; unused ones, or else the last, give way to what has changed elsewhere."""
    shown = list(variables[top : top + high])
    elsewhere = [row for row in (*variables[top + high :], *variables[:top]) if row.changed][: high // 2]
    unchanged = [index for index, row in enumerate(shown) if not row.changed]
    free = [index for index in unchanged if not shown[index].needed] or unchanged[-1:]
    for index, row in zip(free[max(0, len(free) - len(elsewhere)) :], elsewhere):
        shown[index] = row
    return shown
