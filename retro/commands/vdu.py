"""`retro vdu`: what a stream of VDU bytes does to the screen."""

from __future__ import annotations

import argparse
import base64
import json
import sys
import zlib

from retro.cli import Failure
from retro.font import default
from retro.screen import Screen
from retro.vdu import VDU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(words: Sequence[str]) -> int:
    """Feed the stream to a fresh screen and print what it has become."""
    chosen = parser().parse_args(words)
    vdu = VDU(Screen(default(), chosen.mode))
    vdu.write(stream_of(chosen.file))
    if chosen.json:
        print(json.dumps(state(vdu)))  # noqa: T201
    elif chosen.png:
        from retro.pictures import png

        sys.stdout.buffer.write(png(vdu.screen.picture(0.0)))
    else:
        print("\n".join(vdu.screen.lines))  # noqa: T201
    return 0


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(prog="retro vdu", description="What a stream of VDU bytes does to the screen.")
    made.add_argument("file", metavar="FILE", help="the bytes; - for standard input")
    made.add_argument("--mode", type=int, default=7, choices=range(8), metavar="N", help="begin in this MODE (7)")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="print the characters (this is what it does by itself)")
    form.add_argument("--json", action="store_true", help="print pixels and state as one JSON object")
    form.add_argument("--png", action="store_true", help="write the picture to standard output")
    return made


def stream_of(name: str) -> bytes:
    """All bytes of a file or of standard input."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        with open(name, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror}") from error


def state(vdu: VDU) -> dict[str, object]:
    """Everything there is to see and to ask.

    pixels: base64 of zlib of one byte a pixel, a logical colour, row 0 on top. pos, vpos: OSBYTE 134, as bytes.
    palette: the physical colour of each logical one. text_window: left, bottom, right, top in characters.
    graphics_window: the same in pixels, y upwards. origin, graphics_cursor: in graphics units, the cursor
    relative to the origin. status: OSBYTE 117.
    """
    screen = vdu.screen
    pos, vpos = screen.text_plane.position
    return {
        "mode": screen.mode.number,
        "width": screen.canvas.width,
        "height": screen.canvas.height,
        "pixels": base64.b64encode(zlib.compress(bytes(screen.canvas.pixels))).decode(),
        "pos": pos & 255,
        "vpos": vpos & 255,
        "palette": screen.palette.colours,
        "text_window": screen.text_plane.window,
        "graphics_window": screen.graphics_plane.window,
        "origin": screen.graphics_plane.origin,
        "graphics_cursor": screen.graphics_plane.cursor,
        "status": vdu.status,
    }
