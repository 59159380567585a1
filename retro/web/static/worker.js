// The worker in which the machine runs.

import { Mailbox, Receiver } from "./channel.js";

const mailbox = new Mailbox();

const post = (kind, content) => self.postMessage({ kind, content: JSON.parse(content) });

function show(width, height, pixels, rgb) {
  self.postMessage({ kind: "picture", width, height, pixels, rgb }, [pixels.buffer, rgb.buffer]);
}

async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function startPython(url) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", url).href);
  return loadPyodide({ indexURL: url, env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
}

async function begin({ python, archive, memory }) {
  const [packed, pyodide] = await Promise.all([load(archive), startPython(python)]);
  post("step", '"Starting the machine"');
  pyodide.unpackArchive(packed, "zip", { extractDir: "/site" });
  const receiver = memory ? new Receiver(memory) : mailbox;
  pyodide.registerJsModule("retro_page", { take: (milliseconds) => receiver.take(milliseconds), post, show });
  await pyodide.runPythonAsync(START.replace("WAIT", memory ? BLOCKING : SUSPENDING));
}

const BLOCKING = "retro_page.take";
const SUSPENDING = "lambda milliseconds: run_sync(retro_page.take(milliseconds))";
const START = `
import sys
sys.path.insert(0, "/site")
import retro_page
from pyodide.ffi import run_sync, to_js
from retro.web.worker import main

class Page:
    post = staticmethod(retro_page.post)
    wait = staticmethod(WAIT)

    def show(self, width, height, pixels, rgb):
        retro_page.show(width, height, to_js(pixels), to_js(rgb))

main(Page())
`;

// Post the last line of a Python error, which says what it is.
function fail(error) {
  console.error(error);
  self.postMessage({ kind: "failed", content: String(error.message || error).trim().split("\n").pop() });
}

self.onmessage = ({ data }) => {
  if (data.line) mailbox.put(data.line);
  else begin(data).catch(fail);
};
