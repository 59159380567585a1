// Run by Node when the site is built, with Pyodide, which loads no module of a Python that is not its own: compiles what the
// page's start imports. Arguments: three folders, of Pyodide's files, of the machine's modules, and to write to.

import { pathToFileURL } from "node:url";

const [python, machine, compiled] = process.argv.slice(2);
const FOLDERS = { "/site": machine, "/compiled": compiled }; // "/site" as in worker.js: error messages name files by it
const COMPILE = `
import importlib.util, marshal, pathlib, re, sys
import retro.display.font, retro.web.browser_page

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # no source to compare with
specs = [module.__spec__ for module in sys.modules.values()]
for spec in specs:
    if spec and spec.has_location:
        path = pathlib.Path("/compiled", re.split(r"\\.zip/|/site/", spec.origin)[1] + "c")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(spec.loader.get_code(spec.name)))
`;

const { loadPyodide } = await import(pathToFileURL(`${python}/pyodide.mjs`).href);
const fsInit = async (system) => {
  for (const [name, root] of Object.entries(FOLDERS)) {
    system.mkdir(name);
    system.mount(system.filesystems.NODEFS, { root }, name);
  }
};
// The same sources give the same bytes: sets are written in the order of their hashes. Columns of errors are left out.
const env = { PYTHONPATH: "/site", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
(await loadPyodide({ indexURL: `${python}/`, env, fsInit })).runPython(COMPILE);
