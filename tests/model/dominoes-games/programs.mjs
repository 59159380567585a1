// Runs BASIC programs and typed lines on the real ROMs and writes down every byte that they send to the screen.
//
//     node programs.mjs CASES
//
// CASES: a JSON object a line, with "program" (lines as typed; RUN follows) or "typed" (lines typed at the prompt), and
// perhaps "keys": texts and codes that GET, INKEY and INPUT get; 27 is ESCAPE. Each comes out with "output" (hexadecimal),
// "error" (number and line of the last error that no ON ERROR caught, or null) and "end": "waiting" when a key is missing.
// A case starts in MODE 6 on a clear screen, with the memory of a machine that has just been switched on.

import fs from "node:fs";

import { BBC } from "./bbc.mjs";

const STEP = 40_000, LIMIT = 200_000_000; // cycles
const VECTOR = { BRK: 0x202, BYTE: 0x20a, WORD: 0x20c, WRITE: 0x20e, READ: 0x210 };
const ERROR_LINE = 0x08, CHANCE = 0x0d, HANDLER = 0x16, ERROR = 0xfd, ESCAPE_FLAG = 0xff, STACK = 0x100, INTEGERS = 0x400;
const FREE = { START: 0x900, END: 0x9f0 }, RAM = 0x8000;
const STUB = { BYTE: 0x9f0, SILENT: 0x9f8, READ: 0x9fc }, NOP = 0xea, JMP = 0x4c, RTS = 0x60;
const INKEY = 0x81, ESCAPE = 27, PROMPT = 62, FORMAT = 0x90a;
const POWER_ON = [0x41, 0x52, 0x57, 0, 0]; // of RND
const AFTER_RUN = 5; // bytes: RUN and a new line

const codes = (text) => Array.from(text.replaceAll("£", "`"), (character) => character.charCodeAt(0));
const keyCodes = (keys = []) => keys.flatMap((key) => (typeof key === "string" ? codes(key) : [key]));

class Programs {
    constructor(bbc) {
        this.bbc = bbc;
        this.cpu = bbc.cpu;
        this.keys = [];
        this.skipped = Infinity; // bytes to the screen before the output begins
        this.output = [];
        const write = bbc.word(VECTOR.WRITE), byte = bbc.word(VECTOR.BYTE);
        [NOP, JMP, byte & 255, byte >> 8, RTS].forEach((code, i) => this.cpu.writemem(STUB.BYTE + i, code));
        for (const stub of [STUB.SILENT, STUB.READ]) this.cpu.writemem(stub, RTS);
        const actions = {
            [write]: () => this.write(),
            [bbc.word(VECTOR.WORD)]: () => this.readLine(),
            [bbc.word(VECTOR.BRK)]: () => this.fail(),
            [STUB.READ]: () => this.readKey(),
            [STUB.BYTE]: () => this.inkey(),
        };
        const table = Array.from({ length: 0x10000 }, (_, address) => actions[address]);
        this.cpu.debugInstruction.add((address) => table[address]?.() === true); // true stops the processor
        this.set(VECTOR.READ, STUB.READ);
        this.set(VECTOR.BYTE, STUB.BYTE);
        this.write_ = write;
        this.start();
    }

    // Go to the prompt in MODE 6 and keep this state for all cases.
    start() {
        this.bbc.tap(13); // ends the OS's own wait for a key
        this.enter("MODE6\r\r");
        this.prompt = this.caller_;
        this.handler = this.bbc.word(HANDLER);
        this.enter("VDU12\r");
        for (let address = INTEGERS; address < INTEGERS + 0x6c; address++) this.cpu.writemem(address, 0);
        for (let address = FREE.START; address < FREE.END; address++) this.cpu.writemem(address, 0);
        this.set(INTEGERS, FORMAT);
        POWER_ON.forEach((byte, i) => this.cpu.writemem(CHANCE + i, byte));
        const { a, x, y, s, pc } = this.cpu;
        this.memory = this.cpu.ramRomOs.slice(0, RAM);
        this.registers = { a, x, y, s, pc };
    }

