"""The levels of play 1 to 4: each a function of what a player knows, his View, and of nothing else.

1 The first domino of the hand that fits, at the right end if it fits there: PROCSELECT and PROCPLOT of the original.
2 Rarity: the domino whose numbers are seen most often, in the hand and on the table. Method: the last stage of the
  "snake" course of dominoes at JetBrains Academy.
3 One move ahead: a sum of seven signs of a good position. Method: the weights were found by a random search over
  games.
4 The same, and the end exactly as soon as the other hand is known: see `domino_endgame`.

Level 5 is `domino_search`. A player with nothing that fits knocks or draws; nobody asks these functions then.
"""

from __future__ import annotations

from .domino_endgame import hope, value
from .domino_rules import ALL, DOUBLES, FITS, LEFT, NOTHING, NUMBERS, PAIRS, SPOTS, SUITS, bits, domino, mask
from .domino_view import Move, View

# What the signs are worth to level 3: a spot laid; a double laid; a domino in hand that fits next; a number in hand;
# that the other cannot go on, times how likely that is; an unseen domino that fits next; that one can go on oneself.
WEIGHTS = (3, 20, 6, 3, 66, -2, 11)

SMALL = 14  # dominoes in both hands together that are played exactly


def first_that_fits(view: View) -> Move:
    """Level 1."""
    return view.moves()[0]


def commonest(view: View) -> Move:
    """Level 2: the sum of how often both numbers are seen; of equals the first, at the right end if it fits there."""
    seen = bits(ALL & ~view.unseen)
    counts = [sum(PAIRS[d].count(n) for d in seen) for n in range(NUMBERS)]
    return max(view.moves(), key=lambda move: sum(counts[n] for n in PAIRS[move.domino]))


def one_ahead(view: View) -> Move:
    """Level 3: the move with the best signs."""
    return max(view.moves(), key=lambda move: promise(view, move))


def with_endgame(view: View) -> Move:
    """Level 4: the best move if it can be worked out, else that of level 3."""
    return best_of_end(view) if is_open(view) else one_ahead(view)


def is_open(view: View) -> bool:
    """Is the other hand known, and the rest small enough to be worked out?"""
    return view.stock == 0 and len(view.hand) + len(view.other) <= SMALL


def best_of_end(view: View) -> Move:
    """The best move when the other hand is known; of equally good ones that with the most hope, then promise."""
    memory: dict[int, int] = {}
    results = {move: outcome(view, move, memory) for move in view.moves()}
    best = [move for move, result in results.items() if result == max(results.values())]
    if len(best) == 1 or results[best[0]] == 1:
        return max(best, key=lambda move: promise(view, move))
    hopes: dict[int, float] = {}
    return max(best, key=lambda move: (hope_of(view, move, hopes), promise(view, move)))


def outcome(view: View, move: Move, memory: dict[int, int]) -> int:
    """What a move leads to with best play, when the other hand is known: 1 a win, 0 a draw, -1 a loss."""
    left = mask(view.hand) ^ 1 << move.domino
    return -value(view.unseen, left, ends_after(view, move), False, memory) if left else 1


def hope_of(view: View, move: Move, memory: dict[int, float]) -> float:
    """What it leads to, -1 to 1, if the other lays anything that fits."""
    left = mask(view.hand) ^ 1 << move.domino
    return hope(left, view.unseen, ends_after(view, move), False, memory) if left else 1.0


def ends_after(view: View, move: Move) -> int:
    """The ends of the line after a move, as the number of a pair."""
    if view.left == NOTHING:
        return move.domino
    met, kept = (view.left, view.right) if move.end == LEFT else (view.right, view.left)
    return domino(kept, sum(PAIRS[move.domino]) - met)


def promise(view: View, move: Move) -> float:
    """How good the position looks after a move: level 3's sum."""
    return sum(signs(view, move))


def signs(view: View, move: Move) -> tuple[float, ...]:
    """What each sign adds to it, in the order of WEIGHTS."""
    fitting = FITS[ends_after(view, move)]
    left = mask(view.hand) ^ 1 << move.domino
    partners = (left & fitting).bit_count()
    found = (
        SPOTS[move.domino],
        move.domino in DOUBLES,
        partners,
        sum(1 for suit in SUITS if left & suit),
        stuck(view, fitting),
        (view.unseen & fitting).bit_count(),
        partners > 0,
    )
    return tuple(weight * sign for weight, sign in zip(WEIGHTS, found))


def stuck(view: View, fitting: int) -> float:
    """How likely it is that the other has none of these, his places taken as independent of each other."""
    chance = 1.0
    for possible in view.other:
        chance *= 1 - (possible & fitting).bit_count() / possible.bit_count()
    return chance
