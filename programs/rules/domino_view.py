"""What a player at the table knows, and nothing else: the basis of every level of play.

`Ledger` is kept from what everybody sees: the line, the stock, and which place in a hand a domino came from. The backs
show which place was played and when it was filled again, so what is known of the other hand is known by place: a
player who knocks has in none of his places what would fit, a domino drawn later may be anything. `View` adds one
player's own hand.

Whatever is ruled out is ruled out for all places there are at that time. So a place that has been there longer never
has more possibilities than a newer one, and `View.other`, in order of age, is a chain of sets, each within the next.
That makes it easy to guess the other hand with exactly equal chances: see `domino_search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .domino_rules import (
    ALL,
    BEGIN,
    COUNT,
    DOUBLES,
    FITS,
    LEFT,
    NOTHING,
    PAIRS,
    RIGHT,
    SPOTS,
    Rules,
    domino,
    mask,
)


class Move(NamedTuple):
    """A domino at an end of the line, RIGHT or LEFT; or KNOCK."""

    domino: int
    end: int


KNOCK = Move(-1, 0)


@dataclass(frozen=True, slots=True)
class View:
    """All that the player to move knows.

    hand: his dominoes in their places. left, right: the numbers at the ends, NOTHING before the first domino lies.
    unseen: what is neither in his hand nor on the table, as bits. stock: how many of these are face down.
    other: for each place of the other hand what may be there, as bits, the oldest place first.
    knocked: the other has just knocked.
    """

    rules: Rules
    hand: tuple[int, ...]
    left: int
    right: int
    unseen: int
    stock: int
    other: tuple[int, ...]
    knocked: bool

    @property
    def ends(self) -> int:
        """The ends as the number of a pair."""
        return BEGIN if self.left == NOTHING else domino(self.left, self.right)

    def moves(self) -> list[Move]:
        """Everything that may be laid, in the order of the hand, the right end first; ends that are equal once."""
        return [Move(d, end) for d in self.hand for end in ends_for(d, self.left, self.right)]


def ends_for(d: int, left: int, right: int) -> tuple[int, ...]:
    """The ends where a domino fits and makes a difference: RIGHT, LEFT, both or none."""
    if left == NOTHING:
        return (RIGHT,)
    pair = PAIRS[d]
    if right in pair:
        return (RIGHT, LEFT) if left in pair and left != right else (RIGHT,)
    return (LEFT,) if left in pair else ()


class Ledger:
    """What everybody has seen of a game. Players are 1 and 2, places in a hand count from 0.

    left, right: the numbers at the ends. laid: the dominoes on the table, as bits. stock: how many are face down.
    cannot: for each player and place what cannot be there, as bits. knocked: for each player if his last turn was a
    knock; first entries of both are unused.
    """

    __slots__ = ("cannot", "knocked", "laid", "left", "right", "rules", "stock")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = self.right = NOTHING
        self.laid = 0
        self.stock = rules.stock
        self.cannot: list[list[int]] = [[], [0] * rules.hand, [0] * rules.hand]
        self.knocked = [False, False, False]

    def copy(self) -> Ledger:
        """The same again."""
        made = Ledger(self.rules)
        made.left, made.right, made.laid, made.stock = self.left, self.right, self.laid, self.stock
        made.cannot = [list(places) for places in self.cannot]
        made.knocked = list(self.knocked)
        return made

    @property
    def ends(self) -> int:
        """The ends as the number of a pair."""
        return BEGIN if self.left == NOTHING else domino(self.left, self.right)

    def opened(self, player: int, place: int, d: int) -> None:
        """A player had to begin with this domino: nobody holds a higher double or, if it is none, more spots."""
        self._rule_out((1, 2), _outranking(d))
        self.played(player, place, d, RIGHT)

    def played(self, player: int, place: int, d: int, end: int) -> None:
        """A player has laid a domino from this place; the gap is closed and, if the rules say so, filled at the end."""
        self.knocked[player] = False
        self.laid |= 1 << d
        if self.left == NOTHING:
            self.right, self.left = PAIRS[d]
        elif end == RIGHT:
            self.right = sum(PAIRS[d]) - self.right
        else:
            self.left = sum(PAIRS[d]) - self.left
        del self.cannot[player][place]
        if self.rules.refill:
            self._take(player)

    def has_knocked(self, player: int, honestly: bool = True) -> None:
        """A player has knocked. honestly: nothing of his fits, because the rules or his nature will have it so."""
        self.knocked[player] = True
        if honestly:
            self._rule_out((player,), FITS[self.ends])

    def drew(self, player: int) -> None:
        """A player had nothing that fits, and has taken a domino from the stock."""
        self.knocked[player] = False
        self._rule_out((player,), FITS[self.ends])
        self._take(player)

    def _take(self, player: int) -> None:
        if self.stock:
            self.stock -= 1
            self.cannot[player].append(0)

    def _rule_out(self, players: tuple[int, ...], dominoes: int) -> None:
        for player in players:
            self.cannot[player] = [known | dominoes for known in self.cannot[player]]

    def seen_by(self, player: int, hand: list[int] | tuple[int, ...]) -> View:
        """What a player with this hand knows."""
        unseen = ALL & ~self.laid & ~mask(tuple(hand))
        other = tuple(unseen & ~known for known in self.cannot[3 - player])
        knocked = self.knocked[3 - player]
        return View(self.rules, tuple(hand), self.left, self.right, unseen, self.stock, other, knocked)


def _outranking(d: int) -> int:
    """The dominoes that would have had to begin before this one, as bits."""
    if d in DOUBLES:
        return mask(DOUBLES[DOUBLES.index(d) + 1 :])
    return mask(DOUBLES) | mask([other for other in range(COUNT) if SPOTS[other] > SPOTS[d]])
