"""Makes the films of the menu: small pictures of a game, in the file NAME.film beside a program."""

import zlib
from collections.abc import Sequence
from functools import cache

from retro.library.catalogue import FILM_HEIGHT

COLUMNS, ROWS, CELL = 40, 25, 8  # of the screen that it is of, in MODE 7
LONGEST = 24  # pictures of a film


def cut(screens: Sequence[bytes]) -> list[bytes]:
    """Return the film of a game of which these screens were seen: its end, as a still, and the way there.

    screens: each in physical colours, a byte a pixel, in MODE 7.
    """
    count = min(LONGEST, len(screens)) - 1
    return [half(screens[-1]), *(half(screens[index * (len(screens) - 1) // count]) for index in range(count))]


def half(screen: bytes) -> bytes:
    """Return a screen at half its size."""
    width, half_cell = COLUMNS * CELL, CELL // 2
    rows = [bytearray() for _ in range(FILM_HEIGHT)]
    for row in range(ROWS):
        lines = [screen[y * width : (y + 1) * width] for y in range(row * CELL, (row + 1) * CELL)]
        for left in range(0, width, CELL):
            small = half_of_cell(b"".join(line[left : left + CELL] for line in lines))
            for y in range(half_cell):
                rows[row * half_cell + y] += small[y * half_cell : (y + 1) * half_cell]
    return b"".join(rows)


@cache
def half_of_cell(cell: bytes) -> bytes:
    """Return the 64 pixels of a character cell at half its size.

    A pixel has the colour that most of its four have; of two that have two each, the one that is rarer in the cell, so
    that lines, letters and the spots on dominoes stay visible.
    """
    squares = [
        cell[start : start + 2] + cell[start + CELL : start + CELL + 2]
        for top in range(0, CELL * CELL, 2 * CELL)
        for start in range(top, top + CELL, 2)
    ]
    return bytes(
        max(set(square), key=lambda pixel: (square.count(pixel), -cell.count(pixel), pixel)) for square in squares
    )


def packed(film: Sequence[bytes]) -> bytes:
    """Return the contents of the file of a film."""
    return zlib.compress(b"".join(film), 9)
