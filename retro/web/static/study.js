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
    this.editor.focus();
  }

  // Say what is wrong with the change, and go to its line, 1 for the first; an empty sentence: nothing is.
  mistake([sentence, line]) {
    byId("mistake").textContent = sentence;
    if (!sentence) return this.close();
    this.editor.mark(sentence, line);
    this.editor.focus();
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
    byId("to").replaceChildren(create("option", "…"), ...names.map((name) => create("option", name)));
    byId("to").firstChild.value = "";
  }

  // Show a state of the program; null: none is studied.
  show(view) {
    this.marks = view ? view.marks : [];
    for (const part of document.querySelectorAll("#steps button, #steps select")) part.ariaDisabled = String(!view?.enabled.includes(part.id));
    byId("values").hidden = !view?.html.stack;
    this.mark();
    if (!view) return;
    for (const [id, html] of Object.entries(view.html)) byId(id).innerHTML = html;
    for (const id of ["run", "slowly", "pause"]) byId(id).setAttribute("aria-pressed", String(view.pace === id));
    byId("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
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

const enabled = (id) => byId(id).ariaDisabled !== "true"; // a disabled button can still have the focus

// scrollIntoView would scroll the page around the frame, too.
function scrollTo(view, line) {
  const { top, bottom } = line.getBoundingClientRect();
  const margin = MARGIN * view.innerHeight;
  if (top >= margin && bottom <= view.innerHeight - margin) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: "instant" });
}
