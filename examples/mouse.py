"""Kaleidoscope

The mouse: hold a button and draw, and three mirrors draw with you. Click a colour to take it.
"""

from dataclasses import dataclass

from retro import Machine
from retro.basic import CLICK, asc, coloured, tab, to, word

# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("C", "clear"), ("Q", "quit"))
# Graphics units: 1280 to the right and 800 up, whatever the number of pixels. A character is 32 wide and 32 high.
CENTRE_X, CENTRE_Y = 640, 432
BAR = 64  # height of the bar at the bottom, below the picture
BOX = 96  # width of a colour in the bar
# VDU 24, the graphics window: nothing is drawn outside. Left, bottom, right, top; a number of two bytes is a `word`.
WHOLE = 24, *word(-CENTRE_X, -CENTRE_Y, 639, 367)
PICTURE = 24, *word(-CENTRE_X, BAR + 4 - CENTRE_Y, 639, 367)


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    INK: int = 2  # INK%  the colour that is drawn with


def clear(m: Machine) -> None:
    """Clear the picture, and draw a cross of dots where the mirrors stand."""
    m.clg()
    m.gcol(0, 1)
    for distance in to(-640, 640, 32):
        m.plot(69, distance, 0)  # PLOT 69: a point
        m.plot(69, 0, distance)


def draw_bar(m: Machine, v: Variables) -> None:
    """Draw the colours, with a mark in the one that is taken."""
    for colour in to(0, 3):
        x, y = colour * BOX - CENTRE_X, -CENTRE_Y
        m.gcol(0, colour)
        m.move(x, y)
        m.move(x + BOX - 4, y)
        m.plot(85, x, y + BAR - 4)  # PLOT 85: a triangle of the last two points and this one
        m.plot(85, x + BOX - 4, y + BAR - 4)
        m.gcol(0, 3 if colour < 3 else 0)
        m.move(x + 32, y + 44)
        m.vdu(5, asc("*") if colour == v.INK else asc(" "), 4)  # VDU 5: print at the graphics cursor, VDU 4: as before
    m.gcol(0, 1)
    m.move(-CENTRE_X, BAR - CENTRE_Y)
    m.draw(CENTRE_X, BAR - CENTRE_Y)
    m.print(tab(13, 24), coloured(2, "C"), " clear   ", coloured(2, "Q"), " quit", end="")


def draw_stroke(m: Machine, v: Variables, x: int, y: int) -> None:
    """Draw a line that follows the mouse until its button is let go, and the same line in each mirror."""
    m.gcol(0, v.INK)
    buttons = 1
    while buttons:
        new_x, new_y, buttons = m.mouse()  # the machine sleeps while a loop looks at the mouse
        for across in (1, -1):
            for up in (1, -1):
                m.move(across * x, up * y)
                m.draw(across * new_x, up * new_y)
        x, y = new_x, new_y


def main(m: Machine) -> None:
    """Draw until the user presses Q."""
    v = Variables()
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # no text cursor
    m.vdu(19, 1, 5, 0, 0, 0, 19, 2, 6, 0, 0, 0)  # the logical colours 1 and 2 are magenta and cyan
    m.vdu(29, *word(CENTRE_X, CENTRE_Y))  # the origin: both mirrors stand there
    m.mouse_on()
    draw_bar(m, v)
    m.vdu(*PICTURE)
    clear(m)
    while True:
        key = m.get()
        if key in tuple(b"Qq"):
            break
        if key in tuple(b"Cc"):
            clear(m)
        if key == CLICK:  # what a button types
            x, y, _ = m.mouse()
            if y > BAR - CENTRE_Y:
                draw_stroke(m, v, x, y)
            elif x < 4 * BOX - CENTRE_X:
                v.INK = (x + CENTRE_X) // BOX
                m.vdu(*WHOLE)
                draw_bar(m, v)
                m.vdu(*PICTURE)
    m.mode(7)
