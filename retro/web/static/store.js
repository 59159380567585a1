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

const SETTINGS = "settings.json"; // of the user: it begins with these
const FOLDER = "own/"; // of the files of programs that are not of this site
const NAME = /^[\w ()+-][\w .()+-]{0,99}(\/[\w ()+-][\w .()+-]{0,99}){0,4}$/;
const COPY = /^opened\/.*\.written\.\w+$/; // beside an image
const MOST_FILES = 200, MOST_CHARACTERS = 4e6; // of one program

// What a program that is not of this site sees of the store: its own text, and what it has saved itself.
export class StrangersFiles {
  constructor(store, program) {
    this.store = store;
    this.folder = `${FOLDER}${program}/`;
    this.source = `opened/${program}`; // a file, or a folder of images
  }

  // Return all files by their names.
  all() {
    const saved = [...this.store.files].filter(([name]) => name.startsWith(this.folder)).map(([name, text]) => [name.slice(this.folder.length), text]);
    const given = [...this.store.files].filter(([name]) => name === SETTINGS || this.isSource(name));
    return Object.fromEntries([...given, ...saved]);
  }

  isSource(name) {
    return name === this.source || (name.startsWith(`${this.source}/`) && !COPY.test(name));
  }

  // Return the names and contents of the copies of images that have what the program has written.
  copies() {
    return Object.entries(this.all()).flatMap(([name, text]) => (COPY.test(name) ? [[name.split("/").pop(), text]] : []));
  }

  async put(name, text) {
    if (this.isSource(name)) return;
    const others = Object.entries(this.all()).filter(([other]) => other !== name && !this.isSource(other));
    const size = others.reduce((sum, [, other]) => sum + other.length, text?.length ?? 0);
    if (!NAME.test(name) || others.length >= MOST_FILES || size > MOST_CHARACTERS)
      throw Object.assign(new Error(name), { sentence: "This program has stored as much as one may: what it writes now is not stored." });
    await this.store.put(this.folder + name, text);
  }
}
