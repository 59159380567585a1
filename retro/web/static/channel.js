// Messages from the page to the worker, which reads them while it blocks: through shared memory where there is any.

const HEADER = 16; // bytes: how many messages came, where the next is written, where the next is read
const ROOM = 1 << 16;
const CAME = 0, WRITE = 1, READ = 2;
const SOON = 4; // milliseconds until a full channel is tried again

// The page's end. send takes anything that JSON can say. shared: is there shared memory?
export class Sender {
  constructor(worker, shared) {
    this.worker = worker;
    this.memory = shared ? new SharedArrayBuffer(HEADER + ROOM) : null;
    this.waiting = new Uint8Array(0);
    if (this.memory) {
      this.header = new Int32Array(this.memory, 0, 4);
      this.bytes = new Uint8Array(this.memory, HEADER);
    }
  }

  send(message) {
    const line = JSON.stringify(message) + "\n";
    if (!this.memory) {
      this.worker.postMessage({ line });
      return;
    }
    const more = new TextEncoder().encode(line);
    const all = new Uint8Array(this.waiting.length + more.length);
    all.set(this.waiting);
    all.set(more, this.waiting.length);
    this.waiting = all;
    this.pump();
  }

  pump() {
    const write = Atomics.load(this.header, WRITE);
    const free = ROOM - 1 - ((write - Atomics.load(this.header, READ) + ROOM) % ROOM);
    const count = Math.min(free, this.waiting.length);
    for (let at = 0; at < count; at++) this.bytes[(write + at) % ROOM] = this.waiting[at];
    this.waiting = this.waiting.slice(count);
    Atomics.store(this.header, WRITE, (write + count) % ROOM);
    Atomics.add(this.header, CAME, 1);
    Atomics.notify(this.header, CAME);
    if (this.waiting.length) setTimeout(() => this.pump(), SOON);
  }
}

// The worker's end. take gives whole lines; it waits so many milliseconds for the first, for ever if negative.
export class Receiver {
  constructor(memory) {
    this.header = new Int32Array(memory, 0, 4);
    this.bytes = new Uint8Array(memory, HEADER);
    this.decoder = new TextDecoder();
    this.rest = "";
  }

  take(milliseconds) {
    const end = milliseconds < 0 ? Infinity : performance.now() + milliseconds;
    for (;;) {
      const came = Atomics.load(this.header, CAME);
      const lines = this.lines();
      const left = end - performance.now();
      if (lines || left <= 0) return lines;
      Atomics.wait(this.header, CAME, came, left);
    }
  }

  lines() {
    const write = Atomics.load(this.header, WRITE);
    let read = Atomics.load(this.header, READ);
    if (read === write) return "";
    const count = (write - read + ROOM) % ROOM;
    const part = new Uint8Array(count);
    for (let at = 0; at < count; at++) part[at] = this.bytes[(read + at) % ROOM];
    read = (read + count) % ROOM;
    Atomics.store(this.header, READ, read);
    const text = this.rest + this.decoder.decode(part, { stream: true });
    const whole = text.lastIndexOf("\n") + 1;
    this.rest = text.slice(whole);
    return text.slice(0, whole);
  }
}

// The worker's end where memory is not shared: take gives a promise.
export class Mailbox {
  constructor() {
    this.text = "";
    this.wake = null;
  }

  put(line) {
    this.text += line;
    if (this.wake) this.wake();
  }

  take(milliseconds) {
    return new Promise((resolve) => {
      let clock;
      const done = () => {
        clearTimeout(clock);
        this.wake = null;
        const lines = this.text;
        this.text = "";
        resolve(lines);
      };
      if (this.text) {
        setTimeout(done, 0);
        return;
      }
      this.wake = done;
      if (milliseconds >= 0) clock = setTimeout(done, milliseconds);
    });
  }
}
