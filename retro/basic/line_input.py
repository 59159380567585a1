"""INPUT: the line editor of the operating system, and the splitting of a line into values."""

from collections.abc import Callable, Sequence

from retro.basic.errors import BasicError
from retro.basic.words import chr_s, int_, val

Kind = type[str] | type[float] | type[int]

LONGEST_LINE = 238  # characters in a line; further ones are refused with a beep
BEEP, RETURN, CLEAR, DELETE = 7, 13, 21, 127
INTEGERS_END = 2**31


def read_line(
    get: Callable[[], int], vdu: Callable[..., None], limit: int = LONGEST_LINE, first: int = 32, last: int = 255
) -> str:
    """Read codes until RETURN and echo them. DELETE erases one, CTRL-U all. Those below `first` or above `last` go."""
    line = ""
    while (code := get()) != RETURN:
        if code in (DELETE, CLEAR):
            erased = len(line) if code == CLEAR else min(1, len(line))
            line = line[: len(line) - erased]
            vdu(*[DELETE] * erased)
        elif len(line) >= limit:
            vdu(BEEP)
        else:
            line += chr_s(code) if first <= code <= last else ""
            vdu(code)
    return line


def field(line: str) -> tuple[str, str]:
    """Split a line into its first field and the rest. Commas outside quotes end a field; "" in quotes is one quote."""
    line = line.lstrip(" ")
    if not line.startswith('"'):
        first, _, rest = line.partition(",")
        return first, rest
    quoted = line[1:].replace('""', "\0")
    first, _, rest = quoted.partition('"')
    return first.replace("\0", '"'), rest.replace("\0", '""').partition(",")[2]


def fields(ask: Callable[[bool], str], kinds: Sequence[Kind], whole: bool) -> list[str | float]:
    """Read the values of an INPUT statement from typed lines.

    Args:
        ask: called with True for the first line, with False when a line is used up; returns a line.
        kinds: the types of the values: str, float or int.
        whole: INPUT LINE: each value is a whole line.
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
    """Return the number at the beginning of a text, or 0. Raises "Too big"."""
    value = val(text)
    if kind is not int:
        return value
    if not -INTEGERS_END <= value < INTEGERS_END:
        raise BasicError.named("Too big", f"{text} given, an integer of 32 bits expected")
    return int(value) if value >= 0 else -int_(-value)
