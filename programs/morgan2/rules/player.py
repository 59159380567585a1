"""Players of morgan2: a quick one that evaluates each move by itself, and one that samples many decks.

No player uses the order of the deck: it knows which dominoes are still to come, and no more.

A domino is bit code - 1 of a number, and a set of dominoes one number of 64 bits. For each empty place the set that its
neighbours allow is kept, so whether a domino fits is one AND, and how many fit is a count of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import NamedTuple

from ..morgan2 import BONUS, DOMINOES, NONE, PENDING, PLACES, State, adjacent, matches
from .board import Move

# The weights of the quick player, tuned by an evolution strategy over some millions of games, then rounded.
POINTS = 8  # for each neighbour
WORTH = (1, 4, 7, 12, 12)  # an empty place with so many neighbours, if a domino comes that fits
LOST = 6  # of u unplaced dominoes one that fits comes too late with the probability LOST * (5 - neighbours) / u
ONCE = (55, 25)  # times the part of the deck that fits somewhere: if the stack is empty, if it is not
TWICE = 25  # times the part that fits in two places
WELL = 25  # times the part that fits where there are two neighbours
FREED, WELL_FREED = 35, 20  # each domino of the stack that fits somewhere; where there are two neighbours

# The parameters of the sampling player.
DECKS, STEP = 200, 20  # decks sampled for a move at most, and at a time
AHEAD = 12  # placements until a position is evaluated
SURE = 2.0  # a move is dropped if it is behind by so many standard errors
SCORES = 20  # games played to the end to estimate the final score

Random = Callable[[int], int]

ALL = (1 << DOMINOES) - 1
TAKEN = -1
TURN = Move(NONE, NONE)  # turning up the next domino


@cache
def around(place: int) -> list[tuple[int, int]]:
    """Return (side, neighbouring place) for each neighbour of a place."""
    return [(side, other) for side in range(4) if (other := adjacent(place, side)) != NONE]


@cache
def matching(domino: int) -> list[int]:
    """Return for each side of a domino the set of dominoes that match there."""
    return [sum(1 << other for other in range(DOMINOES) if matches(domino + 1, other + 1, side)) for side in range(4)]


@cache
def worths(unplaced: int) -> list[list[float]]:
    """Return the worth of an empty place, by number of neighbours and of dominoes that fit, if so many are unplaced."""
    missed = [0.0, *(min(1.0, LOST * (5 - near) / unplaced) if unplaced else 1.0 for near in range(1, 5))]
    return [[WORTH[near] * (1 - missed[near] ** count) for count in range(DOMINOES + 1)] for near in range(5)]


@dataclass(slots=True)
class SearchPosition:
    """A mutable position for the players."""

    fit: list[int] = field(default_factory=lambda: [ALL] * PLACES)  # by place, the set that its neighbours allow
    near: list[int] = field(default_factory=lambda: [0] * PLACES)  # by place, the number of neighbours, or TAKEN
    frontier: list[int] = field(default_factory=list)  # the empty places with neighbours
    stack: list[int] = field(default_factory=list)  # the dominoes of the stack as bit numbers
    unplaced: int = ALL  # the set of dominoes that are not on the grid
    total: int = 0  # the points
    fill: int = 0  # the number of dominoes on the grid

    def copy(self) -> SearchPosition:
        """Return a copy."""
        lists = self.fit[:], self.near[:], self.frontier[:], self.stack[:]
        return SearchPosition(*lists, self.unplaced, self.total, self.fill)

    def put(self, domino: int, at: int) -> None:
        """Put a domino on the grid."""
        fit, near, after = self.fit, self.near, matching(domino)
        if near[at]:
            self.frontier.remove(at)
        near[at] = TAKEN
        self.unplaced &= ~(1 << domino)
        self.fill += 1
        for side, other in around(at):
            if near[other] != TAKEN:
                if not near[other]:
                    self.frontier.append(other)
                near[other] += 1
                fit[other] &= after[side]

    def place(self, move: Move) -> None:
        """Place a domino of the stack, by its index in `stack`."""
        self.total += BONUS[len(self.stack) - 1] * self.near[move.place]
        self.put(self.stack.pop(move.pointer), move.place)

    def moves(self) -> list[Move]:
        """Return every possible placement."""
        fit, frontier = self.fit, self.frontier
        return [Move(n, at) for n, domino in enumerate(self.stack) for at in frontier if fit[at] >> domino & 1]

    @property
    def coming(self) -> list[int]:
        """The dominoes of the deck, in ascending order."""
        return [domino for domino in range(DOMINOES) if self.unplaced >> domino & 1 and domino not in self.stack]


def position_of(state: State) -> SearchPosition:
    """Return a state as a SearchPosition, the stack without its empty places."""
    position = SearchPosition()
    for place, code in enumerate(state.grid):
        if code:
            position.put(code - 1, place)
    position.stack = [code - 1 for code in state.pending]
    position.total = state.total
    return position


# evaluation


def placement_value(position: SearchPosition, move: Move) -> float:
    """Return the quick player's value of a placement; a better one is larger."""
    fit, near = position.fit, position.near
    domino, at = position.stack[move.pointer], move.place
    after, unplaced = matching(domino), position.unplaced & ~(1 << domino)
    worth = worths(unplaced.bit_count())
    value = POINTS * near[at] - worth[near[at]][(fit[at] & unplaced).bit_count()]
    places = {other: (fit[other], near[other]) for other in position.frontier if other != at}
    for side, other in around(at):
        before, count = fit[other] & unplaced, near[other]
        if count != TAKEN:
            then = before & after[side]
            value += worth[count + 1][then.bit_count()] - worth[count][before.bit_count()]
            places[other] = then, count + 1
    return value + prospects(unplaced, position.stack, places.values())


