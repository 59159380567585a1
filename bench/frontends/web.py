"""Measure the browser: `python -m bench.frontends.web [SECONDS]`, on Linux, with what tests/support/browser.py needs.

The browser is headless, so its drawing is software: compare such figures with each other only. Ready means: from the
address to the machine's first picture. A key is timed from the browser's own time stamp of its event to the call that
puts the new picture into the canvas; processor time is that of the threads, from /proc.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from retro.web.pyodide import FILES
from tests.support.browser import PYODIDE, Browser, Site, build_site, missing

IDLE = 20.0  # seconds to watch a machine that waits
QUIET = 4.0  # seconds until a page that has been opened has nothing more to do
SETTLED = 30.0  # seconds until the browser has cleaned up after that, too
KEYS = 100
COLD, WARM = 3, 7  # how often it is opened
SLOW, SLOWED = 4, 3  # how many times, and how often it is opened then
PROGRAM = '"""{title}."""\n\n\ndef main(m):\n    {before}\n    while True:\n        m.print(m.get_s(), end="")\n'
PROGRAMS = {"steady": "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)", "blinking": 'm.print("waiting")'}
CLOCKS = """
globalThis.times = [];
addEventListener("keydown", (event) => (globalThis.pressed = event.timeStamp), true);
const { putImageData } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.putImageData = function (...words) {
  putImageData.apply(this, words);
  if (globalThis.pressed) times.push(performance.now() - globalThis.pressed);
  globalThis.pressed = 0;
};
"""
BARE = '<!doctype html><title></title><p>Python</p><script type="module" src="start.mjs"></script>'
BARE_SCRIPT = "new Worker('worker.mjs', { type: 'module' }).onmessage = ({ data }) => (document.title = data);"
BARE_WORKER = """
import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide();
pyodide.runPython("print('ready')");
postMessage("ready");
"""
NO_WORKER = "delete Navigator.prototype.serviceWorker;"


class BenchPage:
    """A browser with one page. script: runs in the page before anything else."""

    def __init__(self, address, script=""):
        self.address = address
        self.browser = Browser()
        self.browser.use("bench", viewport={"width": 1240, "height": 800})
        self.browser.do(f"await context.addInitScript({script + CLOCKS!r})")

    def open(self, name=""):
        """Open the page; return the milliseconds until the machine shows something."""
        start = time.perf_counter()
        self.browser.do("await page.goto('about:blank')")
        self.browser.open(f"{self.address}#{name}")
        return 1000 * (time.perf_counter() - start)

    def slow_down(self):
        """Slow down the thread of the page, as for a phone; Chromium cannot do so with that of the machine."""
        self.browser.do("globalThis.session = await context.newCDPSession(page)")
        self.browser.do(f"await session.send('Emulation.setCPUThrottlingRate', {{ rate: {SLOW} }})")

    def latencies(self):
        """Press keys; return the milliseconds from each to its picture, sorted."""
        self.open("steady")
        self.browser.focus()
        time.sleep(QUIET)
        for number in range(KEYS):
            self.browser.press("x")
            self.browser.until("times.length > given[0]", number)
        return sorted(self.browser.on_page("times"))

    def share(self, name, seconds):
        """Return the per cent of one processor of the worker and of the whole tab while the program waits."""
        self.open(name)
        time.sleep(SETTLED)
        before, start = self.processor(), time.perf_counter()
        time.sleep(seconds)
        took = time.perf_counter() - start
        return [100 * (now - then) / took for now, then in zip(self.processor(), before)]

    def processor(self):
        """Return the seconds of processor time of the workers and of all processes of pages."""
        workers = whole = 0
        for thread, name in self.threads():
            used = int((thread / "schedstat").read_text().split()[0]) / 1e9
            whole += used
            workers += used if name.startswith("DedicatedWorker") else 0
        return workers, whole

    def threads(self):
        """Yield the threads of the processes of pages, with their names."""
        for process in descendants(self.browser.process.pid):
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                for thread in (process / "task").iterdir():
                    yield thread, (thread / "comm").read_text()


def descendants(number):
    """Yield the folders in /proc of the processes that a process has started."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == number:
            yield place
            yield from descendants(int(place.name))


def summary(times):
    """Return median, 95 % and longest, in words."""
    return f"{statistics.median(times):.1f} / {times[95 * len(times) // 100]:.1f} / {times[-1]:.1f} ms"


def cold(address):
    """Return the milliseconds of a first visit."""
    page = BenchPage(address)
    try:
        return page.open()
    finally:
        page.browser.close()


def bare(folder):
    """Write a page that only loads Python in a worker and has it print a line, for comparison."""
    place = Path(folder, "bare")
    shutil.copytree(PYODIDE, place, ignore=lambda _, names: {name for name in names if name not in FILES})
    place.joinpath("index.html").write_text(BARE)
    place.joinpath("start.mjs").write_text(BARE_SCRIPT)
    place.joinpath("worker.mjs").write_text(BARE_WORKER)


def ratio(page, warm):
    """Return the median of our time from the cache to that of the bare page, in alternation, in words."""
    times = []
    for _ in range(warm):
        start = time.perf_counter()
        page.browser.go(f"{page.address}bare/index.html")
        page.browser.until("document.title === 'ready'")
        times.append((page.open(), 1000 * (time.perf_counter() - start)))
    ours, both = (statistics.median(column) for column in zip(*times))
    return f"{ours:,.0f} ms, {ours / (both - ours):.2f} times"


def rows(address, idle):
    """Yield the rows of a table: what was measured, and the figure."""
    yield "ready, first visit, from this machine", f"{statistics.median(cold(address) for _ in range(COLD)):,.0f} ms"
    page = BenchPage(address)
    try:
        page.open()
        yield "ready, from the browser's cache", f"{statistics.median(page.open() for _ in range(WARM)):,.0f} ms"
        yield "the same, and to a page that only starts Python, in alternation", ratio(page, WARM)
        yield f"key to canvas, {KEYS} keys: median / 95 % / longest", summary(page.latencies())
        page.slow_down()
        yield f"ready, from the browser's cache, the page {SLOW} times as slow", ratio(page, SLOWED)
        yield f"key to canvas, the page {SLOW} times as slow", summary(page.latencies())
    finally:
        page.browser.close()
    page = BenchPage(address)
    try:
        page.open()
        for name, what in {"steady": "cursor off", "blinking": "cursor blinking"}.items():
            worker, whole = page.share(name, idle)
            yield f"processor, {idle:.0f} s waiting for a key, {what}", f"worker {worker:.2f} %, tab {whole:.2f} %"
    finally:
        page.browser.close()
    page = BenchPage(address, NO_WORKER)
    try:
        yield "the same key without shared memory", summary(page.latencies())
    finally:
        page.browser.close()


def main(idle):
    """Print the table, a row as soon as it is measured."""
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as folder:
        build_site(folder, {name: PROGRAM.format(title=name, before=before) for name, before in PROGRAMS.items()})
        bare(folder)
        served = Site(folder, headers=False)
        try:
            for what, figure in rows(served.address, idle):
                print(f"| {what} | {figure} |", flush=True)
        finally:
            served.close()
    print(f"load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else IDLE)
