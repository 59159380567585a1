"""BASIC's string functions, and its operators for operands whose types are known only at run time.

A text is a str of characters from chr(0) to chr(255), one for each byte.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from retro.basic.errors import BasicError
from retro.basic.language.arithmetic import (
    add,
    cut,
    divide,
    multiply,
    multiply_integers,
    subtract,
    wrap,
)
from retro.basic.language.functions import number, real
from retro.basic.reals import val
from retro.basic.words import RAW_163

LONGEST_TEXT = 255


def printed(value: str) -> str:
    """Convert a text for `Machine.print`, where code 163 is not Latin-1's pound sign."""
    return value.replace("\xa3", RAW_163) if "\xa3" in value else value


def text(value: float | str) -> str:
    """Check that a function's argument is a text, and return it. Raises Type mismatch for a number."""
    if isinstance(value, str):
        return value
    raise BasicError.named("Type mismatch")


def left(value: str, count: int) -> str:
    """Return LEFT$: the first characters of a text."""
    return value[: count & LONGEST_TEXT]


def right(value: str, count: int) -> str:
    """Return RIGHT$: the last characters of a text."""
    return value[max(0, len(value) - (count & LONGEST_TEXT)) :]


def middle(value: str, start: int, count: int = LONGEST_TEXT) -> str:
    """Return MID$: characters from the middle of a text."""
    first = max(0, (start & LONGEST_TEXT) - 1)
    return value[first : first + (count & LONGEST_TEXT)]


def position(value: str, part: str, start: int = 1) -> int:
    """INSTR: return the position of a part, 0 if it does not occur; an empty part occurs where the search starts."""
    first = max(1, start & LONGEST_TEXT)
    if not part:
        return first if first <= len(value) + 1 else 0
    return value.find(part, first - 1) + 1


def repeated(count: int, value: str) -> str:
    """Return STRING$: a text repeated. Raises String too long."""
    result = value * (count & LONGEST_TEXT)
    if len(result) > LONGEST_TEXT:
        raise BasicError.named("String too long")
    return result


def asc(value: str) -> int:
    """ASC: return the code of the first character, -1 for an empty text."""
    return ord(value[0]) if value else -1


def character(code: int) -> str:
    """Return CHR$: the character of a code, modulo 256."""
    return chr(code & LONGEST_TEXT)


def value_of(value: str) -> float:
    """Return VAL: the number at the beginning of a text, up to a zero byte."""
    return val(value.partition("\0")[0]) + 0


def argument(kind: type, value: float | str) -> float | str:
    """Convert an argument to the type of its parameter. Raises Arguments, Too big."""
    if (kind is str) != isinstance(value, str):
        raise BasicError.named("Arguments")
    if kind is str:
        return value
    return cut(value) if kind is int else real(value)


# operators


def negated(value: float | str) -> float:
    """Return a number with its sign changed; -&80000000 is itself. Raises Type mismatch for a text."""
    return wrap(-value) if isinstance(value, int) else -number(value)


def _both_integers(a: float | str, b: float | str) -> bool:
    number(a)
    number(b)
    return isinstance(a, int) and isinstance(b, int)


def add_any(a: float | str, b: float | str) -> float | str:
    """Return a + b for operands of any types. Raises Type mismatch, String too long, Too big."""
    if isinstance(a, str) and isinstance(b, str):
        if len(a) + len(b) > LONGEST_TEXT:
            raise BasicError.named("String too long")
        return a + b
    if _both_integers(a, b):
        return wrap(a + b)  # type: ignore[operator, arg-type]
    return add(a, b)  # type: ignore[arg-type]


def _for_numbers(of_integers: Callable[[int, int], float], of_reals: Callable[[float, float], float]) -> Any:
    """Return an operator for numbers whose types are known only at run time. It raises Type mismatch, Too big."""
    return lambda a, b: (of_integers if _both_integers(a, b) else of_reals)(a, b)


subtract_any = _for_numbers(lambda a, b: wrap(a - b), subtract)
multiply_any = _for_numbers(multiply_integers, multiply)


def divide_any(a: float | str, b: float | str) -> float:
    """Return a / b for operands of any types. Raises Type mismatch, Division by zero, Too big."""
    return divide(number(a), number(b))


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def compare(sign: str, a: float | str, b: float | str) -> int:
    """Compare operands of any types: return -1 or 0. Raises Type mismatch."""
    if isinstance(a, str) != isinstance(b, str):
        raise BasicError.named("Type mismatch")
    return -int(COMPARE[sign](a, b))
