"""Dominoes of 3 by 2 characters for the snake, and the path on which it lies.

A domino of 24 by 16 pixels is made of six characters: for each number an upper and a lower one at the left, the same at
the right, and two in the middle. The pixels of an upright domino are those of a flat one with x and y exchanged.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ..snake import NUMBERS

Shape = tuple[int, ...]

FLAT, UPRIGHT = 224, 192  # the first characters of each set; the digits of `tall` are below
# Of a set: seven characters each for upper left, lower left, upper right and lower right, then the middle's.
MIDDLE = 4 * len(NUMBERS)  # its upper one; the lower one follows, in the upright set behind two that are not used
WIDE, TALL = 3, 2  # characters of a flat domino
# The spots of each number at the left, as pixels of three pairs of rows; a spot is 2 by 2.
SPOTS = (
    (0x00, 0x00, 0x00),
    (0x00, 0x0C, 0x00),
    (0x03, 0x00, 0x30),
    (0x03, 0x0C, 0x30),
    (0x33, 0x00, 0x33),
    (0x33, 0x0C, 0x33),
    (0x33, 0x33, 0x33),
)
SPOT_ROWS = (3, 7, 11)
FACE = (0xFF, 0xE0, *[0x80] * 12, 0xE0, 0xFF)  # the left of a domino without spots
LINE = (0xFF, 0, 0, *[0x18] * 10, 0, 0, 0xFF)  # its middle
# The upper half of the snake's head and of its tail at an end that points to the right, row by row of 16 pixels.
HEAD = (0xFE00, 0xFF80, 0xFFE0, 0xFC70, 0xFD78, 0xFC7C, 0xFFFD, 0xFFFE)
TAIL = (0xE000, 0xF000, 0xF600, 0xF780, 0xF7A0, 0xF7B8, 0xF7BE, 0xF7BF)
# The signs, for a terminal, of the four quarters of the head and the tail, by the way that they point.
END_SIGNS = {
    (True, "right"): "o>o>",
    (True, "left"): "<o<o",
    (True, "down"): "oovv",
    (False, "left"): "<=<=",
    (False, "right"): "=>=>",
    (False, "up"): "^^==",
}
FIRST_END, BACK = 160, 184
END_CODES = {end: tuple(range(first, first + 4)) for first, end in zip(range(FIRST_END, BACK, 4), END_SIGNS)}
BACK_SHAPE = (126, 126, 126, 66, 126, 126, 126, 0)  # a piece of which the face is not seen

# Letters for a terminal: the upper left and upper right characters stand for the number.
CORNER_SIGNS = f"0123456{'':7}" * 2
STAND_INS = dict(enumerate("".join(END_SIGNS.values()) + "|", FIRST_END))
STAND_INS |= dict(enumerate(f"{CORNER_SIGNS}  | {CORNER_SIGNS}- ", UPRIGHT))


def shapes() -> Iterator[tuple[int, Shape]]:
    """Yield code and rows of all characters, for VDU 23: of dominoes, of heads and tails, of a back."""
    middle = [f"{row:08b}" for row in LINE]
    cells = {MIDDLE: middle[:8], MIDDLE + 1: middle[8:]}
    for number, spots in enumerate(SPOTS):
        face = list(FACE)
        for pixels, row in zip(spots, SPOT_ROWS):
            face[row : row + 2] = [FACE[row] | pixels] * 2
        left = [f"{row:08b}" for row in face]
        right = [row[::-1] for row in left]
        for part, rows in enumerate((left[:8], left[8:], right[:8], right[8:])):
            cells[part * len(NUMBERS) + number] = rows
    for index, rows in cells.items():
        yield FLAT + index, tuple(int(row, 2) for row in rows)
        yield UPRIGHT + index + 2 * (index >= MIDDLE), tuple(int("".join(column), 2) for column in zip(*rows))
    for (head, way), codes in END_CODES.items():
        upper = [f"{row:016b}" for row in (HEAD if head else TAIL)]
        rows = upper + upper[::-1]
        if way in ("down", "up"):
            rows = ["".join(column) for column in zip(*rows)]
        if way in ("left", "up"):
            rows = [row[::-1] for row in rows[::-1]]
        for code, (y, x) in zip(codes, product((0, 8), repeat=2)):
            yield code, tuple(int(row[x : x + 8], 2) for row in rows[y : y + 8])
    yield BACK, BACK_SHAPE


def characters(first: int, second: int, upright: bool) -> tuple[tuple[int, ...], ...]:
    """Return the codes of a domino, row by row; `first` is the number at the left or on top."""
    count = len(NUMBERS)
    if upright:
        middle = UPRIGHT + MIDDLE + 2
        top, bottom = UPRIGHT + first, UPRIGHT + second
        return (top, top + count), (middle, middle + 1), (bottom + 2 * count, bottom + 3 * count)
    left, middle, right = FLAT + first, FLAT + MIDDLE, FLAT + second + 2 * count
    return (left, middle, right), (left + count, middle + 1, right + count)


# the path


class Place(NamedTuple):
    """A position on the path. reversed: whether the left number of a piece is shown at the right."""

    column: int
    row: int
    upright: bool = False
    reversed: bool = False


TOP = 2  # the first row of the path
ROW_STEP = 3
# From the left end of a long snake: to the left, round a bend to the right, round another to the left.
PATH = (
    *(Place(column, TOP, reversed=True) for column in range(36, 0, -WIDE)),
    Place(1, TOP + 1, upright=True),
    *(Place(column, TOP + ROW_STEP) for column in range(3, 34, WIDE)),
    Place(36, TOP + ROW_STEP + 1, upright=True),
    *(Place(column, TOP + 2 * ROW_STEP, reversed=True) for column in range(33, -1, -WIDE)),
)


def first_place(pieces: int, left: int, opening: int = 1) -> int:
    """Return the index in PATH of the first piece of a snake, of which so many were laid at the left since the opening.

    It grows from the middle of the path, and is moved along if an arm would leave the path with its open end.
    """
    return max(1, min(len(PATH) // 2 - left - opening // 2, len(PATH) - 1 - pieces))
