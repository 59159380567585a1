"""GCOL: how an action and a colour change a pixel."""

from collections.abc import Callable
from functools import cache, lru_cache

Masks = tuple[int, int]


STORE, EOR, INVERT, LEAVE = 0, 3, 4, 5
MAX_WIDTH = 640  # pixels

# Two masks made from the colour c and all bits f: new pixel = (old OR first) EOR second.
ACTIONS: dict[int, Callable[[int, int], Masks]] = {
    STORE: lambda c, f: (f, c ^ f),
    1: lambda c, f: (c, 0),  # OR
    2: lambda c, f: (c ^ f, c ^ f),  # AND
    EOR: lambda c, f: (0, c),
    INVERT: lambda c, f: (0, f),
    LEAVE: lambda c, f: (0, 0),
    6: lambda c, f: (f, f),  # clear to 0
    7: lambda c, f: (0, f),
    8: lambda c, f: (f, c ^ f),
}

# Above 8 the OS reads past its tables, and the masks differ between the pixels of a byte:
# for four pixels side by side, measured on the Electron (case v18-action-over-4).
UNEVEN: dict[int, tuple[Masks, ...]] = {
    16: ((0, 0), (0, 0), (0, 3), (0, 3)),
    64: ((0, 0), (0, 2), (2, 0), (2, 2)),
    128: ((2, 0), (0, 0), (2, 0), (2, 2)),
    255: ((3, 0), (0, 2), (0, 2), (3, 0)),
}


class PlotStyle:
    """One GCOL action and colour.

    Attributes:
        tables: for x MOD 4 = 0 to 3, 256 bytes: old pixel to new.
        even: the four tables are equal.
        ink: the new pixel if it does not depend on the old one, else -1.
        runs: 1, 2, 3 … pixels of this ink.
    """

    __slots__ = ("action", "colour", "even", "ink", "runs", "tables")

    def __init__(self, action: int, colour: int, colours: int) -> None:
        self.action, self.colour = action, colour
        full = colours - 1
        self.even = action not in UNEVEN
        # An action that was not measured changes nothing.
        masks = UNEVEN.get(action) or (ACTIONS.get(action, ACTIONS[LEAVE])(colour, full),) * 4
        self.tables = tuple(
            bytes(((old | first) ^ second) & full for old in range(colours)).ljust(256, b"\0")
            for first, second in masks
        )
        outcomes = set(self.tables[0][:colours])
        self.ink = outcomes.pop() if self.even and len(outcomes) == 1 else -1
        self.runs = ink_runs(self.ink) if self.ink >= 0 else []


@lru_cache(maxsize=64)
def plot_style(action: int, colour: int, colours: int) -> PlotStyle:
    """Return the style of a GCOL action (0–255) and logical colour in a MODE with this many colours."""
    return PlotStyle(action, colour, colours)


@cache
def ink_runs(ink: int) -> list[bytes]:
    """Return, by length, the pixels of runs of a logical colour, up to a row of the widest MODE."""
    return [bytes([ink]) * length for length in range(1, MAX_WIDTH + 1)]
