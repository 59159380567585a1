"""What the terminal can draw: query it where it understands the question, and choose renderers."""

from __future__ import annotations

import re
import time

from retro.frontends.terminal.blocks import ASCII, HALVES, QUARTERS, approximate, octants, quadrants, sextants
from retro.frontends.terminal.colours import NONE, StyleSheet, colour_depth
from retro.frontends.terminal.layout import LEGIBLE, REQUESTED
from retro.frontends.terminal.pixels import KittyRenderer, SixelRenderer
from retro.frontends.terminal.renderers import BlockRenderer, DoubleSizeRenderer, TextRenderer
from retro.frontends.terminal.side_screen import with_side_screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from retro.frontends.side_screen import SideScreen
    from retro.frontends.terminal.blocks import Glyphs
    from retro.frontends.terminal.console import Console
    from retro.frontends.terminal.renderers import Renderer


TIMEOUT = 0.5  # seconds
QUERY_CELL_SIZE, QUERY_ATTRIBUTES = b"\x1b[16t", b"\x1b[c"
QUERY_NAME, QUERY_SIXEL_SIZE = b"\x1b[>q", b"\x1b[?2;4;0S"
QUERY_KITTY = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
FEW_QUERIES = ("tmux", "screen", "linux")  # values of TERM that print the other queries or keep them

ATTRIBUTES_REPLY = re.compile(r"\x1b\[\?([0-9;]*)c")
KITTY_REPLY = re.compile(r"\x1b_Gi=31;OK\x1b\\")
CELL_SIZE_REPLY = re.compile(r"\x1b\[6;(\d+);(\d+)t")
NAME_REPLY = re.compile(r"\x1bP>\|([^\x1b]*)\x1b\\")
SIXEL_SIZE_REPLY = re.compile(r"\x1b\[\?2;0;(\d+);(\d+)S")
OTHER_REPLIES = re.compile(r"\x1b\[\?2;[1-3][0-9;]*S")
SIXEL_ATTRIBUTE = "4"
DEFAULT_CELL_SIZE = (10, 20)

