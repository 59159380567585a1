"""Rules of Mahjong beyond the original's: other layouts, exact deals, unlimited undo, shuffles."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations

from .. import mahjong
from ..mahjong import GONE, KINDS, POSITIONS, TILES, TOP, Pair, is_free, take

Random = Callable[[int], int]

ATTEMPTS = 200  # at a solvable shuffle

# The parts of the turtle that a layout has: first and last column, row and level of each.
PARTS = {
    "turtle": ((1, 15, 1, 8, 1, 5),),
    "pyramid": ((4, 11, 1, 8, 1, 4),),
    "cross": ((6, 9, 1, 8, 1, 2), (7, 8, 1, 8, 3, 3), (2, 13, 4, 5, 1, 2)),
    "fortress": (
        *((2, 5, 1, 8, 1, 1), (10, 13, 1, 8, 1, 1), (6, 9, 1, 2, 1, 1), (6, 9, 7, 8, 1, 1)),
        *((5, 5, 1, 8, 2, 2), (10, 10, 1, 8, 2, 2), (2, 13, 2, 2, 2, 2), (2, 13, 7, 7, 2, 2)),  # the wall
    ),
}
LAYOUTS = tuple(PARTS)
LAYOUT_OF_LEVEL = (2, 3, 1, 0)  # that with the fewest tiles first
# The places that each layout leaves empty: an even number. They count as taken before the game.
ABSENT = tuple(
    tuple(
        place
        for place, (x, y, z) in enumerate(POSITIONS)
        if not any(a <= x <= b and c <= y <= d and e <= z <= f for a, b, c, d, e, f in parts)
    )
    for parts in PARTS.values()
)


def values_without(taken: Iterable[int]) -> list[int]:
    """Return the values of the turtle without the tiles of these places, in whatever order they were taken."""
    values = mahjong.start_values()
    for place in taken:
        take(values, place)
    return values


# pairs


def free_places(values: Sequence[int], places: Iterable[int] = range(TILES)) -> list[int]:
    """Return the places of free tiles among these, in the same order."""
    return [place for place in places if is_free(values[place])]


def pairs(values: Sequence[int], kinds: Sequence[int], order: Iterable[int] = range(TILES)) -> list[Pair]:
    """Return every pair of free tiles, searching the places in this order."""
    return [(a, b) for a, b in combinations(free_places(values, order), 2) if kinds[a] == kinds[b]]


def top_tile(values: Sequence[int], x: int, y: int) -> int:
    """Return the place of the highest tile of a stack, or -1. The top tile is on four stacks."""
    if (x, y) in mahjong.UNDER_TOP and values[TOP] != GONE:
        return TOP
    place = mahjong.top_place(values, x, y)
    return -1 if place == mahjong.NOWHERE else place


# deals


def deal(
    rnd: Random, layout: int = 0, progress: Callable[[int, int], None] = lambda restarts, left: None
) -> tuple[list[int], list[int], int]:
    """Deal a solvable game: play forward with blank tiles, and restart where no second tile is free.

    layout: an index of LAYOUTS. progress: called before each pair with the restarts so far, and the tiles left after
    one of the two. Returns the kinds, the places that the layout leaves empty and the others in the order of the
    solution, the number of restarts.
    """
    restarts, absent, start = 0, ABSENT[layout], values_without(ABSENT[layout])
    while len(order := deal_blank(rnd, list(start), partial(progress, restarts))) < TILES - len(absent):
        restarts += 1
    order = [*absent, *order]
    kinds = shuffled([kind for _ in range(2) for kind in range(1, KINDS + 1)], rnd)
    return with_kinds([0] * TILES, order, kinds), order, restarts


def deal_blank(rnd: Random, values: list[int], progress: Callable[[int], None]) -> list[int]:
    """Remove random free pairs from these values until there is none, and return the places in order of removal."""
    free, left = free_places(values), sum(value != GONE for value in values)
    order: list[int] = []
    while left > len(order):
        progress(left - len(order) - 1)
        if len(free) < 2:
            break
        pair = random_pair(rnd, free)
        for place in pair:
            take(values, place)
        free = [place for place in free if place not in pair]
        freed = {near for place in pair for near, _, _ in mahjong.TOUCHED[place] if is_free(values[near])}
        free += sorted(freed.difference(free))
        order += pair
    return order


def random_pair(rnd: Random, free: Sequence[int]) -> list[int]:
    """Return two different free places. RND(1) would be a fraction."""
    first, second = rnd(len(free)) - 1, rnd(len(free) - 1) - 1 if len(free) > 2 else 0
    return [free[first], free[second + (second >= first)]]


def with_kinds(kinds: Sequence[int], order: Sequence[int], steps: Sequence[int]) -> list[int]:
    """Return the kinds, with those of the pairs of the order replaced."""
    result = list(kinds)
    for index, kind in enumerate(steps):
        result[order[2 * index]] = result[order[2 * index + 1]] = kind
    return result


def shuffled(items: Sequence[int], rnd: Random) -> list[int]:
    """Return the items in random order."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = rnd(last + 1) - 1
        result[last], result[other] = result[other], result[last]
    return result


def reshuffled(rnd: Random, values: Sequence[int], kinds: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Shuffle the remaining tiles into a solvable game: its kinds and an order of solution.

    Return None if there is none, as with two tiles on one stack.
    """
    pool = sorted(kinds[place] for place in range(TILES) if values[place] != GONE)
    for _ in range(ATTEMPTS):
        order = deal_blank(rnd, list(values), lambda left: None)
        if len(order) == len(pool):
            return with_kinds(kinds, order, shuffled(pool[::2], rnd)), order
    return None
