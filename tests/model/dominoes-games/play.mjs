// Plays games of Dominoes on the real ROMs and writes down what the screen showed.
//
//     node play.mjs GAMES LISTING
//
// GAMES: {"letters": base64, "games": [{"seed": 7, "keys": "31KN", ...}]}; letters are the shapes of characters 32 to
// 126. A game may have "lines", BASIC to be typed after the listing, or in place of a seed "disc", the image of a disc
// to start, in base64. A line of JSON for each game comes out: the game with "seed", "events", a letter for each picture,
// "pictures", and "free", the fewest bytes that BASIC had left.
//
// A picture is taken when the last place of the machine's hand has been printed (H: after the deal, before each turn,
// after the last play), when a pause begins (P), when a key is waited for (K), and when the program has ended (E). It
// is the upper 25 rows, 320x200, two bits a pixel, the left one highest. The pictures of a game are exclusive-ORed each
// with the one before it, joined, deflated and written in base64.

import fs from "node:fs";
import zlib from "node:zlib";

import { BBC, WIDTH } from "./bbc.mjs";

const SHOWN = WIDTH * 200, PER_BYTE = 4;
const ANY = -1, MODE = 22, PROMPT = 62;
const HAND_PRINTED = [31, 37, 2, ANY, ANY, 17, 128, 17, 3]; // TAB(37,2), two characters, COLOUR 128, COLOUR 3

function packed(pixels) {
    const bytes = new Uint8Array(pixels.length / PER_BYTE);
    pixels.forEach((pixel, i) => (bytes[Math.floor(i / PER_BYTE)] |= pixel << (6 - 2 * (i % PER_BYTE))));
    return bytes;
}

class Film {
    constructor(bbc) {
        this.bbc = bbc;
        this.events = "";
        this.frames = [];
        this.last = new Uint8Array(SHOWN / PER_BYTE);
        this.free = Infinity;
        this.written = [];
        bbc.onWrite = (byte) => byte === MODE && this.begin();
    }

    begin() {
        this.seed = -this.bbc.chance;
        this.bbc.onWrite = (byte) => this.see(byte);
        this.bbc.onTime = () => this.take("P");
        this.bbc.onWait = () => this.take("K");
    }

    see(byte) {
        this.free = Math.min(this.free, this.bbc.free);
        this.written = [...this.written.slice(1 - HAND_PRINTED.length), byte];
        if (HAND_PRINTED.every((wanted, i) => wanted === ANY || wanted === this.written[i])) this.take("H");
        if (byte === PROMPT) this.take("E");
    }

    get ended() {
        return this.events.endsWith("E");
    }

    take(event) {
        if (this.ended) return;
        const picture = this.bbc.picture;
        if (picture.subarray(SHOWN).some((pixel) => pixel)) throw new Error("something below the 25th row");
        const shown = packed(picture.subarray(0, SHOWN));
        this.frames.push(shown.map((byte, i) => byte ^ this.last[i]));
        this.events += event;
        this.last = shown;
    }

    get pictures() {
        return zlib.deflateSync(Buffer.concat(this.frames), { level: 9 }).toString("base64");
    }
}

async function play(game, listing, letters) {
    const bbc = await BBC.on({ letters, disc: game.disc && Buffer.from(game.disc, "base64") });
    const film = new Film(bbc);
    if (!game.disc) bbc.type(`${listing}\n${game.lines ?? ""}\nX=RND(-${game.seed})\nRUN\n`);
    bbc.runUntil(() => film.events.endsWith("K"));
    for (const key of game.keys) bbc.press(key);
    if (!film.ended) throw new Error(`the game of ${JSON.stringify(game)} has not ended`);
    return { ...game, seed: film.seed, events: film.events, free: film.free, pictures: film.pictures };
}

const [games, listing] = process.argv.slice(2).map((name) => fs.readFileSync(name, "utf8"));
const wanted = JSON.parse(games);
for (const game of wanted.games) {
    process.stdout.write(`${JSON.stringify(await play(game, listing, Buffer.from(wanted.letters, "base64")))}\n`);
}
