"""Test many games of Dominoes Plus: `python -m bench.programs.dominoes_plus_games [KIND [COUNT [SEED]]]`.

KIND is one of these; without it all of them run:

keys     games with random keys and clicks and random settings; the table must be consistent at every key
undo     games that are undone to the first decision and replayed; state and pixels must be the same at each
endgame  positions at the end of random games, solved exactly and by brute force

The first error ends the run and names its seed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.support.domino_positions import solved_twice
from tests.support.dominoes_plus_players import play_random_keys, undo_whole_game

KINDS = {
    "keys": (play_random_keys, "games", 10_000),
    "undo": (undo_whole_game, "games", 1_000),
    "endgame": (solved_twice, "positions", 1_500),
}
"""For each kind the function that runs one seed, the counter of its results to watch, and the default count."""


def measure(kind, count, seed):
    """Run seeds of a kind until the counter reaches `count`, and print the counters."""
    run_seed, unit, _ = KINDS[kind]
    start, counts, runs = time.process_time(), Counter(), 0
    while counts[unit] < count:
        try:
            counts += run_seed(seed + runs)
        except BaseException:
            print(f"{kind}, seed {seed + runs}:", file=sys.stderr)
            raise
        runs += 1
    listed = ", ".join(f"{number:,} {name}" for name, number in sorted(counts.items()))
    print(
        f"{kind}: {listed}; no error (seeds {seed} to {seed + runs - 1}); {time.process_time() - start:.0f} s",
        flush=True,
    )


def main(kind="", count=0, seed=1):
    """Run one kind, or all."""
    for name in [kind] if kind else KINDS:
        measure(name, int(count) or KINDS[name][2], int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
