"""The table of variables on the study screen: names, values, meanings, and what has just changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from retro.study.panel.text import CHANGED, FAINT, PLAIN, cut, fitted, wrapped
from retro.study.tracer.values import Items, Other, changes, is_array, is_grid, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from retro.study.panel.text import Row, Segment
    from retro.study.tracer.values import Frozen, Subscripts

    Changes = Mapping[Subscripts, Frozen]

NAME, VALUE = 8, 7  # columns, at least
TALLEST, WIDEST = 9, 40  # rows and columns of a grid that is shown whole
FEW = 4
LEAST = 4  # columns that a remark needs
NEW = Other("")  # the value before the first one


class Description(NamedTuple):
    """The name of a variable in BASIC, and its meaning."""

    name: str
    meaning: str


@dataclass(slots=True)
class VariableRow:
    """A row of the table.

    Attributes:
        name: the variable's name.
        items: the parts of the value, each with whether it has changed.
        meaning: the variable's meaning.
        was: the value before.
        continued: whether it is a further row of an array, with room for the rest of the meaning above.
    """

    name: str
    items: list[tuple[str, bool]]
    meaning: str = ""
    was: str = ""
    continued: bool = False

    @property
    def changed(self) -> bool:
        """Whether any part has changed."""
        return any(changed for _, changed in self.items)

    @property
    def value(self) -> str:
        """The value as text."""
        return " ".join(text for text, _ in self.items)


def value_rows(variables: Sequence[VariableRow], columns: int) -> list[Row]:
    """Render the rows of the table."""
    rows, rest = [], ""
    for variable, below in zip(variables, [*variables[1:], None]):
        value = list(_value(variable))
        left = columns - sum(len(text) for text, _ in value) - 1
        remark = " · ".join(filter(None, (f"was {variable.was}" if variable.was else "", variable.meaning or rest)))
        roomy = below is not None and below.continued and not below.was
        lines = wrapped(remark, left, 2) if roomy else [cut(remark, left)]
        rest = lines[1] if len(lines) > 1 else ""
        rows.append(fitted([*value, (" " + lines[0] if left >= LEAST else "", FAINT)], columns))
    return rows


def _value(variable: VariableRow) -> Iterator[Segment]:
    mark = "◆" if variable.changed else " "
    yield f"{mark}{variable.name:<{NAME}} ", CHANGED if variable.changed else PLAIN
    width = 0
    for index, (text, changed) in enumerate(variable.items):
        yield (" " if index else "") + text, CHANGED if changed else PLAIN
        width += len(text) + bool(index)
    yield " " * (VALUE - width), PLAIN


class VariableTable:
    """Makes the rows of variables; remembers which arrays use their subscript 0, which many do not."""

    def __init__(self, known: Mapping[str, Description]) -> None:
        self._known = known
        self._from_zero: set[str] = set()

    def rows(self, name: str, value: Frozen, before: Frozen, compared: bool) -> list[VariableRow]:
        """Return the rows of a variable.

        Args:
            name: its name in the port.
            value: its value.
            before: the value to compare with, or NEW.
            compared: whether to compare.
        """
        basic, meaning = self._known.get(name, Description(name, ""))
        base, bracket, _ = basic.partition("(")
        new_array = before == NEW and isinstance(value, Items)
        different = dict(changes(before, value)) if compared and not new_array else {}
        if is_grid(value):
            return list(self._grid(base, value, meaning, different))
        if is_array(value):
            return [self._array(name, base, (), value, meaning, different)]
        was = written(different[()]) if () in different and before != NEW else ""
        return [VariableRow(basic if not bracket else base, [(written(value), bool(different))], meaning, was)]

    def _grid(self, base: str, value: Frozen, meaning: str, different: Changes) -> Iterator[VariableRow]:
        rows = items_of(value)
        first = self._first(base, any(used(row) for row in rows) or any(map(any, map(items_of, rows[:1]))), len(rows))
        wide = max(len(written(row)) for row in rows) > WIDEST or len(rows) > TALLEST
        for number, row in enumerate(rows[first:] if not wide else (), first):
            part = {subscripts[1:]: was for subscripts, was in different.items() if subscripts[:1] == (number,)}
            found = self._array(base, base, (number,), row, meaning if number == first else "", part)
            found.continued = number > first
            yield found
        if wide:
            yield VariableRow(f"{base}(,)", [(f"{len(rows)} × {len(items_of(rows[0]))}", False)], meaning)
            yield from self._elements(base, value, different)

    def _elements(self, base: str, value: Frozen, different: Changes) -> Iterator[VariableRow]:
        """Yield rows of the first few elements that have changed."""
        for subscripts, was in list(different.items())[:FEW]:
            now = value
            for subscript in subscripts:
                now = items_of(now)[int(str(subscript))]
            yield VariableRow(f"{base}({','.join(map(str, subscripts))})", [(written(now), True)], "", written(was))

    def _array(
        self,
        key: str,
        base: str,
        subscripts: Subscripts,
        value: Frozen,
        meaning: str,
        different: Changes,
    ) -> VariableRow:
        items = items_of(value)
        first = self._begins(key) if subscripts else self._first(key, used(value), len(items))
        inside = ",".join([*map(str, subscripts), f"{first}-{len(items) - 1}"])
        shown = [(written(item), (index,) in different) for index, item in enumerate(items)][first:]
        changed = list(different.items())[:2]
        was = ", ".join(f"({','.join(map(str, place))}) {written(old)}" for place, old in changed)
        return VariableRow(f"{base}({inside})" if items else f"{base}()", shown, meaning, was)

    def _first(self, key: str, used: bool, count: int) -> int:
        if used or count < 2:
            self._from_zero.add(key)
        return self._begins(key)

    def _begins(self, key: str) -> int:
        return 0 if key in self._from_zero else 1


def items_of(value: Frozen) -> tuple[Frozen, ...]:
    """Return the elements of an array; none of any other value."""
    return value.items if isinstance(value, Items) else ()


def used(array: Frozen) -> bool:
    """Return whether the element 0 of an array is in use."""
    return any(items_of(array)[:1])
