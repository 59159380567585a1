// Tells what a worker's message must look like. The worker of a program that is not of this site may send anything.

const NAME = 100, SENTENCE = 1000, PART = 1 << 18, FILE = 1 << 22; // the longest texts, in characters
const LINES = 100; // the most of a screen
const PIXELS = 640 * 512, COLOURS = 256; // the most of a picture

const text = (longest) => (value) => typeof value === "string" && value.length <= longest;
const number = (value) => typeof value === "number" && Number.isFinite(value);
const flag = (value) => typeof value === "boolean";
const array = (check, most) => (value) => Array.isArray(value) && value.length <= most && value.every(check);
const tuple = (...checks) => (value) => Array.isArray(value) && value.length === checks.length && checks.every((check, index) => check(value[index]));
const record = (checks) => (value) => value !== null && typeof value === "object" && Object.entries(checks).every(([name, check]) => check(value[name]));
const values = (check) => (value) => value !== null && typeof value === "object" && Object.values(value).every(check);
const either = (...checks) => (value) => checks.some((check) => check(value));
const optional = (check) => (value) => value === undefined || check(value);
const nothing = (value) => value === null;
const matching = (pattern) => (value) => typeof value === "string" && value.length <= NAME && pattern.test(value);
const event = tuple(matching(/^(text|key|down)$/), text(NAME));

// What the worker of any program sends.
const CHECKS = {
  step: tuple(text(SENTENCE), either(number, nothing)),
  ready: nothing,
  over: nothing,
  playing: record({ name: text(NAME), seed: number, resumed: flag, address: text(SENTENCE), state: text(SENTENCE), page: matching(/^study\/[\w-]+\.html$/), watched: optional(text(FILE)), link: optional(text(FILE)) }),
  heard: either(number, nothing),
  note: record({ in: number, length: number, tones: array(tuple(number, number), 4000), fades: array(tuple(number, number, number), 4000) }),
  volume: number,
  study_pane: nothing,
  download: tuple(text(NAME), text(FILE)),
  look: record({ tube: flag, tall: flag }),
  title: text(NAME),
  keys: array(record({ label: text(NAME), effect: text(NAME), event, held: text(NAME) }), 60),
  pointer: flag,
  text: array(text(SENTENCE), LINES),
  file: tuple(text(NAME), either(text(FILE), nothing)),
  lines: text(FILE),
  message: text(SENTENCE),
  departed: text(FILE),
  listing: values(text(FILE)),
  goals: array(text(NAME), 4000),
  study: record({ enabled: array(text(NAME), 20), detail: number, marks: values(array(text(NAME), 4000)), html: values(text(PART)), pace: text(NAME) }),
  edit: tuple(text(NAME), text(NAME), text(FILE)),
  mistake: tuple(text(SENTENCE), number),
  fault: tuple(text(NAME), text(SENTENCE), number),
  unloaded: text(SENTENCE),
  failed: text(SENTENCE),
};
const PICTURE = record({
  width: number,
  height: number,
  pixels: (value) => value instanceof Uint8Array && value.length <= PIXELS,
  rgba: (value) => value instanceof Uint8Array && value.length <= 4 * COLOURS && value.byteLength === value.buffer.byteLength,
});

// Return whether a message is one that a worker sends. stranger: its program is not of this site.
export function isMessage(message, stranger) {
  if (message?.kind === "picture") return PICTURE(message) && message.pixels.length === message.width * message.height;
  if (message?.kind === "snapshot") return !stranger; // the next visit would start from it
  return Object.hasOwn(CHECKS, message?.kind) && CHECKS[message.kind](message.content);
}
