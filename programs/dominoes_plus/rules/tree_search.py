"""Level 5: information-set Monte-Carlo tree search, with exact play at the end of each sampled game.

Each of two thousand iterations samples the other hand and the order of the stock uniformly among all deals that agree
with what is known, and plays one game from there. Within the tree it takes the action, of those possible in this
sample, with the highest upper confidence bound; beyond the tree it moves at random until nothing can be drawn, and
solves the rest. The tree's actions are what can be *seen* at the table, so that all samples share its statistics.

As long as all plays of the other player agree with the habit of laying the oldest domino that fits, only deals that
agree with it are sampled, and the other player follows it in them to the end.

Method: single-observer information-set Monte-Carlo tree search, P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012);
the bound is UCB1 of P. Auer, N. Cesa-Bianchi and P. Fischer, Machine Learning 47 (2002).

The search uses no clock, and its own random numbers are seeded from the view. So the result depends on the view and on
the number of iterations alone.
"""

from collections.abc import Iterator
from math import log, sqrt

from .domino_set import AFTER, FITS, TWIN, dominoes_in, mask
from .endgame import Expectations, best_expected_result, blocked_result, expected_result, solve
from .knowledge import Move, PlayerView, ends_after

ITERATIONS, DRAW_ITERATIONS = 2000, 800  # for a move; fewer where players draw, because games are longer
SLICE = 200  # iterations between two progress reports: about 6 ms of work
EXPLORATION = 2.5  # the constant of the confidence bound, for results from -1 to 1
SOLVABLE = 8  # dominoes in both hands together that are solved exactly
OTHER_END = 28  # added to a domino that is laid where it leaves the TWIN
AFTER_KNOCK = 64  # added to a domino laid after a knock of the other player
UNVISITED = 1e9  # the bound of an action never tried
MODULUS, FACTOR = 2**31 - 1, 48271  # the generator of S. K. Park, K. W. Miller and P. K. Stockmeyer (1993)


def nested_order(view: PlayerView) -> tuple[list[int], list[int]]:
    """Return the unseen dominoes so that the candidates of each slot are a prefix; and these prefixes' lengths.

    The sets are those of `PlayerView.habit` if there are any, else those of `PlayerView.other`. They are nested, so
    their differences, one after another, are such an order.
    """
    order: list[int] = []
    lengths, seen = [], 0
    for possible in view.habit or view.other:
        order += dominoes_in(possible & ~seen)
        seen |= possible
        lengths.append(len(order))
    return order + dominoes_in(view.unseen & ~seen), lengths


