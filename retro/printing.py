"""BBC BASIC's PRINT: items in, bytes for the VDU out, COUNT, WIDTH and @% kept. Measured on the ROMs."""

from __future__ import annotations

from retro.basic import NL, Comma, Num, Tab, codes
from retro.errors import BasicError
from retro.reals import AT_PERCENT, decimal, integer, str_s, val

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Item = str | int | float | Num | Tab | Comma

__all__ = ["Printer", "str_s", "val"]

CR = b"\r"
NEW_LINE = b"\n\r"
SET_CURSOR = 31


class Printer:
    """What PRINT remembers.

    at: @%, bytes from the lowest: field width, digits, format (0 general, 1 exponent, 2 fixed), and
        whether STR$ obeys it.
    count: COUNT, the characters printed since the last carriage return, modulo 256.
    width: WIDTH, characters before a new line is forced; 0 for none.
    """

    __slots__ = ("at", "count", "width")

    def __init__(self) -> None:
        self.at = AT_PERCENT
        self.count = 0
        self.width = 0

    def render(self, items: tuple[Item, ...], end: Item = NL) -> bytes:
        """Give the bytes of PRINT with these items, which touch, and with what ends it.

        A str prints as it is, a number without padding, True as -1. NL, COMMA, tab(), num() do what they say.
        BasicError "Type mismatch" for anything else, ValueError for a character the machine does not have.
        """
        data = b""
        for item in items:
            data += _RENDERERS[item.__class__](self, item)
        return data + _RENDERERS[end.__class__](self, end)

    def _text(self, text: str) -> bytes:
        return self._put(codes(text))

    def _number(self, x: float) -> bytes:
        return self._put(decimal(x, self.at).encode())

    def _field(self, item: Num) -> bytes:
        value = item.value
        text = value if isinstance(value, str) else decimal(value, self.at)
        return self._put(codes(text.rjust(self.at & 0xFF)))

    def _comma(self, _: Comma) -> bytes:
        zone = self.at & 0xFF
        return self._put(b" " * (-self.count % zone)) if zone else b""

    def _tab(self, item: Tab) -> bytes:
        column = integer(item.x) & 0xFF
        if item.y is not None:
            return bytes((SET_CURSOR, column, integer(item.y) & 0xFF))
        line = b"" if column >= self.count else self._put(NEW_LINE)
        return line + self._put(b" " * (column - self.count))

    def _put(self, data: bytes) -> bytes:
        if self.width:
            return self._wrapped(data)
        place = data.rfind(CR)
        self.count = (self.count + len(data) if place < 0 else len(data) - place - 1) & 0xFF
        return data

    def _wrapped(self, data: bytes) -> bytes:
        """Put a new line before each character that would be past WIDTH; NL itself is never split."""
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


class _Renderers(dict[type, "Callable[[Printer, Any], bytes]"]):
    """Subclasses print as their bases do."""

    def __missing__(self, kind: type) -> Callable[[Printer, Any], bytes]:
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
        Comma: Printer._comma,
        Tab: Printer._tab,
    }
)
