"""Mahjong in words: the names of the tiles, what blocks them, the board as text, the keys, the statistics."""

import re
from collections.abc import Sequence

from ..mahjong import ABOVE, COLUMNS, GONE, LEFT, POSITIONS, RIGHT, ROWS, SHUT, SIGNS, TILES, top_place
from .picture import RANKS, WINDS

SUIT_LETTERS = "boc"  # as in a terminal
OTHERS: tuple[str, ...] = (*WINDS, "R", "G", "D", "F", "*")
CLASSIC_NAMES = (
    *(f"{rank} OF {suit}" for suit in ("BAMBOO", "CIRCLES", "CHARACTERS") for rank in RANKS),
    *(f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")),
    *(f"{dragon} DRAGON" for dragon in ("RED", "GREEN", "WHITE")),
    "FLOWER",
    "SEASON",
)
BESIDE, COVERED = "-><x", "^"  # open, a neighbour on the right, on the left, on both sides; a tile above
KEYS = """ W A S D, arrows  move
 SPACE, RETURN    choose, take a pair
 the mouse        takes what it clicks
 N new game: any deal, this one, or by
   its number (B is this one, too)
 H hint, pair by pair    U undo
 C can it still be won?  I take again
 F all free tiles        M mix the rest
 E equal tiles           O save
 P number of pairs       L load
 T other pictures        Q or R quit
 X blocked tiles dark    ? or K help
 V the board as text

 Take pairs of tiles that are free:
   nothing on them, left or right open

""".splitlines()
LEGEND = """  Under each tile: its level, and
  - open, < or > a neighbour there,
  x shut on both sides, ^ covered""".splitlines()


def with_small_keys(line: str) -> str:
    """Return a line of KEYS in capitals, and its keys, the capitals that stand alone, in small letters."""
    keys = {found.start() for found in re.finditer(r"(?<!\S)[A-Z](?![^\s,])", line)}
    return "".join(sign.lower() if at in keys else sign.upper() for at, sign in enumerate(line))


def tile_name(kind: int, classic: bool) -> str:
    """Return the name of a kind."""
    return CLASSIC_NAMES[kind - 1] if classic else SIGNS[kind - 1]


def short_name(kind: int, classic: bool) -> str:
    """Return the name of a kind in one or two characters: K, or 5b for the five of bamboo, E for an east wind."""
    if not classic:
        return SIGNS[kind - 1]
    if kind <= len(SUIT_LETTERS) * len(RANKS):
        suit, rank = divmod(kind - 1, len(RANKS))
        return RANKS[rank] + SUIT_LETTERS[suit]
    return OTHERS[kind - 28]


def present_among(values: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return those of the places whose tile is still on the board."""
    return [place for place in places if values[place] != GONE]


def why_blocked(values: Sequence[int], kinds: Sequence[int], place: int, classic: bool) -> str:
    """Return why a tile is not free: "K IS SHUT BY 7 AND 2." or "K LIES UNDER 5."; "" if it is free."""
    if values[place] < SHUT:
        return ""

    def names(places: Sequence[int]) -> str:
        return " AND ".join(short_name(kinds[near], classic) for near in present_among(values, places))

    tile = short_name(kinds[place], classic)
    above = present_among(values, ABOVE[place])
    reason = f"LIES UNDER {names(above)}" if above else f"IS SHUT BY {names([*LEFT[place], *RIGHT[place]])}"
    return f"{tile} {reason}.".upper()


def blocking_mark(values: Sequence[int], place: int) -> str:
    """Return one sign for what blocks a tile."""
    left, right, above = (bool(present_among(values, side[place])) for side in (LEFT, RIGHT, ABOVE))
    return COVERED if above else BESIDE[2 * left + right]


def text_board(values: Sequence[int], kinds: Sequence[int], classic: bool) -> list[str]:
    """Return the highest tiles as 17 lines of up to 32 characters: two lines a row, two characters a column."""
    lines = ["  " + "".join(f"{x % 10} " for x in range(1, COLUMNS + 1))]
    for y in range(1, ROWS + 1):
        stacks = [top_place(values, x, y) for x in range(1, COLUMNS + 1)]
        cells = [f"{short_name(kinds[place], classic) if place < TILES else '':2}" for place in stacks]
        marks = [f"{POSITIONS[place][2]}{blocking_mark(values, place)}" if place < TILES else "  " for place in stacks]
        lines += [f"{y} " + "".join(cells), "  " + "".join(marks)]
    return [line.rstrip() for line in lines]


def clock(time: int) -> str:
    """Return centiseconds as minutes and seconds."""
    minutes, seconds = divmod(time // 100, 60)
    return f"{minutes}:{seconds:02}"


def statistics(totals: Sequence[int]) -> list[str]:
    """Return the statistics as lines. totals: games, wins, wins without help, the shortest of these (cs), hints."""
    games, wins, unaided, best, hints = totals
    shortest = f", IN {clock(best)}" if best else ""
    counts = {"GAMES OF ALL TIMES": f"{games}, WON {wins}", "WON WITHOUT HELP": f"{unaided}{shortest}", "HINTS": hints}
    return [f" {label:19} {count}" for label, count in counts.items()]
