"""A real browser before the site: Chromium, told what to do through Node (web/hands.mjs).

Needs Node and npm, Chromium, and the packages of tests/web (`npm ci --prefix tests/web`).
"""

import base64
import functools
import json
import select
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from PIL import Image

from retro.web.serve import HERE, Handler, Server, server

WEB = Path(__file__).parent / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0  # seconds for anything to happen


def missing():
    """What keeps these tests from running, and how to get it; empty if nothing does."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "there is no Node.js: sudo apt install nodejs npm"
    if chromium() is None:
        return "there is no Chromium: sudo apt install chromium"
    if not PYODIDE.is_dir():
        return "the packages of tests/web are missing: npm ci --prefix tests/web"
    return ""


def chromium():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Browser:
    """Chromium. Its page obeys `do`."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(WEB / "hands.mjs"), chromium()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=WEB,
        )

    def do(self, code):
        """Run the body of an async function in Node; gives what it returns."""
        self.process.stdin.write(json.dumps(code).encode() + b"\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            self.process.kill()
            raise AssertionError(f"no answer: {code}")
        answer = json.loads(self.process.stdout.readline())
        if isinstance(answer, dict) and set(answer) == {"error"}:
            raise AssertionError(f"{answer['error']}\n{code}")
        return answer

    def on_page(self, expression, *arguments):
        """What a JavaScript expression is worth in the page; its arguments are `given`."""
        return self.do(f"return page.evaluate((given) => ({expression}), {json.dumps(list(arguments))})")

    def until(self, expression, *arguments):
        """Wait until a JavaScript expression is true in the page."""
        self.do(
            f"await page.waitForFunction((given) => ({expression}), {json.dumps(list(arguments))}, "
            "{ polling: 20, timeout: 30000 })"
        )

    def use(self, name, **options):
        """From now on, the page of that name: of a new user, if there is none."""
        self.do(f"await use({json.dumps(name)}, {json.dumps(options)})")

    def leave(self, name):
        """Close the page of that name."""
        self.do(f"await leave({json.dumps(name)})")

    def open(self, address):
        """Go to an address, and wait for the machine."""
        self.do(f"await page.goto({json.dumps(address)})")
        self.ready()

    def ready(self):
        """Wait until the machine shows something."""
        self.until("document.documentElement.dataset.ready && document.getElementById('starting').hidden")

    # on the page of the machine

    def play(self, game):
        """Have a game played: what stands behind # in its address."""
        self.on_page(PLAY, game)
        self.until("document.getElementById('status').textContent")

    def click(self, selector):
        self.do(f"await page.locator({json.dumps(selector)}).click()")

    def focus(self):
        """Have the machine get the keys."""
        self.do("await page.locator('#screen').focus()")

    def press(self, key):
        self.do(f"await page.keyboard.press({json.dumps(key)})")

    def shows(self, *words):
        """Wait until all of this stands on the machine's screen."""
        self.until("given.every((word) => document.getElementById('text').textContent.includes(word))", *words)

    def says(self, words):
        """Wait until the page says this below the machine."""
        self.until("document.getElementById('status').textContent.includes(given[0])", words)

    def kept(self, name, words):
        """Wait until the unfinished game of a program that is kept says this."""
        self.until(KEPT, name, words)

    def saved(self, selector, path):
        """Press a button that saves something; gives the path it was saved to."""
        self.do(
            "const [got] = await Promise.all([page.waitForEvent('download'),"
            f" page.locator({json.dumps(selector)}).click()]); await got.saveAs({json.dumps(str(path))})"
        )
        return path

    def canvas(self):
        """The canvas as an image."""
        width, height, data = self.on_page(PIXELS)
        return Image.frombytes("RGBA", (width, height), base64.b64decode(data)).convert("RGB")

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


PIXELS = """(() => {
  const canvas = document.getElementById("screen");
  const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return [canvas.width, canvas.height, btoa(text)];
})()"""


PLAY = """(() => {
  history.replaceState(null, "", location.pathname);
  document.getElementById("status").textContent = document.getElementById("text").textContent = "";
  location.hash = given[0];
  return null;
})()"""
KEPT = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("files").objectStore("files").get(`games/${given[0]}.jsonl`);
    asked.onsuccess = () => (result.close(), resolve(asked.result?.includes(given[1])));
  };
})"""


class Bare(SimpleHTTPRequestHandler):
    """A server that knows of no headers: as most that serve files."""

    extensions_map = Handler.extensions_map

    def log_message(self, *_):
        pass


class Site:
    """The site, served. headers: with those that shared memory needs."""

    def __init__(self, folder, headers=True):
        handler = functools.partial(Bare, directory=str(folder))
        self.server = server(str(folder)) if headers else Server((HERE, 0), handler)
        self.address = f"http://{HERE}:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
