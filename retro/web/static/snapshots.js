// The memory of Python after its start, kept in the browser's cache for the next visit, which need not start Python. All that
// is private to Pyodide stands here: where another version lacks it, there is no snapshot, and each visit starts Python.

const CACHE = "retro snapshots";
const SIZE = "Retro-Size"; // a header: the number of bytes
const WORD = 4; // bytes

// Return a snapshot's bytes, or null if there is none of this name. Python could hang with one that is cut.
export async function findSnapshot(name) {
  try {
    const found = await (await caches.open(CACHE)).match(name);
    const bytes = new Uint8Array(await found.arrayBuffer());
    return bytes.length === Number(found.headers.get(SIZE)) ? bytes : null;
  } catch {
    return null; // there is none, or the storage is blocked
  }
}

// Keep a snapshot instead of all others.
export async function keepSnapshot(name, bytes) {
  const cache = await caches.open(CACHE);
  await Promise.all((await cache.keys()).map((old) => cache.delete(old)));
  await cache.put(name, new Response(bytes, { headers: { [SIZE]: bytes.length } }));
}

// Return options of Pyodide's loader: to start from a snapshot, or, null, so that one can be made.
export const snapshotOptions = (snapshot) => (snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true });

// Pyodide's loader leaves the memory as small as it is at first.
export function makeRoom(module, snapshot) {
  if (snapshot?.length > module.HEAP8.length) module.growMemory(snapshot.length);
}

// Return the memory of Python, without the zeros at the end, which was never used; null: this Pyodide gives none.
export function takeSnapshot(pyodide) {
  try {
    const bytes = pyodide.makeMemorySnapshot();
    const words = new Uint32Array(bytes.buffer);
    let count = words.length;
    while (count && !words[count - 1]) count--;
    return bytes.slice(0, WORD * count);
  } catch (error) {
    console.warn(error);
    return null;
  }
}
