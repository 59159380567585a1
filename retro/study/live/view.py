"""Draws the study screen from what the tracer knows."""

from bisect import bisect_right
from itertools import accumulate
from traceback import walk_tb
from types import FrameType
from typing import Any

from retro.basic.errors import error_message
from retro.basic.language.in_python import HOLDER
from retro.display.modes import Mode
from retro.display.styles import KEY
from retro.display.text_rows import STAND_INS, Row, cut, reprinted, shapes
from retro.display.vdu import VDU
from retro.frontends.side_screen import SideScreen
from retro.listing.characters import FIRST_OWN, drawn_sum, pictured, sum_of
from retro.listing.model import Procedure, Study, Variable
from retro.study.conditions import names_in
from retro.study.explanations import Explanations, Picture
from retro.study.line_values import LineValues, basic_line, python_line
from retro.study.live import keys
from retro.study.live.commands import Commands
from retro.study.panel import COLUMNS, FEWEST, MOST, ActiveProcedure, PanelState, panel, width_beside
from retro.study.panel.values import NEW, VariableRow, VariableTable
from retro.study.procedure_index import ProcedureIndex
from retro.study.tracer import Tracer
from retro.study.values import Frozen, freeze, locals_in, variables_in

MODE = 8  # a number that no other MODE has
STEADY = tuple(range(8))  # colours that do not flash
DEFAULT_ROWS = 40
OWN_CODES = range(FIRST_OWN, 256)


