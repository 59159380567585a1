"""Freezes the values of variables, compares them with later ones, and writes them as text."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType
    from typing import Any

    Frozen = object
    Subscripts = tuple[object, ...]

HOLDER = "Variables"  # the class of a program's variables
DEEPEST, MOST = 5, 5000  # levels of a value, and elements of a list, that are frozen
SIMPLE = (int, float, complex, str, bytes, type(None))
PRINTED = range(32, 127)


class Items(NamedTuple):
    """A frozen list or tuple."""

    items: tuple[Frozen, ...]


class Named(NamedTuple):
    """A frozen object, dict or set: the name of its class, and its parts by name."""

    name: str
    parts: tuple[tuple[Frozen, Frozen], ...]


class Other(NamedTuple):
    """Any other value, by its name."""

    name: str


def freeze(value: object, deepest: int = DEEPEST) -> Frozen:
    """Return a copy of a value that does not change and can be compared."""
    if isinstance(value, SIMPLE):
        return value
    if not deepest:
        return Other("…")
    if isinstance(value, (list, tuple)):
        return Items(tuple(freeze(item, deepest - 1) for item in value[:MOST]))
    if isinstance(value, dict):
        return Named("", tuple((freeze(k, deepest - 1), freeze(v, deepest - 1)) for k, v in list(value.items())[:MOST]))
    if isinstance(value, (set, frozenset)):
        return Named("set", tuple((freeze(item, deepest - 1), None) for item in sorted(value, key=repr)[:MOST]))
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        return Named(type(value).__name__, tuple((n, freeze(getattr(value, n, None), deepest - 1)) for n in names))
    return Other(getattr(value, "__name__", type(value).__name__))


def variables_of(frames: list[FrameType]) -> object | None:
    """Return the object with the program's variables from the innermost of these frames, which is the last."""
    for frame in reversed(frames):
        for value in frame.f_locals.values():
            if type(value).__name__ == HOLDER and is_dataclass(value):
                return value
    return None


def globals_in(frames: list[FrameType]) -> dict[str, Frozen]:
    """Return the program's variables by their names in the port."""
    holder: Any = variables_of(frames)
    if holder is None:
        return {}
    return {field.name: freeze(getattr(holder, field.name, None)) for field in fields(holder)}


def basic_variables(frame: FrameType, names: Iterable[str]) -> dict[str, Frozen]:
    """Return those of these variables that a BASIC program has set, by their names in the compiled program."""
    return {name: freeze(frame.f_globals[name]) for name in names if name in frame.f_globals}


def locals_in(frame: FrameType) -> dict[str, Frozen]:
    """Return the parameters and locals of a procedure, without the machine, the variables and functions."""
    return {
        name: freeze(value)
        for name, value in frame.f_locals.items()
        if name.isidentifier() and not (type(value).__name__ in ("Machine", HOLDER) or callable(value))
    }


# what has changed


def changes(before: Frozen, now: Frozen) -> Iterator[tuple[Subscripts, Frozen]]:
    """Yield the subscripts and the old value of every element that has changed; no subscripts for the whole."""
    if isinstance(before, Items) and isinstance(now, Items) and len(before.items) == len(now.items):
        for index, (old, new) in enumerate(zip(before.items, now.items)):
            if old != new:
                yield from (((index, *subscripts), was) for subscripts, was in changes(old, new))
    elif type(before) is not type(now) or before != now:
        yield (), before


def is_array(value: Frozen) -> bool:
    """Return whether a value is a list of simple values."""
    return isinstance(value, Items) and all(isinstance(item, SIMPLE) for item in value.items)


def is_grid(value: Frozen) -> bool:
    """Return whether a value is a list of such lists."""
    return isinstance(value, Items) and bool(value.items) and all(is_array(item) for item in value.items)


# as text


def written(value: Frozen) -> str:
    """Return a value as text on one line, the elements of an array with spaces between."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, Items):
        if is_array(value):
            return " ".join(map(written, value.items))
        return "[" + ", ".join(f"[{written(i)}]" if is_array(i) else written(i) for i in value.items) + "]"
    if isinstance(value, Named):
        return f"{value.name}({', '.join(_part(value.name, *part) for part in value.parts)})"
    return value.name if isinstance(value, Other) else repr(value)


def _part(name: str, key: Frozen, value: Frozen) -> str:
    if name == "set":
        return written(key)
    shown = f"[{written(value)}]" if isinstance(value, Items) and is_array(value) else written(value)
    return f"{key}={shown}" if name else f"{written(key)}: {shown}"


def quoted(text: str) -> str:
    """Return a string in BASIC's notation, with CHR$ for what cannot be printed."""
    parts, plain = [], ""
    for character in text:
        if ord(character) in PRINTED:
            plain += character
            continue
        if plain:
            parts.append(f'"{plain}"')
            plain = ""
        parts.append(f"CHR${ord(character)}")
    return "+".join([*parts, f'"{plain}"'] if plain or not parts else parts)
