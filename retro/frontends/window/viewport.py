"""The viewport: the part of the window that shows the display, centred, in whole screen pixels, on black.

The display is the same width in every MODE, though the pixels have different shapes. At scale s a pixel is s × s screen
pixels in the 320-wide MODEs, 2s × s in the 160-wide ones, and s/2 × s in the 640-wide ones, where s must be even.
"""

from __future__ import annotations

BASE_WIDTH = 320
BORDER = 16  # machine pixels on each side
HOUSE_HEIGHT = 200
FIRST_SHARE = 0.8  # of the height of the user's screen
LARGEST_SHARE = 0.92  # of its height and width: there are title bars and panels
SMALLEST = (BASE_WIDTH, 256)

Size = tuple[int, int]
Viewport = tuple[int, int, int, int]


def first_scale(screen: Size) -> int:
    """Return a comfortable scale for the house MODE on the user's screen; at least 1."""
    across, down = BASE_WIDTH + 2 * BORDER, HOUSE_HEIGHT + 2 * BORDER
    return max(1, min(int(LARGEST_SHARE * screen[0] / across), int(FIRST_SHARE * screen[1] / down)))


def window_size(screen: Size, scale: int, height: int) -> Size:
    """Return the size of a window for a display of this height (machine pixels) at this scale, with a border.

    Where the user's screen is too small, the border shrinks, then the scale.
    """
    while scale > 1 and (BASE_WIDTH * scale > LARGEST_SHARE * screen[0] or height * scale > LARGEST_SHARE * screen[1]):
        scale -= 1
    across, down = scale * BASE_WIDTH, scale * height
    border = 2 * BORDER * scale
    return (
        max(across, min(across + border, int(LARGEST_SHARE * screen[0]))),
        max(down, min(down + border, int(LARGEST_SHARE * screen[1]))),
    )


def viewport(window_width: int, window_height: int, width: int, height: int) -> Viewport:
    """Return left, bottom, width and height (screen pixels) of a display of width × height machine pixels.

    In a window too small for scale 2 a 640-wide display keeps all its pixels, though twice as wide as they should be;
    only a window narrower than 640 loses some.
    """
    scale = max(1, min(window_width // BASE_WIDTH, window_height // height))
    if width > BASE_WIDTH and scale > 1:
        scale -= scale % 2
    across = BASE_WIDTH * scale
    if width > across and window_width >= width:
        across = width
    down = height * scale
    return (window_width - across) // 2, (window_height - down) // 2, across, down
