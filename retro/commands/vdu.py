"""`retro vdu`: prints the screen that a stream of VDU bytes makes."""

import base64
import json
import sys
import zlib
from collections.abc import Sequence

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.library.output import ends_in, write, write_bytes
from retro.session.files import read_file, read_limited

STANDARD_OUTPUT = "-"


def run(words: Sequence[str]) -> int:
    """Send a file of VDU codes to a fresh screen, and print the screen."""
    args = command().parse(words)
    if args.text + args.json + bool(args.png) > 1:
        raise LaunchError("--text, --json and --png: expected one of them")
    vdu = VDU(Screen(default_font(), args.mode))
    try:
        vdu.write(read_limited(sys.stdin.buffer.read) if args.file == "-" else read_file(args.file))
    except OSError as error:
        raise LaunchError(f"{args.file} cannot be read: {error.strerror}") from error
    if args.json:
        say(json.dumps(state(vdu)))
    elif args.png:
        from retro.display.screenshots import png

        picture = png(vdu.screen.picture(0.0))
        if args.png == STANDARD_OUTPUT:
            write_bytes(picture)
        else:
            write(args.png, picture)
            say(f"{args.png} is written.")
    else:
        say("\n".join(vdu.screen.lines))
    return 0


def command() -> Command:
    """Return the arguments and options of `retro vdu`."""
    png = "write the picture to this file, or without one to standard output"
    file = "the file with the bytes; - for standard input, also from a pipe or a device"
    return Command(
        "vdu",
        "Show what a stream of VDU bytes does to the screen.",
        [argument("file", file, "FILE")],
        [
            Option("mode", int, 7, "start in this MODE (default: 7)", allowed=range(8)),
            Option("text", bool, False, "print the characters (the default)"),
            Option("json", bool, False, "print pixels and state as one JSON object"),
            Option("png", str, None, png, metavar="FILE", empty=STANDARD_OUTPUT, checks=[png_or_standard_output]),
        ],
    )


def png_or_standard_output(name: str) -> None:
    """Raise ValueError for the name of a file that is no PNG."""
    if name != STANDARD_OUTPUT:
        ends_in(".png")(name)


def state(vdu: VDU) -> dict[str, object]:
    """Return the pixels and the state of a screen.

    pixels: base64 of zlib of one byte a pixel, a logical colour, row 0 on top. pos, vpos: OSBYTE 134, as bytes.
    palette: the physical colour of each logical one. text_window: left, bottom, right, top in characters.
    graphics_window: the same in pixels, y upwards. origin, graphics_cursor: in graphics units, the cursor
    relative to the origin. status: OSBYTE 117.
    """
    screen = vdu.screen
    pos, vpos = screen.text_plane.position
    return {
        "mode": screen.mode.number,
        "width": screen.framebuffer.width,
        "height": screen.framebuffer.height,
        "pixels": base64.b64encode(zlib.compress(bytes(screen.framebuffer.pixels))).decode(),
        "pos": pos & 255,
        "vpos": vpos & 255,
        "palette": screen.palette.colours,
        "text_window": screen.text_plane.window,
        "graphics_window": screen.graphics_plane.window,
        "origin": screen.graphics_plane.origin,
        "graphics_cursor": screen.graphics_plane.cursor,
        "status": vdu.status,
    }
