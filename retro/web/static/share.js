// Links that carry a recorded game: #game= and the recording, compressed.

import { toBytes, toText } from "./files.js";

const LONGEST = 8000; // characters of an address that travel well
const PREFIX = "#game=";
const FORMAT = "deflate-raw";

const through = async (data, stream) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());

// Return a link to a recording; null if it is too long for one.
export async function linkTo(text) {
  const code = btoa(toText(await through(text, new CompressionStream(FORMAT)))).replaceAll("+", "-").replaceAll("/", "_");
  return code.length > LONGEST ? null : `${location.origin}${location.pathname}${PREFIX}${code}`;
}

// Return the recording in the address, which may be damaged; null if there is none.
export async function sharedRecording() {
  if (!location.hash.startsWith(PREFIX)) return null;
  const code = location.hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  return toText(await through(toBytes(atob(code)), new DecompressionStream(FORMAT)));
}