def prospects(unplaced: int, pending: Iterable[int], places: Iterable[tuple[int, int]]) -> float:
    """Return the value of dominoes that fit somewhere, in two places, beside two neighbours.

    places: of each empty place with neighbours the set that fits there, and the number of its neighbours.
    """
    stack = sum(1 << domino for domino in pending) & unplaced
    deck = unplaced & ~stack
    once = twice = well = 0
    for fitting, near in places:
        twice |= once & fitting
        once |= fitting
        if near > 1:
            well |= fitting
    value = 0.0
    if deck:
        some, double, good = (once & deck).bit_count(), (twice & deck).bit_count(), (well & deck).bit_count()
        value = (ONCE[stack != 0] * some + TWICE * double + WELL * good) / deck.bit_count()
    if stack:
        value += FREED * (once & stack).bit_count() + WELL_FREED * (well & stack).bit_count()
    return value


def position_value(position: SearchPosition) -> float:
    """Return the value of a position: its points, and the values of its empty places."""
    unplaced, places = position.unplaced, [(position.fit[at], position.near[at]) for at in position.frontier]
    worth = worths(unplaced.bit_count())
    value: float = position.total + WORTH[0] * position.near.count(0)
    for fitting, near in places:
        value += worth[near][(fitting & unplaced).bit_count()]
    return value + prospects(unplaced, position.stack, places)


def quick_move(position: SearchPosition) -> Move:
    """Return the quick player's move: TURN if nothing fits, else the placement of the highest value."""
    found = position.moves()
    if len(found) < 2:
        return found[0] if found else TURN
    return max(found, key=lambda move: placement_value(position, move))


def make_move(position: SearchPosition, move: Move, deck: Iterator[int]) -> bool:
    """Place a domino, or turn up the next one of a deck; return whether it was possible."""
    if move is not TURN:
        position.place(move)
    elif len(position.stack) == PENDING or (domino := next(deck, None)) is None:
        return False
    else:
        position.stack.append(domino)
    return True


def play_on(position: SearchPosition, deck: Iterator[int], placements: int = PLACES) -> None:
    """Continue a game by the quick player, with this deck, for a number of placements or to the end."""
    while True:
        move = quick_move(position)
        placements -= move is not TURN
        if placements < 0 or not make_move(position, move, deck):
            return


# sampling


class SearchProgress(NamedTuple):
    """An intermediate result of the sampling player."""

    part: float  # how much of the search is done, 0 to 1
    move: Move  # the best move so far; its pointer counts only the dominoes of the stack
    final: float = 0.0  # the estimated final score, in the last result only


def draw_dominoes(coming: list[int], count: int, rnd: Random) -> list[int]:
    """Draw `count` random dominoes from `coming`, which is reordered, or all if there are fewer.

    rnd(1), which is a fraction in BASIC, is never called.
    """
    last = len(coming)
    for index in range(min(count, last - 1)):
        other = index + rnd(last - index) - 1
        coming[index], coming[other] = coming[other], coming[index]
    return coming[:count]


def candidates(position: SearchPosition) -> list[Move]:
    """Return the moves to sample: all placements, the quick player's favourite first, and TURN."""
    moves = sorted(position.moves(), key=lambda move: -placement_value(position, move))
    if position.coming and len(position.stack) < PENDING:
        moves.append(TURN)
    return moves


def search_moves(position: SearchPosition, rnd: Random) -> Iterator[SearchProgress]:
    """Evaluate the moves of an open game on many random decks, and yield intermediate results.

    All moves are sampled on the same decks. A move that is clearly behind is dropped. The amount of work depends on the
    position and the random numbers, never on the clock.
    """
    values: dict[Move, list[float]] = {move: [] for move in candidates(position)}
    coming, leader = position.coming, next(iter(values))
    for done in range(STEP, DECKS + 1, STEP):
        if len(values) == 1:
            break
        for _ in range(STEP):
            deck = draw_dominoes(coming, AHEAD + PENDING + 1, rnd)
            for move, samples in values.items():
                after, rest = position.copy(), iter(deck)
                make_move(after, move, rest)
                play_on(after, rest, AHEAD + (move is TURN))
                samples.append(position_value(after))
        leader = max(values, key=lambda move: sum(values[move]))
        values = {move: samples for move, samples in values.items() if not is_behind(samples, values[leader])}
        yield SearchProgress(done / DECKS, leader)
    total = 0.0
    for _ in range(SCORES):
        after, rest = position.copy(), iter(draw_dominoes(coming, DOMINOES, rnd))
        make_move(after, leader, rest)
        play_on(after, rest)
        total += after.total / after.fill
    yield SearchProgress(1, leader, total / SCORES)


def is_behind(values: list[float], best: list[float]) -> bool:
    """Return whether a move is significantly worse than the best one."""
    lags = [more - less for more, less in zip(best, values)]
    mean = sum(lags) / len(lags)
    variance = sum((lag - mean) ** 2 for lag in lags) / len(lags)
    return mean > SURE * sqrt((variance + 1) / len(lags))
