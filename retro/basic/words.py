"""BBC BASIC's words that need no machine: items of PRINT, FOR, DIM, arithmetic, strings.

The $ of a name is _s here. A name that Python already has ends in _.
"""

from __future__ import annotations

from retro.basic.click_areas import ClickAreas
from retro.basic.editions import edition
from retro.basic.errors import BasicError, Escape, type_mismatch
from retro.basic.front_page import (
    FrontPage,
    ask_number,
    close_screen,
    option_rows,
    play_tune,
    show_page,
    stepped,
    sure,
)
from retro.basic.pages import Choice, Page
from retro.basic.reals import hexa, integer, str_s, val
from retro.basic.record import Record, date_text, saved
from retro.basic.tall_letters import LOWER, SIGNS, UPPER
from retro.input.mouse import CLICK, MOVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    T = TypeVar("T")
else:
    T = int

__all__ = [
    "CLICK",
    "COMMA",
    "MOVED",
    "NL",
    "Array",
    "BasicError",
    "Choice",
    "ClickAreas",
    "Comma",
    "Escape",
    "FrontPage",
    "Grid",
    "Num",
    "Page",
    "Record",
    "Row",
    "Tab",
    "asc",
    "ask_number",
    "chr_s",
    "close_screen",
    "codes",
    "coloured",
    "date_text",
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
    "option_rows",
    "play_tune",
    "right_s",
    "saved",
    "sgn",
    "show_page",
    "spc",
    "stepped",
    "str_s",
    "string_s",
    "sure",
    "tab",
    "tall",
    "to",
    "val",
    "word",
]

# PRINT

NL = "\n\r"
"""A new line: line feed and carriage return, as the operating system sends them; ' in BASIC's PRINT."""

POUND = "`"  # the character with the code of the pound sign
RAW_163 = "\udca3"


class Comma:
    """The item for the next print zone. Zones are as wide as the field of @%."""

    __slots__ = ()


class Tab:
    """TAB(x), or TAB(x,y) when y is not None."""

    __slots__ = ("x", "y")

    def __init__(self, x: float, y: float | None) -> None:
        self.x = x
        self.y = y


class Num:
    """An item that is right-justified in the field of @%."""

    __slots__ = ("value",)

    def __init__(self, value: float | str) -> None:
        self.value = value


COMMA = Comma()
"""A comma in BASIC's PRINT: move to the next print zone."""


def tab(x: float, y: float | None = None) -> Tab:
    """TAB(: make an item that moves the text cursor.

    Args:
        x: the column. Without y, print spaces up to it as COUNT counts, on a new line if it is passed.
        y: the row of the text window.

    Example: PRINT TAB(3,5);"HERE" → m.print(tab(3, 5), "HERE")
    """
    return Tab(x, y)


def spc(n: float) -> str:
    """SPC: return spaces.

    Args:
        n: their number, modulo 256.

    Example: PRINT SPC(5);"HERE" → m.print(spc(5), "HERE")
    """
    return " " * _byte(n, "SPC")


def coloured(colour: int, text: str, then: int = 3) -> str:
    """COLOUR in PRINT: return a text between the codes of two COLOUR statements. An extension.

    Args:
        colour: the logical colour of the text; 128 more: of its background.
        text: the text.
        then: the colour from then on.

    Example: COLOUR 2:PRINT "HERE";:COLOUR 3 → m.print(coloured(2, "HERE"), end="")
    """
    return f"{chr_s(17)}{chr_s(colour)}{text}{chr_s(17)}{chr_s(then)}"


def tall(text: str) -> str:
    """Return capitals, digits and spaces in double height, for PRINT; first `m.define_tall()`. An extension.

    Args:
        text: the text; it stands in the row of the cursor and in the row below.

    Example: VDU 128,129,10,8,8,164,165 → m.print(tall("01"), end="")
    """
    upper, lower = (
        "".join(sign if sign == " " else chr_s(first + SIGNS.index(sign)) for sign in text) for first in (UPPER, LOWER)
    )
    return f"{upper}\n{chr_s(8) * len(text)}{lower}"


