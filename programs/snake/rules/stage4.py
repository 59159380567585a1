"""Stage 4 of the domino snake: the rules. Neighbours touch with equal numbers."""

from . import stage3
from .stage1 import Piece, Pieces, SnakeState
from .stage3 import Pick, hand, lay

ILLEGAL = "Illegal move. Please try again."
LEFT, RIGHT = -1, 1


def end_of(snake: Pieces, side: int) -> int:
    """Return the number at the left (-1) or right (1) end of the snake. Ours."""
    return snake[-1][1] if side == RIGHT else snake[0][0]


def fits(snake: Pieces, piece: Piece, side: int) -> bool:
    """Return whether a piece holds the number at that end. Stage 4, requirement 1. Documented."""
    return end_of(snake, side) in piece


def oriented(snake: Pieces, piece: Piece, side: int) -> Piece:
    """Return the piece, turned so that equal numbers touch at that end. Stage 4, requirement 2. Documented."""
    inner = piece[0] if side == RIGHT else piece[1]
    return piece if inner == end_of(snake, side) else (piece[1], piece[0])


def side_of(k: int) -> int:
    """Return the end that a move other than 0 goes to. Ours."""
    return RIGHT if k > 0 else LEFT


def legal(state: SnakeState, k: int) -> bool:
    """Return whether a move is legal; 0 always is. Stage 4, objective 1. Documented."""
    return k == 0 or fits(state.snake, hand(state)[abs(k) - 1], side_of(k))


def apply_move(state: SnakeState, k: int) -> SnakeState:
    """Return the state after a legal move, the piece turned to fit. Stage 4, objective 2. Documented."""
    if k == 0:
        return stage3.take(state)
    return lay(state, k, oriented(state.snake, hand(state)[abs(k) - 1], side_of(k)))


def choose_move(state: SnakeState, pick: Pick) -> int:
    """Return the computer's move: random numbers until one is legal. Stage 4, objective 3. Documented."""
    while not legal(state, k := stage3.choose_move(state, pick)):
        pass
    return k


def moves(state: SnakeState) -> list[int]:
    """Return all moves that lay a piece. Ours."""
    numbers = range(1, len(hand(state)) + 1)
    return [k for number in numbers for k in (-number, number) if legal(state, k)]
