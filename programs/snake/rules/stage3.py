"""Stage 3 of the domino snake: moves, their range, the end of the game. There are no rules yet.

A move is a number k: k > 0 lays the mover's piece number k at the right end, k < 0 number -k at the left end, 0 takes
a piece from the stock, if there is one, and passes.
"""

import re
from collections.abc import Callable

from . import stage2
from .stage1 import COMPUTER, OTHER, PLAYER, Piece, Pieces, SnakeState

Pick = Callable[[int], int]  # Pick(n) returns a number from -n to n

INVALID = "Invalid input. Please try again."
LONGEST_SHOWN = 6  # pieces of a snake that is printed whole
SHOWN_AT_ENDS = 3  # pieces printed at each end of a longer one
CLOSED = 8  # how often each number occurs in the set: on seven pieces, one of them a double
DRAW = "draw"
RESULTS = {
    PLAYER: "Status: The game is over. You won!",
    COMPUTER: "Status: The game is over. The computer won!",
    DRAW: "Status: The game is over. It's a draw!",
}


def snake_text(snake: Pieces) -> str:
    """Return the snake; of more than six pieces only the first and last three. Stage 3, objective 2. Documented."""
    if len(snake) <= LONGEST_SHOWN:
        return stage2.snake_text(snake)
    return f"{stage2.snake_text(snake[:SHOWN_AT_ENDS])}...{stage2.snake_text(snake[-SHOWN_AT_ENDS:])}"


def status_text(state: SnakeState) -> str:
    """Return the line that tells whose turn it is, or how the game has ended. Stage 3, objective 1. Documented."""
    return RESULTS.get(result(state)) or stage2.status_text(state)


def display(state: SnakeState) -> list[str]:
    """Return the lines of stages 3 to 5. Stage 3, objective 3, step 1. Documented."""
    return stage2.frame(state, snake_text(state.snake), status_text(state))


def hand(state: SnakeState) -> Pieces:
    """Return the pieces of the side to move. Ours."""
    return state.player if state.status == PLAYER else state.computer


def parse_move(text: str) -> int | None:
    """Return the integer in a line: blanks, a sign, ASCII digits; None for anything else, or for over 3 digits.

    Stage 3, objective 3, step 2. Documented; what counts as an integer ours.
    """
    found = re.fullmatch(r"([+-]?)0*([0-9]{1,3})", text.strip())
    return int(found[1] + found[2]) if found else None


def in_range(state: SnakeState, k: int) -> bool:
    """Return whether the side to move has a piece of this number; 0 is always allowed. Stage 3. Documented."""
    return abs(k) <= len(hand(state))


def choose_move(state: SnakeState, pick: Pick) -> int:
    """Return the computer's move: any number from -n to n for n pieces. Stage 3, objective 3. Documented."""
    return pick(len(hand(state)))


def apply_move(state: SnakeState, k: int) -> SnakeState:
    """Return the state after a move; the piece is laid as it is. Stage 3, objective 3. Documented."""
    return take(state) if k == 0 else lay(state, k, hand(state)[abs(k) - 1])


def lay(state: SnakeState, k: int, piece: Piece) -> SnakeState:
    """Return the state with piece number |k| laid at the end given by the sign of k, oriented as given. Ours."""
    held = hand(state)
    rest = held[: abs(k) - 1] + held[abs(k) :]
    snake = (*state.snake, piece) if k > 0 else (piece, *state.snake)
    return end_turn(state._replace(snake=snake), rest)


def take(state: SnakeState) -> SnakeState:
    """Return the state with the last piece of the stock, if any, added to the hand. Documented; which piece ours."""
    return end_turn(state._replace(stock=state.stock[:-1]), hand(state) + state.stock[-1:])


def end_turn(state: SnakeState, held: Pieces) -> SnakeState:
    """Return the state with this hand and the turn passed on. Stage 3, objective 3, step 4. Documented."""
    if state.status == PLAYER:
        return state._replace(player=held, status=OTHER[PLAYER])
    return state._replace(computer=held, status=OTHER[COMPUTER])


def is_closed(snake: Pieces) -> bool:
    """Return whether both ends are the same number and it occurs eight times: a draw. Stage 3. Documented."""
    left, right = snake[0][0], snake[-1][1]
    return left == right and sum(piece.count(left) for piece in snake) == CLOSED


def result(state: SnakeState) -> str:
    """Return "player", "computer" or "draw"; empty while the game goes on. A win goes before a draw.

    Stage 3, the end-game condition. Documented; the order ours.
    """
    if not state.player:
        return PLAYER
    if not state.computer:
        return COMPUTER
    return DRAW if is_closed(state.snake) else ""
