"""`python -m bench` measures everything and prints a table; `python -m bench WORKLOAD N` measures one workload.

W1a, W1b, W2, W3b, W4: the machine alone (bench/workloads.py), N rounds. Prints RESULT with units and seconds.
W5h: print READY when the first character is on a headless screen.
W5, W6, W7: a window for N seconds: white, waiting for a key below text, changing every pixel 50 times a second. Prints
READY when it begins and RESULT at its end.
"""

from __future__ import annotations

import os
import sys
import time

# The rounds of each workload, what it does, and its unit.
TABLE = {
    "W1a": (200, "user-defined characters, as strings", "characters/s"),
    "W1b": (100, "user-defined characters, a byte at a time", "characters/s"),
    "W2": (20, "random lines", "lines/s"),
    "W3b": (5, "random filled triangles", "triangles/s"),
    "W4": (5000, "lines of text that scroll the screen", "lines/s"),
}
REPEATS = 5
BASIC_PROGRAM = "tests/model/basic-bench/bm1.bas"  # 1 ms of work
IDLE = 20.0  # seconds
STARTS = 15


def measure(name: str, count: int) -> dict[str, float]:
    """Run a workload in a new machine; return units, seconds of the clock and of the processor."""
    from bench.workloads import CURSOR_OFF, WORKLOADS
    from retro.frontends.headless import headless

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
    from bench.workloads import WINDOWS
    from retro.frontends.window.front_end import Window

    result: dict[str, float] = {}

    def program(m):
        result.update(WINDOWS[name](m, seconds))

    front = Window(mute=True, title=name, linger=False)
    front.run(program, 1)
    return result


def ready() -> None:
    """Print READY when the first character is in the framebuffer."""
    from retro.frontends.headless import headless

    def program(m):
        m.vdu(65)
        print("READY", flush=True)

    headless(program)


def one(name: str, count: str) -> None:
    """Measure one workload and print its line."""
    if name == "W5h":
        ready()
        return
    import json

    from bench.workloads import WINDOWS, WORKLOADS

    if name in WINDOWS:
        print("RESULT", json.dumps(show(name, float(count))))
    elif name in WORKLOADS:
        print("RESULT", json.dumps(measure(name, int(count))))
    else:
        sys.exit(f"{name} is no workload: expected one of {', '.join((*WORKLOADS, 'W5h', *WINDOWS))}")


def fresh(name: str, count: int) -> dict[str, float]:
    """Run a workload in a new process and return its result."""
    import json
    import subprocess

    command = [sys.executable, "-m", "bench", name, str(count)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(printed.splitlines()[-1].removeprefix("RESULT "))


def start(*arguments: str) -> float:
    """Return the median seconds that Python takes with these arguments."""
    import statistics
    import subprocess

    times = []
    for _ in range(STARTS):
        before = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def rows():
    """Yield the rows of the table: what was measured, and the figure."""
    import statistics

    for name, (count, what, unit) in TABLE.items():
        rates = [result["units"] / result["cpu"] for result in (fresh(name, count) for _ in range(REPEATS))]
        yield f"{name}  {what}", f"{statistics.median(rates):,.0f} {unit}"
    first, empty = start("-m", "bench", "W5h", "1"), start("-c", "pass")
    yield "W5h  start to first character, headless", f"{1000 * first:.0f} ms, {first / empty:.1f} × `python -c pass`"
    basic = start("-m", "retro", "play", BASIC_PROGRAM, "--front", "headless")
    yield "     start of a BASIC program to its end, headless", f"{1000 * (basic - empty):.0f} ms over `python -c pass`"
    yield from in_a_window()


def in_a_window():
    """Yield the rows of the window, but for its start: bench.peers measures that beside others."""
    from bench.frontends import window

    with window.x_display():
        yield "W6   processor, 20 s waiting for a key, cursor off", window.processor_share(window.WAIT_STEADY, IDLE)
        yield "W6   the same, cursor blinking", window.processor_share(window.WAIT_BLINKING, IDLE)
        result = fresh("W7", 10)
        yield "W7   processor a picture, every pixel changed", f"{1000 * result['cpu'] / result['units']:.1f} ms"
        yield f"     key to changed pixel, {window.KEYS} keys: median / 95 % / longest", window.key_latency()


def main() -> None:
    """Print each row of the table as soon as it is measured."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each start would compile the project again
    for what, figure in rows():
        print(f"| {what} | {figure} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1")
    else:
        main()
