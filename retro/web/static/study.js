// The study pane: the program's page with the next line marked, the call stack, and the variables.

import { byId, create, openEditor } from "./dom.js";

const NOTHING = "Start a program: its lines are marked below while it runs.";
const INDEX = "study/index.html"; // the list of the pages about programs
const LOADING = "One moment …";
const MARGIN = 0.2; // of the pane: a marked line nearer to its edges is scrolled

export class Study {
  // send: takes events.
  constructor(send) {
    this.send = send;
    this.marks = [];
    this.page = this.lines = "";
    this.editor = null;
    for (const id of ["run", "slowly", "pause", "step-line", "over", "out", "undo", "slower", "faster"])
      byId(id).addEventListener("click", () => enabled(id) && this.sendSwitch(id.replace("-line", "")));
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
    this.begin(INDEX);
  }

  // Start with a program beside the page with its listing, or with the list of the programs.
  begin(page) {
    this.read(page);
    this.show(null);
    byId("where").textContent = page !== INDEX && this.open ? LOADING : NOTHING;
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

  // Load a page about a program, or the list of those.
  read(page) {
    if (this.open && page !== this.page) byId("listing").src = this.page = page;
  }

  // Show the lines of a program of the user's own, in the page for such.
  list(lines) {
    this.lines = lines;
    byId("listing").src = this.page;
  }

  procedures(names) {
    byId("to").replaceChildren(create("option", "procedure …"), ...names.map((name) => create("option", name)));
    byId("to").firstChild.value = "";
  }

  // Show a state of the program; null: none is studied.
  show(view) {
    this.marks = view ? view.marks : [];
    for (const { id } of document.querySelectorAll("#steps button, #steps select")) enable(id, view && !ended(view));
    byId("values").hidden = !view?.stack;
    this.mark();
    if (!view) return;
    byId("where").innerHTML = view.where;
    for (const id of ["run", "slowly", "pause"]) byId(id).setAttribute("aria-pressed", String(view.pace === id));
    for (const id of ["over", "out", "edit"]) enable(id, view.pace === "pause" && !ended(view));
    enable("undo", view.pace === "pause" && view.state !== "FAILED");
    enable("run", !ended(view) || (view.state === "ENDED" && view.pace === "pause"));
    byId("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
    byId("lines").textContent = `${view.lines} line${view.lines === 1 ? "" : "s"} a second`;
    byId("stack").innerHTML = view.stack;
    byId("beside").textContent = view.beside.join("\n");
    byId("picture").innerHTML = view.picture;
    byId("rows").innerHTML = view.variables;
  }

  // Mark the lines in the page, and scroll to the first of them.
  mark() {
    const page = this.open && byId("listing").contentDocument;
    if (!page) return;
    const own = page.getElementById("own");
    if (own) own.innerHTML ||= this.lines;
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
