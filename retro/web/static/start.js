// What there has to be before the machine can start: a browser that is able to, two headers, and the files.

export const PYTHON = new URL("@PYTHON@", location.href).href;
const RELOADED = "retro-reloaded";
const LONG = 5000; // milliseconds to wait for the service worker, at most
const OFTEN = 500; // milliseconds between two words of how far the loading is
const MEGABYTE = 1e6;

export const shared = () => typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated === true;
const suspends = () => "Suspending" in WebAssembly;

// What this browser lacks, in a sentence; empty if nothing.
export function lacks() {
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, which the machine needs. Any newer one has.";
  if (typeof Worker !== "function") return "This browser has no workers, which the machine needs. Any newer one has.";
  return "";
}

// The same, of what is known only when the service worker has done what it can.
export const stuck = () =>
  shared() || suspends()
    ? ""
    : "In this browser no program can wait for a key here: it has neither shared memory nor WebAssembly that can be suspended. A newer Chrome, Edge, Firefox or Safari has.";

const late = () => new Promise((resolve) => setTimeout(resolve, LONG));
const next = (target, type) =>
  Promise.race([new Promise((resolve) => target.addEventListener(type, resolve, { once: true })), late()]);

// Shared memory needs two headers. Where the server does not send them our service worker does; it keeps the files, too.
// True if the page is loading again, to get the headers, or a newer version of the site.
export async function reloading() {
  try {
    const again = "serviceWorker" in navigator && ((await renewed()) || unsent());
    if (again) location.reload();
    return again;
  } catch {
    return false; // service workers are blocked, or what keeps their files is
  }
}

// Are the headers missing that a second load would bring? It is tried once.
function unsent() {
  const tried = sessionStorage.getItem(RELOADED);
  if (shared()) sessionStorage.removeItem(RELOADED);
  else sessionStorage.setItem(RELOADED, "yes");
  return !shared() && !tried && navigator.serviceWorker.controller !== null;
}

// Has a newer version of the site taken over? Without a network, or where there was none before: no.
async function renewed() {
  const registration = await navigator.serviceWorker.register("service-worker.js");
  if (!navigator.serviceWorker.controller) {
    await Promise.race([navigator.serviceWorker.ready, late()]);
    await taken(registration.active, "claim");
    return false;
  }
  await Promise.race([registration.update(), late()]).catch(() => undefined);
  while (registration.installing) await next(registration.installing, "statechange");
  return taken(registration.waiting, "take over");
}

// Have a service worker take over, if there is one.
async function taken(worker, message) {
  if (!worker) return false;
  const change = next(navigator.serviceWorker, "controllerchange");
  worker.postMessage(message);
  if (message === "take over" || !navigator.serviceWorker.controller) await change;
  return true;
}

// Fetch the large files once, and tell how far that is; the worker finds them in the cache. Gives what may come later.
export async function preload(tell) {
  const { first, later } = await (await fetch("site.json")).json();
  const total = first.every(([, size]) => size) ? first.reduce((sum, [, size]) => sum + size, 0) : 0;
  let there = 0, told = 0;
  const count = (bytes) => {
    there += bytes;
    if (there < total && performance.now() < told + OFTEN) return;
    told = performance.now();
    tell(progress(there, total), total ? Math.min(1, there / total) : null);
  };
  await Promise.all(first.map(([name]) => fetched(new URL(name, location.href), count)));
  return later;
}

async function fetched(url, count) {
  const reader = (await fetch(url)).body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) count(part.value.length);
}

function progress(there, total) {
  const megabytes = (there / MEGABYTE).toFixed(1);
  if (total && there >= total) return "Starting Python";
  return `Loading the machine: ${megabytes}${total ? ` of ${(total / MEGABYTE).toFixed(1)}` : ""} MB`;
}

// For when there is no network: the pages to study, one after the other.
export async function fetchLater(names) {
  if (!navigator.serviceWorker?.controller || navigator.connection?.saveData) return;
  for (const name of names) await fetch(name, { priority: "low" });
}
