"""Reads the state of a paused program for the view-model: stack, variables, picture, the reason for the stop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import FrameType

from retro.basic.language.in_python import HOLDER
from retro.display.screen import Screen
from retro.listing.characters import FIRST_OWN_CHARACTER, drawn_sum, pictured, sum_of
from retro.listing.model import Study
from retro.listing.procedure import Procedure
from retro.study.conditions import names_in
from retro.study.explanations import Explanations
from retro.study.line_values import LineValues, basic_line, python_line
from retro.study.lockstep import Lockstep
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import Stepper
from retro.study.values import Frozen, freeze, locals_in, variables_in
from retro.study.variable_table import NO_VALUE, VariableTable
from retro.study.view_model import ActiveProcedure, BesideListing, Picture, VariableRow

OWN_CODES = range(FIRST_OWN_CHARACTER, 256)
Level = tuple[FrameType, int]  # a procedure that runs, and its line


class Observer:
    """Reads the state of a program, and marks which variables have changed since the last pause.

    Attributes:
        explanations: the program's own explanations of its state.
    """

    def __init__(self, study: Study, index: ProcedureIndex) -> None:
        self._study, self._index = study, index
        self._table, self.explanations = VariableTable(study.variables), Explanations(study)
        self._before: tuple[dict[str, Frozen], dict[FrameType, dict[str, Frozen]]] = {}, {}
        self._values: dict[str, Frozen] = {}
        self._drawn: dict[str, list[list[str]]] = {}  # of variables that the program shows in its own way
        self._drawn_before: dict[str, list[list[str]]] = {}

    def stack(self, levels: Sequence[Level]) -> list[ActiveProcedure]:
        """Return the procedures that run, the innermost first. levels: frames and lines, the outermost first."""
        stack = []
        for frame, line in reversed(levels):
            place, extent = self._index.place_of(frame), self._index.extent(frame.f_code.co_filename, line)
            stack.append(ActiveProcedure(place.procedure, place.name, *extent))
        if stack:
            effect = self._line_values([frame for frame, _ in levels], stack[0])
            self._table.pointed = effect.elements
            stack[0] = replace(stack[0], values=effect.text)
        return stack

    def substitute(self, current: ActiveProcedure, compares: bool, path: str, line: int) -> ActiveProcedure | None:
        """Return a procedure to show instead of the current one, or None.

        While comparing, that is the first changed procedure; else the one whose statement at `line` caused the stop.
        """
        if changed := [one for one in self._study if compares and self._study.replaced_by(one)]:
            return None if current.procedure in changed else ActiveProcedure(changed[0], changed[0].key, 0, 0)
        procedure = self._index.procedure_at(path, line) if path else None
        if procedure is None or procedure == current.procedure:
            return None
        return ActiveProcedure(procedure, procedure.key, *self._index.extent(path, line))

    def listing(self, shown: Procedure | None, here: Procedure | None, compares: bool, both: Lockstep | None,
                says_where: bool) -> BesideListing:  # fmt: skip
        """Return what to show beside the listing of a procedure.

        shown, here: the procedure that is shown, and the one that runs; both: port and listing, if both run;
            says_where: whether to mark BASIC's line after a difference, too.
        """
        found = BesideListing(
            note=both.note if both else "",
            differs=bool(both and both.difference),
            before=self._study.replaced_by(shown) if compares and shown else None,
            port=self._study.port_of(shown) if shown else None,
        )
        if both is None or not (both.active or says_where):
            return found
        procedure = next((one for one in self._study if any(both.line == line.number for line in one.basic)), here)
        return replace(found, basic=(procedure, procedure.from_top((both.line,)) if procedure else ()))

    def why(self, stepper: Stepper, current: ActiveProcedure) -> tuple[Procedure | None, str]:
        """Return the program's explanation of the line, and why the program has stopped before it.

        Before that the procedure that it is about: the one that has just returned if that is explained, or the current.
        """
        of_line = self.explanations.of_line(stepper.frames, current.name, next(iter(current.basic), 0))
        explained = self.explanations.explained(stepper.frames, stepper.returned)
        done, about = stepper.reason.sentence or explained, current.procedure
        if done and done == explained and not of_line:
            about = self._study.procedures.get(stepper.returned, about)
        return about, " ".join(filter(None, (of_line, done)))

    def picture(self, frames: Sequence[FrameType], current: ActiveProcedure, screen: Screen) -> Picture:
        """Return the explained sum, or the characters that the line uses, or the program's own picture."""
        own = title, rows = self.explanations.pictured(frames, current.name, next(iter(current.basic), 0))
        if title and not rows:
            return drawn_sum(sum_of(title, {code: screen.characters.shape(code) for code in OWN_CODES}))
        numbers = range(current.line, current.line + current.lines)
        lines = [line.text for line in current.procedure.lines if line.number in numbers] if current.procedure else []
        found = pictured(" ".join([*lines, current.values]), screen)
        return found if found[1] else own

    def _line_values(self, frames: Sequence[FrameType], here: ActiveProcedure) -> LineValues:
        """Return the predicted effect of the innermost procedure's line."""
        study, names = self._study, names_in(frames, self._study)
        titles = {f"{HOLDER}.{name}": variable.title for name, variable in study.variables.items()}
        if study.is_basic:
            return basic_line(here.text, variables_in(frames, study), titles)
        titles |= {name: study.local_name(here.procedure, name) for name in names}
        statement = self._index.statement(frames[-1].f_code.co_filename, here.line)
        return python_line(statement, names, titles) if statement else LineValues()

    # the variables

    def variables(
        self, frames: Sequence[FrameType], procedure: Procedure | None, watched: dict[str, Frozen]
    ) -> list[VariableRow]:
        """Return the table's rows: the procedure's variables, the port's locals, all others; in a fixed order.

        watched: values before the last statement, to compare with before `compare` was called first.
        """
        values = self._values = {name: freeze(value) for name, value in variables_in(frames, self._study).items()}
        if not frames:
            return []
        own = procedure.locals if procedure else ()
        used = {*procedure.reads, *procedure.changes} if procedure else set()
        ranks = {name: 0 if name in own else 1 if name in used else 2 for name in values}
        order = sorted(values, key=lambda name: (ranks[name], isinstance(values[name], tuple)))
        known, drawn = self._before[0] or watched, self.explanations.shown(frames)
        self._drawn = drawn
        rows: list[VariableRow] = []
        for name in order:
            if name in drawn and name in self._study.variables:
                found: Iterable[VariableRow] = self._table.drawn(name, drawn[name], self._drawn_before.get(name, []))
            else:
                compared = name in known or bool(self._before[0])
                found = self._table.rows(name, values[name], known.get(name, NO_VALUE), compared)
            rows += [replace(row, variable=name, used=ranks[name] < 2) for row in found]
        at = sum(row.used for row in rows)
        return [*rows[:at], *self._locals(frames[-1], procedure), *rows[at:]]

    def _locals(self, frame: FrameType, procedure: Procedure | None) -> Iterator[VariableRow]:
        before = self._before[1].get(frame)
        for name, value in locals_in(frame, self._study).items():
            basic = self._study.local_name(procedure, name)
            yield from self._table.rows(name, value, (before or {}).get(name, NO_VALUE), before is not None, basic)

    def compare(self, frames: Sequence[FrameType]) -> None:
        """Store the values that `variables` has read, to mark what differs from them later."""
        self._drawn_before = self._drawn
        self._before = self._values, {frame: locals_in(frame, self._study) for frame in frames}
