"""PRINT's formatting: turns items into VDU bytes by COUNT, WIDTH and @%. Measured on the ROMs."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.errors import BasicError
from retro.basic.reals import AT_PERCENT, decimal, integer
from retro.basic.words import NL, Comma, Num, Tab, codes

Item = str | int | float | Num | Tab | Comma

CR = b"\r"
NEW_LINE = b"\n\r"
SET_CURSOR = 31


class Printer:
    """Formats the items of PRINT, and counts columns.

    Attributes:
        at: @%, bytes from the lowest: field width, digits, format (0 general, 1 exponent, 2 fixed), STR$ too.
        count: COUNT, the characters printed since the last carriage return, modulo 256.
        width: WIDTH, the characters before a new line is forced; 0: none.
    """

    __slots__ = ("at", "count", "width")

    def __init__(self) -> None:
        self.at = AT_PERCENT
        self.count = 0
        self.width = 0

    def render(self, items: tuple[Item, ...], end: Item = NL) -> bytes:
        """Return the bytes for items printed next to each other, and then `end`.

        A string prints as it is, a number without padding, True as -1.

        Raises:
            Type mismatch: an item that cannot be printed.
            ValueError: a character that the machine does not have.
        """
        if len(items) == 1 and items[0].__class__ is end.__class__ is str and not self.width:
            return self._put(codes(items[0] + end))
        return b"".join([_RENDERERS[item.__class__](self, item) for item in (*items, end)])

    def _text(self, text: str) -> bytes:
        return self._put(codes(text))

    def _number(self, x: float) -> bytes:
        return self._put(decimal(x, self.at).encode())

    def _field(self, item: Num) -> bytes:
        value = item.value
        text = value if isinstance(value, str) else decimal(value, self.at)
        return self._put(codes(text.rjust(self.at & 0xFF)))

    def _tab(self, item: Tab) -> bytes:
        column = integer(item.x, "TAB") & 0xFF
        if item.y is not None:
            return bytes((SET_CURSOR, column, integer(item.y, "TAB") & 0xFF))
        line = b"" if column >= self.count else self._put(NEW_LINE)
        return line + self._put(b" " * (column - self.count))

    def _put(self, data: bytes) -> bytes:
        if self.width:
            return self._wrapped(data)
        start = data.rfind(CR)
        self.count = (len(data) - start - 1 if start >= 0 else self.count + len(data)) & 0xFF
        return data

    def _wrapped(self, data: bytes) -> bytes:
        """Insert a new line before each character that exceeds WIDTH; never split NL."""
        if data == NEW_LINE:
            self.count = 0
            return data
        return b"".join(map(self._wrapped_code, data))

    def _wrapped_code(self, code: int) -> bytes:
        byte = bytes((code,))
        if byte == CR:
            self.count = 0
            return byte
        forced = NEW_LINE if self.count > (self.width - 1) & 0xFF else b""
        self.count = (0 if forced else self.count) + 1 & 0xFF
        return forced + byte


class _Renderers(dict[type, "Callable[..., bytes]"]):
    """The functions that make bytes of PRINT's items, by type or base class."""

    def __missing__(self, kind: type) -> Callable[..., bytes]:
        for base in kind.__mro__:
            if base in self:
                return self[base]
        raise BasicError.named("Type mismatch", f"{kind.__name__} given; str, number, tab(), num() or COMMA expected")


_RENDERERS = _Renderers(
    {
        str: Printer._text,
        int: Printer._number,
        float: Printer._number,
        Num: Printer._field,
        Comma: lambda printer, _: printer._put(b" " * (-printer.count % ((printer.at & 0xFF) or 1))),
        Tab: Printer._tab,
    }
)
