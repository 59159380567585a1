"""Measure visits of the site beside a page that only starts Python: `python -m bench.frontends.visits [VISITS]`.

Both come from a server that answers after ROUND_TRIP, and are visited in turns by newcomers. Needs what
tests/support/browser.py needs.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.frontends.web import bare
from retro.library import catalogue
from tests.support.browser import Browser, PlainHandler, Site, build_site, missing

VISITS, PAINTS = 5, 15  # until the page is ready, and until something is painted
ROUND_TRIP = 0.05  # seconds
IDLE = 10  # seconds after the page is ready
SIZE = {"width": 1240, "height": 800}
READY = {
    "": "document.documentElement.dataset.ready && document.getElementById('starting').hidden",
    "bare/index.html": "document.title === 'ready'",
}
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
MEGABYTE = 1e6


class Counter(list):
    """The names and sizes of the files that the server has sent."""

    def attributes(self):
        """Return the attributes of a handler that counts."""

        def send_file(handler, source, output):
            data = source.read()
            self.append((handler.path, len(data)))
            output.write(data)

        def answer(handler):
            time.sleep(ROUND_TRIP)
            PlainHandler.do_GET(handler)

        return {"copyfile": send_file, "do_GET": answer}

    def take(self):
        """Return what was sent since the last call, in words."""
        number, size = len(self), sum(size for _, size in self)
        self.clear()
        return f"{size / MEGABYTE:.2f} MB in {number} requests"


def visit(browser, address, page, user):
    """Return the seconds of a newcomer until the page is ready."""
    browser.use(user, viewport=SIZE)
    start = time.perf_counter()
    browser.go(address + page)
    browser.until(READY[page])
    return time.perf_counter() - start


def paint(browser, address, page):
    """Return the seconds of a newcomer until something is painted."""
    browser.use("newcomer", viewport=SIZE)
    browser.go(address + page)
    browser.until(PAINT)
    seconds = browser.on_page(PAINT) / 1000
    browser.leave("newcomer")
    return seconds


def compared(times):
    """Return the medians for our page and the bare one, in words."""
    ours, plain = map(statistics.median, times.values())
    return f"{ours:.2f} s, {plain:.2f} s: {ours / plain:.2f} of it"


def rows(folder, visits):
    """Yield what was measured, and the figure."""
    sent, browser = Counter(), Browser()
    site = Site(folder, headers=False, **sent.attributes())
    times = {page: [] for page in READY}
    try:
        for number in range(visits):
            for page, measured in times.items():
                sent.clear()
                measured.append(visit(browser, site.address, page, f"{page}{number}"))
                if not number:
                    yield f"first visit, {page or 'ours'}", sent.take()
                    time.sleep(IDLE)
                    yield f"{IDLE} seconds after that", sent.take()
                browser.leave(f"{page}{number}")
        yield "ready: ours, the bare page", compared(times)
        paints = [[paint(browser, site.address, page) for page in READY] for _ in range(PAINTS)]
        yield "first paint: ours, the bare page", compared(dict(zip(READY, zip(*paints))))
        browser.use("returning", viewport=SIZE)
        browser.open(site.address)
        browser.until("navigator.serviceWorker.controller")
        time.sleep(IDLE)
        sent.clear()
        path = Path(catalogue.file_of("dominoes_plus"))
        name = f"retro/programs/{path.relative_to(catalogue.folder())}"
        build_site(folder, replaced={name: f"{path.read_text(encoding='utf-8')}\n# A word.\n"})
        browser.do("await page.reload()")
        browser.says("A newer version")
        browser.do("await page.reload()")
        browser.ready()
        time.sleep(IDLE)
        yield "a release with another word in one program", sent.take()
    finally:
        browser.close()
        site.close()


def main(visits):
    """Print the table, a row as soon as it is measured."""
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as folder:
        build_site(folder)
        bare(folder)
        for what, figure in rows(folder, visits):
            print(f"| {what} | {figure} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else VISITS)
