"""The rules of Mahjong solitaire: the turtle of 144 tiles, openness, solvable deals, pairs.

A position is (x, y, z): column 1-15, row 1-8, level 1-5. A place is its number, 0-143, by level, row and column.
The values are a list of 144 numbers, one for each place: 1 open left and right, 2 open left or right, 3 shut on both
sides, 4 open on a side but covered, 5 shut and covered, 9 removed. The kinds are a list of 144 numbers, 1-36.
A tile is free if it is open on a side and uncovered.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

Position = tuple[int, int, int]
Pair = tuple[int, int]
Random = Callable[[int], int]  # of n: 1 to n
Touch = tuple[int, tuple[int, ...], int]

TILES, KINDS = 144, 36
COLUMNS, ROWS, LEVELS = 15, 8, 5
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the kinds 1 to 36
SHUT, GONE = 3, 9
PROBES = 500  # random tries after which the original gives up the search for another tile
ATTEMPTS = 200  # at a reshuffle, before it counts as impossible

# The values at the start: level, row, columns 1 to 15; 0 is no place. Lines 2001-2056 of the original.
START = (
    (1, 1, "023333333333200"),
    (1, 2, "000255555520000"),
    (1, 3, "002355555532000"),
    (1, 4, "233355555533332"),
    (1, 5, "033355555533300"),
    (1, 6, "002355555532000"),
    (1, 7, "000255555520000"),
    (1, 8, "023333333333200"),
    (2, 2, "000023333200000"),
    (2, 3, "000025555200000"),
    (2, 4, "000025555200000"),
    (2, 5, "000025555200000"),
    (2, 6, "000025555200000"),
    (2, 7, "000023333200000"),
    (3, 3, "000002332000000"),
    (3, 4, "000002552000000"),
    (3, 5, "000002552000000"),
    (3, 6, "000002332000000"),
    (4, 4, "000000440000000"),
    (4, 5, "000000440000000"),
    (5, 4, "000000100000000"),
)
POSITIONS: tuple[Position, ...] = tuple(
    (x, y, z) for z, y, row in START for x, value in enumerate(row, 1) if value != "0"
)
PLACE: dict[Position, int] = {position: place for place, position in enumerate(POSITIONS)}

# Four tiles lie between the rows, the top one between the columns too. These are the neighbours that their columns,
# rows and levels do not give.
LEFT_END, RIGHT_INNER, TOP = PLACE[1, 4, 1], PLACE[14, 4, 1], PLACE[7, 4, 5]
UNDER_TOP = ((7, 4), (8, 4), (7, 5), (8, 5))  # columns and rows
ALSO_BESIDE = ((LEFT_END, PLACE[2, 5, 1]), (PLACE[13, 5, 1], RIGHT_INNER))  # left, right
ALSO_UNDER = ((PLACE[8, 4, 4], TOP), (PLACE[7, 5, 4], TOP), (PLACE[8, 5, 4], TOP))  # below, above


def _neighbours(dx: int, dz: int, also: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """Return, for each place, the places one column or one level on, including the pairs in `also`."""
    found = [[PLACE[x + dx, y, z + dz]] if (x + dx, y, z + dz) in PLACE else [] for x, y, z in POSITIONS]
    for place, other in also:
        found[place].append(other)
    return tuple(tuple(sorted(places)) for places in found)


RIGHT, LEFT = _neighbours(1, 0, ALSO_BESIDE), _neighbours(-1, 0, [(b, a) for a, b in ALSO_BESIDE])
ABOVE, BELOW = _neighbours(0, 1, ALSO_UNDER), _neighbours(0, -1, [(b, a) for a, b in ALSO_UNDER])


TOUCHED: tuple[tuple[Touch, ...], ...] = tuple(
    tuple(
        (near, tuple(other for other in back[near] if other != place), weight)
        for there, back, weight in ((LEFT, RIGHT, 1), (RIGHT, LEFT, 1), (BELOW, ABOVE, 2))
        for near in there[place]
    )
    for place in range(TILES)
)
"""What each tile blocks: (neighbour, other tiles on that side of the neighbour, change of its value)."""


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


def start_values() -> list[int]:
    """Return the values of the full turtle. Lines 3000-3020."""
    return [int(value) for _, _, row in START for value in row if value != "0"]


def layout_values(layout: int) -> list[int]:
    """Return the values at the start of a layout."""
    values = start_values()
    for place in ABSENT[layout]:
        take(values, place)
    return values


def is_free(value: int) -> bool:
    """Return whether a tile of this value is free."""
    return value < SHUT


def openness_of(values: Sequence[int], place: int) -> int:
    """Return the value that the neighbours of a place give its tile."""
    shut = [any(values[near] != GONE for near in side[place]) for side in (LEFT, RIGHT, ABOVE)]
    return 1 + shut[0] + shut[1] + 2 * shut[2]


def take(values: list[int], place: int) -> None:
    """Remove a tile, and update its neighbours. Lines 270-289, 1-5."""
    change_neighbours(values, place, -1)
    values[place] = GONE


def put_back(values: list[int], place: int) -> None:
    """Put a tile back; the order of several tiles does not matter. Lines 400-430, 1-5."""
    values[place] = openness_of(values, place)
    change_neighbours(values, place, 1)


def change_neighbours(values: list[int], place: int, sign: int) -> None:
    """Open (-1) or shut (1) the neighbours, unless another tile blocks the same side. Lines 1-5."""
    for near, others, weight in TOUCHED[place]:
        if values[near] != GONE and all(values[other] == GONE for other in others):
            values[near] += sign * weight


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
    """Return every pair of free tiles, searching the places in this order. Lines 500-568.

    twice: also yield each pair in reverse, as the original does.
    """
    free = free_places(values, order)
    return [
        (a, b)
        for index, a in enumerate(free)
        for b in (free if twice else free[index + 1 :])
        if a != b and kinds[a] == kinds[b]
    ]


def top_tile(values: Sequence[int], x: int, y: int) -> int:
    """Return the place of the highest tile of a stack, or -1. The top tile is on four stacks."""
    if (x, y) in UNDER_TOP and values[TOP] != GONE:
        return TOP
    levels = (PLACE.get((x, y, z), -1) for z in range(LEVELS, 0, -1))
    return next((place for place in levels if place >= 0 and values[place] != GONE), -1)


# the cursor


def step(values: Sequence[int], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """Return the cursor's column and row after one step from column x, row y. Lines 130-179.

    Columns 1, 14 and 15 have row 4 only; under the top tile the four stacks count as one, (7,4).
    """
    if (x, y) in UNDER_TOP and values[TOP] != GONE:
        x, y = (8 if dx > 0 else 7), (5 if dy > 0 else 4)
    return cursor_stack(values, min(max(x + dx, 1), COLUMNS), min(max(y + dy, 1), ROWS))


def cursor_stack(values: Sequence[int], x: int, y: int) -> tuple[int, int]:
    """Return the column and row at which a cursor moved to column x, row y stops."""
    if x in (1, 14, 15):
        return x, 4
    return (7, 4) if (x, y) in UNDER_TOP and values[TOP] != GONE else (x, y)


# deals


def deal(
    rnd: Random,
    progress: Callable[[int, int], None] = lambda restarts, left: None,
    *,
    in_order: bool = False,
    probes: int = 0,
    layout: int = 0,
) -> tuple[list[int], list[int], int]:
    """Deal a solvable game: play forward with blank tiles, and restart where no second tile is free. Lines 20-79.

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
