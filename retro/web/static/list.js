// The list of the programs below the machine, with their unfinished games.

import { create } from "./dom.js";

const PICTURE = { width: 128, height: 80 }; // pixels of the page
const KEPT = /^games\/([^/.]+)(?:\/(\d+)-[^/]*)?\.jsonl$/; // the program, and milliseconds since 1970

// Return whether a stored file is an unfinished game of a program.
export const isGame = (file, program) => KEPT.exec(file)?.[1] === program;

// Return the unfinished games among stored files, newest first: the program, the file, when it was played, its seed, and
// the file of its picture.
export function unfinishedGames(files) {
  const games = [];
  for (const [file, text] of files) {
    const [, name, time] = KEPT.exec(file) ?? [];
    const seed = /"seed":(-?\d+)/.exec(text.slice(0, text.indexOf("\n")))?.[1];
    if (name && seed) games.push({ name, file, time: Number(time ?? 0), seed, picture: files.get(file.replace(/jsonl$/, "bmp")) });
  }
  return games.sort((one, other) => other.time - one.time);
}

// Return the programs that the page lists: name, title, and whether there is a page about them.
export const listed = (list) =>
  [...list.children].map(({ dataset, firstElementChild }) => ({ name: dataset.name, title: firstElementChild.textContent.trim(), studied: "studied" in dataset }));

// Put a button for each unfinished game into the list. resume: resumes one.
export function showGames(list, games, resume) {
  for (const item of list.children) {
    const title = item.firstElementChild.textContent;
    for (const old of item.querySelectorAll(".ways button")) old.remove();
    item.querySelector(".ways").prepend(...games.filter(({ name }) => name === item.dataset.name).map((game) => resumeButton(game, title, resume)));
  }
}

function resumeButton(game, title, resume) {
  const played = game.time ? `, ${new Date(game.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}` : "";
  const button = create("button", `Go on with game ${game.seed}`, { type: "button", title: `Game ${game.seed}${played}` });
  button.setAttribute("aria-label", `Go on with game ${game.seed} of ${title}${played}`);
  if (game.picture) {
    const picture = create("img", "", { ...PICTURE, alt: "", src: `data:image/bmp;base64,${btoa(game.picture)}` });
    picture.addEventListener("error", () => picture.remove());
    button.prepend(picture);
  }
  button.addEventListener("click", () => resume(game));
  return button;
}
