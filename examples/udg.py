"""Apples

Characters of your own that move: catch the falling apples. The left and right arrows carry the basket.
"""

from dataclasses import dataclass

from retro import Machine
from retro.basic import chr_s, string_s, tab, to

# VDU 23 defines a character: its code, then eight rows of eight pixels, each row a number from 0 to 255.
# `retro udg FILE.py` changes such lines with the arrows or the mouse.
APPLE = chr_s(224)
BASKET = chr_s(225) + chr_s(226)
GRASS = chr_s(227)
LEFT_HELD, RIGHT_HELD = -26, -122  # the numbers of the arrow keys for INKEY
# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("LEFT", "the basket to the left"), ("RIGHT", "to the right"))
TOP, GROUND = 2, 22  # rows
MOST_MISSED = 5


@dataclass(slots=True)
class Variables:
    """The program's variables, which study shows with these remarks."""

    X: int = 19  # X%  column of the basket
    AX: int = 0  # AX%  column of the apple
    AY: int = 0  # AY%  row of the apple
    CAUGHT: int = 0  # CAUGHT%  apples in the basket
    MISSED: int = 0  # MISSED%  apples on the ground


def draw_garden(m: Machine) -> None:
    """Clear the screen, define the characters and draw what does not move."""
    m.mode(7)
    m.vdu(23, 224, 12, 8, 54, 127, 127, 127, 62, 28)
    m.vdu(23, 225, 255, 213, 106, 85, 42, 53, 31, 0)
    m.vdu(23, 226, 255, 171, 86, 170, 84, 172, 248, 0)
    m.vdu(23, 227, 0, 0, 34, 85, 255, 255, 255, 255)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # no text cursor
    m.vdu(19, 2, 2, 0, 0, 0)  # logical colour 2 is green here
    m.colour(2)
    m.print(tab(0, GROUND + 1), string_s(40, GRASS), end="")


def drop_apple(m: Machine, v: Variables) -> None:
    """Let a new apple hang at the top, and show how many there have been."""
    v.AX, v.AY = m.rnd(40) - 1, TOP
    m.colour(3)
    m.print(tab(1, 0), "Caught ", v.CAUGHT, tab(30, 0), "Missed ", v.MISSED, end="")


def move_basket(m: Machine, v: Variables) -> None:
    """Move the basket while an arrow key is held: INKEY of a key's number is -1 then, and else 0."""
    step = m.inkey(LEFT_HELD) - m.inkey(RIGHT_HELD)
    m.print(tab(v.X, GROUND), "  ", end="")
    v.X = min(38, max(0, v.X + step))
    m.colour(3)
    m.print(tab(v.X, GROUND), BASKET, end="")


def move_apple(m: Machine, v: Variables) -> None:
    """Let the apple fall by a row; in the basket or on the ground a new one begins to fall."""
    m.print(tab(v.AX, v.AY), " ", end="")
    v.AY += 1
    if v.AY < GROUND:
        m.colour(1)
        m.print(tab(v.AX, v.AY), APPLE, end="")
        return
    if v.AX in (v.X, v.X + 1):
        v.CAUGHT += 1
        m.sound(1, -10, 120 + v.CAUGHT, 1)
    else:
        v.MISSED += 1
        m.sound(0, -10, 4, 3)
    drop_apple(m, v)


def play(m: Machine, v: Variables) -> None:
    """Play until too many apples have been missed. The more are caught, the faster they fall."""
    draw_garden(m)
    drop_apple(m, v)
    while v.MISSED < MOST_MISSED:
        m.time = 0  # centiseconds
        for tick in to(1, max(1, 4 - v.CAUGHT // 5)):
            move_basket(m, v)
            while m.time < 4 * tick:  # the machine sleeps while a loop looks at the time
                pass
        move_apple(m, v)


def main(m: Machine) -> None:
    """Play one game after the other."""
    while True:
        v = Variables()
        play(m, v)
        m.colour(3)
        m.print(tab(8, 10), "Apples in your basket: ", v.CAUGHT)
        m.print(tab(8, 12), "Once more? Y or N", end="")
        m.fx(21, 0)  # forget the keys typed meanwhile
        while (key := m.get_s().upper()) not in "YN":
            pass
        if key == "N":
            break
    m.cls()
