// Caches the site for use without a network, and adds the headers that shared memory needs. Workbox precedes this.

const { core, precaching, routing, strategies } = workbox;
const PREFIX = `retro ${self.registration.scope} `;
const SHELL = {{ shell | tojson }};
const LARGE = {{ large | tojson }}; // files whose names contain a hash of their contents
const START = {{ start | tojson }}; // those of them that every visit needs
const STUDY = {{ study | tojson }}; // hashes of the pages about the programs, by their names
const CDN = {{ cdn | tojson }};
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const POLICY = {{ policy | tojson }}; // of the page and of its scripts, among them the worker; a study page has its own

const isolated = { fetchDidSucceed: async ({ response }) => withHeaders(response) };

function withHeaders(response) {
  if (response.status === 0 || response.redirected) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (!response.url.includes("/study/")) headers.set("Content-Security-Policy", POLICY);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

core.setCacheNameDetails({ prefix: `${PREFIX}page`, suffix: "" });
precaching.addPlugins([isolated]);
precaching.precacheAndRoute(SHELL, { ignoreURLParametersMatching: [/./] });

const large = new strategies.CacheFirst({ cacheName: `${PREFIX}large`, plugins: [isolated] });
const studyPages = `${PREFIX}study`; // a cache: a release does not change pages that are the same
const inScope = ({ href }, ...folders) => folders.some((folder) => href.startsWith(new URL(folder, self.registration.scope).href));

routing.registerRoute(({ url }) => inScope(url, "study/", "programs/"), ({ url }) => studyPage(url.href.slice(self.registration.scope.length).split(/[?#]/)[0]));
routing.registerRoute(({ url }) => inScope(url, "pyodide-", "retro-") || (CDN && url.href.startsWith(CDN)), large);

const keyOf = (name) => `${name}?${STUDY[name]}`;

async function studyPage(name) {
  const cache = await caches.open(studyPages);
  const kept = await cache.match(keyOf(name));
  if (kept) return kept;
  const response = withHeaders(await fetch(name, { cache: "no-cache" }));
  if (response.ok && STUDY[name]) await cache.put(keyOf(name), response.clone());
  return response;
}

// Remove what this version does not have from a cache.
async function prune(name, isUsed) {
  const cache = await caches.open(name);
  const unused = (await cache.keys()).filter(({ url }) => !isUsed(url));
  await Promise.all(unused.map((request) => cache.delete(request)));
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const kept = [core.cacheNames.precache, large.cacheName, studyPages];
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !kept.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await prune(large.cacheName, (url) => LARGE.some((name) => url.endsWith(name)));
  await prune(studyPages, (url) => Object.keys(STUDY).some((name) => url.endsWith(keyOf(name))));
  await self.clients.claim();
}

// The page decides when: a newer version must not take over while an older one starts.
const MESSAGES = {
  "take over": () => self.skipWaiting(),
  claim: () => self.clients.claim(),
  "cache the rest": async (event) => {
    for (const name of START) {
      const [response, stored] = large.handleAll({ request: new Request(name), event });
      await (await response).arrayBuffer(); // it is stored as fast as it is read
      await stored;
    }
  },
};

self.addEventListener("message", (event) => event.waitUntil(MESSAGES[event.data](event)));
