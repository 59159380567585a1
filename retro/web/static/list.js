// The list of the programs below the machine.

const made = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);

// unfinished: is a game of it kept? resume: goes on with it.
export function entry({ name, title, about }, unfinished, resume) {
  const item = document.createElement("li");
  item.append(made("h3", ""), made("p", about), made("p", "", { className: "ways" }));
  item.querySelector("h3").append(made("a", title, { href: `#${name}` }));
  const ways = item.querySelector(".ways");
  if (unfinished) {
    const button = ways.appendChild(made("button", "Go on with your game", { type: "button" }));
    button.setAttribute("aria-label", `Go on with your game of ${title}`);
    button.addEventListener("click", resume);
  }
  const page = ways.appendChild(made("a", "Its procedures", { href: `study/${name}.html` }));
  page.setAttribute("aria-label", `Its procedures: ${title}`);
  return item;
}
