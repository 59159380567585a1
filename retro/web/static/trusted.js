// What may become a script or HTML: browsers with Trusted Types take nothing else.

const SCRIPTS = {
  "worker.js": new URL("worker.js", import.meta.url).href,
  "service-worker.js": new URL("service-worker.js", location.href).href,
};
const TAGS = new Set("a b button code div figcaption figure g h3 li mark p path pre rect small span strong svg td text th tr wbr".split(" "));
const ATTRIBUTES = new Set("aria-label aria-pressed class d fill height id role scope target title type value viewBox width x y".split(" "));
const ADDRESS = /^(study\/\w+\.html)?#[^"]*$/; // of a part of a study page

const policy = globalThis.trustedTypes?.createPolicy("retro", { createScriptURL: (name) => SCRIPTS[name], createHTML: (text) => text });

// Return the address of a worker's script.
export const scriptAddress = (name) => policy?.createScriptURL(name) ?? SCRIPTS[name];

// Return HTML that a worker has made as nodes of a document. Kinds and attributes that can do harm are left out.
export function fragment(html, owner = document) {
  const template = document.createElement("template");
  template.innerHTML = policy?.createHTML(String(html)) ?? String(html); // a document of its own, in which nothing runs and nothing is fetched
  const nodes = owner.createDocumentFragment();
  nodes.append(...copies(template.content, owner));
  return nodes;
}

function copies(parent, owner) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [owner.createTextNode(node.data)];
    if (!TAGS.has(node.localName)) return [];
    const copy = owner.createElementNS(node.namespaceURI, node.localName);
    for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name) || (name === "href" && ADDRESS.test(value))) copy.setAttribute(name, value);
    copy.append(...copies(node, owner));
    return [copy];
  });
}
