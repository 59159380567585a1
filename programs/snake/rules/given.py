"""Parses options of the domino snake: positions and random choices given as text."""

from itertools import zip_longest

from ..snake import OTHER, Pieces, SnakeState, parse_move

PARTS = ("stock", "computer", "player", "snake")
SPOTS = "0123456"
WHOLE_SET, LARGEST_HAND = 28, 21


def parse_state(text: str) -> SnakeState:
    """Return the state given by its five parts, as stage 1 prints them or as "25 12/14/06 55/66/player".

    A piece is two digits with anything around them. Raises ValueError with what was expected if it is no state.
    """
    parts = text.strip().split("/" if "/" in text else "\n")
    status = parts[-1].rpartition(":")[2].strip().lower()
    if len(parts) != len(PARTS) + 1 or status not in OTHER:
        raise ValueError("five parts: stock, computer, player, snake, and who is to move")
    groups: list[Pieces] = []
    for part, name in zip(parts, PARTS):
        digits = [letter for letter in part if letter.isdigit()]
        pairs = list(zip_longest(digits[::2], digits[1::2], fillvalue="?"))
        if wrong := next((a + b for a, b in pairs if a not in SPOTS or b not in SPOTS), ""):
            raise ValueError(f"two numbers from 0 to 6 for each piece, found {wrong} in the {name}")
        groups.append(tuple((int(a), int(b)) for a, b in pairs))
    stock, computer, player, snake = groups
    if not snake:
        raise ValueError("at least one piece in the snake")
    if len(stock + computer + player + snake) > WHOLE_SET or len(stock + max(computer, player, key=len)) > LARGEST_HAND:
        raise ValueError(f"at most {WHOLE_SET} pieces, {LARGEST_HAND} of them in the stock and one hand")
    return SnakeState(stock, computer, player, snake, status)


def parse_choices(text: str) -> list[int]:
    """Parse numbers separated by blanks or commas. Raises ValueError."""
    words = text.replace(",", " ").split()
    numbers = [parse_move(word) for word in words]
    if None in numbers:
        raise ValueError(f"whole numbers, such as 2 0 -3, found {words[numbers.index(None)]!r}")
    return [number for number in numbers if number is not None]
