"""A stronger player for the domino snake: it imagines what it cannot see, many times, and plays each of its moves out.

It uses what a player at the table sees: its own hand, the snake, how many pieces the other side and the stock hold,
and after which ends the other side has passed. All of it is ours.
"""

from __future__ import annotations

from . import snake5
from .snake1 import COMPUTER, NUMBERS, PLAYER, Piece, Pieces, State, shuffled
from .snake3 import CLOSED, hand
from .snake4 import apply_move, end_of, moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .snake1 import Rnd

    Slots = tuple[frozenset[int], ...]

SAMPLES = 30  # imagined deals for each decision
ANY: frozenset[int] = frozenset()


def sampling_move(state: State, past: Sequence[tuple[State, int]], rnd: Rnd, samples: int = SAMPLES) -> int:
    """The move that does best in the imagined deals, 0 if none is possible; of equals the counting player's.

    past: each position of this game and the move made in it.
    """
    best = snake5.statistical_move(state)
    possible = moves(state)
    if len(possible) < 2:
        return best
    slots = known(state, past)
    deals = [imagined(state, slots, rnd) for _ in range(samples)]
    totals = {k: sum(-outcome(apply_move(deal, k)) for deal in deals) for k in possible}
    return max(possible, key=lambda k: (totals[k], k == best))


# what is known of the other side


def known(state: State, past: Sequence[tuple[State, int]]) -> Slots:
    """For each piece that the other side holds: the numbers that it cannot have.

    Who passes has neither end in hand, says this player, who would not pass otherwise; what is taken then is unknown.
    """
    other = [entry for entry in past if entry[0].status != state.status]
    first = other[0][0] if other else state
    slots = [ANY] * len(_other_hand(first, state.status))
    for before, k in other:
        if k == 0:
            ends = {end_of(before.snake, side) for side in (-1, 1)}
            slots = [slot | ends for slot in slots] + [ANY] * bool(before.stock)
        else:
            _forget_one(slots, hand(before)[abs(k) - 1])
    return tuple(slots)


def _other_hand(state: State, status: str) -> Pieces:
    """The hand of the side that is not this one."""
    return state.computer if status == PLAYER else state.player


def _forget_one(slots: list[frozenset[int]], piece: Piece) -> None:
    """A piece was laid: which slot it was in cannot be seen, so the most restricted one that could hold it goes."""
    able = [slot for slot in slots if not slot.intersection(piece)] or slots
    slots.remove(max(able, key=len))


def imagined(state: State, slots: Slots, rnd: Rnd) -> State:
    """The state with the other hand and the stock dealt anew out of all that the side to move does not see."""
    unseen = list(shuffled(tuple(sorted(_other_hand(state, state.status) + state.stock)), rnd))
    other = []
    for slot in sorted(slots, key=len, reverse=True):
        place = next((n for n, piece in enumerate(unseen) if not slot.intersection(piece)), 0)
        other.append(unseen.pop(place))
    if state.status == COMPUTER:
        return state._replace(player=tuple(other), stock=tuple(unseen))
    return state._replace(computer=tuple(other), stock=tuple(unseen))


# playing out, the counting player on both sides


def outcome(state: State) -> int:
    """How the game ends if both sides count from here on: 1 the side to move wins, -1 it loses, 0 a draw."""
    mine, others = (state.computer, state.player) if state.status == COMPUTER else (state.player, state.computer)
    hands = [list(mine), list(others)]
    tallies = [_tally(mine), _tally(others)]
    laid, stock = _tally(state.snake), list(state.stock)
    left, right = end_of(state.snake, -1), end_of(state.snake, 1)
    turn = 0
    while True:
        for side, winner in ((0, 1), (1, -1)):
            if not hands[side]:
                return winner
        if left == right and laid[left] == CLOSED:
            return 0
        held, tally = hands[turn], tallies[turn]
        best = _choice(held, tally, laid, left, right)
        if best >= 0:
            a, b = held.pop(best)
            if left in (a, b):
                left = b if a == left else a
            else:
                right = b if a == right else a
            for number in (a, b):
                tally[number] -= 1
                laid[number] += 1
        elif stock:
            held.append(stock.pop())
            for number in held[-1]:
                tally[number] += 1
        turn = 1 - turn


def _choice(held: list[Piece], tally: list[int], laid: list[int], left: int, right: int) -> int:
    """The place of the fitting piece with the highest score, the first of equals; -1: none fits."""
    best, most = -1, -1
    for place, (a, b) in enumerate(held):
        if a == left or b == left or a == right or b == right:
            score = tally[a] + laid[a] + tally[b] + laid[b]
            if score > most:
                best, most = place, score
    return best


def _tally(pieces: Pieces) -> list[int]:
    spots = [number for piece in pieces for number in piece]
    return [spots.count(number) for number in NUMBERS]
