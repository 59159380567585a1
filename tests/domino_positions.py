"""Positions of dominoes from random games, and their results by trying everything."""

import random
from collections import Counter

from retro.programs.rules.domino_endgame import value
from retro.programs.rules.domino_game import Game
from retro.programs.rules.domino_rules import COUNT, PAIRS, Rules, mask

PLAIN = Rules()


def pile(chance):
    """All dominoes in random order."""
    order = list(range(COUNT))
    chance.shuffle(order)
    return order


def anyone(chance):
    """A player who lays anything that fits."""
    return lambda view: chance.choice(view.moves())


def games(count, rules=PLAIN, seed=1):
    """So many games of two random players, each as the list of its positions before every turn."""
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        game = Game(rules, pile(chance), chance.randint(1, 2))
        yield game, chance


def positions(count, rules=PLAIN, seed=1, wanted=lambda game: True):
    """Games in which somebody can lay something, one from each of many random games."""
    made = 0
    for game, chance in games(100 * count, rules, seed):
        for _ in range(chance.randrange(40)):
            if game.winner is None:
                game.turn(anyone(chance))
        if game.winner is None and not game.stuck() and wanted(game):
            yield game
            made += 1
        if made == count:
            return
    raise AssertionError(f"only {made} positions")


def brute(hands, ends, player, knocked):
    """What player 0 gets, by trying everything, with dominoes as pairs and both ends by name. 1, 0 or -1."""
    can = [(d, end) for d in hands[player] for end in (0, 1) if ends[end] in d]
    if not can:
        if knocked:
            mine, other = (sum(map(sum, hand)) for hand in hands)
            return (mine < other) - (mine > other)
        return brute(hands, ends, 1 - player, True)
    results = []
    for d, end in can:
        left = [list(hand) for hand in hands]
        left[player].remove(d)
        now = list(ends)
        now[end] = d[1] if d[0] == ends[end] else d[0]
        win = (1, -1)[player]
        results.append(brute(left, now, 1 - player, False) if left[player] else win)
        if results[-1] == win:
            return win
    return (max, min)[player](results)


def ending(game):
    """Is nothing left to draw?"""
    return game.ledger.stock == 0


def solved_twice(seed):
    """A position at the end of a random game, solved and tried out; gives what came out."""
    game = next(positions(1, seed=seed, wanted=ending))
    mover, ledger = game.mover, game.ledger
    mine, other = game.hands[mover], game.hands[3 - mover]
    pairs = [[PAIRS[d] for d in hand] for hand in (mine, other)]
    expected = brute(pairs, [ledger.left, ledger.right], 0, ledger.knocked[3 - mover])
    assert value(mask(mine), mask(other), ledger.ends, ledger.knocked[3 - mover], {}) == expected
    return Counter({"positions": 1, ("draws", "wins", "losses")[expected]: 1})
