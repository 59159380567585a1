"""Dominoes Plus with the full counts: `python -m bench.dominoes_plus_games [WHAT [COUNT [SEED]]]`, WHAT being one of

keys     games with random keys and clicks, all settings by turns; at every key the table must be consistent
undo     games that are taken back to the first decision and played again; everything must be as it was, pixels too
endgame  positions at the end of random games, solved and tried out by brute force

Without WHAT all of them. The first error ends it and names its seed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from domino_positions import solved_twice
from dominoes_plus_playing import all_back, any_keys

KINDS = {
    "keys": (any_keys, "games", 10_000),
    "undo": (all_back, "games", 1_000),
    "endgame": (solved_twice, "positions", 1_500),
}
"""For each kind what does one, what it counts, and how many there are to be."""


def measure(kind, count, seed):
    """Do so many of a kind."""
    one, what, _ = KINDS[kind]
    start, told, runs = time.process_time(), Counter(), 0
    while told[what] < count:
        try:
            told += one(seed + runs)
        except BaseException:
            print(f"{kind}, seed {seed + runs}:", file=sys.stderr)
            raise
        runs += 1
    counts = ", ".join(f"{number:,} {name}" for name, number in sorted(told.items()))
    print(
        f"{kind}: {counts}; no error (seeds {seed} to {seed + runs - 1}); {time.process_time() - start:.0f} s",
        flush=True,
    )


def main(kind="", count=0, seed=1):
    """One kind, or all."""
    for name in [kind] if kind else KINDS:
        measure(name, int(count) or KINDS[name][2], int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
