// Keeps the site for when there is no network, and gives it the headers that shared memory needs.

const OURS = `retro ${self.registration.scope} `;
const VERSION = `${OURS}@VERSION@`;
const SHELL = @SHELL@;
const PYTHON = new URL("@PYTHON@", self.location).href;
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

self.addEventListener("install", (event) => event.waitUntil(install().catch(() => undefined)));

async function install() {
  const cache = await caches.open(VERSION);
  const kept = [];
  await Promise.all(SHELL.map((name) => fetched(cache, new Request(name, { cache: "reload" }), (one) => kept.push(one))));
  await Promise.all(kept);
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The page says when: a newer version must not come while an older one is being loaded.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "claim") self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const ours = url.startsWith(self.registration.scope) || url.startsWith(PYTHON);
  if (method === "GET" && ours) event.respondWith(answer(event));
});

async function answer(event) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(event.request, { ignoreSearch: true, ignoreVary: true });
  return kept || fetched(cache, event.request, (keeping) => event.waitUntil(keeping));
}

// A full storage is no trouble: the network will do.
async function fetched(cache, request, meanwhile) {
  const fresh = await fetch(request);
  const made = isolated(fresh);
  if (fresh.ok) meanwhile(cache.put(request, made.clone()).catch(() => undefined));
  return made;
}

function isolated(answer) {
  if (answer.status === 0 || answer.redirected) return answer;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
