"""The screen of Mahjong in words, for people who do not see it."""

from collections.abc import Iterable

from .mahjong import POSITIONS
from .rules import board, descriptions
from .screen import LOWER_ROW, MENU, UPPER_ROW
from .variables import Variables


def screen_words(v: Variables) -> str:
    """Return the messages, the tile under the cursor, and the tiles that are marked; "" on pages of text."""
    row, text = max(MENU.items())
    if text not in v.clickable.get(row, ""):
        return ""
    messages = [" ".join(v.clickable.get(row, "").split()) for row in (UPPER_ROW, LOWER_ROW)]
    marked = {"Selected": [v.selected] if v.selected >= 0 else [], "Shown": sorted(v.highlighted)}
    shown = [f"{name}: {tiles_words(v, places)}." for name, places in marked.items() if places]
    return "\n".join([*filter(None, messages), *shown, cursor_words(v), f"{v.tiles} tiles are left."])


def cursor_words(v: Variables) -> str:
    """Return what lies under the cursor, and whether it is free."""
    place = board.top_tile(v.values, v.x, v.y)
    if place < 0:
        return f"Column {v.x}, row {v.y}: no tile."
    name = descriptions.tile_name(v.kinds[place], v.classic).capitalize()
    why = descriptions.why_blocked(v.values, v.kinds, place, v.classic)
    return f"Column {v.x}, row {v.y}: {name}, level {POSITIONS[place][2]}, {f'not free. {why}' if why else 'free.'}"


def tiles_words(v: Variables, places: Iterable[int]) -> str:
    """Return names and places of tiles."""

    def words(place: int) -> str:
        x, y, _ = POSITIONS[place]
        return f"{descriptions.tile_name(v.kinds[place], v.classic).capitalize()} at column {x}, row {y}"

    return "; ".join(map(words, places))
