"""A real browser on the site: Chromium, driven through Node (browser_driver/hands.mjs).

Needs Node and npm, Chromium, and the packages of browser_driver/ (`npm ci --prefix tests/support/browser_driver`).
"""

import base64
import functools
import json
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import zlib
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import ClassVar
from unittest import mock

from PIL import Image

from retro.library import catalogue
from retro.library.catalogue import program_info
from retro.web import build, build_cache, editor, program_pages, pyodide, study_pages
from retro.web.serve import HOST, Handler, Server, server

WEB = Path(__file__).parent / "browser_driver"
STATIC = Path(build.__file__).with_name("static")
PYODIDE = WEB / "node_modules" / "pyodide"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPILE_ONCE = "--js-flags=--wasm-tiering-budget=200000000"  # a page of seconds gains nothing by compiling Python again
PATIENCE = 120.0  # seconds for anything to happen: on a busy machine Python starts slowly
CLOCK = 300  # pixels of a clock, at most
TUNE = 4000  # that may differ while a tune plays: when it is over there are buttons
MILLISECONDS = round(1000 * (PATIENCE - 5))


def missing():
    """Return what is missing for these tests, and how to install it; empty if nothing is."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "there is no Node.js: sudo apt install nodejs npm"
    if chromium() is None:
        return "there is no Chromium: sudo apt install chromium"
    if not PYODIDE.is_dir():
        return "the packages are missing: npm ci --prefix tests/support/browser_driver"
    return ""


FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NO_FIREFOX = (
    "there is no Node.js: sudo apt install nodejs npm"
    if shutil.which("node") is None
    else "there is no Firefox: sudo apt install firefox-esr"
    if FIREFOX is None
    else "the packages are missing: npm ci --prefix tests/support/browser_driver"
    if not ((WEB / "node_modules" / "puppeteer-core").is_dir() and PYODIDE.is_dir())
    else ""
)


def run_in_firefox(code):
    """Run the body of an async function that drives Firefox (browser_driver/firefox.mjs); return its result."""
    command = ["node", str(WEB / "firefox.mjs"), FIREFOX, str(MILLISECONDS // 2)]
    done = subprocess.run(command, input=code, cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def chromium():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def phone(width, height):
    """Return the options of a page on a touch screen of this size."""
    return {"viewport": {"width": width, "height": height}, "hasTouch": True, "isMobile": True, "deviceScaleFactor": 2}


class Browser:
    """Chromium, with a page for each user."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            ["node", str(WEB / "hands.mjs"), chromium(), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=WEB,
        )

    def do(self, code):
        """Run the body of an async function in Node; return its result."""
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
        """Return the value of a JavaScript expression in the page; its arguments are `given`."""
        return self.do(f"return page.evaluate((given) => ({expression}), {json.dumps(list(arguments))})")

    def until(self, expression, *arguments):
        """Wait until a JavaScript expression is true in a parsed page, through reloads. A promise is never true."""
        self.do(
            "await page.waitForFunction((given) => document.readyState !== 'loading' &&"
            f" ((value) => !(value instanceof Promise) && value)({expression}),"
            f" {json.dumps(list(arguments))}, {{ polling: 20, timeout: {MILLISECONDS} }})"
        )

    def until_resolved(self, promise, *arguments):
        """Wait until a promise of the page, which is made again and again, resolves to true."""
        self.do(f"await page.evaluate({UNTIL_RESOLVED.format(promise)}, {json.dumps(list(arguments))})")

    def use(self, name, **options):
        """Switch to the page of a user; a new name is a new user, or a further page of the user that it is `beside`."""
        self.do(f"await use({json.dumps(name)}, {json.dumps(options)})")

    def leave(self, name):
        """Close the page of a user."""
        self.do(f"await leave({json.dumps(name)})")

    def go(self, address):
        """Open an address."""
        self.do(f"await page.goto({json.dumps(address)})")

    def open(self, address):
        """Open an address and wait for the machine."""
        self.go(address)
        self.ready()

    def ready(self):
        """Wait until the machine shows something."""
        self.until("document.documentElement.dataset.ready && document.getElementById('starting').hidden")

    def stops(self, sentence):
        """Wait until the page says why it cannot go on."""
        self.until("document.getElementById('step').textContent.includes(given[0])", sentence)

    # on the page of the machine

    def play(self, game):
        """Play a game, given as what stands behind # in its address."""
        self.on_page(PLAY, game)
        self.until("document.getElementById('status').textContent")

    def click(self, selector):
        self.do(f"await page.locator({json.dumps(selector)}).click()")

    def focus(self):
        """Give the machine the focus."""
        self.do("await page.locator('#screen').focus()")

    def press(self, key):
        self.do(f"await strike({json.dumps(key)})")

    def type(self, text):
        """Type a text, a key at a time."""
        self.do(f"await strike(...{json.dumps(text)})")

    def write(self, editor, text):
        """Replace the text in an editor."""
        self.click(f"{editor} .cm-content")
        self.press("Control+a")
        self.press("Delete")
        self.do(f"await page.keyboard.insertText({json.dumps(text)})")

    def written(self, editor):
        """Return the text in an editor, if it is short enough to be shown whole."""
        lines = "document.querySelector(given[0]).shadowRoot?.querySelectorAll('.cm-line') ?? []"
        return self.on_page(f"[...{lines}].map((line) => line.textContent).join('\\n')", editor)

    def shows(self, *words):
        """Wait until the machine's screen shows all these words."""
        self.until("given.every((word) => document.getElementById('text').textContent.includes(word))", *words)

    def says(self, words):
        """Wait until the message below the machine contains these words."""
        self.until("document.getElementById('status').textContent.includes(given[0])", words)

    def kept(self, name, words):
        """Wait until a stored game of a program contains these words."""
        self.until_resolved(KEPT, name, words)

    def stored(self, name, *text):
        """Wait until a file of this name is stored, with any text or the one given."""
        self.until_resolved(STORED, name, *text)

    def saved(self, selector, path):
        """Press a button that saves a file; return its path."""
        self.do(
            "const [got] = await Promise.all([page.waitForEvent('download'),"
            f" page.locator({json.dumps(selector)}).click()]); await got.saveAs({json.dumps(str(path))})"
        )
        return path

    def shows_picture(self, picture, different=0):
        """Wait until the canvas is this picture; return its box in the page. different: how many pixels may differ."""
        packed = base64.b64encode(zlib.compress(picture.convert("RGBA").tobytes(), 1)).decode()
        try:
            return self.on_page(UNTIL_LIKE_PICTURE, *picture.size, packed, different)
        except AssertionError as error:
            text = self.on_page("document.getElementById('text').textContent")
            raise AssertionError(f"the canvas is another picture, with this text:\n{text}") from error

    def play_through(self, scenario, press=None):
        """Press all keys of a scenario, each when the screen is what it is to be."""
        for question in scenario.questions:
            self.shows_picture(question.picture)
            (press or self.press)(question.browser_key)

    def tap_through(self, moments):
        """Tap with a finger at the pixels of a rehearsed game, each when the canvas shows what it is to show."""
        for moment in moments:
            different = CLOCK * moment.clock + TUNE * moment.tune
            left, top, *sizes = self.shows_picture(moment.picture, different)
            x, y = ((pixel + 0.5) * size / whole for pixel, size, whole in zip(moment.step, sizes, moment.picture.size))
            self.do(f"await tap({left + x}, {top + y})")

    def press_at_once(self, key):
        """Press and release a key in one task of the page.

        Real keys come one by one: while the page still fetches files, half a second can pass between them on a busy
        computer, and a key that is down so long repeats.
        """
        self.on_page(PRESS_AT_ONCE, key)

    def canvas(self):
        """Return the canvas as an image."""
        width, height, data = self.on_page(PIXELS)
        return Image.frombytes("RGBA", (width, height), base64.b64decode(data)).convert("RGB")

    def audit(self, **options):
        """Return what the accessibility checker finds in the page, without frames."""
        return self.do(AUDIT.format(json.dumps(options)))

    def audit_long_page(self):
        """Return what it finds in the first lines of listings and all else, and in the colours of each kind of element.

        What is not looked at is removed from the page: the colours of its 12,000 elements take seconds.
        """
        self.on_page(SHORTEN_LISTINGS)
        found = self.audit(rules={CONTRAST: {"enabled": False}})
        self.on_page(KEEP_ONE_OF_A_KIND)
        return found + self.audit(runOnly=[CONTRAST])

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


