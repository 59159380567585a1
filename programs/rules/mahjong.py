"""The rules of Mahjong solitaire: the turtle of 144 tiles, openness, deals that can be solved, pairs.

A position is (x, y, z): column 1-15, row 1-8, level 1-5. A place is its number, 0-143, by level, row and column.
The values are a list of 144 numbers, one for each place: 1 open left and right, 2 open left or right, 3 shut on both
sides, 4 open on a side but covered, 5 shut and covered, 9 removed. The kinds are a list of 144 numbers, 1-36.
"""

from __future__ import annotations

from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Position = tuple[int, int, int]
    Pair = tuple[int, int]
    Chance = Callable[[int], int]  # of n: 1 to n
    Touch = tuple[int, tuple[int, ...], int]

TILES, KINDS = 144, 36
COLUMNS, ROWS, LEVELS = 15, 8, 5
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the kinds 1 to 36
SHUT, GONE = 3, 9
PROBES = 500  # after so many the original thinks that there is no other tile
ATTEMPTS = 200  # to shuffle what is left: by then it cannot be done

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

# Four tiles lie between the rows, the top one between the columns too: what they touch besides the tile
# beside them or below them.
LEFT_END, RIGHT_INNER, RIGHT_END, TOP = PLACE[1, 4, 1], PLACE[14, 4, 1], PLACE[15, 4, 1], PLACE[7, 4, 5]
UNDER_TOP = ((7, 4), (8, 4), (7, 5), (8, 5))  # columns and rows
ALSO_BESIDE = ((LEFT_END, PLACE[2, 5, 1]), (PLACE[13, 5, 1], RIGHT_INNER))  # left, right
ALSO_UNDER = ((PLACE[8, 4, 4], TOP), (PLACE[7, 5, 4], TOP), (PLACE[8, 5, 4], TOP))  # below, above


