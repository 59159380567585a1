"""Measure the strength of the levels of Dominoes Plus: `python -m bench.programs.dominoes_ladder [GAMES [DEEP]]`.

Levels 2 to 4 play GAMES games (20,000) against the original PROCSELECT, which is level 1; level 5 plays DEEP games
(2,000) against it and against level 4. Each deal is played twice with the sides exchanged. A score is wins and half
the draws in percent, with its 95 % confidence interval from the variance over the pairs. Times are processor times of
decisions between at least two moves.
"""

from __future__ import annotations

import math
import sys
import time
from random import Random

from retro.programs.dominoes_plus.rules.domino_set import Rules
from retro.programs.dominoes_plus.rules.levels import DEEPEST

from tests.support.simulated_dominoes import SimulatedGame, choose, shuffled

GAMES, DEEP = 20_000, 2_000
MATCHES = ((2, 1, 55), (3, 1, 72), (4, 1, 83), (5, 1, 89), (5, 4, 55))
"""The level, its opponent, and the least score expected of the level, in percent."""
QUANTILE = 1.96  # of the normal distribution, for a 95 % interval
WORTH = {0: 0.5, 1: 1.0, 2: 0.0}  # the score of the first player, by winner


class TimedPlayer:
    """A player of some level that measures its choices. times: seconds of processor time."""

    def __init__(self, level):
        self.level = level
        self.times = []

    def __call__(self, view):
        start = time.process_time()
        move = choose(self.level, view)
        if len(view.moves()) > 1:
            self.times.append(time.process_time() - start)
        return move


def pair_scores(one, other, count, rules=None, seed=1):
    """Yield the score of the first player, 0 to 1, in each of `count` pairs of games."""
    random, rules = Random(seed), rules or Rules()
    for _ in range(count):
        order, coin = shuffled(lambda n: random.randint(1, n)), random.randint(1, 2)
        first = WORTH[SimulatedGame(rules, order, coin).play(one, other)]
        yield (first + 1 - WORTH[SimulatedGame(rules, order, coin).play(other, one)]) / 2


def score(results):
    """Return the mean and its confidence interval, in percent."""
    mean = sum(results) / len(results)
    variance = sum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return 100 * mean, 100 * QUANTILE * math.sqrt(variance / len(results))


def percentile(times, fraction):
    """Return the time that this fraction of the choices took at most, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(fraction * len(ordered)))]


def main(games=GAMES, deep=DEEP):
    """Print the ladder; return 1 if a level scores less than expected."""
    print("| players | score, % | expected | games | ms a choice: mean, 99 %, longest |\n|---|---|---|---|---|")
    below = 0
    for level, other, least in MATCHES:
        player = TimedPlayer(level)
        results = list(pair_scores(player, TimedPlayer(other), (deep if level == DEEPEST else games) // 2))
        mean, interval = score(results)
        below += mean < least
        durations = f"{1000 * sum(player.times) / len(player.times):.2f}, {percentile(player.times, 0.99):.1f}"
        print(
            f"| {level} against {other} | {mean:.1f} ± {interval:.1f} | {least} | {2 * len(results):,} "
            f"| {durations}, {percentile(player.times, 1):.1f} |",
            flush=True,
        )
    return int(below > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
