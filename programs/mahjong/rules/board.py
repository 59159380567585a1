"""What the rules of Mahjong have beside the original's: other layouts, exact deals, undo without end, shuffles."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from .. import mahjong
from ..mahjong import (
    ABOVE,
    GONE,
    KINDS,
    LEFT,
    NOWHERE,
    POSITIONS,
    RIGHT,
    SHUT,
    TILES,
    TOP,
    TOUCHED,
    UNDER_TOP,
    Pair,
    start_values,
    take,
    top_place,
)

Random = Callable[[int], int]

ATTEMPTS = 200  # at a solvable shuffle


# layouts: the turtle, and three that leave some of its places empty


def _pyramid(x: int, y: int, z: int) -> bool:
    return 4 <= x <= 11 and z < 5


def _cross(x: int, y: int, z: int) -> bool:
    upright = (z, x) in ((1, 6), (1, 7), (1, 8), (1, 9), (2, 6), (2, 7), (2, 8), (2, 9), (3, 7), (3, 8))
    return (upright or (z == 1 and y in (4, 5)) or (z == 2 and y in (4, 5))) and 2 <= x <= 13


def _fortress(x: int, y: int, z: int) -> bool:
    wall = x in (5, 10) or y in (2, 7)
    yard = 6 <= x <= 9 and 3 <= y <= 6
    return 2 <= x <= 13 and ((z == 1 and not yard) or (z == 2 and wall))


LAYOUTS = ("TURTLE", "PYRAMID", "CROSS", "FORTRESS")
ABSENT: tuple[tuple[int, ...], ...] = tuple(
    tuple(place for place, position in enumerate(POSITIONS) if not present(*position))
    for present in (lambda x, y, z: True, _pyramid, _cross, _fortress)
)
"""The places that each layout leaves empty: an even number. They count as taken before the game."""


# openness


def layout_values(layout: int) -> list[int]:
    """Return the values at the start of a layout."""
    values = start_values()
    for place in ABSENT[layout]:
        take(values, place)
    return values


def openness_of(values: Sequence[int], place: int) -> int:
    """Return the value that the neighbours of a place give its tile."""
    shut = [any(values[near] != GONE for near in side[place]) for side in (LEFT, RIGHT, ABOVE)]
    return 1 + shut[0] + shut[1] + 2 * shut[2]


def put_back(values: list[int], place: int) -> None:
    """Put a tile back; the order of several tiles does not matter."""
    values[place] = openness_of(values, place)
    for near, others, weight in TOUCHED[place]:
        if values[near] != GONE and all(values[other] == GONE for other in others):
            values[near] += weight


def put_back_in_order(values: list[int], first: int, second: int) -> None:
    """Put a pair back as the original does, in the order of removal: a common neighbour gets too low a value."""
    put_back(values, second)
    put_back(values, first)
    touched = {near for near, _, _ in TOUCHED[second]}
    for near, _, weight in TOUCHED[first]:
        if near in touched and values[near] != GONE:
            values[near] -= weight


# pairs


def free_places(values: Sequence[int], places: Iterable[int] = range(TILES)) -> list[int]:
    """Return the places with free tiles, in the given order."""
    return [place for place in places if values[place] < SHUT]


def pairs(
    values: Sequence[int], kinds: Sequence[int], order: Iterable[int] = range(TILES), twice: bool = False
) -> list[Pair]:
    """Return every pair of free tiles, searching the places in this order; twice: also in reverse."""
    places = free_places(values, order)
    rank = {place: number for number, place in enumerate(places)}
    return [(a, b) for a, b in mahjong.pairs(values, kinds, places) if twice or rank[a] < rank[b]]


def top_tile(values: Sequence[int], x: int, y: int) -> int:
    """Return the place of the highest tile of a stack, or -1. The top tile is on four stacks."""
    if (x, y) in UNDER_TOP and values[TOP] != GONE:
        return TOP
    place = top_place(values, x, y)
    return -1 if place == NOWHERE else place


# deals


def deal(
    rnd: Random,
    progress: Callable[[int, int], None] = lambda restarts, left: None,
    *,
    in_order: bool = False,
    probes: int = 0,
    layout: int = 0,
) -> tuple[list[int], list[int], int]:
    """Deal a solvable game: play forward with blank tiles, and restart where no second tile is free.

    progress: called before each pair with the restarts so far, and the tiles left after one of the two. in_order:
    whether the kinds are 1 to 36, twice, in the order of the solution. probes: random tries for a free tile, 0 for an
    exact list. layout: an index of LAYOUTS. Returns the kinds, the places that the layout leaves empty and the others
    in the order of the solution, the number of restarts.
    """
    restarts, absent, start = 0, ABSENT[layout], layout_values(layout)
    while len(order := deal_blank(rnd, list(start), partial(progress, restarts), probes)) < TILES - len(absent):
        restarts += 1
    order = [*absent, *order]
    steps = [kind for _ in range(2) for kind in range(1, KINDS + 1)]
    kinds = [0] * TILES
    assign_kinds(kinds, order, steps if in_order else shuffled(steps, rnd))
    return kinds, order, restarts


def deal_blank(rnd: Random, values: list[int], progress: Callable[[int], None], probes: int = 0) -> list[int]:
    """Remove random free pairs from these values until there is none, and return the places in order of removal."""
    free, left = free_places(values), sum(value != GONE for value in values)
    order: list[int] = []
    while left > len(order):
        progress(left - len(order) - 1)
        pair = probed_pair(rnd, values, probes) if probes else random_pair(rnd, free)
        if len(pair) < 2:
            break
        for place in pair:
            take(values, place)
        free = [place for place in free if place not in pair]
        freed = {near for place in pair for near, _, _ in TOUCHED[place] if values[near] < SHUT}
        free += sorted(freed.difference(free))
        order += pair
    return order


def random_pair(rnd: Random, free: Sequence[int]) -> list[int]:
    """Return two different free places, or fewer if there are not two."""
    if len(free) < 2:
        return list(free)
    first, second = random_below(rnd, len(free)), random_below(rnd, len(free) - 1)
    return [free[first], free[second + (second >= first)]]


def random_below(rnd: Random, n: int) -> int:
    """Return a number from 0 to n-1; RND(1) would be a fraction."""
    return rnd(n) - 1 if n > 1 else 0


def probed_pair(rnd: Random, values: Sequence[int], probes: int) -> list[int]:
    """Return two different free places as the original finds them: random places, up to `probes` tries for each."""
    found: list[int] = []
    for _ in range(2):
        tries = (rnd(TILES) - 1 for _ in range(probes))
        found += [next((place for place in tries if values[place] < SHUT and place not in found), -1)]
    return [place for place in found if place >= 0]


def assign_kinds(kinds: list[int], order: Sequence[int], steps: Sequence[int]) -> None:
    """Assign a kind to each pair of the order."""
    for index, kind in enumerate(steps):
        kinds[order[2 * index]] = kinds[order[2 * index + 1]] = kind


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
            new_kinds = list(kinds)
            assign_kinds(new_kinds, order, shuffled(pool[::2], rnd))
            return new_kinds, order
    return None
