"""Freezes the values of variables, compares them with earlier ones, and formats them as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from itertools import chain, groupby
from types import FrameType, SimpleNamespace
from typing import Any, TypeGuard

from retro.basic.language.names import python_name, zero
from retro.listing.model import Study
from retro.listing.procedure import OURS

Frozen = object
Row = tuple[Frozen, ...]
Subscripts = tuple[object, ...]

HOLDER = "v"  # the name of the object that holds a program's variables
HOLDER_CLASS = "Variables"  # the usual name of its class
CACHED_CLASSES = 8  # classes of variables whose names are remembered
DEEPEST_LEVEL, MOST_ELEMENTS = 5, 5000  # levels of a value, and elements of a list, that are frozen
SIMPLE = (int, float, complex, str, bytes, type(None))
PRINTED = range(32, 127)
FEWEST_CODES = 5  # characters of a text that is shown by its codes, if most of it cannot be printed
MOST_CHANGES, LONGEST_LISTED_VALUE = 8, 24  # changes of a variable, and characters of a value, in a list


@dataclass(frozen=True, slots=True)
class Named:
    """A frozen object, dict or set: the name of its class, and pairs of name or key and value."""

    name: str
    parts: tuple[tuple[Frozen, Frozen], ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A frozen value of any other type: its name, or that of its class."""

    name: str


def freeze(value: object, deepest: int = DEEPEST_LEVEL) -> Frozen:
    """Return an immutable copy of a value that can be compared with others; a list becomes a tuple."""
    if isinstance(value, SIMPLE):
        return value
    if not deepest:
        return Other("…")
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item, deepest - 1) for item in value[:MOST_ELEMENTS])
    if isinstance(value, dict):
        return Named(
            "", tuple((freeze(k, deepest - 1), freeze(v, deepest - 1)) for k, v in list(value.items())[:MOST_ELEMENTS])
        )
    if isinstance(value, (set, frozenset)):
        return Named(
            "set", tuple((freeze(item, deepest - 1), None) for item in sorted(value, key=repr)[:MOST_ELEMENTS])
        )
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        return Named(type(value).__name__, tuple((n, freeze(getattr(value, n, None), deepest - 1)) for n in names))
    return Other(getattr(value, "__name__", type(value).__name__))


def holder_in(frames: Sequence[FrameType]) -> Any:
    """Return the object that holds the program's variables, from the innermost frame with one, or None."""
    named = ((name, value) for frame in reversed(frames) for name, value in frame.f_locals.items())
    return next((value for name, value in named if _is_holder(name, value)), None)


def _is_holder(name: str, value: object) -> bool:
    kind = type(value)
    return is_dataclass(kind) and (name == HOLDER or kind.__name__ == HOLDER_CLASS)


def compiled_name(title: str) -> str:
    """Return the name in compiled BASIC of a variable with this title, such as T% or D(a,b)."""
    name, _, subscripts = title.partition("(")
    return python_name(name, subscripts.count(",") + 1 if subscripts else 0)


def port_variables(frames: Sequence[FrameType], port: Study) -> SimpleNamespace | None:
    """Return the variables of a running listing under the names that its port has for them; None without its arrays."""
    known = frames[-1].f_globals if frames else {}
    found = {}
    for one in port.variables.values():
        name = compiled_name(one.basic)
        if one.group != OURS and name not in known and "(" in one.basic:
            return None  # an array that has not been dimensioned yet
        found[one.name] = _whole(known.get(name, zero(one.title)))
    return SimpleNamespace(**found)


def _whole(value: object) -> object:
    """Return a value of BASIC with integers in place of equal reals, as Python's subscripts have to be."""
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def variables_in(frames: Sequence[FrameType], study: Study) -> dict[str, object]:
    """Return the values of the program's variables, by their names in the port or in compiled BASIC."""
    if study.is_basic:
        known = frames[-1].f_globals if frames else {}
        return {name: known[name] for name in study.variables if name in known}
    holder = holder_in(frames)
    kind: object = type(holder)
    return {name: getattr(holder, name, None) for name in _names_in(kind)} if holder else {}


