"""Exact play at the end of a game, when nothing is drawn any more and both hands are known.

At most twelve dominoes are left when the stock of Marcus Bowman's rules is used up; some sixty positions are visited.
Method: negamax with a table of the positions met; `expected_result` is expectimax. Hands are bits and ends the number
of a pair (see `domino_set`). A `memory` belongs to one of the two functions and can be shared by any number of calls.
"""

from .domino_set import AFTER, FITS, TWIN, count_spots, dominoes_in, mask


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


def expected_result(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, float]) -> float:
    """Return the mean result, -1 to 1, for the player who has just moved, against an opponent who plays at random.

    It ranks moves that are equal against best play: among lost moves the best leaves the opponent most ways to go
    wrong. mine: the hand of the player who has just moved or, if `knocked`, knocked.
    """
    replies = successors(other, ends)
    if not replies:
        return blocked_result(mine, other) if knocked else _best_reply(mine, other, ends, True, memory)
    key = (mine << 28 | other) << 5 | ends
    if key not in memory:
        total = sum(_best_reply(mine, left, after, False, memory) if left else -1 for left, after in replies)
        memory[key] = total / len(replies)
    return memory[key]


def _best_reply(mine: int, other: int, ends: int, knocked: bool, memory: dict[int, float]) -> float:
    """Return the same when that player is to move."""
    moves = successors(mine, ends)
    if not moves:
        return blocked_result(mine, other) if knocked else expected_result(mine, other, ends, True, memory)
    return max(expected_result(left, other, after, False, memory) if left else 1.0 for left, after in moves)


def successors(hand: int, ends: int) -> list[tuple[int, int]]:
    """Return the rest of the hand and the new ends after each legal move."""
    found = []
    for laid in dominoes_in(hand & FITS[ends]):
        left = hand ^ 1 << laid
        found.append((left, AFTER[ends][laid]))
        if laid == ends and TWIN[laid] >= 0:
            found.append((left, TWIN[laid]))
    return found


def blocked_result(mine: int, other: int) -> int:
    """Return the result for `mine` when neither player can move: the hand with fewer spots wins."""
    lead = count_spots(other) - count_spots(mine)
    return (lead > 0) - (lead < 0)


def result_against_habit(mine: int, other: tuple[int, ...], ends: int, knocked: bool) -> int:
    """Return the best result for the player who has just moved or, if `knocked`, knocked: 1, 0 or -1.

    mine: that player's hand as bits. other: the hand of a player with the habit of laying the oldest domino that fits
    (see `PlayerView.habit`), the oldest first.
    """
    if not mine:
        return 1
    for slot, laid in enumerate(other):
        if FITS[ends] >> laid & 1:
            return best_against_habit(mine, other[:slot] + other[slot + 1 :], AFTER[ends][laid], False)
    return blocked_result(mine, mask(other)) if knocked else best_against_habit(mine, other, ends, True)


def best_against_habit(mine: int, other: tuple[int, ...], ends: int, knocked: bool) -> int:
    """Return the same when that player is to move."""
    if not other:
        return -1
    best = -2
    for left, after in successors(mine, ends):
        best = max(best, result_against_habit(left, other, after, False))
        if best == 1:
            return 1
    if best > -2:
        return best
    return blocked_result(mine, mask(other)) if knocked else result_against_habit(mine, other, ends, True)
