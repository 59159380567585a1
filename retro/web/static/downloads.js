// Fetches the large files, all at once and with progress. Those that end in PACKED are decompressed here.

const PACKED = ".gzip";
const STALL_TIMEOUT = 30000; // milliseconds without a byte after which a download has failed
const REPORT_INTERVAL = 500; // milliseconds between two reports of progress
const MEGABYTE = 1e6;
const TYPES = { wasm: "application/wasm" }; // by the ends of names
const UNLIMITED = { highWaterMark: Infinity }; // read on, also while nobody takes what has come

const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

// A file could not be fetched; the message is a sentence.
export class DownloadError extends Error {}

export class Downloads {
  /**
   * @param {[string, number][]} files addresses, and sizes or 0
   * @param {(sentence: string, share: number | null) => void} report called with the progress
   * @param {RequestCache} cache
   */
  constructor(files, report, cache) {
    this.report = report;
    this.cache = cache;
    this.abort = new AbortController();
    this.failed = new Promise((_, reject) => (this.fail = (error) => (reject(error), this.abort.abort()))); // `fail` ends them all
    this.total = files.every(([, size]) => size) ? files.reduce((sum, [, size]) => sum + size, 0) : 0;
    this.loaded = 0;
    this.reported = -Infinity; // the time of the last report
    this.responses = new Map(files.map(([url, size]) => [url.replace(PACKED, ""), this.download(url, size)]));
    for (const promise of [this.failed, ...this.responses.values()]) promise.catch(() => undefined); // those who await them handle it
  }

  // The response for an address without PACKED; undefined if it is none of the files.
  take(url) {
    const response = this.responses.get(url);
    this.responses.delete(url); // its memory is free when it has been read
    return response;
  }

  // Fetch a file. size: how many bytes it must have; 0: any number.
  async download(url, size) {
    const failed = (error) => {
      this.fail(new DownloadError(`${new URL(url).pathname.split("/").pop()} could not be loaded: ${reason(error)}.`));
      return this.failed;
    };
    try {
      const counter = this.counter(size);
      const response = await fetch(url, { signal: this.abort.signal, cache: this.cache });
      if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
      const type = TYPES[url.replace(PACKED, "").split(".").pop()] ?? "application/octet-stream";
      response.body.pipeTo(counter.writable).catch((error) => void failed(error));
      if (!url.endsWith(PACKED)) return new Response(counter.readable, { headers: { "Content-Type": type } });
      const opened = new DecompressionStream("gzip");
      counter.readable.pipeTo(opened.writable).catch((error) => void failed(error));
      return new Response(opened.readable, { headers: { "Content-Type": type } });
    } catch (error) {
      return failed(error);
    }
  }

  // A stream that passes everything on, and fails if nothing comes, or not as much as expected.
  counter(size) {
    const stalled = new Error(`no data came for ${STALL_TIMEOUT / 1000} seconds`);
    let clock = 0, bytes = 0;
    const restart = () => {
      clearTimeout(clock);
      clock = setTimeout(() => this.abort.abort(stalled), STALL_TIMEOUT);
    };
    const transform = (part, controller) => {
      restart();
      bytes += part.length;
      this.count(part.length);
      controller.enqueue(part);
    };
    const flush = () => {
      clearTimeout(clock);
      if (size && bytes !== size) throw new Error(`it ended after ${megabytes(bytes)} of ${megabytes(size)} MB`);
    };
    restart();
    this.abort.signal.addEventListener("abort", () => clearTimeout(clock));
    return new TransformStream({ transform, flush }, UNLIMITED, UNLIMITED);
  }

  count(bytes) {
    this.loaded += bytes;
    if (this.abort.signal.aborted) return; // what came before is still passed on; the failure has been reported
    if (this.loaded < this.total && performance.now() < this.reported + REPORT_INTERVAL) return;
    this.reported = performance.now();
    const { loaded, total } = this;
    if (total && loaded >= total) this.report("Starting Python", 1);
    else this.report(`Loading the machine: ${megabytes(loaded)}${total ? ` of ${megabytes(total)}` : ""} MB`, total ? loaded / total : null);
  }
}

function reason(error) {
  if (globalThis.navigator?.onLine === false) return "there is no network";
  return error instanceof TypeError ? "the connection was refused or lost" : error.message;
}
