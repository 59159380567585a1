// Shares files by links: #game= or #source=, the name of the file, and its text, compressed. The worker reads them.

import { saveText, toBytes, toText } from "./files.js";

const LONGEST = 8000; // characters of an address that travel well
const SAVED = "This is too long for a link, so it is saved as a file: whoever drops that file on this page can open it";
const COPIED = {
  game: "The link is copied: it shows this game so far, and whoever opens it can play on",
  source: "The link is copied: whoever opens it can read this program, and run it",
};

// Copy a link that carries a file, or save the file if it is too long for a link. Return a sentence that says so.
export async function share(kind, name, text) {
  const packed = new Response(new Blob([toBytes(text)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const code = btoa(toText(new Uint8Array(await packed.arrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_");
  if (code.length > LONGEST) return saveText(name, text) ?? SAVED;
  const link = `${location.origin}${location.pathname}#${kind}=${encodeURIComponent(name)},${code}`;
  await navigator.clipboard.writeText(link).catch(() => prompt("Copy this link:", link));
  return COPIED[kind];
}
