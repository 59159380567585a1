"""Where the tiles of Mahjong are on the screen, and what they look like: pixels, from the top left of 320 × 200.

A box is (left, top, right, bottom), all inclusive. Colours are logical: 0 black, 1 blue, 2 white, 3 the cursor's.
"""

from __future__ import annotations

from .mahjong import COLUMNS, GONE, KINDS, PLACE, POSITIONS, ROWS, SIGNS, TILES, TOP, top_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Box = tuple[int, int, int, int]
    Mark = tuple[int, int, int]  # a character's code, and how far right and down of the tile's corner it is

BLACK, BLUE, WHITE, CURSOR = range(4)
LEFT, TOP_EDGE, WIDE, HIGH = 10, 14, 16, 20  # of the turtle; from one tile to the next
AWAY, UP = 2, 3  # what a level is shifted to the left and upwards
HALF_ROW, HALF_COLUMN = 10, 8
SCREEN: Box = (0, 0, 319, 199)
BOARD: Box = (0, 0, 255, 183)

# A tile from its corner on: an outline, the side on the right and the side below, the face. Where another lies upon it,
# only the sides are to be seen.
OUTLINE: Box = (0, 0, 17, 22)
SIDES: tuple[tuple[Box, int], ...] = (((16, 1, 16, 21), BLUE), ((1, 20, 16, 21), BLUE))
WHOLE = ((OUTLINE, BLACK), *SIDES)
EDGES = (((15, 0, 17, 22), BLACK), ((0, 19, 17, 22), BLACK), *SIDES)
FACE: Box = (1, 1, 14, 18)
INNER_FACE: Box = (3, 1, 12, 18)  # between two bars, where the cursor stands on a tile that is lit
FRAME: Box = (2, 2, 13, 17)  # where it stands on no tile
INNER_FRAME: Box = (4, 4, 11, 15)

# The characters: signs are two of them, one above the other; codes from 224 on would share their stand-ins.
UPPER, LOWER, PICTURES = 128, 164, 200
BAMBOO, CIRCLE, CHARACTER, RED, GREEN, WHITE_DRAGON, FLOWER, SEASON = range(PICTURES, PICTURES + 8)
SHAPES = (
    (BAMBOO, (24, 24, 60, 24, 24, 60, 24, 24), "b"),
    (CIRCLE, (60, 66, 153, 189, 189, 153, 66, 60), "o"),
    (CHARACTER, (16, 127, 18, 36, 255, 40, 68, 130), "c"),
    (RED, (24, 255, 153, 153, 255, 24, 24, 24), "R"),
    (GREEN, (146, 84, 56, 254, 56, 84, 146, 16), "G"),
    (WHITE_DRAGON, (255, 129, 189, 165, 165, 189, 129, 255), "D"),
    (FLOWER, (102, 247, 102, 60, 60, 102, 247, 102), "F"),
    (SEASON, (153, 126, 66, 219, 219, 66, 126, 153), "*"),
    # Never printed: the joint of two tiles, above and below, for where there is only text; and what would be mistaken.
    (PICTURES + 8, (255, *7 * (24,)), "|"),
    (PICTURES + 9, (*7 * (24,), 255), "|"),
    (ord("|"), 8 * (0,), "|"),
)
SUITS, RANKS, WINDS = (BAMBOO, CIRCLE, CHARACTER), "123456789", "ESWN"

# Rows of doubled letters that are drawn finer, so that no two of the 36 have the same upper half; and the tail of Q.
FINER = {
    "2": {6: 0x0E},
    "A": {1: 0x18},
    "C": {2: 0x7E, 13: 0x7E},
    "F": {7: 0x60, 9: 0x78},
    "O": {2: 0x7E, 13: 0x7E},
    "P": {2: 0x7E},
    "Q": {14: 0x3E, 15: 0x06},
    "V": {7: 0x24, 8: 0x24},
    "Y": {6: 0x18},
}


# where


