"""The end of a game of dominoes, exactly: nothing is drawn any more, and both hands are known.

Twelve dominoes at most are left when Marcus Bowman's stock is used up; some sixty positions have to be looked at.
Method: negamax with a memory of the positions met, as in any textbook of games; `hope` is expectimax.

Hands are bits, ends the number of a pair (see `domino_rules`); `memory` belongs to one of the two functions and can be
kept for as long as one likes.
"""

from __future__ import annotations

from .domino_rules import AFTER, FITS, SPOTS, TWIN, bits, spots


def value(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, int]) -> int:
    """What the player to move gets with best play of both: 1 a win, 0 a draw, -1 a loss.

    mine, other: the hands, neither of them empty. knocked: the other has just knocked.
    """
    return exact(mine, other, ends, knocked, spots(other) - spots(mine), memory)


def exact(mine: int, other: int, ends: int, knocked: bool, lead: int, memory: dict[int, int]) -> int:
    """The same; lead: the spots of the other hand less those of this one."""
    fitting = mine & FITS[ends]
    if not fitting:
        if knocked:
            return (lead > 0) - (lead < 0)
        return -exact(other, mine, ends, True, -lead, memory)
    key = (mine << 28 | other) << 5 | ends
    if key in memory:
        return memory[key]
    best = -1
    while fitting and best < 1:
        laid = fitting.bit_length() - 1
        fitting ^= 1 << laid
        left = mine ^ 1 << laid
        if not left:
            best = 1
            break
        behind = -lead - SPOTS[laid]
        best = max(best, -exact(other, left, AFTER[ends][laid], False, behind, memory))
        if laid == ends and TWIN[laid] >= 0:
            best = max(best, -exact(other, left, TWIN[laid], False, behind, memory))
    memory[key] = best
    return best


def hope(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, float]) -> float:
    """What the player who has just moved can expect, -1 to 1, if he goes on well and the other lays anything that fits.

    mine: the hand of the player who has just moved or knocked. It tells moves apart that are equally good against
    best play: where all of them lose, the best is the one after which the other can go most wrong.
    """
    answers = lines(other, ends)
    if not answers:
        return _result(mine, other) if knocked else _go_on(mine, other, ends, True, memory)
    key = (mine << 28 | other) << 5 | ends
    if key not in memory:
        total = sum(_go_on(mine, left, after, False, memory) if left else -1 for left, after in answers)
        memory[key] = total / len(answers)
    return memory[key]


def _go_on(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, float]) -> float:
    """The same when that player is to move."""
    choices = lines(mine, ends)
    if not choices:
        return _result(mine, other) if knocked else hope(mine, other, ends, True, memory)
    return max(hope(left, other, after, False, memory) if left else 1.0 for left, after in choices)


def lines(hand: int, ends: int) -> list[tuple[int, int]]:
    """Everything that may be laid: the rest of the hand, and the new ends."""
    found = []
    for laid in bits(hand & FITS[ends]):
        left = hand ^ 1 << laid
        found.append((left, AFTER[ends][laid]))
        if laid == ends and TWIN[laid] >= 0:
            found.append((left, TWIN[laid]))
    return found


def _result(mine: int, other: int) -> float:
    difference = spots(other) - spots(mine)
    return (difference > 0) - (difference < 0)
