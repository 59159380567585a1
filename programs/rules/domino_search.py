"""Level 5: a search among information sets, with the end of each guessed game played exactly.

The other hand and the order of the stock are guessed a thousand times, each time with equal chances among all that
fits what is known. Each guess is one walk down a tree whose branches are what is *seen* to be done, so that all the
guesses share what they learn. At a fork the walk takes the branch, of those open in this guess, with the highest upper
confidence bound; beyond the tree it goes on at random until nothing can be drawn any more, and what is left is solved.

Method: single-observer information-set Monte-Carlo tree search, P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012);
the bound is UCB1 of P. Auer, N. Cesa-Bianchi and P. Fischer, Machine Learning 47 (2002).

Nothing here asks for chance or looks at a clock: the guesses come from a generator of their own that starts from what
is known. So what is found depends on the view and on the number of walks, and on nothing else.
"""

from __future__ import annotations

from math import log, sqrt

from .domino_endgame import exact
from .domino_players import ends_after
from .domino_rules import AFTER, FITS, TWIN, Rules, bits, mask, spots
from .domino_view import Move, View

WALKS, LONG_WALKS = 1000, 400  # guesses for a move; where players draw, games are longer
CURIOSITY = 2.5  # of the confidence bound, results being -1 to 1
SMALL = 13  # dominoes in both hands together that are solved exactly
OTHER_END = 28  # added to a domino that is laid where it leaves the TWIN
KNOCKED = 64  # added to a domino laid after a knock of the other
FRESH = 1e9  # the bound of what was never tried
MODULUS, FACTOR = 2**31 - 1, 48271  # chance as S. K. Park, K. W. Miller and P. K. Stockmeyer have it (1993)


def walks(rules: Rules) -> int:
    """How many guesses a move is worth."""
    return LONG_WALKS if rules.draws else WALKS


def seed_of(view: View) -> int:
    """Where the guesses begin: a number made of everything that is known."""
    seed = 1
    known = (*view.hand, view.left + 8, view.right + 8, view.unseen, view.stock, *view.other, view.knocked)
    for part in known:
        seed = (seed * FACTOR + part + 1) % MODULUS
    return seed or 1


def chain(view: View) -> tuple[list[int], list[int]]:
    """The unseen dominoes so that what a place of the other hand may hold is always a first part of them, and how long.

    The sets in View.other are each within the next; their differences, one after another, are such an order.
    """
    order: list[int] = []
    reach, met = [], 0
    for possible in view.other:
        order += bits(possible & ~met)
        met |= possible
        reach.append(len(order))
    return order + bits(view.unseen & ~met), reach


class Branch:
    """What is known of doing something: how often it was done and could have been done, and the sum of the results."""

    __slots__ = ("further", "open", "sum", "walks")

    def __init__(self) -> None:
        self.walks = self.open = self.sum = 0
        self.further: dict[int, Branch] = {}


class Search:
    """A search from a view on, in slices as long as one likes: `walk(n)`, then `best()`."""

    def __init__(self, view: View) -> None:
        self.root = Branch()
        self._view = view
        self._order, self._reach = chain(view)
        self._seed = seed_of(view)
        self._memory: dict[int, int] = {}

    def walk(self, count: int) -> None:
        """Make so many more guesses."""
        for _ in range(count):
            self._walk()

    def _chance(self, count: int) -> int:
        """Any number from 0 to count - 1."""
        self._seed = seed = self._seed * FACTOR % MODULUS
        return seed % count

    def _guess(self) -> tuple[int, list[int]]:
        """The other hand as it may be, as bits, and what is then in the stock."""
        order, other, place = self._order[:], 0, 0
        for reach in self._reach:
            chosen = place + self._chance(reach - place)
            order[place], order[chosen] = order[chosen], order[place]
            other |= 1 << order[place]
            place += 1
        return other, order[place:]

    def _walk(self) -> None:
        """One guess, played to its end. Hands as bits; sign: 1 when the player whose view it is is to move, else -1."""
        view, branch = self._view, self.root
        path: list[tuple[Branch, int]] = []
        rules, ends, sign, knock = view.rules, view.ends, 1, KNOCKED if view.knocked else 0
        hand = mask(view.hand)
        other, stock = self._guess()
        growing = True
        while True:
            fitting = hand & FITS[ends]
            if not fitting:
                if rules.draws and stock:
                    hand |= 1 << self._draw(stock)
                    continue
                if knock:
                    result = sign * compared(hand, other)
                    break
                hand, other, sign, knock = other, hand, -sign, KNOCKED
                continue
            if path and not rules.taken(len(stock)) and (hand | other).bit_count() <= SMALL:
                result = sign * exact(hand, other, ends, knock > 0, spots(other) - spots(hand), self._memory)
                break
            if growing:
                laid, branch = self._choose(branch, options(fitting, ends), knock)
                path.append((branch, sign))
                growing = branch.walks > 0
            else:
                laid = self._any(fitting, ends)
            if laid < OTHER_END:
                hand, ends = hand ^ 1 << laid, AFTER[ends][laid]
            else:
                hand, ends = hand ^ 1 << ends, TWIN[ends]
            if rules.refill and stock:
                hand |= 1 << self._draw(stock)
            if not hand:
                result = sign
                break
            hand, other, sign, knock = other, hand, -sign, 0
        for branch, sign in path:
            branch.walks += 1
            branch.sum += sign * result

    def _draw(self, stock: list[int]) -> int:
        """Take any domino out of the stock."""
        chosen = self._chance(len(stock))
        stock[chosen], stock[-1] = stock[-1], stock[chosen]
        return stock.pop()

    def _choose(self, branch: Branch, laids: list[int], knock: int) -> tuple[int, Branch]:
        """The most promising of these, and its branch, made if need be."""
        best, found, chosen = -FRESH, branch, 0
        for laid in laids:
            one = branch.further.get(laid + knock)
            if one is None:
                one = branch.further[laid + knock] = Branch()
            one.open += 1
            bound = one.sum / one.walks + CURIOSITY * sqrt(log(one.open) / one.walks) if one.walks else FRESH
            if bound > best:
                best, found, chosen = bound, one, laid
        return chosen, found

    def _any(self, fitting: int, ends: int) -> int:
        """One of these dominoes, and where it fits both ends one of them."""
        for _ in range(self._chance(fitting.bit_count())):
            fitting &= fitting - 1
        laid = (fitting & -fitting).bit_length() - 1
        return laid + OTHER_END if laid == ends and TWIN[laid] >= 0 and self._chance(2) else laid

    def best(self) -> Move:
        """What was done most often."""
        tried = {laid % KNOCKED: branch.walks for laid, branch in self.root.further.items()}
        return max(self._view.moves(), key=lambda move: tried.get(named(self._view, move), 0))


def options(fitting: int, ends: int) -> list[int]:
    """What may be laid, as branches name it."""
    laids = bits(fitting)
    if fitting >> ends & 1 and TWIN[ends] >= 0:
        laids.append(ends + OTHER_END)
    return laids


def compared(hand: int, other: int) -> int:
    """The result for a player with this hand when nobody can go on: the fewer spots win."""
    lead = spots(other) - spots(hand)
    return (lead > 0) - (lead < 0)


def named(view: View, move: Move) -> int:
    """A move as a branch names it."""
    same = ends_after(view, move) == AFTER[view.ends][move.domino]
    return move.domino if same else move.domino + OTHER_END
