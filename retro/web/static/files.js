// Saves pictures, recordings and programs as files, and reads files. The files are the same as on other systems.

const BASE_WIDTH = 320; // pixels of the MODE whose pixels are square
const SCALE = 3;

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Save the canvas as a PNG file.
export function savePicture(canvas, name) {
  const height = canvas.height * SCALE;
  const enlarged = Object.assign(document.createElement("canvas"), { width: BASE_WIDTH * SCALE, height });
  const context = enlarged.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, enlarged.width, enlarged.height);
  enlarged.toBlob((blob) => download(`${name}.png`, blob));
}

// Files are read, stored and saved as text in which each character is a byte.
export const toText = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
export const toBytes = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
export const read = async (file) => toText(new Uint8Array(await file.arrayBuffer()));
export const saveText = (name, text) => download(name, new Blob([toBytes(text)]));
