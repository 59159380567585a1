"""Play in the browser for a long time, and see whether anything grows: `python -m bench.frontends.long_play MINUTES`.

Each of the six programs has a sixth of the time in the same tab, and is played to its end by taps at the speed fast,
again and again. Prints, twice for each: the page's heap after a collection, its nodes and listeners, the memory of
WebAssembly, that of the renderer's process, what is stored and in how many files. On Linux, with what
tests/support/browser.py needs.
"""

import argparse
import tempfile
import time
from pathlib import Path

from bench.frontends.web import descendants
from retro.machine.tape import MemoryTape
from tests.support.browser import Browser, Site, build_site, phone
from tests.support.rehearsals import ANYWHERE, SHORT, address_of, rehearse

ROWS = 2  # of the table, for each program
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
    with tempfile.TemporaryDirectory() as folder:
        build_site(folder)
        report_memory(Path(folder))
        site, browser = Site(folder), Browser()
        try:
            browser.use("player", **phone(390, 844))
            browser.do(f"await context.addInitScript({KEEP_SIZE!r})")
            browser.open(site.address)
            play(browser, 60 * minutes)
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


def play(browser, seconds):
    """Play for so many seconds, and print the table."""
    print("program         minute  taps  games  heap MB  nodes  listeners  WASM MB  process MB  stored KB  files")
    start, taps, games = time.monotonic(), 0, 0
    for number, player in enumerate(SHORT, 1):
        due, tape = 0.0, MemoryTape()  # as the page's: the programs show results of earlier games
        while (now := time.monotonic() - start) < seconds * number / len(SHORT):
            if now >= due:
                print(f"{player.__name__:14}", row(browser, now, taps, games), flush=True)
                due = now + seconds / len(SHORT) / ROWS
            taps += play_game(browser, player, tape)
            games += 1
    print("all           ", row(browser, now, taps, games))


def play_game(browser, player, tape):
    """Play a program to its end; return the number of taps."""
    moments = rehearse(player, SHORT[player], ANYWHERE, tape=tape)
    browser.play(address_of(player, SHORT[player]))
    for moment in moments:
        browser.tap_through([moment])
        time.sleep(PAUSE)
    browser.shows("Press the number of a program")
    return len(moments)


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
