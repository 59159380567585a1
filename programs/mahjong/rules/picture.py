"""Positions and pictures of the tiles of Mahjong, in pixels from the top left of 320 × 200.

A box is (left, top, right, bottom), all inclusive. Colours are logical: 0 black, 1 blue, 2 red, 3 white.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import hypot
from operator import itemgetter

from retro.basic import asc, tall

from ..mahjong import ABOVE, COLUMNS, GONE, LEVELS, PLACE, POSITIONS, ROWS, SIGNS, TILES, TOP
from .board import top_tile

Box = tuple[int, int, int, int]
Mark = tuple[int, int, int, int]  # a character's code, how far right and down of the tile's corner it is, its colour
Look = tuple[bool, tuple[Mark, ...]]  # of a tile: whether it is lit, and its marks

BLACK, BLUE, RED, WHITE = range(4)
LEFT, TOP_EDGE, WIDE, HIGH = 10, 12, 16, 20  # of the turtle; from one tile to the next
AWAY, UP = 3, 4  # the shift of a level to the left and upwards
HALF_ROW, HALF_COLUMN = 10, 8
# How much lower the top tile is, and two of those under it: so there is room for signs of 8 by 8 beside it.
BELOW_SIGNS, MORE_SPACE = 3, 2
SCREEN: Box = (0, 0, 319, 199)
BOARD: Box = (0, 0, 255, 175)

# A tile, relative to its corner: the outline, the sides on the right and below, the face.
OUTLINE: Box = (0, 0, 18, 23)
FACE: Box = (1, 1, 14, 18)
EDGES: tuple[tuple[Box, int], ...] = ((OUTLINE, BLACK), ((16, 1, 17, 22), BLUE), ((1, 20, 17, 22), BLUE))
CURSOR: Box = (-1, -1, 16, 20)
SMALL_WIDE, SMALL_HIGH, MINIATURE = 5, 6, 80  # from one tile to the next, and from one small picture to the next

PICTURES = 200  # the first character; those before are letters of double height
BAMBOO, CIRCLE, CHARACTER, RED_DRAGON, GREEN_DRAGON, WHITE_DRAGON, FLOWER, SEASON = range(PICTURES, PICTURES + 8)
INKS = dict.fromkeys((CHARACTER, RED_DRAGON, FLOWER), RED) | dict.fromkeys((BAMBOO, GREEN_DRAGON, SEASON), BLUE)
DITHER = PICTURES + 10
SHAPES = (
    (BAMBOO, (24, 24, 60, 24, 24, 60, 24, 24), "b"),
    (CIRCLE, (60, 66, 153, 189, 189, 153, 66, 60), "o"),
    (CHARACTER, (16, 127, 18, 36, 255, 40, 68, 130), "c"),
    (RED_DRAGON, (24, 255, 153, 153, 255, 24, 24, 24), "R"),
    (GREEN_DRAGON, (146, 84, 56, 254, 56, 84, 146, 16), "G"),
    (WHITE_DRAGON, (255, 129, 189, 165, 165, 189, 129, 255), "D"),
    (FLOWER, (102, 247, 102, 60, 60, 102, 247, 102), "F"),
    (SEASON, (153, 126, 66, 219, 219, 66, 126, 153), "*"),
    # Never printed: the joints of two tiles, for character recognition in a terminal; | would be mistaken for them.
    (PICTURES + 8, (255, *7 * (24,)), "|"),
    (PICTURES + 9, (*7 * (24,), 255), "|"),
    (ord("|"), 8 * (0,), "|"),
    (DITHER, 4 * (170, 0), " "),
)
STAND_INS = {code: letter for code, _, letter in SHAPES if code >= PICTURES}
DITHERED = tuple((DITHER, right, down, BLUE) for right in (1, 7) for down in (1, 9, 11))  # a face, by overlapping marks
SUITS, RANKS, WINDS = (BAMBOO, CIRCLE, CHARACTER), "123456789", "ESWN"


# positions


def corner(x: int, y: int, z: int) -> tuple[int, int]:
    """Return the top left pixel of a tile at column x, row y, level z."""
    px, py = LEFT + WIDE * (x - 1) - AWAY * (z - 1), TOP_EDGE + HIGH * (y - 1) - UP * (z - 1)
    if (x, y, z) == POSITIONS[TOP]:
        return px + HALF_COLUMN, py + HALF_ROW + BELOW_SIGNS
    if (y, z) == (5, 4):
        return px, py + MORE_SPACE
    return px, py + (HALF_ROW if x in (1, 14, 15) else 0)


def translated(box: Box, px: int, py: int) -> Box:
    """Return a box moved to the right and down."""
    return box[0] + px, box[1] + py, box[2] + px, box[3] + py


def intersection(a: Box, b: Box) -> Box | None:
    """Return the intersection of two boxes, or None."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (left, top, right, bottom) if left <= right and top <= bottom else None


