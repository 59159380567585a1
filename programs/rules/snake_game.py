"""The five stages of the domino snake put together: what each plays by, and games given from outside as text."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from . import snake3, snake4, snake5
from .snake1 import OTHER, Pieces, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .snake3 import Pick

STAGES = range(1, 6)
PARTS = ("stock", "computer", "player", "snake")
SPOTS = "0123456"
WHOLE_SET, LARGEST_HAND = 28, 21


class Rules(NamedTuple):
    """What a stage plays by. computer: its move in a state, with pick(n) for a random number from -n to n."""

    legal: Callable[[State, int], bool]
    apply_move: Callable[[State, int], State]
    computer: Callable[[State, Pick], int]


def anything(state: State, k: int) -> bool:
    """There are no rules in stage 3. Documented."""
    return True


def counting(state: State, pick: Pick) -> int:
    """The counting player, who leaves nothing to chance. Documented."""
    return snake5.statistical_move(state)


RULES = {
    3: Rules(anything, snake3.apply_move, snake3.random_move),
    4: Rules(snake4.legal, snake4.apply_move, snake4.random_move),
    5: Rules(snake4.legal, snake4.apply_move, counting),
}


def refusal(rules: Rules, state: State, text: str) -> str:
    """What is wrong with a line that is to be a move: Invalid before Illegal; empty if nothing is. Documented."""
    k = snake3.number_of(text)
    if k is None or not snake3.in_range(state, k):
        return snake3.INVALID
    return "" if rules.legal(state, k) else snake4.ILLEGAL


def state_of(text: str) -> State:
    """A state from its five parts, as stage 1 prints them, or with / between: "25 12/14/06 55/66/player".

    A piece is two numbers of spots, whatever stands around them. Raises ValueError with a sentence. Ours.
    """
    parts = text.strip().split("/" if "/" in text else "\n")
    status = parts[-1].rpartition(":")[2].strip().lower()
    if len(parts) != len(PARTS) + 1 or status not in OTHER:
        raise ValueError("expected five parts: stock, computer, player, snake, and who is to move")
    stock, computer, player, snake = (pieces_of(part, name) for part, name in zip(parts, PARTS))
    if not snake:
        raise ValueError("snake: expected at least one piece")
    if len(stock + computer + player + snake) > WHOLE_SET or len(stock + max(computer, player, key=len)) > LARGEST_HAND:
        raise ValueError(f"expected at most {WHOLE_SET} pieces, {LARGEST_HAND} of them in the stock and one hand")
    return State(stock, computer, player, snake, status)


def pieces_of(text: str, name: str) -> Pieces:
    """The pieces that a text names. Raises ValueError. Ours."""
    digits = [letter for letter in text if letter.isdigit()]
    pairs = list(zip_longest(digits[::2], digits[1::2], fillvalue="?"))
    wrong = next((a + b for a, b in pairs if a not in SPOTS or b not in SPOTS), "")
    if wrong:
        raise ValueError(f"{name}: found the piece {wrong}, expected two numbers from 0 to 6")
    return tuple((int(a), int(b)) for a, b in pairs)


def choices_of(text: str) -> list[int]:
    """The computer's random choices, numbers with blanks or commas between. Raises ValueError. Ours."""
    words = text.replace(",", " ").split()
    numbers = [snake3.number_of(word) for word in words]
    if None in numbers:
        raise ValueError(f"found {words[numbers.index(None)]!r}, expected whole numbers, such as 2 0 -3")
    return [number for number in numbers if number is not None]


def random_pick(rnd: Callable[[int], int]) -> Pick:
    """A random number from -n to n, each as likely as any other. Ours."""
    return lambda n: rnd(2 * n + 1) - n - 1


def played(state: State, rules: dict[str, Rules], pick: Pick) -> tuple[str, int]:
    """Play a game out, the rules' `computer` deciding for both sides: the result, and the number of moves. Ours."""
    moves = 0
    while not (over := snake3.result(state)):
        side = rules[state.status]
        state = side.apply_move(state, side.computer(state, pick))
        moves += 1
    return over, moves


def moved(state: State, k: int) -> str:
    """A move in words, said of the state it is made in: "[2, 5] right", "takes a piece", "passes". Ours."""
    if k == 0:
        return "takes a piece" if state.stock else "passes"
    a, b = snake3.hand(state)[abs(k) - 1]
    return f"[{a}, {b}] {'right' if k > 0 else 'left'}"
