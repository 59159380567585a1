"""Random BASIC programs typed into `retro basic` in real front ends: ESCAPE and F1 must work whatever runs.

    python -m bench.fuzz.front_ends terminal|window|page [SECONDS] [SEED]

The programs are those of `bench.fuzz.basic_programs`. While each runs, F1 has to open the overlay's page within a few
seconds, and to close it. ESCAPE follows; a program that traps it is ended with its process, and a new one started. The
page needs what tests/support/browser.py needs.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time

from bench.fuzz.basic_programs import corpus_programs, made, mutated
from tests.support import x11
from tests.support.browser import Browser, Site, build_site
from tests.support.front_ends import RETRO
from tests.support.pseudo_terminal import PseudoTerminal
from tests.support.waiting import until

PAGE_BLUE = (0, 0, 255)
BATCH = 20  # programs that one process is given
RUNNING = 0.15  # seconds


class InTerminal:
    """`retro basic` in a pseudo-terminal."""

    def __init__(self, data):
        self._here = PseudoTerminal([*RETRO, "basic", "--front", "terminal"], environment={"RETRO_DATA": data})
        until(lambda: ">" in self._here.text)

    def type(self, line):
        self._here.type(f"{line}\r")

    def escape(self):
        self._here.type("\x1b")
        time.sleep(0.1)

    def f1(self):
        self._here.type("\x1bOP")

    @property
    def page_is_open(self):
        assert self.status is None
        return "Volume" in self._here.text

    @property
    def status(self):
        """The process's exit status, or None."""
        return self._here.process.poll()

    def close(self):
        self._here.close()


class InWindow:
    """`retro basic` in a window on an X server of its own."""

    def __init__(self, data):
        self._server = x11.Server()
        environment = os.environ | {"DISPLAY": self._server.name, "RETRO_DATA": data}
        self._process = subprocess.Popen([*RETRO, "basic", "--mute", "--scale", "1"], env=environment)
        self._shown = self._server.user.find("BBC BASIC II")
        time.sleep(1.0)

    def type(self, line):
        for character in line:
            with contextlib.suppress(AssertionError):  # a character without a key
                self._server.user.type_key(character)
        self._server.user.type_key("\r")

    def escape(self):
        self._server.user.type_key("Escape")
        time.sleep(0.1)

    def f1(self):
        self._server.user.type_key("F1")

    @property
    def page_is_open(self):
        """Whether the page's title stands there, in its colours; programs seldom print in both."""
        assert self.status is None
        image = self._server.user.screenshot(self._shown)
        count = sum(count for count, colour in image.getcolors(1 << 16) if colour == PAGE_BLUE)
        return count > image.width * image.height // 5

    @property
    def status(self):
        """The process's exit status, or None."""
        return self._process.poll()

    def close(self):
        self._process.kill()
        self._process.wait()
        self._server.close()


class OnPage:
    """`retro basic` on the page, for a new visitor."""

    def __init__(self, _):
        self._folder = tempfile.TemporaryDirectory()
        build_site(self._folder.name)
        self._site, self._browser = Site(self._folder.name), Browser()
        self._browser.use("visitor")
        self._browser.open(f"{self._site.address}#basic")
        self._browser.shows("BASIC", ">")
        self._browser.focus()

    def type(self, line):
        self._browser.type(line)
        self._browser.press("Enter")

    def escape(self):
        self._browser.press("Escape")
        time.sleep(0.6)  # two within half a second stop the worker

    def f1(self):
        self._browser.press("F1")

    @property
    def page_is_open(self):
        assert self.status is None
        return "Volume" in self._browser.on_page("document.getElementById('text').textContent")

    @property
    def status(self):
        """What the console says of a fault, or None; the worker stands again after one."""
        return self._browser.do("return messages.splice(0)") or None

    def close(self):
        self._browser.close()
        self._site.close()
        self._folder.cleanup()


def main(kind, seconds, seed):
    """Type programs for some seconds and print how many; exit with the program at which F1 does nothing."""
    open_one, programs = {"terminal": InTerminal, "window": InWindow, "page": OnPage}[kind], corpus_programs()
    number, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as data, contextlib.closing(open_one(data)) as here:
            for _ in range(BATCH):
                chance = random.Random(f"{seed} {number}")
                lines = made(chance) if number % 2 else mutated(chance, programs)
                number += 1
                here.type("NEW")
                for line in lines:
                    here.type("".join(sign for sign in line if " " <= sign <= "~")[:200])
                here.type("RUN")
                time.sleep(RUNNING)
                try:
                    here.f1()
                    until(lambda here=here: here.page_is_open)
                    here.f1()
                    until(lambda here=here: not here.page_is_open)
                except AssertionError:
                    sys.exit(
                        f"seed {seed}, program {number - 1}: F1 does nothing while this runs:\n" + "\n".join(lines)
                    )
                here.escape()
                here.escape()
    print(f"{kind}, seed {seed}: {number} programs, F1 worked in each")


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    main(sys.argv[1], float(sys.argv[2] if len(sys.argv) > 2 else 600), int(sys.argv[3] if len(sys.argv) > 3 else 1))
