"""The screen and the keys of Mahjong: board, cursor, panel, messages, questions."""

import re
from collections.abc import Iterable, Sequence

from retro import Machine
from retro.basic import CLICK, Escape, chr_s, coloured, spc, tab, word

from . import mahjong
from .rules import board, picture
from .variables import Variables

PANEL = 33  # the column of the panel beside the turtle
PAIRS_ROW = 3  # in it
UPPER_ROW, LOWER_ROW = 22, 24  # of messages
WIDTH = 38  # of a message, between margins of one column
NAMES = {136: "A", 137: "D", 138: "S", 139: "W", 13: " "}  # the cursor keys and RETURN
DARK = picture.BLACK, picture.WHITE  # ground and ink of a tile that is not free
LIFTS, LIFT_TIME = (2, 4, 6), 3  # pixels, and centiseconds, while a tile rises
NAMED = re.compile("[a-z]|SPACE|RETURN")  # keys in a message
MENU = {16: "h HINT", 18: "u UNDO", 20: "k KEYS"}  # rows


def draw_tile(m: Machine, v: Variables, place: int, clip: picture.Box) -> None:
    """Draw a tile, clipped to a box."""
    at, lit = picture.CORNERS[place], place in v.highlighted or place == v.selected
    if picture.is_covered(v.values, place):
        draw_piece(m, at, clip, picture.EDGES, ())
        return
    dark = v.dimmed and not mahjong.is_free(v.values[place])
    ground, ink = (picture.BLUE, picture.WHITE) if lit else DARK if dark else (picture.WHITE, picture.BLACK)
    under_cursor = place == board.top_tile(v.values, v.x, v.y)
    faces = [(picture.FACE, picture.CURSOR), (picture.INNER_FACE, ground)] if under_cursor else [(picture.FACE, ground)]
    shading = () if lit or dark or under_cursor else picture.shading(place)
    beside_top = picture.is_under_top(v.values, place)
    kind = v.kinds[place]
    marks = picture.marks_beside_top(place, kind, v.classic) if beside_top else picture.marks(kind, v.classic)
    draw_piece(m, at, clip, [*picture.WHOLE, *faces], [(shading, picture.BLUE), (marks, ink)])


def refuse(m: Machine, v: Variables, reason: str) -> None:
    """Play a low beep, and show the reason."""
    m.sound(0x11, -15, 20, 3)
    v.message = reason


def deselect(m: Machine, v: Variables) -> None:
    """Drop the selection."""
    previous, v.selected = v.selected, -1
    if previous >= 0:
        paint(m, v, picture.FACES[previous])


def draw_board(m: Machine, v: Variables) -> None:
    """Draw the turtle and the panel."""
    clear(m, v)
    say(m, v, LOWER_ROW, "JUST A LITTLE LONGER...")
    paint(m, v, picture.BOARD)
    show_menu(m, v)
    show_wins(m, v)
    show_count(m, v)
    show_legend(m)
    show_panel(m, 13, "SEED", str(v.seed))


def move_cursor(m: Machine, v: Variables, x: int, y: int) -> None:
    """Move the cursor to column x, row y."""
    before = picture.cursor_box(v.values, v.x, v.y)
    v.x, v.y = x, y
    paint_cursor(m, v, before)


def show_wins(m: Machine, v: Variables) -> None:
    """Show wins and games."""
    show_panel(m, 6, "WINS", f"{v.wins}/{v.games}")


def show_menu(m: Machine, v: Variables) -> None:
    """Show the keys; after a game, all but the first one."""
    for row, text in MENU.items():
        shown = text if v.playing or row > min(MENU) else ""
        v.clickable[row] = spc(PANEL) + shown
        m.print(tab(PANEL, row), f"{shown:6}", end="")


def read_answer(m: Machine, v: Variables) -> str:
    """Wait for a key as `read_key` does; ESCAPE does not end the program, but is a key."""
    try:
        return read_key(m, v)
    except Escape:
        return "ESCAPE"


def show_count(m: Machine, v: Variables) -> None:
    """Show the number of tiles."""
    show_panel(m, 0, "TILES", str(v.tiles))
    show_pairs(m, v)
    show_level(m, v)


# ours: boxes, tiles, messages


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


def lift_off(m: Machine, v: Variables, place: int) -> None:
    """Draw a tile that was just taken as it rises and is gone."""
    x, y = picture.CORNERS[place]
    left, top, right, bottom = picture.AREAS[place]
    clip = left, top - LIFTS[-1], right, bottom
    tile, marks = [*picture.WHOLE, (picture.FACE, picture.BLUE)], picture.marks(v.kinds[place], v.classic)
    for lift in LIFTS:
        paint(m, v, clip)
        m.vdu(5)
        draw_piece(m, (x, y - lift), clip, tile, [(marks, picture.WHITE)])
        m.vdu(4, 26)
        end = m.time + LIFT_TIME
        while m.time < end:
            pass
    paint(m, v, clip)


def highlight(m: Machine, v: Variables, places: Sequence[int]) -> None:
    """Highlight these tiles and no others."""
    previous, v.highlighted = v.highlighted, frozenset(places)
    for place in sorted(previous ^ v.highlighted):
        paint(m, v, picture.FACES[place])


def select(m: Machine, v: Variables, place: int) -> None:
    """Select a tile."""
    v.selected = place
    paint(m, v, picture.FACES[place])


