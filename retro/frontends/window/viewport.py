"""The viewports: the parts of the window that show the display and the panel around it, on black.

The display is the same width in every MODE, though the pixels have different shapes. At scale s a pixel is s × s screen
pixels in the 320-wide MODEs, 2s × s in the 160-wide ones, and s/2 × s in the 640-wide ones, where s must be even.
The panel covers the whole window, in letters of 8 × 16 screen pixels or more; the display covers its top left.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro.display.picture import Picture

BASE_WIDTH = 320
BORDER = 16  # machine pixels on each side
HOUSE_HEIGHT = 200
TALL_HEIGHT = BASE_WIDTH * 3 // 4
INITIAL_SHARE = 0.8  # of the height of the user's screen
LARGEST_SHARE = 0.92  # of its height and width: there are title bars and panels
SMALLEST_WINDOW = (BASE_WIDTH // 2, 128)
LETTER = 8  # pixels of the panel: its letters are squares, shown twice as high as wide
COLUMNS, ROWS = 160, 40  # of the panel, above which its letters are larger
FEWEST_COLUMNS, FEWEST_ROWS = 80, 20  # of the panel, below which its letters are smaller
FEWEST_COLUMNS_BESIDE = 64  # of the panel, to the right of the display
FEWEST_ROWS_BELOW = 20  # of the panel, below a display that leaves fewer columns
INITIAL_PANEL_COLUMNS = 82  # columns beside the display, of a new window
SPLIT_SHARE = 0.96, 0.9  # of the width and height of the user's screen, for both

# What is clicked on to open the overlay: three bars, in grey on black.
MARK = Picture(8, 8, b"".join(bytes([0, *[row % 2] * 6, 0]) for row in range(8)), ((0, 0, 0), (112, 112, 112)))

Size = tuple[int, int]
Viewport = tuple[int, int, int, int]


def first_scale(screen: Size) -> int:
    """Return the scale of a new window that suits the user's screen; at least 1."""
    across, down = BASE_WIDTH + 2 * BORDER, HOUSE_HEIGHT + 2 * BORDER
    return max(1, min(int(LARGEST_SHARE * screen[0] / across), int(INITIAL_SHARE * screen[1] / down)))


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


def viewport(window_width: int, window_height: int, width: int, height: int, tall: bool = False) -> Viewport:
    """Return left, bottom, width and height, in screen pixels, of a display of width × height machine pixels.

    In a window too small for scale 2 a 640-wide display keeps all its pixels, though twice as wide as they should be.
    A window too small for scale 1 shrinks the display. tall: the display has the shape 4:3 of a picture tube.
    """
    lines = TALL_HEIGHT if tall else height
    scale: float = min(window_width // BASE_WIDTH, window_height // lines)
    if width > BASE_WIDTH and scale > 1:
        scale -= scale % 2
    scale = scale or min(window_width / BASE_WIDTH, window_height / lines)
    across, down = max(1, int(BASE_WIDTH * scale)), max(1, int(lines * scale))
    if width > across and window_width >= width:
        across = width
    return (window_width - across) // 2, (window_height - down) // 2, across, down


def mark_viewport(window: Size, display: Viewport, rows: int) -> Viewport | None:
    """Return the viewport of the mark in the window's corner, for a display with this many pixel rows.

    None: the border is too small for it.
    """
    size = LETTER * (display[3] // rows)
    border = max(window[0] - display[0] - display[2], window[1] - display[1] - display[3])
    margin = size // 2
    return (
        (window[0] - size - margin, window[1] - size - margin, size, size) if size and size + margin <= border else None
    )


# display and panel


class Arrangement(NamedTuple):
    """How display and panel share a window.

    Attributes:
        letter: the width and height of the panel's letters in screen pixels.
        panel: the panel's columns and rows.
        covered: the columns and rows at its top left that the display covers.
    """

    letter: Size
    panel: Size
    covered: Size


def arrangement(window: Size, display: Size) -> Arrangement:
    """Return how a display of a size in machine pixels and the panel share a window."""
    scale = max(1, min(window[0] // (COLUMNS * LETTER), window[1] // (ROWS * 2 * LETTER)))
    letter = LETTER * scale, 2 * LETTER * scale
    if window[0] < FEWEST_COLUMNS * letter[0] or window[1] < FEWEST_ROWS * letter[1]:
        letter = LETTER, LETTER
    panel = window[0] // letter[0], window[1] // letter[1]
    scales = range(max(1, min(window[0] // BASE_WIDTH, window[1] // display[1])), 0, -1)
    sizes = [(-(-BASE_WIDTH * scale // letter[0]), -(-display[1] * scale // letter[1])) for scale in scales]
    sizes = [size for size in sizes if size[0] <= panel[0] and size[1] <= panel[1]] or [panel]
    beside = [size for size in sizes if panel[0] - size[0] > FEWEST_COLUMNS_BESIDE]
    below = [size for size in sizes if panel[1] - size[1] >= FEWEST_ROWS_BELOW]
    return Arrangement(letter, panel, [*beside, *below, sizes[-1]][0])


def viewports(window: Size, pictures: Sequence[Size], panel: bool = True, tall: bool = False) -> list[Viewport]:
    """Return the viewport of each of one or two pictures, whose sizes are in machine pixels.

    panel: the second picture is the panel, not another display. tall: a single one has the shape 4:3.
    """
    if len(pictures) == 1:
        return [viewport(*window, *pictures[0], tall)]
    if not panel:
        half = window[0] // 2
        places = [viewport(half, window[1], *picture) for picture in pictures]
        top = max(bottom + high for _, bottom, _, high in places)
        return [(half * at + left, top - high, wide, high) for at, (left, _, wide, high) in enumerate(places)]
    (across, down), size, covered = arrangement(window, pictures[0])
    left, top = (window[0] - size[0] * across) // 2, window[1] - (window[1] - size[1] * down) // 2
    width, height = pictures[1][0] * across // LETTER, pictures[1][1] * down // LETTER
    x, y, shown_width, shown_height = viewport(covered[0] * across, covered[1] * down, *pictures[0])
    display = left + x, top - covered[1] * down + y, shown_width, shown_height
    return [display, (left, top - height, width, height)]


def split_window_size(screen: Size, scale: int, pictures: Sequence[Size], tall: bool = False) -> Size:
    """Return the size of a new window for one or two pictures, the first at this scale or less if it does not fit.

    screen: the size of the user's screen. A window for two is as high as that allows, and holds a whole number of the
    panel's letters.
    """
    if len(pictures) == 1:
        return window_size(screen, scale, TALL_HEIGHT if tall else pictures[0][1])
    most = int(SPLIT_SHARE[0] * screen[0]), int(SPLIT_SHARE[1] * screen[1])
    wide = min(BASE_WIDTH * scale + INITIAL_PANEL_COLUMNS * LETTER, most[0])
    letter, panel, _ = arrangement((wide, most[1]), pictures[0])
    return panel[0] * letter[0], panel[1] * letter[1]
