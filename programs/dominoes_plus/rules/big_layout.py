"""The layout of big dominoes, whose halves have 16 by 16 pixels, so that no line of 27 touches itself.

The places form one closed road of four lanes: the two in the middle of the table, and round these along its edges. The
opening domino lies in the upper one of the middle, so that the line grows from there; each arm follows the road in its
own direction. Lanes are a domino and a gap apart, so there are always 18 pixels between them.

As in Marcus Bowman's PROCRIGHT a domino begins one gap behind the second face of the last one, in the direction of the
last one, wherever it then goes itself.
"""

from .domino_set import LEFT, RIGHT

FACE = 64  # side of a face, graphics units
STEP = 136  # from one domino of a lane to the next, and from one lane to the next: a domino and a gap
OPENING = 2 * STEP  # from the lowest lane to that of the opening domino
EAST, NORTH, WEST, SOUTH = (1, 0), (0, 1), (-1, 0), (0, -1)
RUNS = {
    RIGHT: ((3, EAST), (1, NORTH), (7, WEST), (3, SOUTH), (7, EAST), (1, NORTH), (4, WEST)),
    LEFT: ((1, WEST), (1, SOUTH), (5, EAST), (1, SOUTH), (7, WEST), (3, NORTH), (8, EAST)),
}
"""For each arm the lengths and directions of its straight runs: 26 dominoes in all."""
ROADS = {arm: tuple(way for count, way in runs for _ in range(count)) for arm, runs in RUNS.items()}
"""For each arm the direction of each domino: steps to the right and upwards."""

PIPS = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (2, 0), (0, 2), (2, 2)),
    ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)
"""For each number the spots on half of an upright domino: column from the left, row from the top."""


def terminal_pictures() -> dict[tuple[str, ...], str]:
    """Return pictures of the spots, 13 × 13 pixels each, with their numbers, for terminals to show as digits."""
    return {
        tuple(
            "".join(".#"[x % 5 < 3 and y % 5 < 3 and (x // 5, y // 5) in pips(number, upright)] for x in range(13))
            for y in range(13)
        ): str(number)
        for number in range(1, 7)
        for upright in (True, False)
    }


def pips(number: int, upright: bool) -> tuple[tuple[int, int], ...]:
    """Return the positions of the spots of a half as (column, row), rotated if the domino lies flat."""
    return PIPS[number] if upright else tuple((2 - row, column) for column, row in PIPS[number])
