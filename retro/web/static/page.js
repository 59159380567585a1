// The page: has the machine play what the address and the user say, shows what it shows, and gives it what is typed.

import { Sender } from "./channel.js";
import { picture, read, recording } from "./files.js";
import { fill } from "./keyboard.js";
import { Keys, Mouse } from "./keys.js";
import { entry } from "./list.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";
import { PYTHON, fetchLater, lacks, preload, reloading, shared, stuck } from "./start.js";
import { Store } from "./store.js";
import { Study } from "./study.js";

const PATIENCE = 3000; // milliseconds that a program has to notice that another one is wanted
const SPEEDS = ["normal", "authentic", "fast"];
const AGAIN = ["reload", "back_forward"]; // ways to come here that go on with the game of the address
const LATER = 3000; // milliseconds until the rest of the site is fetched
const NOBODY = { name: "", seed: 0, options: {}, resumed: false };

const at = (id) => document.getElementById(id);
const screen = new Screen(at("screen"), at("frame"));
const sound = new Sound();
const study = new Study((events) => send(events));
let store = null;
let machine = null; // the worker, and how to send to it
let programs = [];
let later = [];
let playing = NOBODY;
let wanted = null; // what was asked for last
let orders = 0; // how often something was
let alive = false; // does the worker take orders?
let waiting = 0; // the clock that runs until what was asked for is played
let recorded = { name: "", text: "" }; // of the last program

// what the user is told

const say = (sentence) => (at("status").textContent = sentence);

function step(sentence, share = 0) {
  at("starting").hidden = at("progress").hidden = false;
  at("step").textContent = sentence;
  if (share === null) at("progress").removeAttribute("value");
  else at("progress").value = share;
}

function stop(sentence) {
  step(sentence);
  at("progress").hidden = true;
}

// starting

async function start() {
  const lacking = lacks();
  if (lacking) return stop(lacking);
  if (await reloading()) return;
  if (stuck()) return stop(stuck());
  try {
    store = await Store.open();
  } catch {
    say("This browser keeps nothing for this page: unfinished games will be lost when it is closed.");
  }
  try {
    later = await preload(step);
  } catch {
    // The worker will say what is wrong.
  }
  const [{ type } = {}] = performance.getEntriesByType("navigation");
  boot({ ...order(), resume: AGAIN.includes(type) });
}

async function boot(first) {
  const files = store ? await store.all().catch(() => ({})) : {};
  let worker;
  try {
    worker = new Worker("worker.js", { type: "module" });
  } catch (error) {
    return stop(`The machine could not be started, because the browser refuses workers here: ${error.message}.`);
  }
  const sender = new Sender(worker, shared());
  machine = { worker, sender };
  worker.onmessage = ({ data }) => machine?.worker === worker && (data.kind === "picture" ? show(data) : TOLD[data.kind](data.content));
  worker.onerror = (error) => stop(`The machine could not be started: ${error.message || "its worker was blocked"}.`);
  worker.postMessage({ memory: sender.memory, python: PYTHON });
  wanted = complete(first);
  sender.send({ ...wanted, files });
}

// what is to be played