READER = """
  const canvas = document.getElementById("screen");
  function reader(width, height) {
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    return () => (context.drawImage(canvas, 0, 0), context.getImageData(0, 0, width, height).data);
  }
"""
UNTIL_RESOLVED = f"""async (given) => {{{{
  for (const end = performance.now() + {MILLISECONDS}; performance.now() < end; ) {{{{
    if (await ({{}})) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }}}}
  throw new Error("it did not happen");
}}}}"""
PIXELS = f"""(() => {{{READER}
  const data = reader(canvas.width, canvas.height)();
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return [canvas.width, canvas.height, btoa(text)];
}})()"""
UNTIL_LIKE_PICTURE = f"""(async () => {{{READER}
  const [width, height, text, different] = given, read = reader(width, height);
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const expected = new Uint32Array(await new Response(inflated).arrayBuffer());
  const count = (sum, pixel, index) => sum + (pixel !== expected[index]);
  const isLike = () => new Uint32Array(read().buffer).reduce(count, 0) <= different;
  let clock, look;
  await new Promise((resolve, reject) => {{
    clock = setTimeout(reject, {MILLISECONDS}, new Error("too late"));
    look = () => canvas.width === width && canvas.height === height && isLike() && resolve();
    addEventListener("drawn", look); // one for all pictures: the page may be watched for growth
    look();
  }});
  clearTimeout(clock);
  removeEventListener("drawn", look);
  const box = canvas.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
}})()"""
PRESS_AT_ONCE = """["keydown", "keyup"].map((type) => document.activeElement.dispatchEvent(
  new KeyboardEvent(type, { key: given[0], code: given[0], cancelable: true })))"""