    set(address, word) {
        this.cpu.writemem(address, word & 255);
        this.cpu.writemem(address + 1, word >> 8);
    }

    // The two return addresses on the stack: they tell BASIC's prompt from INPUT.
    get caller() {
        return this.bbc.bytes(STACK + this.cpu.s + 1, STACK + this.cpu.s + 5).join();
    }

    write() {
        if (this.skipped > 0) this.skipped--;
        else this.output.push(this.cpu.a);
    }

    readLine() {
        if (this.cpu.a === 0) this.caller_ = this.caller;
        return this.cpu.a === 0 && this.ends && this.skipped === 0 && this.caller_ === this.prompt && (this.ended = true);
    }

    fail() {
        const number = this.cpu.readmem(this.bbc.word(ERROR));
        this.error = number === 0 || this.bbc.word(HANDLER) === this.handler ? number : null;
    }

    readKey() {
        if (this.keys.length === 0) return (this.idle = true);
        this.cpu.a = this.keys.shift();
        this.cpu.p.c = this.cpu.a === ESCAPE;
        if (this.cpu.p.c) this.cpu.writemem(ESCAPE_FLAG, 0x80);
    }

    // INKEY with a time takes the next key at once; without one its time is over at once.
    inkey() {
        if (this.cpu.a !== INKEY || this.cpu.y >= 128 || this.skipped > 0) return;
        const key = this.keys.shift() ?? -1;
        this.cpu.x = key & 255;
        this.cpu.y = key < 0 ? 255 : key === ESCAPE ? ESCAPE : 0;
        this.cpu.p.c = this.cpu.y > 0;
        if (key === ESCAPE) this.cpu.writemem(ESCAPE_FLAG, 0x80);
        this.cpu.pc = STUB.BYTE + 3; // the NOP is run, then the RTS behind the JMP
    }

    run() {
        this.idle = this.ended = false;
        for (let cycles = 0; !this.idle && !this.ended; cycles += STEP) {
            if (cycles > LIMIT) throw new Error("it does not end");
            this.cpu.breakpointResume = false;
            this.cpu.execute(STEP);
        }
    }

    enter(text) {
        this.keys.push(...codes(text));
        this.run();
    }

    // Run a case; return it with what came of it.
    play({ output: _output, error: _error, end: _end, ...wanted }) {
        this.keys = [];
        this.cpu.ramRomOs.set(this.memory, 0);
        Object.assign(this.cpu, this.registers);
        this.ends = false;
        this.skipped = Infinity;
        this.set(VECTOR.WRITE, STUB.SILENT);
        this.enter((wanted.program ?? []).map((line) => `${line}\r`).join(""));
        this.set(VECTOR.WRITE, this.write_);
        this.output = [];
        this.error = null;
        this.ends = !wanted.typed;
        this.skipped = wanted.typed ? 0 : AFTER_RUN;
        const typed = wanted.typed?.map((line) => (line === "\x1b" ? line : `${line}\r`)) ?? ["RUN\r"];
        this.keys = keyCodes([...typed, ...(wanted.keys ?? [])]);
        this.run();
        const isPrompt = this.output.at(-1) === PROMPT && (this.ended || wanted.typed);
        if (isPrompt) this.output.pop();
        const error = this.error === null ? null : { number: this.error, line: this.bbc.word(ERROR_LINE) };
        const result = { ...wanted, output: Buffer.from(this.output).toString("hex"), error };
        return isPrompt ? result : { ...result, end: "waiting" };
    }
}

const programs = new Programs(await BBC.on());
for (const line of fs.readFileSync(process.argv[2], "utf8").split("\n")) {
    if (line) process.stdout.write(`${JSON.stringify(programs.play(JSON.parse(line)))}\n`);
}
