"""Lines of every slope have the pixels of the formula in `retro.display.raster`."""

import re

import pytest

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU, plot_bytes

MIDDLE = (160, 128)


def formula(across, along):
    """Return the pixels of a line from MIDDLE."""
    (x, y), steep = MIDDLE, abs(along) > abs(across)
    major, minor = (along, across) if steep else (across, along)
    if major < 0:
        x, y, major, minor = x + across, y + along, -major, -minor
    sign = 1 if minor >= 0 else -1
    offsets = [(2 * step * abs(minor) + major - 1) // (2 * major or 1) if step else 0 for step in range(major + 1)]
    return {(x + sign * off, y + i) if steep else (x + i, y + sign * off) for i, off in enumerate(offsets)}


@pytest.mark.parametrize("along", range(-60, 61, 4))
def test_a_line_is_where_the_formula_says(along):
    screen = Screen(default_font(), 4)
    vdu = VDU(screen)
    x, y = MIDDLE
    for across in range(-60, 61):
        vdu.write(bytes([12]) + plot_bytes(4, 4 * x, 4 * y) + plot_bytes(1, 4 * across, 4 * along))
        drawn = {
            (at.start() % 320, 255 - at.start() // 320) for at in re.finditer(rb"[^\0]", screen.framebuffer.pixels)
        }
        assert drawn == formula(across, along), (across, along)
