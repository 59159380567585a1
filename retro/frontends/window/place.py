"""Where the picture stands in the window: in whole screen pixels, in the middle, on black.

The pixels of the MODEs have different shapes, but the picture is the same width in all of them. Its measure is the
pixel of the 320-wide MODEs: at scale s it is s screen pixels square, in the 160-wide MODEs 2s by s, and in the
640-wide MODEs s/2 by s, for which s must be even.
"""

from __future__ import annotations

ACROSS = 320
BORDER = 16  # pixels of the measure, on each side
HOUSE_HEIGHT = 200
AT_FIRST = 0.8  # of the height of the user's screen
AT_MOST = 0.92  # of its height and its width: there are title bars and panels
SMALLEST = (ACROSS, 256)

Size = tuple[int, int]
Place = tuple[int, int, int, int]


def first_scale(screen: Size) -> int:
    """The scale at which a window for the house MODE stands well on the user's screen; at least 1."""
    across, down = ACROSS + 2 * BORDER, HOUSE_HEIGHT + 2 * BORDER
    return max(1, min(int(AT_MOST * screen[0] / across), int(AT_FIRST * screen[1] / down)))


def window_size(screen: Size, scale: int, height: int) -> Size:
    """Width and height of a window for a picture of this height (machine pixels) at this scale, with its border.

    If that is too much for the user's screen, the border gives way, and then the scale.
    """
    while scale > 1 and (ACROSS * scale > AT_MOST * screen[0] or height * scale > AT_MOST * screen[1]):
        scale -= 1
    across, down = scale * ACROSS, scale * height
    border = 2 * BORDER * scale
    return (
        max(across, min(across + border, int(AT_MOST * screen[0]))),
        max(down, min(down + border, int(AT_MOST * screen[1]))),
    )


def place(window_width: int, window_height: int, width: int, height: int) -> Place:
    """Left, bottom, width and height of a picture of width × height machine pixels, in screen pixels.

    The border gives way first. A 640-wide picture keeps all its pixels in a window too small for scale 2, though they
    are too wide there by half; only a window narrower than 640 loses some.
    """
    scale = max(1, min(window_width // ACROSS, window_height // height))
    if width > ACROSS and scale > 1:
        scale -= scale % 2
    across = ACROSS * scale
    if width > across and window_width >= width:
        across = width
    down = height * scale
    return (window_width - across) // 2, (window_height - down) // 2, across, down
