// Empties a worker before a program runs there that is not of this site: what is left computes, and reaches nothing.

const LANGUAGE = `Object Array Number String Boolean Symbol BigInt Math JSON Date RegExp Map Set WeakMap WeakSet WeakRef
  FinalizationRegistry Promise Proxy Reflect Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  SuppressedError ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Atomics Intl WebAssembly NaN Infinity undefined parseInt parseFloat isNaN
  isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent globalThis`;
const NEEDED = "self performance crypto console setTimeout clearTimeout queueMicrotask TextDecoder TextEncoder"; // by Python and by the worker
const KEPT = new Set(`${LANGUAGE} ${NEEDED}`.split(/\s+/));
const FUNCTIONS = [() => 0, async () => 0, function* () { yield 0; }, async function* () { yield 0; }];
const FUNCTION = Function.prototype;

export function emptyWorker() {
  for (let scope = self; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope))
    for (const name of Reflect.ownKeys(scope)) if (!KEPT.has(/** @type {string} */ (name))) remove(scope, name);
  /** @type {any} */ (self).Function = Object.assign(function () { return undefined; }, { prototype: FUNCTION }); // Python asks what is an instance of it
  for (const kind of FUNCTIONS) remove(Object.getPrototypeOf(kind), "constructor"); // which makes functions of texts
}

function remove(object, name) {
  if (!Reflect.deleteProperty(object, name)) Reflect.set(object, name, undefined);
}
