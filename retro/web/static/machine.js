// The worker in which the machine runs; it is started again when a program does not listen.

import { Sender } from "./channel.js";
import { byId } from "./dom.js";
import { Downloads } from "./downloads.js";
import { site } from "./site.js";
import { findSnapshot } from "./snapshots.js";
import { cacheMode, canSuspend, hasSharedMemory } from "./start.js";
import { scriptAddress } from "./trusted.js";

const END_TIMEOUT = 3000; // milliseconds that a program has to hear that another one is requested
const ROOT = new URL(".", location.href).href;

export class Machine {
  // receive: takes the worker's messages. fail: takes why there is no machine, and whether another try may help. stranger: for a
  // program that is not of this site. Its worker is in a frame with an origin of its own; where WebAssembly cannot be suspended,
  // and so needs shared memory, it is a worker of this site that has been emptied.
  constructor(receive, fail, stranger = false) {
    this.receive = receive;
    this.fail = fail;
    this.stranger = stranger;
    this.sender = this.port = null;
    this.stop = () => undefined;
    this.shown = {}; // the latest messages about what the page shows, by their kinds
    this.ready = false; // whether it takes requests
    this.emptied = false; // whether it can play nothing but what it plays now
    this.number = this.clock = 0; // of the latest request; the clock runs until it is heard
  }

  // Start Python.
  start() {
    if (this.stranger && canSuspend()) return void this.enclose().catch((error) => this.fail(`The machine could not be started: ${error.message}.`));
    let worker;
    try {
      worker = new Worker(scriptAddress("worker.js"), { type: "module" });
    } catch (error) {
      return this.fail(`The machine could not be started, because the browser refuses workers here: ${/** @type {Error} */ (error).message}.`, false);
    }
    this.stop = () => worker.terminate();
    worker.onerror = (error) => this.fail(`The machine could not be started: ${error.message || "its worker was blocked"}.`);
    this.connect(worker, hasSharedMemory());
    worker.postMessage({ memory: this.sender.memory, root: ROOT, cache: cacheMode(), stranger: this.stranger });
  }

  connect(port, shared) {
    this.port = port;
    this.sender = new Sender(port, shared);
    port.onmessage = ({ data }) => port === this.port && this.receive(data);
  }

  // Start Python in a frame that can fetch nothing: it is given all files.
  async enclose() {
    const frame = byId("enclosure").content.firstElementChild.cloneNode(true);
    const { port1, port2 } = new MessageChannel();
    this.stop = () => frame.remove();
    this.connect(port1, false);
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    const [script, files, snapshot] = await Promise.all([enclosedScript(), enclosedFiles(this.receive), findSnapshot(new URL(site.snapshot, ROOT).href), loaded]);
    const given = { root: ROOT, memory: null, stranger: true, files, snapshot };
    frame.contentWindow?.postMessage({ script, given }, "*", [port2, ...[...files.values(), ...(snapshot ? [snapshot.buffer] : [])]]);
  }

  send(message) {
    this.sender.send(message);
  }

  // Send a request. One that comes before the machine is ready is sent by `begin`.
  request(request) {
    clearTimeout(this.clock);
    if (!this.ready) return;
    if (this.emptied) return this.restart("Starting Python again");
    this.number = request.number;
    this.send(request);
    this.clock = setTimeout(() => this.restart("The program did not respond. Starting Python again"), END_TIMEOUT);
  }

  // Send the first request, when the machine is ready.
  begin(request) {
    this.ready = true;
    this.send(request);
  }

  // Empty the worker: the program that it plays was changed.
  empty() {
    this.emptied = true;
    this.send({ empty: true });
  }

  heard(number) {
    if (number === this.number) clearTimeout(this.clock);
  }

  // End whatever runs, with its worker.
  end() {
    clearTimeout(this.clock);
    this.stop();
    this.ready = this.emptied = false;
    this.port = null;
  }

  restart(sentence) {
    this.end();
    this.receive({ kind: "step", content: [sentence, null] });
    this.start();
  }
}

// The script of the enclosed worker: Python's two and ours.
async function enclosedScript() {
  const addresses = [...["pyodide.mjs", "pyodide.asm.mjs"].map((name) => new URL(site.python + name, ROOT)), new URL("worker.js", import.meta.url)];
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
  return texts.map(asScript).join("\n");
}

// A module as part of a script that is none.
function asScript(text) {
  const [named, whole] = [/export\s*\{\s*(\w+) as loadPyodide\b[^}]*\}/, /export default (\w+);/];
  const plain = text.replace(named, "self.loadPyodide = $1").replace(whole, "self.createPyodideModule = $1;");
  return `(() => {${plain.replaceAll("import.meta.url", "self.location.href")}\n})();`;
}

// The large files by their addresses.
async function enclosedFiles(receive) {
  const downloads = new Downloads(site.first.map(([name, size]) => [new URL(name, ROOT).href, size]), (...step) => receive({ kind: "step", content: step }), cacheMode());
  const read = async (url) => [url, await (await downloads.take(url)).arrayBuffer()];
  return new Map(await Promise.race([downloads.failed, Promise.all([...downloads.responses.keys()].map(read))]));
}
