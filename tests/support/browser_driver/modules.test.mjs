// Tests of the page's modules that need no browser: `node --test`, with the folder of the modules in PAGE.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { deflateRawSync, gzipSync, inflateRawSync } from "node:zlib";

const load = (name) => import(`${process.env.PAGE}/${name}.js`);
const { Mailbox, Receiver, Sender } = await load("channel");
const { DownloadError, Downloads } = await load("downloads");
const { isGame, unfinishedGames } = await load("list");
const { findSnapshot, keepSnapshot, makeRoom, takeSnapshot } = await load("snapshots");
const { share } = await load("share");
const { unpack } = await load("tar");
const { addressRequest, linkedFile, programOf } = await load("requests");
const { isMessage } = await load("checks");
const { StrangersFiles } = await load("store");
const { toBytes, toText } = await load("files");
const { ownPrograms } = await load("workshop");

const HELLO = new TextEncoder().encode("hello, hello, hello");
const PACKED = gzipSync(HELLO);
const ANSWERS = { "/a.wasm.gzip": PACKED, "/plain.txt": HELLO, "/broken.gzip": PACKED.with(PACKED.length - 8, PACKED.at(-8) ^ 1) };
let server, root;

before(async () => {
  server = createServer(({ url }, response) => {
    response.writeHead(ANSWERS[url] ? 200 : 404, "Nothing Here");
    response.end(ANSWERS[url]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  root = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const begun = (files, report = () => undefined) => new Downloads(files.map(([name, size]) => [`${root}/${name}`, size]), report, "default");

test("files are fetched at once, decompressed, and counted as they come", async () => {
  const steps = [];
  const downloads = begun([["a.wasm.gzip", PACKED.length], ["plain.txt", HELLO.length]], (...step) => steps.push(step));
  const response = await downloads.take(`${root}/a.wasm`);
  assert.equal(response.headers.get("Content-Type"), "application/wasm");
  assert.equal(await response.text(), "hello, hello, hello");
  assert.equal(await (await downloads.take(`${root}/plain.txt`)).text(), "hello, hello, hello");
  assert.deepEqual(steps.at(-1), ["Starting Python", 1]);
  assert.equal(downloads.take(`${root}/other`), undefined);
});

for (const [name, size, reason] of [
  ["missing.txt", 0, "missing.txt could not be loaded: the server answered 404 Nothing Here."],
  ["plain.txt", 5000000, "plain.txt could not be loaded: it ended after 0.0 of 5.0 MB."],
  ["broken.gzip", PACKED.length, "broken.gzip could not be loaded: "],
])
  test(`a sentence says why ${name} could not be loaded`, async () => {
    const downloads = begun([[name, size]]);
    downloads.take(`${root}/${name}`.replace(".gzip", "")).then((response) => response.text()).catch(() => undefined);
    await assert.rejects(downloads.failed, (error) => error instanceof DownloadError && error.message.startsWith(reason));
  });

test("after a failure no progress is reported, which would hide it", async () => {
  const steps = [];
  const downloads = begun([["missing.txt", 0]], (...step) => steps.push(step));
  await assert.rejects(downloads.failed);
  downloads.count(5); // of another file, which had come before
  assert.deepEqual(steps, []);
});

test("what has failed beside them ends the downloads", async () => {
  const steps = [];
  const downloads = begun([["plain.txt", HELLO.length]], (...step) => steps.push(step));
  downloads.fail(new Error("no Python"));
  await assert.rejects(downloads.failed, /^Error: no Python$/);
  await assert.rejects(downloads.take(`${root}/plain.txt`), /^Error: no Python$/);
  assert.deepEqual(steps, []);
});

test("an archive is unpacked, also names that are cut in two", () => {
  const field = (block, at, text) => block.set(new TextEncoder().encode(text), at);
  const archive = new Uint8Array(5 * 512);
  field(archive, 0, "a/b.py");
  field(archive, 124, "00000000023\0"); // 19 in octal
  field(archive, 512, "hello, hello, hello");
  field(archive, 1024, "c.py");
  field(archive, 1024 + 124, "00000000000\0");
  field(archive, 1024 + 345, "long/folder");
  const files = {};
  unpack(archive.buffer, (name, bytes) => (files[name] = new TextDecoder().decode(bytes)));
  assert.deepEqual(files, { "a/b.py": "hello, hello, hello", "long/folder/c.py": "" });
});

test("a snapshot ends with its last word that is not zero", () => {
  const snapshotOf = (bytes) => takeSnapshot({ makeMemorySnapshot: () => bytes });
  assert.deepEqual([...snapshotOf(Uint8Array.of(1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0))], [1, 0, 0, 0, 0, 2, 0, 0]);
  assert.equal(snapshotOf(new Uint8Array(8)).length, 0);
});

test("a Pyodide that makes no snapshots starts without", (context) => {
  const { mock } = context.mock.method(console, "warn", () => undefined);
  assert.equal(takeSnapshot({}), null);
  assert.equal(mock.callCount(), 1);
  makeRoom({ HEAP8: new Int8Array(4) }, null);
  let size = 0;
  makeRoom({ HEAP8: new Int8Array(4), growMemory: (bytes) => (size = bytes) }, new Uint8Array(8));
  assert.equal(size, 8);
});

test("one snapshot is kept, and found unless it is cut or the storage is blocked", async () => {
  const cache = new Map();
  const [put, remove] = [async (name, response) => void cache.set(name, response), async (name) => cache.delete(name)];
  globalThis.caches = { open: async () => ({ put, delete: remove, keys: async () => [...cache.keys()], match: async (name) => cache.get(name)?.clone() }) };
  await keepSnapshot("old", Uint8Array.of(1));
  await keepSnapshot("new", Uint8Array.of(1, 2, 3));
  assert.deepEqual([...cache.keys()], ["new"]);
  assert.deepEqual([...(await findSnapshot("new"))], [1, 2, 3]);
  assert.equal(await findSnapshot("old"), null);
  cache.set("new", new Response(Uint8Array.of(1, 2), { headers: cache.get("new").headers }));
  assert.equal(await findSnapshot("new"), null);
  globalThis.caches.open = async () => assert.fail("blocked");
  assert.equal(await findSnapshot("new"), null);
});

test("messages pass through shared memory, also one that is longer than it", async () => {
  const sender = new Sender(null, true), receiver = new Receiver(sender.memory);
  sender.send({ a: "é" });
  sender.send({ b: 2 });
  assert.equal(receiver.take(0), '{"a":"é"}\n{"b":2}\n');
  assert.equal(receiver.take(0), "");
  sender.send("x".repeat(100000));
  let text = "";
  while (!text) {
    text = receiver.take(0);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(text.length, 100003);
});

test("without shared memory a message ends the wait for it", async () => {
  const mailbox = new Mailbox();
  const waiting = mailbox.take(-1);
  mailbox.put("one\n");
  assert.equal(await waiting, "one\n");
  assert.equal(await mailbox.take(0), "");
});

test("unfinished games are listed, newest first", () => {
  const head = (seed) => `{"retro":1,"seed":${seed}}\n["text","1"]`;
  const files = new Map([["games/snake.jsonl", head(7)], ["games/dominoes/0012-ab.jsonl", head(-3)], ["games/dominoes/0012-ab.bmp", "BM"], ["tape/x", ""]]);
  assert.deepEqual(unfinishedGames(files).map(({ name, seed, time, picture }) => [name, seed, time, picture]), [
    ["dominoes", "-3", 12, "BM"],
    ["snake", "7", 0, undefined],
  ]);
  assert.ok(isGame("games/dominoes/0012-ab.jsonl", "dominoes") && !isGame("games/dominoes/0012-ab.bmp", "dominoes"));
});

test("a link carries a file, byte for byte; one that would be too long is a file instead", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] }); // after which the file's address is given back
  const links = [], files = [];
  globalThis.location = { origin: "http://x", pathname: "/retro/" };
  globalThis.document = { createElement: () => ({ click() { files.push(this.download); } }) };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard: { writeText: async (link) => links.push(link) } }, configurable: true });
  const program = toText(new TextEncoder().encode('10 PRINT "£"\n'));
  assert.match(await share("source", "my sums, two.bas", program), /^The link is copied: whoever opens it can read this program/);
  const [, code] = /^http:\/\/x\/retro\/#source=my%20sums%2C%20two.bas,([\w-]+=*)$/.exec(links[0]);
  assert.equal(toText(inflateRawSync(Buffer.from(code, "base64url"))), program);
  const noise = toText(Buffer.concat(Array.from({ length: 300 }, (_, index) => createHash("sha256").update(`${index}`).digest())));
  assert.match(await share("game", "dominoes.jsonl", noise), /^This is too long for a link, so it is saved as a file/);
  assert.deepEqual([links.length, files], [1, ["dominoes.jsonl"]]);
});

