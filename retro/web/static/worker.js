// The worker in which the machine runs.

import { Mailbox, Receiver } from "./channel.js";
import { DownloadError, Downloads } from "./downloads.js";
import { site } from "./site.js";
import { findSnapshot, trimmed } from "./snapshots.js";
import { unpack } from "./tar.js";

const FOLDER = "/site"; // of the machine and its programs
const ENVIRONMENT = { HOME: "/home/pyodide", PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" };

const mailbox = new Mailbox();
const fetchAny = self.fetch;

const post = (kind, content) => self.postMessage({ kind, content: JSON.parse(content) });
const report = (sentence, share) => self.postMessage({ kind: "step", content: [sentence, share] });

function show(width, height, pixels, rgba) {
  self.postMessage({ kind: "picture", width, height, pixels, rgba }, [pixels.buffer, rgba.buffer]);
}

// root: the address of the page. memory: shared with the page, or null. cache: how to fetch the large files.
async function begin({ root, memory, cache }) {
  const at = (name) => new URL(name, root).href;
  const start = async (snapshot) => {
    const downloads = new Downloads(site.first.map(([name, size]) => [at(name), size]), report, cache);
    self.fetch = (url, ...options) => downloads.take(String(url)) ?? fetchAny(url, ...options); // for Python's loader
    const files = downloads.take(at(site.archive).replace(/\.gzip$/, "")).then((response) => response.arrayBuffer());
    const python = startPython(at(site.python), snapshot, files).catch((error) => downloads.fail(error));
    const pyodide = await Promise.race([downloads.failed, python]);
    if (!snapshot) report("Starting the machine", 1);
    pyodide.runPython(IMPORT); // a snapshot has it: an error says that it is damaged
    return pyodide;
  };
  const pyodide = await started(start, at(site.snapshot));
  const receiver = memory ? new Receiver(memory) : mailbox;
  pyodide.registerJsModule("retro_page", { take: (milliseconds) => receiver.take(milliseconds), blocks: memory !== null, post, show });
  await pyodide.runPythonAsync("import retro_page; from retro.web.browser_page import main; main(retro_page)");
}

// Start Python from the snapshot of an earlier visit if there is one, and have the page keep one for the next visit otherwise.
async function started(start, name) {
  const kept = await findSnapshot(name);
  if (kept) {
    try {
      return await start(kept);
    } catch (error) {
      if (error instanceof DownloadError) throw error;
      console.warn(error);
    }
  }
  const pyodide = await start(null);
  const bytes = trimmed(pyodide.makeMemorySnapshot());
  self.postMessage({ kind: "snapshot", content: [name, bytes] }, [bytes.buffer]);
  return pyodide;
}

async function startPython(url, snapshot, files) {
  const { loadPyodide } = await load(`${url}pyodide.mjs`);
  const options = { indexURL: url, env: { ...ENVIRONMENT }, createPyodideModule: create };
  const fsInit = async (system) => unpack(await files, (path, bytes) => write(system, `${FOLDER}/${path}`, bytes));
  return loadPyodide({ ...options, fsInit, ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }) });

  // Python's loader leaves the memory as small as it is at first.
  async function create(settings) {
    const module = await (await load(`${url}pyodide.asm.mjs`)).default(settings);
    if (snapshot?.length > module.HEAP8.length) module.growMemory(snapshot.length);
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

const IMPORT = `
from retro.display.font import default_font
from retro.web.browser_page import main
default_font()
`;

// Post the last line of a Python error, which says what it is.
function fail(error) {
  console.error(error);
  if (error instanceof DownloadError) self.postMessage({ kind: "unloaded", content: error.message });
  else self.postMessage({ kind: "failed", content: String(error.message || error).trim().split("\n").pop() });
}

self.onmessage = ({ data }) => {
  if (data.line) mailbox.put(data.line);
  else begin(data).catch(fail);
};
