// The worker in which the machine runs.

import { Mailbox, Receiver } from "./channel.js";

const mailbox = new Mailbox();

const post = (kind, content) => self.postMessage({ kind, content: JSON.parse(content) });

function show(width, height, pixels, lights) {
  self.postMessage({ kind: "picture", width, height, pixels, lights }, [pixels.buffer, lights.buffer]);
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be had: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function python(url) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", url).href);
  return loadPyodide({ indexURL: url, env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
}

async function begin(from, memory) {
  const [archive, pyodide] = await Promise.all([fetched(new URL("retro.zip", self.location)), python(from)]);
  post("step", '"Starting the machine"');
  pyodide.unpackArchive(archive, "zip", { extractDir: "/site" });
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

    def show(self, width, height, pixels, lights):
        retro_page.show(width, height, to_js(pixels), to_js(lights))

main(Page())
`;

// Of a Python error the last line says what it is.
function failed(error) {
  console.error(error);
  self.postMessage({ kind: "failed", content: String(error.message || error).trim().split("\n").pop() });
}

self.onmessage = ({ data }) => {
  if (data.line) mailbox.put(data.line);
  else begin(data.python, data.memory).catch(failed);
};