class Node:
    """A node of the tree: how often its action was tried and how often possible, and the sum of its results."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.available = self.total = 0
        self.children: dict[int, Node] = {}


class TreeSearch:
    """A search from a view: `run` any number of iterations, or all `in_slices`; then ask for `best` and `mean`."""

    def __init__(self, view: PlayerView) -> None:
        self.root = Node()
        self._view = view
        self._order, self._lengths = nested_order(view)
        self._memory: dict[int, int] = {}
        self._expectations: Expectations = {}
        seed = 1
        known = (*view.hand, view.left + 8, view.right + 8, view.unseen, view.stock, *view.other, view.knocked)
        for part in known:
            seed = (seed * FACTOR + part + 1) % MODULUS
        self._seed = seed or 1

    def in_slices(self) -> Iterator[None]:
        """Run all iterations for a move, fewer where players draw; yield after each slice."""
        count = DRAW_ITERATIONS if self._view.rules.draws else ITERATIONS
        for _ in range(count // SLICE):
            self.run(SLICE)
            yield

    def run(self, count: int) -> None:
        """Run this many iterations."""
        for _ in range(count):
            path, result = self._play()
            for node, sign in path:
                node.visits += 1
                node.total += sign * result

    def _random(self, count: int) -> int:
        """Return a random number from 0 to count - 1."""
        self._seed = seed = self._seed * FACTOR % MODULUS
        return seed % count

    def sample(self) -> tuple[list[int], list[int]]:
        """Sample the other hand, the oldest slot first, and the stock."""
        order = self._order[:]
        for slot, length in enumerate(self._lengths):
            drawn = slot + self._random(length - slot)
            order[slot], order[drawn] = order[drawn], order[slot]
        return order[: len(self._lengths)], order[len(self._lengths) :]

    def _play(self) -> tuple[list[tuple[Node, int]], int]:
        """Play one sampled game; return its path in the tree and the result for the owner of the view.

        Hands are bits; the sign, also of each node of the path, is 1 where the owner of the view moves, else -1.
        """
        view, node = self._view, self.root
        path: list[tuple[Node, int]] = []
        rules, ends, sign, knock = view.rules, view.ends, 1, AFTER_KNOCK if view.knocked else 0
        hand = mask(view.hand)
        slots, stock = self.sample()
        other, in_tree = mask(slots), True
        while True:
            fitting = hand & FITS[ends]
            if not fitting:
                if rules.draws and stock:
                    hand |= 1 << self._draw(stock, slots)
                    continue
                if knock:
                    return path, sign * blocked_result(hand, other)
                hand, other, sign, knock = other, hand, -sign, AFTER_KNOCK
                continue
            if path and not (stock and (rules.refill or rules.draws)) and (hand | other).bit_count() <= SOLVABLE:
                return path, self._result(hand, other, slots, ends, sign, knock > 0)
            action = -1
            if sign < 0 and view.habit:  # the other lays the oldest domino that fits; slots has laid ones too
                action = self._either_end(next(d for d in slots if fitting >> d & 1), ends)
            if in_tree:
                possible = actions(fitting, ends) if action < 0 else [action]
                action, node = self._select(node, possible, knock)
                path.append((node, sign))
                in_tree = node.visits > 0
            elif action < 0:
                for _ in range(self._random(fitting.bit_count())):
                    fitting &= fitting - 1
                action = self._either_end((fitting & -fitting).bit_length() - 1, ends)
            if action < OTHER_END:
                hand, ends = hand ^ 1 << action, AFTER[ends][action]
            else:
                hand, ends = hand ^ 1 << ends, TWIN[ends]
            if rules.refill and stock:
                hand |= 1 << self._draw(stock, slots)
            if not hand:
                return path, sign
            hand, other, sign, knock = other, hand, -sign, 0

    def _draw(self, stock: list[int], slots: list[int]) -> int:
        """Move a random domino from the stock to a hand, as its newest slot, and return it."""
        drawn = self._random(len(stock))
        stock[drawn], stock[-1] = stock[-1], stock[drawn]
        slots.append(stock.pop())
        return slots[-1]

    def _result(self, hand: int, other: int, slots: list[int], ends: int, sign: int, knocked: bool) -> int:
        """Return the result, for the owner of the view, of a game in which nothing can be drawn any more."""
        if not self._view.habit:
            return sign * solve(hand, other, ends, knocked, self._memory)
        mine, theirs = (hand, other) if sign > 0 else (other, hand)
        order = tuple(d for d in slots if theirs >> d & 1)
        result = best_expected_result if sign > 0 else expected_result
        return int(result(tuple(dominoes_in(mine)), order, ends, knocked, True, self._expectations))

    def _select(self, node: Node, possible: list[int], knock: int) -> tuple[int, Node]:
        """Return the action with the highest confidence bound and its node; create missing nodes."""
        best, found, chosen = -UNVISITED, node, 0
        for action in possible:
            one = node.children.get(action + knock)
            if one is None:
                one = node.children[action + knock] = Node()
            one.available += 1
            bound = UNVISITED
            if one.visits:
                bound = one.total / one.visits + EXPLORATION * sqrt(log(one.available) / one.visits)
            if bound > best:
                best, found, chosen = bound, one, action
        return chosen, found

    def _either_end(self, laid: int, ends: int) -> int:
        """Return the action of laying a domino, at a random end if it has the numbers of both."""
        return laid + OTHER_END if laid == ends and TWIN[ends] >= 0 and self._random(2) else laid

    def mean(self, action: int) -> float:
        """Return the mean result of an action from -1 to 1; the worst if it was never tried."""
        nodes = [node for key, node in self.root.children.items() if key % AFTER_KNOCK == action]
        visits = sum(node.visits for node in nodes)
        return sum(node.total for node in nodes) / visits if visits else -1.0

    def best(self) -> Move:
        """Return the move tried most often."""
        tried = {key % AFTER_KNOCK: node.visits for key, node in self.root.children.items()}
        return max(self._view.moves(), key=lambda move: tried.get(action_of(self._view, move), 0))


def actions(fitting: int, ends: int) -> list[int]:
    """Return the actions that are possible now."""
    possible = dominoes_in(fitting)
    if fitting >> ends & 1 and TWIN[ends] >= 0:
        possible.append(ends + OTHER_END)
    return possible


def action_of(view: PlayerView, move: Move) -> int:
    """Return the action of the tree that represents a move."""
    same = ends_after(view, move) == AFTER[view.ends][move.domino]
    return move.domino if same else move.domino + OTHER_END