def num(x: float | str) -> Num:
    """PRINT of a number: make an item that right-justifies a number in the field of @%.

    Args:
        x: a number, or its text: `num(hexa(x))` is PRINT ~x.

    Example: PRINT 12 → m.print(num(12))
    """
    if not isinstance(x, (int, float, str)):
        raise type_mismatch(x, "a number or its text", "PRINT")
    return Num(x)


# statements


def to(a: int, b: int, step: int = 1) -> range:
    """FOR: return a range with both ends. The loop runs at least once, as in BASIC.

    Args:
        a: the first value.
        b: the last value, included.
        step: any integer but 0.

    Example: FOR I%=1 TO 6: PRINT I%: NEXT → for i in to(1, 6): m.print(num(i))
    """
    if step == 0:
        raise ValueError("STEP 0 would never end; any other integer expected")
    return range(a, max(a, b) + 1, step) if step > 0 else range(a, min(a, b) - 1, step)


class Array(list[T]):
    """A dimension of a DIM array: subscripts 0 to its bound; any other, negative too, raises "Subscript"."""

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
"""The type of `dim(n)`, for annotations."""

Grid = Array[Array[int]]
"""The type of `dim(n, m)`, for annotations."""


def _dim(bounds: tuple[int, ...], value: object) -> Any:
    bound, *rest = bounds
    if integer(bound, "DIM") < 0:
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
    """DIM: make an array of zeros.

    Args:
        bound: the highest subscript; the lowest is 0.
        more: the same for further dimensions.

    Raises:
        Bad DIM: a bound below 0.
        Subscript: raised by the array for a subscript outside its bounds.

    Example: DIM D%(6,6) → d = dim(6, 6)
    """
    array: Row | Grid | Array[Grid] = _dim((bound, *more), 0)
    return array


if TYPE_CHECKING:

    @overload
    def dim_s(a: int, /) -> Array[str]: ...
    @overload
    def dim_s(a: int, b: int, /) -> Array[Array[str]]: ...


def dim_s(bound: int, *more: int) -> Array[str] | Array[Array[str]]:
    """DIM of strings: make an array of empty strings.

    Args:
        bound: the highest subscript; the lowest is 0.
        more: the same for further dimensions.

    Raises:
        Bad DIM: a bound below 0.

    Example: DIM N$(4) → names = dim_s(4)
    """
    array: Array[str] | Array[Array[str]] = _dim((bound, *more), "")
    return array


# numbers


def div(a: float, b: float) -> int:
    """DIV: return the quotient of two integers, cut towards zero.

    Raises:
        Division by zero: b is 0.

    Example: Q%=-5 DIV 2 → q = div(-5, 2)
    """
    a, b = integer(a, "DIV"), integer(b, "DIV")
    if b == 0:
        raise BasicError.named("Division by zero", f"{a} DIV or MOD 0")
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def mod(a: float, b: float) -> int:
    """MOD: return the remainder of DIV, with the sign of a.

    Raises:
        Division by zero: b is 0.

    Example: R%=-5 MOD 3 → r = mod(-5, 3)
    """
    return integer(a, "MOD") - integer(b, "MOD") * div(a, b)


