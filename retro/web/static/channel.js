// Messages from the page to the worker, which can read them while it blocks: in shared memory, where there is any.

const HEADER = 16; // bytes: three words, at the indexes below
const SIZE = 1 << 16; // bytes of the ring buffer
const COUNT = 0, WRITE = 1, READ = 2; // the number of writes, and the positions of the next write and read
const RETRY_DELAY = 4; // milliseconds until the next write to a full buffer

// The page's end. Messages are values that JSON can represent. shared: use shared memory.
export class Sender {
  constructor(worker, shared) {
    this.worker = worker;
    this.memory = shared ? new SharedArrayBuffer(HEADER + SIZE) : null;
    this.waiting = new Uint8Array(0);
    if (this.memory) {
      this.header = new Int32Array(this.memory, 0, 4);
      this.bytes = new Uint8Array(this.memory, HEADER);
    }
  }

  send(message) {
    const line = JSON.stringify(message) + "\n";
    if (!this.memory) return void this.worker.postMessage({ line });
    this.waiting = new Uint8Array([...this.waiting, ...new TextEncoder().encode(line)]);
    this.pump();
  }

  pump() {
    const write = Atomics.load(this.header, WRITE);
    const free = SIZE - 1 - ((write - Atomics.load(this.header, READ) + SIZE) % SIZE);
    const count = Math.min(free, this.waiting.length);
    for (let index = 0; index < count; index++) this.bytes[(write + index) % SIZE] = this.waiting[index];
    this.waiting = this.waiting.slice(count);
    Atomics.store(this.header, WRITE, (write + count) % SIZE);
    Atomics.add(this.header, COUNT, 1);
    Atomics.notify(this.header, COUNT);
    if (this.waiting.length) setTimeout(() => this.pump(), RETRY_DELAY);
  }
}

// The worker's end. `take` returns whole lines; it waits so many milliseconds for the first, without end if negative.
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
      const count = Atomics.load(this.header, COUNT);
      const lines = this.lines();
      const left = end - performance.now();
      if (lines || left <= 0) return lines;
      Atomics.wait(this.header, COUNT, count, left);
    }
  }

  lines() {
    const write = Atomics.load(this.header, WRITE);
    let read = Atomics.load(this.header, READ);
    if (read === write) return "";
    const count = (write - read + SIZE) % SIZE;
    const part = Uint8Array.from({ length: count }, (_, index) => this.bytes[(read + index) % SIZE]);
    read = (read + count) % SIZE;
    Atomics.store(this.header, READ, read);
    const text = this.rest + this.decoder.decode(part, { stream: true });
    const whole = text.lastIndexOf("\n") + 1;
    this.rest = text.slice(whole);
    return text.slice(0, whole);
  }
}

// The worker's end without shared memory: `take` returns a promise.
export class Mailbox {
  constructor() {
    this.text = "";
    this.wake = () => undefined;
  }

  put(line) {
    this.text += line;
    this.wake();
  }

  async take(milliseconds) {
    let clock = 0;
    await new Promise((/** @type {(value?: any) => void} */ resolve) => {
      this.wake = resolve;
      if (this.text || milliseconds >= 0) clock = setTimeout(resolve, this.text ? 0 : milliseconds);
    });
    clearTimeout(clock);
    const lines = this.text;
    this.text = "";
    return lines;
  }
}
