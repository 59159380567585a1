"""Whole games of dominoes without a screen, between two players given as functions of what they know."""

from __future__ import annotations

from retro.programs.dominoes_plus.rules.domino_set import DOMINOES, DOUBLES, FITS, RIGHT, SPOTS, count_spots, mask
from retro.programs.dominoes_plus.rules.knowledge import Ledger
from retro.programs.dominoes_plus.rules.levels import choose_in_steps


def choose(level, view):
    """Return the move of a level."""
    *_, move = choose_in_steps(level, view)
    return move


def opening(first, second):
    """Return the player who must begin, 1 or 2, and the index in that hand of the domino to begin with.

    (0, 0) if both hands have equal claims: chance decides, and that player begins with `heaviest_index`.
    """
    doubles = [(d, player, hand.index(d)) for player, hand in ((1, first), (2, second)) for d in hand if d in DOUBLES]
    if doubles:
        _, player, index = max(doubles)
        return player, index
    one, two = heaviest_index(first), heaviest_index(second)
    difference = SPOTS[first[one]] - SPOTS[second[two]]
    if difference:
        return (1, one) if difference > 0 else (2, two)
    return 0, 0


def heaviest_index(hand):
    """Return the index of the first domino with the most spots."""
    return max(range(len(hand)), key=lambda index: SPOTS[hand[index]])


def shuffled(rnd):
    """Return all dominoes in random order. rnd(n): a random number from 1 to n."""
    order = list(range(DOMINOES))
    for last in range(DOMINOES - 1, 0, -1):
        other = rnd(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order


class SimulatedGame:
    """A game from its deal on.

    Args:
        rules: the rules.
        order: the dominoes as dealt: the hand of player 1, that of player 2, the stock.
        coin: who begins, 1 or 2, if the rules leave it to chance; with `Rules.winner_opens` the last winner.

    Attributes:
        hands: the hands of players 1 and 2, slot by slot; index 0 is unused.
        ledger: the public record.
        mover: the player to move.
        winner: 1 or 2; 0 if the game is drawn, None while it goes on.
    """

    def __init__(self, rules, order, coin):
        self.rules = rules
        size = rules.hand
        self.hands = [[], order[:size], order[size : 2 * size]]
        self._stock = order[: 2 * size - 1 : -1]
        self.ledger = Ledger(rules)
        self.winner = None
        self.mover = coin
        if not rules.winner_opens:
            self._open(coin)

    def _open(self, coin):
        player, slot = opening(self.hands[1], self.hands[2])
        if player == 0:
            player, slot = coin, heaviest_index(self.hands[coin])
        self.ledger.record_opening(self.hands[player][slot])
        self.ledger.record_play(player, slot, self.hands[player][slot], RIGHT)
        self._close_gap(player, slot)
        self.mover = 3 - player

    def view(self):
        """Return what the player to move knows."""
        return self.ledger.view_for(self.mover, self.hands[self.mover])

    def is_stuck(self):
        """Return whether the player to move has nothing that fits."""
        return not mask(self.hands[self.mover]) & FITS[self.ledger.ends]

    def turn(self, player):
        """Let the player to move lay a domino, draw one or knock."""
        if not self.is_stuck():
            self.lay(player(self.view()))
        elif self.rules.draws and self._stock:
            self.ledger.record_draw(self.mover)
            self.hands[self.mover].append(self._stock.pop())
        else:
            self.knock()

    def lay(self, move):
        """Lay a domino."""
        slot = self.hands[self.mover].index(move.domino)
        self.ledger.record_play(self.mover, slot, move.domino, move.end)
        self._close_gap(self.mover, slot)
        if self.hands[self.mover]:
            self.mover = 3 - self.mover
        else:
            self.winner = self.mover

    def _close_gap(self, player, slot):
        del self.hands[player][slot]
        if self.rules.refill and self._stock:
            self.hands[player].append(self._stock.pop())

    def knock(self):
        """Knock; the second knock in succession ends the game."""
        self.ledger.record_knock(self.mover)
        if self.ledger.knocked[3 - self.mover]:
            one, two = (count_spots(mask(hand)) for hand in self.hands[1:])
            self.winner = (one < two) + 2 * (two < one)
        self.mover = 3 - self.mover

    def play(self, first, second):
        """Play to the end and return the winner, 0 if the game is drawn."""
        while self.winner is None:
            self.turn(first if self.mover == 1 else second)
        return self.winner
