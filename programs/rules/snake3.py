"""Stage 3 of the domino snake: moves, their limits, the end of the game. There are no rules yet.

A move is a number k: k > 0 lays the mover's piece number k at the right end, k < 0 number -k at the left end, 0 takes
a piece from the stock, if there is one, and passes.
"""

from __future__ import annotations

from . import snake2
from .snake1 import COMPUTER, OTHER, PLAYER, Piece, Pieces, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Pick = Callable[[int], int]  # Pick(n) gives a number from -n to n

INVALID = "Invalid input. Please try again."
LONGEST = 6  # pieces of a snake that is shown whole
SHOWN = 3  # pieces at each end of a longer one
CLOSED = 8  # times that the number at both ends occurs when it has run out: seven pieces, one of them a double
DRAW = "draw"
RESULTS = {
    PLAYER: "Status: The game is over. You won!",
    COMPUTER: "Status: The game is over. The computer won!",
    DRAW: "Status: The game is over. It's a draw!",
}


def snake_text(snake: Pieces) -> str:
    """The snake; of more than six pieces only the first and last three. Stage 3, objective 2. Documented."""
    if len(snake) <= LONGEST:
        return snake2.snake_text(snake)
    return f"{snake2.snake_text(snake[:SHOWN])}...{snake2.snake_text(snake[-SHOWN:])}"


def status_text(state: State) -> str:
    """Whose turn it is, or how the game has ended. Stage 3, objective 1. Documented."""
    return RESULTS.get(result(state)) or snake2.status_text(state)


def display(state: State) -> list[str]:
    """The lines of stages 3 to 5. Stage 3, objective 3, step 1. Documented."""
    return snake2.frame(state, snake_text(state.snake), status_text(state))


def hand(state: State) -> Pieces:
    """The pieces of the side that is to move. Ours."""
    return state.player if state.status == PLAYER else state.computer


def number_of(text: str) -> int | None:
    """The integer that a line is: blanks around it, a sign, ASCII digits; None if it is none, or has over 3 digits.

    Stage 3, objective 3, step 2. Documented; what counts as an integer ours.
    """
    digits = text.strip()
    sign = -1 if digits.startswith("-") else 1
    if digits[:1] in ("+", "-"):
        digits = digits[1:]
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    return sign * int(digits) if len(digits) <= 3 else None


def in_range(state: State, k: int) -> bool:
    """Is there a piece of this number in the hand of the side to move? 0 is always. Stage 3. Documented."""
    return abs(k) <= len(hand(state))


def random_move(state: State, pick: Pick) -> int:
    """The computer's move: any number from -n to n, 0 included, for n pieces. Stage 3, objective 3. Documented."""
    return pick(len(hand(state)))


def apply_move(state: State, k: int) -> State:
    """Make a move; the piece is laid as it is. Then it is the other side's turn. Stage 3, objective 3. Documented."""
    return take(state) if k == 0 else place(state, k, hand(state)[abs(k) - 1])


def place(state: State, k: int, piece: Piece) -> State:
    """Lay piece number |k| at the end that k says, turned as it is given. Ours."""
    held = hand(state)
    rest = held[: abs(k) - 1] + held[abs(k) :]
    snake = (*state.snake, piece) if k > 0 else (piece, *state.snake)
    return passed(state._replace(snake=snake), rest)


def take(state: State) -> State:
    """Take the last piece of the stock, if there is one, to the end of the hand. Documented; which piece ours."""
    return passed(state._replace(stock=state.stock[:-1]), hand(state) + state.stock[-1:])


def passed(state: State, held: Pieces) -> State:
    """The side to move now holds these pieces, and its turn is over. Stage 3, objective 3, step 4. Documented."""
    if state.status == PLAYER:
        return state._replace(player=held, status=OTHER[PLAYER])
    return state._replace(computer=held, status=OTHER[COMPUTER])


def closed(snake: Pieces) -> bool:
    """Are both ends the same number, and does it occur eight times? Then nobody can go on. Stage 3. Documented."""
    left, right = snake[0][0], snake[-1][1]
    return left == right and sum(piece.count(left) for piece in snake) == CLOSED


def result(state: State) -> str:
    """Who has won: "player", "computer", "draw"; empty while the game goes on. A win goes before a draw.

    Stage 3, the end-game condition. Documented; the order ours.
    """
    if not state.player:
        return PLAYER
    if not state.computer:
        return COMPUTER
    return DRAW if closed(state.snake) else ""
