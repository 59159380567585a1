// On a small screen the contents are folded at first.
if (matchMedia("(max-width: 47.99rem)").matches) document.querySelector(".side details").open = false;

// A procedure that is pointed at or has the focus stands out wherever it is called.
for (const box of document.querySelectorAll(".calls .box")) {
  const show = (on) => {
    for (const same of document.querySelectorAll(`.calls [data-name="${box.dataset.name}"]`)) same.classList.toggle("near", on);
  };
  for (const event of ["pointerenter", "focus"]) box.addEventListener(event, () => show(true));
  for (const event of ["pointerleave", "blur"]) box.addEventListener(event, () => show(false));
}

// Page numbers for the printed contents, on paper of two sizes: no browser has target-counter(). A frame has the page in
// columns of the size of a page's text, less what paper may differ by. A section that begins a column has to begin a page.
const PAPERS = { a4: [794, 680, 991], a5: [559, 475, 692] };
const LESS = 14;
function number(paper, [wide, width, height]) {
  const frame = document.createElement("iframe");
  Object.assign(frame.style, { position: "absolute", width: `${wide}px`, height: `${height}px`, visibility: "hidden" });
  document.body.append(frame);
  const inner = frame.contentDocument;
  inner.write("<!DOCTYPE html>"); // or else tables have another size
  inner.close();
  inner.replaceChild(inner.importNode(document.documentElement, true), inner.documentElement);
  for (const left of inner.querySelectorAll("script, style, link, iframe")) left.remove();
  const sheet = new frame.contentWindow.CSSStyleSheet();
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map((rule) => rule.cssText).join("\n");
  sheet.replaceSync(
    rules.replace(/@media screen/g, "@media not all").replace(/@media print/g, "@media all").replace(/(break-\w+): page/g, "$1: column") +
      `body { width: ${width}px; height: ${height - LESS}px; columns: 1; column-gap: 0; column-fill: auto; }`,
  );
  inner.adoptedStyleSheets = [sheet];
  const column = inner.body.getBoundingClientRect().width;
  for (const link of document.querySelectorAll(".side a")) {
    const { dataset, id } = document.getElementById(link.hash.slice(1));
    const [box] = inner.getElementById(id).getClientRects();
    if (!box) continue; // it is not printed
    link.dataset[paper] = Math.floor(box.left / column + 0.01) + 1;
    if (box.top < 1) dataset.breaks = `${dataset.breaks ?? ""} ${paper}`;
  }
  frame.remove();
}
addEventListener("beforeprint", () => {
  document.querySelector(".side details").open = true;
  for (const [paper, size] of Object.entries(PAPERS)) number(paper, size);
});
