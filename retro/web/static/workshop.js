// Programs of the user's own, beside the machine: written, run, stored, shared and saved.

import { byId, create, openEditor } from "./dom.js";
import { saveText, toBytes, toText } from "./files.js";

const OWN = /^opened\/([^/]+\.(?:py|bas))$/; // the stored files that the user has opened or written
const TITLE = /^\s*(?:"""|'''|\d*\s*REM\s*)([^\n"']+)/i; // the first line of a docstring, or of a remark
const LINKED = "It comes from a link. Run stores it and plays it shut off: it reaches no network, and of all that this page stores only what it saves itself.";

// Return the names of the user's own programs among stored files, without tokenised ones.
export const ownPrograms = (files) => [...files].filter(([file, text]) => OWN.test(file) && text[0] !== "\r").map(([file]) => OWN.exec(file)[1]);

const pathOf = (name) => `opened/${name}`;
const decoded = (text) => new TextDecoder().decode(toBytes(text));

// Set up the editor. Return functions that show an error of a program, a sentence, and a line or 0; that edit a program
// from a link; and that give the editor the focus. store: of files. run, share: take the name and the text of a program.
export async function openWorkshop(store, run, share) {
  const [form, name, choice] = ["writing", "file-name", "begin-with"].map(byId);
  const { editor, sources } = await openEditor("code", "Program", keep);
  let named = ""; // the name that the program has, unless it is just being changed
  const text = () => toText(new TextEncoder().encode(editor.text));
  const put = (program, stored) => store.put(pathOf(program), stored).catch(() => undefined); // Run says that the storage is full

  function keep() {
    if (form.checkValidity()) put(name.value, text());
  }

  function list() {
    byId("own").replaceChildren(...ownPrograms(store.files).map((program) => create("option", program, { selected: program === named })));
  }

  // Edit a program. One that is not stored gets a name that no stored one has.
  function edit(program, source, stored) {
    while (!stored && store.files.has(pathOf(program))) program = `my_${program}`;
    name.value = named = program;
    byId("fault").textContent = "";
    editor.set(decoded(source), program.endsWith(".bas"));
  }

  function begin({ value, parentElement }) {
    if (parentElement.id === "own") edit(value, store.files.get(pathOf(value)), true);
    else edit(`my_${value}`, toText(new TextEncoder().encode(sources[value])), false);
  }

  function rename() {
    if (!form.reportValidity()) return;
    if (store.files.has(pathOf(name.value)) && !confirm(`Replace ${name.value} with this program?`)) return void (name.value = named);
    if (store.files.has(pathOf(named))) {
      put(named, null);
      keep();
    }
    named = name.value;
    list();
  }

  function remove() {
    if (!confirm(`Delete ${named}?`)) return;
    put(named, null);
    list();
    begin(choice.selectedOptions[0]);
  }

  function submit(event) {
    event.preventDefault();
    if (!form.reportValidity()) return;
    showFault([name.value, "", 0]);
    keep();
    list();
    run(name.value, text());
  }

  function showFault([program, sentence, line]) {
    if (program !== name.value) return;
    byId("fault").textContent = sentence && line ? `Line ${line}: ${sentence}` : sentence;
    editor.mark(sentence, line);
  }

  function showLinked(program, source) {
    edit(program, source, store.files.get(pathOf(program)) === source);
    choice.selectedIndex = -1;
    const text = decoded(source);
    const title = (TITLE.exec(text)?.[1] ?? program).trim().replace(/[.]?$/, ".");
    byId("fault").textContent = `${title} ${text.split("\n").length - 1} lines, ${text.length} characters. ${LINKED}`;
  }

  form.addEventListener("submit", submit);
  byId("code").addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && submit(event), true);
  name.addEventListener("change", rename);
  choice.addEventListener("focus", list);
  choice.addEventListener("change", () => begin(choice.selectedOptions[0]));
  byId("signs").addEventListener("click", ({ target }) => target.value && editor.insert(target.value));
  byId("signs").addEventListener("pointerdown", (event) => event.preventDefault()); // the text keeps the focus
  byId("save-source").addEventListener("click", () => saveText(name.value, text()));
  byId("share-source").addEventListener("click", () => form.reportValidity() && share(name.value, text()));
  byId("delete").addEventListener("click", remove);
  list();
  begin(choice.selectedOptions[0]);
  return { showFault, showLinked, focus: () => editor.focus() };
}
