"""How much of the time of lines and triangles goes into storing their pixels: `python -m bench.floor`.

Each workload also runs with a framebuffer that notes what is stored where; then the same slices are stored in a loop
that does nothing else. Prints for a line and a triangle the time of the whole, of a MOVE, and of the loop: what no
method in Python undercuts that stores these slices.
"""

import time

from bench.workloads import WORKLOADS
from retro import Machine
from retro.frontends.headless import headless

ROUNDS, MOVES = 5, 50_000
SHAPES = {"W2": "line", "W3b": "triangle"}


class NotedPixels(bytearray):
    """Pixels that note what is stored in them."""

    def __init__(self, pixels: memoryview) -> None:
        super().__init__(pixels)
        self.stored: list[tuple[slice, bytes]] = []

    def __setitem__(self, place: slice, value: bytes) -> None:
        self.stored.append((place, value))
        super().__setitem__(place, value)


def microseconds(began: float, units: int) -> float:
    """Return the processor time of a unit since `began`."""
    return 1e6 * (time.process_time() - began) / units


def main(m: Machine) -> None:
    """Measure both shapes."""
    began = time.process_time()
    for _ in range(MOVES):
        m.move(640, 400)
    move = microseconds(began, MOVES)
    for name, shape in SHAPES.items():
        began = time.process_time()
        whole = microseconds(began, WORKLOADS[name](m, ROUNDS))
        screen = m.screen.framebuffer
        before = screen.pixels
        screen.pixels = noted = NotedPixels(before)
        units = WORKLOADS[name](m, 1)
        screen.pixels = before
        began = time.process_time()
        for place, value in noted.stored:
            before[place] = value
        storing, slices = microseconds(began, units), len(noted.stored) // units
        print(f"{shape}: {whole:.1f} µs, a MOVE {move:.1f} µs; storing its {slices} slices alone: {storing:.1f} µs")


if __name__ == "__main__":
    headless(main)
