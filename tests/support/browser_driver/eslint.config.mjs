import js from "@eslint/js";
import globals from "globals";

const scripts = ["retro/web/static/*.js", "retro/web/vendor/*.mjs"];
export default [
  { ...js.configs.recommended, files: scripts },
  {
    files: scripts,
    languageOptions: { globals: { ...globals.browser, ...globals.worker, process: "readonly" } },
    rules: {
      eqeqeq: "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
