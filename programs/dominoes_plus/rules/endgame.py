"""Exact play at the end of a game, when nothing is drawn any more and both hands are known.

At most twelve dominoes are left when the stock of Marcus Bowman's rules is used up; some sixty positions are visited.
Method: negamax with a table of the positions met; `expected_result` is expectimax. Hands are bits and ends the number
of a pair (see `domino_set`). A `memory` belongs to one of the two functions and can be shared by any number of calls.
"""

from .domino_set import AFTER, FITS, TWIN, count_spots, mask

Hand = tuple[int, ...]
# By the hand of the player who has just moved, that of the other and the ends: the mean result.
Expectations = dict[tuple[Hand, Hand, int], float]


def solve(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, int]) -> int:
    """Return the result for the player to move with best play on both sides: 1 a win, 0 a draw, -1 a loss.

    mine, other: the hands of the player to move and of the other, not empty. knocked: the other has just knocked.
    """
    fitting = mine & FITS[ends]
    if not fitting:
        return blocked_result(mine, other) if knocked else -solve(other, mine, ends, True, memory)
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
        best = max(best, -solve(other, left, AFTER[ends][laid], False, memory))
        if laid == ends and TWIN[laid] >= 0:
            best = max(best, -solve(other, left, TWIN[laid], False, memory))
    memory[key] = best
    return best


def expected_result(mine: Hand, other: Hand, ends: int, knocked: bool, habit: bool, memory: Expectations) -> float:
    """Return the mean result, -1 to 1, for the player who has just moved, against an opponent who plays by no plan.

    It ranks moves that are equal against best play: among lost moves the best is that after which most of the
    opponent's replies are mistakes. mine: the hand of the player who has just moved or, if `knocked`, knocked. other:
    the opponent's. habit: the opponent lays the oldest that fits (see `PlayerView.habit`), and the oldest stands first;
    else any that fits, at random.
    """
    if not mine:
        return 1.0
    replies = successors(other, ends)[: 1 if habit else None]
    if not replies:
        if knocked:
            return blocked_result(mask(mine), mask(other))
        return best_expected_result(mine, other, ends, True, habit, memory)
    key = mine, other, ends
    if key not in memory:
        total = sum(best_expected_result(mine, rest, after, False, habit, memory) for rest, after in replies)
        memory[key] = total / len(replies)
    return memory[key]


def best_expected_result(mine: Hand, other: Hand, ends: int, knocked: bool, habit: bool, memory: Expectations) -> float:
    """Return the same when that player is to move."""
    if not other:
        return -1.0
    results = []
    for left, after in successors(mine, ends):
        results.append(expected_result(left, other, after, False, habit, memory))
        if results[-1] == 1:
            return 1.0
    if results:
        return max(results)
    if knocked:
        return blocked_result(mask(mine), mask(other))
    return expected_result(mine, other, ends, True, habit, memory)


def successors(hand: Hand, ends: int) -> list[tuple[Hand, int]]:
    """Return the remaining hand and the new ends after each legal move, in the order of the hand."""
    found = []
    for slot, laid in enumerate(hand):
        if FITS[ends] >> laid & 1:
            left = hand[:slot] + hand[slot + 1 :]
            found.append((left, AFTER[ends][laid]))
            if laid == ends and TWIN[laid] >= 0:
                found.append((left, TWIN[laid]))
    return found


def blocked_result(mine: int, other: int) -> int:
    """Return the result for `mine` when neither player can move: the hand with fewer spots wins."""
    lead = count_spots(other) - count_spots(mine)
    return (lead > 0) - (lead < 0)
