// Saves pictures, recordings and programs as files, and reads files. The files are the same as on other systems.

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Files are read, stored and saved as text in which each character is a byte.
export const toText = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
export const toBytes = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
export const read = async (file) => toText(new Uint8Array(await file.arrayBuffer()));
export const saveText = (name, text) => download(name, new Blob([toBytes(text)]));
