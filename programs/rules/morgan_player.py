"""Players of morgan2: a quick one that weighs each move by itself, and one that tries the moves out on many decks.

Nobody looks at the order of the deck: a player knows which dominoes are still to come, and no more.

Here a domino is a bit, bit code - 1, and a set of dominoes one number of 64 bits. Of each empty place is kept which
dominoes its neighbours allow, so that whether something fits is one AND, and how much still fits is a count of bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from .morgan import BONUS, DOMINOES, NONE, PENDING, PLACES, Move, beside, matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .morgan import Chance, State

# What the quick player goes by: tuned by an evolution strategy over some millions of games, then rounded.
POINTS = 8  # for each neighbour
WORTH = (1, 4, 7, 12, 12)  # an empty place with so many neighbours, if something will come that fits
LOST = 6  # of u unplaced dominoes one that fits comes too late with the chance of LOST * (5 - neighbours) / u
ONCE = (55, 25)  # times the part of the deck that fits somewhere: if the stack is empty, if it is not
TWICE = 25  # times the part that fits in two places
WELL = 25  # times the part that fits where there are two neighbours
FREED, WELL_FREED = 35, 20  # each domino of the stack that fits somewhere; where there are two neighbours

# How far the other one looks.
DECKS, STEP = 200, 20  # decks tried for a move at most, and at a time
AHEAD = 12  # placements until a position is weighed
SURE = 2.0  # standard errors that a move must be behind to be given up
SCORES = 20  # games played to the end to say what the final score may be

ALL = (1 << DOMINOES) - 1
TAKEN = -1
TURN = Move(NONE, NONE)  # turning up the next domino


class Tables(NamedTuple):
    """What depends on nothing. around: by place, the neighbouring places, each with its side.

    after: by domino and side, the set of those that may lie there. worth: by unplaced dominoes, neighbours of an empty
    place, and how many of the unplaced fit there.
    """

    around: list[list[tuple[int, int]]]
    after: list[list[int]]
    worth: list[list[list[float]]]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, made when they are first needed."""
    around = [[(side, beside(at, side)) for side in range(4) if beside(at, side) != NONE] for at in range(PLACES)]
    codes = range(1, DOMINOES + 1)
    after = [
        [sum(1 << other - 1 for other in codes if matches(code, other, side)) for side in range(4)] for code in codes
    ]
    worth = [
        [[_worth(unplaced, near, count) for count in range(DOMINOES + 1)] for near in range(5)]
        for unplaced in range(DOMINOES + 1)
    ]
    return Tables(around, after, worth)


def _worth(unplaced: int, near: int, count: int) -> float:
    """What an empty place is worth with so many neighbours, if so many of the unplaced dominoes fit there."""
    if near == 0:
        return WORTH[0]
    missed = min(1.0, LOST * (5 - near) / unplaced) if unplaced else 1.0
    return WORTH[near] * (1 - missed**count)


