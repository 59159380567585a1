"""BBC BASIC's words that need no machine: what PRINT is given, FOR and DIM, arithmetic, strings, editions.

Words whose names end in $ end in _s here, words that Python has already end in _.
"""

from __future__ import annotations

from retro.edition import edition
from retro.errors import BasicError, Escape
from retro.pointer import CLICK
from retro.reals import hexa, integer, str_s, val

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    T = TypeVar("T")
else:
    T = int

__all__ = [
    "CLICK",
    "COMMA",
    "NL",
    "Array",
    "BasicError",
    "Comma",
    "Escape",
    "Grid",
    "Num",
    "Row",
    "Tab",
    "asc",
    "chr_s",
    "codes",
    "dim",
    "dim_s",
    "div",
    "edition",
    "hexa",
    "instr",
    "int_",
    "left_s",
    "mid_s",
    "mod",
    "num",
    "right_s",
    "sgn",
    "spc",
    "str_s",
    "string_s",
    "tab",
    "to",
    "val",
    "word",
]

# PRINT

NL = "\n\r"
"""A new line: line feed and carriage return, as the operating system sends them; ' in BASIC's PRINT."""

POUND = 96
RAW_163 = "\udca3"


class Comma:
    """To the next print zone; zones are as wide as the field of @%."""

    __slots__ = ()


class Tab:
    """TAB(x), or TAB(x,y) when y is not None."""

    __slots__ = ("x", "y")

    def __init__(self, x: float, y: float | None) -> None:
        self.x = x
        self.y = y


class Num:
    """Something to be right-justified in the field of @%."""

    __slots__ = ("value",)

    def __init__(self, value: float | str) -> None:
        self.value = value


COMMA = Comma()


def tab(x: float, y: float | None = None) -> Tab:
    """TAB(x): spaces to column x as COUNT counts, on a new line if it is past. TAB(x,y): VDU 31,x,y."""
    return Tab(x, y)


def spc(n: float) -> str:
    """SPC(n): n spaces, modulo 256."""
    return " " * (integer(n) & 0xFF)


def num(x: float | str) -> Num:
    """Right-justify a number in the field of @%, as a bare PRINT does.

    The text of a number will do: num(hexa(x)) is PRINT ~x.
    """
    if not isinstance(x, (int, float, str)):
        raise BasicError.named("Type mismatch", f"{x!r} given, a number or the text of one expected")
    return Num(x)


# statements


def to(a: int, b: int, step: int = 1) -> range:
    """FOR = a TO b STEP step: b is included, and the body runs at least once, as the original's does."""
    if step == 0:
        raise ValueError("a STEP of 0 would never end; any other whole number expected")
    return range(a, max(a, b) + 1, step) if step > 0 else range(a, min(a, b) - 1, step)


