"""The five stages of the domino snake together: the rules of each, and states and choices given as text."""

from collections.abc import Callable
from itertools import zip_longest
from typing import NamedTuple

from . import stage3, stage4, stage5
from .stage1 import OTHER, Pieces, SnakeState
from .stage3 import Pick

STAGES = range(1, 6)
PARTS = ("stock", "computer", "player", "snake")
SPOTS = "0123456"
WHOLE_SET, LARGEST_HAND = 28, 21


class StageRules(NamedTuple):
    """The rules of a stage. computer: returns its move in a state; pick(n) is a random number from -n to n."""

    legal: Callable[[SnakeState, int], bool]
    apply_move: Callable[[SnakeState, int], SnakeState]
    computer: Callable[[SnakeState, Pick], int]


RULES = {
    3: StageRules(lambda state, k: True, stage3.apply_move, stage3.choose_move),
    4: StageRules(stage4.legal, stage4.apply_move, stage4.choose_move),
    5: StageRules(stage4.legal, stage4.apply_move, lambda state, pick: stage5.choose_move(state)),
}


def move_error(rules: StageRules, state: SnakeState, text: str) -> str:
    """Return what is wrong with a line as a move: Invalid before Illegal; empty if nothing is. Documented."""
    k = stage3.parse_move(text)
    if k is None or not stage3.in_range(state, k):
        return stage3.INVALID
    return "" if rules.legal(state, k) else stage4.ILLEGAL


def parse_state(text: str) -> SnakeState:
    """Return the state given by its five parts, as stage 1 prints them or as "25 12/14/06 55/66/player". Ours.

    A piece is two digits with anything around them. Raises ValueError with what was expected if it is no state.
    """
    parts = text.strip().split("/" if "/" in text else "\n")
    status = parts[-1].rpartition(":")[2].strip().lower()
    if len(parts) != len(PARTS) + 1 or status not in OTHER:
        raise ValueError("five parts: stock, computer, player, snake, and who is to move")
    stock, computer, player, snake = (parse_pieces(part, name) for part, name in zip(parts, PARTS))
    if not snake:
        raise ValueError("at least one piece in the snake")
    if len(stock + computer + player + snake) > WHOLE_SET or len(stock + max(computer, player, key=len)) > LARGEST_HAND:
        raise ValueError(f"at most {WHOLE_SET} pieces, {LARGEST_HAND} of them in the stock and one hand")
    return SnakeState(stock, computer, player, snake, status)


def parse_pieces(text: str, name: str) -> Pieces:
    """Return the pieces in a text; raise ValueError for numbers that are no piece. Ours."""
    digits = [letter for letter in text if letter.isdigit()]
    pairs = list(zip_longest(digits[::2], digits[1::2], fillvalue="?"))
    wrong = next((a + b for a, b in pairs if a not in SPOTS or b not in SPOTS), "")
    if wrong:
        raise ValueError(f"two numbers from 0 to 6 for each piece, found {wrong} in the {name}")
    return tuple((int(a), int(b)) for a, b in pairs)


def parse_choices(text: str) -> list[int]:
    """Return numbers separated by blanks or commas; raise ValueError for anything else. Ours."""
    words = text.replace(",", " ").split()
    numbers = [stage3.parse_move(word) for word in words]
    if None in numbers:
        raise ValueError(f"whole numbers, such as 2 0 -3, found {words[numbers.index(None)]!r}")
    return [number for number in numbers if number is not None]


def random_pick(rnd: Callable[[int], int]) -> Pick:
    """Return a function for random numbers from -n to n, all equally likely. Ours."""
    return lambda n: rnd(2 * n + 1) - n - 1


def move_text(state: SnakeState, k: int) -> str:
    """Return a move in words, given the state before it: "[2, 5] right", "takes a piece", "passes". Ours."""
    if k == 0:
        return "takes a piece" if state.stock else "passes"
    a, b = stage3.hand(state)[abs(k) - 1]
    return f"[{a}, {b}] {'right' if k > 0 else 'left'}"
