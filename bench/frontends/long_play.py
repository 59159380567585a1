"""Play in the browser for a long time, and see whether anything grows: `python -m bench.frontends.long_play MINUTES`.

The programs that show nothing of earlier games are played to their ends by taps at the speed fast, again and again.
Prints, ten times: the page's heap after a collection, its nodes and listeners, the memory of WebAssembly, that of the
renderer's process, what is stored and in how many files. On Linux, with what tests/support/browser.py needs.
"""

import argparse
import itertools
import tempfile
import time
from pathlib import Path

from bench.frontends.web import descendants
from tests.support.browser import Browser, Site, build_site, phone
from tests.support.mouse_players import dominoes, dominoes_plus, morgan2
from tests.support.rehearsals import ANYWHERE, SHORT, address_of, rehearse

GAMES = (dominoes, dominoes_plus, morgan2)
TIMES = 10
PAUSE = 0.1  # seconds between two taps
MEGABYTE = 1 << 20
# Has each picture carry the size of WebAssembly's memory.
REPORT = """
let memory = null;
for (const name of ["instantiate", "instantiateStreaming"]) {
  const start = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const result = await start(...given);
    memory ??= Object.values((result.instance ?? result).exports).find((part) => part instanceof WebAssembly.Memory);
    return result;
  };
}
"""
KEEP_SIZE = """globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => (globalThis.wasm = data.memory ?? globalThis.wasm));
  }
}"""
METRICS = """
const session = await context.newCDPSession(page);
await session.send("Performance.enable");
await session.send("HeapProfiler.collectGarbage");
const { metrics } = await session.send("Performance.getMetrics");
await session.detach();
return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
"""
STORED = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const files = result.transaction("files").objectStore("files").count();
    files.onsuccess = () => (result.close(), resolve([files.result, globalThis.wasm]));
  };
})"""
USAGE = "navigator.storage.estimate().then(({ usage }) => usage)"


def main():
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float)
    minutes = parser.parse_args().minutes
    games = [(address_of(player, SHORT[player]), rehearse(player, SHORT[player], ANYWHERE)) for player in GAMES]
    with tempfile.TemporaryDirectory() as folder:
        build_site(folder)
        report_memory(Path(folder))
        site, browser = Site(folder), Browser()
        try:
            browser.use("player", **phone(390, 844))
            browser.do(f"await context.addInitScript({KEEP_SIZE!r})")
            browser.open(site.address)
            play(browser, games, 60 * minutes)
        finally:
            browser.close()
            site.close()


def report_memory(folder):
    """Have the worker of a site tell the page the size of WebAssembly's memory."""
    (script,) = folder.glob("app-*/worker.js")
    text = script.read_text()
    told = text.replace('kind: "picture",', 'kind: "picture", memory: memory?.buffer.byteLength,')
    assert told != text
    script.write_text(told + REPORT)


def play(browser, games, seconds):
    """Play for so many seconds, and print a row ten times."""
    print("minute  taps  games  heap MB  nodes  listeners  WASM MB  process MB  stored KB  files", flush=True)
    start, due, taps = time.monotonic(), 0.0, 0
    for count, (place, moments) in enumerate(itertools.cycle(games)):
        now = time.monotonic() - start
        if now >= due:
            print(row(browser, now, taps, count), flush=True)
            due += seconds / TIMES
        if now >= seconds:
            return
        browser.play(place)
        for moment in moments:
            browser.tap_through([moment])
            time.sleep(PAUSE)
            taps += 1
        browser.shows("Press the number of a program")


def row(browser, now, taps, games):
    """Return a row of the table."""
    metrics, usage = browser.do(METRICS), browser.on_page(USAGE)
    files, wasm = browser.on_page(STORED)
    sizes = [
        f"{metrics['JSHeapUsedSize'] / MEGABYTE:7.2f}",
        f"{metrics['Nodes']:5.0f}",
        f"{metrics['JSEventListeners']:9.0f}",
        f"{(wasm or 0) / MEGABYTE:7.1f}",
        f"{resident(browser) / MEGABYTE:10.0f}",
        f"{usage / 1024:9.0f}",
        f"{files:5}",
    ]
    return "  ".join([f"{now / 60:6.1f}", f"{taps:4}", f"{games:5}", *sizes])


def resident(browser):
    """Return the bytes of memory of the largest process of a page."""
    sizes = [0]
    for process in descendants(browser.process.pid):
        if b"--type=renderer" in (process / "cmdline").read_bytes():
            pages = int((process / "statm").read_text().split()[1])
            sizes.append(4096 * pages)
    return max(sizes)


if __name__ == "__main__":
    main()
