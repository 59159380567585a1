"""Other colours for the whole picture, for eyes that tell red and green apart badly and for monochrome monitors.

They belong to what is shown: the program's palette, pictures and recordings are not changed.
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
    """Return what is shown for a colour (red, green, blue, 0–255) with a tint: distinct, green or amber."""
    if tint in PHOSPHORS:
        red, green, blue = colour
        level = ((2 * red + 4 * green + blue) / (7 * 255)) ** CONTRAST  # even steps from colour to colour
        bright = PHOSPHORS[tint]
    else:
        level = max(colour) / 255
        bright = DISTINCT[sum((part > 0) << bit for bit, part in enumerate(colour))]
    return round(level * bright[0]), round(level * bright[1]), round(level * bright[2])


def all_tinted(colours: Iterable[Colour], tint: str) -> tuple[Colour, ...]:
    """Return what is shown for some colours; as they are if the tint is empty."""
    return tuple(tinted(colour, tint) for colour in colours) if tint else tuple(colours)
