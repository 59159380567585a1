"""The viewports: the parts of the window that show the display and the panel beside it, on black.

The display is the same width in every MODE, though the pixels have different shapes. At scale s a pixel is s × s screen
pixels in the 320-wide MODEs, 2s × s in the 160-wide ones, and s/2 × s in the 640-wide ones, where s must be even.
Display and panel, which is 640 pixels wide, stand side by side or stacked, whichever shows more.
"""

from collections.abc import Sequence
from typing import NamedTuple

BASE_WIDTH = 320
BORDER = 16  # machine pixels on each side
HOUSE_HEIGHT = 200
FIRST_SHARE = 0.8  # of the height of the user's screen
LARGEST_SHARE = 0.92  # of its height and width: there are title bars and panels
SMALLEST = (BASE_WIDTH, 256)
GAP = 16  # screen pixels between display and panel
LARGEST_SCALE = 16
LEGIBLE = 2  # scale of the panel: its letters are 8 × 16 screen pixels
SPLIT_SHARE = 0.96, 0.9  # of the width and height of the user's screen, for both

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


# display and panel


class SplitLayout(NamedTuple):
    """How display and panel share a window: the scale of each, and whether they are side by side, not stacked."""

    scales: tuple[int, int]
    beside: bool


def viewports(window: Size, pictures: Sequence[Size]) -> list[Viewport]:
    """Return the viewport of each of one or two pictures, whose sizes are in machine pixels."""
    if len(pictures) == 1:
        return [viewport(*window, *pictures[0])]
    return _split(window, pictures, best_layout(window, pictures))


def best_layout(window: Size, pictures: Sequence[Size]) -> SplitLayout:
    """Return the layout that shows most of both and keeps the panel legible."""
    layouts = [
        SplitLayout((first, second), beside)
        for first in range(1, LARGEST_SCALE + 1)
        for second in (1, *range(2, first + 2, 2))
        for beside in (True, False)
    ]
    sizes = [layout_size(pictures, layout) for layout in layouts]
    fitting = [layout for layout, size in zip(layouts, sizes) if size[0] <= window[0] and size[1] <= window[1]]

    def merit(layout: SplitLayout) -> tuple[bool, bool, int, bool]:
        area = sum(across * down for across, down in _sizes(pictures, layout.scales))
        return layout.scales[1] >= LEGIBLE, layout.scales[0] > 1, area, layout.beside

    return max(fitting, key=merit, default=SplitLayout((1, 1), False))


def _sizes(pictures: Sequence[Size], scales: Sequence[int]) -> list[Size]:
    """Return the sizes in screen pixels; at scale 1 a 640-wide picture keeps all its pixels."""
    return [
        (width if width > BASE_WIDTH and scale == 1 else BASE_WIDTH * scale, height * scale)
        for (width, height), scale in zip(pictures, scales)
    ]


def layout_size(pictures: Sequence[Size], layout: SplitLayout) -> Size:
    """Return the width and height of both together."""
    (across, down), (other_across, other_down) = _sizes(pictures, layout.scales)
    if layout.beside:
        return across + GAP + other_across, max(down, other_down)
    return max(across, other_across), down + GAP + other_down


def _split(window: Size, pictures: Sequence[Size], layout: SplitLayout) -> list[Viewport]:
    sizes = _sizes(pictures, layout.scales)
    width, height = layout_size(pictures, layout)
    left, top = (window[0] - width) // 2, (window[1] + height) // 2
    if layout.beside:
        corners = [(left, top), (left + sizes[0][0] + GAP, top)]
    else:
        first, second = [(window[0] - across) // 2 for across, _ in sizes]
        corners = [(first, top), (second, top - sizes[0][1] - GAP)]
    return [(x, y - down, across, down) for (x, y), (across, down) in zip(corners, sizes)]


def split_window_size(screen: Size, scale: int, pictures: Sequence[Size]) -> Size:
    """Return the size of a window for one or two pictures on the user's screen, the first at most at this scale."""
    if len(pictures) == 1:
        return window_size(screen, scale, pictures[0][1])
    most = int(SPLIT_SHARE[0] * screen[0]), int(SPLIT_SHARE[1] * screen[1])
    room = most
    while best_layout(room, pictures).scales[0] > scale:
        room = room[0] - GAP, room[1] - GAP
    width, height = layout_size(pictures, best_layout(room, pictures))
    return max(width, min(width + 2 * BORDER, most[0])), max(height, min(height + 2 * BORDER, most[1]))
