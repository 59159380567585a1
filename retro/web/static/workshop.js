// A program of the user's own, beside the machine: written, run, stored, saved and shared.

import { byId, create } from "./dom.js";
import { Editor, loadCodeMirror } from "./editor.js";
import { saveText } from "./files.js";

const FOLDER = "opened/"; // of the stored files that the user has opened or written
const STORE_DELAY = 500; // milliseconds after the last change
const isSource = (name) => /\.(py|bas)$/.test(name);
const isBasic = (name) => name.endsWith(".bas");

// Stored files are text in which each character is a byte.
export const asBytes = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
export const fromBytes = (text) => new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));

// Return the programs to begin from, by group: the user's own, and those that come with the machine. files: what is stored.
export function choices(files, sources) {
  const own = [...files].filter(([name, text]) => name.startsWith(FOLDER) && isSource(name) && !text.startsWith("\r"));
  const groups = new Map(own.length ? [["Your own", own.map(([name, text]) => [name.slice(FOLDER.length), fromBytes(text)])]] : []);
  for (const [group, name, text] of sources) groups.set(group, [...(groups.get(group) ?? []), [name, text]]);
  return groups;
}

export class Workshop {
  // store: of files, or null. run: takes the name and the text of a program to run.
  static async open(store, run) {
    const editor = await Editor.in(byId("code"), "Program", () => workshop.changed());
    const { sources } = await loadCodeMirror();
    const workshop = new Workshop(editor, store, run, sources);
    return workshop;
  }

  constructor(editor, store, run, sources) {
    Object.assign(this, { editor, store, run, sources, clock: 0 });
    byId("writing").addEventListener("submit", (event) => this.submit(event));
    byId("code").addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.submit(event), true);
    byId("begin-with").addEventListener("change", ({ target }) => this.begin(...this.offered[target.value]));
    byId("save-source").addEventListener("click", () => saveText(this.name, asBytes(editor.text)));
    this.list();
    this.begin(...this.offered[0]);
  }

  // The name of the program, with an ending that says its language.
  get name() {
    const name = byId("file-name").value.trim().replaceAll(/[/,]/g, "-");
    return isSource(name) ? name : `${name || "my_program"}.py`;
  }

  list() {
    this.offered = [];
    const groups = [...choices(this.store?.files ?? new Map(), this.sources)].map(([label, programs]) => {
      const group = create("optgroup", "", { label });
      group.append(...programs.map(([name, text]) => create("option", name, { value: this.offered.push([name, text, label === "Your own"]) - 1 })));
      return group;
    });
    byId("begin-with").replaceChildren(create("option", "…", { value: "" }), ...groups);
  }

  // Edit a program; one of the machine's gets a name of the user's.
  begin(name, text, own = false) {
    clearTimeout(this.clock);
    byId("file-name").value = own ? name : `my_${name}`;
    byId("begin-with").value = "";
    byId("fault").textContent = "";
    this.editor.set(text, isBasic(name));
  }

  changed() {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.keep(), STORE_DELAY);
  }

  async keep() {
    await this.store?.put(FOLDER + this.name, asBytes(this.editor.text)).catch(() => undefined); // Run says when the storage is full
    this.list();
  }

  submit(event) {
    event.preventDefault();
    clearTimeout(this.clock);
    byId("file-name").value = this.name;
    this.fault([this.name, "", 0]);
    this.run(this.name, asBytes(this.editor.text));
  }

  // Show an error in a program, and its line, if it is the one that is edited.
  fault([name, sentence, line]) {
    if (name !== this.name) return;
    byId("fault").textContent = sentence && line ? `Line ${line}: ${sentence}` : sentence;
    this.editor.mark(sentence, line);
  }
}
