// What the address requests.

import { toText } from "./files.js";

const LONGEST = 500; // characters of an address that carries no file
const LONGEST_PATH = 60; // characters of a path in a message
const LARGEST = 1 << 20; // bytes of a file in an address
const LINK = /^(game|source)=(.*),([\w-]+=*)$/;
const DAMAGED = "The file in this link is damaged: perhaps a part of the link is missing";

// Return what the address requests: #dominoes,seed=3,speed=fast and the program's own options, #study=dominoes, or a file in a link.
export function addressRequest() {
  const text = decoded(location.hash.slice(1));
  if (/^(game|source)=/.test(text)) return { request: "link", name: "the file in this link", text };
  if (text.length > LONGEST) return { request: "menu", message: "The address is too long to be that of a program" };
  const [name, ...words] = text.replace(/^study=/, "").split(",");
  const { seed, ...options } = Object.fromEntries(words.filter(Boolean).map((word) => [...word.split("="), "yes"].slice(0, 2)));
  return name ? { request: "play", name, seed, options, ...(text.startsWith("study=") && { opensStudy: true }) } : { request: "menu" };
}

// Fetch the file of this site that the page's address names, ?disc=games/elite.ssd: its name and text; null if there is none.
export async function fileInAddress() {
  const path = new URLSearchParams(location.search).get("disc");
  if (!path) return null;
  const { origin, href, pathname } = new URL(path, location.href);
  const response = origin === location.origin ? await fetch(href) : null;
  const bytes = response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  if (!bytes || bytes.length > LARGEST) throw new Error(`There is no file ${path.slice(0, LONGEST_PATH)} on this site`);
  return { name: decoded(pathname.split("/").pop()).replaceAll(",", "-"), text: toText(bytes) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Return the kind, the name and the text of the file that a link carries, as `share` writes it.
export async function linkedFile(link) {
  const [, kind, name, code] = LINK.exec(link) ?? [];
  try {
    const packed = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read())
      if ((text += toText(part.value)).length > LARGEST) throw new Error("too large");
    return { kind, name, text };
  } catch {
    throw new Error(DAMAGED);
  }
}

// Return the name of the program that a recording is of, or "".
export function programOf(recording) {
  try {
    return String(JSON.parse(recording.slice(0, recording.indexOf("\n"))).program);
  } catch {
    return "";
  }
}
