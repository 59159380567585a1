// Caches the site for use without a network, and adds the headers that shared memory needs.

const PREFIX = `retro ${self.registration.scope} `;
const CACHE = `${PREFIX}{{ version }}`;
const SHELL = {{ shell | tojson }};
const CDN = {{ cdn | tojson }};
const HASHED = /\/(app|pyodide|retro)-[0-9a-f]{16}[/.]/; // such a file never changes
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

self.addEventListener("install", (event) => event.waitUntil(install().catch(() => undefined)));

async function install() {
  const cache = await caches.open(CACHE);
  const stored = [];
  const requests = SHELL.map((name) => new Request(name, { cache: "reload" }));
  await Promise.all(requests.map((request) => load(cache, request, (storing) => stored.push(storing))));
  await Promise.all(stored);
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The page decides when: a newer version must not take over while an older one is being loaded.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "claim") self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const ours = url.startsWith(self.registration.scope) || (CDN && url.startsWith(CDN));
  if (method === "GET" && ours) event.respondWith(respond(event));
});

async function respond(event) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(event.request, { ignoreSearch: true, ignoreVary: true });
  return cached || load(cache, event.request, (storing) => event.waitUntil(storing));
}

// Fetch from the server and store the response. If the storage is full, it is not stored.
async function load(cache, request, whileStoring) {
  const response = await fetch(revalidated(request));
  const isolated = withHeaders(response);
  if (response.ok) whileStoring(cache.put(request, isolated.clone()).catch(() => undefined));
  return isolated;
}

// Without this the HTTP cache could put a file of the version before into the cache of this one.
function revalidated(request) {
  return HASHED.test(request.url) || request.cache === "reload" ? request : new Request(request, { cache: "no-cache" });
}

function withHeaders(response) {
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
