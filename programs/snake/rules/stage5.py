"""Stage 5 of the domino snake: the computer counts.

It lays pieces with common numbers first and keeps those with rare ones, so that its hand stays diverse.
"""

from typing import NamedTuple

from .stage1 import NUMBERS, Piece, Pieces, SnakeState
from .stage3 import hand
from .stage4 import LEFT, RIGHT, fits


class Attempt(NamedTuple):
    """A piece that the counting player considers. number: from 1, in the hand. k: the move, 0 if it fits nowhere."""

    number: int
    piece: Piece
    score: int
    k: int


def counts(held: Pieces, snake: Pieces) -> list[int]:
    """Return how often each number from 0 to 6 occurs in hand and snake together. Stage 5, step 1. Documented."""
    spots = [number for piece in held + snake for number in piece]
    return [spots.count(number) for number in NUMBERS]


def scores(held: Pieces, snake: Pieces) -> list[int]:
    """Return the score of each piece in the hand: the sum of the counts of its numbers. Stage 5, step 2. Documented."""
    count = counts(held, snake)
    return [count[a] + count[b] for a, b in held]


def attempts(held: Pieces, snake: Pieces) -> list[Attempt]:
    """Return all pieces, highest score first, and where each would go: left before right. Stage 5, the attempts.

    Documented; left first, and equal scores in the order of the hand, ours.
    """
    scored = [(score, number) for number, score in enumerate(scores(held, snake), 1)]
    order = sorted(scored, key=lambda entry: -entry[0])
    return [Attempt(number, held[number - 1], score, try_both_ends(held, snake, number)) for score, number in order]


def try_both_ends(held: Pieces, snake: Pieces, number: int) -> int:
    """Return the move that lays this piece, left before right; 0 if it fits nowhere. Stage 5. Documented."""
    for side in (LEFT, RIGHT):
        if fits(snake, held[number - 1], side):
            return side * number
    return 0


def choose_move(state: SnakeState) -> int:
    """Return the move of the counting player: the first attempt that fits, else 0. Stage 5, objective. Documented."""
    return next((attempt.k for attempt in attempts(hand(state), state.snake) if attempt.k), 0)
