// Types listings at BASIC's prompt and tells what the ROM made of them.
//
//     node tokens.mjs LISTINGS
//
// LISTINGS: a list of texts, in JSON. For each a line comes out: the program in memory, in base64.

import fs from "node:fs";

import { BBC } from "./bbc.mjs";

const bbc = await BBC.on();
for (const listing of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
    bbc.type(`NEW\n${listing}\n`);
    process.stdout.write(`${Buffer.from(bbc.program).toString("base64")}\n`);
}
