// The page: requests what the address and the user choose, shows the machine, and passes on what is typed.

import { isMessage } from "./checks.js";
import { byId, create } from "./dom.js";
import { read, saveText } from "./files.js";
import { watchGamepads } from "./gamepads.js";
import { Keyboard } from "./keyboard.js";
import { Keys, Mouse } from "./keys.js";
import { isGame, listed, showGames, unfinishedGames } from "./list.js";
import { Machine } from "./machine.js";
import { Messages } from "./messages.js";
import { Progress } from "./progress.js";
import { addressRequest, fileInAddress, linkedFile, programOf } from "./requests.js";
import { Screen, showText } from "./screen.js";
import { share } from "./share.js";
import { Sound } from "./sound.js";
import { keepSnapshot } from "./snapshots.js";
import { cacheTheRest, isInForeignFrame, missingFeature, reloading, retry, whenUpdated } from "./start.js";
import { Store, StrangersFiles } from "./store.js";
import { Study } from "./study.js";

const RESUMING = ["reload", "back_forward"]; // types of navigation that resume the game of the address
const CACHE_DELAY = 3000; // milliseconds until the rest of the site is fetched, and a newer one installed
const DRAW_TIMEOUT = 100; // milliseconds that the start of the machine waits for the page to be drawn
const TWICE = 500; // milliseconds between two presses of Escape that stop a program
const CHANGES = /^(change|restart) /; // what it says to run a program that the user has changed
const STOPS = /^(to|line|watch) /; // what the study pane says before the user types for the game
const NO_STORE = { files: new Map(), all: async () => ({}), put: async (...file) => void file };
const NOTHING = { name: "", seed: 0, options: {}, address: "", page: "study/index.html" };
const LINKED = "The game in this link";
const LONGEST_GAME = 1 << 24; // characters
const FULL = "The browser's storage is full: this game is not stored. You can save it as a file instead.";
const IMAGE = /\.(ssd|dsd|adf|adl|uef)$/i;
const OWN = /\.(py|bas|ssd|dsd|adf|adl|uef)$/i; // a file that the machine opens
const LONGEST_NAME = 60; // characters of a file's name in that of several images together
const SAVED_NAME = /^[\w. -]+\.(png|gif)$/;

const byFinger = matchMedia("(pointer: coarse)").matches;
const screen = new Screen(byId("screen"), byId("frame"));
const programs = listed(byId("programs"));
const messages = new Messages(byId("status"));
const progress = new Progress();
const sound = new Sound();
const keyboard = new Keyboard(byId("keyboard"), (events) => send(events));
const study = new Study((words) => {
  if (CHANGES.test(words)) (guest ?? machine).empty();
  send([["switch", words]]);
  if (STOPS.test(words)) byId("screen").focus({ preventScroll: true });
});
const machine = new Machine((data) => receive(data, machine), (...reason) => progress.fail(...reason));
let guest = null; // the machine of a program that is not of this site, while one runs
let store = NO_STORE;
let workshop = null; // the editor of the user's own programs, once that is opened: a promise
const storeOpened = Store.open().then(
  (opened) => void (store = opened),
  () => messages.warn("This browser stores nothing for this page: unfinished games will be lost when it is closed."),
);
let playing = NOTHING;
let latest = null; // the latest request
let requests = 0; // how many there were
let opened = Promise.resolve(); // when the file in a link has been read
let disc = null; // the file that the page's address names
let escaped = -Infinity; // when Escape was pressed last
let departed = ""; // the recording of a game that this version of its program plays otherwise
let recorded = { name: "", text: "", watched: false }; // the recording of what was played last

// starting

async function start() {
  await drawn();
  if (await reloading()) return;
  if (missingFeature()) return progress.fail(missingFeature(), false);
  await confirmed();
  disc = await fileInAddress().catch((error) => void messages.warn(error.message));
  machine.start();
  await storeOpened;
  const { type } = /** @type {any} */ (performance.getEntriesByType("navigation")[0]) ?? {};
  list();
  const request = disc && location.hash.length < 2 ? { request: "play", name: disc.name } : addressRequest();
  if (!latest) play({ ...request, ...(RESUMING.includes(type) ? resuming() : {}) });
}

