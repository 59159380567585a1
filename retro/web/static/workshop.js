// A program of the user's own, beside the machine: written, run, stored and saved.

import { byId, create, openEditor } from "./dom.js";
import { saveText, toBytes, toText } from "./files.js";

const OWN = /^opened\/([^/]+\.(?:py|bas))$/; // the stored files that the user has opened or written

// Return the names of the user's own programs among stored files, without tokenised ones.
export const ownPrograms = (files) => [...files].filter(([file, text]) => OWN.test(file) && text[0] !== "\r").map(([file]) => OWN.exec(file)[1]);

// Set up the editor, and return a function that shows an error: of a program, a sentence, and a line or 0.
// store: of files. run: takes the name and the text of a program to run.
export async function openWorkshop(store, run) {
  const [form, name, choice] = ["writing", "file-name", "begin-with"].map(byId);
  const { editor, sources } = await openEditor("code", "Program", keep);
  const text = () => toText(new TextEncoder().encode(editor.text));

  function keep() {
    if (form.checkValidity()) store.put(`opened/${name.value}`, text()).catch(() => undefined); // Run says that the storage is full
  }

  function list() {
    byId("own").replaceChildren(...ownPrograms(store.files).map((program) => create("option", program)));
    choice.value = name.value;
  }

  // Edit a program; a copy of one of the machine's gets a name of the user's.
  function begin({ value, parentElement }) {
    const own = parentElement.id === "own";
    name.value = own ? value : `my_${value}`;
    byId("fault").textContent = "";
    editor.set(own ? new TextDecoder().decode(toBytes(store.files.get(`opened/${value}`))) : sources[value], value.endsWith(".bas"));
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

  form.addEventListener("submit", submit);
  byId("code").addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && submit(event), true);
  choice.addEventListener("change", () => begin(choice.selectedOptions[0]));
  byId("save-source").addEventListener("click", () => saveText(name.value, text()));
  list();
  begin(choice.querySelector("option"));
  return showFault;
}
