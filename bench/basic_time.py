"""Compare the time of BASIC programs at the authentic speed with the time that they took on the Electron.

    python -m bench.basic_time [FOLDER | FILE.jsonl]

FOLDER has programs and a file cycles.json, as tests/model/basic-bench; a .jsonl file has programs with their cycles, as
tests/model/basic-programs.jsonl. Prints our time as a share of the Electron's, and how many programs are within 15 %.
"""

from __future__ import annotations

import json
import statistics
import sys
from contextlib import suppress
from pathlib import Path

from bench.basic_corpus import Feed, machine_with
from retro.basic.language.interpreter import Basic
from retro.machine.frontend import PowerOff
from retro.session.session import at_speed

SECOND = 2_000_000  # cycles
RUN, ERROR = 17_000, 22_000  # cycles in which the ROM obeys RUN and comes back to its prompt; reports an error
NEAR = 0.15


def seconds(lines, keys=(), held=()):
    """Run a program at the authentic speed; return the seconds that it worked, waits excluded."""
    worked = []
    m = machine_with(Feed(keys, held))
    m.delay = worked.append

    def program(m):
        basic = Basic(m)
        basic.load_text("\n".join(lines))
        m.print(">RUN")
        worked.clear()
        error = basic.run()
        if error is not None:
            basic.print_error(error)

    with suppress(PowerOff):
        at_speed(program, "authentic")(m)
    return sum(worked)


def of_folder(folder):
    """Yield the name, the Electron's seconds and ours of each program of a folder."""
    programs = json.loads((folder / "cycles.json").read_text())["programs"]
    for name, figures in programs.items():
        lines = (folder / name).read_text().splitlines()
        yield name, figures["elkMode6"]["cycles"] / SECOND, seconds(lines)


def of_corpus(file, every=1):
    """Yield the name, the Electron's seconds and ours of each program of a corpus that ends by itself, or some."""
    cases = [json.loads(line) for line in file.read_text().splitlines()[::every]]
    for case in cases:
        if "program" in case and "cycles" in case and not {"typed", "target", "end", "escapeAfter"} & {*case}:
            lines, keys, held = case["program"], case.get("keys", ()), case.get("held", ())
            around = RUN + (ERROR if case["error"] else 0)
            yield case["name"], case["cycles"] / SECOND, seconds(lines, keys, held) + around / SECOND


def main(path):
    rows = list(of_folder(path) if path.is_dir() else of_corpus(path))
    shares = {name: ours / electron for name, electron, ours in rows}
    for name, share in sorted(shares.items(), key=lambda item: item[1]):
        if path.is_dir() or not 0.5 < share < 2:
            print(f"{name:<16}{share:.2f}")
    distances = [abs(share - 1) for share in shares.values()]
    near = sum(distance <= NEAR for distance in distances)
    print(f"{near} of {len(rows)} within {NEAR:.0%}; median distance {statistics.median(distances):.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "tests/model/basic-bench"))
