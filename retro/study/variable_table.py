"""Makes the rows of the table of variables, with what has changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from retro.display.text_rows import prose
from retro.listing.procedure import Variable
from retro.study.values import Frozen, Other, Row, Subscripts, changes, element, is_array, is_grid, written
from retro.study.view_model import VariableRow

Changes = Mapping[Subscripts, tuple[Frozen, Frozen]]  # by subscripts, the old and the new value

TALLEST_GRID, WIDEST_GRID = 9, 40  # rows and columns of one that is shown whole
SHOWN_CHANGES = 4  # of a larger grid
NO_VALUE = Other("")  # the value before the first one


class VariableTable:
    """Makes the rows of variables; shows subscript 0 of an array only once the program has used it.

    Attributes:
        pointed: the array elements that the next line uses, each as the array's name and its subscripts.
    """

    def __init__(self, variables: Mapping[str, Variable]) -> None:
        self._variables = variables
        self.pointed: Collection[tuple[str, Subscripts]] = ()
        self._from_zero: set[str] = set()
        self._known: dict[str, tuple[object, list[VariableRow]]] = {}  # the rows made last, and from what

    def rows(self, name: str, value: Frozen, before: Frozen, compared: bool, basic: str = "") -> list[VariableRow]:
        """Return the table's rows for a variable, given by its name in the port.

        compared: whether to mark what differs from `before`, which is NEW for a new variable; basic: a local's name in
        BASIC.
        """
        made_from = type(value), value, before, compared, basic, self.pointed
        if self._known.get(name, ((), []))[0] != made_from:
            self._known[name] = made_from, self._rows(name, value, before, compared, basic)
        return self._known[name][1]

    def drawn(self, name: str, rows: Sequence[Sequence[str]], before: Sequence[Sequence[str]]) -> Iterator[VariableRow]:
        """Yield the rows of a grid in the program's own representation, with marks where it differs from `before`."""
        variable = self._variables[name]
        for number, (row, old) in enumerate(zip(rows, before or rows)):
            items = [(part, part != was) for part, was in zip(row, old)]
            label = element(variable.basic.partition("(")[0], (number, ""))
            yield VariableRow(label, items, prose(variable.meaning) if number == 0 else "", continued=number > 0)

    def _rows(self, name: str, value: Frozen, before: Frozen, compared: bool, basic: str) -> list[VariableRow]:
        variable = self._variables.get(name, Variable(name, basic or name, ""))
        base, meaning = variable.basic.partition("(")[0], prose(variable.meaning)
        compared = compared and not (before == NO_VALUE and isinstance(value, tuple))
        changed = {where: (old, new) for where, old, new in changes(before, value)} if compared else {}
        if is_grid(value):
            return list(self._grid(base, value, meaning, changed))
        if is_array(value):
            start = self._start(name, any(value[:1]) or len(value) < 2)
            return [self._array(base, (), value, start, meaning, changed)]
        was = written(changed[()][0]) if () in changed and before != NO_VALUE else ""
        return [VariableRow(base, [(written(value), bool(changed))], meaning, was)]

    def _grid(self, base: str, rows: Sequence[Row], meaning: str, changed: Changes) -> Iterator[VariableRow]:
        """Yield a row for each row of a grid; for a large grid its size and the first few changes."""
        if max(len(written(row)) for row in rows) > WIDEST_GRID or len(rows) > TALLEST_GRID:
            yield VariableRow(f"{base}(,)", [(f"{len(rows)} × {len(rows[0])}", False)], meaning)
            for subscripts, (old, new) in list(changed.items())[:SHOWN_CHANGES]:
                yield VariableRow(element(base, subscripts), [(written(new), True)], "", written(old))
            return
        start = self._start(base, any(any(row[:1]) for row in rows) or any(rows[0]) or len(rows) < 2)
        for number, row in enumerate(rows[start:], start):
            inside = {subscripts[1:]: pair for subscripts, pair in changed.items() if subscripts[:1] == (number,)}
            yield self._array(base, (number,), row, start, meaning if number == start else "", inside)

    def _array(
        self, base: str, subscripts: Subscripts, items: Row, start: int, meaning: str, changed: Changes
    ) -> VariableRow:
        name = element(base, (*subscripts, f"{start}-{len(items) - 1}")) if items else f"{base}()"
        shown = [(written(item), (index,) in changed) for index, item in enumerate(items)][start:]
        old = list(changed.items())[:2]
        was = ", ".join(element("", where) + f" {written(value)}" for where, (value, _) in old)
        found = [index - start for index in range(len(items)) if (base, (*subscripts, index)) in self.pointed]
        continued = bool(subscripts) and subscripts[0] != start
        return VariableRow(name, shown, meaning, was, continued=continued, pointed=found)

    def _start(self, name: str, from_zero: bool) -> int:
        """Return the first subscript of an array to show: 0 if the program has ever used element 0, else 1."""
        if from_zero:
            self._from_zero.add(name)
        return int(name not in self._from_zero)
