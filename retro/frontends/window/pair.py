"""Where two pictures stand in one window: side by side, or one above the other where that shows more of them.

The first is the machine's, the second one of text, 640 pixels wide. Both are in whole screen pixels, and a scale means
the same for both (place.py).
"""

from __future__ import annotations

from typing import NamedTuple

from retro.frontends.window.place import ACROSS, BORDER, place, window_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from retro.frontends.window.place import Place, Size

GAP = 16  # screen pixels between the two
LARGEST = 16
LEGIBLE = 2  # scale of the second picture: its letters are 8 × 16 screen pixels
BEFORE_IT_STACKS = 0.96, 0.9  # of the width and height of the user's screen


class Arrangement(NamedTuple):
    """scales: of both pictures; beside: do they stand side by side, and not one above the other?"""

    scales: tuple[int, int]
    beside: bool


def places(window: Size, pictures: Sequence[Size]) -> list[Place]:
    """Left, bottom, width and height of one picture or two, each of width × height machine pixels."""
    if len(pictures) == 1:
        return [place(*window, *pictures[0])]
    return _placed(window, pictures, best(window, pictures))


def best(window: Size, pictures: Sequence[Size]) -> Arrangement:
    """The arrangement in which most can be seen of both, and the second can be read."""
    fitting = [one for one in _arrangements() if _inside(extent(pictures, one), window)]
    if not fitting:
        return Arrangement((1, 1), False)
    return max(fitting, key=lambda one: (one.scales[1] >= LEGIBLE, one.scales[0] > 1, _area(pictures, one), one.beside))


def _arrangements() -> Iterator[Arrangement]:
    for first in range(1, LARGEST + 1):
        for second in (1, *range(2, first + 2, 2)):
            yield Arrangement((first, second), True)
            yield Arrangement((first, second), False)


def _inside(size: Size, window: Size) -> bool:
    return size[0] <= window[0] and size[1] <= window[1]


def _area(pictures: Sequence[Size], one: Arrangement) -> int:
    return sum(across * down for across, down in _sizes(pictures, one.scales))


def _sizes(pictures: Sequence[Size], scales: Sequence[int]) -> list[Size]:
    """Both pictures in screen pixels; at scale 1 one that is 640 wide keeps all its pixels."""
    return [
        (width if width > ACROSS and scale == 1 else ACROSS * scale, height * scale)
        for (width, height), scale in zip(pictures, scales)
    ]


def extent(pictures: Sequence[Size], one: Arrangement) -> Size:
    """Width and height of both together."""
    (across, down), (other_across, other_down) = _sizes(pictures, one.scales)
    if one.beside:
        return across + GAP + other_across, max(down, other_down)
    return max(across, other_across), down + GAP + other_down


def _placed(window: Size, pictures: Sequence[Size], one: Arrangement) -> list[Place]:
    sizes = _sizes(pictures, one.scales)
    width, height = extent(pictures, one)
    left, top = (window[0] - width) // 2, (window[1] + height) // 2
    (across, down), (other_across, other_down) = sizes
    if one.beside:
        return [(left, top - down, across, down), (left + across + GAP, top - other_down, other_across, other_down)]
    centred = [(window[0] - size[0]) // 2 for size in sizes]
    return [
        (centred[0], top - down, across, down),
        (centred[1], top - down - GAP - other_down, other_across, other_down),
    ]


def pair_size(screen: Size, scale: int, pictures: Sequence[Size]) -> Size:
    """Width and height of a window for one picture or two on the user's screen, the first at this scale at most."""
    if len(pictures) == 1:
        return window_size(screen, scale, pictures[0][1])
    most = int(BEFORE_IT_STACKS[0] * screen[0]), int(BEFORE_IT_STACKS[1] * screen[1])
    room = most
    while best(room, pictures).scales[0] > scale:
        room = room[0] - GAP, room[1] - GAP
    width, height = extent(pictures, best(room, pictures))
    return max(width, min(width + 2 * BORDER, most[0])), max(height, min(height + 2 * BORDER, most[1]))