const linkTo = (text) => `source=mine.py,${deflateRawSync(Buffer.from(text)).toString("base64url")}`;

test("the file in a link is read; a damaged one, and one that unpacks to more than a program, are refused", async () => {
  const link = linkTo("RUNS ".repeat(9));
  assert.deepEqual(await linkedFile(link), { kind: "source", name: "mine.py", text: "RUNS ".repeat(9) });
  for (const damaged of [link.slice(0, -9), `${link.slice(0, 18)}!`, link.split(",")[0], `${link}=A`, linkTo(" ".repeat((1 << 20) + 1))])
    await assert.rejects(linkedFile(damaged), /^Error: The file in this link is damaged: perhaps a part of the link is missing$/);
});

test("an address requests a program, or nothing if it is too long to be one", () => {
  globalThis.location = { hash: "#dominoes,seed=3,cheat" };
  assert.deepEqual(addressRequest(), { request: "play", name: "dominoes", seed: "3", options: { cheat: "yes" } });
  globalThis.location = { hash: "#study=dominoes,seed=3" };
  assert.deepEqual(addressRequest(), { request: "play", name: "dominoes", seed: "3", options: {}, opensStudy: true });
  globalThis.location = { hash: `#${"a".repeat(50000)}` };
  assert.deepEqual(addressRequest(), { request: "menu", message: "The address is too long to be that of a program" });
  assert.deepEqual([programOf('{"retro":1,"program":"mine.py"}\n[]'), programOf("Hello")], ["mine.py", ""]);
});

