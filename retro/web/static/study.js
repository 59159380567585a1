// The study pane: the program's page with the next line marked, the call stack, and the variables.

import { byId, create, openEditor } from "./dom.js";
import { fragment } from "./trusted.js";

const NOTHING = "Start a program: its lines are marked below while it runs.";
const INDEX = "study/index.html"; // the list of the pages about programs
const PARTS = ["where", "turn", "lines", "stack", "beside", "picture", "rows"]; // what shows a state
const TEXTS = ".l code, p, li, td, th, h2, h3, h4, figcaption"; // what is searched
const MARGIN = 0.2; // of the pane: a marked line nearer to its edges is scrolled

export class Study {
  // send: takes what a button of the pane says to study.
  constructor(send) {
    this.send = send;
    this.view = this.editor = null;
    this.page = "";
    this.own = {};
    this.frame = create("iframe", "", { id: "listing", name: "listing", title: "The program, procedure by procedure" }); // in the page once study is opened
    byId("study").addEventListener("click", (event) => this.click(event));
    byId("study").addEventListener("change", ({ target }) => {
      if (target.name) this.send(`${target.name} ${target.value}`);
      if (target.id === "to") target.value = "";
    });
    this.frame.addEventListener("load", () => {
      this.frame.contentDocument.addEventListener("click", (event) => this.click(event));
      this.frame.contentDocument.addEventListener("keydown", (event) => this.type(event));
      this.list(this.own);
    });
    byId("editor").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send(`${event.submitter.name} ${this.editor.text}`);
    });
    byId("cancel").addEventListener("click", () => this.close());
    byId("find").addEventListener("input", () => this.find(0));
    byId("find").addEventListener("keydown", ({ key, shiftKey }) => key === "Enter" && this.find(shiftKey ? -1 : 1));
    byId("study").addEventListener("keydown", (event) => this.type(event));
    byId("editor").addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    this.begin(INDEX);
  }

  // Start with a program beside the page with its listing, or with the list of the programs.
  begin(page) {
    this.read(page);
    this.show(null);
    byId("where").textContent = page !== INDEX && this.open ? "One moment …" : NOTHING;
  }

  // Press a button, or show what a link leads to; a line's number sets a stop.
  click(event) {
    const { value, ariaDisabled } = event.target.closest("button") ?? {};
    if (value && ariaDisabled !== "true") this.send(value);
    const link = event.target.closest("a[href*='#']");
    const found = link && this.frame.contentDocument.getElementById(link.hash.slice(1));
    if (!found) return;
    event.preventDefault(); // following it would scroll the page around the frame, too
    if (this.view && link.matches(".n")) return this.send(`line ${found.id}`);
    this.mark("found", [found.id]);
    scrollTo(this.frame.contentWindow, found);
  }

  // A key beside the screen: / looks for a text.
  type(event) {
    if (event.key !== "/" || event.target.closest("input, textarea, select, #editor")) return;
    event.preventDefault();
    byId("find").focus();
  }

  // Go to a place in the page that has the text to find. step: from the present one; 0: the first of another text.
  find(step) {
    const page = this.frame.contentDocument, text = plain(byId("find").value.trim());
    const named = (place) => +place.matches("h2, h3, h4") && +new RegExp(`(^|[^a-z]|proc|fn)${text.replace(/\W/g, "\\$&")}`).test(plain(place.textContent));
    const places = text ? [...page.querySelectorAll(TEXTS)].filter((one) => !one.querySelector(TEXTS) && plain(one.textContent).includes(text)) : [];
    places.sort((one, other) => named(other) - named(one)); // what has a name with a word that begins like it comes first
    this.place = places.length ? ((step ? this.place + step : 0) + places.length) % places.length : 0;
    const silent = page.querySelector("[id^=says-]") && !places.some(({ id }) => id.startsWith("says-")) && `the description says nothing about ${byId("find").value.trim()}`;
    byId("places").textContent = text && [places.length ? `${this.place + 1} of ${places.length}` : "Nothing found", silent].filter(Boolean).join(": ");
    for (const old of page.querySelectorAll(".found")) old.classList.remove("found");
    const place = places[this.place];
    if (!place) return;
    for (let folded = place.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    place.classList.add("found");
    this.frame.scrollIntoView({ block: "nearest" });
    scrollTo(this.frame.contentWindow, place);
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
    this.editor?.mark(sentence, line);
    this.editor?.focus();
  }

  close() {
    byId("editor").hidden = true;
    byId("edit").focus();
  }

  get open() {
    return !byId("study").hidden;
  }

  // Load a page about a program, or the list of those.
  read(page) {
    if (!this.open || page === this.page) return;
    this.frame.src = this.page = page;
    if (!this.frame.isConnected) byId("lesson").append(this.frame);
  }

  // Show lines of the user's own, by the ids of the places for them in the page.
  list(own) {
    this.own = own;
    for (const place of this.frame.contentDocument?.querySelectorAll(".own") ?? []) place.replaceChildren(fragment(own[place.id] ?? "", this.frame.contentDocument));
    this.show(this.view);
  }

  // Show a state of the program; null: none is studied.
  show(view) {
    this.view = view;
    for (const part of document.querySelectorAll("#steps button, #steps select")) part.ariaDisabled = String(!view?.enabled.includes(part.id));
    byId("values").hidden = !view?.html.stack;
    for (const kind of ["stop", "found", "now", "cause"]) this.mark(kind, view?.marks[kind] ?? []);
    if (!view) return;
    if (this.frame.contentDocument) this.frame.contentDocument.documentElement.dataset.detail = view.detail;
    for (const id of PARTS) byId(id).replaceChildren(fragment(view.html[id] ?? ""));
    for (const id of ["run", "slowly", "pause"]) byId(id).setAttribute("aria-pressed", String(view.pace === id));
    byId("where").setAttribute("aria-live", view.pace === "pause" ? "polite" : "off");
  }

  // Mark the elements with these ids in the page, and scroll to the first of those that now run, or are why it stands.
  mark(kind, ids) {
    const page = this.open && this.frame.contentDocument;
    if (!page) return;
    const lines = ids.map((id) => page.getElementById(id)).filter(Boolean);
    const stays = lines[0]?.classList.contains(kind);
    for (const old of page.querySelectorAll(`.${kind}`)) old.classList.remove(kind);
    for (const line of lines) line.classList.add(kind);
    if (/now|cause/.test(kind) && lines.length && !stays) scrollTo(this.frame.contentWindow, lines[0]);
  }
}

// Return a text as it is compared: capitals are as small letters, and _ is as a space.
const plain = (text) => text.toLowerCase().replaceAll("_", " ");

// scrollIntoView would scroll the page around the frame, too.
function scrollTo(view, line) {
  const { top, bottom } = line.getBoundingClientRect();
  const margin = MARGIN * view.innerHeight;
  if (top >= margin && bottom <= view.innerHeight - margin) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: "instant" });
}
