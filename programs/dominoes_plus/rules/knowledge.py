"""The knowledge of a player at the table: the input of every level of play.

`Ledger` is the public record: the line, the stock, and which slot of a hand each domino came from. The backs of the
dominoes show which slot was played from and when it was filled again, so knowledge of the other hand is kept by slot:
a player who knocks holds nothing that fits in any slot, but a domino drawn later may be anything. `PlayerView` adds
one player's own hand.

An exclusion applies to all slots that exist at that time, so an older slot never has more candidates than a newer one.
In order of age the sets in `PlayerView.other` are nested, each within the next. That makes it easy to sample the other
hand uniformly: see `tree_search`.

A player may also have a habit: always to lay the oldest domino that fits, at the right end if it fits there, as the
original does. Who has it holds nothing in older slots that fitted when a newer one was played. `PlayerView.habit` holds
the candidates under this assumption, until a play contradicts it. These sets are nested in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .domino_set import ALL, DOMINOES, DOUBLES, FITS, LEFT, NO_ENDS, NO_NUMBER, PAIRS, RIGHT, SPOTS, Rules, domino, mask


class Move(NamedTuple):
    """A domino laid at an end of the line, RIGHT or LEFT."""

    domino: int
    end: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All that the player to move knows."""

    rules: Rules
    hand: tuple[int, ...]  # the player's dominoes, slot by slot
    left: int  # the number at the left end, NO_NUMBER before the first domino
    right: int  # the number at the right end
    unseen: int  # the dominoes neither in this hand nor on the table, as bits
    stock: int  # how many of these are face down
    other: tuple[int, ...]  # for each slot of the other hand its candidates as bits, the oldest slot first
    knocked: bool  # the other player has just knocked
    # The same as `other` if the other player has the habit of laying the oldest domino that fits; empty if not.
    habit: tuple[int, ...] = ()

    @property
    def ends(self) -> int:
        """The ends as the domino with their two numbers."""
        return NO_ENDS if self.left == NO_NUMBER else domino(self.left, self.right)

    def moves(self) -> list[Move]:
        """Return all legal moves in the order of the hand, the right end first; equal ends count once."""
        return [Move(d, end) for d in self.hand for end in fitting_ends(d, self.left, self.right)]


def fitting_ends(d: int, left: int, right: int) -> tuple[int, ...]:
    """Return the ends where a domino fits, RIGHT, LEFT or both; RIGHT alone if the choice makes no difference."""
    if left == NO_NUMBER:
        return (RIGHT,)
    pair = PAIRS[d]
    if right in pair:
        return (RIGHT, LEFT) if left in pair and left != right else (RIGHT,)
    return (LEFT,) if left in pair else ()


def ends_after(view: PlayerView, move: Move) -> int:
    """Return the ends after a move, as the domino with their two numbers."""
    if view.left == NO_NUMBER:
        return move.domino
    touching, other = (view.left, view.right) if move.end == LEFT else (view.right, view.left)
    return domino(other, sum(PAIRS[move.domino]) - touching)


@dataclass(slots=True)
class Ledger:
    """The public record of a game. Players are 1 and 2; index 0 of lists by player is unused."""

    rules: Rules
    left: int = NO_NUMBER  # the numbers at the ends
    right: int = NO_NUMBER
    laid: int = 0  # the dominoes on the table, as bits
    stock: int = field(init=False)  # how many are face down
    # For each player and slot the dominoes that cannot be there, as bits.
    excluded: list[list[int]] = field(init=False)
    # For each player and slot the dominoes passed over: they fitted while a newer slot was played.
    passed: list[list[int]] = field(init=False)
    # For each player whether all plays agree with the habit, and whether the last turn was a knock.
    habitual: list[bool] = field(default_factory=lambda: [True] * 3)
    knocked: list[bool] = field(default_factory=lambda: [False] * 3)

    def __post_init__(self) -> None:
        self.stock = DOMINOES - 2 * self.rules.hand
        self.excluded, self.passed = ([[], [0] * self.rules.hand, [0] * self.rules.hand] for _ in range(2))

    @property
    def ends(self) -> int:
        """The ends as the domino with their two numbers."""
        return NO_ENDS if self.left == NO_NUMBER else domino(self.left, self.right)

    def record_opening(self, d: int) -> None:
        """Record, before it is played, that this domino must come first: nobody holds one that would precede it."""
        higher = DOUBLES[DOUBLES.index(d) + 1 :] if d in DOUBLES else DOUBLES
        heavier = [] if d in DOUBLES else [other for other in range(DOMINOES) if SPOTS[other] > SPOTS[d]]
        self._exclude((1, 2), mask({*higher, *heavier}))

    def record_play(self, player: int, slot: int, d: int, end: int) -> None:
        """Record a domino laid from a slot; the gap closes, and a drawn domino is added as the newest slot.

        An older slot that was passed over either holds nothing that fits, or the player does not have the habit.
        """
        self.knocked[player] = False
        passed = self.passed[player]
        other_end = end != RIGHT and RIGHT in fitting_ends(d, self.left, self.right)
        if other_end or passed[slot] >> d & 1:
            self.habitual[player] = False
        if self.left != NO_NUMBER:
            passed[:slot] = [dominoes | FITS[self.ends] for dominoes in passed[:slot]]
        self.laid |= 1 << d
        if self.left == NO_NUMBER:
            self.right, self.left = PAIRS[d]
        elif end == RIGHT:
            self.right = sum(PAIRS[d]) - self.right
        else:
            self.left = sum(PAIRS[d]) - self.left
        del self.excluded[player][slot], self.passed[player][slot]
        if self.rules.refill:
            self._take(player)

    def record_knock(self, player: int, truthful: bool = True) -> None:
        """Record a knock. truthful: whether the player certainly holds nothing that fits."""
        self.knocked[player] = True
        if truthful:
            self._exclude((player,), FITS[self.ends])

    def record_draw(self, player: int) -> None:
        """Record that a player, with nothing that fits, has taken a domino from the stock."""
        self.knocked[player] = False
        self._exclude((player,), FITS[self.ends])
        self._take(player)

    def _take(self, player: int) -> None:
        """Record that a player takes a domino from the stock, if there is one. No domino is excluded for it yet."""
        if self.stock:
            self.stock -= 1
            self.excluded[player].append(0)
            self.passed[player].append(0)

    def _exclude(self, players: tuple[int, ...], dominoes: int) -> None:
        for player in players:
            self.excluded[player] = [excluded | dominoes for excluded in self.excluded[player]]

    def view_for(self, player: int, hand: Sequence[int]) -> PlayerView:
        """Return what a player with this hand knows."""
        opponent, unseen = 3 - player, ALL & ~self.laid & ~mask(hand)
        other = tuple(unseen & ~excluded for excluded in self.excluded[opponent])
        habit = tuple(possible & ~passed for possible, passed in zip(other, self.passed[opponent]))
        # The sets are nested, so there is a hand if every set has a domino more than there are older slots.
        possible = all(dominoes.bit_count() > slot for slot, dominoes in enumerate(habit))
        habit = habit if self.habitual[opponent] and possible else ()
        knocked = self.knocked[opponent]
        return PlayerView(self.rules, tuple(hand), self.left, self.right, unseen, self.stock, other, knocked, habit)
