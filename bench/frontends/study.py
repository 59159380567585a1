"""Measure live study, and check it with random keys: `python -m bench.frontends.study [COUNT]`.

COUNT: games of each program to play under study and replay without; 5 by default.
"""

import sys
import time
from functools import partial
from statistics import median

from retro.frontends.headless import headless
from retro.library.loader import load
from tests.study.test_live import game
from tests.support.dominoes_players import first_match
from tests.support.live_study import Studied
from tests.support.recorded_games import replay

PROGRAMS = ("dominoes", "dominoes again", "polling", "waiting", "typing", "sounding", "taping", "failing")
STEPS = 500
MILLI = 1000


def seconds(action):
    """Return the processor time that something takes."""
    start = time.process_time()
    action()
    return time.process_time() - start


def plain_game():
    headless(load("dominoes").main, first_match(), seed=3)


def studied_game(both=False):
    Studied("dominoes", lambda s, m: first_match()(m), mode="running", with_basic=both)


def read_program(both=False):
    """Read the program's files, which every `Studied` does as well."""
    Studied("dominoes", lambda s, m: iter([]), mode="running", with_basic=both)


def step_times(both=False):
    """Return the seconds of each of many steps with the new picture, and last those of going back to the first."""
    times = []

    def player(s, m):
        for key in "s" * STEPS + "z":
            yield
            start = time.process_time()
            yield key
            yield
            times.append(time.process_time() - start)

    Studied("dominoes", player, with_basic=both)
    return times


def count_different_games(count):
    """Return how many games become another game when they are replayed without study."""
    different = 0
    for name in PROGRAMS:
        for seed in range(1000, 1000 + count):
            played, log = game(name, seed)
            again = replay(name, seed, log)
            different += (again.state, again.ended) != (played.state, played.ended)
    return different


def main(count=5):
    print("processor time:")
    without = min(seconds(plain_game) for _ in range(3))
    print(f"a game of Dominoes, by virtual time: {without * MILLI:.0f} ms")
    for both, side in ((False, "Python alone"), (True, "with BASIC")):
        read = min(seconds(partial(read_program, both)) for _ in range(3))
        under = min(seconds(partial(studied_game, both)) for _ in range(3)) - read
        *forward, back = step_times(both)
        print(f"under study, {side}: {under * MILLI:.0f} ms; reading the program {read * MILLI:.0f} ms")
        print(f"a step with its picture, median of {STEPS}: {median(forward) * MILLI:.1f} ms")
        print(f"back from line {STEPS} of the program: {back * MILLI:.0f} ms")
    different = count_different_games(count)
    print(f"{count * len(PROGRAMS)} games studied with random keys; of these differ without study: {different}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
