"""Stage 2 of the domino snake: the display, as lines of text."""

from .stage1 import COMPUTER, PLAYER, Piece, Pieces, SnakeState

HEADER = "=" * 70
TURNS = {
    PLAYER: "Status: It's your turn to make a move. Enter your command.",
    COMPUTER: "Status: Computer is about to make a move. Press Enter to continue...",
}


def piece_text(piece: Piece) -> str:
    """Return a piece as [a, b]. Documented."""
    return f"[{piece[0]}, {piece[1]}]"


def snake_text(snake: Pieces) -> str:
    """Return the pieces of the snake one after another, without blanks. Stage 2, objective 4. Documented."""
    return "".join(map(piece_text, snake))


def status_text(state: SnakeState) -> str:
    """Return the line that tells whose turn it is. Stage 2, objective 6. Documented."""
    return TURNS[state.status]


def display(state: SnakeState) -> list[str]:
    """Return the lines of stage 2. Documented."""
    return frame(state, snake_text(state.snake), status_text(state))


def frame(state: SnakeState, snake: str, status: str) -> list[str]:
    """Return the lines of the display in order. Stage 2, objectives 1 to 6. Documented.

    The stock and the computer's pieces are only counted.
    """
    return [
        HEADER,
        f"Stock size: {len(state.stock)}",
        f"Computer pieces: {len(state.computer)}",
        "",
        snake,
        "",
        "Your pieces:",
        *(f"{number}:{piece_text(piece)}" for number, piece in enumerate(state.player, 1)),
        "",
        status,
    ]
