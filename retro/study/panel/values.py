"""The variables on the study screen: names, values, meanings, and which have just changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from retro.study.panel.text import CHANGED, FAINT, PLAIN, cut, fitted, wrapped
from retro.study.watch.values import Items, Other, changes, is_array, is_grid, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from retro.study.panel.text import Row, Segment
    from retro.study.watch.values import Frozen, Place

NAME, VALUE = 8, 7  # columns, at least
TALLEST, WIDEST = 9, 40  # rows and columns of a grid that is shown whole
FEW = 4
LEAST = 4  # columns in which something can be said
NEW = Other("")  # what was there before there was anything


class Known(NamedTuple):
    """What the notes say of a variable: its name in BASIC, and its meaning."""

    name: str
    meaning: str


@dataclass(slots=True)
class Entry:
    """A line of the table.

    items: the value in parts, each with whether it has changed. was: what it was before. goes_on: it is the next row
    of the same array, and there is room in it for what the one above could not say.
    """

    name: str
    items: list[tuple[str, bool]]
    meaning: str = ""
    was: str = ""
    goes_on: bool = False

    @property
    def changed(self) -> bool:
        """Has it changed?"""
        return any(changed for _, changed in self.items)

    @property
    def value(self) -> str:
        """The value as text."""
        return " ".join(text for text, _ in self.items)


def value_rows(entries: Sequence[Entry], columns: int) -> list[Row]:
    """Each entry as a row."""
    made, rest = [], ""
    for entry, below in zip(entries, [*entries[1:], None]):
        value = list(_value(entry))
        left = columns - sum(len(text) for text, _ in value) - 1
        told = " · ".join(filter(None, (f"was {entry.was}" if entry.was else "", entry.meaning or rest)))
        lines = wrapped(told, left, 2) if below is not None and below.goes_on and not below.was else [cut(told, left)]
        rest = lines[1] if len(lines) > 1 else ""
        made.append(fitted([*value, (" " + lines[0] if left >= LEAST else "", FAINT)], columns))
    return made


def _value(entry: Entry) -> Iterator[Segment]:
    mark = "◆" if entry.changed else " "
    yield f"{mark}{entry.name:<{NAME}} ", CHANGED if entry.changed else PLAIN
    used = 0
    for place, (text, changed) in enumerate(entry.items):
        yield ("" if not place else " ") + text, CHANGED if changed else PLAIN
        used += len(text) + bool(place)
    yield " " * (VALUE - used), PLAIN


class Table:
    """Makes entries of values; remembers which arrays use their subscript 0, which many do not."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self._known = known
        self._from_zero: set[str] = set()

    def entries(self, name: str, value: Frozen, before: Frozen, compared: bool) -> list[Entry]:
        """The entries of one variable. before: its value to compare with, if it is to be compared, or NEW."""
        said, meaning = self._known.get(name, Known(name, ""))
        base, bracket, _ = said.partition("(")
        different = dict(changes(before, value)) if compared else {}
        if is_grid(value):
            return list(self._grid(base, value, meaning, different))
        if is_array(value):
            return [self._array(name, base, (), value, meaning, different)]
        was = written(different[()]) if () in different and before != NEW else ""
        return [Entry(said if not bracket else base, [(written(value), bool(different))], meaning, was)]

    def _grid(self, base: str, value: Frozen, meaning: str, different: Mapping[Place, Frozen]) -> Iterator[Entry]:
        rows = items_of(value)
        first = self._first(base, any(used(row) for row in rows) or any(map(any, map(items_of, rows[:1]))), len(rows))
        wide = max(len(written(row)) for row in rows) > WIDEST or len(rows) > TALLEST
        for number, row in enumerate(rows[first:] if not wide else (), first):
            part = {place[1:]: was for place, was in different.items() if place[:1] == (number,)}
            entry = self._array(base, base, (number,), row, meaning if number == first else "", part)
            entry.goes_on = number > first
            yield entry
        if wide:
            yield Entry(f"{base}(,)", [(f"{len(rows)} × {len(items_of(rows[0]))}", False)], meaning)
            yield from self._elements(base, value, different)

    def _elements(self, base: str, value: Frozen, different: Mapping[Place, Frozen]) -> Iterator[Entry]:
        """The elements that have changed, each by itself; the first few."""
        for place, was in list(different.items())[:FEW]:
            now = value
            for subscript in place:
                now = items_of(now)[int(str(subscript))]
            yield Entry(f"{base}({','.join(map(str, place))})", [(written(now), True)], "", written(was))

    def _array(
        self, key: str, base: str, subscripts: Place, value: Frozen, meaning: str, different: Mapping[Place, Frozen]
    ) -> Entry:
        items = items_of(value)
        first = self._begins(key) if subscripts else self._first(key, used(value), len(items))
        inside = ",".join([*map(str, subscripts), f"{first}-{len(items) - 1}"])
        shown = [(written(item), (place,) in different) for place, item in enumerate(items)][first:]
        was = ", ".join(f"({','.join(map(str, place))}) {written(old)}" for place, old in list(different.items())[:2])
        return Entry(f"{base}({inside})" if items else f"{base}()", shown, meaning, was)

    def _first(self, key: str, used: bool, count: int) -> int:
        if used or count < 2:
            self._from_zero.add(key)
        return self._begins(key)

    def _begins(self, key: str) -> int:
        return 0 if key in self._from_zero else 1


def items_of(value: Frozen) -> tuple[Frozen, ...]:
    """The elements of an array; none of anything else."""
    return value.items if isinstance(value, Items) else ()


def used(array: Frozen) -> bool:
    """Is there something in its element 0?"""
    return any(items_of(array)[:1])
