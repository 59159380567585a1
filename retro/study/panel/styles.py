"""The styles of the parts of a listing, by their kinds."""

from retro.display.styles import BLACK, CYAN, GREEN, MAGENTA, PLAIN, WHITE, YELLOW
from retro.listing.description import SIGNS

KINDS = {
    "": PLAIN,
    "word": (CYAN, BLACK),
    "call": (GREEN, BLACK),
    "variable": (WHITE, BLACK),
    "string": (YELLOW, BLACK),
    "number": (WHITE, BLACK),
    "remark": (MAGENTA, BLACK),
    "link": (MAGENTA, BLACK),
    **dict.fromkeys(SIGNS, (WHITE, BLACK)),
}
