// The keys on the page: those that a program declares, with what they do, or the whole keyboard of the page's HTML. A
// key is held as long as it is pressed.

import { create } from "./dom.js";

export class Keyboard {
  // send: takes events.
  constructor(element, send) {
    this.pad = element.firstElementChild;
    this.rows = element.lastElementChild;
    this.all = this.pad.lastElementChild;
    this.send = send;
    this.chosen = false; // whether the whole keyboard is to be shown
    this.down = new Map(); // the names of keys that are held, by pointer
    element.addEventListener("pointerdown", (event) => this.press(event));
    for (const type of ["pointerup", "pointerout", "pointercancel"]) element.addEventListener(type, (event) => this.release(event));
    element.addEventListener("click", (event) => this.click(event));
    const { ownerDocument: page } = element;
    page.addEventListener("pointerdown", ({ target }) => (this.pressed = target.closest("[data-typed]")), true);
    page.addEventListener("click", (event) => this.pressed?.isConnected === false && this.ignore(event), true);
  }

  // Show keys; without any the whole keyboard.
  show(keys) {
    this.pad.replaceChildren(...keys.map(padKey));
    this.all.hidden = !keys.length;
    this.showAll(this.chosen || !keys.length);
  }

  // Have the user choose between the program's keys and the whole keyboard, which then stays.
  choose(whole) {
    this.chosen = whole;
    this.showAll(whole || this.all.hidden);
  }

  // Show the whole keyboard; or the program's keys, if it has declared some. The last button changes between them.
  showAll(yes) {
    this.pad.hidden = yes;
    this.rows.hidden = !yes;
    (yes ? this.rows : this.pad).append(this.all);
    this.all.textContent = yes ? "The program’s keys" : "All keys";
  }

  press(event) {
    const key = event.target.closest("button");
    if (!key) return;
    event.preventDefault(); // the screen keeps the focus
    const { typed, held } = key.dataset;
    if (!typed) return;
    if (held) this.down.set(event.pointerId, held);
    this.send([...(held ? [["down", held]] : []), JSON.parse(typed)]);
  }

  release({ pointerId }) {
    const held = this.down.get(pointerId);
    this.down.delete(pointerId);
    if (held) this.send([["up", held]]);
  }

  // Ignore a finger's click: other keys have come, and what lies below it now is not what it pressed.
  ignore(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // A pointer's click has a detail.
  click({ target, detail }) {
    const key = target.closest("button"), held = key?.dataset.held;
    if (key === this.all) this.choose(this.rows.hidden);
    else if (key?.id === "symbols") key.setAttribute("aria-pressed", String(key.getAttribute("aria-pressed") === "false"));
    else if (key && !detail) this.send([["down", held], JSON.parse(key.dataset.typed), ["up", held]].filter(([, name]) => name)); // by the keyboard or a screen reader
  }
}

function padKey({ label, effect, event, held }) {
  const key = create("button", `${label} `, { type: "button", className: label.length > 1 ? "wide" : "" });
  Object.assign(key.dataset, { typed: JSON.stringify(event), held });
  key.append(create("small", effect));
  return key;
}
