"""The screen and the keys of Mahjong: board, cursor, panel, messages."""

import re
from collections.abc import Iterable

from retro import Machine
from retro.basic import CLICK, chr_s, coloured, date_text, spc, tab, word

from . import mahjong
from .rules import board, picture
from .rules.descriptions import clock
from .variables import Variables

PANEL = 33  # the column of the panel beside the turtle
TILES_ROW, TIME_ROW, BEST_ROW, DEAL_ROW, PAIRS_ROW = 0, 3, 6, 9, 12  # in it
UPPER_ROW, LOWER_ROW = 22, 24  # of messages
WIDTH = 38  # of a message, between margins of one column
NAMES = {136: "A", 137: "D", 138: "S", 139: "W", 13: " ", 27: "ESCAPE"}  # the cursor keys, RETURN and ESCAPE
THICK, UPRIGHT = 2, 3  # the sides of the cursor, in pixels
MOST_BOXES = 20  # that are painted one by one; else the whole board is
LIFTS, LIFT_TIME = (2, 4, 6), 3  # pixels, and centiseconds, while a tile rises
NAMED = re.compile(r"(?<!\S)[a-z?]|ARROWS|SPACE|ESCAPE")  # keys in a message
LOWER_TILES = 9  # of the picture of the front page; three more lie upon them
PICTURE = (1, 12, 23, 28, 33, 29, 16, 5, 25, 32, 34, 10)  # the kinds of its tiles
MENU = {15: "h HINT", 17: "u UNDO", 19: "? KEYS", 21: "q BACK"}  # rows
SECOND = 100  # centiseconds


