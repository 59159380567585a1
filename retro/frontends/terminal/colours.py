"""The machine's colours in a terminal: exact with 256 colours, close with 16 or 8, as attributes without colours."""

from collections.abc import Callable, Mapping

RGB = tuple[int, int, int]
# SGR codes of ink, paper and attributes. Ink None: any will do, for a blank.
Style = tuple[str | None, str, str]


BLACK = (0, 0, 0)
CLEAR = "\x1b[0m\x1b[2J"
EXACT, BRIGHT, PLAIN, NONE = 256, 16, 8, 0
DEFAULT_STYLE: Style = ("39", "49", "")

UNDERLINED, REVERSED, FAINT, BOLD = "4", "7", "2", "1"

# Colour depths by the beginning of TERM; the first match counts.
DEPTHS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "mintty", "rio", "tmux", "wezterm"), EXACT),
    (("xterm-kitty", "xterm-ghostty", "ms-terminal", "vscode", "warp"), EXACT),
    (("xterm-mono", "vt", "wy", "sun", "hp"), NONE),
    (("xterm", "screen", "rxvt", "linux", "putty", "konsole", "gnome", "vte", "st", "cygwin"), BRIGHT),
)


def colour_depth(environment: Mapping[str, str], windows: bool = False) -> int:
    """Return how many colours to use, 256, 16, 8 or 0, from NO_COLOR, COLORTERM and TERM."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR"):
        return NONE
    if windows or environment.get("COLORTERM") in ("truecolor", "24bit") or "256color" in term or "direct" in term:
        return EXACT
    return next((depth for names, depth in DEPTHS if term.startswith(names)), PLAIN)


def rgb_bits(rgb: RGB) -> int:
    """Return a colour as red 1, green 2, blue 4."""
    return sum((part > 127) << bit for bit, part in enumerate(rgb))


def _cube(rgb: RGB, layer: int) -> str:
    """Return the nearest of a terminal's 6×6×6 colours, which users do not redefine as they do the first 16."""
    red, green, blue = (0 if part < DARKEST // 2 else max(1, (part - 35) // 40) for part in rgb)
    return f"{layer + 8};5;{16 + 36 * red + 6 * green + blue}"


CODES: dict[int, Callable[[RGB, int], str]] = {
    EXACT: _cube,
    BRIGHT: lambda rgb, layer: str((layer + 60 if rgb_bits(rgb) else layer) + rgb_bits(rgb)),
    PLAIN: lambda rgb, layer: str(layer + rgb_bits(rgb)),
}
DARKEST = 95  # the first level above 0 of the 6×6×6 colours; the others are 135, 175, 215 and 255
INK, PAPER = 30, 40  # layers

# Attributes that distinguish inks where there are no colours, by `rgb_bits`. Red, blue and magenta are dark.
ATTRIBUTES = {1: FAINT, 4: FAINT, 5: FAINT, 7: BOLD}


class StyleSheet:
    """Styles for pairs of colours, for a terminal of this colour depth.

    Attributes:
        exact: whether any colour can be shown, not only the machine's eight.
        clear: the output that clears the terminal; with colours, to black.
    """

    def __init__(self, depth: int) -> None:
        self._code, self.exact = CODES.get(depth), depth == EXACT
        self.clear = f"\x1b[0;{self._code(BLACK, PAPER)}m\x1b[2J\x1b[0m" if self._code else CLEAR

    def styled(self, glyph: str, ink: RGB, paper: RGB, underlined: bool, ground: RGB) -> tuple[str, Style]:
        """Return the glyph to write, and its style. ground: the most common colour of the picture."""
        attributes = UNDERLINED if underlined else ""
        if self._code is None:
            return self._without_colours(glyph, ink, paper, attributes, ground)
        code = self._code
        if glyph == " " and not underlined:
            return glyph, (None, code(paper, PAPER), "")
        return glyph, (code(ink, INK), code(paper, PAPER), attributes)

    def _without_colours(self, glyph: str, ink: RGB, paper: RGB, attributes: str, ground: RGB) -> tuple[str, Style]:
        """Return a glyph and its style without colours: reversed if its background is not the picture's main colour."""
        visible = " " if ink == paper and not attributes else glyph
        codes = [attributes] if attributes else []
        if paper != ground:
            codes.append(REVERSED)
        elif visible != " " and rgb_bits(ink) in ATTRIBUTES:
            codes.append(ATTRIBUTES[rgb_bits(ink)])
        return visible, ("", "", ";".join(codes))


def sgr_change(old: Style, new: Style) -> str:
    """Return the escape sequence from one style to another; empty if none is needed."""
    if old[2] != new[2]:
        codes = ["0", new[2], new[0], new[1]]
    else:
        codes = [part for before, part in zip(old[:2], new[:2]) if part is not None and part != before]
    parameters = ";".join(code for code in codes if code)
    return f"\x1b[{parameters}m" if parameters else ""


def style_after(old: Style, new: Style) -> Style:
    """Return the style after a change: None for the ink keeps the old one, unless all attributes were reset."""
    ink = new[0] if new[0] is not None else old[0] if old[2] == new[2] else "39"
    return ink, new[1], new[2]
