"""Rubbish into the display: `python -m bench.fuzz SECONDS [SEED]` feeds random streams until the time is up.

Half of the bytes are any bytes, half are codes with all their parameters. After each stream the display must be
consistent, and the processor time that a stream took is held against its length.
"""

from __future__ import annotations

import sys
import time
from random import Random

from retro.font import default
from retro.modes import MODES
from retro.screen import Screen
from retro.vdu import CODES, VDU

LENGTH = 2000  # bytes a stream, at most
PAGED = 14  # would wait for SHIFT


def stream(random: Random) -> bytes:
    """Random bytes and random codes with their parameters."""
    data, length = bytearray(), random.randrange(1, LENGTH)
    while len(data) < length:
        if random.random() < 0.5:
            data += random.randbytes(random.randrange(1, 40))
        else:
            code = random.choice(list(CODES))
            data += bytes([code]) + random.randbytes(CODES[code][0])
    return bytes(byte for byte in data if byte != PAGED)


def broken(screen: Screen) -> str:
    """What is wrong with a display, or nothing."""
    mode, text, graphics = screen.mode, screen.text_plane, screen.graphics_plane
    checks = {
        "colours": max(screen.canvas.pixels) < mode.colours,
        "text": 0 <= text.left <= text.column <= text.right < mode.columns,
        "rows": 0 <= text.top <= text.row <= text.bottom < mode.rows,
        "across": 0 <= graphics.left <= graphics.right < mode.plane_width,
        "up": 0 <= graphics.bottom <= graphics.top < mode.plane_height,
        "palette": all(0 <= colour < 16 for colour in screen.palette.colours),
    }
    return " ".join(name for name, holds in checks.items() if not holds)


def main(seconds: float, seed: int) -> int:
    """Feed streams until the time is up; the status is 1 if one broke something."""
    random, font = Random(seed), default()
    streams = size = 0
    slowest = (0.0, 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = stream(random)
        screen = Screen(font, random.choice(MODES).number)
        before = time.process_time()
        VDU(screen).write(data)
        slowest = max(slowest, ((time.process_time() - before) / len(data), len(data)))
        if wrong := broken(screen):
            print(f"broken ({wrong}) by {data.hex()}")
            return 1
        streams, size = streams + 1, size + len(data)
    print(f"{streams} streams, {size} bytes, nothing raised or broken (seed {seed})")
    print(f"slowest stream: {slowest[0] * 1e6:.0f} microseconds a byte over {slowest[1]} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
