"""The VDU driver against the real machine: every stream's picture and state."""

import base64
import json
import zlib
from pathlib import Path

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU

MODEL = Path(__file__).parents[1] / "model"


def cases():
    for name in ("vdu-curated.jsonl", "vdu-random-public.jsonl", "vdu-text-modes.jsonl"):
        for line in (MODEL / name).read_text().splitlines():
            case = json.loads(line)
            yield case | case.pop("elk")


def run(case):
    screen = Screen(default_font())
    vdu = VDU(screen)
    vdu.write(bytes([22, case["mode"]]))
    vdu.write(bytes.fromhex(case["hex"]))
    return screen, vdu


def memory_byte(colour, colours):
    """A logical colour as a byte of screen memory, all its pixels alike."""
    if colours == 2:
        return 255 * colour
    if colours == 4:
        return 15 * (colour & 1) + 240 * (colour >> 1)
    return sum(3 << 2 * bit for bit in range(4) if colour >> bit & 1)


def state(screen, vdu):
    text, graphics = screen.text_plane, screen.graphics_plane
    colours = (text.ink, text.paper, graphics.ink.colour, graphics.paper.colour)
    return {
        "endMode": screen.mode.number,
        "pos": text.position[0] & 255,
        "vpos": text.position[1] & 255,
        "palette": screen.palette.colours,
        "status": vdu.status,
        "cursor": screen.cursor_shown,
        "queue": vdu.awaited,
        "twin": list(text.window),
        "gwin": list(graphics.window),
        "origin": list(graphics.origin),
        "gcursor": list(graphics.cursor),
        "gcursorPx": list(graphics.point),
        "gcursorOldPx": list(graphics.last),
        "tcursor": [text.column, text.row],
        "colours": [memory_byte(c, screen.mode.colours) for c in colours],
        "actions": [graphics.ink.action, graphics.paper.action],
    }


def first_difference(expected, got, width):
    index = next(index for index, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b)
    return f"pixel ({index % width}, {index // width}) is {got[index]}, on the machine {expected[index]}"


def differences(case):
    """Return in what the display differs from the machine's: parts of the state, and the first pixel."""
    screen, vdu = run(case)
    found = {key: (value, case[key]) for key, value in state(screen, vdu).items() if value != case[key]}
    expected, pixels = zlib.decompress(base64.b64decode(case["screen"])), bytes(screen.framebuffer.pixels)
    return (
        found
        if pixels == expected
        else found | {"screen": first_difference(expected, pixels, screen.framebuffer.width)}
    )


def test_every_stream_equals_the_machine():
    compared = {case["name"]: differences(case) for case in cases()}
    assert len(compared) == 537
    assert {name: found for name, found in compared.items() if found} == {}


FACTS = json.loads((MODEL / "vdu-facts.json").read_text(encoding="utf-8"))


def plotted(k):
    """PLOT k,80,160 in MODE 1 after MOVE 100,100: MOVE 200,100: pixels drawn, then the cursor."""
    screen = Screen(default_font(), 1)
    vdu = VDU(screen)
    for code, x, y in ((4, 100, 100), (4, 200, 100), (k, 80, 160)):
        vdu.write(bytes([25, code]) + x.to_bytes(2, "little") + y.to_bytes(2, "little"))
    pixels = bytes(screen.framebuffer.pixels)
    return [len(pixels) - pixels.count(0), *screen.graphics_plane.cursor]


def test_every_plot_code_draws_and_moves_as_measured():
    assert {str(k): plotted(k) for k in range(256)} == FACTS["plotCodes"]


def test_paging_a_small_window_as_measured():
    screen = Screen(default_font(), 1)
    fed, waits = [], []
    screen.pager.wait = lambda: waits.append(len(fed))
    vdu = VDU(screen)
    vdu.write(bytes([28, 0, 9, 39, 0, 14]))
    for _ in range(30):
        vdu.write(b"\n")
        fed.append(b"\n")
    assert waits[0] == FACTS["pageModeWindow"]["window of 10 rows"]
