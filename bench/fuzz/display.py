"""Random bytes into the display: `python -m bench.fuzz.display BYTES [SEED]`.

Half of the bytes are random, half are VDU codes with all their parameters. After each stream the display must be
consistent, and the processor time of a stream is compared with its length. Runs with different seeds add up: each
prints how many bytes it has fed.
"""

from __future__ import annotations

import sys
import time
from random import Random

from retro.display.font import default_font
from retro.display.modes import MODES
from retro.display.screen import Screen
from retro.display.vdu import CODES, VDU

MAX_LENGTH = 2000  # bytes of a stream
PAGE_MODE = 14  # would wait for SHIFT
NUMBERS = list(CODES)


def stream(random: Random) -> bytes:
    """Return random bytes, and random codes with their parameters."""
    data, length = bytearray(), random.randrange(1, MAX_LENGTH)
    while len(data) < length:
        if random.random() < 0.5:
            data += random.randbytes(random.randrange(1, 40))
        else:
            code = random.choice(NUMBERS)
            data += bytes([code]) + random.randbytes(CODES[code][0])
    return bytes(data).replace(bytes([PAGE_MODE]), b"")


def inconsistencies(screen: Screen) -> str:
    """Return what is wrong with a display; empty if nothing is."""
    mode, text, graphics = screen.mode, screen.text_plane, screen.graphics_plane
    checks = {
        "colours": not bytes(screen.framebuffer.pixels).strip(bytes(range(mode.colours))),
        "text": 0 <= text.left <= text.column <= text.right < mode.columns,
        "rows": 0 <= text.top <= text.row <= text.bottom < mode.rows,
        "across": 0 <= graphics.left <= graphics.right < mode.plane_width,
        "up": 0 <= graphics.bottom <= graphics.top < mode.plane_height,
        "palette": all(0 <= colour < 16 for colour in screen.palette.colours),
    }
    return " ".join(name for name, holds in checks.items() if not holds)


def main(total: int, seed: int) -> int:
    """Feed streams until so many bytes are fed; return 1 if one of them broke the display."""
    random, font = Random(seed), default_font()
    streams = fed = 0
    slowest, length = 0.0, 0
    while fed < total:
        data = stream(random)
        if not data:
            continue
        screen = Screen(font, random.choice(MODES).number)
        before = time.process_time()
        VDU(screen).write(data)
        slowest, length = max((slowest, length), ((time.process_time() - before) / len(data), len(data)))
        if wrong := inconsistencies(screen):
            print(f"inconsistent ({wrong}) after {data.hex()}")
            return 1
        streams, fed = streams + 1, fed + len(data)
    print(f"seed {seed}: {fed} bytes in {streams} streams, nothing raised or inconsistent")
    print(f"slowest stream: {slowest * 1e6:.0f} microseconds a byte, {length} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
