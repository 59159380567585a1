"""Measure the window: `python -m bench.frontends.window [SECONDS]`, on Linux, with python-xlib.

SECONDS: how long to watch a machine that waits. Without DISPLAY it starts an Xvfb, whose OpenGL is software: compare
such figures with each other only.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import time

from Xlib import X, Xatom, display, error
from Xlib.ext import xtest

IDLE = 20.0  # seconds to watch a machine that waits
KEYS = 100
LEFT, TOP = 100, 100  # a point inside the picture
KEYCODE = 38  # of the letter A
START = (
    "from retro.frontends.window.front_end import Window; from retro.session.overlay import Overlay\n"
    "Session(Window(title='bench', mute=True, marked=True)).run({}, 1)"
)

# Programs, each as the text of a function of m.
FILL = "lambda m: [(m.vdu(17, 128 + n % 4), m.cls(), m.get()) for n in range(1, 1000000)]"
WAIT_STEADY = "lambda m: (m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0), m.vdu(17, 129), m.cls(), m.get())"
WAIT_BLINKING = "lambda m: (m.vdu(17, 129), m.cls(), m.get())"
WAIT_TUBE = "lambda m: (m.front.overlay.set(pixels='tube', shape='4:3'), m.vdu(17, 129), m.cls(), m.get())"
MOVE = (
    "lambda m: [(m.vdu(17, 128 + n % 4), m.vdu(28, n % 30, 8, n % 30 + 8, 0), m.cls(), m.inkey(2))"
    " for n in range(1, 1000000)]"
)


@contextlib.contextmanager
def x_display():
    """Yield the name of an X display to open windows on: the user's, or that of a new Xvfb."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as stream:
        os.environ["DISPLAY"] = f":{stream.readline().strip()}"
    try:
        yield os.environ["DISPLAY"]
    finally:
        server.terminate()
        server.wait()


class WindowProcess:
    """A process with a program in a window. first_frame: seconds from its start to the first picture."""

    def __init__(self, program):
        self.display = display.Display()
        self.root = self.display.screen().root
        self.began = time.perf_counter()
        self.process = subprocess.Popen([sys.executable, "-c", START.format(program)])
        self.window = None
        while self.window is None:
            windows = self.root.query_tree().children
            self.window = next((window for window in windows if self.name(window) == b"bench"), None)
            time.sleep(0.001)
        while self.pixel() == b"\0\0\0":
            time.sleep(0.001)
        self.first_frame = time.perf_counter() - self.began

    @staticmethod
    def name(window):
        with contextlib.suppress(error.XError, AttributeError):
            return window.get_full_property(Xatom.WM_NAME, X.AnyPropertyType).value
        return None

    def pixel(self):
        """Return the colour of one point of the picture; black while there is none."""
        with contextlib.suppress(error.XError, AttributeError):
            return self.window.get_image(LEFT, TOP, 1, 1, X.ZPixmap, 0xFFFFFF).data[:3]
        return b"\0\0\0"

    def processor(self):
        """Return the seconds of processor time that the process has used."""
        with open(f"/proc/{self.process.pid}/stat") as stream:
            fields = stream.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def share(self, seconds):
        """Return the per cent of one processor that it uses in the coming seconds."""
        time.sleep(1)
        before = self.processor()
        time.sleep(seconds)
        return 100 * (self.processor() - before) / seconds

    def latency(self):
        """Press a key; return the seconds until the first changed pixel."""
        before = self.pixel()
        start = time.perf_counter()
        for kind in (X.KeyPress, X.KeyRelease):
            xtest.fake_input(self.display, kind, KEYCODE)
        self.display.sync()
        while self.pixel() == before:
            if time.perf_counter() - start > 2:
                raise TimeoutError("a key was lost")
        return time.perf_counter() - start

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.display.close()


def processor_share(program, seconds):
    """Return the processor time of a program in the window, in words."""
    process = WindowProcess(program)
    try:
        return f"{process.share(seconds):.2f} %"
    finally:
        process.close()


def key_latency():
    """Return median, 95 % and longest time from a key to the first changed pixel, in words."""
    process = WindowProcess(FILL)
    try:
        times = []
        for number in range(KEYS):
            time.sleep(0.05 + number % 17 / 1000)
            times.append(1000 * process.latency())
    finally:
        process.close()
    return f"{statistics.median(times):.1f} / {statistics.quantiles(times, n=20)[-1]:.1f} / {max(times):.1f} ms"


def start_time():
    """Return the median time from the start to the first picture, in words."""
    times = []
    for _ in range(5):
        process = WindowProcess(FILL)
        times.append(process.first_frame)
        process.close()
    return f"{1000 * statistics.median(times):.0f} ms"


def main():
    idle = float(sys.argv[1]) if len(sys.argv) > 1 else IDLE
    with x_display():
        rows = [
            (f"processor, waiting for a key {idle:g} s, cursor off", processor_share(WAIT_STEADY, idle)),
            (f"processor, waiting for a key {idle:g} s, cursor blinking", processor_share(WAIT_BLINKING, idle)),
            (f"the same on a picture tube, {idle:g} s", processor_share(WAIT_TUBE, idle)),
            ("processor, 50 changes a second", processor_share(MOVE, idle / 4)),
            (f"key to changed pixel, {KEYS} keys: median / 95 % / longest", key_latency()),
            ("start to first picture, median of 5", start_time()),
        ]
    for name, value in rows:
        print(f"{name:<60}{value:>22}")


if __name__ == "__main__":
    main()
