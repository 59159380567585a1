"""Queries what the terminal can draw, and chooses renderers."""

import re
import time
from collections.abc import Mapping

from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal.blocks import ASCII, HALVES, QUARTERS, Glyphs, approximate, quadrants, sextants
from retro.frontends.terminal.colours import NONE, StyleSheet, colour_depth
from retro.frontends.terminal.console import Console
from retro.frontends.terminal.layout import LEGIBLE, REQUESTED
from retro.frontends.terminal.pixels import KittyRenderer, SixelRenderer
from retro.frontends.terminal.renderers import BlockRenderer, Renderer, TextRenderer
from retro.frontends.terminal.side_screen import with_side_screen

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


class Capabilities:
    """The replies of a terminal to queries.

    kitty, sixel: whether it supports kitty's graphics protocol, and sixels. cell_size: width and height of a
    character in pixels. sixel_size: width and height of the largest picture in sixels; None if unknown. name: the
    terminal's own name. typed: what the user typed during the query.
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
    """Query the terminal's capabilities. The last query is one that every terminal replies to."""
    few = environment.get("TERM", "").startswith(FEW_QUERIES) or environment.get("TERM_PROGRAM") == "Apple_Terminal"
    queries = b"" if few else QUERY_KITTY + QUERY_NAME + QUERY_SIXEL_SIZE
    console.write(queries + QUERY_CELL_SIZE + QUERY_ATTRIBUTES)
    reply, end = "", time.monotonic() + TIMEOUT
    while not ATTRIBUTES_REPLY.search(reply) and (left := end - time.monotonic()) > 0:
        reply += console.read(left)
    return Capabilities(reply)


def block_characters(console: Console, environment: Mapping[str, str], windows: bool, name: str = "") -> Glyphs:
    """Return the block characters that the terminal can show. name: the terminal's name from its replies, or empty."""
    if not console.has_unicode:
        return approximate(ASCII)
    term = environment.get("TERM", "")
    named = any(known_as.startswith(SEXTANT_NAMES) for known_as in (name.lower(), term))
    if term != "linux" and (named or any(map(environment.get, SEXTANT_VARIABLES))):
        return sextants()
    return approximate(HALVES if term == "linux" or windows else QUARTERS)


def choose_renderers(
    render: str, console: Console, environment: Mapping[str, str], windows: bool, side_screen: SideScreen | None = None
) -> tuple[list[Renderer], str]:
    """Return the renderers to use, the best first, and the input typed during the query.

    render: one of RENDERINGS. auto: pixels where the terminal offers them, block characters where letters are legible
    in them, else letters, which are the last resort of all. Block characters that are asked for can be less legible.
    """
    depth = colour_depth(environment, windows)
    ask = render in ("blocks", "pixels") or (render == "auto" and depth != NONE)
    terminal = query(console, environment) if ask else Capabilities()
    glyphs, style_sheet = block_characters(console, environment, windows, terminal.name), StyleSheet(depth)
    renderers: list[Renderer] = []
    if render in ("auto", "pixels") and terminal.kitty:
        renderers.append(KittyRenderer(terminal.cell_size, clear=style_sheet.clear))
    if render in ("auto", "pixels") and terminal.sixel:
        renderers.append(SixelRenderer(terminal.cell_size, terminal.sixel_size, style_sheet.clear))
    pixels = {sextants(): (sextants(), 3), approximate(QUARTERS): (quadrants(), 2)}.get(glyphs)
    if render in ("auto", "blocks") and pixels is not None:
        renderers.append(BlockRenderer(*pixels, style_sheet, LEGIBLE if render == "auto" else REQUESTED))
    text = [TextRenderer(glyphs, style_sheet, closes_words=render != "chars") for _ in range(2)]
    renderers.append(text[0])
    if side_screen is not None:
        renderers = with_side_screen(renderers, side_screen, text[1], style_sheet)
    return renderers, terminal.typed
