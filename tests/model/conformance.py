"""Run the cases of this folder against any emulator: README.md beside this file says how.

    python tests/model/conformance.py vdu COMMAND …      e.g. retro vdu --json -
    python tests/model/conformance.py basic COMMAND …    e.g. retro play {} --front headless --stream -

Prints the cases that differ, and `n of m equal`. It needs nothing but Python.
"""

import base64
import json
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).parent
# What a command may report of the state after a stream, and the field of the case with the same meaning.
FIELDS = {
    "mode": "endMode",
    "width": "w",
    "height": "h",
    "pos": "pos",
    "vpos": "vpos",
    "palette": "palette",
    "text_window": "twin",
    "graphics_window": "gwin",
    "origin": "origin",
    "graphics_cursor": "gcursor",
    "status": "status",
}
NEEDS_MORE = {"typed", "keys", "held", "escapeAfter", "end", "target"}  # fields of cases that a file alone cannot run
STREAMS = ("vdu-curated.jsonl", "vdu-random-public.jsonl", "vdu-text-modes.jsonl")


def cases(*names):
    """Yield the cases of these files, with the Electron's values where they differ from the BBC Model B's."""
    for name in names:
        for line in (HERE / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield case | case.pop("elk", {})


def output(command, data=b""):
    """Return what a command writes to its standard output."""
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=False).stdout


def vdu_differences(command, case):
    """Return the names of what differs after a stream of VDU bytes."""
    written = output(command, bytes([22, case["mode"]]) + bytes.fromhex(case["hex"]))
    try:
        found = json.loads(written)
    except ValueError:
        return ["no JSON object"]
    different = [name for name, field in FIELDS.items() if name in found and found[name] != case[field]]
    pixels, screen = (zlib.decompress(base64.b64decode(text)) for text in (found["pixels"], case["screen"]))
    return different + ["pixels"] * (pixels != screen)


def basic_differences(command, case):
    """Return what differs if a program is run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.bas"
        path.write_text("\n".join(case["program"]) + "\n", encoding="latin-1")
        sent = output([word.replace("{}", str(path)) for word in command])
    return [] if sent == bytes.fromhex(case["output"]) else ["output"]


def suite(kind):
    """Return a kind's cases and the function that compares one."""
    if kind == "vdu":
        return list(cases(*STREAMS)), vdu_differences
    programs = (case for case in cases("basic-programs.jsonl") if "program" in case and case["error"] is None)
    return [case for case in programs if not NEEDS_MORE & set(case)], basic_differences


def main(words):
    """Run a suite; return the exit status."""
    if len(words) < 2 or words[0] not in ("vdu", "basic"):
        print(__doc__, file=sys.stderr)
        return 2
    chosen, differences = suite(words[0])
    equal = 0
    for case in chosen:
        if found := differences(words[1:], case):
            print(f"{case['name']}: {', '.join(found)}")
        else:
            equal += 1
    print(f"{equal} of {len(chosen)} equal")
    return 0 if equal == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
