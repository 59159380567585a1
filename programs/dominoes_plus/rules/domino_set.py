"""The set of 28 dominoes as numbers and bits, which dominoes fit together, and the rules of a game.

A domino is a number from 0 to 27: a-b with a >= b is a(a+1)/2 + b. A hand is an integer with a bit for each domino.
The ends of a line are an unordered pair of numbers of spots, so they are stored as the domino that has these numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass

NUMBERS = 7
PAIRS = tuple((a, b) for a in range(NUMBERS) for b in range(a + 1))
DOMINOES = len(PAIRS)
ALL = (1 << DOMINOES) - 1
SPOTS = tuple(a + b for a, b in PAIRS)

RIGHT, LEFT = 1, 2  # ends of the line, the values of E%
NO_NUMBER = -1  # the number at either end of an empty line
NO_ENDS = DOMINOES  # the ends of an empty line: every domino fits


def domino(a: int, b: int) -> int:
    """Return the number of a domino with these two numbers of spots, in any order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


SUITS = tuple(sum(1 << d for d, pair in enumerate(PAIRS) if n in pair) for n in range(NUMBERS))
DOUBLES = tuple(domino(n, n) for n in range(NUMBERS))
FITS = (*(SUITS[a] | SUITS[b] for a, b in PAIRS), ALL)
"""FITS[ends]: the dominoes that fit, as bits; all of them for NO_ENDS."""


def _after(ends: int, laid: int) -> int:
    """Return the ends after a domino is laid, at the higher end if it fits both; -1 if it fits neither."""
    if ends == NO_ENDS:
        return laid
    (a, b), (x, y) = PAIRS[ends], PAIRS[laid]
    for touching, other in ((a, b), (b, a)):
        if touching in (x, y):
            return domino(other, x + y - touching)
    return -1


AFTER = tuple(tuple(_after(ends, laid) for laid in range(DOMINOES)) for ends in range(DOMINOES + 1))
"""AFTER[ends][domino]: the ends once it is laid, -1 if it does not fit.

Only the domino with the numbers of the ends can lead to two different lines, and only if it is no double: laid at the
higher number it leaves the lower one twice (this table), laid at the lower one it leaves TWIN.
"""
TWIN = tuple(DOUBLES[a] if a != b else -1 for a, b in PAIRS)
"""TWIN[domino]: the ends it leaves when it is laid at the lower of two different ends; -1 for a double."""


def dominoes_in(hand: int) -> list[int]:
    """Return the dominoes of a hand given as bits, in ascending order."""
    found = []
    while hand:
        lowest = hand & -hand
        found.append(lowest.bit_length() - 1)
        hand ^= lowest
    return found


def mask(dominoes: Iterable[int]) -> int:
    """Return a hand, a sequence of dominoes, as bits."""
    return sum(1 << d for d in dominoes)


def count_spots(hand: int) -> int:
    """Return the number of spots in a hand given as bits."""
    return sum(SPOTS[d] for d in dominoes_in(hand))


def domino_text(d: int) -> str:
    """Return a domino as text, such as 6-4."""
    return "-".join(map(str, PAIRS[d]))


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game; the defaults are Marcus Bowman's."""

    hand: int = 6  # dominoes dealt to each player
    refill: bool = True  # a hand is filled up after each play while the stock lasts
    draws: bool = False  # a player who cannot play draws until something fits, and knocks when the stock is empty
    # The winner of the last game begins with any domino; else the highest double, or the domino with most spots.
    winner_opens: bool = False
