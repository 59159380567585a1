// The worker in which the machine runs; it is started again when a program does not listen.

import { Sender } from "./channel.js";
import { cacheMode, hasSharedMemory } from "./start.js";

const END_TIMEOUT = 3000; // milliseconds that a program has to hear that another one is requested

export class Machine {
  // receive: takes the worker's messages. fail: takes why there is no machine, and whether another try may help.
  constructor(receive, fail) {
    this.receive = receive;
    this.fail = fail;
    this.worker = this.sender = null;
    this.ready = false; // whether it takes requests
    this.clock = 0; // runs until the latest request is heard
  }

  // Start Python.
  start() {
    let worker;
    try {
      worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    } catch (error) {
      return this.fail(`The machine could not be started, because the browser refuses workers here: ${/** @type {Error} */ (error).message}.`, false);
    }
    this.worker = worker;
    this.sender = new Sender(worker, hasSharedMemory());
    worker.onmessage = ({ data }) => worker === this.worker && this.receive(data);
    worker.onerror = (error) => this.fail(`The machine could not be started: ${error.message || "its worker was blocked"}.`);
    worker.postMessage({ memory: this.sender.memory, root: new URL(".", location.href).href, cache: cacheMode() });
  }

  send(message) {
    this.sender.send(message);
  }

  // Send a request. One that comes before the machine is ready is sent by `begin`.
  request(request) {
    clearTimeout(this.clock);
    if (!this.ready) return;
    this.send(request);
    this.clock = setTimeout(() => this.restart(), END_TIMEOUT);
  }

  // Send the first request, when the machine is ready.
  begin(request) {
    this.ready = true;
    this.send(request);
  }

  heard() {
    clearTimeout(this.clock);
  }

  // End a program that does not poll for events, with its worker.
  restart() {
    this.worker.terminate();
    this.ready = false;
    this.receive({ kind: "step", content: ["The program did not respond. Starting Python again", null] });
    this.start();
  }
}
