"""Whole games of dominoes between two players who are functions of what they know; nothing is shown."""

from __future__ import annotations

from .domino_rules import COUNT, FITS, Rules, heaviest, mask, opening, spots
from .domino_view import Ledger, Move, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Player = Callable[[View], Move]
    Chance = Callable[[int], int]


def shuffled(rnd: Chance) -> list[int]:
    """All dominoes in random order. rnd(n): 1 to n with equal chances."""
    order = list(range(COUNT))
    for last in range(COUNT - 1, 0, -1):
        other = rnd(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order


class Game:
    """A game from its deal on.

    order: the dominoes as they come: the hand of player 1, that of player 2, the stock. coin: who begins, 1 or 2, if
    the rules leave it to chance; with Rules.winner_opens it is the winner of the last game.
    hands: of players 1 and 2, place by place. ledger: what everybody has seen. mover: who is to do something.
    winner: 0 if it is drawn, None while it goes on.
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
        player, place = opening(self.hands[1], self.hands[2])
        if player == 0:
            player, place = coin, heaviest(self.hands[coin])
        self.ledger.opened(player, place, self.hands[player][place])
        self._close(player, place)
        self.mover = 3 - player

    def view(self) -> View:
        """What the player to move knows."""
        return self.ledger.seen_by(self.mover, self.hands[self.mover])

    def stuck(self) -> bool:
        """Has the player to move nothing that fits?"""
        return not mask(self.hands[self.mover]) & FITS[self.ledger.ends]

    def turn(self, player: Player) -> None:
        """Let the player to move do something: lay a domino, draw one or knock."""
        if not self.stuck():
            self.lay(player(self.view()))
        elif self.rules.draws and self._stock:
            self.ledger.drew(self.mover)
            self.hands[self.mover].append(self._stock.pop())
        else:
            self.knock()

    def lay(self, move: Move) -> None:
        """Lay a domino."""
        place = self.hands[self.mover].index(move.domino)
        self.ledger.played(self.mover, place, move.domino, move.end)
        self._close(self.mover, place)
        if self.hands[self.mover]:
            self.mover = 3 - self.mover
        else:
            self.winner = self.mover

    def _close(self, player: int, place: int) -> None:
        del self.hands[player][place]
        if self.rules.refill and self._stock:
            self.hands[player].append(self._stock.pop())

    def knock(self) -> None:
        """Knock; the second knock in succession ends the game."""
        self.ledger.has_knocked(self.mover)
        if self.ledger.knocked[3 - self.mover]:
            one, two = (spots(mask(hand)) for hand in self.hands[1:])
            self.winner = (one < two) + 2 * (two < one)
        self.mover = 3 - self.mover

    def play(self, first: Player, second: Player) -> int:
        """Play it to the end: the winner, 0 if it is drawn."""
        while self.winner is None:
            self.turn(first if self.mover == 1 else second)
        return self.winner