AUDIT = """
if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
const options = {{ ...{}, resultTypes: ["violations"] }};
const {{ violations }} = await page.evaluate((options) => axe.run({{ exclude: "iframe" }}, options), options);
return violations.map(({{ id, nodes }}) => [id, nodes.map((node) => node.html)]);
"""
CONTRAST = "color-contrast"
SHORTEN_LISTINGS = "document.querySelectorAll('.listing tr:nth-child(n + 4)').forEach((row) => row.remove())"
KEEP_ONE_OF_A_KIND = """(() => {
  const attributes = (element) => [...element.attributes].map(({ name, value }) => (name === "class" ? value : name));
  const kind = (element) => `${element.tagName} ${attributes(element)} [${[...element.children].map(kind)}]`;
  for (const parent of document.body.querySelectorAll("*")) {
    const kinds = new Set();
    for (const child of [...parent.children]) {
      const { size } = kinds;
      if (kinds.add(kind(child)).size === size) child.remove();
    }
  }
})()"""


PLAY = """(() => {
  history.replaceState(null, "", location.pathname);
  document.getElementById("status").textContent = document.getElementById("text").textContent = "";
  location.hash = given[0];
  return null;
})()"""
KEPT = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const range = IDBKeyRange.bound(`games/${given[0]}/`, `games/${given[0]}/~`);
    const asked = result.transaction("files").objectStore("files").getAll(range);
    asked.onsuccess = () => (result.close(), resolve(asked.result.some((text) => text.includes(given[1]))));
  };
})"""


STORED = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("files").objectStore("files").get(given[0]);
    const holds = () => asked.result !== undefined && asked.result === (given[1] ?? asked.result);
    asked.onsuccess = () => (result.close(), resolve(holds()));
  };
})"""


