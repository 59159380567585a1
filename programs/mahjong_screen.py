"""What Mahjong draws and asks with: boxes of pixels, pieces, messages, keys; and the numbers of its deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro import Machine
from retro.basic import CLICK, chr_s, tab, word

from .rules import mahjong as rules
from .rules import mahjong_picture as picture
from .rules.mahjong_tape import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .mahjong import Variables

PANEL = 33  # column of what stands beside the turtle
UPPER_ROW, LOWER_ROW = 23, 24  # of messages
WIDTH = 39  # of a message: a character in the fortieth column of the last row would scroll the screen
NAMES = {136: "A", 137: "D", 138: "S", 139: "W", 13: " "}  # the cursor keys and RETURN


def window(m: Machine, box: picture.Box) -> None:
    """Let only this box be drawn in."""
    left, top, right, bottom = box
    m.vdu(24, *word(4 * left, 796 - 4 * bottom, 4 * right, 796 - 4 * top))


def fill(m: Machine, box: picture.Box, at: tuple[int, int], clip: picture.Box, colour: int) -> None:
    """Fill a box, moved so far, as far as it lies within another."""
    part = picture.common(picture.moved(box, *at), clip)
    if part:
        window(m, part)
        m.gcol(0, 128 + colour)
        m.clg()


def piece(
    m: Machine,
    at: tuple[int, int],
    clip: picture.Box,
    boxes: Sequence[tuple[picture.Box, int]],
    marks: Sequence[picture.Mark],
    ink: int,
) -> None:
    """A tile anywhere, as far as it lies within a box: its boxes, one upon the other, and what is written on it."""
    filling = [number for number, (box, _) in enumerate(boxes) if picture.common(picture.moved(box, *at), clip) == clip]
    for box, colour in boxes[max(filling, default=0) :]:
        fill(m, box, at, clip, colour)
    if marks:
        window(m, clip)
        write(m, at, marks, ink)


def write(m: Machine, at: tuple[int, int], marks: Sequence[picture.Mark], ink: int) -> None:
    """Characters, each so many pixels right and down of a corner."""
    m.gcol(0, ink)
    for code, right, down in marks:
        m.move(4 * (at[0] + right), 796 - 4 * (at[1] + down))
        m.vdu(code)


def draw_title(m: Machine) -> None:
    """MAHJONG in tiles, and below it all 36 signs."""
    tile = (*picture.WHOLE, (picture.FACE, picture.WHITE))
    m.vdu(5)
    for at, sign in picture.spread(picture.NAME, 22):
        piece(m, at, picture.SCREEN, tile, picture.tall(sign), picture.BLACK)
    window(m, picture.SCREEN)
    for row, signs in enumerate(picture.SIGN_ROWS):
        for at, sign in picture.spread(signs, 62 + 20 * row):
            write(m, at, picture.tall(sign), picture.WHITE)
    m.vdu(4, 26)


def steady(m: Machine) -> None:
    """The cursor's colour does not flash."""
    m.vdu(19, picture.CURSOR, 3, 0, 0, 0)


def pause(m: Machine, centiseconds: int) -> None:
    """Wait, but leave the keys alone."""
    start = m.time
    while m.time < start + centiseconds:
        pass


def panel(m: Machine, row: int, label: str, text: str) -> None:
    """A heading beside the turtle, and below it what it is; without a text neither."""
    m.print(tab(PANEL, row), f"{label:7}", tab(min(PANEL, 40 - len(text)), row + 1), end="")
    m.colour(128 + (picture.BLUE if text else picture.BLACK))
    m.print(f"{text:6}", end="")
    m.colour(128 + picture.BLACK)


def clear(m: Machine, v: Variables) -> None:
    """An empty screen, with nothing on it to click on."""
    steady(m)
    m.cls()
    v.lines.clear()


def say(m: Machine, v: Variables, row: int, text: str) -> None:
    """A message in a row; its small letters are keys, and can be clicked on."""
    if v.lines.get(row) != text:
        v.lines[row] = text
        m.print(tab(0, row), f"{text:{WIDTH}.{WIDTH}}", end="")


def read_key(m: Machine, v: Variables) -> str:
    """A key as a capital letter or sign; a click on a small letter is that key, any other is "CLICK"."""
    code = m.get()
    if code != CLICK:
        return NAMES.get(code) or chr_s(code).upper()
    x, y, _ = m.mouse()
    v.click = x // 4, 199 - y // 4
    letters = [sign for sign in v.lines.get(v.click[1] // 8, "")[: x // 32 + 1] if sign.islower()]
    return letters[-1].upper() if letters else "CLICK"


def show_pairs(m: Machine, v: Variables) -> None:
    """The number of pairs, if it is wanted."""
    if v.counting:
        panel(m, 5, "PAIRS", str(len(rules.pairs(v.values, v.kinds))))
    else:
        panel(m, 5, "", "")


def show_level(m: Machine, v: Variables) -> None:
    """The level of the tile under the cursor."""
    place = rules.top_of(v.values, v.x, v.y)
    panel(m, 11, "LEVEL", str(rules.POSITIONS[place][2]) if place >= 0 else "-")


def first_seed(m: Machine) -> int:
    """The number that the machine was started with: RND(0) still shows it, as RND(-seed) has left it."""
    low = int.from_bytes(int(m.rnd(0) * 2**32).to_bytes(4, "big"), "little")
    return -low & LARGEST or 1


def any_seed(m: Machine) -> int:
    """Another number, by the time the last game took."""
    m.rnd(-1 - m.time % 1_000_000 - m.rnd(9999))
    return m.rnd(99999)
