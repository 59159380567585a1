"""Short BASIC programs and typed lines at the edges of the language, with what Acorn's ROMs sent.

    python -m tests.support.basic_edges

runs every case of tests/model/basic-edges.jsonl and of basic-around.jsonl (what other people's programs met) on the
ROMs in an emulator and writes what came of it into the file. A new case is a line with `name` and `program` or `typed`.
"""

import json

from retro.basic.errors import ERRORS
from tests.support import dominoes_roms as roms

FILES = [roms.FOLDER.parent / f"basic-{name}.jsonl" for name in ("edges", "around")]


def cases():
    """Return all cases."""
    return [json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]


def with_message(case):
    """Return a case whose error has its message: the one of its number; of several, the one that was printed."""
    if error := case["error"]:
        printed = bytes.fromhex(case["output"]).decode("latin-1")
        texts = [text for text, number in [*ERRORS.items(), ("Escape", 17)] if number == error["number"]]
        error["message"] = max(texts, key=lambda text: text in printed)
    return case


def record():
    """Run all cases on the ROMs and write them anew."""
    for file in FILES:
        recorded = [with_message(json.loads(line)) for line in roms.node("programs.mjs", file).splitlines()]
        file.write_text("".join(json.dumps(case) + "\n" for case in recorded), encoding="utf-8")


if __name__ == "__main__":
    record()