class Position:
    """A game as the players keep it, to be changed in place.

    fit: by place, the set of dominoes that its neighbours allow. near: by place, how many neighbours, or TAKEN.
    frontier: the empty places with neighbours. stack: dominoes as bit numbers. unplaced: the set of those that are not
    on the grid.
    """

    __slots__ = ("fill", "fit", "frontier", "near", "stack", "total", "unplaced")

    def __init__(self) -> None:
        self.fit = [ALL] * PLACES
        self.near = [0] * PLACES
        self.frontier: list[int] = []
        self.stack: list[int] = []
        self.unplaced = ALL
        self.total = self.fill = 0

    def copy(self) -> Position:
        """Another one like this."""
        new = Position.__new__(Position)
        new.fit, new.near, new.frontier, new.stack = self.fit[:], self.near[:], self.frontier[:], self.stack[:]
        new.unplaced, new.total, new.fill = self.unplaced, self.total, self.fill
        return new

    def put(self, domino: int, at: int) -> None:
        """Put a domino on the grid."""
        fit, near, after = self.fit, self.near, tables().after[domino]
        if near[at]:
            self.frontier.remove(at)
        near[at] = TAKEN
        self.unplaced &= ~(1 << domino)
        self.fill += 1
        for side, other in tables().around[at]:
            if near[other] != TAKEN:
                if not near[other]:
                    self.frontier.append(other)
                near[other] += 1
                fit[other] &= after[side]

    def place(self, move: Move) -> None:
        """Place a domino of the stack, by its number in `stack`."""
        self.total += BONUS[len(self.stack) - 1] * self.near[move.place]
        self.put(self.stack.pop(move.pointer), move.place)

    def moves(self) -> list[Move]:
        """Everything that could be placed."""
        fit, frontier = self.fit, self.frontier
        return [Move(n, at) for n, domino in enumerate(self.stack) for at in frontier if fit[at] >> domino & 1]

    @property
    def coming(self) -> list[int]:
        """The dominoes of the deck, in no order that means anything."""
        return [domino for domino in range(DOMINOES) if self.unplaced >> domino & 1 and domino not in self.stack]


def position_of(state: State) -> Position:
    """A state as the players keep it; its stack without the empty places."""
    position = Position()
    for at, code in enumerate(state.grid):
        if code:
            position.put(code - 1, at)
    position.stack = [code - 1 for code in state.pending]
    position.total = state.total
    return position


# weighing


def weigh(position: Position, move: Move) -> float:
    """What the quick player thinks of a placement: of two, the better one is more."""
    fit, near = position.fit, position.near
    domino, at = position.stack[move.pointer], move.place
    after, unplaced = tables().after[domino], position.unplaced & ~(1 << domino)
    worths = tables().worth[unplaced.bit_count()]
    value = POINTS * near[at] - worths[near[at]][(fit[at] & unplaced).bit_count()]
    done = [at]
    once = twice = well = 0
    for side, other in tables().around[at]:
        count = near[other]
        if count != TAKEN:
            done.append(other)
            before = fit[other]
            then = before & after[side]
            value += worths[count + 1][(then & unplaced).bit_count()] - worths[count][(before & unplaced).bit_count()]
            twice |= once & then
            once |= then
            well |= then if count else 0
    for other in position.frontier:
        if other not in done:
            then = fit[other]
            twice |= once & then
            once |= then
            well |= then if near[other] > 1 else 0
    stack = sum(1 << pending for pending in position.stack) & unplaced
    return value + prospects(unplaced, stack, once, twice, well)


def prospects(unplaced: int, stack: int, once: int, twice: int, well: int) -> float:
    """What it is worth that these sets of dominoes fit somewhere, in two places, where there are two neighbours."""
    deck = unplaced & ~stack
    value = 0.0
    if deck:
        some, double, good = (once & deck).bit_count(), (twice & deck).bit_count(), (well & deck).bit_count()
        value = (ONCE[stack != 0] * some + TWICE * double + WELL * good) / deck.bit_count()
    if stack:
        value += FREED * (once & stack).bit_count() + WELL_FREED * (well & stack).bit_count()
    return value


def value_of(position: Position) -> float:
    """What a position is worth, in points: those that are made, and what may come of the empty places."""
    fit, near, unplaced = position.fit, position.near, position.unplaced
    worths = tables().worth[unplaced.bit_count()]
    value: float = position.total + WORTH[0] * near.count(0)
    once = twice = well = 0
    for at in position.frontier:
        then, count = fit[at], near[at]
        value += worths[count][(then & unplaced).bit_count()]
        twice |= once & then
        once |= then
        well |= then if count > 1 else 0
    stack = sum(1 << pending for pending in position.stack)
    return value + prospects(unplaced, stack, once, twice, well)


