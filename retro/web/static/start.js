// What must be there before the machine can start: a capable browser, two headers, and the files.

const RELOADED = "retro-reloaded", RETRY = "retro-retry"; // keys of the session's storage
const WORKER_TIMEOUT = 5000; // milliseconds to wait for the service worker, and for a newer version of the site
const STALL_TIMEOUT = 30000; // milliseconds without a byte after which a download has failed
const REPORT_INTERVAL = 500; // milliseconds between two reports of progress
const MEGABYTE = 1e6;

// Use the session's storage, which may be blocked.
const session = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

export const hasSharedMemory = () => typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated === true;
const canSuspend = () => "Suspending" in WebAssembly;

// Return a sentence that names a feature the browser lacks, or "".
export function missingFeature() {
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, which the machine needs. Any newer one has.";
  if (typeof Worker !== "function") return "This browser has no workers, which the machine needs. Any newer one has.";
  return "";
}

// The same for features that depend on the service worker.
export const missingWait = () =>
  hasSharedMemory() || canSuspend()
    ? ""
    : "In this browser no program can wait for a key here: it has neither shared memory nor WebAssembly that can be suspended. A newer Chrome, Edge, Firefox or Safari has.";

const timeout = () => new Promise((resolve) => setTimeout(resolve, WORKER_TIMEOUT));
const nextEvent = (target, type) =>
  Promise.race([new Promise((resolve) => target.addEventListener(type, resolve, { once: true })), timeout()]);

// Shared memory needs two headers. Where the server does not send them the service worker adds them.
// Return true if the page is about to reload, to get the headers or a newer version of the site.
export async function reloading() {
  try {
    const reload = "serviceWorker" in navigator && ((await updated()) || lacksHeaders());
    if (reload) location.reload();
    return reload;
  } catch {
    return false; // service workers or their storage are blocked
  }
}

// Return whether a second load would bring the headers. It is tried once.
function lacksHeaders() {
  const tried = sessionStorage.getItem(RELOADED);
  if (hasSharedMemory()) sessionStorage.removeItem(RELOADED);
  else sessionStorage.setItem(RELOADED, "yes");
  return !hasSharedMemory() && !tried && navigator.serviceWorker.controller !== null;
}

// Return whether a newer version of the site has replaced the one that this page is from.
async function updated() {
  const registration = await navigator.serviceWorker.register("service-worker.js");
  if (!navigator.serviceWorker.controller) {
    await Promise.race([navigator.serviceWorker.ready, timeout()]);
    await handOver(registration.active, "claim");
    return false;
  }
  await Promise.race([registration.update().then(() => installed(registration)), timeout()]).catch(() => undefined);
  return handOver(registration.waiting, "take over");
}

async function installed(registration) {
  while (registration.installing) await nextEvent(registration.installing, "statechange");
}

// Call a function when a newer version has come too late for this load; the next load is of that version.
export async function whenUpdated(tell) {
  const registration = await navigator.serviceWorker?.ready;
  const check = async () => {
    await installed(registration);
    if (registration.waiting) tell();
  };
  registration?.addEventListener("updatefound", check);
  if (registration) check();
}

// Have a service worker control this page. Return whether there is one.
async function handOver(worker, message) {
  if (!worker) return false;
  const change = nextEvent(navigator.serviceWorker, "controllerchange");
  worker.postMessage(message);
  if (message === "take over" || !navigator.serviceWorker.controller) await change;
  return true;
}

// Read which files the site has, and fetch the large ones with progress; the worker finds them in a cache.
// Throw an error whose message is a sentence.
export async function preload(report) {
  const site = JSON.parse(await (await download(new URL("site.json", import.meta.url))).text());
  const total = site.first.every(([, size]) => size) ? site.first.reduce((sum, [, size]) => sum + size, 0) : 0;
  let loaded = 0, reported = 0;
  const count = (bytes) => {
    loaded += bytes;
    if (loaded < total && performance.now() < reported + REPORT_INTERVAL) return;
    reported = performance.now();
    report(progress(loaded, total), total ? Math.min(1, loaded / total) : null);
  };
  const abort = new AbortController();
  try {
    await Promise.all(site.first.map(([name, size]) => download(new URL(name, location.href), { size, count, abort })));
  } finally {
    abort.abort(); // one that fails ends all
  }
  session((storage) => storage.removeItem(RETRY));
  return site;
}

// Fetch a file, counting its bytes. size: how many it must have; 0: any number.
async function download(url, { size = 0, count = () => undefined, abort = new AbortController() } = {}) {
  const stalled = new Error(`no data came for ${STALL_TIMEOUT / 1000} seconds`);
  let clock = 0, bytes = 0;
  const restart = () => {
    clearTimeout(clock);
    clock = setTimeout(() => abort.abort(stalled), STALL_TIMEOUT);
  };
  try {
    restart();
    const cache = session((storage) => storage.getItem(RETRY)) ? "reload" : "default";
    const response = await fetch(url, { signal: abort.signal, cache });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
    const parts = [];
    for (const reader = response.body.getReader(); ; restart()) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!size) parts.push(value);
      bytes += value.length;
      count(value.length);
    }
    if (size && bytes !== size) throw new Error(`it ended after ${megabytes(bytes)} of ${megabytes(size)} MB`);
    return new Blob(parts);
  } catch (error) {
    throw new Error(`${url.pathname.split("/").pop()} could not be loaded: ${reason(error)}.`);
  } finally {
    clearTimeout(clock);
  }
}

function reason(error) {
  if (navigator.onLine === false) return "there is no network";
  return error instanceof TypeError ? "the connection was refused or lost" : error.message;
}

// Load the page again, the large files past every cache: one of them may hold a file that was cut.
export async function retry() {
  session((storage) => storage.setItem(RETRY, "yes"));
  for (const name of globalThis.caches ? await caches.keys() : []) {
    const cache = await caches.open(name);
    const large = (await cache.keys()).filter(({ url }) => /\.(zip|wasm|mjs)$/.test(url));
    await Promise.all(large.map((request) => cache.delete(request)));
  }
  location.reload();
}

const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

function progress(loaded, total) {
  if (total && loaded >= total) return "Starting Python";
  return `Loading the machine: ${megabytes(loaded)}${total ? ` of ${megabytes(total)}` : ""} MB`;
}

// Have the service worker cache the study pages, one after the other, for use without a network.
export async function cacheForLater(names) {
  if (!navigator.serviceWorker?.controller || navigator.connection?.saveData) return;
  for (const name of names) await fetch(name, { priority: "low" });
}
