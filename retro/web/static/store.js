// The files that programs write, as text by name, in IndexedDB.

const DATABASE = "retro", FILES = "files";

const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Store {
  static async open() {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    const store = new Store(await result(opening));
    await store.all();
    return store;
  }

  constructor(database) {
    this.database = database;
    this.files = new Map();
  }

  // Read all files: other tabs may have written some.
  async all() {
    const files = this.database.transaction(FILES).objectStore(FILES);
    const [names, texts] = await Promise.all([result(files.getAllKeys()), result(files.getAll())]);
    this.files = new Map(names.map((name, index) => [name, texts[index]]));
    return Object.fromEntries(this.files);
  }

  // Write a file; null as text deletes it. Fails when the storage is full.
  async put(name, text) {
    const transaction = this.database.transaction(FILES, "readwrite"), files = transaction.objectStore(FILES);
    void (text === null ? files.delete(name) : files.put(text, name));
    transaction.commit(); // at once: the page may end before it hears of the success
    const note = () => this.files[text === null ? "delete" : "set"](name, text);
    note();
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error); // a full storage accepts the file, and then not the transaction
    });
    note(); // `all` may have read what was there before
  }
}
