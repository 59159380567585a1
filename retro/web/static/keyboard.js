// The keys on the page: those that mean something now, with what they do, or the whole keyboard of the page's HTML. A finger's
// key acts when it is released, so that a swipe scrolls and presses nothing; it is held when the finger stays.

import { create } from "./dom.js";

const HOLD_DELAY = 180; // milliseconds after which a finger's key is down
const SLIP = 12; // pixels that a finger may move on a key
const CROSS = ["LEFT", "UP", "DOWN", "RIGHT"];
const FIRST_KEYS = 8; // the most important ones, which are always shown

export class Keyboard {
  // send: takes events.
  constructor(element, send) {
    this.pad = element.firstElementChild;
    this.rows = element.lastElementChild;
    this.all = this.pad.lastElementChild;
    this.more = create("button", "More", { type: "button", className: "wide", hidden: true });
    this.send = send;
    this.chosen = false; // whether the whole keyboard is to be shown
    this.touched = new Map(); // by pointer: the key below a finger, where, and the clock until it is down
    this.down = new Map(); // by pointer: the names of keys that are held
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.lift(event));
    for (const type of ["pointerout", "pointercancel"]) element.addEventListener(type, (event) => this.release(event));
    element.addEventListener("click", (event) => this.click(event));
    const { ownerDocument: page } = element;
    page.addEventListener("pointerdown", ({ target }) => (this.pressed = target.closest("[data-typed]")), true);
    page.addEventListener("click", (event) => this.pressed?.isConnected === false && this.ignore(event), true);
    this.layOut([...this.pad.children].slice(0, -1));
  }

  // Show keys; without any the whole keyboard.
  show(keys) {
    this.layOut(keys.map(padKey));
    this.all.hidden = !keys.length;
    this.showAll(this.chosen || !keys.length);
  }

  // Put keys on the pad: the cross of the arrows, the first ones, and the others behind a button.
  layOut(keys) {
    const isArrow = (key) => CROSS.includes(key.dataset.held);
    const cross = create("div", "", { className: "cross" }), others = keys.filter((key) => !isArrow(key));
    cross.append(...keys.filter(isArrow));
    for (const key of cross.children) /** @type {HTMLElement} */ (key).classList.add(/** @type {HTMLElement} */ (key).dataset.held.toLowerCase());
    for (const key of others.slice(FIRST_KEYS)) key.classList.add("later");
    this.more.textContent = "More";
    this.more.hidden = others.length <= FIRST_KEYS + 1;
    this.pad.classList.toggle("whole", this.more.hidden);
    this.pad.replaceChildren(...(cross.children.length ? [cross] : []), ...others, this.more, this.all);
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
    if (!key.dataset.typed) return;
    const { pointerId, pointerType, clientX: x, clientY: y } = event;
    if (pointerType === "mouse") return this.push(key, pointerId);
    const clock = setTimeout(() => this.push(key, pointerId), HOLD_DELAY);
    this.touched.set(pointerId, { key, x, y, clock });
  }

  // A key goes down.
  push(key, pointer) {
    this.forget(pointer);
    if (!key.isConnected) return; // other keys have come
    const { typed, held } = key.dataset;
    if (held) this.down.set(pointer, held);
    this.send([...(held ? [["down", held]] : []), JSON.parse(typed)]);
  }

  move({ pointerId, clientX, clientY }) {
    const touched = this.touched.get(pointerId);
    if (touched && Math.hypot(clientX - touched.x, clientY - touched.y) > SLIP) this.forget(pointerId);
  }

  lift(event) {
    const touched = this.touched.get(event.pointerId);
    if (touched) this.push(touched.key, event.pointerId);
    this.release(event);
  }

  release({ pointerId }) {
    this.forget(pointerId);
    const held = this.down.get(pointerId);
    this.down.delete(pointerId);
    if (held) this.send([["up", held]]);
  }

  forget(pointer) {
    clearTimeout(this.touched.get(pointer)?.clock);
    this.touched.delete(pointer);
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
    else if (key === this.more) this.more.textContent = this.pad.classList.toggle("whole") ? "Fewer" : "More";
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
