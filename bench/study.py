"""Measures live study, and checks games that are studied with random keys: python -m bench.study [COUNT].

COUNT: games of each program that are played under study and then replayed without; 5 if it is not said.
"""

import sys
import time
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from dominoes_playing import first_match
from recording_games import replay
from retro.frontends.headless import headless
from retro.library import load
from studying import Studied
from test_study_live import game

PROGRAMS = ("dominoes", "dominoes again", "polling", "waiting", "typing", "sounding", "taping", "failing")
STEPS = 500
MILLI = 1000


def seconds(action):
    """How long something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def plain_game():
    headless(load("dominoes").main, first_match(), seed=3)


def studied_game():
    Studied("dominoes", lambda s, m: first_match()(m), mode="running")


def reading():
    """Reading the program's files, which every `Studied` does as well."""
    Studied("dominoes", lambda s, m: iter([]), mode="running")


def steps():
    """Seconds of each of many steps, with the new picture of the study screen; and of going back from the last."""
    times = []

    def player(s, m):
        for key in "s" * STEPS + "z":
            yield
            start = time.perf_counter()
            yield key
            yield
            times.append(time.perf_counter() - start)

    Studied("dominoes", player)
    return times


def same_games(count):
    """How many games that were studied are another game without study."""
    different = 0
    for name in PROGRAMS:
        for seed in range(1000, 1000 + count):
            played, log = game(name, seed)
            again = replay(name, seed, log)
            different += (again.state, again.ended) != (played.state, played.ended)
    return different


def main(count=5):
    without = min(seconds(plain_game) for _ in range(3))
    read = min(seconds(reading) for _ in range(3))
    under = min(seconds(studied_game) for _ in range(3)) - read
    *forward, back = steps()
    print(f"a game of Dominoes, by virtual time: {without * MILLI:.0f} ms, under study {under * MILLI:.0f} ms")
    print(f"reading the program: {read * MILLI:.0f} ms")
    print(f"a step with its picture, median of {STEPS}: {median(forward) * MILLI:.1f} ms")
    print(f"back from line {STEPS} of the program: {back * MILLI:.0f} ms")
    print(f"{count * len(PROGRAMS)} games studied with random keys; another game without study: {same_games(count)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
