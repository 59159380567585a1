"""Measure the site's making: `python -m bench.frontends.site [PYTHON_FOLDER]`; without a folder, Python is from npm.

The processor time of the study pages of all programs, and the time from `retro web --serve` to its address, at first
and with what that has kept.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

from retro.library import catalogue
from retro.listing.builder import build_study
from retro.session.storage import FOLDER_VARIABLE
from retro.web.study_pages import study_page

SERVE = [sys.executable, "-m", "retro", "web", "--serve", "--no-open", "--port", "0"]


def address_after(words):
    """Return the seconds from the command to the line with the address."""
    begin = time.perf_counter()
    with subprocess.Popen([*SERVE, *words], stdout=subprocess.PIPE, text=True) as process:
        next(line for line in process.stdout if "http://" in line)
        seconds = time.perf_counter() - begin
        process.send_signal(signal.SIGINT)
    return seconds


def main():
    total = 0.0
    for entry in catalogue.entries():
        begin = time.process_time()
        study_page(build_study(entry.name))
        total += (seconds := time.process_time() - begin)
        print(f"study page of {entry.name}: {seconds:.2f} s of processor time")
    print(f"all: {total:.1f} s")
    words = ["--python", sys.argv[1]] if len(sys.argv) > 1 else []
    with tempfile.TemporaryDirectory() as kept:
        os.environ[FOLDER_VARIABLE] = kept
        for visit in ("the first time", "again", "and again"):
            print(f"retro web --serve to its address, {visit}: {address_after(words):.2f} s")


if __name__ == "__main__":
    main()
