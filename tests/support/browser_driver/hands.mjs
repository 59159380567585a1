// Drives a browser: each line of standard input is JSON, the body of an async function that may use `browser`, `axe`,
// `use`, `leave`, `reopen`, `strike`, `tap` and, of the user in use, `page`, `context` and `messages` (the messages of the console).
// Each answer is a line of JSON: what the function returns, or {"error": …}.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox", "--mute-audio", ...process.argv.slice(3)] });
const TIMEOUT = 110000; // milliseconds: less than the tests wait for an answer
const users = new Map();
let user = null;

// Switch to the page of a user. A new user has nothing in the browser's storage; with `beside`, the name of another one,
// it is a further page of that one, on a phone if the options are those of one.
async function use(name, options = {}) {
  if (!users.has(name)) users.set(name, await opened(options));
  user = users.get(name);
}

async function opened({ beside, ...options }) {
  const context = users.get(beside)?.context ?? (await newContext(options));
  const opened = { context, ...(await newPage(context)) };
  if (beside && options.isMobile) await becomePhone(opened.page, options);
  return opened;
}

// Give one page the screen of a phone, as Playwright does for all pages of a context.
async function becomePhone(page, { viewport, deviceScaleFactor, isMobile, hasTouch }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor, mobile: isMobile });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
}

// The pages of a context say "drawn" whenever something is drawn on a canvas, so that nobody has to look again and again.
async function newContext(options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript(() => {
    const { putImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.putImageData = function (...words) {
      putImageData.apply(this, words);
      dispatchEvent(new Event("drawn"));
    };
  });
  return context;
}

async function newPage(context) {
  const page = await context.newPage();
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  return { page, messages };
}

// Replace the user's page, which has crashed, by an empty one. Playwright may wait for the end of a crashed page for ever.
async function reopen() {
  user.page.close().catch(() => undefined);
  Object.assign(user, await newPage(user.context));
}

async function leave(name) {
  const { page, context } = users.get(name);
  users.delete(name);
  await ([...users.values()].some((other) => other.context === context) ? page : context).close();
}

// Press and release keys of one page, each at once: a key that is down for half a second repeats on the machine, and on a
// busy computer so long can pass between two messages to the browser.
async function strike(...keys) {
  const { keyboard } = user.page;
  const both = (key) => Promise.all([keyboard.down(key), keyboard.up(key)]);
  for (const key of keys) await (key === "Escape" || /.[+]./.test(key) ? keyboard.press(key) : both(key));
}

// Touch the page with a finger.
async function tap(x, y) {
  user.touch ??= await user.context.newCDPSession(user.page);
  await user.touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await user.touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const AsyncFunction = (async () => undefined).constructor;
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const given = { browser, axe, use, leave, reopen, strike, tap, page: null, context: null, messages: null, ...user };
    answer = (await new AsyncFunction(...Object.keys(given), JSON.parse(line))(...Object.values(given))) ?? null;
  } catch (error) {
    answer = { error: String(error.message || error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
await browser.close();
