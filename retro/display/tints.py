"""Tints: other colours for the whole picture, for colour-blind users and in the manner of monochrome monitors.

Only what front ends show is tinted: the program's palette, saved pictures and recordings are unchanged.
"""

from collections.abc import Iterable
from functools import cache

Colour = tuple[int, int, int]

# Okabe and Ito's colours, which people with any kind of colour blindness tell apart, for physical colours 0 to 7.
DISTINCT = (
    (0, 0, 0),
    (213, 94, 0),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (204, 121, 167),
    (86, 180, 233),
    (255, 255, 255),
)
PHOSPHORS = {"green": (64, 255, 112), "amber": (255, 180, 32)}  # of monochrome monitors, at full brightness
CONTRAST = 0.75  # exponent: below 1 dark colours are lighter


@cache
def tinted(colour: Colour, tint: str) -> Colour:
    """Return a colour (red, green, blue, 0–255) in a tint: distinct, green or amber."""
    if tint in PHOSPHORS:
        red, green, blue = colour
        level = ((2 * red + 4 * green + blue) / (7 * 255)) ** CONTRAST  # even steps from colour to colour
        bright = PHOSPHORS[tint]
    else:
        level = max(colour) / 255
        bright = DISTINCT[sum((part > 0) << bit for bit, part in enumerate(colour))]
    return round(level * bright[0]), round(level * bright[1]), round(level * bright[2])


def all_tinted(colours: Iterable[Colour], tint: str) -> tuple[Colour, ...]:
    """Return colours of the display in a tint, such as that of a green screen; unchanged if it is empty."""
    return tuple(tinted(colour, tint) for colour in colours) if tint else tuple(colours)
