"""Whole games of dominoes without a screen, between two players given as functions of what they know."""

from __future__ import annotations

from collections.abc import Callable

from .domino_set import DOMINOES, FITS, Rules, count_spots, heaviest_index, mask, opening
from .knowledge import Ledger, Move, PlayerView

Player = Callable[[PlayerView], Move]
RandomNumber = Callable[[int], int]


def shuffled(rnd: RandomNumber) -> list[int]:
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

    def __init__(self, rules: Rules, order: list[int], coin: int) -> None:
        self.rules = rules
        size = rules.hand
        self.hands = [[], order[:size], order[size : 2 * size]]
        self._stock = order[: 2 * size - 1 : -1]
        self.ledger = Ledger(rules)
        self.winner: int | None = None
        self.mover = coin
        if not rules.winner_opens:
            self._open(coin)

    def _open(self, coin: int) -> None:
        player, slot = opening(self.hands[1], self.hands[2])
        if player == 0:
            player, slot = coin, heaviest_index(self.hands[coin])
        self.ledger.record_opening(player, slot, self.hands[player][slot])
        self._close_gap(player, slot)
        self.mover = 3 - player

    def view(self) -> PlayerView:
        """Return what the player to move knows."""
        return self.ledger.view_for(self.mover, self.hands[self.mover])

    def is_stuck(self) -> bool:
        """Return whether the player to move has nothing that fits."""
        return not mask(self.hands[self.mover]) & FITS[self.ledger.ends]

    def turn(self, player: Player) -> None:
        """Let the player to move lay a domino, draw one or knock."""
        if not self.is_stuck():
            self.lay(player(self.view()))
        elif self.rules.draws and self._stock:
            self.ledger.record_draw(self.mover)
            self.hands[self.mover].append(self._stock.pop())
        else:
            self.knock()

    def lay(self, move: Move) -> None:
        """Lay a domino."""
        slot = self.hands[self.mover].index(move.domino)
        self.ledger.record_play(self.mover, slot, move.domino, move.end)
        self._close_gap(self.mover, slot)
        if self.hands[self.mover]:
            self.mover = 3 - self.mover
        else:
            self.winner = self.mover

    def _close_gap(self, player: int, slot: int) -> None:
        del self.hands[player][slot]
        if self.rules.refill and self._stock:
            self.hands[player].append(self._stock.pop())

    def knock(self) -> None:
        """Knock; the second knock in succession ends the game."""
        self.ledger.record_knock(self.mover)
        if self.ledger.knocked[3 - self.mover]:
            one, two = (count_spots(mask(hand)) for hand in self.hands[1:])
            self.winner = (one < two) + 2 * (two < one)
        self.mover = 3 - self.mover

    def play(self, first: Player, second: Player) -> int:
        """Play to the end and return the winner, 0 if the game is drawn."""
        while self.winner is None:
            self.turn(first if self.mover == 1 else second)
        return self.winner