def quick(position: Position) -> Move:
    """The quick player's move: TURN if nothing fits, else the placement it likes best."""
    found = position.moves()
    if len(found) < 2:
        return found[0] if found else TURN
    return max(found, key=lambda move: weigh(position, move))


def play_on(position: Position, deck: Iterator[int], placements: int = PLACES) -> None:
    """Let the quick player play on with the dominoes of this deck, so many placements or to the end."""
    while True:
        move = quick(position)
        if move is not TURN:
            if not placements:
                return
            placements -= 1
            position.place(move)
        elif len(position.stack) == PENDING or (domino := next(deck, None)) is None:
            return
        else:
            position.stack.append(domino)


# trying out


@dataclass(slots=True)
class Thought:
    """What the thinking has come to.

    part: how much of it is done, 0 to 1. move: the best one now, its place in the stack counted without empty ones.
    final: what the final score may be, in the last one.
    """

    part: float
    move: Move
    final: float = 0.0


def drawn(coming: list[int], count: int, rnd: Chance) -> list[int]:
    """So many dominoes drawn at random, or all there are; coming is put into another order.

    rnd is never asked for rnd(1), which is a fraction in BASIC.
    """
    last = len(coming)
    for at in range(min(count, last - 1)):
        other = at + rnd(last - at) - 1
        coming[at], coming[other] = coming[other], coming[at]
    return coming[:count]


def candidates(position: Position) -> list[Move]:
    """The moves worth trying: all placements, the quick player's favourite first, and turning up the next domino."""
    found = sorted(position.moves(), key=lambda move: -weigh(position, move))
    if position.coming and len(position.stack) < PENDING:
        found.append(TURN)
    return found


def think(position: Position, rnd: Chance) -> Iterator[Thought]:
    """Try the moves of a game that is not over out on many decks; gives what it thinks of them from time to time.

    All moves are tried on the same decks. One that has fallen behind for sure is given up. How much is done depends on
    the position and on chance, never on the clock.
    """
    values: dict[Move, list[float]] = {move: [] for move in candidates(position)}
    coming = position.coming
    for done in range(STEP, DECKS + 1, STEP):
        if len(values) == 1:
            break
        for _ in range(STEP):
            deck = drawn(coming, AHEAD + PENDING + 1, rnd)
            for move in values:
                values[move].append(tried(position, move, deck))
        leader = best_of(values)
        values = {move: made for move, made in values.items() if not behind(made, values[leader])}
        yield Thought(done / DECKS, leader)
    yield Thought(1, best_of(values), score_after(position, best_of(values), rnd))


def best_of(values: dict[Move, list[float]]) -> Move:
    """The move with the highest values."""
    return max(values, key=lambda move: sum(values[move]))


def tried(position: Position, move: Move, deck: list[int]) -> float:
    """What a position is worth some moves after this one, if this is how the deck begins."""
    after, rest = position.copy(), iter(deck)
    make(after, move, rest)
    play_on(after, rest, AHEAD + (move is TURN))
    return value_of(after)


def make(position: Position, move: Move, deck: Iterator[int]) -> None:
    """Place a domino, or turn up the next one of a deck."""
    if move is TURN:
        position.stack.append(next(deck))
    else:
        position.place(move)


def behind(values: list[float], best: list[float]) -> bool:
    """Is a move behind the best one, for all that chance may have done?"""
    lags = [more - less for more, less in zip(best, values)]
    mean = sum(lags) / len(lags)
    variance = sum((lag - mean) ** 2 for lag in lags) / len(lags)
    return mean > SURE * sqrt((variance + 1) / len(lags))


def score_after(position: Position, move: Move, rnd: Chance) -> float:
    """The final score, total divided by fill, that the quick player makes after this move, on average."""
    coming, total = position.coming, 0.0
    for _ in range(SCORES):
        after, rest = position.copy(), iter(drawn(coming, DOMINOES, rnd))
        make(after, move, rest)
        play_on(after, rest)
        total += after.total / after.fill
    return total / SCORES
