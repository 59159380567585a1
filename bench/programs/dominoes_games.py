"""Play 10,000 games of Dominoes that check every step: `python -m bench.programs.dominoes_games [COUNT [SEED]]`."""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.support.dominoes_players import play_without_screen


def main(count: int = 10_000, seed: int = 1) -> None:
    """Play games from this seed on; the first broken rule ends the run."""
    start = time.process_time()
    games = [play_without_screen(number) for number in range(seed, seed + count)]
    results, laid = Counter(game.result for game in games), sum(len(game.line) for game in games)
    drawn, human, computer = (100 * results[winner] / count for winner in range(3))
    print(f"{count} games keep the rules: drawn {drawn:.1f} %, human {human:.1f} %, computer {computer:.1f} %")
    print(f"{laid / count:.1f} dominoes laid, {time.process_time() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
