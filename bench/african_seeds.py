"""African Seeds, with the full counts: `python -m bench.african_seeds [COUNT]` plays COUNT games a pair (1,000).

The ladder of the levels against each other, held against the measured one; COUNT × 10 random games with every rule
that must hold at every move; how long the expert and the master think, in processor time.
"""

from __future__ import annotations

import sys
import time
from random import Random

from retro.programs.rules.seeds import LIFTS, SEEDS, START, Position, legal, sow
from retro.programs.rules.seeds_player import LEVELS, STRONG, best, weighed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from retro.programs.rules.seeds_player import Chance

PLAYERS = LEVELS | {"50": STRONG}
# The row's wins against the column, per cent of 2,000 games.
MEASURED = {
    "4": {"4": 48.9, "3": 31.1, "2": 12.4, "1": 10.0, "0": 0.1, "X": 0.0},
    "3": {"4": 65.6, "3": 49.8, "2": 22.9, "1": 17.8, "0": 1.1, "X": 0.0},
    "2": {"4": 87.8, "3": 76.8, "2": 52.0, "1": 44.0, "0": 13.3, "X": 1.4},
    "1": {"4": 91.0, "3": 81.6, "2": 54.0, "1": 48.6, "0": 12.0, "X": 1.0},
    "0": {"4": 99.8, "3": 99.1, "2": 87.0, "1": 87.8, "0": 48.6, "X": 0.5},
    "50": {"4": 99.8, "3": 99.2, "2": 86.4, "1": 88.3, "0": 51.6, "X": 0.1},
    "X": {"4": 100.0, "3": 99.8, "2": 98.8, "1": 99.0, "0": 99.7, "X": 47.5},
}
POINTS = 3.0
BARS = {("0", "4"): 99.0, ("1", "4"): 88.0, ("X", "0"): 97.0}
SECONDS = 0.5


def chance_of(random: Random) -> Chance:
    """Chance as the rules want it."""
    return lambda n: random.randrange(n) + 1


def won(level: str, other: str, games: int) -> float:
    """How many of its games a level wins, per cent; sides and first moves alternate."""
    rnd = chance_of(Random(f"{level}{other}"))
    wins = 0
    for game in range(games):
        side, here = game % 2, Position(side=game // 2 % 2)
        levels = (level, other) if side == 0 else (other, level)
        while (verdict := here.verdict()) is None:
            here = here.after(best(here.board, here.score, here.side, PLAYERS[levels[here.side]], rnd))
        wins += verdict.winner == side
    return 100 * wins / games


def ladder(games: int) -> Iterator[str]:
    """Print the whole table; gives what is wrong."""
    print(f"{games} games a pair: the row's wins, per cent (and the difference from the measured figure)")
    print("     " + "".join(f"{name:>14}" for name in MEASURED["4"]))
    for level, row in MEASURED.items():
        print(f"{level:>5}", end="", flush=True)
        for other, expected in row.items():
            found = won(level, other, games)
            print(f"{found:7.1f} ({found - expected:+4.1f})", end="", flush=True)
            if abs(found - expected) > POINTS:
                yield f"{level} against {other}: {found:.1f}, {expected} expected"
            if found < BARS.get((level, other), 0.0):
                yield f"{level} against {other}: {found:.1f}, at least {BARS[level, other]} expected"
        print()


def random_games(games: int) -> Iterator[str]:
    """Play at random, and look at every position."""
    random, moves, stopped, longest = Random(1), 0, 0, 0
    ends: dict[str, int] = {}
    for game in range(games):
        here, length = Position(side=game % 2), 0
        while (verdict := here.verdict()) is None:
            cup = random.choice(legal(here.board, here.side))
            sown = sow(here.board, here.side, cup)
            here = here.after(cup)
            length, stopped = length + 1, stopped + (not sown.ended)
            if sum(here.board) + sum(here.score) != SEEDS or sown.lifts > LIFTS:
                yield f"game {game}: {here} after {sown}"
        ends[verdict.reason] = ends.get(verdict.reason, 0) + 1
        moves, longest = moves + length, max(longest, length)
    print(
        f"{games} random games, {moves} moves, the longest game {longest}; {stopped} moves stopped after {LIFTS} lifts"
    )
    print("ended by " + ", ".join(f"{reason}: {100 * count / games:.1f} %" for reason, count in ends.items()))


def thinking(level: str, positions: int) -> Iterator[str]:
    """How long a level thinks, in positions of games at random."""
    random, seconds = Random(2), []
    while len(seconds) < positions:
        here = Position()
        while here.verdict() is None:
            before = time.process_time()
            weighed(here.board, here.score, here.side, PLAYERS[level])
            seconds.append(time.process_time() - before)
            here = here.after(random.choice(legal(here.board, here.side)))
    ordered = sorted(seconds)
    median, last = ordered[len(ordered) // 2], ordered[-1]
    print(f"{level}: {len(seconds)} positions, median {1000 * median:.1f} ms, longest {1000 * last:.1f} ms")
    if level == "X" and last >= SECONDS:
        yield f"X has thought {last:.2f} s"


def first_move() -> Iterator[str]:
    """The best first move, ten moves ahead."""
    values = weighed(START, (0, 0), 0, LEVELS["M"])
    print(f"first moves, ten moves ahead: {values}")
    if max(values, key=values.__getitem__) != 2 or values[2] != 4:
        yield "C is worth 4 as the first move"


def main(games: int) -> int:
    """All of it; the status is 1 if something is not as it should be."""
    parts = (random_games(10 * games), thinking("X", 2 * games), thinking("M", games), first_move(), ladder(games))
    wrong = [sentence for part in parts for sentence in part]
    print("\n".join(wrong) or "all as it should be")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