def corner(x: int, y: int, z: int) -> tuple[int, int]:
    """The top left pixel of a tile at column x, row y, level z."""
    px, py = LEFT + WIDE * (x - 1) - AWAY * (z - 1), TOP_EDGE + HIGH * (y - 1) - UP * (z - 1)
    if (x, y, z) == POSITIONS[TOP]:
        return px + HALF_COLUMN, py + HALF_ROW
    return px, py + (HALF_ROW if x in (1, 14, 15) else 0)


def moved(box: Box, px: int, py: int) -> Box:
    """A box that far to the right and down."""
    return box[0] + px, box[1] + py, box[2] + px, box[3] + py


def common(a: Box, b: Box) -> Box | None:
    """What two boxes have in common."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (left, top, right, bottom) if left <= right and top <= bottom else None


def _drawn_at(place: int) -> tuple[int, int, int]:
    """Level, row, column; what lies half a row down on the right comes after the row below."""
    x, y, z = POSITIONS[place]
    return z, y + (x > 13), x


CORNERS = tuple(corner(*position) for position in POSITIONS)
BOXES, FACES = tuple(moved(OUTLINE, *at) for at in CORNERS), tuple(moved(FACE, *at) for at in CORNERS)
UPON = tuple(PLACE.get((x, y, z + 1), -1) if z < 4 else -1 for x, y, z in POSITIONS)
DRAWN = tuple(sorted(range(TILES), key=_drawn_at))  # right and lower tiles hide the sides of their neighbours


def cursor_box(values: Sequence[int], x: int, y: int) -> Box:
    """Where the cursor is shown on column x, row y."""
    place = top_of(values, x, y)
    return FACES[place] if place >= 0 else moved(FACE, *corner(x, y, 1))


def seen(values: Sequence[int], box: Box) -> list[int]:
    """The tiles that lie in a box, in the order in which they are drawn; none below one whose face fills it."""
    found = [place for place in DRAWN if values[place] != GONE and common(BOXES[place], box)]
    filling = [at for at, place in enumerate(found) if fills(values, place, box)]
    return found[max(filling, default=0) :]


def fills(values: Sequence[int], place: int, box: Box) -> bool:
    """Is everything in a box the face of this tile, but for what lies upon it?"""
    return common(FACES[place], box) == box and not hidden(values, place)


def hidden(values: Sequence[int], place: int) -> bool:
    """Does a tile lie right upon this one? The top tile lies on four, and hides none."""
    above = UPON[place]
    return above >= 0 and values[above] != GONE


def in_sight(values: Sequence[int]) -> list[int]:
    """The tiles that lie and are not hidden."""
    return [place for place in range(TILES) if values[place] != GONE and not hidden(values, place)]


def tile_at(values: Sequence[int], px: int, py: int) -> int:
    """The highest tile whose face is at this pixel; -1 if there is none."""
    for place in reversed(DRAWN):
        left, top = CORNERS[place]
        if values[place] != GONE and 0 <= px - left < WIDE and 0 <= py - top < HIGH:
            return place
    return -1


def stack_at(px: int, py: int) -> tuple[int, int] | None:
    """Column and row of the stack at this pixel, as if all its tiles were gone; None beside the turtle."""
    for x in range(1, COLUMNS + 1):
        for y in range(1, ROWS + 1):
            left, top = corner(x, y, 1)
            if (y == 4 or 1 < x < 14) and 0 <= px - left < WIDE and 0 <= py - top < HIGH:
                return x, y
    return None


# signs


def doubled(letter: str, shape: Sequence[int]) -> tuple[list[int], list[int]]:
    """A letter of the font at twice its height, in the middle of 16 rows: its upper and its lower eight."""
    rows = [0, *(row for row in shape[:7] for _ in range(2)), 0]
    for at, row in FINER.get(letter, {}).items():
        rows[at] = row
    return rows[:8], rows[8:]


def marks(kind: int, classic: bool) -> tuple[Mark, ...]:
    """The characters on a tile of this kind."""
    if not classic:
        return tall(SIGNS[kind - 1])
    if kind <= len(SUITS) * len(RANKS):
        suit, rank = divmod(kind - 1, len(RANKS))
        return (ord(RANKS[rank]), 4, 2), (SUITS[suit], 4, 10)
    if kind <= 31:
        return tall(WINDS[kind - 28])
    return ((RED + kind - 32, 4, 6),)


def tall(sign: str) -> tuple[Mark, ...]:
    """A double-height letter or digit."""
    at = SIGNS.index(sign)
    return (UPPER + at, 4, 1), (LOWER + at, 4, 9)


def stand_ins() -> dict[int, str]:
    """What the characters are called where there is only text: a sign itself, in the place of its upper half."""
    halves = {UPPER + at: sign for at, sign in enumerate(SIGNS)} | {LOWER + at: " " for at in range(KINDS)}
    return halves | {code: letter for code, _, letter in SHAPES if code >= PICTURES}


# the title page

NAME, SIGN_ROWS = "MAHJONG", ("0123456789", "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ")


def spread(signs: str, y: int) -> Iterator[tuple[tuple[int, int], str]]:
    """Signs side by side in the middle of the screen, at the height of y: each tile's corner, and its sign."""
    left = (SCREEN[2] + 1 - WIDE * len(signs)) // 2
    yield from (((left + WIDE * at, y), sign) for at, sign in enumerate(signs))


