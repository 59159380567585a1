"""Postcards

A menu: choose with the arrows and RETURN, by a number, or with the mouse. Each entry paints a picture.
"""

from collections.abc import Sequence

from retro import Machine
from retro.basic import CLICK, tab, to

# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("UP", "up"), ("DOWN", "down"), ("RETURN", "choose"), ("1-4", "choose"))
RETURN, DOWN, UP = 13, 138, 139  # the codes of keys, the arrows' after *FX 4,1
FIRST_ROW, SPACING = 8, 2  # of the entries


def draw_entry(m: Machine, items: Sequence[str], index: int, chosen: bool) -> None:
    """Print an entry, in a box of its own colour if it is the chosen one."""
    m.colour(131 if chosen else 128)  # 128 and more: the background
    m.colour(0 if chosen else 3)
    m.print(tab(9, FIRST_ROW + SPACING * index), f" {index + 1}  {items[index]:<18}", end="")
    m.colour(128)


def choose(m: Machine, title: str, items: Sequence[str], index: int) -> int:
    """Show a menu with one entry chosen, and return the index of the one that the user takes.

    Copy this function into a program of your own: it knows nothing of the pictures.
    """
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # no text cursor
    m.fx(4, 1)  # the arrows type codes
    m.mouse_on()  # a click types the code CLICK
    m.colour(2)
    m.print(tab(20 - len(title) // 2, 4), title, end="")
    for number in range(len(items)):
        draw_entry(m, items, number, number == index)
    while True:
        key = m.get()
        target = key - 49  # 49 is the code of "1"
        if key == CLICK:
            _, y, _ = m.mouse()
            target = ((799 - y) // 32 - FIRST_ROW) // SPACING
        if 0 <= target < len(items):
            return target
        if key == RETURN:
            return index
        draw_entry(m, items, index, False)
        index = (index + (key == DOWN) - (key == UP)) % len(items)
        draw_entry(m, items, index, True)


# the pictures; MODE 2 has 16 colours, and 160×256 pixels on 1280×1024 graphics units


def fill(m: Machine, colour: int, left: int, bottom: int, right: int, top: int) -> None:
    """Fill a box with a colour."""
    m.gcol(0, colour)
    m.move(left, bottom)
    m.move(right, bottom)
    m.plot(85, left, top)
    m.plot(85, right, top)


def disc(m: Machine, colour: int, x: int, y: int, radius: int) -> None:
    """Fill a circle, row by row."""
    m.gcol(0, colour)
    for row in to(-radius, radius, 4):
        half = (radius * radius - row * row) ** 0.5
        m.move(x - half, y + row)
        m.draw(x + half, y + row)


def rainbow(m: Machine) -> None:
    """Paint a rainbow over a meadow: the largest circle first, each next one over it."""
    fill(m, 4, 0, 0, 1279, 1023)
    for ring, colour in enumerate((1, 3, 2, 6, 5, 4)):  # red, yellow, green, cyan, magenta, and the sky's blue
        disc(m, colour, 640, 230, 600 - 50 * ring)
    fill(m, 2, 0, 0, 1279, 250)


def night(m: Machine) -> None:
    """Paint a town at night: lit windows are there by chance. Colour 11 flashes between yellow and blue."""
    for _ in to(1, 60):
        m.gcol(0, 11 if m.rnd(8) == 1 else 7)
        m.plot(69, m.rnd(1279), 400 + m.rnd(620))
    disc(m, 7, 1000, 840, 100)
    disc(m, 0, 960, 870, 90)
    for left in to(0, 1200, 160):
        height = 160 + 32 * m.rnd(9)
        fill(m, 4, left, 0, left + 143, height)
        for x in to(left + 24, left + 104, 40):
            for y in to(40, height - 56, 64):
                fill(m, 3 if m.rnd(3) == 1 else 0, x, y, x + 15, y + 27)


def sunset(m: Machine) -> None:
    """Paint a sunset at the sea: the sun's light on the waves gets wider towards us."""
    for band, colour in enumerate((5, 1, 1, 3)):
        fill(m, colour, 0, 1023 - 150 * (band + 1), 1279, 1023 - 150 * band)
    disc(m, 7, 640, 440, 190)
    fill(m, 4, 0, 0, 1279, 423)
    m.gcol(0, 3)
    for y in to(8, 416, 16):
        half = 60 + (416 - y) // 2 + m.rnd(80)
        m.move(640 - half + m.rnd(60), y)
        m.draw(640 + half - m.rnd(60), y)


def main(m: Machine) -> None:
    """Show the pictures that the user chooses."""
    pictures = (("Rainbow", rainbow), ("Town at night", night), ("Sunset", sunset))
    items = [*(title for title, _ in pictures), "Quit"]
    index = 0
    while True:
        index = choose(m, "POSTCARDS", items, index)
        if index == len(pictures):
            break
        m.mode(2)
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        pictures[index][1](m)
        m.get()  # a key or a click leads back
    m.mode(7)