def _neighbours(dx: int, dz: int, also: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """For each place those one column or one level on, the special ones included."""
    found = [[PLACE[x + dx, y, z + dz]] if (x + dx, y, z + dz) in PLACE else [] for x, y, z in POSITIONS]
    for place, other in also:
        found[place].append(other)
    return tuple(tuple(sorted(places)) for places in found)


def _reversed(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple((b, a) for a, b in pairs)


RIGHT, LEFT = _neighbours(1, 0, ALSO_BESIDE), _neighbours(-1, 0, _reversed(ALSO_BESIDE))
ABOVE, BELOW = _neighbours(0, 1, ALSO_UNDER), _neighbours(0, -1, _reversed(ALSO_UNDER))


def _touched(place: int) -> tuple[Touch, ...]:
    """What a tile shuts: each neighbour, the other tiles on that side of it, and by how much."""
    sides = ((LEFT, RIGHT, 1), (RIGHT, LEFT, 1), (BELOW, ABOVE, 2))
    return tuple(
        (near, tuple(other for other in back[near] if other != place), weight)
        for there, back, weight in sides
        for near in there[place]
    )


TOUCHED = tuple(_touched(place) for place in range(TILES))


# openness


def start_values() -> list[int]:
    """The values of the full turtle. Lines 3000-3020."""
    return [int(value) for _, _, row in START for value in row if value != "0"]


def takable(value: int) -> bool:
    """Is a tile of this value open on a side, and uncovered?"""
    return value < SHUT


def lies(values: Sequence[int], place: int) -> bool:
    """Is the tile of this place there?"""
    return values[place] != GONE


def value_of(values: Sequence[int], place: int) -> int:
    """The value that follows from the tiles around a place, if a tile lies there."""
    shut = [any(values[near] != GONE for near in side[place]) for side in (LEFT, RIGHT, ABOVE)]
    return 1 + shut[0] + shut[1] + 2 * shut[2]


def take(values: list[int], place: int) -> None:
    """Take a tile away: its neighbours open, one side each, what it covered is free. Lines 270-289, 1-5."""
    change_neighbours(values, place, -1)
    values[place] = GONE


def put_back(values: list[int], place: int) -> None:
    """Lay a tile where it was; the order in which several are put back does not matter. Lines 400-430, 1-5."""
    values[place] = value_of(values, place)
    change_neighbours(values, place, 1)


def change_neighbours(values: list[int], place: int, sign: int) -> None:
    """Open (-1) or shut (1) what a tile touches, unless another tile shuts the same side still. Lines 1-5."""
    for near, others, weight in TOUCHED[place]:
        if values[near] != GONE and all(values[other] == GONE for other in others):
            values[near] += sign * weight


def put_back_in_order(values: list[int], first: int, second: int) -> None:
    """Put a pair back as the original does, in the order of taking: a common neighbour comes back too low."""
    put_back(values, second)
    put_back(values, first)
    touched = {near for near, _, _ in TOUCHED[second]}
    for near, _, weight in TOUCHED[first]:
        if near in touched and values[near] != GONE:
            values[near] -= weight


# pairs


def open_places(values: Sequence[int], places: Iterable[int] = range(TILES)) -> list[int]:
    """Those of the places whose tile can be taken, in their order."""
    return [place for place in places if values[place] < SHUT]


def pairs(
    values: Sequence[int], kinds: Sequence[int], order: Iterable[int] = range(TILES), twice: bool = False
) -> list[Pair]:
    """Every pair that can be taken, looking through the places in this order. Lines 500-568.

    twice: as the original does, each pair again the other way round.
    """
    free = open_places(values, order)
    return [
        (a, b)
        for at, a in enumerate(free)
        for b in (free if twice else free[at + 1 :])
        if a != b and kinds[a] == kinds[b]
    ]


def top_of(values: Sequence[int], x: int, y: int) -> int:
    """The place of the highest tile of a stack; -1 if there is none. The top tile lies on four stacks."""
    if (x, y) in UNDER_TOP and lies(values, TOP):
        return TOP
    levels = (PLACE.get((x, y, z), -1) for z in range(LEVELS, 0, -1))
    return next((place for place in levels if place >= 0 and lies(values, place)), -1)


# the cursor


def step(values: Sequence[int], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """Where the cursor comes to from column x, row y by a step of one. Lines 130-179.

    Columns 1, 14 and 15 have row 4 only; while the top tile lies, the four stacks under it count as one, (7,4).
    """
    if (x, y) in UNDER_TOP and lies(values, TOP):
        x, y = (8 if dx > 0 else 7), (5 if dy > 0 else 4)
    return settled(values, min(max(x + dx, 1), COLUMNS), min(max(y + dy, 1), ROWS))


def settled(values: Sequence[int], x: int, y: int) -> tuple[int, int]:
    """Where the cursor stands when it is brought to column x, row y."""
    if x in (1, 14, 15):
        return x, 4
    return (7, 4) if (x, y) in UNDER_TOP and lies(values, TOP) else (x, y)


# deals


def deal(
    rnd: Chance,
    tell: Callable[[int, int], None] = lambda restarts, left: None,
    *,
    in_order: bool = False,
    probes: int = 0,
) -> tuple[list[int], list[int], int]:
    """Deal: the kinds, the places in the order in which they can be taken, the number of restarts. Lines 20-79.

    The game is played forward with blank tiles; where no second tile is open, all starts again.
    tell: is told before each pair the restarts so far, and how many tiles lie when one of the two is gone.
    in_order: kinds 1 to 36, twice, in the order of the solution. probes: how many blind ones, 0 for an exact list.
    """
    restarts = 0
    while len(order := attempt(rnd, start_values(), partial(tell, restarts), probes)) < TILES:
        restarts += 1
    steps = [kind for _ in range(2) for kind in range(1, KINDS + 1)]
    kinds = [0] * TILES
    give(kinds, order, steps if in_order else shuffled(steps, rnd))
    return kinds, order, restarts


def attempt(rnd: Chance, values: list[int], tell: Callable[[int], None], probes: int = 0) -> list[int]:
    """Play blank tiles at random until no pair is open: the places in the order of taking. The values change."""
    free, left = open_places(values), sum(value != GONE for value in values)
    order: list[int] = []
    while left > len(order):
        tell(left - len(order) - 1)
        pair = probed(rnd, values, probes) if probes else drawn(rnd, free)
        if len(pair) < 2:
            break
        for place in pair:
            take(values, place)
        free = [place for place in free if place not in pair]
        free += sorted({near for place in pair for near in opened(values, place)}.difference(free))
        order += pair
    return order


def drawn(rnd: Chance, free: Sequence[int]) -> list[int]:
    """Two different of the open places, or fewer if there are not so many."""
    if len(free) < 2:
        return list(free)
    first, second = below(rnd, len(free)), below(rnd, len(free) - 1)
    return [free[first], free[second + (second >= first)]]


def below(rnd: Chance, n: int) -> int:
    """A number from 0 to n-1; RND(1) would be a fraction."""
    return rnd(n) - 1 if n > 1 else 0


def probed(rnd: Chance, values: Sequence[int], probes: int) -> list[int]:
    """Two different open places as the original finds them: any of 144, until it is one, but only so often."""
    found: list[int] = []
    for _ in range(2):
        tries = (rnd(TILES) - 1 for _ in range(probes))
        found += [next((place for place in tries if values[place] < SHUT and place not in found), -1)]
    return [place for place in found if place >= 0]


def opened(values: Sequence[int], place: int) -> list[int]:
    """Those that a tile touched and that can be taken now."""
    return [near for near, _, _ in TOUCHED[place] if values[near] < SHUT]


def give(kinds: list[int], order: Sequence[int], steps: Sequence[int]) -> None:
    """Give each pair of the order its kind."""
    for at, kind in enumerate(steps):
        kinds[order[2 * at]] = kinds[order[2 * at + 1]] = kind


def shuffled(items: Sequence[int], rnd: Chance) -> list[int]:
    """The same in a random order."""
    mixed = list(items)
    for at in range(len(mixed) - 1, 0, -1):
        other = rnd(at + 1) - 1
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed


def mix(rnd: Chance, values: Sequence[int], kinds: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Shuffle the tiles that lie, so that they can be solved: the new kinds, and an order for what lies.

    None if that cannot be done, as with two tiles on one stack.
    """
    pool = sorted(kinds[place] for place in range(TILES) if lies(values, place))
    for _ in range(ATTEMPTS):
        order = attempt(rnd, list(values), lambda left: None)
        if len(order) == len(pool):
            mixed = list(kinds)
            give(mixed, order, shuffled(pool[::2], rnd))
            return mixed, order
    return None


def solved_by(kinds: Sequence[int], order: Sequence[int]) -> bool:
    """Do the pairs of this order clear the turtle?"""
    values = start_values()
    for a, b in zip(order[::2], order[1::2]):
        if a == b or kinds[a] != kinds[b] or not (takable(values[a]) and takable(values[b])):
            return False
        take(values, a)
        take(values, b)
    return all(value == GONE for value in values)
