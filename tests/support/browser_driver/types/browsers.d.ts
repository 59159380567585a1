/** What not every browser has. */
interface Navigator {
  connection?: { saveData: boolean };
  keyboard?: { lock?: (keys: string[]) => Promise<void> };
}
/** The scripts of Python, in a worker that has them in its own. */
interface Window {
  loadPyodide?: (options: object) => Promise<any>;
  createPyodideModule?: (settings: object) => Promise<any>;
}
