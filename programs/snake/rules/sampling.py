"""A stronger player for the domino snake: it samples the hidden pieces many times and plays each of its moves out.

It uses only what a player at the table sees: its own hand, the snake, the sizes of the other hand and the stock, and
the ends at which the other side has passed.
"""

from collections.abc import Sequence

from ..snake import OTHER, Rnd, SnakeState, apply_move_4, choose_move_5, end_of, hand, legal_4, result, shuffled

Slots = tuple[frozenset[int], ...]

SAMPLES = 30  # sampled deals for each decision
NONE_EXCLUDED: frozenset[int] = frozenset()


def sampling_move(state: SnakeState, past: Sequence[tuple[SnakeState, int]], rnd: Rnd, samples: int = SAMPLES) -> int:
    """Return the move that does best in the sampled deals, 0 if none is possible; ties go to the counting player's.

    After it both sides play as the counting player to the end.

    past: each earlier state of this game and the move made in it.
    """
    best = choose_move_5(state)
    possible = moves(state)
    if len(possible) < 2:
        return best
    slots = excluded_numbers(state, past)
    deals = [sample_deal(state, slots, rnd) for _ in range(samples)]

    def lead(k: int) -> int:
        """Return in how many more of the deals a move wins than it loses."""
        winners = [result(played_out(apply_move_4(deal, k))) for deal in deals]
        return winners.count(state.status) - winners.count(OTHER[state.status])

    return max(possible, key=lambda k: (lead(k), k == best))


def moves(state: SnakeState) -> list[int]:
    """Return all legal moves that lay a piece."""
    numbers = range(1, len(hand(state)) + 1)
    return [k for number in numbers for k in (-number, number) if legal_4(state, k)]


def played_out(state: SnakeState) -> SnakeState:
    """Return the end of a game that the counting player plays on for both sides."""
    while not result(state):
        state = apply_move_4(state, choose_move_5(state))
    return state


# knowledge of the other hand


def excluded_numbers(state: SnakeState, past: Sequence[tuple[SnakeState, int]]) -> Slots:
    """Return for each piece of the other hand the numbers that it cannot have.

    A side that passes, move 0, is assumed to hold neither end's number; the piece it takes then is unknown.
    """
    their_moves = [entry for entry in past if entry[0].status != state.status]
    first = their_moves[0][0] if their_moves else state
    slots = [NONE_EXCLUDED] * len(getattr(first, OTHER[state.status]))
    for before, k in their_moves:
        if k == 0:
            ends = {end_of(before.snake, side) for side in (-1, 1)}
            slots = [slot | ends for slot in slots]
            if before.stock:
                slots.append(NONE_EXCLUDED)
        else:
            # The piece that was laid is not visible: the most restricted possible one.
            able = [slot for slot in slots if not slot.intersection(hand(before)[abs(k) - 1])] or slots
            slots.remove(max(able, key=len))
    return tuple(slots)


def sample_deal(state: SnakeState, slots: Slots, rnd: Rnd) -> SnakeState:
    """Return the state with the hidden pieces dealt anew at random to the other hand and the stock."""
    hidden = getattr(state, OTHER[state.status]) + state.stock
    unseen = list(shuffled(tuple(sorted(hidden)), rnd))
    other = []
    for slot in sorted(slots, key=len, reverse=True):
        index = next((n for n, piece in enumerate(unseen) if not slot.intersection(piece)), 0)
        other.append(unseen.pop(index))
    return SnakeState(**state._asdict() | {OTHER[state.status]: tuple(other), "stock": tuple(unseen)})