// Wait until the browser has drawn the page, which takes longer beside a machine that starts; a hidden page is not drawn.
const drawn = () => Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), new Promise((resolve) => setTimeout(resolve, DRAW_TIMEOUT))]);

// Ask whether to start what the address requests, if another site shows this page in a frame.
async function confirmed() {
  const { request, name = "the program in its address" } = addressRequest();
  if (isInForeignFrame() && (request !== "menu" || new URLSearchParams(location.search).has("disc"))) await progress.ask(`Another site shows this page. Play ${title(name)}?`);
}

// requests

const shareFile = async (kind, name, text) => messages.warn(await share(kind, name, text));
const locationOf = (address) => (address ? `#${encodeURI(address)}` : location.pathname + location.search);

// Have a request continue the unfinished game of this entry of the history.
const resuming = () => ({ resume: true, ...keptGame(history.state?.kept) });

// The name and contents of the file of an unfinished game: another tab may have written it.
const keptGame = (name) => (store.files.has(name) ? { kept: name, files: { [name]: store.files.get(name) } } : {});

// Request the current game from its present state.
function currentGame() {
  if (playing.number !== latest?.number) return latest; // it has not begun yet
  const { name, seed, options } = playing;
  if (!name) return { request: "menu" };
  if (recorded.watched) return latest;
  return { request: "play", name, seed, options, text: recorded.text, kept: history.state?.kept };
}

const complete = (request) => ({ ...request, number: ++requests, speed: byId("speed").value, study: study.open });
const menu = () => ({ ...complete({ request: "menu" }), number: 0, study: false });

// The program of a request, if it is not of this site, or "".
function strangerOf({ request, name, text }) {
  const program = { play: name, open: name, replay: request === "replay" && programOf(text) }[request] ?? "";
  return programs.some((entry) => entry.name === program) || !/\.\w/.test(program) ? "" : program.replace(/[/,]/g, "-");
}

function play({ opensStudy = false, ...request }) {
  latest = complete(request);
  if (opensStudy && !study.open) return BUTTONS["study-button"](); // which plays it
  progress.announce(latest.name, title(latest.name));
  if (latest.message) messages.warn(latest.message);
  if (latest.request === "link") return void (opened = openLink(latest));
  if (guest) dismiss();
  byId("stop").hidden = !strangerOf(latest);
  if (!strangerOf(latest)) return machine.request(latest);
  for (const [name, text] of openedFiles(latest)) store.put(name, text).catch(() => messages.warn(FULL));
  machine.request(menu()); // which keeps what it plays
  if (machine.ready) invite();
}

// The files that a request opens, as they are stored: that of a program, or those of several images.
function openedFiles(request) {
  const name = `opened/${strangerOf(request)}`;
  if (request.images) return Object.entries(request.images).map(([image, text]) => [`${name}/${image}`, text]);
  return request.request === "open" && OWN.test(request.name) ? [[name, request.text]] : [];
}

// Start a machine for the latest request, whose program is not of this site.
function invite() {
  const own = new Machine((data) => own === guest && receive(data, own), (...reason) => own === guest && progress.fail(...reason), true);
  guest = own;
  progress.show("Starting Python", null);
  own.start();
}

// End the machine of a program that is not of this site, and show what the site's own has.
function dismiss() {
  guest.end();
  guest = null;
  for (const [kind, content] of Object.entries({ ...SHOWN, ...machine.shown })) HANDLERS[kind](content);
}

// Stop a program that is not of this site, whatever it does.
function stop() {
  if (!guest) return;
  choose({ request: "menu" });
  messages.warn("The program was stopped");
}

// Watch the game in a link, or show the program in it, which is not run.
async function openLink(link) {
  try {
    const { kind, name, text } = await linkedFile(link.text);
    if (latest !== link) return;
    if (kind === "game") return play({ ...link, request: "replay", name: LINKED, text, link: link.text });
    play({ request: "menu", link: link.text });
    await showWorkshop([name, text]);
  } catch (error) {
    if (latest === link) play({ request: "menu", message: /** @type {Error} */ (error).message });
  }
}

function begin(request) {
  play(request);
  byId("screen").focus();
}

