// On a small screen the contents are folded at first.
if (matchMedia("(max-width: 47.99rem)").matches) document.querySelector(".side details").open = false;

// The lines of a procedure in the call graph stand out while it is pointed at or has the focus.
for (const graph of document.querySelectorAll(".graph")) {
  const show = (name) => {
    graph.classList.toggle("asked", name !== null);
    const near = new Set();
    for (const line of graph.querySelectorAll(".line[data-from]")) {
      const { from, to } = line.dataset;
      const touches = name === from || name === to;
      line.classList.toggle("near", touches);
      if (touches) near.add(from).add(to);
    }
    for (const box of graph.querySelectorAll(".box")) box.classList.toggle("near", near.has(box.dataset.name));
  };
  for (const box of graph.querySelectorAll(".box")) {
    for (const event of ["pointerenter", "focus"]) box.addEventListener(event, () => show(box.dataset.name));
    for (const event of ["pointerleave", "blur"]) box.addEventListener(event, () => show(null));
  }
}
