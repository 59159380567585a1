// The study pane: the program's page with the line that is about to run, the procedures that run, and the variables.

const STATES = {
  STOPPED: "Stands before",
  "RUNS SLOWLY": "Runs slowly:",
  RUNS: "Runs:",
  "WAITS FOR A KEY": "Waits for a key in",
  ENDED: "The program has ended.",
  FAILED: "Stopped by an error in",
};
const NOTHING = "Start a program: its lines are marked below while it runs.";
const SOON = "One moment …";
const MARGIN = 0.2; // of the pane: how near to its edges a marked line may be

const at = (id) => document.getElementById(id);
const made = (tag, text, kind) => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
};

export class Study {
  // send: takes events.
  constructor(send) {
    this.send = send;
    this.marks = [];
    this.url = "";
    const switches = { "step-line": "step" };
    for (const id of ["run", "slowly", "pause", "step-line", "over", "out", "undo", "slower", "faster"])
      at(id).addEventListener("click", () => enabled(id) && this.say(switches[id] || id));
    at("to").addEventListener("change", ({ target }) => {
      this.say(`to ${target.value}`);
      target.value = "";
    });
    at("listing").addEventListener("load", () => this.mark());
    this.begin("");
  }

  // A program begins; without a name it is the menu.
  begin(name) {
    this.read(name);
    this.show(null);
    at("where").textContent = name && this.open ? SOON : NOTHING;
  }

  get open() {
    return !at("study").hidden;
  }

  say(word) {
    this.send([["switch", word]]);
  }

  // The page of a program; without a name their list.
  read(name) {
    const url = `study/${name || "index"}.html`;
    if (this.open && url !== this.url) at("listing").src = this.url = url;
  }

  procedures(names) {
    at("to").replaceChildren(made("option", "procedure …"), ...names.map((name) => made("option", name)));
    at("to").firstChild.value = "";
  }

  // What there is to see; null: nothing is studied.
  show(view) {
    this.marks = view ? view.marks : [];
    for (const { id } of document.querySelectorAll("#steps button, #steps select")) able(id, view && !over(view));
    at("values").hidden = !view?.stack.length;
    this.mark();
    if (!view) return;
    at("where").replaceChildren(...where(view));
    for (const id of ["run", "slowly", "pause"]) at(id).setAttribute("aria-pressed", String(view.pace === id));
    for (const id of ["over", "out", "undo"]) able(id, view.pace === "pause" && !over(view));
    at("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
    at("lines").textContent = `${view.lines} line${view.lines === 1 ? "" : "s"} a second`;
    at("stack").replaceChildren(...view.stack.map((level) => this.level(level)));
    at("rows").replaceChildren(...view.variables.map(variable));
  }

  level([name, number, id]) {
    const item = document.createElement("li");
    const link = item.appendChild(made("a", name));
    link.href = `${this.url}#${id}`;
    link.target = "listing";
    item.append(` ${number}`);
    return item;
  }

  // Mark the lines in the page, and have the first of them in sight.
  mark() {
    const page = this.open && at("listing").contentDocument;
    if (!page) return;
    for (const old of page.querySelectorAll(".l.now")) old.classList.remove("now");
    const lines = this.marks.map((id) => page.getElementById(id)).filter(Boolean);
    for (const line of lines) line.classList.add("now");
    if (lines.length) bring(at("listing").contentWindow, lines[0]);
  }
}

// A switch that can do nothing now; it may have the focus all the same.
const able = (id, yes) => at(id).setAttribute("aria-disabled", String(!yes));
const enabled = (id) => at(id).getAttribute("aria-disabled") !== "true";
const over = ({ state }) => state === "ENDED" || state === "FAILED";

function where({ state, said, stack, here, variables }) {
  const parts = [made("b", `${STATES[state] ?? state} `)];
  if (stack.length) parts.push(`${stack[0][0]}, line ${stack[0][1]}: `, made("code", here), " ");
  const changed = variables.filter(({ items }) => items.some(([, different]) => different));
  if (changed.length) parts.push(made("span", `Changed: ${changed.map(change).join("; ")}. `, "changed"));
  if (said) parts.push(said);
  return parts;
}

function change({ name, items, was }) {
  const value = items.map(([text]) => text).join(" ");
  return was ? `${name} ${value}, was ${was}` : `${name} ${value}`;
}

function variable({ name, items, was, meaning }) {
  const different = items.some(([, changed]) => changed);
  const row = made("tr", "", different ? "changed" : "");
  const head = row.appendChild(made("th", name));
  head.scope = "row";
  const cell = row.appendChild(made("td", ""));
  for (const [text, changed] of items) cell.append(changed ? made("mark", text) : text, " ");
  if (was) cell.append(made("small", `was ${was}`));
  row.append(made("td", meaning));
  return row;
}

// Not by scrollIntoView, which would move the page around the frame, too.
function bring(view, line) {
  const { top, bottom } = line.getBoundingClientRect();
  const margin = MARGIN * view.innerHeight;
  if (top >= margin && bottom <= view.innerHeight - margin) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: "instant" });
}