def int_(x: float) -> int:
    """INT: return the integer at or below a number.

    Raises:
        Too big: it has more than 32 bits.

    Example: N%=INT(-2.5) → n = int_(-2.5)
    """
    return integer(x // 1 if isinstance(x, float) else x, "INT")


def sgn(x: float) -> int:
    """SGN: return the sign of a number: -1, 0 or 1.

    Example: S%=SGN(-2.5) → s = sgn(-2.5)
    """
    return (x > 0) - (x < 0)


def word(*values: float) -> list[int]:
    """VDU with semicolons: return two bytes, low and high, for each value.

    Args:
        values: 16-bit numbers.

    Example: VDU 29,640;400; → m.vdu(29, *word(640, 400))
    """
    return [byte for value in values for byte in (integer(value, "VDU") & 0xFF, integer(value) >> 8 & 0xFF)]


# strings


def _byte(n: float, word: str) -> int:
    """Return an argument of a BASIC word modulo 256."""
    return integer(n, word) & 0xFF


def _string(text: str, word: str) -> str:
    if not isinstance(text, str):
        raise type_mismatch(text, "a string", word)
    return text


def codes(text: str) -> bytes:
    """Return the codes of a text, a byte each; the pound sign is 96. An extension.

    Raises:
        ValueError: a character that the machine does not have.

    Example: no BASIC → m.vdu(*codes("HELLO"))
    """
    if text.isascii():
        return text.encode()
    try:
        return text.replace("£", POUND).encode("latin-1")
    except UnicodeEncodeError:
        return bytes([_code(character) for character in text])


def _code(character: str) -> int:
    code = _ODD_CODES.get(character, ord(character))
    if code > 0xFF:
        raise ValueError(
            f"{character!r} (U+{ord(character):04X}) is no character of this machine; "
            "ASCII, the pound sign or chr_s(128) to chr_s(255) expected"
        )
    return code


_ODD_CODES = {"£": ord(POUND), RAW_163: 163}
_ODD_CHARACTERS = {code: character for character, code in _ODD_CODES.items()}


def asc(text: str) -> int:
    """ASC: return the code of the first character, -1 if the text is empty.

    Example: C%=ASC("A") → c = asc("A")
    """
    return codes(text[:1])[0] if _string(text, "ASC") else -1


def chr_s(code: float) -> str:
    """CHR$: return the character of a code.

    Code 163 is Latin-1's pound sign, so its character is U+DCA3 here, Python's own stand-in for a byte 163.

    Args:
        code: modulo 256; 96 is the pound sign.

    Example: PRINT CHR$(224) → m.print(chr_s(224))
    """
    code = _byte(code, "CHR$")
    return _ODD_CHARACTERS.get(code, chr(code))


def left_s(text: str, count: float) -> str:
    """LEFT$: return the first characters of a text.

    Args:
        text: the text.
        count: modulo 256; more than there are: all.

    Example: A$=LEFT$("DOMINO",3) → a = left_s("DOMINO", 3)
    """
    return _string(text, "LEFT$")[: _byte(count, "LEFT$")]


def right_s(text: str, count: float) -> str:
    """RIGHT$: return the last characters of a text.

    Args:
        text: the text.
        count: modulo 256; more than there are: all.

    Example: A$=RIGHT$("DOMINO",3) → a = right_s("DOMINO", 3)
    """
    return _string(text, "RIGHT$")[max(0, len(text) - _byte(count, "RIGHT$")) :]


def mid_s(text: str, start: float, count: float = 255) -> str:
    """MID$: return characters from the middle of a text.

    Args:
        text: the text.
        start: the position of the first one, from 1, modulo 256; 0 counts as 1.
        count: modulo 256; more than there are: all.

    Example: A$=MID$("DOMINO",2,3) → a = mid_s("DOMINO", 2, 3)
    """
    first = max(0, _byte(start, "MID$") - 1)
    return _string(text, "MID$")[first : first + _byte(count, "MID$")]


def string_s(count: float, text: str) -> str:
    """STRING$: repeat a text.

    Args:
        count: modulo 256.
        text: the text.

    Raises:
        String too long: more than 255 characters.

    Example: A$=STRING$(3,"AB") → a = string_s(3, "AB")
    """
    result = _string(text, "STRING$") * _byte(count, "STRING$")
    if len(result) > 255:
        raise BasicError.named("String too long", f"{len(result)} characters, at most 255 expected")
    return result


def instr(text: str, part: str, start: float = 1) -> int:
    """INSTR(: return the position of a part in a text, from 1; 0 if it is not there.

    Args:
        text: the text.
        part: what to search for.
        start: the position to search from, modulo 256.

    Example: P%=INSTR("DOMINO","MI") → p = instr("DOMINO", "MI")
    """
    first = max(0, _byte(start, "INSTR") - 1)
    return _string(text, "INSTR").find(_string(part, "INSTR"), first) + 1
