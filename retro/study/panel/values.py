"""The table of variables on the study screen: names, values, meanings, and what has just changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retro.display.styles import CHANGED, FAINT, HERE, KEY, PLAIN
from retro.display.text_rows import Row, Segment, fitted, folded, prose, wrapped
from retro.listing.model import Variable
from retro.study.values import Frozen, Other, Subscripts, changes, element, is_array, is_grid, written
from retro.study.values import Row as Array

Changes = Mapping[Subscripts, tuple[Frozen, Frozen]]  # by subscripts, the old and the new value

NAME, VALUE = 8, 7  # columns, at least
INDENT = NAME + 2
TALLEST, WIDEST = 9, 40  # rows and columns of a grid that is shown whole
FEW = 4  # changes of a larger grid that are shown
LEAST = 4  # columns that a remark needs
ROOMY, MORE = 10, 2  # rows that are many; more rows for a long meaning then
NEW = Other("")  # the value before the first one


@dataclass(slots=True)
class VariableRow:
    """A row of the table.

    Attributes:
        items: the parts of the value, each with whether it has changed.
        was: the value before.
        variable: its name in the port, of a variable that is no local.
        used: whether the procedure that runs uses it.
        continued: whether it is a further row of an array, with room for the rest of the meaning above.
        pointed: the indices of the items that an index in the line about to run points at.
    """

    name: str
    items: list[tuple[str, bool]]
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


def value_rows(
    variables: Sequence[VariableRow], columns: int, watched: Collection[str] = (), chosen: str = "", room: int = 0
) -> list[list[Row]]:
    """Render the rows of each variable; those of the chosen one stand out, and watched ones are marked.

    room: the rows that there are. Long values and meanings get those to spare. If there are too few for all variables,
        but many, they get what they need, and others fall off the end: at first those that are not used. Their number
        does not depend on what has changed.
    """
    groups: list[list[Row]] = []
    rest, spare = "", max(0, room - len(variables))
    folds = ROOMY <= room < len(variables) and not chosen
    lent = sum(not row.used for row in variables[:room]) if folds else 0
    for variable, below in zip(variables, [*variables[1:], None]):
        extra = spare + (lent if variable.used else MORE * folds)
        *over, value = folded(list(_value(variable, variable.variable in watched)), columns - 1, extra + 1, INDENT)
        taken = sum(len(text) for text, _ in value)
        roomy = below is not None and below.continued and not below.was
        remark = _remark(variable, rest, columns - taken - 1, 1 + max(roomy, extra - len(over)))
        rest = remark[1] if roomy and len(remark) > 1 else ""
        more = [] if roomy else [[(" " * (taken + 1) + text, FAINT)] for text in remark[1:]]
        lines = [fitted(row, columns) for row in (*over, [*value, (f" {remark[0]}", FAINT)], *more)]
        borrowed = min(lent, len(lines) - 1) if variable.used else 0
        lent, spare = lent - borrowed, max(0, spare - (len(lines) - 1 - borrowed))
        stands_out = chosen and variable.variable == chosen
        groups.append([[(text, KEY) for text, _ in row] for row in lines] if stands_out else lines)
    return groups


def _remark(variable: VariableRow, rest: str, columns: int, most: int) -> list[str]:
    """Return what stands behind a value: what it was, and the meaning, or the rest of it; in the rows of that alone."""
    if columns < LEAST:
        return [""]
    meaning = variable.meaning or rest
    height = len(wrapped(meaning, columns, most))
    remark = " · ".join(filter(None, (f"was {variable.was}" if variable.was else "", meaning)))
    return [*wrapped(remark, columns, height), *[""] * height][:height]


def columns_of_values(variables: Sequence[VariableRow], high: int, columns: int) -> int:
    """Return in how many columns to render values alone, so that all needed ones are seen; 1: with their meanings."""
    needed = [row for row in variables if row.needed]
    if len(needed) <= high:
        return 1
    widest = 2 + max(sum(len(text) for text, _ in _value(row, False)) for row in needed)
    return max(1, min(-(-len(needed) // max(1, high)), columns // widest))


def values_only(
    variables: Sequence[VariableRow], across: int, high: int, columns: int, watched: Collection[str]
) -> list[Row]:
    """Render names and values in so many columns, without meanings."""
    width = columns // across
    cells = [fitted(list(_value(row, row.variable in watched)), width) for row in variables]
    cells += [fitted([], width)] * (high * across - len(cells))
    beside = (cells[high * at : high * (at + 1)] for at in range(across))
    return [fitted([part for cell in row for part in cell], columns) for row in zip(*beside)]


def _value(variable: VariableRow, watched: bool) -> Iterator[Segment]:
    mark = "◆" if variable.changed else "●" if watched else " "
    yield f"{mark}{variable.name:<{NAME}} ", CHANGED if variable.changed else PLAIN
    for index, (text, changed) in enumerate(variable.items):
        yield " " if index else "", PLAIN
        yield text, HERE if index in variable.pointed else CHANGED if changed else PLAIN
    yield " " * (VALUE - len(" ".join(text for text, _ in variable.items))), PLAIN


class VariableTable:
    """Makes the rows of variables; remembers which arrays use their subscript 0, which many do not.

    Attributes:
        pointed: the elements of arrays to mark, each the name of the array and its subscripts.
    """

    def __init__(self, variables: Mapping[str, Variable]) -> None:
        self._variables = variables
        self.pointed: Collection[tuple[str, Subscripts]] = ()
        self._from_zero: set[str] = set()
        self._known: dict[str, tuple[object, list[VariableRow]]] = {}  # the rows made last, and from what

    def rows(self, name: str, value: Frozen, before: Frozen, compared: bool, basic: str = "") -> list[VariableRow]:
        """Return the rows of a variable by its name in the port; compared: mark what differs from `before`, or NEW.

        basic: the name in BASIC of a local.
        """
        made_from = type(value), value, before, compared, basic, self.pointed
        if self._known.get(name, ((), []))[0] != made_from:
            self._known[name] = made_from, self._rows(name, value, before, compared, basic)
        return self._known[name][1]

    def _rows(self, name: str, value: Frozen, before: Frozen, compared: bool, basic: str) -> list[VariableRow]:
        variable = self._variables.get(name, Variable(name, basic or name, ""))
        base, meaning = variable.basic.partition("(")[0], prose(variable.meaning)
        compared = compared and not (before == NEW and isinstance(value, tuple))
        changed = {where: (old, new) for where, old, new in changes(before, value)} if compared else {}
        if is_grid(value):
            return list(self._grid(base, value, meaning, changed))
        if is_array(value):
            start = self._start(name, any(value[:1]) or len(value) < 2)
            return [self._array(base, (), value, start, meaning, changed)]
        was = written(changed[()][0]) if () in changed and before != NEW else ""
        return [VariableRow(base, [(written(value), bool(changed))], meaning, was)]

    def _grid(self, base: str, rows: Sequence[Array], meaning: str, changed: Changes) -> Iterator[VariableRow]:
        """Yield a row for each row of a grid; of a larger grid its size and the first few changes."""
        if max(len(written(row)) for row in rows) > WIDEST or len(rows) > TALLEST:
            yield VariableRow(f"{base}(,)", [(f"{len(rows)} × {len(rows[0])}", False)], meaning)
            for subscripts, (old, new) in list(changed.items())[:FEW]:
                yield VariableRow(element(base, subscripts), [(written(new), True)], "", written(old))
            return
        start = self._start(base, any(any(row[:1]) for row in rows) or any(rows[0]) or len(rows) < 2)
        for number, row in enumerate(rows[start:], start):
            inside = {subscripts[1:]: pair for subscripts, pair in changed.items() if subscripts[:1] == (number,)}
            found = self._array(base, (number,), row, start, meaning if number == start else "", inside)
            found.continued = number > start
            yield found

    def _array(
        self, base: str, subscripts: Subscripts, items: Array, start: int, meaning: str, changed: Changes
    ) -> VariableRow:
        name = element(base, (*subscripts, f"{start}-{len(items) - 1}")) if items else f"{base}()"
        shown = [(written(item), (index,) in changed) for index, item in enumerate(items)][start:]
        old = list(changed.items())[:2]
        was = ", ".join(element("", where) + f" {written(value)}" for where, (value, _) in old)
        found = [index - start for index in range(len(items)) if (base, (*subscripts, index)) in self.pointed]
        return VariableRow(name, shown, meaning, was, pointed=found)

    def _start(self, name: str, from_zero: bool) -> int:
        """Return the first subscript of an array to show: 0 if it ever used it."""
        if from_zero:
            self._from_zero.add(name)
        return int(name not in self._from_zero)
