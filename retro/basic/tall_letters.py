"""Letters and digits of double height: each is two user-defined characters, one above the other."""

from __future__ import annotations

from collections.abc import Sequence

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UPPER, LOWER = 128, 164  # the codes of the halves of 0
HALF = 8  # rows

# Rows that are drawn finer, so that no two of the 36 have the same upper half and none is a bar, which pictures have,
# too; and the tail of Q.
FINER_SHAPES = {
    "2": {6: 0x0E},
    "A": {1: 0x18},
    "C": {2: 0x7E, 13: 0x7E},
    "F": {7: 0x60, 9: 0x78},
    "J": {1: 0x02},
    "L": {1: 0x40},
    "O": {2: 0x7E, 13: 0x7E},
    "P": {2: 0x7E},
    "Q": {14: 0x3E, 15: 0x06},
    "T": {14: 0x10},
    "V": {7: 0x24, 8: 0x24},
    "Y": {6: 0x18, 14: 0x10},
}


def double_height(sign: str, shape: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the upper and lower eight rows of a character at double height, from its shape in the font."""
    rows = [0, *(row for row in shape[:7] for _ in range(2)), 0]
    for index, row in FINER_SHAPES.get(sign, {}).items():
        rows[index] = row
    return rows[:HALF], rows[HALF:]
