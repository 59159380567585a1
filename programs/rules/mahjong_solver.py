"""Can it still be won? A search over the ways to pair the four tiles of each kind.

Which tile goes with which decides everything: once that is settled the order does not matter, because taking an open
pair never shuts anything. So the search settles kinds of which four tiles lie, each one of three ways, and takes at
once whatever nothing speaks against. A way is given up as soon as not even a kinder game could be cleared: one in
which a tile of an unsettled kind goes as soon as any other of its kind has come free.

Tiles are the bits of a number: bit 180 * (level - 1) + 18 * row + column.
"""

from __future__ import annotations

from .mahjong import GONE, LEFT_END, POSITIONS, RIGHT_INNER, TILES, TOP, UNDER_TOP, put_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Four = tuple[int, int, int, int]

ROW_BITS, LEVEL_BITS = 18, 180
LOOKS = (700, 2500, 2500, 2500, 2500)  # of each try; together about a second
PRIME = 37  # more than there are kinds


def _bit(x: int, y: int, z: int) -> int:
    return 1 << (LEVEL_BITS * (z - 1) + ROW_BITS * y + x)


BITS = tuple(_bit(*position) for position in POSITIONS)
END, INNER, HIGHEST = BITS[LEFT_END], BITS[RIGHT_INNER], BITS[TOP]
BESIDE_END, BESIDE_INNER = _bit(2, 5, 1), _bit(13, 5, 1)
UNDER_HIGHEST = sum(_bit(x, y, 4) for x, y in UNDER_TOP)


class Weary(Exception):
    """The tries have taken all the looks they were given."""


def winnable(values: Sequence[int], kinds: Sequence[int]) -> bool | None:
    """Can all tiles that lie be taken? None: that was not found out in about a second."""
    groups: dict[int, list[int]] = {}
    for place in range(TILES):
        if values[place] != GONE:
            groups.setdefault(kinds[place], []).append(BITS[place])
    pairs = [sum(group) for group in groups.values() if len(group) == 2]
    fours = [(a, b, c, d) for a, b, c, d in (group for group in groups.values() if len(group) == 4)]
    for number, looks in enumerate(LOOKS, 1):
        search = Search(looks, everywhere=number > 1)
        try:
            return search.clears(Board(pairs, sorted(fours, key=lambda four: fours.index(four) * number % PRIME)))
        except Weary:
            pass
    return None


def retreat(values: Sequence[int], kinds: Sequence[int], taken: Sequence[int]) -> int:
    """How many of the last pairs to put back until it is known that all can be taken.

    taken: what was taken, in its order, from a full turtle that can be cleared. The board as it is cannot.
    """
    good, bad = 0, len(taken) // 2
    while bad - good > 1:
        middle = (good + bad) // 2
        before = list(values)
        for place in taken[2 * middle :]:
            put_back(before, place)
        if winnable(before, kinds):
            good = middle
        else:
            bad = middle
    return len(taken) // 2 - good


class Board:
    """The tiles that lie. pairs: those that must go together; fours: kinds that are not settled."""

    __slots__ = ("fours", "pairs", "tiles")

    def __init__(self, pairs: list[int], fours: list[Four]) -> None:
        self.pairs, self.fours = pairs, fours
        self.tiles = sum(pairs) + sum(map(sum, fours))

    def settle(self) -> int:
        """Take what can only be right to take: open pairs, and fours that are open all. Gives what is open then."""
        while True:
            free = open_tiles(self.tiles)
            left = [pair for pair in self.pairs if pair & ~free]
            rest = [four for four in self.fours if sum(four) & ~free]
            if len(left) == len(self.pairs) and len(rest) == len(self.fours):
                return free
            self.pairs, self.fours = left, rest
            self.tiles = sum(left) + sum(map(sum, rest))

    def ways(self, at: int) -> Iterator[Board]:
        """Boards with one of the fours settled, in each of the three ways."""
        a, b, c, d = self.fours[at]
        rest = self.fours[:at] + self.fours[at + 1 :]
        for first, second in ((a | b, c | d), (a | c, b | d), (a | d, b | c)):
            yield Board([*self.pairs, first, second], rest)


class Search:
    """One try. looks: how often it may look whether a board is hopeless. everywhere: does it look at shut kinds too?"""

    def __init__(self, looks: int, everywhere: bool) -> None:
        self._looks, self._everywhere = looks, everywhere

    def clears(self, board: Board) -> bool:
        """Can this board be cleared? Raises Weary."""
        free = board.settle()
        if not board.tiles:
            return True
        if not board.fours or self._hopeless(board):
            return False
        return any(self.clears(way) for way in self._choice(board, free))

    def _choice(self, board: Board, free: int) -> list[Board]:
        """The ways to settle one kind, best first; those that are hopeless left out."""
        found: list[tuple[int, int, list[Board]]] = []
        for at, four in enumerate(board.fours):
            reach = (sum(four) & free).bit_count() > 1
            if reach or self._everywhere:
                ways = [way for way in board.ways(at) if not self._hopeless(way)]
                if len(ways) < 2:
                    return ways
                if reach:
                    for way in ways:
                        way.settle()
                    ways.sort(key=lambda way: way.tiles.bit_count())
                    found.append((len(ways), ways[0].tiles.bit_count(), ways))
        return min(found, key=lambda choice: choice[:2])[2] if found else []

    def _hopeless(self, board: Board) -> bool:
        """Could it not even be cleared if unsettled tiles went as soon as any other of their kind has come free?"""
        if not self._looks:
            raise Weary
        self._looks -= 1
        tiles, pairs, fours, freed = board.tiles, board.pairs, [sum(four) for four in board.fours], 0
        while True:
            free, before = open_tiles(tiles) | freed, tiles
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


def open_tiles(tiles: int) -> int:
    """Those of the tiles that can be taken."""
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
