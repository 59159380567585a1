"""Mahjong in words, for those who read the board or have it read to them: what a tile is, and what shuts it."""

from __future__ import annotations

from .mahjong import ABOVE, BELOW, COLUMNS, GONE, LEFT, POSITIONS, RIGHT, ROWS, SHUT, SIGNS, top_of
from .mahjong_picture import RANKS, WINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SUIT_LETTERS = "boc"  # as on the screen where there is only text
OTHERS: tuple[str, ...] = (*WINDS, "R", "G", "D", "F", "*")
CLASSIC_NAMES = (
    *(f"{rank} OF {suit}" for suit in ("BAMBOO", "CIRCLES", "CHARACTERS") for rank in RANKS),
    *(f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")),
    *(f"{dragon} DRAGON" for dragon in ("RED", "GREEN", "WHITE")),
    "FLOWER",
    "SEASON",
)
OPEN, ON_THE_RIGHT, ON_THE_LEFT, BETWEEN, COVERED = "-><x^"
KEYS = (
    " W A S D, arrows  move",
    " SPACE, RETURN    choose, take a pair",
    " the mouse        takes what it clicks",
    "",
    " H help, pair by pair    U undo",
    " C can it still be won?  I take again",
    " F all free tiles        M mix the rest",
    " E equal tiles           O save",
    " P number of pairs       L load",
    " T other pictures        R quit",
    " V the board as text",
    " B this deal again",
    " N another deal, by its number",
)
LEGEND = (
    "  Under each tile: its level, and",
    "  - open, < or > a neighbour there,",
    "  x shut on both sides, ^ covered",
)


def name_of(kind: int, classic: bool) -> str:
    """What a tile of this kind is called."""
    return CLASSIC_NAMES[kind - 1] if classic else SIGNS[kind - 1]


def short_name(kind: int, classic: bool) -> str:
    """The same in one or two characters: K, or 5b for the five of bamboo, E for an east wind."""
    if not classic:
        return SIGNS[kind - 1]
    if kind <= len(SUIT_LETTERS) * len(RANKS):
        suit, rank = divmod(kind - 1, len(RANKS))
        return RANKS[rank] + SUIT_LETTERS[suit]
    return OTHERS[kind - 28]


def lying(values: Sequence[int], places: Sequence[int]) -> list[int]:
    """Those of the places whose tile lies there."""
    return [place for place in places if values[place] != GONE]


def why_shut(values: Sequence[int], kinds: Sequence[int], place: int, classic: bool) -> str:
    """What keeps a tile from being taken: "K IS SHUT BY 7 AND 2" or "K LIES UNDER 5"; empty if nothing does."""
    if values[place] < SHUT:
        return ""

    def names(places: Sequence[int]) -> str:
        return " AND ".join(short_name(kinds[near], classic) for near in lying(values, places))

    tile = short_name(kinds[place], classic)
    above = lying(values, ABOVE[place])
    how = f"LIES UNDER {names(above)}" if above else f"IS SHUT BY {names([*LEFT[place], *RIGHT[place]])}"
    return f"{tile} {how}.".upper()


def mark_of(values: Sequence[int], place: int) -> str:
    """What shuts a tile, as one sign."""
    left, right, above = (bool(lying(values, side[place])) for side in (LEFT, RIGHT, ABOVE))
    if above:
        return COVERED
    return BETWEEN if left and right else ON_THE_LEFT if left else ON_THE_RIGHT if right else OPEN


def text_board(values: Sequence[int], kinds: Sequence[int], classic: bool) -> list[str]:
    """The highest tiles of all stacks as 17 lines of up to 32 characters: two lines a row, two characters a column."""
    lines = ["  " + "".join(f"{x % 10} " for x in range(1, COLUMNS + 1))]
    for y in range(1, ROWS + 1):
        stacks = [highest(values, x, y) for x in range(1, COLUMNS + 1)]
        cells = [f"{short_name(kinds[place], classic) if place >= 0 else '':2}" for place in stacks]
        marks = [f"{POSITIONS[place][2]}{mark_of(values, place)}" if place >= 0 else "  " for place in stacks]
        lines += [f"{y} " + "".join(cells), "  " + "".join(marks)]
    return [line.rstrip() for line in lines]


def highest(values: Sequence[int], x: int, y: int) -> int:
    """The highest tile of a stack; the top tile counts as one of the stack in column 7, row 4 only."""
    place = top_of(values, x, y)
    if place >= 0 and POSITIONS[place][2] == 5 and (x, y) != (7, 4):
        return next(below for below in BELOW[place] if POSITIONS[below][:2] == (x, y))
    return place


def statistics(totals: Sequence[int]) -> list[str]:
    """The statistics of all times as lines. totals: games, wins, wins without help, the shortest (cs), hints."""
    games, wins, alone, best, hints = totals
    minutes, seconds = divmod(best // 100, 60)
    shortest = f", IN {minutes}:{seconds:02}" if best else ""
    counts = {"GAMES OF ALL TIMES": games, "WON": wins, "WON WITHOUT HELP": f"{alone}{shortest}", "HINTS": hints}
    return [f" {what:19} {count}" for what, count in counts.items()]
