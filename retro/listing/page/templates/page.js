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
