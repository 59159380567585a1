"""What a terminal can draw: asked of the terminal itself, where it understands the question."""

from __future__ import annotations

import re
import time

from retro.frontends.terminal.blocks import ASCII, HALVES, approximate, octants, sextants
from retro.frontends.terminal.colours import NONE, Colours, depth
from retro.frontends.terminal.faces import Blocks, Text
from retro.frontends.terminal.pixels import Kitty, Sixel
from retro.frontends.terminal.second import paired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from retro.frontends.terminal.blocks import Glyphs
    from retro.frontends.terminal.console import Console
    from retro.frontends.terminal.faces import Face
    from retro.second import Second

RENDERINGS = ("auto", "chars", "sextant", "octant", "kitty", "sixel")

PATIENCE = 0.5  # seconds for an answer
CELL_SIZE, ATTRIBUTES = b"\x1b[16t", b"\x1b[c"
KITTY = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
MUTE_TERMS = ("tmux", "screen", "linux")  # these show or keep kitty's question

ANSWERED = re.compile(r"\x1b\[\?([0-9;]*)c")
KITTY_ANSWERED = re.compile(r"\x1b_Gi=31;OK\x1b\\")
CELL_ANSWERED = re.compile(r"\x1b\[6;(\d+);(\d+)t")
SIXELS = "4"
USUAL_CELL = (10, 20)


class Offer:
    """What a terminal says of itself. cell: width and height of a character in pixels. rest: what else was typed."""

    def __init__(self, answer: str = "") -> None:
        attributes = ANSWERED.search(answer)
        cell = CELL_ANSWERED.search(answer)
        self.kitty = KITTY_ANSWERED.search(answer) is not None
        self.sixel = attributes is not None and SIXELS in attributes[1].split(";")[1:]
        self.cell = (int(cell[2]), int(cell[1])) if cell else USUAL_CELL
        self.rest = answer
        for pattern in (ANSWERED, KITTY_ANSWERED, CELL_ANSWERED):
            self.rest = pattern.sub("", self.rest)


def ask(console: Console, environment: Mapping[str, str]) -> Offer:
    """Ask what it can draw. The last question is one that every terminal answers."""
    kind = environment.get("TERM", "")
    unasked = kind.startswith(MUTE_TERMS) or environment.get("TERM_PROGRAM") == "Apple_Terminal"
    console.write((b"" if unasked else KITTY) + CELL_SIZE + ATTRIBUTES)
    answer, end = "", time.monotonic() + PATIENCE
    while not ANSWERED.search(answer) and (left := end - time.monotonic()) > 0:
        answer += console.read(left)
    return Offer(answer)


def glyphs_for(console: Console, environment: Mapping[str, str]) -> Glyphs:
    """The block characters that this terminal has."""
    if "utf" not in console.encoding.lower():
        return approximate(ASCII)
    return approximate(HALVES) if environment.get("TERM") == "linux" else sextants()


def faces(
    render: str, console: Console, environment: Mapping[str, str], windows: bool, second: Second | None = None
) -> tuple[list[Face], str]:
    """How to show the picture, the best way first, and what was typed meanwhile.

    render: one of RENDERINGS. auto: pixels where the terminal offers them, sextants where it is large enough, else
    characters, which are what all others fall back to. second: one more screen to show.
    """
    if render not in RENDERINGS:
        raise ValueError(f"render {render!r}: expected one of {', '.join(RENDERINGS)}")
    many = depth(environment, windows)
    asked = render in ("kitty", "sixel") or (render == "auto" and many != NONE)
    offer = ask(console, environment) if asked else Offer()
    glyphs, colours = glyphs_for(console, environment), Colours(many)
    made: dict[str, Callable[[], Face]] = {
        "kitty": lambda: Kitty(offer.cell),
        "sixel": lambda: Sixel(offer.cell),
        "sextant": lambda: Blocks(sextants(), 3, colours),
        "octant": lambda: Blocks(octants(), 4, colours),
        "chars": lambda: Text(glyphs, colours),
    }
    names = [render] if render != "auto" else _best(offer, glyphs == sextants())
    ways = [made[name]() for name in dict.fromkeys([*names, "chars"])]
    if second is not None:
        ways = paired(ways, second, colours, "utf" not in console.encoding.lower())
    return ways, offer.rest


def _best(offer: Offer, blocks: bool) -> list[str]:
    return ["kitty"] * offer.kitty + ["sixel"] * offer.sixel + ["sextant"] * blocks
