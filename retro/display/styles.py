"""The styles of text on panels and pages, as pairs of ink and paper."""

Style = tuple[int, int]
Segment = tuple[str, Style]
Row = list[Segment]

BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE = range(8)

PLAIN = (WHITE, BLACK)
FAINT = (CYAN, BLACK)
TITLE = (WHITE, BLUE)
STATE = (YELLOW, BLUE)
RULE = (BLUE, BLACK)
HEADING = (YELLOW, BLACK)
CHANGED = (YELLOW, BLACK)
HERE = (BLACK, YELLOW)
KEY = (BLACK, CYAN)
ALARM = (WHITE, RED)
NUMBER = (CYAN, BLACK)
