"""Finds the key whose name is on the screen below the mouse, for programs without a mouse: a click presses that key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from retro.input.events import Event, declared_keys, key_event
from retro.machine.asking import word_at

ESCAPE = "ESCAPE"
BOUNDARIES = " ()/?."  # one of these is on each side of a letter or digit that names a key
# Columns and rows from a click, which may be a finger's, to such a name, the nearest first.
OFFSETS = sorted(
    product(range(-3, 4), range(-1, 2)), key=lambda place: (place[0] ** 2 + 2 * place[1] ** 2, place[0], -place[1])
)


def clickable_keys(declared: Iterable[tuple[str, str]]) -> dict[str, list[Event]]:
    """Return the events of the program's keys whose name is a single character, by that character."""
    keys = [key for name, _ in declared for key in declared_keys(name)]
    return {label: events for label, events in keys if len(label) == 1}


def key_at(lines: Sequence[str], column: int, row: int, keys: dict[str, list[Event]]) -> list[Event]:
    """Return the events of the key named at a cell of the screen or in a cell beside it; empty if none is.

    The word ESCAPE is that key in every program.
    """
    if word_at(lines, column, row) == ESCAPE:
        return key_event(ESCAPE)
    for right, down in OFFSETS:
        inside = 0 <= row + down < len(lines) and column + right >= 0
        line = f"  {lines[row + down]}  " if inside else ""
        before, name, after = tuple(f"{line[column + right + 1 : column + right + 4]:3}")
        if name.upper() in keys and before in BOUNDARIES and after in BOUNDARIES:
            return keys[name.upper()]
    return []