def clip_to(m: Machine, box: picture.Box) -> None:
    """Clip drawing to a box."""
    left, top, right, bottom = box
    m.vdu(24, *word(4 * left, 796 - 4 * bottom, 4 * right, 796 - 4 * top))


def fill(m: Machine, box: picture.Box, at: tuple[int, int], clip: picture.Box, colour: int) -> None:
    """Fill a box moved by `at`, clipped to another."""
    part = picture.intersection(picture.translated(box, *at), clip)
    if part:
        clip_to(m, part)
        m.gcol(0, 128 + colour)
        m.clg()


def draw_piece(
    m: Machine,
    at: tuple[int, int],
    clip: picture.Box,
    boxes: Sequence[tuple[picture.Box, int]],
    writing: Iterable[tuple[Sequence[picture.Mark], int]],
) -> None:
    """Draw a tile at a corner, clipped to a box: its boxes from the lowest to the highest, then (characters, ink)."""
    filling = [
        number
        for number, (box, _) in enumerate(boxes)
        if picture.intersection(picture.translated(box, *at), clip) == clip
    ]
    for box, colour in boxes[max(filling, default=0) :]:
        fill(m, box, at, clip, colour)
    clip_to(m, clip)
    for marks, ink in writing:
        write(m, at, marks, ink)


def write(m: Machine, at: tuple[int, int], marks: Sequence[picture.Mark], ink: int) -> None:
    """Draw characters, each at so many pixels right and down of a corner."""
    m.gcol(0, ink)
    for code, right, down in marks:
        m.move(4 * (at[0] + right), 796 - 4 * (at[1] + down))
        m.vdu(code)


def draw_title(m: Machine) -> None:
    """Draw MAHJONG in tiles, and below it all 36 signs."""
    tile = (*picture.WHOLE, (picture.FACE, picture.WHITE))
    m.vdu(5)
    for at, sign in picture.tile_row(picture.NAME, 12):
        draw_piece(m, at, picture.SCREEN, tile, [(picture.tall_marks(sign), picture.BLACK)])
    clip_to(m, picture.SCREEN)
    for row, signs in enumerate(picture.SIGN_ROWS):
        for at, sign in picture.tile_row(signs, 52 + 18 * row):
            write(m, at, picture.tall_marks(sign), picture.WHITE)
    m.vdu(4, 26)


def steady(m: Machine) -> None:
    """Stop the flashing of the cursor's colour."""
    m.vdu(19, picture.CURSOR, 3, 0, 0, 0)


def show_panel(m: Machine, row: int, label: str, value: str) -> None:
    """Show a label and a value in the panel; an empty value clears both."""
    m.print(tab(PANEL, row), f"{label:7}", tab(min(PANEL, 40 - len(value)), row + 1), end="")
    m.print(coloured(128 + (picture.BLUE if value else picture.BLACK), f"{value:6}", 128), end="")


def clear(m: Machine, v: Variables) -> None:
    """Clear the screen, and forget what can be clicked."""
    steady(m)
    m.cls()
    v.clickable.clear()


def say(m: Machine, v: Variables, row: int, text: str) -> None:
    """Show a message in a row; its small letters are keys that can be clicked."""
    if v.clickable.get(row) != f" {text}":
        v.clickable[row] = f" {text}"
        m.print(tab(1, row), f"{text:{WIDTH}.{WIDTH}}", end="")


def read_key(m: Machine, v: Variables) -> str:
    """Wait for a key, and return it as a capital; a click on a small letter, SPACE or RETURN is it, else "CLICK"."""
    code = m.get()
    if code != CLICK:
        return NAMES.get(code) or chr_s(code).upper()
    x, y, _ = m.mouse()
    v.click = x // 4, 199 - y // 4
    text = v.clickable.get(v.click[1] // 8, "")
    named = [found[0] for found in NAMED.finditer(text) if found.start() <= x // 32]
    return "CLICK" if not named else named[-1].upper() if len(named[-1]) == 1 else " "


def show_pairs(m: Machine, v: Variables) -> None:
    """Show the number of pairs, if the player has asked for it."""
    shown = ("PAIRS", str(len(board.pairs(v.values, v.kinds)))) if v.show_pair_count else ("", "")
    show_panel(m, PAIRS_ROW, *shown)


def show_level(m: Machine, v: Variables) -> None:
    """Show below the legend the levels, that of the tile under the cursor on white."""
    place = board.top_tile(v.values, v.x, v.y)
    at = mahjong.POSITIONS[place][2] if place >= 0 else 0
    for level in range(1, mahjong.LEVELS + 1):
        ink, ground = (picture.BLACK, picture.WHITE) if level == at else (picture.WHITE, picture.BLACK)
        m.print(
            tab(PANEL - 1 + level, 11), coloured(128 + ground, coloured(ink, str(level), picture.WHITE), 128), end=""
        )


def show_legend(m: Machine) -> None:
    """Show how tiles of each level are shaded."""
    shades = "".join(chr_s(picture.SHADE + level) for level in range(mahjong.LEVELS))
    legend = coloured(128 + picture.WHITE, coloured(picture.BLUE, shades, picture.WHITE), 128)
    m.print(tab(PANEL, 9), "LEVEL", tab(PANEL, 10), legend, end="")
