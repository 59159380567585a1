"""Measure morgan2: `python -m bench.programs.morgan2 [WHAT [COUNT]]`; without WHAT everything, with all counts.

quick: games of the quick player. think: games by hints, as key H gives them; about ten seconds each. rules: games of
random keys, undo and redo, with everything that must always hold checked after every key; then each is saved and read
again. program: the same through the whole program, the mouse and every key among it, without drawing.
"""

from __future__ import annotations

import sys
import time

from retro.programs.morgan2.morgan2 import PENDING
from retro.programs.morgan2.rules import player
from retro.programs.morgan2.rules.board import game_over

from retro.basic.rnd import Rnd
from retro.frontends.headless import headless
from tests.support.morgan_players import LITTLE, anything, check_game, checked_program, dealt, random_game

COUNTS = {"quick": 150, "think": 40, "rules": 10_000, "program": 10_000}
KEYS = 300  # a game


def played(seed, choose):
    """A game with this deal to its end, by a player who is given a position; the position then."""
    state = dealt(seed).state
    position, deck = player.position_of(state), iter(code - 1 for code in state.deck[1:])
    while True:
        move = choose(position)
        if move is not player.TURN:
            position.place(move)
        elif len(position.stack) == PENDING or (domino := next(deck, None)) is None:
            return position
        else:
            position.stack.append(domino)


def thinking(seconds):
    """A player by hints. seconds: how long each took."""
    rnd = Rnd()

    def choose(position):
        if not position.moves():
            return player.TURN
        start = time.perf_counter()
        for thought in player.search_moves(position, rnd):
            move = thought.move
        seconds.append(time.perf_counter() - start)
        return move

    return choose


def finals(count, choose):
    """Play so many games and say how they went."""
    ends = [played(seed, choose) for seed in range(1, count + 1)]
    totals, fills = [end.total for end in ends], [end.fill for end in ends]
    final = sum(total / fill for total, fill in zip(totals, fills)) / count
    coded = sum(total * fill // 64 for total, fill in zip(totals, fills)) / count
    print(f"{count} games: total/fill {final:.2f}, total x fill / 64 {coded:.0f}", end=", ")
    best = max(zip(totals, fills))
    print(f"total {sum(totals) / count:.0f}, fill {sum(fills) / count:.1f}, most {best[0]} with {best[1]} placed")


def quick(count):
    finals(count, player.quick_move)


def think(count):
    seconds = []
    finals(count, thinking(seconds))
    seconds.sort()
    middle, last = seconds[len(seconds) // 2], seconds[-1]
    print(f"{len(seconds)} hints: {sum(seconds) / len(seconds):.2f} s, median {middle:.2f}, longest {last:.2f}")


def rules(count):
    states = []
    for seed in range(count):
        game = random_game(seed, KEYS)
        states.append(game.state)
        check_game(game)
    ended, most = sum(bool(game_over(state)) for state in states), max(state.fill for state in states)
    print(
        f"{count} games of {KEYS} random keys: nothing wrong; {ended} played to the end, up to {most} dominoes placed"
    )


def program(count):
    for name, value in LITTLE.items():
        setattr(player, name, value)
    for seed in range(count):
        headless(checked_program(drawing=False, known=seed % 10 == 0), anything(seed, KEYS), seed=seed + 1)
    print(f"{count} games of {KEYS} random keys and clicks through the program: nothing wrong")


if __name__ == "__main__":
    chosen = sys.argv[1:2] or list(COUNTS)
    for what in chosen:
        start = time.perf_counter()
        print(what, end=": ")
        globals()[what](int(sys.argv[2]) if len(sys.argv) > 2 else COUNTS[what])
        print(f"  {time.perf_counter() - start:.0f} s")
