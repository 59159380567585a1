"""Deals, solver and players of Mahjong: `python -m bench.programs.mahjong [WHAT [COUNT [SEED]]]`, WHAT being one of

deals   deal by different seeds: how long, how many restarts; all must clear by their own solution
help    always take the first pair that help shows; that must win
solver  can a fresh deal still be won?
random  take any pair until none is left: on our deals, on plain shuffles
keys    games of random keys and clicks, half of them saved, killed and loaded: no error, and the same game again

Without WHAT all of them, with the counts below; from seed SEED (1) on.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from retro.programs.mahjong import mahjong, screen
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import solver

from retro.basic.rnd import Rnd
from tests.support.mahjong_players import Table, check, click, is_solution, spot, typed

COUNTS = {"deals": 10_000, "help": 300, "solver": 300, "random": 1_000, "keys": 10_000}
KEYS = [*"WASDWASDWASDWASD        H H NUIICFEMSPVKOTLR", "<LEFT>", "<UP>", "<RETURN>", "<ESCAPE>", "é", "1"]
PAGES = "MAHJONG", "YOU WON!", "NO PAIR LEFT", "A NEW GAME", "ARE YOU SURE?", "HOW TO PLAY", "KEYS"
LONGEST = 50  # keys of a game
PAINTED = 20  # one game in so many is drawn, too


def seeded(seed: int) -> Rnd:
    rnd = Rnd()
    rnd(-seed)
    return rnd


def deals(seeds: range) -> str:
    """How long deals take, and how often they begin again."""
    before, restarts = time.process_time(), 0
    dealt = []
    for seed in seeds:
        kinds, order, failures = rules.deal(seeded(seed))
        restarts += failures
        dealt.append((kinds, order))
    each = (time.process_time() - before) / len(seeds)
    unsolved = sum(not is_solution(*one) for one in dealt)
    print(f"deals: {1000 * each:.2f} ms each, {restarts / len(seeds):.3f} restarts, {unsolved} not solved")
    return "a deal does not clear" if unsolved else ""


def help_wins(seeds: range) -> str:
    """Take the first pair of help, always."""
    wins = 0
    for seed in seeds:
        kinds, order, _ = rules.deal(seeded(seed))
        wins += played(kinds, lambda values, kinds=kinds, order=order: rules.pairs(values, kinds, order)[:1])
    print(f"help: {wins} of {len(seeds)} won")
    return "" if wins == len(seeds) else "help loses"


def played(kinds: list[int], choice: Callable[[list[int]], list[mahjong.Pair]]) -> bool:
    """Take what is chosen until nothing is; was all taken?"""
    values = mahjong.start_values()
    while chosen := choice(values):
        for place in chosen[0]:
            mahjong.take(values, place)
    return set(values) == {mahjong.GONE}


def solving(seeds: range) -> str:
    """How long it takes to say that a fresh deal can be won."""
    seconds, unknown = [], 0
    for seed in seeds:
        kinds, _, _ = rules.deal(seeded(seed))
        before = time.process_time()
        answer = solver.is_winnable(mahjong.start_values(), kinds)
        seconds.append(time.process_time() - before)
        unknown += answer is None
        if answer is False:
            return f"seed {seed} is said to be lost"
    quick = sum(one < 1 for one in seconds) - unknown
    print(f"solver: {len(seeds)} fresh deals, {quick} answered in less than 1 s ({unknown} not at all), ", end="")
    print(f"median {1000 * statistics.median(seconds):.0f} ms, longest {max(seconds):.2f} s")
    return ""


def random_players(seeds: range) -> str:
    """How often someone wins who takes any pair."""
    for name, dealt in SHUFFLES.items():
        wins = 0
        for seed in seeds:
            rnd, kinds = Random(seed), dealt(seed)
            wins += played(kinds, lambda values, kinds=kinds, rnd=rnd: any_pair(rules.pairs(values, kinds), rnd))
        print(f"random player, {name}: {100 * wins / len(seeds):.1f} % of {len(seeds)}")
    return ""


def any_pair(found: list[mahjong.Pair], rnd: Random) -> list[mahjong.Pair]:
    return [rnd.choice(found)] if found else []


SHUFFLES = {
    "our deals": lambda seed: rules.deal(seeded(seed))[0],
    "plain shuffles": lambda seed: rules.shuffled(4 * list(range(1, 37)), seeded(seed)),
}


def random_keys(seeds: range) -> str:
    """Play rubbish, and look after each key whether all is well."""
    paint, loaded = screen.paint, 0
    for seed in seeds:
        screen.paint = paint if seed % PAINTED == 0 else lambda m, v, clip: None
        kept: list[dict[str, object]] = []
        table = Table(seed=seed)
        table.play(lambda table, seed=seed, kept=kept: rubbish(table, Random(seed), seed % PAINTED == 0, kept))
        if seed % 2:
            Table(seed=seed + 1, tape=dict(table.tape.contents)).play(lambda table, kept=kept: again(table, kept))
            loaded += 1
    screen.paint = paint
    games = f"{len(seeds)} games of {LONGEST} random keys, {loaded} of them saved, killed and loaded"
    print(f"keys: {games}: nothing raised or broken")
    return ""


def rubbish(table: Table, rnd: Random, painted: bool, kept: list[dict[str, object]]) -> Iterator[object]:
    """Random keys and clicks; at the end the game is saved."""
    yield from typed(" ")
    for number in range(LONGEST):
        yield from at_the_board(table, rnd)
        if rnd.random() < 0.3:
            pair = (rules.pairs(table.v.values, table.v.kinds) or [(0, 1)])[0]
            yield from click(*aim(table, rnd, rnd.choice(pair)))
        else:
            yield from typed(rnd.choice(KEYS))
        if table.v.playing and number % 5 == 0:
            check(table.v)
    if painted and table.v.playing:
        sound_picture(table)
    yield from at_the_board(table, rnd)
    yield from typed("<ESCAPE>")  # from help that is shown, or to the first page
    yield from at_the_board(table, rnd)
    yield from typed("O")
    kept.append(state(table))


def at_the_board(table: Table, rnd: Random) -> Iterator[object]:
    """Answer the pages until the game goes on."""
    while table.lines[0] in PAGES or not table.v.playing:
        yield from typed(rnd.choice(["N", "S", "U", "G", "Y", "<RETURN>"]))


def aim(table: Table, rnd: Random, place: int) -> tuple[int, int]:
    """A pixel of a tile that can be taken, or any."""
    if rnd.random() < 0.8 and table.v.values[place] != mahjong.GONE:
        return spot(table.v, place)
    return rnd.randrange(320), rnd.randrange(180)  # not on the words below, which may end the program


def sound_picture(table: Table) -> None:
    """Is what was drawn bit by bit what is drawn at once?"""
    before = bytes(table.m.screen.framebuffer.pixels)
    if table.lines[0] not in PAGES:
        table.v.looks.clear()
        screen.draw(table.m, table.v)
        assert bytes(table.m.screen.framebuffer.pixels) == before


def again(table: Table, kept: list[dict[str, object]]) -> Iterator[object]:
    """Load the game on the first page of another machine: it is the same."""
    yield from typed("S")
    assert state(table) == kept[-1], (state(table), kept[-1])
    check(table.v)


def state(table: Table) -> dict[str, object]:
    """Everything that is a game."""
    names = ["values", "kinds", "order", "tiles", "x", "y", "seed", "won", "hints"]
    return {name: getattr(table.v, name) for name in names}


MEASURES = {"deals": deals, "help": help_wins, "solver": solving, "random": random_players, "keys": random_keys}


def main(words: list[str]) -> int:
    """Measure; the status is 1 if something is not as it must be."""
    first = int(words[2]) if len(words) > 2 else 1
    for name in words[:1] or list(MEASURES):
        before, count = time.perf_counter(), int(words[1]) if len(words) > 1 else COUNTS[name]
        if wrong := MEASURES[name](range(first, first + count)):
            print(wrong)
            return 1
        print(f"  {time.perf_counter() - before:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
