"""Dominoes as numbers and bits: the set of 28, what fits what, and the rules that can be chosen.

A domino is a number from 0 to 27, a-b with a >= b being a(a+1)/2 + b; a hand is an integer with a bit for each.
The two ends of a line matter to the game only as a pair of numbers, whichever is on the right. So they have the
number of the domino that looks like them, and a table says what comes of each domino on each pair of ends.
"""

from __future__ import annotations

from dataclasses import dataclass

NUMBERS = 7
PAIRS = tuple((a, b) for a in range(NUMBERS) for b in range(a + 1))
COUNT = len(PAIRS)
ALL = (1 << COUNT) - 1
SPOTS = tuple(a + b for a, b in PAIRS)

RIGHT, LEFT = 1, 2  # ends of the line, as E% has them
NOTHING = -1  # the number at the end of a line that has not begun
BEGIN = COUNT  # the ends of such a line: everything fits


def domino(a: int, b: int) -> int:
    """The number of a domino, given its two numbers of spots in any order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


SUITS = tuple(sum(1 << d for d, pair in enumerate(PAIRS) if n in pair) for n in range(NUMBERS))
DOUBLES = tuple(domino(n, n) for n in range(NUMBERS))
FITS = (*(SUITS[a] | SUITS[b] for a, b in PAIRS), ALL)
"""For each pair of ends the dominoes that fit, as bits; for BEGIN all of them."""


def _after(ends: int, laid: int) -> int:
    """The ends once a domino is laid; -1 if it does not fit. One that fits both ends is laid at the higher."""
    if ends == BEGIN:
        return laid
    (a, b), (x, y) = PAIRS[ends], PAIRS[laid]
    for end, kept in ((a, b), (b, a)):
        if end in (x, y):
            return domino(kept, x + y - end)
    return -1


AFTER = tuple(tuple(_after(ends, laid) for laid in range(COUNT)) for ends in range(COUNT + 1))
"""AFTER[ends][domino]: the ends once it is laid, -1 if it does not fit.

Only the domino that looks like the ends can make two lines of it, and only if it is no double: laid at the
higher number it leaves the lower one twice, which is what this table says; laid at the lower it leaves TWIN.
"""
TWIN = tuple(DOUBLES[a] if a != b else -1 for a, b in PAIRS)
"""TWIN[domino]: the other ends it can leave when it fits both of two different ends; -1 for a double."""


def bits(hand: int) -> list[int]:
    """The dominoes of a hand, in the order of their numbers."""
    found = []
    while hand:
        low = hand & -hand
        found.append(low.bit_length() - 1)
        hand ^= low
    return found


def mask(dominoes: list[int] | tuple[int, ...]) -> int:
    """A hand as bits."""
    return sum(1 << d for d in dominoes)


def spots(hand: int) -> int:
    """All the spots of a hand."""
    return sum(SPOTS[d] for d in bits(hand))


def said(d: int) -> str:
    """A domino in words: 6-4."""
    return "-".join(map(str, PAIRS[d]))


@dataclass(frozen=True, slots=True)
class Rules:
    """What can be chosen. As they are by themselves: Marcus Bowman's rules.

    hand: dominoes each. refill: a new one after each play while there are any. draws: who cannot play draws until
    something fits, and knocks when there is nothing left to draw. winner_opens: with any domino he likes; else the
    highest double of the two hands begins, or the heaviest domino if there is none.
    """

    hand: int = 6
    refill: bool = True
    draws: bool = False
    winner_opens: bool = False

    @property
    def stock(self) -> int:
        """Dominoes face down after the deal."""
        return COUNT - 2 * self.hand

    def taken(self, stock: int) -> bool:
        """Can another domino still come out of such a stock?"""
        return stock > 0 and (self.refill or self.draws)


def opening(first: list[int], second: list[int]) -> tuple[int, int]:
    """Who must begin, and with which domino: player 1 or 2, and the place in the hand, from 0.

    Player 0: chance must say who, and it is the `heaviest` of that hand.
    """
    doubles = [(d, player, hand.index(d)) for player, hand in ((1, first), (2, second)) for d in hand if d in DOUBLES]
    if doubles:
        _, player, place = max(doubles)
        return player, place
    one, two = heaviest(first), heaviest(second)
    difference = SPOTS[first[one]] - SPOTS[second[two]]
    if difference:
        return (1, one) if difference > 0 else (2, two)
    return 0, 0


def heaviest(hand: list[int]) -> int:
    """The place, from 0, of the first domino with the most spots."""
    return max(range(len(hand)), key=lambda place: SPOTS[hand[place]])
