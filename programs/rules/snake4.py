"""Stage 4 of the domino snake: the rules. Neighbours touch with equal numbers."""

from __future__ import annotations

from . import snake3
from .snake1 import Piece, Pieces, State
from .snake3 import hand, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .snake3 import Pick

ILLEGAL = "Illegal move. Please try again."
LEFT, RIGHT = -1, 1


def end_of(snake: Pieces, side: int) -> int:
    """The number at the left (-1) or right (1) end of the snake. Ours."""
    return snake[-1][1] if side == RIGHT else snake[0][0]


def fits(snake: Pieces, piece: Piece, side: int) -> bool:
    """May this piece go to that end: does it hold the end's number? Stage 4, requirement 1. Documented."""
    return end_of(snake, side) in piece


def turned(snake: Pieces, piece: Piece, side: int) -> Piece:
    """The piece, turned so that equal numbers touch at that end. Stage 4, requirement 2. Documented."""
    inner = piece[0] if side == RIGHT else piece[1]
    return piece if inner == end_of(snake, side) else (piece[1], piece[0])


def side_of(k: int) -> int:
    """The end that a move other than 0 goes to. Ours."""
    return RIGHT if k > 0 else LEFT


def legal(state: State, k: int) -> bool:
    """May the side to move do that? 0 is always legal. Stage 4, objective 1. Documented."""
    return k == 0 or fits(state.snake, hand(state)[abs(k) - 1], side_of(k))


def apply_move(state: State, k: int) -> State:
    """Make a legal move, the piece turned the right way. Stage 4, objective 2. Documented."""
    if k == 0:
        return snake3.take(state)
    return place(state, k, turned(state.snake, hand(state)[abs(k) - 1], side_of(k)))


def random_move(state: State, pick: Pick) -> int:
    """The computer's move: random numbers until one is legal. Stage 4, objective 3. Documented."""
    while not legal(state, k := snake3.random_move(state, pick)):
        pass
    return k


def moves(state: State) -> list[int]:
    """All moves that lay a piece. Ours."""
    numbers = range(1, len(hand(state)) + 1)
    return [k for number in numbers for k in (-number, number) if legal(state, k)]
