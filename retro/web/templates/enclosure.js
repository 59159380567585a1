// Starts a worker in a frame that has an origin of its own, and leaves it to the page.
addEventListener("message", ({ data: { script, given }, ports }) => {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const policy = globalThis.trustedTypes?.createPolicy("retro", { createScriptURL: () => address });
  const worker = new Worker(policy?.createScriptURL("") ?? address);
  worker.onerror = ({ message }) => ports[0].postMessage({ kind: "failed", content: message || "its worker was blocked" });
  worker.postMessage(given, [ports[0], ...given.files.values(), ...(given.snapshot ? [given.snapshot.buffer] : [])]);
}, { once: true });
