// Editors of programs in Python and BASIC: CodeMirror, which is loaded with the first of them.

/** @type {Promise<any>} */
let loaded = null;

// Return CodeMirror, with the words of BASIC and the programs to begin from.
export function loadCodeMirror() {
  loaded ??= import("./site.js").then(({ site }) => import(new URL(site.editor, document.baseURI).href));
  return loaded;
}

// Return what splits lines of BASIC into parts with colours.
export function basicParser(words) {
  const parts = [[/^REM.*/, "comment"], [/^"[^"]*"?/, "string"], [/^(PROC|FN)[\w`]+/, "className"], [new RegExp(`^(?:${words})`), "keyword"],
    [/^(&[0-9A-F]+|\d+\.?\d*)/, "number"], [/^[A-Za-z_`][\w`]*[%$]?|^\s+|^./, null]]; // prettier-ignore
  return { name: "BASIC", token: (stream) => parts.find(([pattern]) => stream.match(pattern))[1] };
}

const COLOURS = { keyword: "--accent", string: "--string", comment: "--soft", number: "--number", className: "--call" };
const THEME = {
  "&": { height: "100%", background: "var(--panel)", color: "var(--text)", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { background: "var(--raised)", color: "var(--soft)", border: 0 },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--line) 25%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--mark)" },
  ".cm-lintRange-error": { background: "var(--mark)" },
  ".cm-tooltip": { background: "var(--raised)", color: "var(--text)" },
};

export class Editor {
  // Return an editor in an element. A root of its own lets it bring style sheets that the page's policy would refuse inline.
  static async in(element, label, changed = () => undefined) {
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open", delegatesFocus: true });
    return new Editor(root, await loadCodeMirror(), label, changed);
  }

  constructor(root, codeMirror, label, changed) {
    const { EditorView, extensions, HighlightStyle, syntaxHighlighting, tags } = codeMirror;
    const colours = HighlightStyle.define(Object.entries(COLOURS).map(([name, colour]) => ({ tag: tags[name], color: `var(${colour})` })));
    this.codeMirror = codeMirror;
    this.extensions = [
      ...extensions,
      EditorView.theme(THEME),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
      syntaxHighlighting(colours),
    ];
    this.view = new EditorView({ root, parent: root });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Edit another text. basic: in BASIC instead of Python.
  set(text, basic) {
    const { basicWords, EditorState, pythonLanguage, StreamLanguage } = this.codeMirror;
    const language = basic ? StreamLanguage.define(basicParser(basicWords)) : pythonLanguage;
    this.view.setState(EditorState.create({ doc: text, extensions: [this.extensions, language] }));
  }

  // Mark a line, from 1, with what is wrong there, and go to it; no sentence: nothing is.
  mark(sentence, number) {
    const { doc } = this.view.state;
    const line = sentence && number >= 1 && number <= doc.lines ? doc.line(number) : null;
    const marks = line ? [{ from: line.from, to: line.to, severity: "error", message: sentence }] : [];
    this.view.dispatch(this.codeMirror.setDiagnostics(this.view.state, marks));
    if (line) this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
  }

  focus() {
    this.view.focus();
  }
}
