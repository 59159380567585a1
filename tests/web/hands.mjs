// A browser that does as it is told: each line of standard input is JSON, the body of an async function that may use
// `browser`, `context`, `page` and `axe`; each answer is a line of JSON: what it gives, or {"error": …}.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox", "--mute-audio", ...process.argv.slice(3)] });
const names = { browser, axe, context: null, page: null, said: [] };

// A new user's browser.
names.fresh = async (options = {}) => {
  await names.context?.close();
  names.said.length = 0;
  names.context = await browser.newContext(options);
  names.page = await names.context.newPage();
  names.page.on("console", (message) => names.said.push(message.text()));
  names.page.on("pageerror", (error) => names.said.push(error.message));
};
await names.fresh();

const AsyncFunction = (async () => undefined).constructor;
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { page, context, fresh, said } = names;
    const given = { browser, axe, page, context, fresh, said };
    answer = (await new AsyncFunction(...Object.keys(given), JSON.parse(line))(...Object.values(given))) ?? null;
  } catch (error) {
    answer = { error: String(error.message || error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
await browser.close();