CORNERS = tuple(corner(*position) for position in POSITIONS)
BOXES = tuple(translated(OUTLINE, *at) for at in CORNERS)
BETWEEN = {TOP, *(place for place, (x, _, _) in enumerate(POSITIONS) if x in (1, 14, 15))}  # the rows
# By level, row and column, as right and lower tiles hide the sides of their neighbours; the right end, half a row
# lower, follows the row below.
DRAWN = tuple(place for _, place in sorted(((z, y + (x > 13), x), place) for place, (x, y, z) in enumerate(POSITIONS)))


def cursor_box(values: Sequence[int], x: int, y: int) -> Box:
    """Return the box of a cursor, which leaves the signs of higher tiles below and on the right free."""
    place = top_tile(values, x, y)
    level = POSITIONS[place][2] if place >= 0 else 1
    left, top, right, bottom = translated(CURSOR, *(CORNERS[place] if place >= 0 else corner(x, y, 1)))
    for z in range(level + 1, LEVELS):
        if (x, y + 1, z) in PLACE and values[PLACE[x, y + 1, z]] != GONE:
            bottom = min(bottom, corner(x, y + 1, z)[1] + 1)
        if (x + 1, y, z) in PLACE and values[PLACE[x + 1, y, z]] != GONE:
            right = min(right, corner(x + 1, y, z)[0] + 3)
    return left, top + (place == TOP), right, bottom


def is_covered(values: Sequence[int], place: int) -> bool:
    """Return whether another tile lies exactly on a tile; the top tile, on four tiles, covers none of them."""
    return any(values[above] != GONE for above in ABOVE[place] if above != TOP)


def tile_at(values: Sequence[int], px: int, py: int) -> int:
    """Return the highest tile whose face is at this pixel, or -1."""
    for place in reversed(DRAWN):
        left, top = CORNERS[place]
        if values[place] != GONE and 0 <= px - left < WIDE and 0 <= py - top < HIGH:
            return place
    return -1


def stack_at(px: int, py: int) -> tuple[int, int] | None:
    """Return column and row of the stack whose lowest tile is at this pixel; None beside the turtle."""
    for x, y in product(range(1, COLUMNS + 1), range(1, ROWS + 1)):
        left, top = corner(x, y, 1)
        if (y == 4 or 1 < x < 14) and 0 <= px - left < WIDE and 0 <= py - top < HIGH:
            return x, y
    return None


def miniature(values: Sequence[int]) -> Iterator[tuple[Box, int]]:
    """Yield the boxes of a small picture of a board, with their colours: each row of a level, then the faces on it."""
    for z, y, between in product(range(1, LEVELS + 1), range(1, ROWS + 1), (False, True)):  # between the rows
        places = [PLACE.get((x, y, z), TILES) for x in range(1, COLUMNS + 1)]
        lies = [place < TILES and values[place] != GONE for place in places]
        top = SMALL_HIGH * (y - 1) - z + SMALL_HIGH // 2 * between
        for start, stop in runs(one and (place in BETWEEN) == between for place, one in zip(places, lies)):
            left, right = (SMALL_WIDE * x - z + 2 * (z == LEVELS) for x in (start, stop))
            yield (left - 1, top - 1, right, top + SMALL_HIGH), BLACK
            yield (left, top, right - 1, top + SMALL_HIGH - 1), BLUE
            for x in range(start, stop):
                if not is_covered(values, places[x]):
                    face = left + SMALL_WIDE * (x - start)
                    yield (face, top, face + SMALL_WIDE - 2, top + SMALL_HIGH - 2), WHITE


