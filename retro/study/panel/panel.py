"""Renders a `StudyView` as rows of coloured text."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain

from retro.display.styles import ALARM, FAINT, HEADING, HERE, KEY, PLAIN, RULE, STATE, TITLE, Row, Segment
from retro.display.text_rows import cut, fitted, pixel_rows, prose, rule, wrapped
from retro.listing.align import changed_rows
from retro.listing.description import Entry
from retro.listing.highlighting import LINKED, Part, stripped
from retro.listing.procedure import NO_LINE, Procedure, SourceLine, Variable
from retro.study.dialogs import Choice, Found, Help, Menu, OpenChoice
from retro.study.keys import LEGENDS, STUDY_KEYS
from retro.study.panel.listing import Marks, listing_rows, rows_needed
from retro.study.panel.values import value_rows
from retro.study.view_model import CALM, THOROUGH, ActiveProcedure, StudyView

COLUMNS = 80
FEWEST_ROWS, MOST_ROWS = 20, 250  # of the panel
LONGEST_TITLE = 40  # columns
RIGHT_WIDTH = 32  # columns of the parts to the right of the variables
FULL_TEXT_ROWS = 30  # of the panel; with fewer, messages and descriptions are cut shorter
LIST_ITEM_WIDTH = 26  # columns of a procedure in the list
LISTINGS_SHARE, UPPER_LISTING_SHARE = 63, 43  # percent: of the rows for the listings; of these for the first of two
NARROWEST_LISTINGS, NARROWEST_VARIABLES = 58, 40  # columns
NARROWEST_PAIR = 150  # columns of two listings side by side
NARROWEST_WITH_DESCRIPTION = 112  # columns: the fewest of listings with a description before them
MOST_MESSAGE_ROWS = 8  # of a message or description
FEWEST_SECTION_ROWS = 8  # of the listings, or of the variables
LISTING_MARGIN_ROWS = 3  # of a listing that is shown whole, beyond its lines
FEWEST_ROWS_ABOVE_PICTURE = 6  # rows of the listings above a picture
CALM_LISTING_ROWS = 28  # rows of both listings where little is shown
DEPARTURE, DIFFERS = re.compile(r"(?<=# )[\d, -]*;? ?Departure: |(?<=REM )Departure: "), "Differs: "
Size = tuple[int, int]  # columns, rows
UNCOVERED: Size = (0, 0)


def width_beside(columns: int, covered: Size) -> int:
    """Return the number of columns of the listings: those beside the display, or all if these are too few."""
    beside = columns - covered[0] - 1
    return columns if not covered[0] or beside < NARROWEST_LISTINGS else beside


def list_height(count: int, columns: int = COLUMNS) -> int:
    """Return how many rows a column of the list of procedures has, for this number of procedures."""
    return max(1, -(-count // (columns // LIST_ITEM_WIDTH)))


def _filled(rows: Sequence[Row], height: int, columns: int) -> list[Row]:
    """Cut rows of the panel to a height, or fill up with empty rows."""
    return [*rows, *[fitted([], columns)] * height][:height]


def _beside(left: Sequence[Row], right: Sequence[Row]) -> list[Row]:
    return [[*one, ("│", RULE), *other] for one, other in zip(left, right)]


def _texts(lines: Sequence[str], columns: int) -> list[Row]:
    return [fitted([(f" {line}", PLAIN)], columns) for line in lines]


def _with_signs(parts: Mapping[int, Sequence[Part]], differing: Collection[int]) -> dict[int, list[Part]]:
    """Return the parts of lines, each line after a sign if it is among the differing ones."""
    return {number: [Part("string", "◆ " if number in differing else "  "), *line] for number, line in parts.items()}


def _calm(parts: Mapping[int, Sequence[Part]]) -> dict[int, list[Part]]:
    """Return the parts of lines without remarks that only name lines of BASIC, and what departs from BASIC in words."""
    calm = {n: stripped([part for part in line if not LINKED.fullmatch(part.text)]) for n, line in parts.items()}
    return {n: [part._replace(text=DEPARTURE.sub(DIFFERS, part.text)) for part in line] for n, line in calm.items()}


class Panel:
    """A study screen, rendered from a view.

    Attributes:
        rows: its rows.
        feet: the number of rows at the foot: the turn's calls, the slider and the keys.
        calls: of each procedure call in the foot, the column where it ends and its position in the game.
        top: the index of the first variable that is shown.
        pages: the number of pages of the list of all keys.
    """

    def __init__(
        self,
        view: StudyView,
        rows: int,
        columns: int = COLUMNS,
        covered: Size = UNCOVERED,
        top: int = 0,
        switch: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Render the study screen in rows of this number of columns.

        covered: the columns and rows at the top left that the display covers. The listings are to the right of it, the
            variables below; where it leaves too few columns for listings, the variables are to the right of it.
        top: the index of the first variable to show, less if the rows are not filled otherwise.
        switch: more keys, with their effects, for the first row of keys.
        """
        self.view, self.top, self.feet, self.pages = view, top, 0, 1
        self.calls: list[tuple[int, tuple[int, int]]] = []
        first, *others = view.keys or ((), ())
        self._keys_shown = [*first, *switch], *others
        self.rows = self._screen(rows, columns, covered)

    def _screen(self, rows: int, columns: int, covered: Size) -> list[Row]:
        """Render the whole panel around the display."""
        wide, high = covered
        width, below = width_beside(columns, covered), rows - high
        aside = columns - wide - 1 if wide else 0
        if width < columns and below >= FEWEST_SECTION_ROWS:
            picture = self._picture(width) if self._is_narrow(wide) else []
            left = [*[fitted([], wide)] * high, *self._state(below, wide, not picture)]
            return _beside(left, self._whole(rows, width, picture, with_state=False))
        if width < columns:
            return _beside([fitted([], wide)] * rows, self._whole(rows, width))
        if aside >= RIGHT_WIDTH:
            right = self._state(high, aside)
            return [*_beside([fitted([], wide)] * high, right), *self._whole(below, columns, with_state=False)]
        return [*[fitted([], columns)] * high, *self._whole(below, columns)]

    def _whole(self, rows: int, columns: int, picture: Sequence[Row] = (), with_state: bool = True) -> list[Row]:
        """Render all rows in this width. picture: rows below the listings; with_state: also variables, stack, calls."""
        view = self.view
        head, feet = (
            [self._title(columns), *self._message(rows, columns)],
            [*self._turn(rows, columns), view.slider.row(columns), *self._keys(columns)],
        )
        self.feet = len(feet)
        room = rows - len(head) - len(feet)
        if isinstance(view.dialog, Help):
            middle = self._help(view.dialog, room, columns)
        elif isinstance(view.dialog, Menu) and isinstance(view.chosen, Procedure | Found):
            middle = self._list(view.dialog, view.chosen, room, columns)
        else:
            low = len(picture)
            if with_state:
                pictured = len(self._picture(columns))
                pictured += (FEWEST_SECTION_ROWS // 2 * self._is_narrow(columns) + 2) if pictured else 0
                low = max(
                    min(FEWEST_SECTION_ROWS, room // 2),
                    room - room * LISTINGS_SHARE // 100,
                    min(pictured, room - FEWEST_ROWS_ABOVE_PICTURE),
                )
                picture = self._state(low, columns)
                while picture and not any(text.strip() for text, _ in picture[-1]):
                    picture.pop()
                picture = picture if len(picture) > 1 or view.detail > CALM else []
                low = len(picture)
            middle = [*self._listings(room - low, columns), *picture]
        return [*head, *middle, *feet]

    def _title(self, columns: int) -> Row:
        """Render the title, the stack of procedures, and the state."""
        view = self.view
        state: Segment = (f" {view.state} ", ALARM if view.alarming else STATE)
        title = f" {cut(view.title.partition(',')[0], LONGEST_TITLE)} "
        here = " ▶ ".join(level.name for level in reversed(view.stack))
        room = columns - len(title) - len(state[0]) - 2 - len("Breakpoint ") * view.at_breakpoint
        here = here if len(here) <= room else f"…{here[len(here) - room + 1 :]}"
        left: list[Segment] = [(title, TITLE), (f" {'Breakpoint ' * view.at_breakpoint}{here}", STATE)]
        return [*fitted(left, columns - len(state[0]), TITLE), state]

    def _message(self, rows: int, columns: int) -> list[Row]:
        """Render the message, or else what the description says of the line, or else the procedure's purpose."""
        view = self.view
        chosen = view.chosen if isinstance(view.chosen, Procedure) else None
        procedure = chosen or view.current.procedure
        purpose = prose(procedure.purpose.split("\n\n")[0]) if procedure else ""
        purpose += f" {view.flow}" * bool(chosen)
        described = view.detail > CALM and procedure and not chosen
        said = view.description.said(procedure, view.current.basic) if described and procedure else ""
        usual = 1 + (rows >= FULL_TEXT_ROWS) + bool(view.description.entries)
        message = view.dialog.sentence if isinstance(view.dialog, Choice) else view.message
        lines = wrapped(
            message or said or purpose,
            columns - 2,
            MOST_MESSAGE_ROWS if rows >= FULL_TEXT_ROWS else MOST_MESSAGE_ROWS // 2,
        )
        height = max(usual, len(lines))
        return [
            fitted([(f" {line}", HEADING if view.message else FAINT)], columns) for line in [*lines, "", ""][:height]
        ]

    def _turn(self, rows: int, columns: int) -> list[Row]:
        """Render the procedures of the turn in one row, with their numbers of calls, if there is room for it."""
        segments: list[Segment] = []
        for name, count, position in self.view.turn if rows >= FULL_TEXT_ROWS else ():
            text = f" {name.removeprefix('PROC')}{f' ×{count}' if count > 1 else ''} "
            used = sum(len(part) for part, _ in segments)
            if used + len(text) + len(" T: all ") + 1 >= columns:
                segments += [(" T: all", FAINT), ("", FAINT)]
                break
            segments += [(text, HERE if name == self.view.current.name else PLAIN), ("▶", FAINT)]
            self.calls.append((used + len(text), position))
        return [fitted(segments[:-1], columns)] if segments else []

    def _keys(self, columns: int) -> list[Row]:
        """Render the keys, closer together where they would need a further row.

        The last column stays empty: a character in the last cell of a screen scrolls it.
        """
        rows: list[Row] = []
        for keys in self._keys_shown:
            rows.append([])
            close = sum(len(f"  {key}  {effect}") for key, effect in keys) >= columns
            for key, effect in keys:
                found = [
                    ("" if close else " ", PLAIN),
                    (f" {key} ", KEY) if key else ("", PLAIN),
                    (f" {effect}", PLAIN),
                ]
                if rows[-1] and sum(len(text) for text, _ in (*rows[-1], *found)) >= columns:
                    rows.append([])
                rows[-1] += found
        return [fitted(row, columns - 1) for row in rows]

    # the listings

    def _listings(self, room: int, columns: int) -> list[Row]:
        """Render the listings, and where there is room the description of the procedure before them."""
        view = self.view
        current = view.substitute or view.current
        entries = view.description.of(current.procedure) if current.procedure and view.detail == THOROUGH else []
        said = [entry for entry in entries if entry.is_sentence]
        if view.detail == CALM:
            return _filled(self._code(current, min(room, CALM_LISTING_ROWS), columns), room, columns)
        if not said or columns < NARROWEST_WITH_DESCRIPTION:
            return self._code(current, room, columns)
        left = columns // 4
        return _beside(self._sentences(said, current, room, left), self._code(current, room, columns - left - 1))

    def _sentences(self, entries: Sequence[Entry], current: ActiveProcedure, height: int, columns: int) -> list[Row]:
        """Render the description, scrolled to the sentences about the current line, which are highlighted."""
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
        """Render the one or two listings, one above the other, or in wide rows side by side."""
        view, procedure, other = self.view, current.procedure, self.view.listing
        if not procedure or not (other.before or other.port or (procedure.python and procedure.basic) or other.basic):
            return self._running(current, room, columns)
        upper, lower = partial(self._companion, current, procedure), partial(self._running, current)
        listed = other.basic[0] if other.basic and not view.substitute else procedure
        upper_lines, lower_lines = listed.basic if listed else (), procedure.lines
        if other.before:
            upper_lines = other.before.lines
        elif other.port:
            upper, lower, lower_lines = lower, partial(self._port, *other.port, current.line), other.port[0].python
        if columns >= NARROWEST_PAIR:
            left = columns * UPPER_LISTING_SHARE // 100
            return _beside(upper(room, left), lower(room, columns - left - 1))
        first, second = (rows_needed(lines, columns) + LISTING_MARGIN_ROWS for lines in (upper_lines, lower_lines))
        high = max(3, min(first, max(room * UPPER_LISTING_SHARE // 100, room - second)))
        return [*upper(high, columns), *lower(room - high, columns)]

    def _companion(self, current: ActiveProcedure, procedure: Procedure, height: int, columns: int) -> list[Row]:
        """Render the listing beside that of the running program: in BASIC, or the procedure before a change."""
        view, other = self.view, self.view.listing
        if before := other.before:
            here, changed = range(current.line, current.line + current.lines), list(changed_rows(before, procedure))
            same = (row for row in changed if any(line.number in here for line in row.after))
            marks = Marks([line.number for row in same for line in row.before])
            differing = {line.number for row in changed if row.differs for line in row.before}
            rows = listing_rows(_with_signs(before.highlighted, differing), marks, height - 1, columns)
            return [rule("Before", columns, os.path.basename(before.path)), *rows]
        listed, marked = (not view.substitute and other.basic) or (procedure, current.basic)
        if listed is None:
            return _filled([rule("BASIC", columns, other.note)], height, columns)
        cursor = view.chosen.number if isinstance(view.chosen, SourceLine) else NO_LINE
        marks = Marks(
            marked,
            {number for line in view.stops.lines_of(listed) for number in listed.basic_at(line)},
            next(iter(listed.basic_at(cursor)), NO_LINE),
            causes=listed.basic_at(view.stops.line_of_cause(listed)),
        )
        statuses = map(view.description.status, marked) if view.detail > CALM else ()
        note = ", ".join(filter(None, [*statuses, other.note if view.detail > CALM or other.differs else ""]))
        return [rule("BASIC", columns, note), *listing_rows(self._basic(listed), marks, height - 1, columns)]

    def _basic(self, procedure: Procedure) -> Mapping[int, Sequence[Part]]:
        """Return a procedure's lines of BASIC as parts; but for the lowest detail after the signs of their statuses."""
        if self.view.detail == CALM:
            return _calm(procedure.highlighted_basic)
        return self.view.description.marked(procedure, with_numbers=False)

    def _python(self, procedure: Procedure) -> Mapping[int, Sequence[Part]]:
        """Return the lines of a procedure in Python as parts, at the lowest detail without BASIC's numbers."""
        parts = procedure.highlighted_python
        return _calm(parts) if self.view.detail == CALM else parts

    def _port(self, port: Procedure, changed: Collection[int], line: int, height: int, columns: int) -> list[Row]:
        """Render the original's Python beside changed BASIC, with signs at the lines made from changed lines."""
        signed = _with_signs(self._python(port), changed)
        rows = listing_rows(signed, Marks(port.runs(line)), height - 1, columns)
        return [rule("Python", columns, "the original's"), *rows]

    def _running(self, current: ActiveProcedure, height: int, columns: int, title: str = "") -> list[Row]:
        """Render the listing of the program that runs, around the current statement."""
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
        signed = self._python(procedure) if procedure.python else self._basic(procedure)
        if before := view.listing.before:
            changed = (row.after for row in changed_rows(before, procedure) if row.differs)
            signed = _with_signs(signed, {line.number for lines in changed for line in lines})
        rows = listing_rows(signed, marks, height - 1, columns)
        return [rule(title or ("Python" if procedure.python else "BASIC"), columns, file), *rows]

    # the state of the program

    def _state(self, room: int, columns: int, with_picture: bool = True) -> list[Row]:
        """Render variables, picture, stack and calls: the variables at the left, or in few columns in the middle."""
        narrow = self._is_narrow(columns)
        right = columns if narrow else self._right_columns()
        picture = self._picture(right) if with_picture else []
        own = [rule("Face up", right), *_texts(self.view.beside, right)] if self.view.beside else []
        if narrow:
            others = self._others(max(len(picture) + 2, room // 3), columns, picture)
            own = own if len(own) + len(others) + 3 <= room else []
            return [*own, *self._variables(room - len(own) - len(others), columns), *others]
        fits = len(own) + len(picture) + 2 <= room
        others = [*own * fits, *self._others(room - len(own) * fits, right, picture)]
        left = columns - (right + 1) * bool(others)
        own = [] if fits else [fitted(row, left) for row in own]
        rows = [*own, *self._variables(room - len(own), left)]
        return _beside(rows, _filled(others, room, right)) if others else rows

    def _right_columns(self) -> int:
        """Return the number of columns to the right of the variables."""
        return max([RIGHT_WIDTH, *map(len, self.view.picture[1]), *(len(line) + 2 for line in self.view.beside)])

    def _is_narrow(self, columns: int) -> bool:
        """Return whether there are too few columns for anything to the right of the variables."""
        return columns - self._right_columns() <= NARROWEST_VARIABLES

    def _picture(self, columns: int) -> list[Row]:
        title, pixels = self.view.picture
        heading, *legend = title.splitlines() or [""]
        return [rule(heading, columns), *pixel_rows(pixels, columns), *_texts(legend, columns)] if pixels else []

    def _others(self, room: int, columns: int, picture: list[Row]) -> list[Row]:
        """Render the stack, the picture and the last calls, as far as there is room."""
        view = self.view
        if view.detail == CALM:
            return picture
        most = max(1, room - 1 - len(picture))
        rows = [rule("Stack", columns)]
        for index, level in enumerate(view.stack[:most]):
            more = len(view.stack) - most if index == most - 1 else 0
            number = f"+{more}" if more > 0 else level.number
            name = f"{' ' if index else '▶'}{cut(level.name, columns - 8):<{columns - 8}}{number:>6} "
            rows.append([(name, PLAIN if index else HERE)])
        rows += picture
        if view.detail == THOROUGH:
            rows += [rule("Last called", columns), *_texts(view.calls, columns)]
        return rows[:room]

    def _variables(self, room: int, columns: int) -> list[Row]:
        """Render the variables from `top` on."""
        view = self.view
        chosen = view.chosen.name if isinstance(view.chosen, Variable) else ""
        variables = view.shown_variables
        if chosen:
            own = [index for index, row in enumerate(variables) if row.variable == chosen] or [0]
            self.top = min(own[0], max(own[-1] - room + 2, self.top))
        top = self.top = max(0, min(self.top, len(variables) - room + 1))
        shown = variables[top:]
        if not chosen:  # drop unchanged variables before changed ones
            unchanged = [row for row in reversed(shown) if not row.changed]
            for row in unchanged[: max(0, len(shown) - room + 1)]:
                shown.remove(row)
        rows = value_rows(shown, columns, view.stops.watched, chosen, room - 1)
        more = len(view.variables) - top - min(len(shown), room - 1)
        return _filled([rule("Variables", columns, f"{more} more" if more > 0 else ""), *rows], room, columns)

    # keys, procedures and places to choose from

    def _help(self, opened: Help, room: int, columns: int) -> list[Row]:
        """Render a page of all keys with their effects, in as many columns as there is room for."""
        listed = (*LEGENDS, *STUDY_KEYS)
        wide = max(len(key) for key, _ in listed) + 2
        across, high = max(1, columns // NARROWEST_LISTINGS), room - 1
        width = columns // across
        rows = [
            fitted([(f" {'' if number else key:<{wide}}", HEADING), (line, PLAIN)], width)
            for key, effect in listed
            for number, line in enumerate(wrapped(effect, width - wide - 2, 2))
        ]
        self.pages = -(-len(rows) // (high * across))
        page = _filled(rows[(opened.page - 1) * high * across :], high * across, width)
        beside = (page[high * at : high * (at + 1)] for at in range(across))
        note = f"page {opened.page} of {self.pages}, SPACE: the next" if self.pages > 1 else ""
        return [rule("Keys", columns, note), *(fitted([*chain(*found)], columns) for found in zip(*beside))]

    def _list(self, menu: Menu, chosen: Procedure | Found, room: int, columns: int) -> list[Row]:
        """Render a list of procedures or of found places, and below it the listing of the selected item."""
        keys = self.view.stops.procedures
        if isinstance(chosen, Found):
            across, title, wide = 1, "Choices" if isinstance(chosen, OpenChoice) else "Found", columns - 1
            title = "This turn" if chosen.position[0] else title
            current = ActiveProcedure(chosen.procedure, chosen.where, chosen.line)
        else:
            across, title, wide = columns // LIST_ITEM_WIDTH, "Procedures", LIST_ITEM_WIDTH - 1
            current = ActiveProcedure(chosen, chosen.name, 0, 0)
        down = max(1, -(-len(menu.items) // across))
        high = min(down, room - 1 if across > 1 else room // 2)
        first = max(0, min(menu.at % down - high // 2, down - high))
        note = f"{len(keys)} to stop in" if keys and across > 1 else ""
        note = "points: counted by retro score in 1,000 games" if isinstance(chosen, OpenChoice) else note
        rows = [rule(title, columns, note)]
        for line in range(first, first + high):
            segments: list[Segment] = []
            for index in range(line, len(menu.items), down):
                text = (
                    f"{'●' if menu.items[index].key in keys else ' '}{cut(menu.items[index].key, wide - 1):<{wide - 1}}"
                )
                segments += [(text, HERE if index == menu.at else PLAIN), (" ", PLAIN)]
            rows.append(fitted(segments, columns))
        return [*rows, *self._running(current, max(1, room - len(rows)), columns, current.name)][:room]