def open_screen(m: Machine) -> None:
    """Set up the screen, the characters, the repeat of the keys and the mouse."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(19, picture.BLUE, 4, 0, 0, 0, 19, picture.RED, 1, 0, 0, 0)
    m.screen.stand_ins.update(picture.STAND_INS)
    for call, value in ((4, 1), (11, 25), (229, 1)):
        m.fx(call, value)
    m.mouse_on()
    m.define_tall()
    for code, shape, _ in picture.SHAPES:
        m.vdu(23, code, *shape)


def draw_layouts(m: Machine, v: Variables) -> None:
    """Draw the page shown during a deal: the layout, and unless the game is the daily one all layouts, small."""
    title = f"YOUR {board.LAYOUTS[v.layout].upper()} APPROACHES..."
    m.print(tab(6, 3), f"{title:^28}", tab(8, 5), "BY CHARLIE & JIM GERRIE", tab(14, UPPER_ROW), spc(13), end="")
    for number, layout in enumerate([] if v.daily else board.LAYOUT_OF_LEVEL):
        for box, colour in picture.miniature(board.values_without(board.ABSENT[layout])):
            fill(m, box, (picture.MINIATURE * number + 4, 72), picture.SCREEN, colour)
        m.vdu(26)
        name, best = f"{board.LAYOUTS[layout].upper():^10}", v.fastest(layout)
        paper = 128 + picture.RED * (layout == v.layout)
        m.print(tab(10 * number, 17), coloured(paper, name, 128), tab(10 * number, 18), end="")
        m.print(f"{clock(best) if best else '':^10}", tab(8, 20), "ARROWS CHOOSE MEANWHILE", end="")


def refuse(m: Machine, v: Variables, reason: str) -> None:
    """Play a low beep, and show the reason."""
    m.sound(0x11, -15, 20, 3)
    v.message = reason


def draw_board(m: Machine, v: Variables) -> None:
    """Clear the screen, and draw what `draw` does not."""
    m.vdu(26, 12)
    m.colour(picture.WHITE)
    v.looks.clear()
    say(m, v, LOWER_ROW, "JUST A LITTLE LONGER...")
    for row, text in MENU.items():
        say(m, v, row, text, PANEL)
    show_panel(m, TIME_ROW, "TIME", clock(m.time))
    best = v.times.get((v.layout, v.seed)) or v.fastest(v.layout)
    show_panel(m, BEST_ROW, "BEST", clock(best) if best else "")
    show_panel(m, DEAL_ROW, *(("TODAY", date_text(v.day)) if v.daily else ("DEAL", str(v.seed))))


def show_panel(m: Machine, row: int, label: str, value: str) -> None:
    """Show a label and a value in the panel; an empty value erases both."""
    m.print(tab(PANEL, row), f"{label if value else '':7}", tab(PANEL, row + 1), end="")
    m.print(coloured(128 + (picture.BLUE if value else picture.BLACK), f"{value:6}", 128), end="")


# boxes and tiles


def draw(m: Machine, v: Variables) -> None:
    """Draw the tiles that have changed, the cursor if it has moved, and the numbers of tiles and pairs."""
    before, lying = v.looks, (place for place, value in enumerate(v.values) if value != mahjong.GONE)
    v.looks = {picture.BOXES[place]: look(v, place) for place in lying}
    v.looks[picture.cursor_box(v.values, v.x, v.y)] = False, ()
    changed = sorted({box for box, _ in before.items() ^ v.looks.items()})
    for box in changed if len(changed) <= MOST_BOXES else [picture.BOARD]:
        paint(m, v, box)
    show_panel(m, TILES_ROW, "TILES", str(v.tiles))
    show_panel(m, PAIRS_ROW, "PAIRS", str(len(board.pairs(v.values, v.kinds))) if v.show_pair_count else "")


def look(v: Variables, place: int) -> picture.Look:
    """Return how the tile on a place looks."""
    lit = place in v.highlighted or place == v.selected
    beside_top = place in mahjong.BELOW[mahjong.TOP] and v.values[mahjong.TOP] != mahjong.GONE
    marks = picture.marks(v.kinds[place], v.classic, place if beside_top else -1)
    dimmed = v.dimmed and not lit and not mahjong.is_free(v.values[place])
    return lit, picture.DITHERED + marks if dimmed else marks


def paint(m: Machine, v: Variables, clip: picture.Box) -> None:
    """Redraw everything in a box."""
    fill(m, clip, (0, 0), clip, picture.BLACK)
    for place in picture.DRAWN:
        box = picture.BOXES[place]
        if box in v.looks and picture.intersection(box, clip):
            draw_tile(m, picture.CORNERS[place], clip, *v.looks[box])
    left, top, right, bottom = picture.cursor_box(v.values, v.x, v.y)
    upper, lower = (left, top, right, top + THICK - 1), (left, bottom - THICK + 1, right, bottom)
    for side in (upper, lower, (left, top, left + UPRIGHT - 1, bottom), (right - UPRIGHT + 1, top, right, bottom)):
        fill(m, side, (0, 0), clip, picture.RED)
    m.vdu(26)


def lift_off(m: Machine, v: Variables, place: int) -> None:
    """Animate a removed tile, which rises and disappears."""
    x, y = picture.CORNERS[place]
    left, top, right, bottom = picture.BOXES[place]
    clip = left, top - LIFTS[-1], right, bottom
    for lift in LIFTS:
        paint(m, v, clip)
        draw_tile(m, (x, y - lift), clip, True, picture.marks(v.kinds[place], v.classic))
        end = m.time + LIFT_TIME
        while m.time < end:
            pass
    paint(m, v, clip)


def draw_tile(m: Machine, at: tuple[int, int], clip: picture.Box, lit: bool, marks: Iterable[picture.Mark]) -> None:
    """Draw a tile at a corner, clipped to a box: blue with white marks if it is lit."""
    for box, colour in (*picture.EDGES, (picture.FACE, picture.BLUE if lit else picture.WHITE)):
        fill(m, box, at, clip, colour)
    clip_to(m, clip)
    m.vdu(5)
    for code, right, down, ink in marks:
        m.gcol(0, picture.WHITE if lit else ink)
        m.move(4 * (at[0] + right), 796 - 4 * (at[1] + down))
        m.vdu(code)
    m.vdu(4, 26)


def fill(m: Machine, box: picture.Box, at: tuple[int, int], clip: picture.Box, colour: int) -> None:
    """Fill a box moved by `at`, clipped to another."""
    part = picture.intersection(picture.translated(box, *at), clip)
    if part:
        clip_to(m, part)
        m.gcol(0, 128 + colour)
        m.clg()


def clip_to(m: Machine, box: picture.Box) -> None:
    """Clip drawing to a box."""
    left, top, right, bottom = box
    m.vdu(24, *word(4 * left, 796 - 4 * bottom, 4 * right, 796 - 4 * top))


# messages and keys


def say(m: Machine, v: Variables, row: int, text: str, column: int = 1) -> None:
    """Show a message in a row from a column on. Its small letters name keys, which are red, and can be clicked."""
    if v.clickable.get(row) != " " * column + text:
        v.clickable[row] = " " * column + text
        padded = text[:WIDTH].ljust(WIDTH + 1 - column)
        m.print(tab(column, row), NAMED.sub(lambda key: coloured(picture.RED, key[0].upper()), padded), end="")


def read_key(m: Machine, v: Variables) -> str:
    """Wait for a key, with the clock going, and return its capital; for a click the key clicked, else "CLICK"."""
    while (code := m.inkey(SECOND - m.time % SECOND)) < 0:
        show_panel(m, TIME_ROW, "TIME", clock(m.time))
    if code != CLICK:
        return NAMES.get(code) or chr_s(code).upper()
    x, y, _ = m.mouse()
    v.click = x // 4, 199 - y // 4
    text = v.clickable.get(v.click[1] // 8, "")
    named = [found[0] for found in NAMED.finditer(text) if found.start() <= x // 32]
    return {"SPACE": " ", "ARROWS": "CLICK"}.get(named[-1], named[-1].upper()) if named else "CLICK"


def draw_picture(m: Machine, row: int) -> None:
    """Draw tiles on five rows of characters from this one on, for the front page."""
    for index, kind in enumerate(PICTURE):
        upper = index >= LOWER_TILES
        x = 96 + picture.WIDE * (index + 3 - LOWER_TILES) - picture.AWAY if upper else 96 + picture.WIDE * index
        y = 8 * row + 12 - picture.UP * upper
        draw_tile(m, (x, y), picture.SCREEN, False, picture.marks(kind, classic=True))