// The address says it: #dominoes,seed=3,speed=fast and the program's own options.
function order(address = location.href) {
  const [name, ...rest] = decoded(new URL(address).hash.slice(1)).split(",");
  const { seed, speed, ...options } = Object.fromEntries(rest.filter(Boolean).map((part) => [...part.split("="), "yes"].slice(0, 2)));
  if (SPEEDS.includes(speed)) at("speed").value = speed;
  return name ? { order: "play", name, seed, options } : { order: "menu" };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The same game as now, as far as it has come.
function same() {
  if (playing.number !== wanted?.number) return wanted; // it has not begun yet
  const { name, seed, options } = playing;
  if (!name) return { order: "menu" };
  if (wanted.order === "replay") return { ...wanted, text: recorded.text, on: wanted.on || recorded.text !== wanted.text };
  return { order: "play", name, seed, options, text: recorded.text };
}

const complete = (asked) => ({ ...asked, number: ++orders, speed: at("speed").value, study: study.open });

function play(asked) {
  say("");
  wanted = complete(asked);
  if (!machine) return;
  machine.sender.send(wanted);
  clearTimeout(waiting);
  if (alive) waiting = setTimeout(restart, PATIENCE);
}

// A program that never looks up is ended with its worker.
function restart() {
  machine.worker.terminate();
  machine = null;
  alive = false;
  step("The program did not listen. Starting Python again", null);
  boot(wanted);
}

function begin(asked) {
  play(asked);
  at("screen").focus();
}

function send(events) {
  sound.wake();
  machine?.sender.send({ events });
}

// what the worker tells

function show(picture) {
  screen.show(picture);
  if (!at("starting").hidden && document.activeElement === document.body) at("screen").focus({ preventScroll: true });
  at("starting").hidden = true;
}

const TOLD = {
  step: (sentence) => step(sentence, 1),
  ready: (all) => {
    alive = true;
    programs = all;
    document.documentElement.dataset.ready = "yes";
    setTimeout(() => fetchLater(later.splice(0)).catch(() => undefined), LATER);
  },
  playing: (now) => {
    if (now.number !== wanted.number) return; // something else is wanted by now
    clearTimeout(waiting);
    sound.silence();
    playing = now;
    if (now.speed) at("speed").value = now.speed;
    if (now.name) recorded = { name: now.name, text: (now.resumed && wanted.text) || "" };
    history.replaceState(null, "", address(now));
    announce(now);
    list();
    study.begin(now.name);
  },
  note: (note) => sound.play(note),
  pointer: (asked) => (mouse.wanted = asked),
  text: (lines) => tell(lines),
  file: ([name, text]) => keep(name, text),
  lines: (text) => (recorded.text = text.startsWith('{"retro"') ? text : recorded.text + text),
  said: (sentence) => say(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`),
  procedures: (names) => study.procedures(names),
  study: (view) => study.show(view),
  failed: (reason) => stop(`The machine does not work here: ${reason}.`),
};

function address({ name, seed, speed, options }) {
  const more = Object.entries({ ...(speed === "normal" ? {} : { speed }), ...options });
  return name ? `#${[name, `seed=${seed}`, ...more.map((pair) => pair.join("="))].join(",")}` : location.pathname + location.search;
}

function announce({ name, seed, resumed }) {
  const title = programs.find((program) => program.name === name)?.title;
  document.title = title ? `${title} – retro` : "retro";
  if (!title) return;
  const lost = wanted.resume && !wanted.seed && wanted.name === name && !resumed ? " The unfinished one was begun with another version." : "";
  say(`${title}, ${resumed ? "the game goes on" : `game ${seed}`}.${lost}`);
}

// Only what is new is read out.
function tell(lines) {
  const { children } = at("text");
  while (children.length > lines.length) at("text").lastChild.remove();
  for (const [row, line] of lines.entries()) {
    const span = children[row] || at("text").appendChild(document.createElement("span"));
    if (span.textContent !== `${line}\n`) span.textContent = `${line}\n`;
  }
}

async function keep(name, text) {
  try {
    await store?.put(name, text);
  } catch {
    say("The browser's storage is full: this game is not kept. You can save its recording instead.");
  }
  list();
}

function list() {
  const unfinished = ({ name }) => name !== playing.name && store?.files.has(`games/${name}.jsonl`);
  const resume = ({ name }) => begin({ order: "play", name, resume: true });
  const shown = programs.map((program) => [program.name, unfinished(program)].join());
  if (shown.join() === at("programs").dataset.shown) return;
  at("programs").dataset.shown = shown.join();
  at("programs").replaceChildren(...programs.map((one) => entry(one, unfinished(one), () => resume(one))));
}

// the switches

const pressed = (id, on) => at(id).setAttribute("aria-pressed", String(on));

function toggle(button, part) {
  part.hidden = !part.hidden;
  at(button).setAttribute("aria-expanded", String(!part.hidden));
}

function full() {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (!at("stage").requestFullscreen) return say("This browser has no full screen for a part of a page.");
  return at("stage").requestFullscreen().then(
    () => navigator.keyboard?.lock?.(["Escape"]), // else Escape would not be the program's
    () => say("This browser has no full screen here."),
  );
}

const mute = () => pressed("mute", sound.toggle());

const SWITCHES = {
  home: () => begin({ order: "menu" }),
  again: () => begin(playing.name ? { order: "play", name: playing.name, options: playing.options } : { order: "menu" }),
  back: () => send([["rewind", "1"]]),
  mute,
  full,
  shot: () => picture(screen.canvas, playing.name || "retro"),
  save: () => (recorded.text ? recording(recorded.text, recorded.name) : say("There is nothing to save yet: start a program.")),
  keys: () => toggle("keys", at("keyboard")),
  "study-button": () => {
    toggle("study-button", at("study"));
    document.querySelector("main").classList.toggle("studying", study.open);
    screen.fit();
    study.read(playing.name);
    if (wanted) play(same());
    if (study.open && !screen.beside) at("study").scrollIntoView({ block: "nearest" });
  },
};

async function open(file) {
  if (file) begin({ order: "replay", name: file.name, text: await read(file) });
}

new Keys(at("screen"), send, { enter: full, m: mute });
const mouse = new Mouse(at("screen"), screen, send);
fill(at("keyboard"), send);
if (matchMedia("(pointer: coarse)").matches) toggle("keys", at("keyboard"));
for (const [id, action] of Object.entries(SWITCHES)) at(id).addEventListener("click", action);
for (const id of ["bar", "steps"]) // a click on a switch leaves the focus on the screen
  at(id).addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
at("open").addEventListener("change", ({ target }) => open(target.files[0]).finally(() => (target.value = "")));
at("speed").addEventListener("change", () => play(same()));
at("frame").addEventListener("pointerdown", () => at("screen").focus());
at("skip").addEventListener("click", (event) => {
  event.preventDefault();
  at("screen").focus();
});
addEventListener("hashchange", ({ newURL }) => begin(order(newURL))); // a game that begins just now writes its own there
start();