function choose(request) {
  messages.clear();
  begin(request);
}

// Until the machine is ready the page answers the numbers of the menu itself.
function send(events) {
  sound.unlock();
  if (guest && events.some(([kind, name]) => kind === "key" && name === "ESCAPE")) {
    const before = escaped;
    escaped = performance.now();
    if (escaped < before + TWICE) return stop();
  }
  if (guest) return guest.ready && guest.send({ events });
  if (machine.ready) return machine.send({ events });
  const [, typed] = events.find(([kind]) => kind === "text") ?? [];
  const program = programs[Number(typed) - 1];
  if (program?.studied && (latest ? latest.request === "menu" : location.hash.length < 2)) choose({ request: "play", name: program.name });
}

// messages from the worker

const WHILE_A_GUEST_PLAYS = ["file", "heard", "ready", "snapshot", "failed", "unloaded"];

function receive(data, from) {
  if (guest && from !== guest && !WHILE_A_GUEST_PLAYS.includes(data.kind)) return;
  if (!isMessage(data, from === guest)) return console.warn(`A message that no machine sends: ${data.kind}`);
  if (data.kind in SHOWN) from.shown[data.kind] = data.content;
  if (data.kind === "picture") show(data);
  else HANDLERS[data.kind](data.content, from);
}

function show(picture) {
  screen.show(picture);
  if (!byId("starting").hidden && document.activeElement === document.body) byId("screen").focus({ preventScroll: true });
  byId("starting").hidden = byId("menu").hidden = true;
}

const SHOWN = { keys: [], look: { tube: false, tall: false }, volume: 1, pointer: false }; // what the page shows at first

const HANDLERS = {
  step: ([sentence, share]) => progress.show(sentence, share),
  snapshot: ([name, bytes]) => keepSnapshot(name, bytes).catch(() => undefined),
  ready: async (_, from) => {
    await storeOpened; // and so `start` has requested something
    await opened;
    const files = await store.all().catch(() => ({}));
    const stranger = strangerOf(latest);
    const given = disc?.name === stranger ? { [`opened/${stranger}`]: disc.text } : {};
    if (from === guest) return from.begin({ ...latest, files: { ...new StrangersFiles(store, stranger).all(), ...given } });
    machine.begin({ ...(stranger ? menu() : latest), files: sitesFiles(files) });
    if (stranger && !guest) invite();
    document.documentElement.dataset.ready = "yes";
    setTimeout(() => {
      cacheTheRest();
      whenUpdated(() => messages.warn("A newer version of this page has arrived: reload the page to use it")).catch(() => undefined);
    }, CACHE_DELAY);
  },
  over: (_, from) => from === guest && play({ request: "menu" }),
  playing: (game, from) => {
    if (game.number !== latest.number) return; // ignore replies to superseded requests
    if (from === guest && game.name !== strangerOf(latest)) return;
    sound.silence();
    showText(byId("text"), []); // not that of the program before
    byId("watch").hidden = true;
    playing = game;
    if (game.speed) byId("speed").value = String(game.speed);
    if (game.name) recorded = { name: game.name, text: game.watched || (game.resumed && latest.text) || "", watched: Boolean(game.watched) };
    history.replaceState({ kept: (game.resumed && latest.kept) || "" }, "", locationOf(game.link || game.address));
    messages.announce(game.name && `${title(game.name)}, ${game.state}`);
    list();
    study.begin(game.page);
  },
  heard: (number, from) => from.heard(number), // what it requests may take long to begin
  note: (note) => sound.play(note),
  volume: (volume) => {
    sound.setVolume(volume);
    setPressed("mute", !volume);
  },
  study_pane: () => BUTTONS["study-button"](),
  download: ([name, text], from) => (from !== guest || (SAVED_NAME.test(name) && navigator.userActivation?.isActive)) && saveText(name, text),
  look: ({ tube, tall }) => {
    byId("frame").classList.toggle("tube", tube);
    byId("frame").classList.toggle("tall", tall);
  },
  title: (text) => (document.title = text),
  keys: (keys) => keyboard.show(keys),
  pointer: (active) => (mouse.active = active),
  text: (lines) => showText(byId("text"), lines),
  file: ([name, text], from) => storeFile(name, text, from),
  lines: (lines) => {
    if (recorded.watched) messages.announce(`${title(recorded.name)}, the game goes on.`);
    const text = lines.startsWith('{"retro"') ? lines : recorded.text + lines;
    recorded = { ...recorded, watched: false, text: text.length > LONGEST_GAME ? "" : text };
  },
  message: (sentence) => messages.warn(sentence),
  departed: (recording) => {
    departed = recording;
    byId("watch").hidden = false;
  },
  listing: (lines) => study.list(lines),
  goals: (goals) => byId("to").replaceChildren(create("option", "…", { value: "" }), ...goals.map((goal) => create("option", goal))),
  study: (view) => study.show(view),
  edit: (procedure) => study.edit(procedure),
  mistake: (mistake) => study.mistake(mistake),
  fault: (fault) => workshop?.then(({ showFault }) => showFault(fault)),
  unloaded: (sentence) => progress.fail(sentence),
  failed: (reason) => progress.fail(`The machine does not work here: ${reason}.`),
};

