// A BBC Micro, Model B: jsbeeb's 6502 and chips under Acorn's OS 1.20 and BASIC II, without a picture tube.
//
// Without a disc system its memory is that of an Electron with a tape recorder: PAGE is &E00, HIMEM in MODE 1 &3000.

import path from "node:path";
import { fileURLToPath } from "node:url";

import { fake6502 } from "jsbeeb/src/fake6502.js";
import { discFor } from "jsbeeb/src/fdc.js";
import { findModel } from "jsbeeb/src/models.js";
import { keyCodes, setNodeBasePath } from "jsbeeb/src/utils.js";

console.log = () => {}; // jsbeeb tells of every ROM it loads
setNodeBasePath(path.resolve(fileURLToPath(import.meta.resolve("jsbeeb/src/utils.js")), "../.."));

export const WIDTH = 320, HEIGHT = 256; // MODE 1
const SECOND = 2_000_000; // cycles
const MOMENT = SECOND / 50; // how long a key is held, and then let go
const PATIENCE = 120; // seconds; whatever is done here is done sooner

const VECTOR = { WORD: 0x20c, WRITE: 0x20e, READ: 0x210 };
const SCREEN = { START: 0x350, END: 0x8000, LENGTH: 0x5000 }; // START: where the OS keeps the top left corner
const BASIC = { VARIABLES: 0x02, STACK: 0x04, CHANCE: 0x0d, TOP: 0x12, PAGE: 0x18 };
const STUB = 0x9ff, RTS = 0x60; // in a page that nothing uses here
const NAMED = { "\r": keyCodes.ENTER, " ": keyCodes.SPACE };

export class BBC {
    // letters: shapes of eight bytes for the characters from 32 on, in place of the ROM's own. disc: the image of a disc;
    // with one it is a machine with a disc system that starts it, without one it will wait at BASIC's prompt.
    static async on({ letters = null, disc = null } = {}) {
        const model = findModel("B-DFS1.2");
        const tape = Object.assign(Object.create(Object.getPrototypeOf(model)), model, { os: ["os.rom", "BASIC.ROM"] });
        const cpu = fake6502(disc ? model : tape);
        await cpu.initialise();
        if (letters) cpu.ramRomOs.set(letters, cpu.osOffset); // &C000, where the shapes are
        if (disc) cpu.fdc.loadDisc(0, discFor(cpu.fdc, "drive0.ssd", disc));
        return new BBC(cpu, disc ? [keyCodes.SHIFT] : []);
    }

    // held: keys that are down while it comes to itself.
    constructor(cpu, held) {
        this.cpu = cpu;
        this.typed = [];
        this.waiting = false; // for a key
        this.onWrite = this.onWait = this.onTime = () => {}; // a byte to the screen, a wait for a key, TIME=
        for (const key of held) cpu.sysvia.keyDown(key);
        cpu.execute(SECOND); // by then the OS has set up its vectors
        for (const key of held) cpu.sysvia.keyUp(key);
        this.keyboard = this.word(VECTOR.READ);
        cpu.writemem(STUB, RTS);
        this.watch({
            [this.word(VECTOR.WRITE)]: () => this.onWrite(cpu.a),
            [this.word(VECTOR.WORD)]: () => cpu.a === 2 && this.onTime(),
            [this.keyboard]: () => this.wait(),
            [STUB]: () => this.feed(),
        });
    }

    // Call a function whenever the processor comes to its address.
    watch(actions) {
        const found = new Array(0x10000).fill(null);
        for (const [address, action] of Object.entries(actions)) found[address] = action;
        this.cpu.debugInstruction.add((pc) => {
            if (found[pc]) found[pc]();
            return false;
        });
    }

    wait() {
        this.waiting = true;
        this.onWait();
    }

    word(address) {
        return this.cpu.readmem(address) | (this.cpu.readmem(address + 1) << 8);
    }

    runUntil(done) {
        for (let moments = 0; !done(); moments++) {
            if (moments > PATIENCE * (SECOND / MOMENT)) throw new Error(`nothing happened in ${PATIENCE} seconds`);
            this.cpu.execute(MOMENT);
        }
    }

    // keys

    // Press the key that types a character; it must be waiting for one. Comes back when it waits again.
    press(character) {
        const capital = character.toUpperCase();
        const small = capital !== character;
        if (capital !== character.toLowerCase() && this.cpu.sysvia.capsLockLight === small) this.tap(keyCodes.CAPSLOCK);
        this.waiting = false;
        this.tap(NAMED[capital] ?? capital.charCodeAt(0));
        this.runUntil(() => this.waiting);
    }

    tap(code) {
        this.cpu.sysvia.keyDown(code);
        this.cpu.execute(MOMENT);
        this.cpu.sysvia.keyUp(code);
        this.cpu.execute(MOMENT);
    }

    // Give lines to BASIC's prompt as fast as it takes them, through OSRDCH; then it reads the keyboard again.
    type(text) {
        const keys = text.replaceAll("\n", "\r").replaceAll("£", "`"); // the pound sign is 96
        this.typed = Array.from(keys, (character) => character.charCodeAt(0));
        this.read(STUB);
        this.press("\r");
    }

    read(address) {
        this.cpu.writemem(VECTOR.READ, address & 0xff);
        this.cpu.writemem(VECTOR.READ + 1, address >> 8);
    }

    feed() {
        this.cpu.a = this.typed.shift();
        this.cpu.p.c = false;
        if (this.typed.length === 0) this.read(this.keyboard);
    }

    // what it holds

    // The program in memory, as BASIC keeps it.
    get program() {
        return this.bytes(this.cpu.readmem(BASIC.PAGE) << 8, this.word(BASIC.TOP));
    }

    // Bytes between BASIC's variables and its stack.
    get free() {
        return this.word(BASIC.STACK) - this.word(BASIC.VARIABLES);
    }

    // What RND would say: the low 32 bits of its 33.
    get chance() {
        return new DataView(this.bytes(BASIC.CHANCE, BASIC.CHANCE + 4).buffer).getInt32(0, true);
    }

    bytes(from, to) {
        return Uint8Array.from({ length: to - from }, (_, i) => this.cpu.readmem(from + i));
    }

    // The picture of MODE 1: a byte a pixel, its logical colour, from the top left.
    get picture() {
        const start = this.word(SCREEN.START), pixels = new Uint8Array(WIDTH * HEIGHT);
        for (let byte = 0; byte < SCREEN.LENGTH; byte++) {
            const address = start + byte;
            const bits = this.cpu.readmem(address < SCREEN.END ? address : address - SCREEN.LENGTH);
            const row = Math.floor(byte / (WIDTH * 2)), column = (byte >> 3) % (WIDTH / 4);
            const at = (row * 8 + (byte & 7)) * WIDTH + column * 4;
            for (let x = 0; x < 4; x++) pixels[at + x] = ((bits >> (7 - x)) & 1) << 1 | ((bits >> (3 - x)) & 1);
        }
        return pixels;
    }
}
