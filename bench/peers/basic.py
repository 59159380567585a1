"""`python -m bench.peers.basic` runs classic BASIC programs here, in PC-BASIC and in Brandy, and prints a table.

    python -m bench.peers.basic --install          install the two, then run
    python -m bench.peers.basic --work bm1,sieve   some programs
    python -m bench.peers.basic --rounds 5         so many rounds (3)

The programs and the Electron's time are those of tests/model/basic-bench. Each is run with few and with many turns; the
difference in processor time, start excluded, is the time of a turn. All take turns in one run. PC-BASIC is GW-BASIC: it
has an array in place of the sieve's bytes, LOG for LN, and no recursion.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.peers.peers import ROOT, install

MODEL = ROOT / "tests" / "model" / "basic-bench"
BENCHMARKS = [f"bm{number}" for number in range(1, 9)]
OTHERS = ["procs", "sieve", "strings"]
LIMIT = 600.0  # seconds a run may take
CYCLES = 2_000_000  # of the Electron a second

# Lines that make many turns of programs that have none; a turn of the others is one of 1000.
REPEATED = {
    "procs": "25FOR R%=1 TO @N@\n35NEXT R%\n",
    "sieve": "45FOR R%=1 TO @N@\n125NEXT R%\n",
    "strings": "25FOR R%=1 TO @N@\n75NEXT R%\n",
}
GW_BASIC = (("LN(", "LOG("), ("DIM F% S%", "DIM F%(S%)"), ("F%?I%", "F%(I%)"), ("F%?K%", "F%(K%)"))

# The more of two numbers of turns; the fewer is a tenth. Those of this project take about a second.
TURNS = {
    "retro": dict.fromkeys(BENCHMARKS, 200_000)
    | {"bm1": 1_000_000, "bm8": 30_000, "procs": 300, "sieve": 30, "strings": 100},
    "PC-BASIC": dict.fromkeys(BENCHMARKS, 400) | {"bm1": 4_000, "sieve": 1, "strings": 1},
    "Brandy": dict.fromkeys(BENCHMARKS, 3_000_000) | {"bm1": 10_000_000, "procs": 1_000, "sieve": 100, "strings": 300},
}
ENDS = {"retro": "END", "PC-BASIC": "SYSTEM", "Brandy": "QUIT"}
FILES = {"retro": "p.bas", "PC-BASIC": "P.BAS", "Brandy": "p.bas"}


def commands(venv):
    """Return the command of each interpreter."""
    drive = ("--mount=Z:.", "--current-device=Z", "--quit", "--interface=none")
    return {
        "retro": (sys.executable, "-m", "retro", "play", "p.bas", "--front", "headless"),
        "PC-BASIC": (str(venv / "bin" / "pcbasic"), "P.BAS", *drive),
        "Brandy": ("brandy", "-quit", "p.bas"),
    }


def program(work, name, turns):
    """Return a program with so many turns, for one interpreter."""
    text = (MODEL / f"{work}.bas").read_text()
    if work in REPEATED:
        text += REPEATED[work].replace("@N@", str(turns))
    else:
        text = text.replace("1000", str(turns))
    if name == "PC-BASIC":
        for ours, theirs in GW_BASIC:
            text = text.replace(ours, theirs)
    lines = sorted(text.splitlines(), key=number_of)
    return "\n".join(lines).replace("END", ENDS[name]) + "\n"


def number_of(line):
    """Return the number of a line."""
    return int(line[: len(line) - len(line.lstrip("0123456789"))])


def spent(command, folder):
    """Run a command to its end; return its processor seconds."""
    variables = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stderr.decode(errors='replace')[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def turn(work, name, command):
    """Return the microseconds of a turn."""
    most = TURNS[name][work]
    with tempfile.TemporaryDirectory() as folder:
        times = []
        fewest = most // 10
        for turns in (fewest, most):
            Path(folder, FILES[name]).write_text(program(work, name, turns))
            times.append(spent(command, folder))
    return (times[1] - times[0]) / (most - fewest) * 1e6


def electron(work):
    """Return the microseconds of a turn on the Electron."""
    cycles = json.loads((MODEL / "cycles.json").read_text())["programs"][f"{work}.bas"]["elkMode6"]["cycles"]
    return cycles / CYCLES * 1e6 / (1 if work in REPEATED else 1000)


def row(work, figures):
    """Return a row of the table: microseconds a turn, and how many times as fast this project is."""
    medians = {name: statistics.median(times) for name, times in figures.items()}
    own = medians["retro"]
    cells = [f"{own:,.2f}", f"{electron(work):,.0f} ({electron(work) / own:,.0f})"]
    cells += [
        f"{medians[name]:,.2f} ({medians[name] / own:,.2f})" if name in medians else ""
        for name in TURNS
        if name != "retro"
    ]
    return f"| {work} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(prog="python -m bench.peers.basic", description=__doc__.partition("\n")[0])
    parser.add_argument("--install", action="store_true", help="install the peers first")
    parser.add_argument("--venv", type=Path, default=Path("build/peers"), help="where they are installed")
    parser.add_argument("--work", default=",".join(BENCHMARKS + OTHERS), help="programs, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    for sentence in install(args.venv) if args.install else []:
        print(sentence, file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:  # so that no run compiles the project
        Path(folder, "p.bas").write_text(program("bm1", "retro", 1))
        spent(commands(args.venv)["retro"], folder)
    print("| µs a turn (times this project) | retro | Electron | PC-BASIC | Brandy |\n|---|---:|---:|---:|---:|")
    for work in args.work.split(","):
        figures = {}
        for _ in range(args.rounds):
            for name, command in commands(args.venv.absolute()).items():
                if work in TURNS[name]:
                    figures.setdefault(name, []).append(turn(work, name, command))
        print(row(work, figures), flush=True)


if __name__ == "__main__":
    main()
