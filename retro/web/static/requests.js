// What the address requests.

import { sharedRecording } from "./share.js";

// Return what the address requests: #dominoes,seed=3,speed=fast and the program's own options, or a shared game.
// warn: takes a sentence about a mistake in it.
export async function addressRequest(warn) {
  try {
    const text = await sharedRecording();
    if (text) return { request: "replay", name: "The game in this link", text };
  } catch {
    warn("The game in this link is damaged: perhaps a part of the link is missing");
    return { request: "menu" };
  }
  const [name, ...words] = decoded(location.hash.slice(1)).split(",");
  const { seed, ...options } = Object.fromEntries(words.filter(Boolean).map((word) => [...word.split("="), "yes"].slice(0, 2)));
  return name ? { request: "play", name, seed, options } : { request: "menu" };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
