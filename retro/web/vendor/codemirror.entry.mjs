// The page's use of CodeMirror: editors of programs in Python and BASIC. The build bundles it with the packages of
// package-lock.json, and adds `sources`, the programs to begin from, and `basicWords`.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Variables of the page's style sheet, by the names of parts of both languages.
const COLOURS = { keyword: "--accent", string: "--string", comment: "--soft", number: "--number", className: "--call" };
const THEME = {
  "&": { height: "100%", background: "var(--panel)", color: "var(--text)", fontSize: "0.85rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { background: "var(--panel)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--line) 25%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--mark)" },
  ".cm-selectionBackground, .cm-lintRange-error": { background: "var(--mark)" },
  ".cm-tooltip": { background: "var(--raised)", color: "var(--text)" },
};
const EXTENSIONS = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  highlightActiveLine(),
  lintGutter(),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  EditorView.theme(THEME),
  syntaxHighlighting(HighlightStyle.define(Object.entries(COLOURS).map(([name, colour]) => ({ tag: tags[name], color: `var(${colour})` })))),
];

// Return the language BASIC. words: its keywords, as a regular expression.
function basicLanguage(words) {
  /** @type {[RegExp, string | null][]} */
  const parts = [
    [/^REM.*/, "comment"],
    [/^"[^"]*"?/, "string"],
    [/^(PROC|FN)[\w`]+/, "className"],
    [new RegExp(`^(?:${words})`), "keyword"],
    [/^(&[0-9A-F]+|\d+\.?\d*)/, "number"],
    [/^([A-Za-z_`][\w`]*[%$]?|\s+|.)/, null],
  ];
  return StreamLanguage.define({ name: "BASIC", token: (stream) => parts.find(([pattern]) => stream.match(pattern))[1] });
}

export class Editor {
  // element: gets a root of its own, for style sheets that the page's policy would refuse. label: for screen readers.
  // changed: called after every change of the text. words: BASIC's.
  constructor(element, label, changed, words) {
    const root = element.attachShadow({ mode: "open" });
    this.basic = basicLanguage(words);
    this.extensions = [
      ...EXTENSIONS,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
    ];
    this.view = new EditorView({ root, parent: root });
  }

  focus() {
    this.view.focus();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Edit another text, in BASIC or in Python.
  set(text, inBasic) {
    this.view.setState(EditorState.create({ doc: text, extensions: [this.extensions, inBasic ? this.basic : pythonLanguage] }));
  }

  // Mark a line, from 1, with what is wrong there, and go to it; no sentence: nothing is.
  mark(sentence, number) {
    const { state } = this.view;
    const { from, to } = state.doc.line(Math.min(Math.max(number, 1), state.doc.lines));
    /** @type {import("@codemirror/lint").Diagnostic[]} */
    const marks = sentence && number > 0 ? [{ from, to, severity: "error", message: sentence }] : [];
    this.view.dispatch(setDiagnostics(state, marks));
    if (marks.length) this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  }
}
