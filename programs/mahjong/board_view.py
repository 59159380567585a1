"""The board of Mahjong on the screen: tiles, cursor, panel, questions. Most of it are subroutines of the original."""

from __future__ import annotations

from collections.abc import Sequence

from retro import Machine
from retro.basic import spc, tab

from .rules import board, picture
from .screen import (
    LOWER_ROW,
    PANEL,
    clear,
    draw_piece,
    fill,
    read_key,
    say,
    show_legend,
    show_level,
    show_pairs,
    show_panel,
    steady,
)
from .variables import Variables

MENU = {17: "h HELP", 18: "u UNDO", 19: "r QUIT", 20: "o SAVE", 21: "l LOAD", 22: "k KEYS"}  # rows


def draw_tile(m: Machine, v: Variables, place: int, clip: picture.Box) -> None:
    """Draw a tile, clipped to a box. Lines 6-8.  Documented; the picture ours."""
    at, lit = picture.CORNERS[place], place in v.highlighted or place == v.selected
    if picture.is_covered(v.values, place):
        draw_piece(m, at, clip, picture.EDGES, ())
        return
    ground, ink = (picture.BLUE, picture.WHITE) if lit else (picture.WHITE, picture.BLACK)
    under_cursor = place == board.top_tile(v.values, v.x, v.y)
    faces = [(picture.FACE, picture.CURSOR), (picture.INNER_FACE, ground)] if under_cursor else [(picture.FACE, ground)]
    shading = () if lit or under_cursor else picture.shading(place)
    marks = picture.marks(v.kinds[place], v.classic)
    draw_piece(m, at, clip, [*picture.WHOLE, *faces], [(shading, picture.BLUE), (marks, ink)])


def refuse(m: Machine, v: Variables, reason: str) -> None:
    """Play a low beep, and show the reason. Line 9.  Documented; the reason ours."""
    m.sound(0x11, -15, 20, 3)
    v.message = reason


def deselect(m: Machine, v: Variables) -> None:
    """Drop the selection. Lines 10-11.  Documented."""
    previous, v.selected = v.selected, -1
    if previous >= 0:
        paint(m, v, picture.FACES[previous])


def draw_board(m: Machine, v: Variables) -> None:
    """Draw the turtle and the panel. Lines 80-96.  Documented; the panel instead of a key ours."""
    clear(m, v)
    say(m, v, LOWER_ROW, "JUST A LITTLE LONGER...")
    paint(m, v, picture.BOARD)
    show_menu(m, v)
    show_wins(m, v)
    show_count(m, v)
    show_legend(m)
    show_panel(m, 14, "SEED", str(v.seed))


def move_cursor(m: Machine, v: Variables, x: int, y: int) -> None:
    """Move the cursor to column x, row y. Lines 130-179.  Documented."""
    before = picture.cursor_box(v.values, v.x, v.y)
    v.x, v.y = x, y
    paint_cursor(m, v, before)


def show_wins(m: Machine, v: Variables) -> None:
    """Show wins and games. Lines 577-597.  Documented."""
    show_panel(m, 8, "WINS", f"{v.wins}/{v.games}")


def show_menu(m: Machine, v: Variables) -> None:
    """Show the keys. Lines 577-597.  Documented; three of them ours."""
    for row, text in MENU.items():
        v.clickable[row] = spc(PANEL) + text
        m.print(tab(PANEL, row), text, end="")


def ask_sure(m: Machine, v: Variables) -> bool:
    """Ask for confirmation. Lines 577-597.  Documented."""
    say(m, v, LOWER_ROW, "ARE YOU SURE? (y/n)")
    return yes_or_no(m, v) == "Y"


def yes_or_no(m: Machine, v: Variables, more: str = "") -> str:
    """Wait for Y, N or one of these keys. Lines 700-730.  Documented."""
    steady(m)
    while True:
        key = read_key(m, v)
        if key in ("Y", "N", *more):
            return key


def show_count(m: Machine, v: Variables) -> None:
    """Show the number of tiles. Line 880.  Documented; pairs and level ours."""
    show_panel(m, 2, "TILES", str(v.tiles))
    show_pairs(m, v)
    show_level(m, v)


# ours


def paint(m: Machine, v: Variables, clip: picture.Box) -> None:
    """Draw everything within a box."""
    places = picture.visible_tiles(v.values, clip)
    m.vdu(5)
    if not (places and picture.face_fills(v.values, places[0], clip)):
        fill(m, clip, (0, 0), clip, picture.BLACK)
        if board.top_tile(v.values, v.x, v.y) < 0:
            at = picture.corner(v.x, v.y, 1)
            fill(m, picture.FRAME, at, clip, picture.CURSOR)
            fill(m, picture.INNER_FRAME, at, clip, picture.BLACK)
    for place in places:
        draw_tile(m, v, place, clip)
    m.vdu(4, 26)


def paint_cursor(m: Machine, v: Variables, before: picture.Box) -> None:
    """Draw the cursor, if it has moved."""
    after = picture.cursor_box(v.values, v.x, v.y)
    if after != before:
        paint(m, v, before)
        paint(m, v, after)
        show_level(m, v)


def highlight(m: Machine, v: Variables, places: Sequence[int]) -> None:
    """Highlight these tiles and no others."""
    previous, v.highlighted = v.highlighted, frozenset(places)
    for place in sorted(previous ^ v.highlighted):
        paint(m, v, picture.FACES[place])


def select(m: Machine, v: Variables, place: int) -> None:
    """Select a tile."""
    v.selected = place
    paint(m, v, picture.FACES[place])
