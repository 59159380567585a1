"""A solver that decides whether a game can still be won, by searching the pairings of each kind.

Only the pairing of equal tiles matters; the order of removal does not: removing a free pair never blocks a tile.
So the search chooses one of three pairings for each kind with four tiles, and removes at once every pair that is
certain. It prunes a pairing if not even a relaxed game could be cleared: one in which a tile of an undecided kind may
be removed as soon as any other tile of its kind has been free.

Tiles are the bits of a number: bit 180 * (level - 1) + 18 * row + column.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from ..mahjong import GONE, LEFT_END, POSITIONS, RIGHT_INNER, TILES, TOP, UNDER_TOP
from .board import values_without

Four = tuple[int, int, int, int]

ROW_BITS, LEVEL_BITS = 18, 180
BUDGETS = (700, 2500, 2500, 2500, 2500)  # relaxed games of each try; together about a second
PRIME = 37  # more than there are kinds


def _bit(x: int, y: int, z: int) -> int:
    return 1 << (LEVEL_BITS * (z - 1) + ROW_BITS * y + x)


BITS = tuple(_bit(*position) for position in POSITIONS)
END, INNER, HIGHEST = BITS[LEFT_END], BITS[RIGHT_INNER], BITS[TOP]
BESIDE_END, BESIDE_INNER = _bit(2, 5, 1), _bit(13, 5, 1)
UNDER_HIGHEST = sum(_bit(x, y, 4) for x, y in UNDER_TOP)


class OutOfBudget(Exception):
    """Raised when a search has used up its budget."""


def is_winnable(values: Sequence[int], kinds: Sequence[int]) -> bool | None:
    """Return whether the game can be won; None if about a second of search does not decide it."""
    groups: dict[int, list[int]] = {}
    for place in range(TILES):
        if values[place] != GONE:
            groups.setdefault(kinds[place], []).append(BITS[place])
    pairs = [sum(group) for group in groups.values() if len(group) == 2]
    fours = [(a, b, c, d) for a, b, c, d in (group for group in groups.values() if len(group) == 4)]
    for number, budget in enumerate(BUDGETS, 1):
        search = Search(budget, everywhere=number > 1)
        try:
            return search.clears(Pairing(pairs, sorted(fours, key=lambda four: fours.index(four) * number % PRIME)))
        except OutOfBudget:
            pass
    return None


def undos_until_winnable(kinds: Sequence[int], taken: Sequence[int], absent: int) -> int:
    """Return how many undos make a lost game winnable, by bisection.

    taken: the removed places in order. absent: how many of them the layout leaves empty; then it could be cleared.
    """
    pairs = range(absent // 2 + 1, len(taken) // 2)
    lost = bisect_left(pairs, True, key=lambda count: not is_winnable(values_without(taken[: 2 * count]), kinds))
    return len(pairs) + 1 - lost


class Pairing:
    """A state of the search: the remaining tiles, and the kinds whose pairs are undecided, fours."""

    __slots__ = ("fours", "pairs", "tiles")

    def __init__(self, pairs: list[int], fours: list[Four]) -> None:
        self.pairs, self.fours = pairs, fours
        self.tiles = sum(pairs) + sum(map(sum, fours))

    def settle(self) -> int:
        """Remove all free tiles whose pairs are decided, repeatedly; return the tiles that are free then."""
        while True:
            free = free_tiles(self.tiles)
            left = [pair for pair in self.pairs if pair & ~free]
            rest = [four for four in self.fours if sum(four) & ~free]
            if len(left) == len(self.pairs) and len(rest) == len(self.fours):
                return free
            self.pairs, self.fours = left, rest
            self.tiles = sum(left) + sum(map(sum, rest))

    def ways(self, index: int) -> Iterator[Pairing]:
        """Yield the three pairings of a kind with four tiles."""
        a, b, c, d = self.fours[index]
        rest = self.fours[:index] + self.fours[index + 1 :]
        for first, second in ((a | b, c | d), (a | c, b | d), (a | d, b | c)):
            yield Pairing([*self.pairs, first, second], rest)


class Search:
    """A depth-first search. budget: how many relaxed games it may play. everywhere: whether it branches on any kind."""

    def __init__(self, budget: int, everywhere: bool) -> None:
        self._budget, self._everywhere = budget, everywhere

    def clears(self, pairing: Pairing) -> bool:
        """Return whether all these tiles can be removed. Raises OutOfBudget."""
        free = pairing.settle()
        if not pairing.tiles:
            return True
        if not pairing.fours or self._is_hopeless(pairing):
            return False
        return any(self.clears(way) for way in self._branches(pairing, free))

    def _branches(self, pairing: Pairing, free: int) -> list[Pairing]:
        """Return the pairings of one kind, without hopeless ones, best first."""
        candidates: list[tuple[int, int, list[Pairing]]] = []
        for index, four in enumerate(pairing.fours):
            reachable = (sum(four) & free).bit_count() > 1
            if reachable or self._everywhere:
                ways = [way for way in pairing.ways(index) if not self._is_hopeless(way)]
                if len(ways) < 2:
                    return ways
                if reachable:
                    for way in ways:
                        way.settle()
                    ways.sort(key=lambda way: way.tiles.bit_count())
                    candidates.append((len(ways), ways[0].tiles.bit_count(), ways))
        return min(candidates, key=lambda candidate: candidate[:2])[2] if candidates else []

    def _is_hopeless(self, pairing: Pairing) -> bool:
        """Return whether even the relaxed game cannot be cleared."""
        if not self._budget:
            raise OutOfBudget
        self._budget -= 1
        tiles, pairs, fours, freed = pairing.tiles, pairing.pairs, [sum(four) for four in pairing.fours], 0
        while True:
            free, before = free_tiles(tiles) | freed, tiles
            for four in fours:
                known = four & free
                if known & (known - 1):
                    tiles &= ~known
                    freed |= known
            fours = [four for four in fours if four & ~freed]
            left = [pair for pair in pairs if pair & ~free]
            if len(left) < len(pairs):
                tiles &= ~sum(pair for pair in pairs if not pair & ~free)
                pairs = left
            if tiles == before:
                return tiles != 0


def free_tiles(tiles: int) -> int:
    """Return the free ones among some tiles."""
    left, right, above = tiles << 1, tiles >> 1, tiles >> LEVEL_BITS
    if tiles & END:
        left |= BESIDE_END
    if tiles & INNER:
        right |= BESIDE_INNER
    if tiles & BESIDE_INNER:
        left |= INNER
    if tiles & HIGHEST:
        above |= UNDER_HIGHEST
    return tiles & ~above & ~(left & right)
