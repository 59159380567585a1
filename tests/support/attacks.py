"""Programs of others, for tests that they reach nothing: with what Python has, and with what a worker has."""

from tests.support.browser import STATIC, WEB

# Prints what it reaches, and sends the page messages that no machine sends.
PROGRAM = r'''"""Attack."""

import gc
import json

PLAYING = {"name": "attack.py", "seed": 1, "resumed": False, "address": "", "state": "", "page": "study/own.html"}
MESSAGES = [
    ("html", ["to", "<img src=x onerror=owned()>"]),
    ("press", "delete"),
    ("snapshot", ["snapshot-0", "bad"]),
    ("constructor", "x"),
    ("listing", {"own": "<img src=x onerror=owned()><script>owned()</script><a href='javascript:owned()'>x</a>"}),
    ("message", "<img src=x onerror=owned()>"),
    ("title", "<script>"),
    ("keys", [{"label": "<img src=x>", "effect": "", "event": ["text", "x"], "held": ""}]),
    ("file", ["../dominoes/tapes/x", "bad"]),
    ("file", ["opened/other.py", "bad"]),
    ("file", ["games/dominoes/1-x.jsonl", "bad"]),
    ("file", ["huge", "x" * 5_000_000]),
    ("download", ["x.html", "<script>"]),
    ("text", ["x" * 900] * 5000),
    ("keys", [{"label": "K", "effect": "", "event": ["switch", "restart x"], "held": ""}]),
    ("playing", PLAYING | {"page": "javascript:owned()"}),
    ("playing", PLAYING | {"name": "dominoes", "address": "dominoes"}),
]


def ways(page):
    import pyodide.code
    import pyodide.ffi

    for name in "fetch XMLHttpRequest caches indexedDB WebSocket Worker importScripts eval self".split():
        yield "js." + name, lambda name=name: getattr(__import__("js"), name)
    yield "js.parent", lambda: __import__("js").parent.document
    yield "js.postMessage", lambda: __import__("js").postMessage("x")
    yield "run_js", lambda: pyodide.code.run_js("self")
    yield "pyodide_js", lambda: __import__("pyodide_js")._module
    yield "retro_page", lambda: __import__("retro_page").post
    yield "array", lambda: pyodide.ffi.to_js([1]).constructor.constructor("return self")()
    yield "function", lambda: page.post.constructor("return self")()
    yield "prototype", lambda: page.post.__proto__.constructor("return self")()
    yield "proxies", lambda: [x for x in gc.get_objects() if type(x).__name__ == "JsProxy" and hasattr(x, "fetch")][0]
    yield "other games", lambda: open("/data/secret").read()
    yield "network", lambda: __import__("urllib.request")


def main(m):
    page = next(one for one in gc.get_objects() if type(one).__name__ == "BrowserPage")
    for name, reach in ways(page):
        try:
            reach()
            m.print("REACHED " + name)
        except Exception:
            pass
    for kind, content in MESSAGES:
        for number in range(9) if kind == "playing" else [0]:
            page.post(kind, json.dumps(content | {"number": number} if kind == "playing" else content))
    m.print("DONE")
    m.get()
'''

# Run that worker in the frame of the page that is for programs of others. given: its script.
ENCLOSED = """async (given) => {
  const frame = document.getElementById("enclosure").content.firstElementChild.cloneNode(true);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const { port1, port2 } = new MessageChannel();
  const reached = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  frame.contentWindow.postMessage({ script: given, given: { files: new Map() } }, "*", [port2]);
  return reached;
}"""
# Run it as a worker of the site, in a page without a policy.
OF_THE_SITE = """async (given) => {
  const worker = new Worker(URL.createObjectURL(new Blob([given], { type: "text/javascript" })));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
  });
}"""
TO_THE_PORT = """(() => {
  const port = new Promise((resolve) => (self.onmessage = ({ ports }) => resolve(ports[0])));
  return async (reached) => (await port).postMessage(reached);
})()"""
TO_THE_PAGE = "self.postMessage.bind(self)"
REACHED = {"fetch", "XMLHttpRequest", "caches", "indexedDB", "eval", "constructor", "worker in worker"}  # by any worker


def worker_script(site, tell, before=""):
    """Return the script of a worker that attacks a site, after what runs before."""
    script = (WEB / "attacks.js").read_text().replace("TELL", tell, 2).replace(tell, "TELL", 1)
    return f"const SITE = {site!r};\n{script.replace('BEFORE;', before)}"


def emptying():
    """Return a script that empties its worker."""
    module = (STATIC / "emptied.js").read_text().replace("export ", "")
    return f"(() => {{ {module} emptyWorker(); }})();"