class PlainHandler(SimpleHTTPRequestHandler):
    """Sends no special headers, as most servers of files, and lets browsers cache for ten minutes."""

    extensions_map = Handler.extensions_map
    cut: ClassVar = {}  # for the ends of names: how many bytes to send before the connection is closed
    held: ClassVar = {}  # for the ends of names: the event before which no answer is sent

    def do_GET(self):
        for name, event in self.held.items():
            if self.path.endswith(name):
                event.wait(PATIENCE)
        super().do_GET()

    def send_response(self, code, message=None):
        super().send_response(code, message)
        if code == HTTPStatus.OK:
            self.send_header("Cache-Control", "max-age=600")

    def copyfile(self, source, output):
        for name, size in self.cut.items():
            if self.path.endswith(name):
                output.write(source.read(size))
                output.flush()
                self.connection.shutdown(socket.SHUT_RDWR)
                return
        super().copyfile(source, output)

    def log_message(self, *_):
        pass


CACHE = Path(__file__).parents[2] / ".pytest_cache" / "retro"  # for all workers, and from one run to the next


def cached_by_tests(name, key, make):
    """Do as retro.web.build_cache.cached, in a folder of the tests."""
    with mock.patch.object(build_cache, "folder", return_value=str(CACHE)):
        return build_cache.cached(name, key, make)


def build_site(folder, programs=(), studied=(), replaced=()):
    """Build the site with more programs, given as the texts of modules by name, and these programs' study pages.

    replaced: other texts of the site's own files, by their names in its archives.
    """
    with tempfile.TemporaryDirectory() as added, tempfile.TemporaryDirectory() as others:
        for number, text in enumerate(dict(replaced).values()):
            Path(others, str(number)).write_text(text, encoding="utf-8")
        for name, text in dict(programs).items():
            Path(added, f"{name}.py").write_text(text, encoding="utf-8")
        files = [*build.sources(), *((f"retro/programs/{path.name}", path) for path in Path(added).iterdir())]
        files += [(name, Path(others, str(number))) for number, name in enumerate(dict(replaced))]
        entries = [*catalogue.entries(), *(program_info(str(path)) for path in sorted(Path(added).iterdir()))]
        pages = [page for entry in entries if entry.name in studied for page in study_pages.page_files(entry).items()]
        patched = {
            "programs": lambda: entries,
            "pages": lambda report: pages + list(study_pages.index_files().items()),
            "program_pages": lambda given, address: program_pages.program_pages(catalogue.entries(), address),
            "sources": lambda: files,
            "cached": cached_by_tests,
        }
        keeping = [mock.patch.object(module, "cached", cached_by_tests) for module in (pyodide, editor)]
        with mock.patch.multiple(build, **patched), keeping[0], keeping[1]:
            build.build(str(folder), python=str(PYODIDE))
    for path in STATIC.glob("*.js"):  # which tests import; the page has them in one file
        shutil.copy(path, Path(folder, path.name))


class Site:
    """The site, served. headers: with those that shared memory needs; otherwise attributes of PlainHandler."""

    def __init__(self, folder, headers=True, **attributes):
        handler = functools.partial(type("Handler", (PlainHandler,), attributes), directory=str(folder))
        self.server = server(str(folder)) if headers else Server((HOST, 0), handler)
        self.address = f"http://{HOST}:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


# for fixtures


def open_browser():
    """Yield Chromium; the pages of a user share a process, and so what it has compiled."""
    browser = Browser(COMPILE_ONCE, "--renderer-process-limit=1")
    yield browser
    browser.close()


def serve_folders():
    """Yield a function that serves a folder, with the headers or without (see Site), and returns its address."""
    served = []

    def start(folder, headers=True, **options):
        served.append(Site(folder, headers, **options))
        return served[-1].address

    yield start
    for site in served:
        site.close()
