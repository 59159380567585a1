// An on-screen keyboard: each key types its label, and is held as long as it is pressed.

const ROWS = [
  [..."1234567890"],
  [..."QWERTYUIOP"],
  [..."ASDFGHJKL"],
  [..."ZXCVBNM.,?"],
  ["Escape", "←", "↑", "↓", "→", "Delete"],
  ["Space", "Return"],
];
const NAMED = {
  Escape: ["key", "ESCAPE"], Delete: ["key", "DELETE"], Return: ["key", "RETURN"], Space: ["text", " "],
  "←": ["key", "LEFT"], "→": ["key", "RIGHT"], "↑": ["key", "UP"], "↓": ["key", "DOWN"],
};
const SPOKEN = { "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "?": "Question mark", ".": "Full stop", ",": "Comma" };

export function fill(keyboard, send) {
  for (const row of ROWS) {
    const line = keyboard.appendChild(document.createElement("div"));
    for (const name of row) line.appendChild(key(name, send));
  }
}

function key(name, send) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  if (SPOKEN[name]) button.setAttribute("aria-label", SPOKEN[name]);
  if (name.length > 1) button.className = "wide";
  const typed = NAMED[name] || ["text", name];
  const held = name === "?" ? null : name === "Space" ? "SPACE" : typed[1];
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
