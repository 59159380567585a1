// The study pane: the program's page with the next line marked, the call stack, and the variables.

import { byId, create, openEditor } from "./dom.js";

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
    byId("where").innerHTML = view.where;
    for (const id of ["run", "slowly", "pause"]) byId(id).setAttribute("aria-pressed", String(view.pace === id));
    for (const id of ["over", "out", "edit"]) enable(id, view.pace === "pause" && !ended(view));
    enable("undo", view.pace === "pause" && view.state !== "FAILED");
    enable("run", !ended(view) || (view.state === "ENDED" && view.pace === "pause"));
    byId("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
    byId("lines").textContent = `${view.lines} line${view.lines === 1 ? "" : "s"} a second`;
    byId("stack").replaceChildren(...view.stack.map((level) => this.level(level)));
    byId("beside").textContent = view.beside.join("\n");
    byId("picture").innerHTML = view.picture;
    byId("rows").innerHTML = view.variables;
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

// scrollIntoView would scroll the page around the frame, too.
function scrollTo(view, line) {
  const { top, bottom } = line.getBoundingClientRect();
  const margin = MARGIN * view.innerHeight;
  if (top >= margin && bottom <= view.innerHeight - margin) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: "instant" });
}
