"""Measure one process: how fast it works, when it is ready, and what it costs while it shows a window."""

from __future__ import annotations

import json
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
CALIBRATION = 1_500_000  # turns of the loop whose time tells how fast the machine is now
LIMIT = 170.0  # seconds a process may take
SETTLED = 4.0  # seconds after which a window's start is over
WIDTH, HEIGHT = 1280, 1024  # of the X server's screen
BRIGHT, ENOUGH = 150, 60  # sample points that are bright when a white window is shown


class Failed(Exception):
    """A peer did not do what was asked."""


def calibrate() -> float:
    """Return the processor seconds of a fixed piece of pure Python."""
    start, value = time.process_time(), 0
    for index in range(CALIBRATION):
        value = (value * 75 + index) & 65535
    return time.process_time() - start


class XServer:
    """An X server without a screen, whose picture can be read."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="bench-x")
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir", self.folder]
        self.process = subprocess.Popen(
            [*command, "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL
        )
        os.close(writing)
        self.display = ":" + os.read(reading, 16).decode().strip()
        picture = Path(self.folder, "Xvfb_screen0")
        while not picture.exists():
            time.sleep(0.01)
        with picture.open("rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.first, self.row = header[0] + header[19] * 12, header[12]

    def samples(self) -> bytes:
        """Return the brightness of 832 points of the screen."""
        found = bytearray()
        for y in range(20, HEIGHT, 40):
            start = self.first + y * self.row
            found += self.memory[start + 81 : start + 4 * WIDTH : 160]
        return bytes(found)

    def close(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def environment(server: XServer, **more: str) -> dict[str, str]:
    """Return the variables for a process that shows its window on this server and plays no sound."""
    return os.environ | {"SDL_AUDIODRIVER": "dummy", "DISPLAY": server.display} | more


def output(command: list[str], folder: str, variables: dict[str, str]) -> str:
    """Run a command to its end and return what it printed."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"took over {LIMIT:g} s") from error
    return done.stdout.decode("utf-8", "replace")


def rate(command: list[str], folder: str, variables: dict[str, str]) -> float:
    """Return the units a second that a command says in its line RESULT."""
    found = re.search(r"^RESULT (.*)$", output(command, folder, variables), re.MULTILINE)
    if found is None:
        raise Failed("printed no result")
    result = json.loads(found[1])
    return result["units"] / result["wall"]


@contextmanager
def running(command: list[str], folder: str, variables: dict[str, str], stdout: int = subprocess.DEVNULL):
    """Run a command in a process group of its own, and end all of it."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(OSError):
                os.killpg(process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                process.wait(3)
        if process.stdout:
            process.stdout.close()


def ready(command: list[str], folder: str, variables: dict[str, str]) -> float:
    """Return the seconds until a command prints READY."""
    start = time.perf_counter()
    with running(command, folder, variables, subprocess.PIPE) as process:
        for line in process.stdout:
            if b"READY" in line:
                return time.perf_counter() - start
    raise Failed("was never ready")


def first_picture(command: list[str], folder: str, variables: dict[str, str], server: XServer) -> float:
    """Return the seconds until a command's white window is on the screen."""
    _wait_for_black(server)
    start = time.perf_counter()
    with running(command, folder, variables) as process:
        while time.perf_counter() - start < 30 and process.poll() is None:
            if sum(value > BRIGHT for value in server.samples()) > ENOUGH:
                return time.perf_counter() - start
            time.sleep(0.001)
    raise Failed("showed nothing")


def idle(command: list[str], folder: str, variables: dict[str, str], server: XServer, seconds: float) -> float:
    """Return the share of a core (percent) that a window takes while it waits for a key."""
    _wait_for_black(server)
    with running(command, folder, variables) as process:
        time.sleep(SETTLED)
        if process.poll() is not None:
            raise Failed("ended by itself")
        before, start = processor_time(process.pid), time.perf_counter()
        time.sleep(seconds)
        return 100 * (processor_time(process.pid) - before) / (time.perf_counter() - start)


def picture_cost(command: list[str], folder: str, variables: dict[str, str], server: XServer, seconds: float) -> float:
    """Return the processor milliseconds a picture of a window in which everything changes."""
    _wait_for_black(server)
    points = [server.first + y * server.row + 4 * x for y in (300, 512, 600) for x in (200, 400, 640, 800)]
    with running(command, folder, variables) as process:
        time.sleep(SETTLED)
        if process.poll() is not None:
            raise Failed("ended by itself")
        before, start = processor_time(process.pid), time.perf_counter()
        last, counts = [b""] * len(points), [0] * len(points)
        while time.perf_counter() - start < seconds:
            for index, point in enumerate(points):
                value = server.memory[point : point + 3]
                counts[index] += value != last[index]
                last[index] = value
            time.sleep(0.002)
        if max(counts) < 2:
            raise Failed("showed no pictures")
        return 1000 * (processor_time(process.pid) - before) / max(counts)


def _wait_for_black(server: XServer) -> None:
    for _ in range(100):
        if max(server.samples()) < ENOUGH:
            return
        time.sleep(0.05)


def processor_time(process: int) -> float:
    """Return the processor seconds of a process with its children."""
    total = 0.0
    for number in _family(process):
        with suppress(OSError):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / TICKS
    return total


def _family(process: int) -> list[int]:
    found = [process]
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            for child in Path(f"/proc/{process}/task/{thread}/children").read_text().split():
                found += _family(int(child))
    return found
