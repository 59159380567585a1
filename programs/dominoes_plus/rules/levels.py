"""The five levels of play: each a function of what its player knows, a `PlayerView`, and of nothing else.

1 The first domino of the hand that fits, at the right end if it fits there: PROCSELECT and PROCPLOT of the original.
2 The domino whose numbers are seen most often, in the hand and on the table. Method: the last stage of the "snake"
  course of dominoes at JetBrains Academy.
3 One move ahead: a weighted sum of seven features of the position, with weights from a random search over games.
4 The same, and exact play as soon as the other hand is known: see `endgame`.
5 See `tree_search`.

They are never called when nothing in the hand fits.
"""

from collections.abc import Iterator

from .domino_set import ALL, DOUBLES, FITS, NUMBERS, PAIRS, SPOTS, SUITS, dominoes_in, mask
from .endgame import Expectations, expected_result, solve
from .knowledge import Move, PlayerView, ends_after
from .tree_search import TreeSearch

WEIGHTS = (3, 20, 6, 3, 66, -2, 11)
"""Level 3's weights of the features, in the order of `features`."""

SOLVABLE = 14  # dominoes in both hands together that are played exactly


def most_common_numbers(view: PlayerView) -> Move:
    """Play level 2: the domino whose numbers have been seen most often; of equals the first, the right end first."""
    seen = dominoes_in(ALL & ~view.unseen)
    counts = [sum(PAIRS[d].count(n) for d in seen) for n in range(NUMBERS)]
    return max(view.moves(), key=lambda move: sum(counts[n] for n in PAIRS[move.domino]))


def is_solvable(view: PlayerView) -> bool:
    """Return whether the other hand is known and few enough dominoes are left for exact play."""
    return view.stock == 0 and len(view.hand) + len(view.other) <= SOLVABLE


def solved_move(view: PlayerView) -> Move:
    """Return the exact best move; ties go to the best expected result, then to the best evaluation."""
    memory: dict[int, int] = {}
    results = {move: outcome(view, move, memory) for move in view.moves()}
    best = [move for move, result in results.items() if result == max(results.values())]
    if len(best) == 1 or results[best[0]] == 1:
        return max(best, key=lambda move: evaluate(view, move))
    expected: Expectations = {}
    unseen = tuple(dominoes_in(view.unseen))

    def rank(move: Move) -> tuple[float, float]:
        left = tuple(d for d in view.hand if d != move.domino)
        mean = expected_result(left, unseen, ends_after(view, move), False, False, expected)
        return mean, evaluate(view, move)

    return max(best, key=rank)


def outcome(view: PlayerView, move: Move, memory: dict[int, int]) -> int:
    """Return the result of a move in a solvable position with best play: 1 a win, 0 a draw, -1 a loss."""
    left = mask(view.hand) ^ 1 << move.domino
    return -solve(view.unseen, left, ends_after(view, move), False, memory) if left else 1


def evaluate(view: PlayerView, move: Move) -> float:
    """Return level 3's evaluation of the position after a move."""
    return sum(weight * value for weight, value in zip(WEIGHTS, features(view, move)))


def features(view: PlayerView, move: Move) -> tuple[float, ...]:
    """Return the features of the position after a move."""
    fitting = FITS[ends_after(view, move)]
    left = mask(view.hand) ^ 1 << move.domino
    partners = (left & fitting).bit_count()
    return (
        SPOTS[move.domino],  # spots laid
        move.domino in DOUBLES,  # a double laid
        partners,  # dominoes in hand that fit next
        sum(1 for suit in SUITS if left & suit),  # numbers left in hand
        probability_stuck(view, fitting),  # the other cannot play
        (view.unseen & fitting).bit_count(),  # unseen dominoes that fit next
        partners > 0,  # the player can play next
    )


def probability_stuck(view: PlayerView, fitting: int) -> float:
    """Return the probability that the other player holds none of these, with slots taken as independent."""
    chance = 1.0
    for possible in view.other:
        chance *= 1 - (possible & fitting).bit_count() / possible.bit_count()
    return chance


DEEPEST = 5
LEVELS = range(1, DEEPEST + 1)
SAMPLED_ORDERS = 60  # of the other hand that are sampled


def choose_in_steps(level: int, view: PlayerView) -> Iterator[Move | None]:
    """Yield None after each slice of work, and finally the move of a level. Something in the hand must fit.

    The same view always gives the same move.
    """
    moves = view.moves()
    if level == 1 or len(moves) == 1:
        yield moves[0]
    elif level == 2:
        yield most_common_numbers(view)
    elif level > 3 and is_solvable(view):
        yield move_against_habit(view) if level == DEEPEST and view.habit else solved_move(view)
    elif level < DEEPEST:
        yield max(moves, key=lambda move: evaluate(view, move))
    else:
        search = TreeSearch(view)
        yield from search.in_slices()
        yield search.best()


def move_against_habit(view: PlayerView) -> Move:
    """Return a move that wins against any play, else the best on average of sampled orders of the other hand.

    The other player always lays the oldest domino that fits, see `PlayerView.habit`. So the order of that hand decides
    all replies, and only the moves of the player to move are searched.
    """
    solved = solved_move(view)
    if outcome(view, solved, {}) == 1:
        return solved
    samples = TreeSearch(view)
    totals = dict.fromkeys(view.moves(), 0.0)
    for _ in range(SAMPLED_ORDERS):
        other = tuple(samples.sample()[0])
        for move in totals:
            left = tuple(d for d in view.hand if d != move.domino)
            totals[move] += expected_result(left, other, ends_after(view, move), False, True, {})
    return max(totals, key=lambda move: (totals[move], move == solved))