# Terminals that draw sextants themselves, or come with a font that has them: the beginning of TERM or of what they
# call themselves, or a variable that they set, which programs in tmux have, too. In others, such as xterm, most fonts
# have none.
SEXTANT_NAMES = (
    *("alacritty", "contour", "foot", "ghostty", "kitty", "vte", "wezterm"),
    *("xterm-ghostty", "xterm-kitty"),
)
SEXTANT_VARIABLES = (
    *("ALACRITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "KITTY_WINDOW_ID", "VTE_VERSION", "WEZTERM_PANE"),
    "WT_SESSION",  # of Windows Terminal
)

# Terminals that can double the size of lines: the same. tmux can not.
DOUBLE_SIZE_NAMES = "konsole", "putty", "xterm("
DOUBLE_SIZE_PROGRAMS = ("Apple_Terminal",)  # values of TERM_PROGRAM


class Capabilities:
    """What a terminal has replied.

    kitty, sixel: it draws pixels by kitty's protocol, or as sixels. cell_size: width and height of a character in
    pixels. sixel_size: width and height of the largest picture in sixels; None if it does not say. name: what it calls
    itself. typed: what the user typed meanwhile.
    """

    def __init__(self, reply: str = "") -> None:
        attributes = ATTRIBUTES_REPLY.search(reply)
        cell_size = CELL_SIZE_REPLY.search(reply)
        self.kitty = KITTY_REPLY.search(reply) is not None
        self.sixel = attributes is not None and SIXEL_ATTRIBUTE in attributes[1].split(";")[1:]
        self.cell_size = (int(cell_size[2]), int(cell_size[1])) if cell_size else DEFAULT_CELL_SIZE
        name, sixel_size = NAME_REPLY.search(reply), SIXEL_SIZE_REPLY.search(reply)
        self.sixel_size = (int(sixel_size[1]), int(sixel_size[2])) if sixel_size else None
        self.name = name[1] if name else ""
        self.typed = reply
        for pattern in (ATTRIBUTES_REPLY, KITTY_REPLY, CELL_SIZE_REPLY, NAME_REPLY, SIXEL_SIZE_REPLY, OTHER_REPLIES):
            self.typed = pattern.sub("", self.typed)


def query(console: Console, environment: Mapping[str, str]) -> Capabilities:
    """Ask the terminal what it can draw. The last query is one that every terminal replies to."""
    few = environment.get("TERM", "").startswith(FEW_QUERIES) or environment.get("TERM_PROGRAM") == "Apple_Terminal"
    queries = b"" if few else QUERY_KITTY + QUERY_NAME + QUERY_SIXEL_SIZE
    console.write(queries + QUERY_CELL_SIZE + QUERY_ATTRIBUTES)
    reply, end = "", time.monotonic() + TIMEOUT
    while not ATTRIBUTES_REPLY.search(reply) and (left := end - time.monotonic()) > 0:
        reply += console.read(left)
    return Capabilities(reply)


def has_unicode(console: Console) -> bool:
    """Return whether what is written to the terminal can be any character."""
    return "utf" in console.encoding.lower()


def glyphs_for(console: Console, environment: Mapping[str, str], windows: bool, name: str = "") -> Glyphs:
    """Return the block characters that this terminal has. name: what it calls itself, if it was asked."""
    if not has_unicode(console):
        return approximate(ASCII)
    term = environment.get("TERM", "")
    named = any(one.startswith(SEXTANT_NAMES) for one in (name.lower(), term))
    if term != "linux" and (named or any(map(environment.get, SEXTANT_VARIABLES))):
        return sextants()
    return approximate(HALVES if term == "linux" or windows else QUARTERS)


def has_double_size(environment: Mapping[str, str], name: str) -> bool:
    """Return whether the terminal is known to have lines of double size. name: what it calls itself."""
    term = environment.get("TERM", "")
    program = environment.get("TERM_PROGRAM") in DOUBLE_SIZE_PROGRAMS
    return not term.startswith(FEW_QUERIES) and (
        program or any(one.startswith(DOUBLE_SIZE_NAMES) for one in (name.lower(), term))
    )


def choose_renderers(
    render: str, console: Console, environment: Mapping[str, str], windows: bool, side_screen: SideScreen | None = None
) -> tuple[list[Renderer], str]:
    """Return the renderers to use, the best first, and what the user typed meanwhile.

    render: one of RENDERINGS. auto: pixels where the terminal offers them, block characters where letters are legible
    in them, else letters, which are the last resort of all. Block characters that are asked for can be less legible.
    """
    most = LEGIBLE if render == "auto" else REQUESTED
    depth = colour_depth(environment, windows)
    ask = render in ("kitty", "sixel") or (render == "auto" and depth != NONE)
    capabilities = query(console, environment) if ask else Capabilities()
    glyphs, style_sheet = glyphs_for(console, environment, windows, capabilities.name), StyleSheet(depth)
    constructors: dict[str, Callable[[], Renderer]] = {
        "kitty": lambda: KittyRenderer(capabilities.cell_size, clear=style_sheet.clear),
        "sixel": lambda: SixelRenderer(capabilities.cell_size, capabilities.sixel_size, style_sheet.clear),
        "quadrant": lambda: BlockRenderer(quadrants(), 2, style_sheet, most),
        "sextant": lambda: BlockRenderer(sextants(), 3, style_sheet, most),
        "octant": lambda: BlockRenderer(octants(), 4, style_sheet, most),
        "double": lambda: DoubleSizeRenderer(glyphs, style_sheet),
        "text": lambda: TextRenderer(glyphs, style_sheet, closes_words=True),
        "chars": lambda: TextRenderer(glyphs, style_sheet, closes_words=False),
    }
    offered = {"kitty": capabilities.kitty, "sixel": capabilities.sixel}
    offered |= {"sextant": glyphs == sextants(), "quadrant": glyphs == approximate(QUARTERS)}
    offered["double"] = has_double_size(environment, capabilities.name)
    names = [render] if render != "auto" else [name for name, is_offered in offered.items() if is_offered]
    renderers = [constructors[name]() for name in dict.fromkeys([*names, "chars" if render == "chars" else "text"])]
    if side_screen is not None:
        picture = TextRenderer(glyphs, style_sheet, closes_words=render != "chars")
        ascii_only = not has_unicode(console)
        renderers = with_side_screen(renderers, side_screen, picture, style_sheet, ascii_only)
    return renderers, capabilities.typed
