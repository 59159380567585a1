// Links that carry a recorded game: #game= and the recording, compressed.

const LONGEST = 8000; // characters of an address that travel well
const PREFIX = "#game=";
const FORMAT = "deflate-raw";

async function through(data, stream) {
  const bytes = await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();
  return new Uint8Array(bytes);
}

// Return a link to a recording; null if it is too long for one.
export async function linkTo(text) {
  const bytes = await through(text, new CompressionStream(FORMAT));
  const code = btoa(String.fromCharCode(...bytes.subarray(0, LONGEST))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return code.length > LONGEST ? null : `${location.origin}${location.pathname}${PREFIX}${code}`;
}

// Return the recording in the address, which may be damaged; null if there is none.
export async function sharedRecording() {
  if (!location.hash.startsWith(PREFIX)) return null;
  const code = location.hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream(FORMAT)));
}
