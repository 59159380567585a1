// The keys on the page: those that a program declares, with what they do, or a whole keyboard.

const ALL = "All keys"; // the key that shows the whole keyboard in the place of a program's keys
const SYMBOL = "Symbols"; // the key that shows the symbols in the place of the letters
const LETTERS = [[..."QWERTYUIOP"], [..."ASDFGHJKL"], [..."ZXCVBNM.,?"]];
const SYMBOLS = [[..."!\"#$%&'()@"], [..."+-*/=<>^~"], [...":;_|\\[]{}£"]];
const ROWS = [[..."1234567890"], ...LETTERS, ...SYMBOLS, ["Escape", "Copy", "←", "↑", "↓", "→", "Delete"], [SYMBOL, "Space", "Return"]];
const NAMED = {
  Escape: ["key", "ESCAPE"], Delete: ["key", "DELETE"], Return: ["key", "RETURN"], Copy: ["key", "COPY"], Space: ["text", " "],
  "←": ["key", "LEFT"], "→": ["key", "RIGHT"], "↑": ["key", "UP"], "↓": ["key", "DOWN"],
};
const SPOKEN = {
  "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "?": "Question mark", ".": "Full stop", ",": "Comma",
  "!": "Exclamation mark", '"': "Quotation mark", "#": "Hash", $: "Dollar", "%": "Per cent", "&": "Ampersand", "'": "Apostrophe",
  "(": "Left bracket", ")": "Right bracket", "@": "At", "+": "Plus", "-": "Minus", "*": "Asterisk", "/": "Slash", "=": "Equals",
  "<": "Less than", ">": "Greater than", "^": "Caret", "~": "Tilde", ":": "Colon", ";": "Semicolon", _: "Underline", "|": "Bar",
  "\\": "Backslash", "[": "Left square bracket", "]": "Right square bracket", "{": "Left brace", "}": "Right brace", "£": "Pound",
};
const HELD = { Space: "SPACE" }; // names of keys in "down" events, where they differ from what is typed
const UNHELD = SYMBOLS.flat().concat("?"); // typed with SHIFT

const SIGNS = { LEFT: "←", RIGHT: "→", UP: "↑", DOWN: "↓", RETURN: "Return", ESCAPE: "Escape", SPACE: "Space" };

// Show the keys of a program, each with label, effect and what it types; without any the whole keyboard.
export function fill(keyboard, keys, send) {
  keyboard.replaceChildren();
  keyboard.classList.toggle("pad", keys.length > 0);
  for (const [label, effect, typed] of keys) keyboard.append(padKey(SIGNS[label] || label, effect, typed, send));
  if (keys.length) keyboard.append(action(ALL, () => fill(keyboard, [], send)));
  else fillRows(keyboard, send);
}

function padKey(label, effect, typed, send) {
  const button = key(label, send, typed);
  if (SPOKEN[label]) button.setAttribute("aria-label", `${SPOKEN[label]} ${effect}`);
  button.append(" ");
  button.appendChild(document.createElement("small")).textContent = effect;
  return button;
}

function fillRows(keyboard, send) {
  const lines = ROWS.map((row) => {
    const line = keyboard.appendChild(document.createElement("div"));
    for (const name of row) line.appendChild(name === SYMBOL ? toggle(() => show(lines)) : key(name, send));
    line.hidden = SYMBOLS.includes(row);
    return line;
  });
}

// Change between the letters and the symbols.
function show(lines) {
  for (const [index, row] of ROWS.entries()) if (LETTERS.includes(row) || SYMBOLS.includes(row)) lines[index].hidden = !lines[index].hidden;
}

function labelled(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  if (SPOKEN[name]) button.setAttribute("aria-label", SPOKEN[name]);
  if (name.length > 1) button.className = "wide";
  return button;
}

function action(name, act) {
  const button = labelled(name);
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // the screen keeps the focus
  button.addEventListener("click", act);
  return button;
}

function toggle(act) {
  const button = action(SYMBOL, act);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") === "false")));
  return button;
}

function key(name, send, typed = NAMED[name] || ["text", name]) {
  const button = labelled(name);
  const held = UNHELD.includes(name) ? null : HELD[name] || typed[1];
  let down = false, pressed = false;
  const press = (event) => {
    event.preventDefault(); // the screen keeps the focus
    down = pressed = true;
    send(held ? [["down", held], typed] : [typed]);
  };
  const release = () => {
    if (down && held) send([["up", held]]);
    down = false;
  };
  button.addEventListener("pointerdown", press);
  for (const type of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(type, release);
  button.addEventListener("click", () => {
    if (!pressed) send([typed]); // by the keyboard or a screen reader
    pressed = false;
  });
  return button;
}
