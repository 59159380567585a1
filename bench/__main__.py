"""`python -m bench` measures everything and prints a table; `python -m bench WORKLOAD N` measures one workload.

W1a, W1b, W2, W3b, W4: the machine alone (bench/workloads.py); prints RESULT with the units done and the seconds taken.
W5h: prints READY when the first character is on a headless screen.
W5, W6, W7: N seconds of a window that is white, that waits for a key under some text, and in which every pixel
changes 50 times a second; prints READY when it begins, and RESULT at its end.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from bench.workloads import CURSOR_OFF, WINDOWS, WORKLOADS
from retro.frontends.headless import headless

# How much of each workload the table does, and what its units are called.
TABLE = {
    "W1a": (200, "user-defined characters, as strings", "characters/s"),
    "W1b": (100, "user-defined characters, a byte at a time", "characters/s"),
    "W2": (20, "random lines", "lines/s"),
    "W3b": (5, "random filled triangles", "triangles/s"),
    "W4": (5000, "lines of text that scroll the screen", "lines/s"),
}
REPEATS = 5
STARTS = 15


def measure(name: str, count: int) -> dict[str, float]:
    """Run a workload in a fresh machine: how many units, and the seconds of the clock and of the processor."""
    result: dict[str, float] = {}

    def program(m):
        m.vdu(*CURSOR_OFF)
        wall, cpu = time.perf_counter(), time.process_time()
        units = WORKLOADS[name](m, count)
        result.update(units=units, wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)

    headless(program)
    return result


def show(name: str, seconds: float) -> dict[str, float]:
    """Run a workload of the window."""
    from retro.frontends.window import Window

    result: dict[str, float] = {}

    def program(m):
        result.update(WINDOWS[name](m, seconds))

    front = Window(mute=True, title=name, linger=False)
    front.run(program, 1)
    return result


def ready() -> None:
    """Print READY when the first character is in the framebuffer."""

    def program(m):
        m.vdu(65)
        print("READY", flush=True)

    headless(program)


def one(name: str, count: str) -> None:
    """Measure one workload and print its line."""
    if name == "W5h":
        ready()
    elif name in WINDOWS:
        print("RESULT", json.dumps(show(name, float(count))))
    elif name in WORKLOADS:
        print("RESULT", json.dumps(measure(name, int(count))))
    else:
        sys.exit(f"{name} is no workload: expected one of {', '.join((*WORKLOADS, 'W5h', *WINDOWS))}")


def fresh(name: str, count: int) -> dict[str, float]:
    """A workload in a process of its own."""
    command = [sys.executable, "-m", "bench", name, str(count)]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(line.removeprefix("RESULT "))


def start(*words: str) -> float:
    """The median seconds of a process that does so much."""
    times = []
    for _ in range(STARTS):
        before = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def rows():
    """The rows of the table: what, and its figure."""
    for name, (count, what, unit) in TABLE.items():
        rates = [result["units"] / result["cpu"] for result in (fresh(name, count) for _ in range(REPEATS))]
        yield f"{name}  {what}", f"{statistics.median(rates):,.0f} {unit}"
    first, nothing = start("-m", "bench", "W5h", "1"), start("-c", "pass")
    yield "W5h  start to first character, headless", f"{1000 * first:.0f} ms, {first / nothing:.1f} × `python -c pass`"
    from bench.window import rows as window_rows

    yield from window_rows()


def main() -> None:
    """Print the table, a row as soon as it is measured."""
    for what, figure in rows():
        print(f"| {what} | {figure} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1")
    else:
        main()
