"""The snake's display in words, for people who do not see it."""

from . import screen
from .screen import players_turn
from .snake import Piece, legal_4, piece_text, result
from .variables import Variables

SHORT, ALL = 6, 28  # pieces of a snake that are all named; of a longer one the ends are


def table_words(v: Variables, prompt: str, keys: tuple[tuple[str, ...], ...], most: int = SHORT) -> str:
    """Return what was wrong, the last move, the prompt, the snake, the hands, the counts and the keys.

    most: pieces of a snake that are all named.
    """
    state = v.state
    counts = f"Stock {len(state.stock)}, computer {len(state.computer)}, you {len(state.player)}."
    hand = "; ".join(piece_words(v, number, piece) for number, piece in enumerate(state.player, 1))
    other = f"The computer has: {pieces_words(state.computer)}." if result(state) else ""
    shown = [
        v.error,
        screen.event(v),
        prompt,
        f"The snake: {snake_words(v, most)}.",
        f"Your pieces: {hand or 'none'}.",
        other,
    ]
    return "\n".join([*filter(None, shown), counts, *(", ".join(row) for row in keys)])


def snake_words(v: Variables, most: int) -> str:
    """Return the snake from left to right, a long one without its middle."""
    snake = v.state.snake
    if len(snake) <= most:
        return pieces_words(snake)
    return f"{pieces_words(snake[:3])}, and so on, {pieces_words(snake[-3:])}"


def pieces_words(pieces: tuple[Piece, ...]) -> str:
    """Return pieces as the course prints them."""
    return ", ".join(map(piece_text, pieces)) or "none"


def piece_words(v: Variables, number: int, piece: Piece) -> str:
    """Return a numbered piece of the player's, marked or not, and where it fits by the rules."""
    sides = {"left": -1, "right": 1} if v.stage > 3 and players_turn(v) else {}
    fits = " and ".join(name for name, side in sides.items() if legal_4(v.state, side * number))
    return f"{number} {piece_text(piece)}" + f" fits {fits}" * bool(fits) + ", marked" * (number == v.marked)
