"""Measure the terminal: `python -m bench.frontends.terminal [SECONDS]`, on Linux.

SECONDS: how long to watch a machine that waits. Each program runs in a pseudo-terminal. A frame is what is written
between the marks of synchronised output. Nothing interprets the output: a real terminal's own costs are not included.
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
START = "from retro.frontends.terminal.front_end import Terminal; Terminal(render={!r}, linger=False).run({}, 1)"

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


class TerminalProcess:
    """A process with a program in a pseudo-terminal.

    written: its output. times: when each piece of the output came. first_frame: seconds from its start to the first
    frame.
    """

    def __init__(self, program, render="text", columns=80, rows=25):
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
        """Return the seconds of processor time that all its threads have used."""
        used = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as stream:
                used += int(stream.read().split()[0])
        return used / 1e9

    def watch(self, seconds):
        """Return per cent of one processor, frames a second and bytes a frame in the coming seconds."""
        time.sleep(1)
        before, start, position = self.processor(), time.perf_counter(), len(self.written)
        time.sleep(seconds)
        took = time.perf_counter() - start
        frames = [len(frame) for frame in FRAME.findall(bytes(self.written[position:]))]
        return 100 * (self.processor() - before) / took, len(frames) / took, statistics.mean(frames or [0])

    def latency(self):
        """Press a key; return the seconds until the changed cell is written."""
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


def watch(program, seconds, **options):
    """Return what `TerminalProcess.watch` measures for a program."""
    process = TerminalProcess(program, **options)
    try:
        return process.watch(seconds)
    finally:
        process.close()


def animation(program, **options):
    """Return frames a second, bytes a frame and processor time of a program that moves, in words."""
    share, frames, size = watch(program, MOVING, **options)
    return f"{frames:.1f} pictures a second, {size:,.0f} bytes each, {share:.0f} % of one core"


def key_latency():
    """Return median, 95 % and longest time from a key to its changed cell, in words."""
    process = TerminalProcess(ECHO)
    try:
        times = sorted(1000 * process.latency() for _ in range(KEYS))
    finally:
        process.close()
    return f"{statistics.median(times):.1f} / {times[95 * len(times) // 100]:.1f} / {times[-1]:.1f} ms"


def start_time():
    """Return the median time from the start to the first frame, in words."""
    times = []
    for _ in range(15):
        process = TerminalProcess(WAIT)
        times.append(process.first_frame)
        process.close()
    return f"{1000 * statistics.median(times):.0f} ms"


def rows(idle=IDLE):
    """Yield the rows of a table: what was measured, and the figure."""
    yield "start to first picture in a terminal", start_time()
    yield f"processor, {idle:.0f} s waiting for a key, cursor off", f"{watch(WAIT, idle)[0]:.3f} %"
    yield "the same, cursor blinking", f"{watch(WAIT_BLINKING, idle)[0]:.3f} %"
    yield f"key to changed cell, {KEYS} keys: median / 95 % / longest", key_latency()
    yield "80×25, something moves, 50 times a second", animation(MOVE)
    yield "80×25, every letter changes, 50 times a second", animation(TEXT)
    yield "80×25, a program that prints and never waits", animation(FLOOD)
    yield "160×67 in sextants, something moves", animation(MOVE, render="blocks", columns=160, rows=67)
    yield "160×67 in sextants, every letter changes", animation(TEXT, render="blocks", columns=160, rows=67)
    yield "200×60 in sextants, every letter changes", animation(TEXT, render="blocks", columns=200, rows=60)


if __name__ == "__main__":
    for what, figure in rows(float(sys.argv[1]) if len(sys.argv) > 1 else IDLE):
        print(f"| {what} | {figure} |", flush=True)
