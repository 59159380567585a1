// What programs keep, in the browser's storage: files by name, as text.

const NAME = "retro", FILES = "files";

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Store {
  static async open() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    return new Store(await asked(opening));
  }

  constructor(base) {
    this.base = base;
    this.files = new Map();
  }

  async all() {
    const files = this.base.transaction(FILES).objectStore(FILES);
    const [names, texts] = await Promise.all([asked(files.getAllKeys()), asked(files.getAll())]);
    this.files = new Map(names.map((name, at) => [name, texts[at]]));
    return Object.fromEntries(this.files);
  }

  // text null: the file is gone. Fails when the storage is full.
  async put(name, text) {
    const files = this.base.transaction(FILES, "readwrite").objectStore(FILES);
    if (text === null) {
      this.files.delete(name);
      await asked(files.delete(name));
    } else {
      this.files.set(name, text);
      await asked(files.put(text, name));
    }
  }
}
