// Runs a script in Firefox, driven over WebDriver BiDi: node firefox.mjs EXECUTABLE MILLISECONDS, with the body of an async
// function in standard input. It may use `page`, `until` (waits for a condition in the page) and `shows` (for words on the
// machine's screen). Prints what it returns as JSON.

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [executablePath, milliseconds] = process.argv.slice(2);
const timeout = Number(milliseconds);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: timeout });
try {
  const page = await browser.newPage();
  // Unlike waitForFunction, which may hang when the page reloads meanwhile.
  const until = async (condition, ...given) => {
    for (const end = Date.now() + timeout; !(await page.evaluate(condition, ...given).catch(() => false)); await setTimeout(50))
      if (Date.now() > end) throw new Error(`not within ${timeout} ms: ${condition}`);
  };
  const shows = (words) => until((given) => document.getElementById("text").textContent.includes(given), words);
  const AsyncFunction = (async () => undefined).constructor;
  console.log(JSON.stringify(await new AsyncFunction("page", "until", "shows", readFileSync(0, "utf8"))(page, until, shows)));
} finally {
  await browser.close();
}
