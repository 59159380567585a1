"""The players of the domino snake against each other: `python -m bench.programs.snake [GAMES] [SEED]`.

Each pairing plays GAMES games (20,000), the sampling player one in twenty of them. Every game must come to its end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from retro.programs.snake import snake
from retro.programs.snake.edition import RULES
from retro.programs.snake.rules import sampling
from retro.programs.snake.rules.sampling import sampling_move
from retro.programs.snake.snake import COMPUTER, OTHER, PLAYER, SnakeState, StageRules

from retro.basic.rnd import Rnd
from tests.support.snake_players import play_out, random_pick

Played = tuple[str, int]


def first_that_fits(state: SnakeState, pick: Callable[[int], int]) -> int:
    """Lay the first piece of the hand that fits, left before right."""
    return next(iter(sampling.moves(state)), 0)


def heaviest(state: SnakeState, pick: Callable[[int], int]) -> int:
    """Lay the fitting piece with most spots."""
    return max(sampling.moves(state), key=lambda k: sum(snake.hand(state)[abs(k) - 1]), default=0)


def lowest(state: SnakeState, pick: Callable[[int], int]) -> int:
    """Lay the fitting piece with the lowest score."""
    tried = snake.attempts(snake.hand(state), state.snake)
    return next((attempt.k for attempt in reversed(tried) if attempt.k), 0)


COUNTING, RANDOM = RULES[5], RULES[4]
OTHERS = {
    "counting": COUNTING,
    "random": RANDOM,
    "first that fits": StageRules(snake.legal_4, snake.apply_move_4, first_that_fits),
    "most spots first": StageRules(snake.legal_4, snake.apply_move_4, heaviest),
    "lowest score first": StageRules(snake.legal_4, snake.apply_move_4, lowest),
}
PAIRINGS = [("counting", other) for other in OTHERS] + [("random", "random")]


def games(one: str, other: str, count: int, rnd: Rnd) -> Iterator[Played]:
    """So many games, `one` being the computer's side."""
    sides, pick = {COMPUTER: OTHERS[one], PLAYER: OTHERS[other]}, random_pick(rnd)
    for _ in range(count):
        yield play_out(snake.deal(rnd), sides, pick)


def sampled(count: int, rnd: Rnd) -> Iterator[Played]:
    """So many games of the sampling player against the counting one."""
    for _ in range(count):
        state, past = snake.deal(rnd), []
        while not (over := snake.result(state)):
            k = sampling_move(state, past, rnd) if state.status == COMPUTER else snake.choose_move_5(state)
            past.append((state, k))
            state = snake.apply_move_4(state, k)
        yield over, len(past)


def report(name: str, results: Iterator[Played]) -> None:
    """Play, and say how it went."""
    started = time.perf_counter()
    all_of_them = list(results)
    seconds = time.perf_counter() - started
    count = len(all_of_them)
    won, lost, drawn = (100 * sum(over == end for over, _ in all_of_them) / count for end in (COMPUTER, PLAYER, "draw"))
    moves = [moves for _, moves in all_of_them]
    print(
        f"{name:<30} {count:>6} {won:>6.1f} {lost:>6.1f} {drawn:>6.1f} {sum(moves) / count:>6.1f} {max(moves):>8} "
        f"{1000 * seconds / count:>6.1f}"
    )


def beginners(count: int, rnd: Rnd) -> None:
    """How the side that moves first fares, the counting player on both sides."""
    ends = dict.fromkeys((True, False), 0)
    for _ in range(count):
        dealt = snake.deal(rnd)
        over, _ = play_out(dealt, {COMPUTER: COUNTING, PLAYER: COUNTING}, random_pick(rnd))
        if over in OTHER:
            ends[over == dealt.status] += 1
    won, lost = (100 * ends[key] / count for key in (True, False))
    print(f"who begins wins {won:.1f} % and loses {lost:.1f} % of {count} games, counting on both sides")


def redeals(count: int, rnd: Rnd) -> None:
    """How often nobody has a double."""
    splits = (snake.split(rnd) for _ in range(count))
    without = sum(snake.starting_piece(computer, player) is None for _, computer, player in splits)
    print(f"nobody has a double in {without} of {count} deals, {100 * without / count:.2f} %")


def main(count: int, seed: int) -> None:
    """Measure everything."""
    rnd = Rnd()
    rnd(-seed)
    print(f"{'':<30} {'games':>6} {'won %':>6} {'lost':>6} {'drawn':>6} {'moves':>6} {'longest':>8} {'ms':>6}")
    for one, other in PAIRINGS:
        report(f"{one} : {other}", games(one, other, count, rnd))
    report("sampling : counting", sampled(max(1, count // 20), rnd))
    beginners(count, rnd)
    redeals(count, rnd)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
