// The worker in which the machine runs. One for programs that are not of this site is given all files, and emptied before it plays.

import { Mailbox, Receiver } from "./channel.js";
import { DownloadError, Downloads } from "./downloads.js";
import { emptyWorker } from "./emptied.js";
import { site } from "./site.js";
import { findSnapshot, makeRoom, snapshotOptions, takeSnapshot } from "./snapshots.js";
import { unpack } from "./tar.js";

const FOLDER = "/site"; // of the machine and its programs
const ENVIRONMENT = { HOME: "/home/pyodide", PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" };

const mailbox = new Mailbox();
const fetchAny = self.fetch;
let send = self.postMessage.bind(self); // what takes messages for the page

const post = (kind, content) => send({ kind, content: JSON.parse(content) });
const report = (sentence, share) => send({ kind: "step", content: [sentence, share] });

function show(width, height, pixels, rgba) {
  send({ kind: "picture", width, height, pixels, rgba }, [pixels.buffer, rgba.buffer]);
}

// The files that a worker without a network is given, by their addresses: as `Downloads`.
class Given {
  constructor(files) {
    this.files = files;
    this.failed = new Promise(() => undefined);
  }

  take(url) {
    const bytes = this.files.get(url);
    return bytes && Promise.resolve(new Response(bytes, { headers: { "Content-Type": url.endsWith("wasm") ? "application/wasm" : "application/octet-stream" } }));
  }

  fail(error) {
    throw error;
  }
}

// root: the address of the page. memory: shared with the page, or null. cache: how to fetch the large files. stranger: play a program
// that is not of this site. files: those that would be fetched, by their addresses, and a snapshot; none: fetch them.
async function begin({ root, memory, cache, stranger, files, snapshot }) {
  const at = (name) => new URL(name, root).href;
  const start = async (kept) => {
    const downloads = files ? new Given(files) : new Downloads(site.first.map(([name, size]) => [at(name), size]), report, cache);
    self.fetch = (url, ...options) => downloads.take(String(url)) ?? fetchAny(url, ...options); // for Python's loader
    const archives = Promise.all(site.archives.map(async (name) => (await downloads.take(at(name).replace(/\.gzip$/, ""))).arrayBuffer()));
    archives.catch(() => undefined); // `failed` says it
    const python = startPython(at(site.python), kept, archives).catch((error) => downloads.fail(error));
    const pyodide = await Promise.race([downloads.failed, python]);
    if (!kept) report("Starting the machine", 1);
    pyodide.runPython(IMPORT); // a snapshot has it: an error says that it is damaged
    return pyodide;
  };
  const pyodide = await started(start, at(site.snapshot), files ? snapshot : await findSnapshot(at(site.snapshot)), stranger);
  const receiver = memory ? new Receiver(memory) : mailbox;
  const empty = () => forget(pyodide);
  pyodide.registerJsModule("retro_page", { take: (milliseconds) => receiver.take(milliseconds), blocks: memory !== null, post, show, empty, stranger });
  pyodide.runPython(PREPARE);
  if (stranger) empty();
  await pyodide.runPythonAsync("run()");
}

// Start Python from the snapshot of an earlier visit if there is one, and have the page keep one for the next visit otherwise.
async function started(start, name, kept, stranger) {
  if (kept) {
    try {
      return await start(kept);
    } catch (error) {
      if (error instanceof DownloadError) throw error;
      console.warn(error);
    }
  }
  const pyodide = await start(null);
  if (stranger) return pyodide;
  const bytes = takeSnapshot(pyodide);
  if (bytes) send({ kind: "snapshot", content: [name, bytes] }, [bytes.buffer]);
  return pyodide;
}

async function startPython(url, snapshot, archives) {
  const { loadPyodide } = self.loadPyodide ? self : await load(`${url}pyodide.mjs`); // a worker without a network has both scripts in its own
  const options = { indexURL: url, env: { ...ENVIRONMENT }, createPyodideModule: create };
  const fsInit = async (system) => {
    for (const archive of await archives) unpack(archive, (path, bytes) => write(system, `${FOLDER}/${path}`, bytes));
  };
  return loadPyodide({ ...options, fsInit, ...snapshotOptions(snapshot) });

  async function create(settings) {
    const module = await (self.createPyodideModule ?? (await load(`${url}pyodide.asm.mjs`)).default)(settings);
    makeRoom(module, snapshot);
    return module;
  }
}

const load = (url) =>
  import(url).catch(() => {
    throw new DownloadError(`${url.split("/").pop()} could not be loaded.`);
  });

function write(system, path, bytes) {
  system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  system.writeFile(path, bytes, { canOwn: true });
}

// Empty the worker, and Python's modules that lead out of it.
function forget(pyodide) {
  for (const name of ["js", "pyodide_js", "retro_page"]) {
    pyodide.unregisterJsModule(name);
    pyodide.registerJsModule(name, {});
  }
  pyodide.runPython(FORGET);
  emptyWorker();
}

const IMPORT = `
from retro.display.font import default_font
from retro.web.browser_page import main
default_font()
`;
const PREPARE = "import functools, retro_page; from retro.web.browser_page import main; run = functools.partial(main, retro_page)";
const FORGET = "import sys; [sys.modules.pop(name) for name in list(sys.modules) if name.split('.')[0] in ('js', 'pyodide_js', 'retro_page')]";

// Post the last line of a Python error, which says what it is.
function fail(error) {
  console.error(error);
  if (error instanceof DownloadError) send({ kind: "unloaded", content: error.message });
  else send({ kind: "failed", content: String(error.message || error).trim().split("\n").pop() });
}

function receive({ data, ports }) {
  if (data.line) return mailbox.put(data.line);
  const [port] = ports;
  if (port) {
    send = port.postMessage.bind(port);
    port.onmessage = receive;
  }
  begin(data).catch(fail);
}

self.onmessage = receive;