const title = (wanted) => programs.find(({ name }) => name === wanted)?.title ?? wanted ?? "";

async function storeFile(name, text, from) {
  const game = playing;
  const files = from === guest ? new StrangersFiles(store, strangerOf(latest)) : store;
  const stored = await files.put(name, text).then(() => text !== null, (error) => messages.warn(error?.sentence ?? FULL));
  from.send({ stored: true }); // first: the program waits for it
  const begun = stored && game === playing && isGame(name, game.name) && history.state?.kept !== name;
  if (begun) history.replaceState({ kept: name }, "", locationOf(game.address)); // browsers limit how often
  list();
}

const copies = () => (latest && strangerOf(latest) ? new StrangersFiles(store, strangerOf(latest)).copies() : []);

function list() {
  byId("save-disc").hidden = !copies().length;
  const games = unfinishedGames(store.files).filter(({ file }) => file !== history.state?.kept);
  const shown = JSON.stringify(games);
  document.documentElement.classList.add("listed");
  if (shown === byId("programs").dataset.shown) return;
  byId("programs").dataset.shown = shown;
  if (store !== NO_STORE) localStorage.setItem("retro-games", games.length ? "yes" : ""); // where that is blocked there is no store either
  showGames(byId("programs"), games, ({ name, file }) => choose({ request: "play", name, ...keptGame(file) }));
}

// the buttons

const setPressed = (id, on) => byId(id).setAttribute("aria-pressed", String(on));
const setExpanded = (id, on) => byId(id).setAttribute("aria-expanded", String(on));

function toggle(button, part) {
  part.hidden = !part.hidden;
  setExpanded(button, !part.hidden);
}

function toggleFullScreen() {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (!byId("stage").requestFullscreen) return messages.warn("This browser has no full screen for a part of a page");
  return byId("stage").requestFullscreen().then(
    () => navigator.keyboard?.lock?.(["Escape"]).catch(() => null), // programs use Escape; a later call replaces this one
    () => messages.warn("This browser has no full screen here"),
  );
}

// Show the editor with a program from a link, or show or hide it; it takes the place of study.
async function showWorkshop(linked) {
  if (study.open) byId("study-button").click();
  if (!linked || byId("workshop").hidden) toggle("write", byId("workshop"));
  await storeOpened;
  const run = (name, text) => choose({ request: "open", name, text });
  try {
    workshop ??= import("./workshop.js").then(({ openWorkshop }) => openWorkshop(store, run, shareFile.bind(null, "source")));
    const { showLinked, focus } = await workshop;
    if (linked) showLinked(...linked);
    if (!byId("workshop").hidden && !byFinger) focus(); // a keyboard on the screen comes when one asks for it
    if (!screen.beside) byId("workshop").scrollIntoView();
  } catch (error) {
    workshop = null;
    messages.warn(`The editor could not be loaded: ${/** @type {Error} */ (error).message}`);
  }
}

