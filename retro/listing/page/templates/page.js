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
// columns of the size of a page's text, a little lower, as paper may differ. What begins a column has to begin a page.
const PAPERS = { a4: ["210mm - 114px", "297mm - 132px", "210mm"], a5: ["148mm - 84px", "210mm - 102px", "148mm"] };
const SPARE = 24;
const BLOCKS = ".page :not(a, a *, code, p *, svg *, span, tr:not(.long) *)";
function paginate(paper, [width, height, wide]) {
  const frame = document.createElement("iframe");
  Object.assign(frame.style, { position: "absolute", width: wide, border: 0, visibility: "hidden" });
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
      `body { width: calc(${width}); height: calc(${height} - ${SPARE}px); columns: 1; column-gap: 0; column-fill: auto; }`,
  );
  inner.adoptedStyleSheets = [sheet];
  const wholeWidth = inner.body.getBoundingClientRect().width;
  const pageOf = (box) => box && Math.floor(box.left / wholeWidth + 0.01) + 1;
  const first = (element) => pageOf(element.getClientRects()[0]);
  const last = (element) => pageOf([...element.getClientRects()].pop());
  const here = document.querySelectorAll(BLOCKS);
  inner.querySelectorAll(BLOCKS).forEach((element, index) => {
    let before = element.previousElementSibling;
    while (before && !last(before)) before = before.previousElementSibling; // it is not printed
    if (first(element) > (before ? last(before) : first(element.parentElement))) {
      here[index].dataset.breaks = `${here[index].dataset.breaks ?? ""} ${paper}`;
    }
  });
  for (const link of document.querySelectorAll(".side a")) {
    link.dataset[paper] = first(inner.getElementById(link.hash.slice(1)).querySelector("h2, h3")) ?? "";
  }
  frame.remove();
}
addEventListener("beforeprint", () => {
  document.querySelector(".side details").open = true;
  for (const [paper, size] of Object.entries(PAPERS)) paginate(paper, size);
});
