"""The run-time functions of PRINT, INPUT, GET and INKEY."""

from __future__ import annotations

from typing import Any

from retro.basic.language.arithmetic import cut
from retro.basic.language.host import Host
from retro.basic.language.names import methods
from retro.basic.language.texts import printed, text
from retro.basic.line_input import field, number
from retro.basic.reals import decimal, hexa, str_s
from retro.basic.words import COMMA, NL, codes, num, spc, tab


class Console:
    """The run-time functions of compiled programs for output and input.

    Attributes:
        machine: The machine.
    """

    def __init__(self, machine: Host) -> None:
        self.machine = machine
        self._whole = False
        self._marked = True
        self._rest = ""

    def print_items(self, *items: Any) -> None:
        """Print the items of a PRINT statement as `Machine.print` does."""
        self.machine.print(*items, end="")

    def field(self) -> int:
        """Return the present field width from @%."""
        return self.machine.at & 0xFF

    def item(self, value: float | str, padded: bool, field: int | None = None) -> Any:
        """Return the item that prints a value of any type. field: its width, if not that of the present @%."""
        if isinstance(value, str):
            return printed(value)
        if field is not None:
            return decimal(value, self.machine.at).rjust(field if padded else 0)
        return num(value) if padded else value

    def hexadecimal_item(self, value: float | str, padded: bool, field: int | None = None) -> Any:
        """Return the item that prints a number after ~, or a text as it is."""
        if isinstance(value, str):
            return printed(value)
        digits = hexa(cut(value))
        if field is not None:
            return digits.rjust(field if padded else 0)
        return num(digits) if padded else digits

    def text_of(self, value: float) -> str:
        """Return STR$: a number as text, in the format of @%."""
        return str_s(value, self.machine.at)

    # INPUT

    def start_input(self, whole: bool) -> None:
        """Begin an INPUT statement. whole: whether it is INPUT LINE."""
        self._whole, self._marked, self._rest = whole, True, ""

    def input_prompt(self, item: Any) -> None:
        """Print a part of INPUT's prompt; then no question mark is printed."""
        self.print_items(item)
        self._marked, self._rest = False, ""

    def input_separator(self) -> None:
        """Have INPUT print a question mark before the next line is read."""
        self._marked = True

    def input_text(self) -> str:
        """Read a text for INPUT: a line, or its part up to the next comma."""
        if self._whole or not self._rest:
            typed = self.machine.input(mark="?" if self._marked else "", line=True)
            self._rest = codes(typed).decode("latin-1")
        self._marked = True
        if self._whole:
            return self._rest
        first, self._rest = field(self._rest)
        return first

    def input_real(self) -> float:
        """Read a real number for INPUT."""
        return float(number(self.input_text(), float))

    def input_integer(self) -> int:
        """Read an integer for INPUT. Raises Too big."""
        return int(number(self.input_text(), int))

    # keys

    def inkey_text(self, n: int) -> str:
        """Return INKEY$: the character typed within n centiseconds, or an empty text."""
        code = self.inkey(n)
        return "" if code < 0 else chr(code)

    def inkey(self, n: int) -> int:
        """Return INKEY: wait for n centiseconds, or for n from -256 to -1 test a key."""
        n &= 0xFFFF
        return self.machine.inkey(n if n < 0x8000 else (n & 0xFF) - 0x100)

    def words(self) -> dict[str, object]:
        """Return the functions of output and input by the names that compiled programs use."""
        machine = self.machine
        return methods(self) | {
            "newline": NL,
            "comma": COMMA,
            "padded": num,
            "spaces": spc,
            "tab": tab,
            "text": text,
            "printed": printed,
            "get": machine.get,
            "get_text": lambda: chr(machine.get()),
            "vdu": machine.vdu,
            "get_pos": lambda: machine.pos & 0xFF,
            "get_vpos": lambda: machine.vpos & 0xFF,
            "get_count": lambda: machine.count,
            "set_width": lambda width: machine.width(width & 0xFF),
        }
