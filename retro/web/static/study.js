// The study pane: the program's page with the next line marked, the call stack, and the variables.

import { byId, create, openEditor } from "./dom.js";

const STATES = {
  STOPPED: "Stands before",
  "RUNS SLOWLY": "Runs slowly:",
  RUNS: "Runs:",
  "WAITS FOR A KEY": "Waits for a key in",
  "STOPPED AT A WAIT FOR A KEY": "Stands at a wait for a key (RETURN: type it) in",
  ENDED: "The program has ended: Back goes back, Run leaves.",
  FAILED: "Stopped by an error in",
  "STOPPED BY AN ERROR": "Stopped by an error in",
};
const NOTHING = "Start a program: its lines are marked below while it runs.";
const LOADING = "One moment …";
const MARGIN = 0.2; // of the pane: a marked line nearer to its edges is scrolled

export class Study {
  // send: takes events.
  constructor(send) {
    this.send = send;
    this.marks = [];
    this.url = "";
    this.editor = null;
    const switches = { "step-line": "step" };
    for (const id of ["run", "slowly", "pause", "step-line", "over", "out", "undo", "slower", "faster"])
      byId(id).addEventListener("click", () => enabled(id) && this.sendSwitch(switches[id] || id));
    byId("to").addEventListener("change", ({ target }) => {
      this.sendSwitch(`to ${target.value}`);
      target.value = "";
    });
    byId("listing").addEventListener("load", () => this.mark());
    byId("edit").addEventListener("click", () => enabled("edit") && this.sendSwitch(`edit ${byId("language").value}`));
    byId("language").addEventListener("change", ({ target }) => this.sendSwitch(`edit ${target.value}`));
    byId("editor").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendSwitch(`change ${this.editor.text}`);
    });
    byId("restart").addEventListener("click", () => this.sendSwitch(`restart ${this.editor.text}`));
    byId("cancel").addEventListener("click", () => this.close());
    byId("editor").addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    this.begin("");
  }

  // Start with a program, or with the menu if there is no name.
  begin(name) {
    this.read(name);
    this.show(null);
    byId("where").textContent = name && this.open ? LOADING : NOTHING;
  }

  // Open the editor with a procedure.
  async edit([name, language, text]) {
    this.editor ??= (await openEditor("source", "The procedure")).editor;
    byId("edited").textContent = name;
    byId("language").value = language;
    byId("mistake").textContent = "";
    byId("editor").hidden = false;
    this.editor.set(text, language === "BASIC");
    byId("source").focus();
  }

  // Say what is wrong with the change, and go to its line, 1 for the first; an empty sentence: nothing is.
  mistake([sentence, line]) {
    byId("mistake").textContent = sentence;
    if (!sentence) return this.close();
    this.editor.mark(sentence, line);
    byId("source").focus();
  }

  close() {
    byId("editor").hidden = true;
    byId("edit").focus();
  }

  get open() {
    return !byId("study").hidden;
  }

  sendSwitch(word) {
    this.send([["switch", word]]);
  }

  // Load the page of a program, or the list of programs if there is no name.
  read(name) {
    const url = `study/${name || "index"}.html`;
    if (this.open && url !== this.url) byId("listing").src = this.url = url;
  }

  procedures(names) {
    byId("to").replaceChildren(create("option", "procedure …"), ...names.map((name) => create("option", name)));
    byId("to").firstChild.value = "";
  }

  // Show a state of the program; null: none is studied.
  show(view) {
    this.marks = view ? view.marks : [];
    for (const { id } of document.querySelectorAll("#steps button, #steps select")) enable(id, view && !ended(view));
    byId("values").hidden = !view?.stack.length;
    this.mark();
    if (!view) return;
    byId("where").replaceChildren(...where(view));
    for (const id of ["run", "slowly", "pause"]) byId(id).setAttribute("aria-pressed", String(view.pace === id));
    for (const id of ["over", "out", "edit"]) enable(id, view.pace === "pause" && !ended(view));
    enable("undo", view.pace === "pause" && view.state !== "FAILED");
    enable("run", !ended(view) || (view.state === "ENDED" && view.pace === "pause"));
    byId("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
    byId("lines").textContent = `${view.lines} line${view.lines === 1 ? "" : "s"} a second`;
    byId("stack").replaceChildren(...view.stack.map((level) => this.level(level)));
    byId("beside").textContent = view.beside.join("\n");
    byId("picture").replaceChildren(...drawn(view.picture));
    byId("rows").replaceChildren(...view.variables.map(variable));
  }

  level([name, number, id]) {
    const item = create("li", "");
    item.append(create("a", name, { href: `${this.url}#${id}`, target: "listing" }), ` ${number}`);
    return item;
  }

  // Mark the lines in the page, and scroll to the first of them.
  mark() {
    const page = this.open && byId("listing").contentDocument;
    if (!page) return;
    for (const old of page.querySelectorAll(".now")) old.classList.remove("now");
    const lines = this.marks.map((id) => page.getElementById(id)).filter(Boolean);
    for (const line of lines) line.classList.add("now");
    if (lines.length) scrollTo(byId("listing").contentWindow, lines[0]);
  }
}