# signs


def signs(kind: int, classic: bool) -> tuple[int, ...]:
    """Return the codes of the one or two characters for a kind."""
    if not classic:
        return (ord(SIGNS[kind - 1]),)
    if kind <= len(SUITS) * len(RANKS):
        suit, rank = divmod(kind - 1, len(RANKS))
        return ord(RANKS[rank]), SUITS[suit]
    return (ord(WINDS[kind - 28]),) if kind <= 31 else (RED_DRAGON + kind - 32,)


def marks(kind: int, classic: bool, beside_top: int = -1) -> tuple[Mark, ...]:
    """Return the characters on a tile of this kind: tall, or two, or one; small on one under the top tile.

    beside_top: the place under the top tile, where they are above or below it.
    """
    first, *second = signs(kind, classic)
    codes: Sequence[int] = (first, *second)
    if beside_top >= 0:
        down = 1 if POSITIONS[beside_top][1] == POSITIONS[TOP][1] else 11
        places = ((0, down), (7, down)) if second else ((4, down),)
    elif second or first < PICTURES:
        places = (4, 2), (4, 10)
        codes = codes if second else [asc(part) for part in (tall(chr(first)), tall(chr(first))[-1])]
    else:
        places = ((4, 6),)
    return tuple((code, *at, INKS.get(code, BLACK)) for code, at in zip(codes, places))


# at a win

STROKES = (
    "....▄▄▄██▀.............▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄..",
    ".▀▀▀▀▀.██..............▀▀▀▀▀▀▀▀▀▀▀▀███▀..",
    ".......██......................▄▄█▀▀.....",
    "████████████.███████..........██.........",
    "......▄██▄...██...██..........██.........",
    "....▄█▀██▀█▄.██...██..........██.........",
    "..▄█▀..██.▀█.██...██..........██.........",
    "▄█▀....██....██...██..........██.........",
    ".......██....███████.....▄▄...██.........",
    ".......██....▀▀...▀▀......▀████▀.........",
)  # "hu le", won


def win_characters(left: int, top: int, size: int) -> Iterator[Box]:
    """Yield the boxes that draw two Chinese characters, with dots of `size` pixels."""
    for y, (row, half) in enumerate(product(STROKES, "▀▄")):
        for start, stop in runs(dot in ("█", half) for dot in row):
            yield left + start * size, top + y * size, left + stop * size - 1, top + y * size + size - 1


def yin_yang(x: int, y: int, radius: int) -> Iterator[Box]:
    """Yield the white boxes, each one pixel high, of a yin-yang around a pixel."""

    def is_white(dx: int, dy: int) -> bool:
        """Return whether a pixel of the yin-yang is white."""
        if hypot(dx, dy) > radius - 1.5:
            return hypot(dx, dy) < radius + 0.5
        for head, white in ((-radius // 2, True), (radius // 2, False)):
            if (away := hypot(dx, dy - head)) < radius // 2 + 0.5:
                return white != (away < radius // 6 + 0.5)
        return dx < 0

    for dy in range(-radius, radius + 1):
        for start, stop in runs(is_white(dx, dy) for dx in range(-radius, radius + 1)):
            yield x - radius + start, y + dy, x - radius + stop - 1, y + dy


def runs(row: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of each run of true values."""
    for value, group in groupby(enumerate(row), key=itemgetter(1)):
        indices = [index for index, _ in group]
        if value:
            yield indices[0], indices[-1] + 1
