"""What the workloads of all peers in Python share: points, characters, strings, and how a result is printed."""

import json
import random
import time

LINE = "THE QUICK BROWN FOX JUMPS OVER"


def points(count=1001):
    """Return pseudo-random points of a screen of 320 by 200 pixels."""
    seed, found = 1, []
    for _ in range(count):
        seed = (seed * 75 + 74) % 65537
        x = seed * 320 // 65537
        seed = (seed * 75 + 74) % 65537
        found.append((x, seed * 200 // 65537))
    return found


def shapes():
    """Return 64 characters, eight bytes each."""
    chooser = random.Random(7)
    return [bytes(chooser.getrandbits(8) for _ in range(8)) for _ in range(64)]


def strings():
    """Return eight strings of 40 characters, as numbers 0 to 63."""
    return [[(row * 5 + column * 7) & 63 for column in range(40)] for row in range(8)]


def run(workload, count, units):
    """Time workload(count) and print the units done with the seconds of the clock and of the processor."""
    processor, clock = time.process_time(), time.perf_counter()
    workload(count)
    clock = time.perf_counter() - clock
    processor = time.process_time() - processor
    print("RESULT " + json.dumps({"units": units, "wall": clock, "cpu": processor}), flush=True)
