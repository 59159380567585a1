// What must be there before the machine can start: a capable browser, and its newest page.

import { scriptAddress } from "./trusted.js";

const RELOADED = "retro-reloaded", RETRY = "retro-retry"; // keys of the session's storage
const WORKER_TIMEOUT = 5000; // milliseconds to wait for the service worker

// Use the session's storage, which may be blocked.
const session = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

export const hasSharedMemory = () => typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated === true;
export const canSuspend = () => "Suspending" in (globalThis.WebAssembly ?? {});

// Return a sentence that names a feature the browser lacks, or "". Some depend on the service worker.
export function missingFeature() {
  const missing = [typeof WebAssembly !== "object" && "WebAssembly", typeof Worker !== "function" && "workers"].find(Boolean);
  if (missing) return `This browser has no ${missing}, which the machine needs. Any newer one has.`;
  if (hasSharedMemory() || canSuspend()) return "";
  return "In this browser no program can wait for a key here: it has neither shared memory nor WebAssembly that can be suspended. A newer Chrome, Edge, Firefox or Safari has.";
}

// Return whether a page of another site shows this one in a frame.
export function isInForeignFrame() {
  try {
    return top.location.origin !== location.origin;
  } catch {
    return true;
  }
}

const timeout = () => new Promise((resolve) => setTimeout(resolve, WORKER_TIMEOUT));
const nextEvent = (target, type) =>
  Promise.race([new Promise((resolve) => target.addEventListener(type, resolve, { once: true })), timeout()]);

// Shared memory needs two headers. Where the server does not send them the service worker adds them, from the next load on.
// Return true if the page is about to reload, because this browser needs them; that is tried once.
export async function reloading() {
  try {
    if (!("serviceWorker" in navigator)) return false;
    const registering = register(), tried = sessionStorage.getItem(RELOADED);
    if (hasSharedMemory()) sessionStorage.removeItem(RELOADED);
    else sessionStorage.setItem(RELOADED, "yes");
    const reload = !hasSharedMemory() && !canSuspend() && !tried && (await registering);
    if (reload) location.reload();
    registering.catch(() => undefined);
    return reload;
  } catch {
    return false; // service workers or their storage are blocked
  }
}

// Have the service worker look for a newer version of the site. Return whether there is a service worker.
async function register() {
  const registration = await navigator.serviceWorker.register(scriptAddress("service-worker.js"));
  if (navigator.serviceWorker.controller) registration.update().catch(() => undefined);
  else {
    await Promise.race([navigator.serviceWorker.ready, timeout()]);
    const change = nextEvent(navigator.serviceWorker, "controllerchange");
    registration.active?.postMessage("claim");
    if (!navigator.serviceWorker.controller) await change;
  }
  return navigator.serviceWorker.controller !== null;
}

// Have newer versions of the site take over, for the next load, and call a function when one has.
export async function whenUpdated(tell) {
  const registration = await navigator.serviceWorker?.ready;
  if (!registration) return;
  const check = async () => {
    while (registration.installing) await nextEvent(registration.installing, "statechange");
    registration.waiting?.postMessage("take over");
  };
  let { controller } = navigator.serviceWorker;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controller) tell();
    ({ controller } = navigator.serviceWorker);
  });
  registration.addEventListener("updatefound", check);
  await check();
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

// Have the service worker cache the large files that every visit needs, for use without a network; study pages it keeps once opened.
export function cacheTheRest() {
  if (!navigator.connection?.saveData) navigator.serviceWorker?.controller?.postMessage("cache the rest");
}