class Array(list[T]):
    """A dimension of a DIM array: subscripts 0 to the bound; others, negative too, are "Subscript"."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getitem__(self, subscript, get=list.__getitem__):
            if subscript.__class__ is int and not 0 <= subscript < len(self):
                raise _outside(self, subscript)
            return get(self, subscript)

        def __setitem__(self, subscript, value, put=list.__setitem__):
            if subscript.__class__ is int and not 0 <= subscript < len(self):
                raise _outside(self, subscript)
            put(self, subscript, value)


def _outside(array: list[T], subscript: int) -> BasicError:
    return BasicError.named("Subscript", f"{subscript} given, 0 to {len(array) - 1} expected")


Row = Array[int]
Grid = Array[Array[int]]


def _dim(bounds: tuple[int, ...], value: object) -> Any:
    bound, *rest = bounds
    if integer(bound) < 0:
        raise BasicError.named("Bad DIM", f"{bound} given, bounds from 0 expected")
    return Array(_dim(tuple(rest), value) if rest else value for _ in range(integer(bound) + 1))


if TYPE_CHECKING:

    @overload
    def dim(a: int, /) -> Row: ...
    @overload
    def dim(a: int, b: int, /) -> Grid: ...
    @overload
    def dim(a: int, b: int, c: int, /) -> Array[Grid]: ...


def dim(bound: int, *more: int) -> Row | Grid | Array[Grid]:
    """DIM: an array of zeros with subscripts 0 to each bound, the bound included."""
    array: Row | Grid | Array[Grid] = _dim((bound, *more), 0)
    return array


if TYPE_CHECKING:

    @overload
    def dim_s(a: int, /) -> Array[str]: ...
    @overload
    def dim_s(a: int, b: int, /) -> Array[Array[str]]: ...


def dim_s(bound: int, *more: int) -> Array[str] | Array[Array[str]]:
    """DIM of strings: an array of empty strings with subscripts 0 to each bound, the bound included."""
    array: Array[str] | Array[Array[str]] = _dim((bound, *more), "")
    return array


# numbers


def div(a: float, b: float) -> int:
    """DIV: the quotient of two integers, cut towards zero. -5 DIV 2 is -2."""
    a, b = integer(a), integer(b)
    if b == 0:
        raise BasicError.named("Division by zero", f"{a} DIV or MOD 0")
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def mod(a: float, b: float) -> int:
    """MOD: what DIV leaves; its sign is that of a. -5 MOD 3 is -2."""
    return integer(a) - integer(b) * div(a, b)


def int_(x: float) -> int:
    """INT: the whole number at or below x; "Too big" outside 32 bits."""
    return integer(x if isinstance(x, int) else x // 1)


def sgn(x: float) -> int:
    """SGN: -1, 0 or 1."""
    return (x > 0) - (x < 0)


def word(*values: float) -> list[int]:
    """Each value as two bytes, low and high, as VDU takes a number followed by a semicolon."""
    return [byte for value in values for byte in (integer(value) & 0xFF, integer(value) >> 8 & 0xFF)]


# strings


def codes(text: str) -> bytes:
    """Turn a text into codes, a byte a character, the pound sign into 96. Other characters are a ValueError."""
    if text.isascii():
        return text.encode()
    return bytes([_code(character) for character in text])


def _code(character: str) -> int:
    code = _ODD_CODES.get(character, ord(character))
    if code > 0xFF:
        raise ValueError(
            f"{character!r} (U+{ord(character):04X}) is no character of this machine; "
            "ASCII, the pound sign or chr_s(128) to chr_s(255) expected"
        )
    return code


_ODD_CODES = {"£": POUND, RAW_163: 163}
_ODD_CHARACTERS = {code: character for character, code in _ODD_CODES.items()}


def asc(text: str) -> int:
    """ASC: the code of the first character, -1 if there is none."""
    return codes(text[:1])[0] if text else -1


def chr_s(code: float) -> str:
    """CHR$: the character of that code, modulo 256; 96 is the pound sign.

    Code 163 is Latin-1's pound sign, so its character here is U+DCA3, Python's own stand-in for a byte 163.
    """
    code = integer(code) & 0xFF
    return _ODD_CHARACTERS.get(code, chr(code))


def left_s(text: str, count: float) -> str:
    """LEFT$: the first characters; all of them if there are not so many. The count is modulo 256."""
    return text[: integer(count) & 0xFF]


def right_s(text: str, count: float) -> str:
    """RIGHT$: the last characters; all of them if there are not so many. The count is modulo 256."""
    return text[max(0, len(text) - (integer(count) & 0xFF)) :]


def mid_s(text: str, start: float, count: float = 255) -> str:
    """MID$: characters from place start, the first being 1 (or 0). Start and count are modulo 256."""
    first = max(0, (integer(start) & 0xFF) - 1)
    return text[first : first + (integer(count) & 0xFF)]


def string_s(count: float, text: str) -> str:
    """Repeat a text, as STRING$ does: so many times, modulo 256; over 255 characters are "String too long"."""
    result = text * (integer(count) & 0xFF)
    if len(result) > 255:
        raise BasicError.named("String too long", f"{len(result)} characters, at most 255 expected")
    return result


def instr(text: str, part: str, start: float = 1) -> int:
    """INSTR: the place of the first part from place start on, the first being 1; 0 if there is none."""
    return text.find(part, max(0, (integer(start) & 0xFF) - 1)) + 1
