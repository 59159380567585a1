// Plays in Firefox, driven over WebDriver BiDi: node firefox.mjs EXECUTABLE ADDRESS KEYS MILLISECONDS
// Chooses the first program while Python loads, types KEYS, reloads the page when the game is stored, and goes on with it.
// Prints the message below the machine then, and whether the page has shared memory, as JSON.

import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [executablePath, address, keys, milliseconds] = process.argv.slice(2);
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
  await page.goto(address);
  await until(() => document.documentElement.classList.contains("begun"));
  await page.keyboard.press("1");
  await shows("Which domino?");
  for (const key of keys) await page.keyboard.press(key);
  await until(() => history.state?.kept);
  await page.evaluate(() => void window.setTimeout(() => location.reload()));
  await until(() => document.getElementById("status").textContent.includes("the game goes on"));
  await shows("Which domino?");
  console.log(JSON.stringify(await page.evaluate(() => [document.getElementById("status").textContent, crossOriginIsolated])));
} finally {
  await browser.close();
}
