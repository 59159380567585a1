// Tries what a worker can do. TELL is replaced by what takes the names of what succeeds, BEFORE by what runs before, and SITE is
// an address of the site.

const tell = TELL;
const fail = (time) => new Promise((_, reject) => setTimeout(reject, time, new Error("too late")));
const script = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const opened = (target, name = "onopen") => new Promise((resolve, reject) => Object.assign(target, { [name]: resolve, onerror: () => reject(new Error("held")) }));
const answer = (worker) => new Promise((resolve, reject) => (worker.onmessage = ({ data }) => (data ? resolve(data) : reject(new Error("held")))));
BEFORE;
const ATTACKS = {
  fetch: async () => (await fetch(SITE)).text(),
  "no-cors fetch": () => fetch(SITE, { mode: "no-cors" }),
  XMLHttpRequest: () => {
    const request = new XMLHttpRequest();
    request.open("GET", SITE, false);
    request.send();
  },
  caches: async () => (await caches.open("x")).put(SITE, new Response("x")),
  indexedDB: () => opened(indexedDB.open("x"), "onsuccess"),
  storage: () => navigator.storage.getDirectory(),
  importScripts: () => importScripts(`${SITE}first.js`),
  import: () => import(`${SITE}first.js`),
  WebSocket: () => opened(new WebSocket(SITE.replace("http", "ws"))),
  EventSource: () => opened(new EventSource(SITE)),
  eval: () => (0, eval)("1"),
  constructor: () => (() => 0).constructor("return 1")(),
  "worker in worker": () => answer(new Worker(script(`fetch("${SITE}").then(() => postMessage(1), () => postMessage(0))`))),
  "service worker": async () => navigator.serviceWorker.register(`${SITE}service-worker.js`).then(({ scope }) => scope.length),
};
(async () => {
  const reached = [];
  for (const [name, attack] of Object.entries(ATTACKS))
    await Promise.race([(async () => attack())(), fail(3000)]).then(() => reached.push(name), () => undefined);
  tell(reached);
})();
