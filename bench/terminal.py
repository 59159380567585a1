"""What the terminal costs: `python -m bench.terminal [SECONDS]`, on Linux. Each program runs in a pseudo-terminal.

A frame is what is written between the marks of synchronised output. Nothing interprets what is written, so these are
the costs of our side alone.
"""

import fcntl
import os
import re
import statistics
import struct
import subprocess
import sys
import termios
import threading
import time

IDLE = 20.0  # seconds to watch a machine that waits
MOVING = 5.0  # seconds to watch one that does not
KEYS = 100
FRAME = re.compile(rb"\x1b\[\?2026h.*?\x1b\[\?2026l", re.DOTALL)
START = "from retro.frontends.terminal import Terminal; Terminal(render={!r}, linger=False).run({}, 1)"

# Programs, each as the text of a function of m.
CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
NEXT = "m.inkey(max(0, 2 * n - m.time))"  # the n-th picture is due after 2 n centiseconds, however long they take
WAIT = f"lambda m: ({CURSOR_OFF}, m.print('waiting'), m.get())"
WAIT_BLINKING = "lambda m: (m.print('waiting'), m.get())"
ECHO = f"lambda m: ({CURSOR_OFF}, [m.print(m.get_s(), end='') for n in range(1000)])"
MOVE = (
    f"lambda m: ({CURSOR_OFF}, [(m.gcol(3, 1), m.move(8 * n % 1200, 300), m.move(8 * n % 1200 + 72, 300),"
    f" m.plot(85, 8 * n % 1200 + 36, 400), {NEXT}) for n in range(100000)])"
)
TEXT = (
    f"lambda m: ({CURSOR_OFF}, [([m.print(chr(31) + chr(0) + chr(y) + ''.join(chr(33 + (7 * x + y + n) % 90)"
    f" for x in range(39)), end='') for y in range(24)], {NEXT}) for n in range(100000)])"
)
FLOOD = "lambda m: [m.print(chr(33 + n % 90), end='') for n in range(1000000000)]"


class Watched:
    """A process with a program in a pseudo-terminal, all that it writes, and when each piece of it came."""

    def __init__(self, program, render="chars", columns=80, rows=25):
        self.master, slave = os.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.written, self.times = bytearray(), []
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START.format(render, program)],
            stdin=slave,
            stdout=slave,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        threading.Thread(target=self._read, daemon=True).start()
        while b"?2026l" not in self.written:
            time.sleep(0.0005)
        self.first_frame = self.times[-1] - self.began

    def _read(self):
        try:
            while data := os.read(self.master, 1 << 16):
                self.written += data
                self.times.append(time.perf_counter())
        except OSError:
            pass

    def processor(self):
        """Seconds of processor time that all its threads have used."""
        used = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as stream:
                used += int(stream.read().split()[0])
        return used / 1e9

    def watch(self, seconds):
        """Per cent of one processor used in the coming seconds, frames a second, and bytes a frame."""
        time.sleep(1)
        before, start, place = self.processor(), time.perf_counter(), len(self.written)
        time.sleep(seconds)
        took = time.perf_counter() - start
        frames = [len(frame) for frame in FRAME.findall(bytes(self.written[place:]))]
        return 100 * (self.processor() - before) / took, len(frames) / took, statistics.mean(frames or [0])

    def answer(self):
        """Seconds from a key to what it changes."""
        time.sleep(0.03)
        size, start = len(self.written), time.perf_counter()
        os.write(self.master, b"x")
        while len(self.written) == size:
            time.sleep(0.0001)
            if time.perf_counter() - start > 2:
                raise TimeoutError("a key was lost")
        return self.times[-1] - start

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def watched(program, seconds, **options):
    """Watch a program."""
    one = Watched(program, **options)
    try:
        return one.watch(seconds)
    finally:
        one.close()


def moving(program, **options):
    """A program that moves, as text."""
    share, frames, size = watched(program, MOVING, **options)
    return f"{frames:.1f} pictures a second, {size:,.0f} bytes each, {share:.0f} % of one core"


def answers():
    """From a key to what it changes."""
    one = Watched(ECHO)
    try:
        times = sorted(1000 * one.answer() for _ in range(KEYS))
    finally:
        one.close()
    return f"{statistics.median(times):.1f} / {times[95 * len(times) // 100]:.1f} / {times[-1]:.1f} ms"


def started():
    """To the first picture."""
    times = []
    for _ in range(15):
        one = Watched(WAIT)
        times.append(one.first_frame)
        one.close()
    return f"{1000 * statistics.median(times):.0f} ms"


def rows(idle=IDLE):
    """The rows of a table: what, and its figure."""
    yield "start to first picture in a terminal", started()
    yield f"processor, {idle:.0f} s waiting for a key, cursor off", f"{watched(WAIT, idle)[0]:.3f} %"
    yield "the same, cursor blinking", f"{watched(WAIT_BLINKING, idle)[0]:.3f} %"
    yield f"key to changed cell, {KEYS} keys: median / 95 % / longest", answers()
    yield "80×25, something moves, 50 times a second", moving(MOVE)
    yield "80×25, every letter changes, 50 times a second", moving(TEXT)
    yield "80×25, a program that prints and never waits", moving(FLOOD)
    yield "160×67 in sextants, something moves", moving(MOVE, render="sextant", columns=160, rows=67)
    yield "160×67 in sextants, every letter changes", moving(TEXT, render="sextant", columns=160, rows=67)


if __name__ == "__main__":
    for what, figure in rows(float(sys.argv[1]) if len(sys.argv) > 1 else IDLE):
        print(f"| {what} | {figure} |", flush=True)
