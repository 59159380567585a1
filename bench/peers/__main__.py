"""`python -m bench.peers` runs every workload in the project and its peers and prints a table with ratios.

    python -m bench.peers --install                 install the peers that can be had, then run
    python -m bench.peers --work W1a,W2 --rounds 5  some workloads, so many rounds (3)
    python -m bench.peers --minutes 8               end after that time, or at Ctrl-C, with what has been measured
    python -m bench.peers --write docs/peers.md     replace the table there, which is of one run

Before each run it waits until the machine is quiet, and times a loop in pure Python, so that tables from different
moments can be compared. On Linux, with Xvfb.
"""

from __future__ import annotations

import argparse
import compileall
import itertools
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.peers import measure
from bench.peers.measure import Failed, XServer
from bench.peers.peers import ROOT, UNITS, Peer, all_peers, install

RATE, START, SHARE, COST = "a second", "s", "%", "ms"
WORK = {
    "W1a": ("user-defined characters as strings, a second", RATE),
    "W1b": ("the same, one `VDU` byte at a time", RATE),
    "W2": ("random lines, with the original's pixels", RATE),
    "W3b": ("random filled triangles", RATE),
    "W4": ("lines of text that scroll the screen", RATE),
    "W5h": ("start to the first character, without a window", START),
    "W5": ("start to the first picture in a window", START),
    "W6": ("waiting for a key in a window, of one core", SHARE),
    "W7": ("a picture in which every pixel has changed, processor time", COST),
}
QUIET = 0.08  # of a core that others may use
PATIENCE = 10.0  # seconds to wait for quiet


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__.partition("\n")[0])
    parser.add_argument("--install", action="store_true", help="install the peers first")
    parser.add_argument("--venv", type=Path, default=Path("build/peers"), help="where they are installed")
    parser.add_argument("--work", default=",".join(WORK), help="workloads, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin nothing more after this time")
    parser.add_argument("--write", type=Path, metavar="FILE", help="replace the table in this file")
    args = parser.parse_args()
    works = args.work.split(",")
    if unknown := [work for work in works if work not in WORK]:
        parser.error(f"{unknown[0]} is no workload: expected some of {','.join(WORK)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each start would compile the project again
    for folder in ("retro", "bench"):
        compileall.compile_dir(ROOT / folder, quiet=1)  # else the first one would
    for sentence in install(args.venv) if args.install else []:
        print(sentence, file=sys.stderr)
    peers = all_peers(args.venv.absolute())
    results: Results = {}
    loops: list[float] = []
    server = XServer()
    try:
        run(peers, works, args.rounds, time.monotonic() + 60 * args.minutes, server, results, loops)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        server.close()
    if loops:
        print(f"\ncalibration loop: median {statistics.median(loops):.4f} s, {min(loops):.4f} to {max(loops):.4f}\n")
    works = [work for work in works if any((work, peer.name) in results for peer in peers)]
    lines = table([peer for peer in peers if any((work, peer.name) in results for work in works)], works, results)
    print("\n".join(lines))
    if args.write:
        replace_table(args.write, lines)
    return 0


Results = dict[tuple[str, str], list[float]]


def run(
    peers: list[Peer],
    works: list[str],
    rounds: int,
    end: float,
    server: XServer,
    results: Results,
    loops: list[float],
) -> None:
    """Run everything in alternation, round by round, up to a time of the monotonic clock.

    Adds the figures by workload and peer to results, and the times of the loop to loops.
    """
    for number, work, place in itertools.product(range(rounds), works, range(len(peers))):
        peer = peers[(number + place) % len(peers)]  # whoever opens the first window reads its libraries for all
        if work not in peer.counts:
            continue
        if time.monotonic() >= end:
            return
        wait_for_quiet()
        loops.append(measure.calibrate())
        try:
            figure = one(peer, work, server)
        except Failed as error:
            print(f"{work:4} {peer.name:20} {error}", flush=True)
            continue
        results.setdefault((work, peer.name), []).append(figure)
        print(f"{work:4} {peer.name:20} {shown(figure, WORK[work][1])}", flush=True)


def one(peer: Peer, work: str, server: XServer) -> float:
    """Measure one workload in one peer."""
    with tempfile.TemporaryDirectory() as folder:
        command = peer.prepared(work, folder)
        variables = measure.environment(server, **peer.variables)
        if work in UNITS and peer.basic[0]:
            measure.output(command, folder, variables)
            return basic_rate(peer, work, Path(folder, "RESULT.TXT"))
        if work in UNITS:
            return measure.rate(command, folder, variables)
        if work == "W5h":
            return measure.ready(command, folder, variables)
        if work == "W5":
            return measure.first_picture(command, folder, variables, server)
        if work == "W6":
            return measure.idle(command, folder, variables, server, 20.0)
        return measure.picture_cost(command, folder, variables, server, 8.0)


def basic_rate(peer: Peer, work: str, result: Path) -> float:
    """Return the units a second of a BASIC program, which writes its seconds into a file."""
    if not result.exists():
        raise Failed("wrote no result")
    return peer.counts[work] * UNITS[work] / float(result.read_text().split()[0])


def wait_for_quiet() -> None:
    """Wait until others use little of the processor, or patience ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        before = busy()
        time.sleep(0.4)
        if busy() - before < 0.4 * QUIET:
            return


def busy() -> float:
    """Return the busy seconds of the whole machine so far."""
    fields = Path("/proc/stat").read_text().split()[1:]
    return sum(int(fields[index]) for index in (0, 1, 2, 5, 6, 7)) / os.sysconf("SC_CLK_TCK")


def table(peers: list[Peer], works: list[str], results: Results) -> list[str]:
    """Return the table: medians, and in brackets how many times as fast as each peer the project is."""
    lines = ["| | " + " | ".join(peer.title for peer in peers) + " |", "|---|" + "---:|" * len(peers)]
    for work in works:
        label, unit = WORK[work]
        own = statistics.median(results.get((work, "retro"), [0.0]))
        cells = []
        for peer in peers:
            figure = statistics.median(results.get((work, peer.name), [0.0]))
            faster = own / figure if unit == RATE and figure else figure / own if own else 0.0
            ratio = f" ({faster:,.{0 if faster > 10 else 2}f})" if faster and peer.name != "retro" else ""
            cells.append(shown(figure, unit) + ratio if (work, peer.name) in results else "")
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return lines


def shown(figure: float, unit: str) -> str:
    """Return a figure with its unit, in three digits or so."""
    if unit == RATE:
        return f"{figure / 1e6:.1f} million" if figure >= 1e6 else f"{float(f'{figure:.3g}'):,.0f}"
    if unit == START:
        return f"{1000 * figure:.0f} ms"
    return f"{figure:.2f} %" if unit == SHARE else f"{figure:.1f} ms"


def replace_table(path: Path, lines: list[str]) -> None:
    """Replace the table of this bench in a file. It begins with the title of its second column, `retro`."""
    before, found, rest = path.read_text().partition("| | retro |")
    if not found:
        sys.exit(f"{path} has no table that begins with | | retro |")
    after = rest.partition("\n\n")[2]
    path.write_text(before + "\n".join(lines) + "\n\n" + after)


if __name__ == "__main__":
    sys.exit(main())
