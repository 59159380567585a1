"""What INPUT makes of a typed line: the line editor of the OS, and the fields of BASIC."""

from __future__ import annotations

from retro.basic import chr_s, int_, val
from retro.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Kind = type[str] | type[float] | type[int]

LIMIT = 238  # characters a line takes; each one more is a beep
BEEP, RETURN, CLEAR, DELETE = 7, 13, 21, 127
LARGEST = 2**31


def read_line(get: Callable[[], int], vdu: Callable[..., None]) -> str:
    """Read codes until RETURN and show them: DELETE takes one back, CTRL-U all; others below 32 are only shown."""
    line = ""
    while (code := get()) != RETURN:
        if code in (DELETE, CLEAR):
            erased = len(line) if code == CLEAR else min(1, len(line))
            line = line[: len(line) - erased]
            vdu(*[DELETE] * erased)
        elif len(line) >= LIMIT:
            vdu(BEEP)
        else:
            line += chr_s(code) if code >= 32 else ""
            vdu(code)
    return line


def field(line: str) -> tuple[str, str]:
    """Split a line into its first field and the rest: a comma ends a field, quotes group, "" in them is one quote."""
    line = line.lstrip(" ")
    if not line.startswith('"'):
        first, _, rest = line.partition(",")
        return first, rest
    quoted = line[1:].replace('""', "\0")
    first, _, rest = quoted.partition('"')
    return first.replace("\0", '"'), rest.replace("\0", '""').partition(",")[2]


def fields(ask: Callable[[bool], str], kinds: Sequence[Kind], whole: bool) -> list[str | float]:
    """Read a value of each kind (str, float, int); `ask(first)` gives a line when the last one is used up.

    whole: INPUT LINE, where each value is a line.
    """
    values: list[str | float] = []
    rest = ""
    for kind in kinds:
        if whole or not rest:
            rest = ask(not values)
        first, rest = (rest, "") if whole else field(rest)
        values.append(first if kind is str else number(first, kind))
    return values


def number(text: str, kind: Kind) -> float:
    """The number that a text begins with, 0 if with none. Raises Too big."""
    value = val(text)
    if kind is not int:
        return value
    if not -LARGEST <= value < LARGEST:
        raise BasicError.named("Too big", f"{text} given, an integer of 32 bits expected")
    return int(value) if value >= 0 else -int_(-value)