@lru_cache(CACHED_CLASSES)
def _names_in(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def locals_in(frame: FrameType, study: Study) -> dict[str, Frozen]:
    """Return the parameters and locals of a port's procedure, without machine, variables object and functions."""
    return {
        name: freeze(value)
        for name, value in ({} if study.is_basic else frame.f_locals).items()
        if name.isidentifier() and not (_is_holder(name, value) or type(value).__name__ == "Machine" or callable(value))
    }


# changes


def changes(before: Frozen, now: Frozen) -> Iterator[tuple[Subscripts, Frozen, Frozen]]:
    """Yield subscripts, old and new value of every element that differs; empty subscripts for a whole value."""
    if isinstance(before, tuple) and isinstance(now, tuple) and len(before) == len(now):
        for index, pair in enumerate(zip(before, now)):
            yield from (((index, *subscripts), old, new) for subscripts, old, new in changes(*pair))
    elif type(before) is not type(now) or before != now:
        yield (), before, now


def differences(name: str, before: Frozen, now: Frozen) -> list[str]:
    """Return the changes of a variable as texts: `T% 16 → 15`, `R(1,3) 4 → 6`; at most eight elements of an array.

    If the texts of old and new value are the same once shortened to 24 characters, only the name is given.
    """
    found = []
    for subscripts, *pair in changes(before, now):
        old, new = (shortened(value) or "[]" for value in pair)
        found.append(element(name.partition("(")[0], subscripts) + (f" {old} → {new}" if old != new else ""))
    return found[:MOST_CHANGES] + ([f"and {len(found) - MOST_CHANGES} more"] if len(found) > MOST_CHANGES else [])


def element(name: str, subscripts: Subscripts) -> str:
    """Return the name of an array's element, such as R(1,3); without subscripts the variable's name."""
    return f"{name}({','.join(map(str, subscripts))})" if subscripts else name


def is_array(value: Frozen) -> TypeGuard[Row]:
    """Return whether a value is a list of simple values (a frozen list: a tuple)."""
    return isinstance(value, tuple) and all(isinstance(item, SIMPLE) for item in value)


def is_grid(value: Frozen) -> TypeGuard[tuple[Row, ...]]:
    """Return whether a value is a list of lists of simple values."""
    return isinstance(value, tuple) and bool(value) and all(is_array(item) for item in value)


# as text


def written(value: Frozen) -> str:
    """Return a value as one line of text, the elements of an array separated by spaces."""
    if isinstance(value, str):
        hidden = sum(ord(sign) not in PRINTED for sign in value)
        if len(value) >= FEWEST_CODES and 2 * hidden >= len(value):
            return f"{len(value)} codes: {', '.join(str(ord(sign)) for sign in value)}"
        return quoted(value)
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, tuple):
        if is_array(value):
            return " ".join(map(written, value))
        return f"[{', '.join(map(_bracketed, value))}]"
    if isinstance(value, Named):
        return f"{value.name}({', '.join(_part(value.name, *part) for part in value.parts)})"
    return value.name if isinstance(value, Other) else repr(value)


def shortened(value: Frozen) -> str:
    """Return a value as text of at most 24 characters."""
    text = written(value)
    return text if len(text) <= LONGEST_LISTED_VALUE else f"{text[: LONGEST_LISTED_VALUE - 1]}…"


def _bracketed(value: Frozen) -> str:
    return f"[{written(value)}]" if is_array(value) else written(value)


def _part(name: str, key: Frozen, value: Frozen) -> str:
    if name == "set":
        return written(key)
    return f"{key}={_bracketed(value)}" if name else f"{written(key)}: {_bracketed(value)}"


def quoted(text: str) -> str:
    """Return a string as a BASIC expression, with CHR$ for characters that cannot be printed."""
    runs = [(printed, "".join(signs)) for printed, signs in groupby(text, lambda sign: ord(sign) in PRINTED)]
    parts = ([f'"{run}"'] if printed else [f"CHR${ord(sign)}" for sign in run] for printed, run in runs)
    return "+".join(chain.from_iterable(parts)) or '""'