class StudyScreen:
    """Draws the study screen on a side screen."""

    def __init__(self, study: Study, side_screen: SideScreen, index: ProcedureIndex) -> None:
        self._side_screen, self._vdu = side_screen, VDU(side_screen.screen)
        self._rows: list[Row] = []
        self._begin(COLUMNS, DEFAULT_ROWS)
        self._state = PanelState(study.title, "", [])
        self._top, self._procedure_shown, self.pages_of_help = 0, "", 1
        self._drawn: object = None  # what `redraw` has drawn last
        self.variables: list[Variable] = []  # in the order of the table
        self._shown: dict[str, Frozen] = {}
        self.use(study, index)

    def use(self, study: Study, index: ProcedureIndex) -> None:
        """Show this program from now on."""
        self._study, self.index = study, index
        self._table, self._explanations = VariableTable(study.variables), Explanations(study)
        self._before: tuple[dict[str, Frozen], dict[FrameType, dict[str, Frozen]]] = {}, {}

    # what it shows

    @property
    def procedure(self) -> Procedure | None:
        """The procedure that is shown."""
        return self._state.stack[0].procedure if self._state.stack else None

    def show(self, tracer: Tracer, live: Commands, error: Exception | None = None) -> None:
        """Show the program as it is, or as it was when it failed."""
        if error is None:
            levels = [(level.frame, level.frame.f_lineno) for level in tracer.stack]
        else:
            levels = [level for level in walk_tb(error.__traceback__) if self.index.place_of(level[0]).name]
        state = self._state_of(levels, tracer, live)
        if error is not None:
            state.message, state.alarming = f"{error_message(error)}, in the line that is marked.", True
        self._state = state if state != self._state else self._state
        self.redraw()

    def _state_of(self, levels: list[tuple[FrameType, int]], tracer: Tracer, live: Commands) -> PanelState:
        stack = [self._active_procedure(frame, line) for frame, line in reversed(levels)]
        frames, current = [frame for frame, _ in levels], stack[0] if stack else ActiveProcedure(None, "", 0)
        if stack:
            line = self._line_values(frames, current)
            current.values, self._table.pointed = line.text, line.elements
        if stack and current.name != self._procedure_shown:
            self._procedure_shown, self._top = current.name, 0
        elsewhere = None if live.menu else self._elsewhere(current, live.compares, *tracer.reason.cause)
        shown = (elsewhere or current).procedure
        return PanelState(
            title=cut(self._study.title.partition(",")[0], COLUMNS // 2),
            state=live.state,
            at_breakpoint=tracer.reason.at_breakpoint,
            stack=stack,
            variables=self._variables(frames, current.procedure, tracer.stops.before),
            top=self._top,
            calls=[call.name + (f" ×{call.count}" if call.count > 1 else "") for call in reversed(tracer.calls)],
            breakpoints=frozenset(tracer.stops.procedures),
            lines=frozenset(tracer.stops.lines),
            watched=frozenset(tracer.stops.watched),
            cause=tracer.reason.cause,
            elsewhere=elsewhere,
            message=self._message(frames, current, tracer, live),
            description=self._study.description,
            keys=self._keys(live),
            menu=live.menu,
            slider=live.slider,
            before=self._study.replaced_by(shown) if live.compares and shown else None,
            port=self._study.port_of(shown) if shown else None,
            help=(*keys.LEGENDS, *keys.STUDY_KEYS) if live.helping else (),
            page=live.helping,
            beside=self._explanations.beside(frames),
            picture=self._picture(frames, current, live) if stack else ("", ()),
            **self._basic(current, tracer, live),
        )

    def _message(self, frames: list[FrameType], current: ActiveProcedure, tracer: Tracer, live: Commands) -> str:
        if live.prompt:
            return f"{live.prompt.question}: {live.prompt.text}_"
        if live.refusal:
            return live.refusal
        of_line = self._explanations.of_line(frames, current.name, next(iter(current.basic), 0))
        why = tracer.reason.sentence or self._explanations.explained(frames, tracer.returned)
        runs = f"Runs until {tracer.until.name}." if tracer.until and live.state not in keys.OVER_STATES else ""
        return " ".join(filter(None, (live.message, live.news, of_line, why))) or runs

    def _basic(self, current: ActiveProcedure, tracer: Tracer, live: Commands) -> dict[str, Any]:
        """Return where BASIC is, if it runs too; with steps in BASIC, mark all lines of the port made from its line."""
        lockstep = live.lockstep
        if lockstep is None or not (
            lockstep.active or lockstep.difference in (tracer.reason.sentence, live.message) or live.news
        ):
            return {"note": lockstep.note if lockstep else ""}
        here = current.procedure
        procedure = next((one for one in self._study if any(lockstep.line == line.number for line in one.basic)), here)
        if live.by_basic and lockstep.together and here:
            current.others = here.runs(lockstep.line)
        return {"basic": (procedure, (lockstep.line,)), "note": lockstep.note}

    def _active_procedure(self, frame: FrameType, line: int) -> ActiveProcedure:
        place = self.index.place_of(frame)
        return ActiveProcedure(place.procedure, place.name, *self.index.extent(frame.f_code.co_filename, line))

    def _elsewhere(self, current: ActiveProcedure, compares: bool, path: str, line: int) -> ActiveProcedure | None:
        """Return what to show in place of the current procedure, or None.

        That is the first changed one, to compare it, or else the statement at `line` that has made the program stop.
        """
        if changed := [one for one in self._study if compares and self._study.replaced_by(one)]:
            return None if current.procedure in changed else ActiveProcedure(changed[0], changed[0].key, 0, 0)
        procedure = self.index.procedure_at(path, line) if path else None
        if procedure is None or procedure == current.procedure:
            return None
        return ActiveProcedure(procedure, procedure.key, *self.index.extent(path, line))

    def _line_values(self, frames: list[FrameType], here: ActiveProcedure) -> LineValues:
        """Return what the line of the innermost procedure will do."""
        study, names = self._study, names_in(frames, self._study)
        titles = {f"{HOLDER}.{name}": variable.title for name, variable in study.variables.items()}
        if study.is_basic:
            lines = here.procedure.basic if here.procedure else ()
            text = next((line.text for line in lines if line.number == here.line), "")
            return basic_line(text, variables_in(frames, study), titles)
        titles |= {name: study.local_name(here.procedure, name) for name in names}
        statement = self.index.statement(frames[-1].f_code.co_filename, here.line)
        return python_line(statement, names, titles) if statement else LineValues()

    def _picture(self, frames: list[FrameType], current: ActiveProcedure, live: Commands) -> Picture:
        """Return the program's own sum of characters, or those that the line defines or prints, or its own picture."""
        screen = live.machine.screen
        own = title, rows = self._explanations.pictured(frames, current.name, next(iter(current.basic), 0))
        if title and not rows:
            return drawn_sum(sum_of(title, {code: screen.characters.shape(code) for code in OWN_CODES}))
        numbers = range(current.line, current.line + current.lines)
        lines = [line.text for line in current.procedure.lines if line.number in numbers] if current.procedure else []
        found = pictured(" ".join([*lines, current.values]), screen)
        return found if found[1] else own

    def _keys(self, live: Commands) -> list[list[tuple[str, str]]]:
        if live.prompt or live.helping:
            rows = keys.PROMPT_ROWS if live.prompt else keys.HELP_ROWS
        elif live.menu:
            rows = keys.CHOOSING_ROWS[type(live.menu.selected).__name__], keys.CLOSING_ROW
        else:
            rows = keys.TYPING_ROWS if live.typing and live.state == keys.STOPPED else keys.ROWS[live.state]
        moment = "".join(f"next {name}" for name in list(self._study.moments)[:1])
        return [keys.row_of_keys(row, live.lines, moment) for row in rows]

    # the variables

    def _variables(
        self, frames: list[FrameType], procedure: Procedure | None, watched: dict[str, Frozen]
    ) -> list[VariableRow]:
        """Return the rows of what the procedure uses, of locals in Python, and of the rest: a change moves no row.

        watched: values before the last statement, with which those are compared of which none was shown before.
        """
        values = self._shown = {name: freeze(value) for name, value in variables_in(frames, self._study).items()}
        if not frames:
            return []
        globals_before, locals_before = self._before
        known = globals_before or watched
        before = locals_before.get(frames[-1])
        found = [
            row
            for name, value in locals_in(frames[-1], self._study).items()
            for row in self._table.rows(
                name, value, (before or {}).get(name, NEW), before is not None, self._study.local_name(procedure, name)
            )
        ]
        rows = {
            name: self._table.rows(name, value, known.get(name, NEW), name in known or bool(globals_before))
            for name, value in values.items()
        }
        own = procedure.locals if procedure else ()
        used = {*procedure.reads, *procedure.changes} if procedure else set()

        def rank(name: str) -> tuple[int, bool]:
            return (0 if name in own else 1 if name in used else 2), isinstance(values[name], tuple)

        order = sorted(values, key=rank)
        self.variables = [self._study.variables[name] for name in order if name in self._study.variables]
        for name in order:
            for row in rows[name]:
                row.variable, row.used = name, name in own or name in used
        table = [row for name in order for row in rows[name]]
        at = sum(row.used for row in table)
        return [*table[:at], *found, *table[at:]]

    def compare(self, tracer: Tracer) -> None:
        """Mark as changed what differs from now on. The program has not run since `show`."""
        frames = [level.frame for level in tracer.stack]
        self._before = self._shown, {frame: locals_in(frame, self._study) for frame in frames}

    def scroll(self, by: int) -> None:
        """Scroll the variables by a number of rows."""
        self._top = max(0, self._top + by)

    # the screen

    def redraw(self) -> None:
        """Draw the rows that have changed, in as many rows as fit; nothing if the state and the size are the same."""
        side = self._side_screen
        columns, rows = max(COLUMNS, side.columns), max(FEWEST, min(MOST, side.rows or DEFAULT_ROWS))
        self._state.switch = () if side.both_visible else (keys.ONE_SCREEN,)
        drawn = self._state, columns, rows, side.hole, self._state.switch
        if drawn == self._drawn:
            return
        if (columns, rows) != self._size:
            self._begin(columns, rows)
        rendered = panel(self._state, rows, columns, side.hole)
        self._top, self.pages_of_help, self._drawn = self._state.top, self._state.pages, drawn
        codes = b"".join(
            reprinted(number, row, old) for number, (row, old) in enumerate(zip(rendered, self._rows)) if row != old
        )
        self._rows = side.text = rendered
        if codes:
            self._vdu.write(codes)

    def key_at(self, column: int, row: int) -> str:
        """Return the label of the key that is shown at a cell of the foot, there or before its effect; or empty."""
        cells = self._rows[row] if row >= self.slider_row and column >= self.left else []
        at = bisect_right([*accumulate(len(text) for text, _ in cells)], column)
        return next((text.strip() for text, style in reversed(cells[max(0, at - 1) : at + 1]) if style == KEY), "")

    @property
    def width(self) -> int:
        """The columns of the listings."""
        return width_beside(self._size[0], self._side_screen.hole)

    @property
    def left(self) -> int:
        """The column at which the listings begin."""
        return self._size[0] - self.width

    @property
    def slider_row(self) -> int:
        """The row of the slider."""
        return self._size[1] - self._state.feet

    def _begin(self, columns: int, rows: int) -> None:
        screen = self._side_screen.screen
        screen.use_mode(Mode(MODE, columns, rows, STEADY))
        screen.stand_ins.update(STAND_INS)
        self._vdu.write(shapes())
        self._rows, self._size = [[]] * rows, (columns, rows)