# at a win

STROKES = (
    ".......###...............................",
    "....#####..............################..",
    ".#####.##..............################..",
    ".......##..........................###...",
    ".......##........................###.....",
    ".......##......................###.......",
    "############.#######..........##.........",
    "############.#######..........##.........",
    ".......##....##...##..........##.........",
    "......####...##...##..........##.........",
    ".....######..##...##..........##.........",
    "....##.##.##.##...##..........##.........",
    "...##..##.##.##...##..........##.........",
    "..##...##..#.##...##..........##.........",
    ".##....##....##...##..........##.........",
    "##.....##....##...##..........##.........",
    ".......##....#######..........##.........",
    ".......##....#######.....##...##.........",
    ".......##....##...##......######.........",
    ".......##..................####..........",
)  # "hu le", won


def brush(left: int, top: int, size: int) -> Iterator[Box]:
    """The boxes of two Chinese characters, each dot of their strokes so many pixels wide and high."""
    for y, row in enumerate(STROKES):
        for start, stop in runs([dot == "#" for dot in row]):
            yield left + start * size, top + y * size, left + stop * size - 1, top + y * size + size - 1


def yin_yang(x: int, y: int, radius: int) -> Iterator[Box]:
    """The white boxes, a pixel high, of a yin-yang round this pixel."""
    for dy in range(-radius, radius + 1):
        row = [bright(dx, dy, radius) for dx in range(-radius, radius + 1)]
        for start, stop in runs(row):
            yield x - radius + start, y + dy, x - radius + stop - 1, y + dy


def bright(dx: int, dy: int, radius: int) -> bool:
    """Is a pixel so far from its middle white? The left half and the upper head, but for a dot, and the rim."""
    if not within(dx, dy, radius):
        return False
    if not within(dx, dy, radius - 2):
        return True
    for head, white in ((-radius // 2, True), (radius // 2, False)):
        if within(dx, dy - head, radius // 6):
            return not white
        if within(dx, dy - head, radius // 2):
            return white
    return dx < 0


def within(dx: int, dy: int, radius: int) -> bool:
    """Is a pixel so far from the middle of a circle in it?"""
    return dx * dx + dy * dy <= radius * (radius + 1)


def runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where the stretches of a row begin and end; the end is not of it."""
    start = -1
    for at, lit in enumerate([*row, False]):
        if lit and start < 0:
            start = at
        elif not lit and start >= 0:
            yield start, at
            start = -1
