"""The styles of the study screen: the colours of ink and paper."""

from retro.listing.description import SIGNS

Style = tuple[int, int]

BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE = range(8)

PLAIN = (WHITE, BLACK)
FAINT = (CYAN, BLACK)
TITLE = (WHITE, BLUE)
STATE = (YELLOW, BLUE)
RULE = (BLUE, BLACK)
HEADING = (YELLOW, BLACK)
HERE = (BLACK, YELLOW)
CHANGED = (YELLOW, BLACK)
KEY = (BLACK, CYAN)
ALARM = (WHITE, RED)
NUMBER = (CYAN, BLACK)

# Of the parts of a listing, by their kinds.
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
