// What is saved from the page and opened in it: pictures and recordings, the same files as elsewhere.

const ACROSS = 320; // pixels of the MODE whose pixels are square
const SCALE = 3;

export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The canvas as a PNG file.
export function picture(canvas, name) {
  const height = canvas.height * SCALE;
  const large = Object.assign(document.createElement("canvas"), { width: ACROSS * SCALE, height });
  const context = large.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, large.width, large.height);
  large.toBlob((blob) => download(`${name}.png`, blob));
}

// A recording is text in which each character is a byte.
export const recording = (text, name) =>
  download(`${name}.jsonl`, new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))]));

export async function read(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
