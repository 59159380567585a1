"""Stage 1 of the domino snake: the set of 28, the deal, the starting piece.

A piece is a pair of numbers of spots, 0 to 6; in the set the lower one stands first. rnd(n) returns a random number
from 1 to n.
"""

from collections.abc import Callable
from typing import NamedTuple

Rnd = Callable[[int], int]

Piece = tuple[int, int]
Pieces = tuple[Piece, ...]

NUMBERS = range(7)
HAND = 7  # pieces dealt to each side
PLAYER, COMPUTER = "player", "computer"
OTHER = {PLAYER: COMPUTER, COMPUTER: PLAYER}


class SnakeState(NamedTuple):
    """The five variables of stage 1. status: who is to move, "player" or "computer". Documented."""

    stock: Pieces
    computer: Pieces
    player: Pieces
    snake: Pieces
    status: str


def full_set() -> Pieces:
    """Return the 28 different pieces, the lower number first. Stage 1, objective 1. Documented."""
    return tuple((a, b) for a in NUMBERS for b in NUMBERS if a <= b)


def shuffled(pieces: Pieces, rnd: Rnd) -> Pieces:
    """Return the pieces in random order, every order equally likely. Ours."""
    order = list(pieces)
    for last in range(len(order) - 1, 0, -1):
        other = rnd(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def split(rnd: Rnd) -> tuple[Pieces, Pieces, Pieces]:
    """Split the set at random into stock (14), computer's and player's pieces (7). Stage 1, objective 2. Documented."""
    pieces = shuffled(full_set(), rnd)
    return pieces[2 * HAND :], pieces[:HAND], pieces[HAND : 2 * HAND]


def starting_piece(computer: Pieces, player: Pieces) -> tuple[Piece, str] | None:
    """Return the highest double and its owner; None without a double. Stage 1, objective 3. Documented."""
    for number in reversed(NUMBERS):
        for owner, hand in ((COMPUTER, computer), (PLAYER, player)):
            if (number, number) in hand:
                return (number, number), owner
    return None


def deal(rnd: Rnd) -> SnakeState:
    """Deal until somebody has a double, which is laid; the other side moves first. Stage 1, objective 4. Documented."""
    while True:
        stock, computer, player = split(rnd)
        found = starting_piece(computer, player)
        if found is not None:
            piece, owner = found
            return SnakeState(stock, without(computer, piece), without(player, piece), (piece,), OTHER[owner])


def without(hand: Pieces, piece: Piece) -> Pieces:
    """Return the hand without this piece. Ours."""
    return tuple(other for other in hand if other != piece)


def list_text(pieces: Pieces) -> str:
    """Return pieces as the stage texts print a list: [[2, 5], [1, 2]]. Documented."""
    return str([list(piece) for piece in pieces])


def listing(state: SnakeState) -> list[str]:
    """Return the five lines of stage 1. Stage 1, objective 5. Documented."""
    return [
        f"Stock pieces: {list_text(state.stock)}",
        f"Computer pieces: {list_text(state.computer)}",
        f"Player pieces: {list_text(state.player)}",
        f"Domino snake: {list_text(state.snake)}",
        f"Status: {state.status}",
    ]
