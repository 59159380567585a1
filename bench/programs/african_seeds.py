"""Measure African Seeds: `python -m bench.programs.african_seeds [COUNT]`; COUNT (1,000) is the games a pair.

The parts: COUNT × 10 random games, with the rules checked at every move; a search for the longest move that ends;
the processor time that the expert and the master think; the ladder of the levels against each other, compared with
the recorded one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from retro.programs.african_seeds.rules.player import Level, cup_values
from retro.programs.african_seeds.rules.sowing import (
    CUPS,
    ENDLESS_LIFTS,
    LETTERS,
    SEEDS,
    START,
    Position,
    legal_cups,
    sow,
)

from tests.support.seeds_players import best_cup

# The original's levels, the same after the change that its author recommends, the expert, and the master.
PLAYERS = {
    "4": Level(0, 1),
    "3": Level(1, 1),
    "2": Level(1, 3),
    "1": Level(1, 20),
    "0": Level(2, 20),
    "50": Level(2, 50),
    "X": Level(6, 100),
    "M": Level(12, 100),
}
# The row's wins against the column, per cent of 2,000 games; of 1,000 for the master.
MEASURED = {
    "4": {"4": 48.9, "3": 31.1, "2": 18.3, "1": 10.0, "0": 0.1, "X": 0.0},
    "3": {"4": 65.6, "3": 49.8, "2": 31.7, "1": 17.8, "0": 1.1, "X": 0.0},
    "2": {"4": 79.5, "3": 67.4, "2": 50.6, "1": 39.6, "0": 7.6, "X": 1.1},
    "1": {"4": 91.0, "3": 81.6, "2": 61.3, "1": 48.6, "0": 12.0, "X": 1.0},
    "0": {"4": 99.8, "3": 99.1, "2": 91.8, "1": 87.8, "0": 48.6, "X": 0.5},
    "50": {"4": 99.8, "3": 99.2, "2": 92.8, "1": 88.3, "0": 51.6, "X": 0.1},
    "X": {"4": 100.0, "3": 99.8, "2": 99.5, "1": 99.0, "0": 99.7, "X": 47.5},
    "M": {"X": 67.2},
}
POINTS = 3.0
BARS = {("0", "4"): 99.0, ("1", "4"): 88.0, ("X", "0"): 97.0}
BARS |= dict.fromkeys((("3", "4"), ("2", "3"), ("1", "2"), ("0", "1"), ("M", "X")), 60.0)  # each beats the one below
SECONDS = 0.5


def dice(random: Random) -> Callable[[int], int]:
    """Return a function that gives 1 to n, as the rules want it."""
    return lambda n: random.randrange(n) + 1


def win_rate(level: str, other: str, games: int) -> float:
    """Return a level's wins in per cent; sides and first moves alternate."""
    rnd = dice(Random(f"{level}{other}"))
    wins = 0
    for game in range(games):
        side, position = game % 2, Position(side=game // 2 % 2)
        levels = (level, other) if side == 0 else (other, level)
        while (winner := position.winner()) is None:
            plays = PLAYERS[levels[position.side]]
            position = position.after(best_cup(position, plays, rnd))
        wins += winner == side
    return 100 * wins / games


def ladder(games: int) -> Iterator[str]:
    """Print the win rates of all pairs, and yield those that differ from the recorded ones."""
    print(f"{games} games a pair: the row's wins, per cent (and the difference from the recorded figure)")
    print("     " + "".join(f"{name:>14}" for name in MEASURED["4"]))
    for level, row in MEASURED.items():
        print(f"{level:>5}" + 14 * " " * list(MEASURED["4"]).index(next(iter(row))), end="", flush=True)
        for other, expected in row.items():
            rate = win_rate(level, other, games)
            print(f"{rate:7.1f} ({rate - expected:+4.1f})", end="", flush=True)
            if abs(rate - expected) > POINTS:
                yield f"{level} against {other}: {rate:.1f}, {expected} expected"
            if rate < BARS.get((level, other), 0.0):
                yield f"{level} against {other}: {rate:.1f}, at least {BARS[level, other]} expected"
        print()


def random_games(games: int) -> Iterator[str]:
    """Play at random, and yield every position that breaks a rule."""
    random, moves, endless, longest, most_lifts = Random(1), 0, 0, 0, 0
    reasons: dict[str, int] = {}
    for game in range(games):
        position, length = Position(side=game % 2), 0
        while position.winner() is None:
            cup = random.choice(legal_cups(position.board, position.side))
            result = sow(position.board, position.side, cup)
            position = position.after(cup)
            length, endless = length + 1, endless + (not result.ended)
            most_lifts = max(most_lifts, result.lifts)
            if sum(position.board) + sum(position.score) != SEEDS or not (
                result.ended or result.lifts == ENDLESS_LIFTS
            ):
                yield f"game {game}: {position} after {result}"
        forfeit, most = not legal_cups(position.board, position.side), max(position.score) > SEEDS // 2
        reason = "forfeit" if forfeit else "most seeds" if most else "stalemate"
        reasons[reason] = reasons.get(reason, 0) + 1
        moves, longest = moves + length, max(longest, length)
    print(
        f"{games} random games, {moves} moves, {endless} of them endless; at most {longest} moves, {most_lifts} lifts"
    )
    print("ended by " + ", ".join(f"{reason}: {100 * count / games:.1f} %" for reason, count in reasons.items()))


def longest_move(tries: int) -> Iterator[str]:
    """Search for the longest move that ends: hill climbing over boards by moving seeds, with restarts."""
    random, best, current = Random(3), (0, START, 0), (0, START, 0)
    for number in range(tries):
        board = list(current[1]) if number % 4 else [random.randrange(9) for _ in range(CUPS)]
        for _ in range(random.randrange(3)):
            board[random.randrange(CUPS)] = random.randrange(9)
        cup = random.randrange(CUPS)
        if board[cup] and sum(board) <= SEEDS and (result := sow(board, cup // 6, cup)).ended:
            lifts = result.lifts
            if lifts >= current[0] or number % 2000 == 0:
                current = lifts, tuple(board), cup
            best = max(best, current)
    print(f"{tries} boards: the longest move that ends has {best[0]} lifts: {best[1]}, cup {LETTERS[best[2]]}")
    if best[0] < ENDLESS_LIFTS:
        yield "no move of more than 100 lifts found"


def thinking(level: str, positions: int) -> Iterator[str]:
    """Measure how long a level thinks in positions of random games."""
    random, seconds = Random(2), []
    while len(seconds) < positions:
        position = Position()
        while position.winner() is None:
            start = time.process_time()
            cup_values(position, PLAYERS[level])
            seconds.append(time.process_time() - start)
            position = position.after(random.choice(legal_cups(position.board, position.side)))
    ordered = sorted(seconds)
    median, last = ordered[len(ordered) // 2], ordered[-1]
    print(f"{level}: {len(seconds)} positions, median {1000 * median:.1f} ms, longest {1000 * last:.1f} ms")
    if last >= SECONDS:
        yield f"{level} has thought {last:.2f} s"


def first_move() -> Iterator[str]:
    """Check the best first move, ten moves ahead."""
    values = cup_values(Position(), Level(10, 100))
    print(f"first moves, ten moves ahead: {values}")
    if max(values, key=values.__getitem__) != 2 or values[2] != 4:
        yield "C is worth 4 as the first move"


def main(games: int) -> int:
    """Run all measurements; return 1 if one of them failed."""
    parts = (
        random_games(10 * games),
        longest_move(200 * games),
        thinking("X", 2 * games),
        thinking("M", games),
        first_move(),
        ladder(games),
    )
    failures = [sentence for part in parts for sentence in part]
    print("\n".join(failures) or "all as expected")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
