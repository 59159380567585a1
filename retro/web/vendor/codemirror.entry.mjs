// What the page uses of CodeMirror. codemirror.js beside this file is its bundle:
//   npm install esbuild@0.28 @codemirror/{commands,lang-python,language,lint,state,view}@6
//   npx esbuild codemirror.entry.mjs --bundle --format=esm --minify --target=es2022 --legal-comments=none --outfile=codemirror.js
// with the notice of the licence put in front.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const keys = keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]);
const extensions = [lineNumbers(), history(), drawSelection(), indentOnInput(), indentUnit.of("    "), bracketMatching(), highlightActiveLine(), lintGutter(), keys];

export { EditorState, EditorView, extensions, HighlightStyle, pythonLanguage, setDiagnostics, StreamLanguage, syntaxHighlighting, tags };
