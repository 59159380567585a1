"""Mahjong as text: the names of the tiles, what blocks them, the board, the tile under the cursor."""

from collections.abc import Sequence

from ..mahjong import ABOVE, COLUMNS, GONE, LEFT, POSITIONS, RIGHT, ROWS, SIGNS, is_free
from .board import top_tile
from .picture import PICTURES, RANKS, signs

CLASSIC_NAMES = (
    *(f"{rank} OF {suit}" for suit in ("BAMBOO", "CIRCLES", "CHARACTERS") for rank in RANKS),
    *(f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")),
    *(f"{dragon} DRAGON" for dragon in ("RED", "GREEN", "WHITE")),
    "FLOWER",
    "SEASON",
)
# The words for pictures in a message, by their codes.
SPOKEN = dict(enumerate((" OF BAMBOO", " OF CIRCLES", " OF CHARACTERS", *CLASSIC_NAMES[31:]), PICTURES))


def tile_name(kind: int, classic: bool) -> str:
    """Return the name of a kind."""
    return CLASSIC_NAMES[kind - 1] if classic else SIGNS[kind - 1]


def why_blocked(values: Sequence[int], kinds: Sequence[int], place: int, classic: bool) -> str:
    """Return the reason why a tile is not free, by the tiles' signs: "K IS SHUT BY 7 AND 2."; "" if it is free."""
    if is_free(values[place]):
        return ""
    above, beside = (
        [other for other in places if values[other] != GONE] for places in (ABOVE[place], LEFT[place] + RIGHT[place])
    )
    tile, *names = ("".join(map(chr, signs(kinds[one], classic))) for one in (place, *(above or beside)))
    return f"{tile} {'LIES UNDER' if above else 'IS SHUT BY'} {' AND '.join(names)}."


def board_words(values: Sequence[int], kinds: Sequence[int], classic: bool) -> str:
    """Return a description of the highest tiles, row by row, and of those that are free."""
    rows = []
    for y in range(1, ROWS + 1):
        places = dict.fromkeys(place for x in range(1, COLUMNS + 1) if (place := top_tile(values, x, y)) >= 0)
        tiles = []
        for place in places:
            x, _, z = POSITIONS[place]
            level, free = f" on level {z}" * (z > 1), " free" * is_free(values[place])
            tiles.append(f"column {x}: {tile_name(kinds[place], classic)}{level}{free}")
        rows += [f"Row {y}: {', '.join(tiles)}."] if tiles else []
    return "\n".join(rows)


def clock(time: int) -> str:
    """Return a time in centiseconds as minutes and seconds."""
    minutes, seconds = divmod(time // 100, 60)
    return f"{minutes}:{seconds:02}"
