"""What the terminal can draw: query it where it understands the question, and choose renderers."""

from __future__ import annotations

import re
import time

from retro.frontends.terminal.blocks import ASCII, HALVES, approximate, octants, sextants
from retro.frontends.terminal.colours import NONE, StyleSheet, colour_depth
from retro.frontends.terminal.pixels import KittyRenderer, SixelRenderer
from retro.frontends.terminal.renderers import BlockRenderer, TextRenderer
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
QUERY_KITTY = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
NO_KITTY_QUERY = ("tmux", "screen", "linux")  # values of TERM that print the query or keep it

ATTRIBUTES_REPLY = re.compile(r"\x1b\[\?([0-9;]*)c")
KITTY_REPLY = re.compile(r"\x1b_Gi=31;OK\x1b\\")
CELL_SIZE_REPLY = re.compile(r"\x1b\[6;(\d+);(\d+)t")
SIXEL_ATTRIBUTE = "4"
DEFAULT_CELL_SIZE = (10, 20)


class Capabilities:
    """What a terminal has replied.

    kitty, sixel: it draws pixels by kitty's protocol, or as sixels. cell_size: width and height of a character in
    pixels. typed: what the user typed meanwhile.
    """

    def __init__(self, reply: str = "") -> None:
        attributes = ATTRIBUTES_REPLY.search(reply)
        cell_size = CELL_SIZE_REPLY.search(reply)
        self.kitty = KITTY_REPLY.search(reply) is not None
        self.sixel = attributes is not None and SIXEL_ATTRIBUTE in attributes[1].split(";")[1:]
        self.cell_size = (int(cell_size[2]), int(cell_size[1])) if cell_size else DEFAULT_CELL_SIZE
        self.typed = reply
        for pattern in (ATTRIBUTES_REPLY, KITTY_REPLY, CELL_SIZE_REPLY):
            self.typed = pattern.sub("", self.typed)


def query(console: Console, environment: Mapping[str, str]) -> Capabilities:
    """Ask the terminal what it can draw. The last query is one that every terminal replies to."""
    no_kitty = environment.get("TERM", "").startswith(NO_KITTY_QUERY)
    no_kitty = no_kitty or environment.get("TERM_PROGRAM") == "Apple_Terminal"
    console.write((b"" if no_kitty else QUERY_KITTY) + QUERY_CELL_SIZE + QUERY_ATTRIBUTES)
    reply, end = "", time.monotonic() + TIMEOUT
    while not ATTRIBUTES_REPLY.search(reply) and (left := end - time.monotonic()) > 0:
        reply += console.read(left)
    return Capabilities(reply)


def has_unicode(console: Console) -> bool:
    """Return whether what is written to the terminal can be any character."""
    return "utf" in console.encoding.lower()


def glyphs_for(console: Console, environment: Mapping[str, str]) -> Glyphs:
    """Return the block characters that this terminal has."""
    if not has_unicode(console):
        return approximate(ASCII)
    return approximate(HALVES) if environment.get("TERM") == "linux" else sextants()


def choose_renderers(
    render: str, console: Console, environment: Mapping[str, str], windows: bool, side_screen: SideScreen | None = None
) -> tuple[list[Renderer], str]:
    """Return the renderers to use, the best first, and what the user typed meanwhile.

    render: one of RENDERINGS. auto: pixels where the terminal offers them, sextants where it is large enough, else
    characters, which are the last resort of all.
    """
    depth = colour_depth(environment, windows)
    ask = render in ("kitty", "sixel") or (render == "auto" and depth != NONE)
    capabilities = query(console, environment) if ask else Capabilities()
    glyphs, style_sheet = glyphs_for(console, environment), StyleSheet(depth)
    constructors: dict[str, Callable[[], Renderer]] = {
        "kitty": lambda: KittyRenderer(capabilities.cell_size),
        "sixel": lambda: SixelRenderer(capabilities.cell_size),
        "sextant": lambda: BlockRenderer(sextants(), 3, style_sheet),
        "octant": lambda: BlockRenderer(octants(), 4, style_sheet),
        "chars": lambda: TextRenderer(glyphs, style_sheet),
    }
    offered = {"kitty": capabilities.kitty, "sixel": capabilities.sixel, "sextant": glyphs == sextants()}
    names = [render] if render != "auto" else [name for name, is_offered in offered.items() if is_offered]
    renderers = [constructors[name]() for name in dict.fromkeys([*names, "chars"])]
    if side_screen is not None:
        picture = TextRenderer(glyphs, style_sheet)
        ascii_only = not has_unicode(console)
        renderers = with_side_screen(renderers, side_screen, picture, style_sheet, ascii_only)
    return renderers, capabilities.typed
