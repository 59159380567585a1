// What the address requests.

// Return what the address requests: #dominoes,seed=3,speed=fast and the program's own options, or a link that carries a file.
export function addressRequest() {
  const text = decoded(location.hash.slice(1));
  if (/^(game|source)=/.test(text)) return { request: "link", name: "the file in this link", text };
  const [name, ...words] = text.split(",");
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
