// Elements of the page.

import { site } from "./site.js";

/**
 * Return the element with an id.
 *
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * Return a new element with a text. properties: further ones of its properties.
 *
 * @returns {any}
 */
export const create = (tag, text, properties = {}) => Object.assign(document.createElement(tag), { textContent: text, ...properties });

// Load CodeMirror, and return an editor in an element, and the programs to begin from.
export async function openEditor(id, label, changed = () => undefined) {
  const { Editor, basicWords, sources } = await import(new URL(site.editor, document.baseURI).href);
  const editor = new Editor(byId(id), label, changed, basicWords);
  editor.insert = (text) => (editor.view.dispatch(editor.view.state.replaceSelection(text)), editor.focus());
  if (matchMedia("(pointer: coarse)").matches) {
    const wrapping = new CSSStyleSheet(); // lines that are wider than a phone are shown in several
    wrapping.replaceSync(".cm-content { white-space: break-spaces !important; overflow-wrap: anywhere; flex-shrink: 1 !important; }");
    byId(id).shadowRoot.adoptedStyleSheets.push(wrapping);
  }
  return { editor, sources };
}