// The files of the site's own programs.
const sitesFiles = (files) => Object.fromEntries(Object.entries(files).filter(([name]) => !/^(opened|own)\//.test(name)));

const beginAgain = (seed) => choose(playing.name ? { request: "play", name: playing.name, seed, options: playing.options } : { request: "menu" });
const overlay = (key) => () => send([["overlay", key]]);

const BUTTONS = {
  skip: () => byId("programs").querySelector("a").focus(),
  retry: () => retry(),
  stop,
  switches: () => setExpanded("switches", byId("bar").classList.toggle("open")),
  home: () => choose({ request: "menu" }),
  again: () => beginAgain(),
  same: () => beginAgain(playing.seed),
  back: () => send([["rewind", "1"]]),
  watch: () => choose({ request: "replay", name: `${playing.name}.jsonl`, text: departed }),
  mute: overlay("mute"),
  mark: overlay("menu"),
  full: toggleFullScreen,
  shot: overlay("picture"),
  share: () => (recorded.text ? shareFile("game", `${recorded.name}.jsonl`, recorded.text) : messages.warn("There is nothing to share yet: start a program")),
  "save-disc": () => copies().forEach(([name, text]) => saveText(name, text)),
  save: () => (recorded.text ? saveText(`${recorded.name}.jsonl`, recorded.text) : messages.warn("There is nothing to save yet: start a program")),
  keys: () => {
    toggle("keys", byId("keyboard"));
    keyboard.choose(false);
  },
  write: () => showWorkshop(null),
  "study-button": () => {
    if (!study.open && !byId("workshop").hidden) toggle("write", byId("workshop"));
    toggle("study-button", byId("study"));
    if (byId("bar").classList.contains("open")) BUTTONS.switches();
    if (byFinger && study.open === byId("keyboard").checkVisibility()) BUTTONS.keys(); // there is no room for both
    study.read(playing.page);
    if (latest) play(currentGame());
    if (study.open && !screen.beside) byId("study").scrollIntoView({ block: "nearest" });
  },
};

// Replay a recording, begin the program in a file, or list the programs in several images.
async function open(files) {
  const images = [...files].filter(({ name }) => IMAGE.test(name));
  const [file] = files;
  if (!file) return; // something else was dropped
  const texts = await Promise.all((images.length > 1 ? images : [file]).map(textOf));
  if (texts.includes(undefined)) return;
  if (images.length < 2) return choose({ request: file.name.endsWith(".jsonl") ? "replay" : "open", name: file.name, text: texts[0] });
  const named = images.map(({ name }, index) => [name.replaceAll(",", "-"), texts[index]]);
  const name = `${named[0][0].slice(-LONGEST_NAME)} and ${images.length - 1} more`;
  choose({ request: "open", name, images: Object.fromEntries(named) });
}

const textOf = (file) => read(file).catch(() => messages.warn(`${file.name} cannot be read: is it a folder?`));

new Keys(byId("screen"), send, { enter: toggleFullScreen, m: overlay("mute"), F1: overlay("menu") });
const mouse = new Mouse(byId("screen"), screen, send);
if (byFinger) toggle("keys", byId("keyboard"));
document.documentElement.classList.add("begun");
if (document.activeElement === document.body) byId("screen").focus({ preventScroll: true });
for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", action);
for (const id of ["bar", "steps", "mark"]) // a click on a button leaves the focus on the screen
  byId(id).addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
byId("open").addEventListener("change", ({ target }) => open(target.files).finally(() => (target.value = "")));
byId("speed").addEventListener("change", () => begin(currentGame()));
byId("frame").addEventListener("pointerdown", ({ target }) => target.id === "retry" || byId("screen").focus());
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault(); // or the browser would leave the page and show the file
  open(event.dataTransfer.files);
});
document.addEventListener("paste", ({ clipboardData }) => document.activeElement === byId("screen") && send([["paste", clipboardData.getData("text")]]));
watchGamepads(send);
document.addEventListener("visibilitychange", () => store.all().then(list, () => undefined)); // other tabs store games, too
document.addEventListener("fullscreenchange", () => byId("screen").focus());
// Unlike hashchange, this is not queued behind messages of the worker, which concern what was played before.
addEventListener("popstate", async ({ state }) => {
  await confirmed();
  messages.clear();
  const request = addressRequest();
  begin({ ...request, ...(state && request.request === "play" ? resuming() : {}) }); // only an entry of the past has a state
});
start();
