"""The machine's colours in a terminal: exact with 256 colours, near with 16 or 8, attributes where there are none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Light = tuple[int, int, int]
    # Codes of SGR for ink, paper and attributes. Ink None: it does not matter, for a blank.
    Pen = tuple[str | None, str, str]

EXACT, BRIGHT, PLAIN, NONE = 256, 16, 8, 0
PLAIN_PEN: Pen = ("39", "49", "")

UNDERLINED, REVERSED, FAINT, BOLD = "4", "7", "2", "1"

# The beginnings of TERM; the first that fits counts.
KINDS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "mintty", "rio", "tmux", "wezterm"), EXACT),
    (("xterm-kitty", "xterm-ghostty", "ms-terminal", "vscode", "warp"), EXACT),
    (("xterm-mono", "vt", "wy", "sun", "hp"), NONE),
    (("xterm", "screen", "rxvt", "linux", "putty", "konsole", "gnome", "vte", "st", "cygwin"), BRIGHT),
)


def depth(environment: Mapping[str, str], windows: bool = False) -> int:
    """How many colours to use: 256, 16, 8 or 0, by NO_COLOR, COLORTERM and TERM."""
    kind = environment.get("TERM", "")
    if environment.get("NO_COLOR"):
        return NONE
    if windows or environment.get("COLORTERM") in ("truecolor", "24bit") or "256color" in kind or "direct" in kind:
        return EXACT
    return next((colours for names, colours in KINDS if kind.startswith(names)), PLAIN)


def bits(light: Light) -> int:
    """A colour as red 1, green 2, blue 4."""
    return sum((part > 127) << place for place, part in enumerate(light))


def _cube(number: int, layer: int) -> str:
    """One of the 6×6×6 colours, which no user changes, unlike the first 16."""
    red, green, blue = number & 1, number >> 1 & 1, number >> 2
    return f"{layer + 8};5;{16 + 180 * red + 30 * green + 5 * blue}"


def _bright(number: int, layer: int) -> str:
    return str((layer + 60 if number else layer) + number)


def _plain(number: int, layer: int) -> str:
    return str(layer + number)


CODES: dict[int, Callable[[int, int], str]] = {EXACT: _cube, BRIGHT: _bright, PLAIN: _plain}
INK, PAPER = 30, 40  # layers

# Without colours: what makes an ink stand out, by `bits`. Red, blue and magenta are dark.
ATTRIBUTES = {1: FAINT, 4: FAINT, 5: FAINT, 7: BOLD}


class Colours:
    """Pens for pairs of colours. depth: as `depth` gives it."""

    def __init__(self, depth: int) -> None:
        self._code = CODES.get(depth)

    def look(self, glyph: str, ink: Light, paper: Light, underlined: bool, ground: Light) -> tuple[str, Pen]:
        """What to write, and with which pen. ground: the colour most of the picture has."""
        attributes = UNDERLINED if underlined else ""
        if self._code is None:
            return self._uncoloured(glyph, ink, paper, attributes, ground)
        code = self._code
        if glyph == " " and not underlined:
            return glyph, (None, code(bits(paper), PAPER), "")
        return glyph, (code(bits(ink), INK), code(bits(paper), PAPER), attributes)

    def _uncoloured(self, glyph: str, ink: Light, paper: Light, attributes: str, ground: Light) -> tuple[str, Pen]:
        """In reverse on any paper but the ground; what has the colour of its paper is not to be seen."""
        shown = " " if ink == paper and not attributes else glyph
        codes = [attributes] if attributes else []
        if paper != ground:
            codes.append(REVERSED)
        elif shown != " " and bits(ink) in ATTRIBUTES:
            codes.append(ATTRIBUTES[bits(ink)])
        return shown, ("", "", ";".join(codes))


def turn(old: Pen, new: Pen) -> str:
    """The escape sequence from one pen to another; empty if none is needed."""
    if old[2] != new[2]:
        codes = ["0", new[2], new[0], new[1]]
    else:
        codes = [part for before, part in zip(old[:2], new[:2]) if part is not None and part != before]
    written = ";".join(code for code in codes if code)
    return f"\x1b[{written}m" if written else ""


def after(old: Pen, new: Pen) -> Pen:
    """The pen there is after a turn: an ink that did not matter stays as it was, unless all was reset."""
    ink = new[0] if new[0] is not None else old[0] if old[2] == new[2] else "39"
    return ink, new[1], new[2]
