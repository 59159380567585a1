// Runs before the page is drawn, so that nothing moves afterwards: the size of a pixel, and what is to come.

(() => {
  const { documentElement: root } = document;
  const measure = () => {
    root.style.setProperty("--pixel", `${1 / devicePixelRatio}px`);
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", measure, { once: true });
  };
  measure();
  root.classList.toggle("embedded", new URLSearchParams(location.search).has("embed")); // in another page
  root.classList.toggle("chosen", location.hash.length > 1); // a program comes first and not the menu
  try {
    root.classList.toggle("games", localStorage.getItem("retro-games") === "yes"); // unfinished ones, to come in the list
  } catch {
    // the storage is blocked
  }
})();
