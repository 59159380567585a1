"""`python -m bench.peers` runs every workload in the project and its peers and prints a table with ratios.

    python -m bench.peers --install                 install the peers that can be had, then run
    python -m bench.peers --work W1a,W2 --rounds 5  some workloads, so many rounds (3)

Before each run it waits until the machine is quiet, and times a loop in pure Python, so that tables from different
moments can be compared. On Linux, with Xvfb.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.peers import measure
from bench.peers.measure import Failed, XServer
from bench.peers.peers import UNITS, Peer, all_peers, install

WORK = {
    "W1a": "characters as strings, a second",
    "W1b": "characters one by one, a second",
    "W2": "lines, a second",
    "W3b": "filled triangles, a second",
    "W4": "scrolled lines, a second",
    "W5h": "start to the first character, s",
    "W5": "start to the first picture, s",
    "W6": "waiting for a key, % of a core",
    "W7": "a picture in which all changes, ms",
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
    args = parser.parse_args()
    for sentence in install(args.venv) if args.install else []:
        print(sentence, file=sys.stderr)
    peers = all_peers(args.venv.absolute())
    works = [work for work in args.work.split(",") if work in WORK]
    server = XServer()
    try:
        results, loops = run(peers, works, args.rounds, server)
    finally:
        server.close()
    print(f"\ncalibration loop: median {statistics.median(loops):.4f} s, {min(loops):.4f} to {max(loops):.4f}\n")
    print("\n".join(table(peers, works, results)))
    return 0


Results = dict[tuple[str, str], list[float]]


def run(peers: list[Peer], works: list[str], rounds: int, server: XServer) -> tuple[Results, list[float]]:
    """Run everything in alternation; return the figures by workload and peer, and the times of the loop."""
    results: Results = {}
    loops = []
    for work in works:
        for _ in range(rounds):
            for peer in peers:
                if work not in peer.counts:
                    continue
                wait_for_quiet()
                loops.append(measure.calibrate())
                try:
                    figure = one(peer, work, server)
                except Failed as error:
                    print(f"{work:4} {peer.name:20} {error}", flush=True)
                    continue
                results.setdefault((work, peer.name), []).append(figure)
                print(f"{work:4} {peer.name:20} {figure:,.4g}", flush=True)
    return results, loops


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
    """Return the table: medians, and in brackets the project's ratio to each peer."""
    lines = ["| | " + " | ".join(peer.name for peer in peers) + " |", "|---|" + "---:|" * len(peers)]
    for work in works:
        own = statistics.median(results[work, "retro"]) if (work, "retro") in results else 0.0
        cells = []
        for peer in peers:
            figures = results.get((work, peer.name))
            if figures is None:
                cells.append("")
                continue
            figure = statistics.median(figures)
            ratio = f" ({own / figure:.2f})" if own and figure and peer.name != "retro" else ""
            cells.append(f"{figure:,.4g}{ratio}" if figure < 1000 else f"{figure:,.0f}{ratio}")
        lines.append(f"| {work} {WORK[work]} | " + " | ".join(cells) + " |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
