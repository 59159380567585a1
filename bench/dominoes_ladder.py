"""How strong the levels of Dominoes Plus are: `python bench/dominoes_ladder.py [GAMES [DEEP]]`.

Levels 2 to 4 play GAMES games (20,000) against the original PROCSELECT, which is level 1; level 5 plays DEEP games
(2,000) against it and against level 4. Each deal is played twice with the sides exchanged. A score is wins and half
the draws in percent, with the interval that holds the true one 95 times in 100, from the spread over the pairs. Times
are the processor's, for decisions that are none of the forced ones.
"""

from __future__ import annotations

import math
import sys
import time
from random import Random

from retro.programs.rules.domino_game import Game, shuffled
from retro.programs.rules.domino_levels import DEEPEST, choice
from retro.programs.rules.domino_rules import Rules

GAMES, DEEP = 20_000, 2_000
MATCHES = ((2, 1, 55), (3, 1, 72), (4, 1, 83), (5, 1, 87), (5, 4, 55))
"""Who plays whom, and what the first should score at least."""
SURE = 1.96
WORTH = {0: 0.5, 1: 1.0, 2: 0.0}  # of each result, to the first player


class Timed:
    """A player of some level, who takes the time of each choice. times: seconds of processor time."""

    def __init__(self, level):
        self.level = level
        self.times = []

    def __call__(self, view):
        before = time.process_time()
        move = choice(self.level, view)
        if len(view.moves()) > 1:
            self.times.append(time.process_time() - before)
        return move


def pairs(one, other, count, rules=None, seed=1):
    """The score of the first player in each of so many pairs of games, 0 to 1."""
    random, rules = Random(seed), rules or Rules()
    for _ in range(count):
        order, coin = shuffled(lambda n: random.randint(1, n)), random.randint(1, 2)
        first = WORTH[Game(rules, order, coin).play(one, other)]
        yield (first + 1 - WORTH[Game(rules, order, coin).play(other, one)]) / 2


def score(results):
    """Mean of the pairs and its interval, in percent."""
    mean = sum(results) / len(results)
    variance = sum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return 100 * mean, 100 * SURE * math.sqrt(variance / len(results))


def share(times, part):
    """The time that this part of the choices took at most, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def main(games=GAMES, deep=DEEP):
    """Print the ladder; the status is 1 if somebody scores less than expected."""
    print("| players | score, % | expected | games | ms a choice: mean, 99 %, longest |\n|---|---|---|---|---|")
    below = 0
    for level, other, least in MATCHES:
        player = Timed(level)
        results = list(pairs(player, Timed(other), (deep if level == DEEPEST else games) // 2))
        mean, interval = score(results)
        below += mean < least
        took = f"{1000 * sum(player.times) / len(player.times):.2f}, {share(player.times, 0.99):.1f}"
        print(
            f"| {level} against {other} | {mean:.1f} ± {interval:.1f} | {least} | {2 * len(results):,} "
            f"| {took}, {share(player.times, 1):.1f} |",
            flush=True,
        )
    return int(below > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
