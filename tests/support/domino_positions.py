"""Positions of dominoes from random games, and their results by brute force."""

import random
from collections import Counter

from retro.programs.dominoes_plus.rules.domino_set import DOMINOES, PAIRS, Rules, mask
from retro.programs.dominoes_plus.rules.endgame import solve

from tests.support.simulated_dominoes import SimulatedGame

PLAIN = Rules()


def pile(chance):
    """Return all dominoes in random order."""
    order = list(range(DOMINOES))
    chance.shuffle(order)
    return order


def random_player(chance):
    """Return a player who lays a random domino that fits."""
    return lambda view: chance.choice(view.moves())


def games(count, rules=PLAIN, seed=1):
    """Yield new games, each with a random generator of its own."""
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        game = SimulatedGame(rules, pile(chance), chance.randint(1, 2))
        yield game, chance


def positions(count, rules=PLAIN, seed=1, wanted=lambda game: True):
    """Yield `count` games in progress whose mover can lay a domino, each at a random turn."""
    found = 0
    for game, chance in games(100 * count, rules, seed):
        for _ in range(chance.randrange(40)):
            if game.winner is None:
                game.turn(random_player(chance))
        if game.winner is None and not game.is_stuck() and wanted(game):
            yield game
            found += 1
        if found == count:
            return
    raise AssertionError(f"only {found} positions")


def brute(hands, ends, player, knocked):
    """Return the result for player 0, 1, 0 or -1, by brute force; dominoes are pairs and both ends are tried."""
    moves = [(d, end) for d in hands[player] for end in (0, 1) if ends[end] in d]
    if not moves:
        if knocked:
            mine, other = (sum(map(sum, hand)) for hand in hands)
            return (mine < other) - (mine > other)
        return brute(hands, ends, 1 - player, True)
    results = []
    for d, end in moves:
        left = [list(hand) for hand in hands]
        left[player].remove(d)
        ends_then = list(ends)
        ends_then[end] = d[1] if d[0] == ends[end] else d[0]
        win = (1, -1)[player]
        results.append(brute(left, ends_then, 1 - player, False) if left[player] else win)
        if results[-1] == win:
            return win
    return (max, min)[player](results)


def stock_is_empty(game):
    """Return whether nothing is left to draw."""
    return game.ledger.stock == 0


def solved_twice(seed):
    """Solve a position at the end of a random game exactly and by brute force; return counters of the result."""
    game = next(positions(1, seed=seed, wanted=stock_is_empty))
    mover, ledger = game.mover, game.ledger
    mine, other = game.hands[mover], game.hands[3 - mover]
    pairs = [[PAIRS[d] for d in hand] for hand in (mine, other)]
    expected = brute(pairs, [ledger.left, ledger.right], 0, ledger.knocked[3 - mover])
    assert solve(mask(mine), mask(other), ledger.ends, ledger.knocked[3 - mover], {}) == expected
    return Counter({"positions": 1, ("draws", "wins", "losses")[expected]: 1})
