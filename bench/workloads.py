"""The workloads of the machine, each with the statements that a program uses.

A workload takes a machine and a number of rounds, or of seconds in a window, and returns how many units it did.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from retro import Machine

HOME = 30
CURSOR_OFF = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
LINE = "THE QUICK BROWN FOX JUMPS OVER"
SCREEN = 999  # characters: 24 rows of 40 and one of 39, so that nothing scrolls


def characters(m: Machine) -> None:
    """Define the characters 224–255, no two alike."""
    for code in range(224, 256):
        m.vdu(23, code, *((code * (row + 3) * 37) & 255 for row in range(8)))


def rows() -> list[str]:
    """A screen of user-defined characters as 25 strings."""
    codes = [chr(224 + index % 32) for index in range(SCREEN)]
    return ["".join(codes[start : start + 40]) for start in range(0, SCREEN, 40)]


def w1a(m: Machine, count: int) -> int:
    """Print screens of user-defined characters as strings, in colours 1 to 3 in turn."""
    characters(m)
    screen = rows()
    for turn in range(count):
        m.colour(1 + turn % 3)
        m.vdu(HOME)
        for row in screen:
            m.print(row, end="")
    return count * SCREEN


def w1b(m: Machine, count: int) -> int:
    """Print the same, one VDU byte at a time."""
    characters(m)
    codes = [ord(letter) for row in rows() for letter in row]
    vdu = m.vdu
    for turn in range(count):
        m.colour(1 + turn % 3)
        vdu(HOME)
        for code in codes:
            vdu(code)
    return count * SCREEN


def points(count: int) -> list[tuple[int, int]]:
    """Return random points of the screen in graphics units."""
    random = Random(1)
    return [(random.randrange(1280), random.randrange(800)) for _ in range(count)]


def w2(m: Machine, count: int) -> int:
    """Draw thousands of random lines."""
    places = points(2000)
    lines = list(zip(places[::2], places[1::2]))
    for turn in range(count):
        m.gcol(0, 1 + turn % 3)
        for (x, y), (a, b) in lines:
            m.move(x, y)
            m.draw(a, b)
    return count * 1000


def w3b(m: Machine, count: int) -> int:
    """Draw thousands of random filled triangles."""
    places = points(3000)
    corners = list(zip(places[::3], places[1::3], places[2::3]))
    for turn in range(count):
        m.gcol(0, 1 + turn % 3)
        for (x, y), (a, b), (c, d) in corners:
            m.move(x, y)
            m.move(a, b)
            m.plot(85, c, d)
    return count * 1000


def w4(m: Machine, count: int) -> int:
    """Print lines at the bottom of the screen, each of which scrolls it: the same line as the peers."""
    m.vdu(31, 0, 24)
    for _ in range(count):
        m.print(LINE)
    return count


WORKLOADS: dict[str, Callable[[Machine, int], int]] = {"W1a": w1a, "W1b": w1b, "W2": w2, "W3b": w3b, "W4": w4}


# in a window


def used(seconds: float, pictures: int, cpu: float) -> dict[str, float]:
    """Return a result: pictures shown, seconds of the clock and of the processor."""
    return {"units": pictures, "wall": seconds, "cpu": time.process_time() - cpu}


def white(m: Machine, seconds: float) -> dict[str, float]:
    """Show a white screen."""
    m.vdu(*CURSOR_OFF, 17, 131, 12)
    return idle(m, seconds)


def text(m: Machine, seconds: float) -> dict[str, float]:
    """Show text and wait for a key, with the cursor off."""
    m.vdu(*CURSOR_OFF)
    for row in range(20):
        m.print("Line ", row, " of a screen that waits for a key")
    return idle(m, seconds)


def idle(m: Machine, seconds: float) -> dict[str, float]:
    """Wait for a key, half a second after the window has opened."""
    m.inkey(50)
    print("READY", flush=True)
    cpu = time.process_time()
    m.inkey(int(seconds * 100))
    return used(seconds, 0, cpu)


def changing(m: Machine, seconds: float) -> dict[str, float]:
    """Change every pixel 50 times a second."""
    m.vdu(*CURSOR_OFF)
    m.inkey(50)
    print("READY", flush=True)
    cpu = time.process_time()
    pictures = int(seconds * 50)
    m.time = 0
    for turn in range(pictures):
        m.vdu(17, 128 + turn % 4, 12)
        m.inkey(max(0, 2 * turn + 2 - m.time))
    return used(seconds, pictures, cpu)


WINDOWS: dict[str, Callable[[Machine, float], dict[str, float]]] = {"W5": white, "W6": text, "W7": changing}
