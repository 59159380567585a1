// Caches the site for use without a network, and adds the headers that shared memory needs. Workbox precedes this.

const { core, precaching, routing, strategies } = workbox;
const PREFIX = `retro ${self.registration.scope} `;
const SHELL = {{ shell | tojson }};
const LARGE = {{ large | tojson }}; // files whose names contain a hash of their contents
const STUDY = {{ study | tojson }};
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
const study = new strategies.CacheFirst({ cacheName: `${PREFIX}study {{ version }}`, fetchOptions: { cache: "no-cache" }, plugins: [isolated] });
const inScope = ({ href }, ...folders) => folders.some((folder) => href.startsWith(new URL(folder, self.registration.scope).href));

routing.registerRoute(({ url }) => inScope(url, "study/"), study);
routing.registerRoute(({ url }) => inScope(url, "pyodide-", "retro-") || (CDN && url.href.startsWith(CDN)), large);

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const kept = [core.cacheNames.precache, large.cacheName, study.cacheName];
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !kept.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  const cache = await caches.open(large.cacheName);
  const unused = (await cache.keys()).filter(({ url }) => !LARGE.some((name) => url.endsWith(name)));
  await Promise.all(unused.map((request) => cache.delete(request)));
  await self.clients.claim();
}

// The page decides when: a newer version must not take over while an older one starts.
const MESSAGES = {
  "take over": () => self.skipWaiting(),
  claim: () => self.clients.claim(),
  "cache the rest": async (event) => {
    for (const [strategy, names] of [[large, LARGE], [study, STUDY]])
      for (const name of names) {
        const [response, stored] = strategy.handleAll({ request: new Request(name), event });
        await (await response).arrayBuffer(); // it is stored as fast as it is read
        await stored;
      }
  },
};

self.addEventListener("message", (event) => event.waitUntil(MESSAGES[event.data](event)));
