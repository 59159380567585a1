// How far the machine's start is, what will be played then, and why it failed.

import { byId } from "./dom.js";

export class Progress {
  constructor() {
    this.step = ["Loading the machine", null];
    this.title = "";
  }

  // Show a step of the start. share: how much of it is done, 0 to 1; null if that is not known.
  show(sentence, share = 0) {
    byId("starting").hidden = byId("progress").hidden = false;
    byId("starting").className = "";
    byId("retry").hidden = true;
    this.step = [sentence, share];
    byId("step").textContent = this.title ? `${sentence}, then ${this.title}` : sentence;
    if (share === null) byId("progress").removeAttribute("value");
    else byId("progress").value = share;
  }

  // Say what will be played, and mark it in the menu. title: empty for the menu itself.
  announce(name, title) {
    this.title = title;
    for (const link of document.querySelectorAll("#menu a")) link.classList.toggle("next", link.getAttribute("href") === `#${name}`);
    if (!byId("progress").hidden) this.show(...this.step);
  }

  // Ask a question, and wait for the button.
  async ask(sentence) {
    this.fail(sentence);
    byId("retry").textContent = "Play";
    await new Promise((resolve) => byId("retry").addEventListener("click", (event) => resolve(event.stopImmediatePropagation()), { once: true, capture: true }));
    byId("retry").textContent = "Try again";
    this.show(...this.step);
  }

  fail(sentence, canRetry = true) {
    this.show(sentence);
    byId("step").textContent = sentence;
    byId("starting").className = "failed";
    byId("progress").hidden = true;
    byId("retry").hidden = !canRetry;
  }
}
