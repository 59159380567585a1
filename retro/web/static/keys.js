// Translates the browser's key and pointer events to the machine's, keys by what they type and not by where they are.

const NAMED = {
  Enter: "RETURN", Escape: "ESCAPE", Pause: "BREAK", Backspace: "DELETE", Delete: "DELETE", End: "COPY",
  ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT", ArrowRight: "RIGHT", F10: "f0",
};
for (let number = 1; number < 10; number++) NAMED[`F${number}`] = `f${number}`;
const HELD = { ...NAMED, " ": "SPACE", Shift: "SHIFT", Control: "CTRL" };
for (const character of ",./;:-") HELD[character] = character;
const LETTER = /^[a-z]$/i;
const MAC = /Mac|iP/.test(navigator.platform);
const MACHINE_BUTTONS = [0, 4, 1, 5, 2, 6, 3, 7]; // by the sums of the browser's: left 1, right 2, middle 4

const letterAt = ({ code }) => code.replace("Key", "").toLowerCase();

// Return whether a key with Alt types a character of its own.
const composed = (event) => event.getModifierState("AltGraph") || (MAC && event.altKey);

export class Keys {
  // send: takes events. shortcuts: actions of keys by their names, and of Alt with a letter or an "enter". Tab and keys with the Meta key stay the browser's.
  constructor(element, send, shortcuts) {
    this.send = send;
    this.shortcuts = shortcuts;
    this.down = new Map();
    element.addEventListener("keydown", (event) => this.press(event));
    element.addEventListener("keyup", (event) => this.release(event));
    element.addEventListener("blur", () => this.releaseAll());
  }

  press(event) {
    if (event.metaKey || event.key === "Tab" || event.isComposing) return;
    const { altKey, ctrlKey, key } = event;
    if (ctrlKey && key === "v") return; // the browser pastes
    const shortcut = this.shortcuts[altKey ? key.toLowerCase() : key.length > 1 && key] || (altKey && this.shortcuts[MAC && letterAt(event)]);
    if (shortcut) {
      event.preventDefault();
      shortcut();
      return;
    }
    if ((altKey || ctrlKey) && !composed(event) && !this.control(event) && key !== "F1") return;
    const events = this.events(event);
    if (!events && !HELD[event.key]) return;
    event.preventDefault();
    if (event.repeat && this.down.has(event.code)) return; // the machine repeats keys itself
    this.send([...this.hold(event), ...(events || [])]);
  }

  control({ key, altKey, ctrlKey }) {
    return ctrlKey && !altKey && (LETTER.test(key) || key === "Control");
  }

  events(event) {
    const { key } = event;
    if (key === "PageUp") return [["rewind", "1"]];
    if (this.control(event) && LETTER.test(key)) return [["text", String.fromCharCode(key.toUpperCase().charCodeAt(0) - 64)]];
    if (NAMED[key]) return [["key", NAMED[key]]];
    return [...key].length === 1 ? [["text", key]] : null;
  }

  hold({ key, code }) {
    const name = HELD[key] || (/^[a-z0-9]$/i.test(key) ? key.toUpperCase() : null);
    if (!name || this.down.has(code)) return [];
    this.down.set(code, name);
    return [["down", name]];
  }

  release({ code }) {
    const name = this.down.get(code);
    this.down.delete(code);
    if (name) this.send([["up", name]]);
  }

  releaseAll() {
    if (this.down.size) this.send([["all up", ""]]);
    this.down.clear();
  }
}

export class Mouse {
  // active: the program uses the mouse.
  constructor(canvas, screen, send) {
    this.active = false;
    let last = "0 0", held = 0;
    const report = (event) => {
      const units = this.active && screen.units(event);
      const buttons = event.type === "pointercancel" ? 0 : MACHINE_BUTTONS[event.buttons & 7];
      if (!units && (!held || buttons === held)) return;
      last = units || last;
      send([buttons === held ? ["move", last] : ["mouse", `${last} ${buttons}`]]);
      held = buttons;
    };
    for (const type of ["pointerdown", "pointermove"]) canvas.addEventListener(type, report);
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, (event) => held && report(event));
    canvas.addEventListener("contextmenu", (event) => this.active && event.preventDefault());
  }
}
