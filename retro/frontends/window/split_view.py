"""The split view: the display and a text panel in one window, side by side or stacked, whichever shows more.

The panel is 640 pixels wide. A scale has the same meaning for both (see viewport.py).
"""

from __future__ import annotations

from typing import NamedTuple

from retro.frontends.window.viewport import BASE_WIDTH, BORDER, viewport, window_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from retro.frontends.window.viewport import Size, Viewport

GAP = 16  # screen pixels between display and panel
LARGEST_SCALE = 16
LEGIBLE = 2  # scale of the panel: its letters are 8 × 16 screen pixels
LARGEST_SHARE = 0.96, 0.9  # of the width and height of the user's screen


class SplitLayout(NamedTuple):
    """How display and panel share a window.

    Attributes:
        scales: the scales of display and panel.
        beside: side by side, not stacked.
    """

    scales: tuple[int, int]
    beside: bool


def viewports(window: Size, pictures: Sequence[Size]) -> list[Viewport]:
    """Return the viewport of each of one or two pictures, whose sizes are in machine pixels."""
    if len(pictures) == 1:
        return [viewport(*window, *pictures[0])]
    return _split(window, pictures, best_layout(window, pictures))


def best_layout(window: Size, pictures: Sequence[Size]) -> SplitLayout:
    """Return the layout that shows most of both and keeps the panel legible."""
    fitting = [layout for layout in _layouts() if _fits(layout_size(pictures, layout), window)]
    if not fitting:
        return SplitLayout((1, 1), False)
    return max(
        fitting,
        key=lambda layout: (layout.scales[1] >= LEGIBLE, layout.scales[0] > 1, _area(pictures, layout), layout.beside),
    )


def _layouts() -> Iterator[SplitLayout]:
    for first in range(1, LARGEST_SCALE + 1):
        for second in (1, *range(2, first + 2, 2)):
            yield SplitLayout((first, second), True)
            yield SplitLayout((first, second), False)


def _fits(size: Size, window: Size) -> bool:
    return size[0] <= window[0] and size[1] <= window[1]


def _area(pictures: Sequence[Size], layout: SplitLayout) -> int:
    return sum(across * down for across, down in _sizes(pictures, layout.scales))


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
    (across, down), (other_across, other_down) = sizes
    if layout.beside:
        return [(left, top - down, across, down), (left + across + GAP, top - other_down, other_across, other_down)]
    centred = [(window[0] - size[0]) // 2 for size in sizes]
    return [
        (centred[0], top - down, across, down),
        (centred[1], top - down - GAP - other_down, other_across, other_down),
    ]


def split_window_size(screen: Size, scale: int, pictures: Sequence[Size]) -> Size:
    """Return the size of a window for one or two pictures on the user's screen, the first at most at this scale."""
    if len(pictures) == 1:
        return window_size(screen, scale, pictures[0][1])
    most = int(LARGEST_SHARE[0] * screen[0]), int(LARGEST_SHARE[1] * screen[1])
    room = most
    while best_layout(room, pictures).scales[0] > scale:
        room = room[0] - GAP, room[1] - GAP
    width, height = layout_size(pictures, best_layout(room, pictures))
    return max(width, min(width + 2 * BORDER, most[0])), max(height, min(height + 2 * BORDER, most[1]))