// Enable or disable a button. A disabled one can still have the focus.
const enable = (id, yes) => byId(id).setAttribute("aria-disabled", String(!yes));
const enabled = (id) => byId(id).getAttribute("aria-disabled") !== "true";
const ended = ({ state }) => state === "ENDED" || state === "FAILED";

function where({ state, message, stack, here, will, variables }) {
  const parts = [create("b", `${STATES[state] ?? state} `)];
  if (stack.length) parts.push(`${stack[0][0]}, line ${stack[0][1]}: `, create("code", here), " ");
  if (will) parts.push(create("code", will, { className: "will" }), " ");
  const changed = variables.filter(({ items }) => items.some(([, different]) => different));
  if (changed.length) parts.push(create("span", `Changed: ${changed.map(change).join("; ")}. `, { className: "changed" }));
  if (message) parts.push(message);
  return parts;
}

function change({ name, items, was }) {
  const value = items.map(([text]) => text).join(" ");
  return was ? `${name} ${value}, was ${was}` : `${name} ${value}`;
}

const COLOURS = ["#000", "#d22", "#2a2", "#fd2", "#246", "#a3a", "#2aa", "#fff"];

// A picture of pixels, the digits of their colours, above its title.
function drawn([title, ...rows]) {
  if (!rows.length) return [];
  const canvas = create("canvas", "");
  [canvas.width, canvas.height] = [rows[0].length, rows.length];
  canvas.style.width = `${8 * canvas.width}px`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", title);
  const context = canvas.getContext("2d");
  rows.forEach((row, y) =>
    [...row].forEach((pixel, x) => {
      context.fillStyle = COLOURS[pixel];
      context.fillRect(x, y, 1, 1);
    }),
  );
  return [canvas, create("figcaption", title)];
}

function variable({ name, items, was, meaning, pointed }) {
  const differs = items.some(([, changed]) => changed);
  const row = create("tr", "", { className: differs ? "changed" : "" });
  const head = row.appendChild(create("th", name));
  head.scope = "row";
  const cell = row.appendChild(create("td", ""));
  items.forEach(([text, changed], index) => {
    cell.append(create(changed ? "mark" : "span", text, pointed.includes(index) ? { className: "pointed" } : {}), " ");
  });
  if (was) cell.append(create("small", `was ${was}`));
  row.append(create("td", meaning));
  return row;
}

// scrollIntoView would scroll the page around the frame, too.
function scrollTo(view, line) {
  const { top, bottom } = line.getBoundingClientRect();
  const margin = MARGIN * view.innerHeight;
  if (top >= margin && bottom <= view.innerHeight - margin) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: "instant" });
}
