"""Breakpoints of a studied program: procedures, lines with conditions, watched variables; and goals to run to once."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from retro.library.catalogue import edition_of
from retro.library.errors import LaunchError, unknown_name
from retro.listing.links import variable_of
from retro.listing.model import Study
from retro.listing.procedure import MAIN
from retro.study.conditions import Condition
from retro.study.values import Frozen, changes, element, freeze, variables_in, written
from retro.study.view_model import StopMarks

Line = tuple[str, int]  # a file, by its real path, and a line of it
LINE_AND_CONDITION = re.compile(r"(\d+)(?:\s*if\b\s*(.+))?", re.IGNORECASE)
Frames = Sequence[FrameType]


@dataclass(frozen=True)
class Goal:
    """A goal to run to once: a call of one of these procedures, one of these lines, or a condition that comes true.

    Attributes:
        name: a phrase for messages.
        lines: lines, each with its condition or None.
        watched: the names of variables, one of which is to change.
    """

    name: str
    procedures: frozenset[str] = frozenset()
    lines: Mapping[Line, Condition | None] = field(default_factory=dict)
    condition: Condition | None = None
    watched: frozenset[str] = frozenset()


class Stops:
    """The places at which a program stops each time: breakpoints and watched variables.

    Attributes:
        procedures: the keys of procedures, to stop at their calls.
        lines: lines, each with its condition or None.
        watched: the names of variables, to stop when one of them changes.
        before: the values of the watched variables, by name, before the last statement.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self.procedures: set[str] = set()
        self.lines: dict[Line, Condition | None] = {}
        self.watched: set[str] = set()
        self.before: dict[str, Frozen] = {}
        self._values: dict[str, Frozen] = {}

    @property
    def any(self) -> bool:
        """Whether there are breakpoints, or variables at whose change the program stops."""
        return bool(self.procedures or self.lines or self.watched)

    def add(self, text: str) -> None:
        """Add a procedure's name, a line number of the listing, or LINE IF CONDITION. Raises LaunchError."""
        if lines := lines_of(self._study, text):
            self.lines |= lines
        elif " " in text:
            raise _no_line(self._study, text)
        else:
            self.procedures.add(procedure_named(self._study, text))

    def take_over(self, others: "Stops") -> None:
        """Add the breakpoints and watched variables of another `Stops`."""
        self.procedures |= others.procedures
        self.lines |= others.lines
        self.watched |= others.watched

    def toggle(self, line: Line) -> None:
        """Toggle a breakpoint at a line."""
        if line in self.lines:
            del self.lines[line]
        else:
            self.lines[line] = None

    def watch(self, text: str) -> None:
        """Add a variable to watch, by its name. Raises LaunchError."""
        variable = variable_of(self._study, text)
        if variable is None:
            titles = [one.title for one in self._study.variables.values()]
            raise unknown_name(text, "variable", self._study.name, titles)
        self.watched.add(variable.name)

    def changed(self, frames: Frames, until: Goal | None = None) -> str:
        """Return a text on which watched variables, or those of a goal, have changed since the last call, or empty."""
        found, known = [], self._study.variables  # while a changed listing runs, those of the port are not known
        for name in sorted((self.watched | (until.watched if until else set())) & known.keys()):
            now = freeze(variables_in(frames, self._study).get(name))
            before = self.before[name] = self._values.get(name, now)
            self._values[name] = now
            base = known[name].basic.partition("(")[0]
            for subscripts, old, new in changes(before, now) if before is not None else ():
                found.append(f"{element(base, subscripts)} changed from {written(old)} to {written(new)}")
        return "; ".join(found)

    def marks(self, cause: Line) -> StopMarks:
        """Return the stops as the view-model shows them. cause: path and line of the statement that caused the stop."""
        return StopMarks(frozenset(self.procedures), frozenset(self.lines), frozenset(self.watched), cause)

    def forget(self) -> None:
        """Forget the values of the watched variables, as the program starts again."""
        self._values.clear()


def goal_of(study: Study, text: str) -> Goal:
    """Return the goal with a name: a moment of the notes, procedure, line, or condition. Raises LaunchError."""
    moment = text.strip().lower()
    if moment not in study.moments:
        return _goal(study, text)
    found = [_goal(study, part) for part in study.moments[moment]]
    lines = {line: condition for goal in found for line, condition in goal.lines.items()}
    keys = frozenset(key for goal in found for key in goal.procedures)
    return Goal(f"the next {moment}", keys, lines, found[0].condition)


def turns_of(study: Study) -> frozenset[str]:
    """Return the keys of the procedures that begin a turn: those of the first moment that the notes name."""
    return next((goal_of(study, name).procedures for name in study.moments), frozenset())


def original_of(study: Study) -> frozenset[str]:
    """Return the keys of the procedures with which the original of an edition begins; none if it is no edition."""
    main = f"{study.base}.{MAIN}"
    if main in study.procedures:
        return frozenset({main})
    own = (procedure.key for procedure in study if procedure.module == study.name and not procedure.is_class)
    return frozenset(own if edition_of(study.path) else ())


def _goal(study: Study, text: str) -> Goal:
    """Return the goal of a name that is not a moment."""
    if lines := lines_of(study, text):
        return Goal(f"line {text}", lines=lines)
    try:
        return Goal(f"{text} is called", frozenset({procedure_named(study, text.strip())}))
    except LaunchError:
        return Goal(text, condition=_condition(study, text))


def lines_of(study: Study, text: str) -> dict[Line, Condition | None]:
    """Return the program's lines for a text LINE or LINE IF CONDITION; none for any other text. Raises LaunchError."""
    match = LINE_AND_CONDITION.fullmatch(text.strip())
    if not match:
        return {}
    lines = [(os.path.realpath(procedure.path), line) for procedure in study for line in procedure.runs(int(match[1]))]
    if not lines:
        raise _no_line(study, text)
    return dict.fromkeys(lines, Condition(match[2], study) if match[2] else None)


def _no_line(study: Study, text: str) -> LaunchError:
    expected = f"a procedure, a line of BASIC that runs in {study.name}, or LINE IF CONDITION"
    return LaunchError(f"{text}: expected {expected}")


def _condition(study: Study, text: str) -> Condition:
    """Parse a condition. Raises LaunchError, for a single word with what else could be meant."""
    try:
        return Condition(text, study)
    except LaunchError:
        if not text.isidentifier():
            raise
        expected = ", ".join(("a procedure", "a line of BASIC", "a condition over variables", *study.moments))
        raise LaunchError(f"{text}: expected one of {expected}") from None


def procedure_named(study: Study, name: str) -> str:
    """Return the key of the procedure with a name, as in `Study.named`. Raises LaunchError."""
    if (found := study.named(name)) and not found.is_class:
        return found.key
    keys = [procedure.key for procedure in study if not procedure.is_class]
    raise unknown_name(name, "procedure", study.name, keys)