test("what no machine sends is refused, and what the next visit would start from comes from the site's own alone", () => {
  const pixels = new Uint8Array(4), rgba = new Uint8Array(16);
  assert.ok(isMessage({ kind: "picture", width: 2, height: 2, pixels, rgba }, true));
  assert.ok(isMessage({ kind: "snapshot", content: ["s", pixels] }, false));
  for (const message of [
    null,
    { kind: "press", content: "delete" },
    { kind: "keys", content: [{ label: "x", effect: "", event: ["switch", "change x"], held: "" }] },
    { kind: "playing", content: { name: "a.py", seed: 1, resumed: false, address: "a.py", state: "", page: "javascript:x" } },
    { kind: "html", content: ["to", "<b>"] },
    { kind: "constructor", content: "x" },
    { kind: "picture", width: 9e4, height: 9e4, pixels, rgba },
    { kind: "snapshot", content: ["s", pixels] },
    { kind: "text", content: Array(1e5).fill("x") },
    { kind: "title", content: { toString: () => "x" } },
    { kind: "note", content: { in: 0, length: NaN, tones: [], fades: [] } },
    { kind: "message", content: "x".repeat(1e6) },
  ])
    assert.ok(!isMessage(message, true), message?.kind);
});

test("a program that is not of the site has files of its own, and not too many", async () => {
  const files = new Map([["opened/a.py", "main"], ["opened/b.py", "secret"], ["games/dominoes/1.jsonl", "secret"], ["own/b.py/x", "secret"], ["settings.json", "{}"], ["own/a.py/x", "mine"]]);
  const own = new StrangersFiles({ files, put: async (name, text) => void files.set(name, text) }, "a.py");
  assert.deepEqual(own.all(), { "opened/a.py": "main", "settings.json": "{}", x: "mine" });
  await own.put("games/a/1-b.jsonl", "kept");
  assert.equal(files.get("own/a.py/games/a/1-b.jsonl"), "kept");
  for (const name of ["../b.py/x", "a/../../x", "/x", "", "x".repeat(200)]) await assert.rejects(own.put(name, "bad"));
  await assert.rejects(own.put("big", "x".repeat(5e6)));
  await own.put("opened/a.py", "another");
  assert.equal(files.get("opened/a.py"), "main");
  files.set("opened/a.ssd and 1 more/b.ssd", "an image").set("opened/a.ssd and 1 more than that", "secret");
  const several = new StrangersFiles({ files, put: assert.fail }, "a.ssd and 1 more");
  assert.deepEqual(several.all(), { "opened/a.ssd and 1 more/b.ssd": "an image", "settings.json": "{}" });
  await several.put("opened/a.ssd and 1 more/b.ssd", "another");
  const copy = "opened/a.ssd and 1 more/b.written.ssd";
  const written = new StrangersFiles({ files, put: async (name, text) => void files.set(name, text) }, "a.ssd and 1 more");
  await written.put(copy, "a copy");
  assert.equal(files.get(`own/a.ssd and 1 more/${copy}`), "a copy");
  assert.deepEqual(written.copies(), [["b.written.ssd", "a copy"]]);
});

test("the user's own programs are found among stored files, which have a character for each byte", () => {
  const stored = [["opened/a.py", "# \u00c2\u00a3"], ["opened/b.bas", "10 CLS"], ["opened/c.bas", "\r\0\n"], ["opened/d.ssd", ""], ["tapes/e.py", ""]];
  assert.deepEqual(ownPrograms(new Map(stored)), ["a.py", "b.bas"]);
  assert.equal(new TextDecoder().decode(toBytes(stored[0][1])), "# £");
  assert.equal(toText(new TextEncoder().encode("# £")), stored[0][1]);
});
