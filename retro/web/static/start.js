// What must be there before the machine can start: a capable browser, and its newest page.

const RELOADED = "retro-reloaded", RETRY = "retro-retry"; // keys of the session's storage
const WORKER_TIMEOUT = 5000; // milliseconds to wait for the service worker, and for a newer version of the site

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

// Shared memory needs two headers. Where the server does not send them the service worker adds them, from the next load on.
// Return true if the page is about to reload: to get a newer version of the site that has come, or the headers.
export async function reloading() {
  try {
    if (!("serviceWorker" in navigator)) return false;
    const registration = await navigator.serviceWorker.getRegistration();
    const reload = (await handOver(registration?.waiting, "take over")) || (await (needsHeaders() ? register() : false));
    if (reload) location.reload();
    else register().catch(() => undefined);
    return reload;
  } catch {
    return false; // service workers or their storage are blocked
  }
}

// Return whether a second load could bring the headers that this browser needs. It is tried once.
function needsHeaders() {
  const tried = sessionStorage.getItem(RELOADED);
  if (hasSharedMemory()) sessionStorage.removeItem(RELOADED);
  else sessionStorage.setItem(RELOADED, "yes");
  return !hasSharedMemory() && !canSuspend() && !tried;
}

// Have the service worker look for a newer version of the site. Return whether there is a service worker.
async function register() {
  const registration = await navigator.serviceWorker.register("service-worker.js");
  if (navigator.serviceWorker.controller) registration.update().catch(() => undefined);
  else {
    await Promise.race([navigator.serviceWorker.ready, timeout()]);
    await handOver(registration.active, "claim");
  }
  return navigator.serviceWorker.controller !== null;
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

// Load the page again, the large files past every cache: one of them may hold a file that was cut.
export async function retry() {
  session((storage) => storage.setItem(RETRY, "yes"));
  for (const name of globalThis.caches ? await caches.keys() : []) {
    const cache = await caches.open(name);
    const large = (await cache.keys()).filter(({ url }) => /\.(gzip|mjs)$/.test(url));
    await Promise.all(large.map((request) => cache.delete(request)));
  }
  location.reload();
}

// Return how to fetch the large files: past every cache after one of them was cut.
export function cacheMode() {
  const mode = session((storage) => storage.getItem(RETRY)) ? "reload" : "default";
  session((storage) => storage.removeItem(RETRY));
  return mode;
}

// Have the service worker cache the large files and the study pages for use without a network.
export function cacheTheRest() {
  if (!navigator.connection?.saveData) navigator.serviceWorker?.controller?.postMessage("cache the rest");
}
