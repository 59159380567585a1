"""Lays out a call graph in columns, callers to the left of what they call; a graph always has the same drawing.

Columns by the longest way from a start; a line that passes a column gets a place of its own in it, shared by all
lines to the same target; the order within columns by barycentres; heights as near to the neighbours as room allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple

HEIGHT, BETWEEN, PASSING = 22.0, 9.0, 2.0  # of a box; between two boxes; round a line that passes
LETTER, MARGIN, GUTTER, EDGE = 7.3, 9.0, 76.0, 8.0  # widths: of a letter, beside a label, between columns, round all
ARROW = 5.0  # length of an arrowhead
SWEEPS, SETTLING = 24, 30


class Box(NamedTuple):
    """A box of the drawing: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


class Curve(NamedTuple):
    """A curve through a gutter, from (x, y) to (to_x, to_y); past a column, a line at one height."""

    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def path(self) -> str:
        """The curve as a part of an SVG path that has come to its beginning."""
        if abs(self.y - self.to_y) < 0.05:
            return f"H{self.to_x:.1f}"
        middle = (self.x + self.to_x) / 2
        return f"C{middle:.1f} {self.y:.1f} {middle:.1f} {self.to_y:.1f} {self.to_x:.1f} {self.to_y:.1f}"


class Edge(NamedTuple):
    """The drawn line of a call; `back` says that it leads from right to left, to a column before that of its source."""

    source: str
    target: str
    curves: tuple[Curve, ...]
    back: bool

    @property
    def path(self) -> str:
        """The edge as an SVG path, with the two strokes of the arrow at the box of the called procedure."""
        first, last = self.curves[0], self.curves[-1]
        x, y, side = (first.x, first.y, first.x + ARROW) if self.back else (last.to_x, last.to_y, last.to_x - ARROW)
        arrow = f"M{side:.1f} {y - ARROW * 0.7:.1f}L{x:.1f} {y:.1f}L{side:.1f} {y + ARROW * 0.7:.1f}"
        return f"M{first.x:.1f} {first.y:.1f}{''.join(curve.path for curve in self.curves)}{arrow}"


@dataclass(slots=True)
class Drawing:
    """A drawing: its size, a box for each name, the edges, and the names that call themselves."""

    width: float
    height: float
    boxes: dict[str, Box]
    edges: list[Edge]
    loops: list[str]


@dataclass(slots=True, eq=False)
class Node:
    """A place in a column: a box, or the passage of all edges to a box further right.

    Attributes:
        name: of the box.
        rank: the number of the column.
        reading: the place of the box in reading order.
        is_box: whether it is the box itself.
        left: the nodes in the column before that edges come from.
        right: the nodes in the next column that edges lead to.
        index: its place in the column.
        y: the height of its middle, downwards.
    """

    name: str
    rank: int
    reading: int
    is_box: bool
    left: list[Node] = field(default_factory=list)
    right: list[Node] = field(default_factory=list)
    index: int = 0
    y: float = 0.0

    @property
    def half(self) -> float:
        """Half of its height."""
        return (HEIGHT if self.is_box else PASSING) / 2


def draw(calls: Mapping[str, Iterable[str]], labels: Mapping[str, str]) -> Drawing:
    """Lay out a graph from the names that each name calls, in reading order, and the texts in the boxes by name."""
    known = {name: [other for other in called if other in calls] for name, called in calls.items()}
    loops = [name for name, called in known.items() if name in called]
    forward, back = _acyclic({name: [other for other in called if other != name] for name, called in known.items()})
    nodes, ways = _connected(forward)
    columns: list[list[Node]] = [[] for _ in range(max((node.rank for node in nodes), default=0) + 1)]
    for node in sorted(nodes, key=lambda node: node.reading):
        columns[node.rank].append(node)
    columns = _ordered(columns)
    _settle(columns)
    widths = {node.name: len(labels[node.name]) * LETTER + 2 * MARGIN for node in nodes if node.is_box}
    column_widths = [max((widths[node.name] for node in column if node.is_box), default=0.0) for column in columns]
    lefts = list(accumulate([EDGE, *(width + GUTTER for width in column_widths)]))
    rights = [left + width for left, width in zip(lefts, column_widths)]
    boxes = {
        node.name: Box(lefts[node.rank], node.y - HEIGHT / 2, widths[node.name], HEIGHT)
        for column in columns
        for node in column
        if node.is_box
    }
    edges = []
    for ends, way in ways.items():
        curves = tuple(_curves(way, boxes[way[0].name], lefts, rights))
        is_back = ends[::-1] in back
        edges.append(Edge(*(ends[::-1] if is_back else ends), curves, is_back))
    bottom = max((node.y + node.half for node in nodes), default=0.0)
    return Drawing(rights[-1] + EDGE, bottom + EDGE, boxes, edges, loops)


# columns


def _acyclic(calls: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], set[tuple[str, str]]]:
    """Return the calls with those reversed that close a circle, and the reversed ones as (caller, called)."""
    forward: dict[str, list[str]] = {name: [] for name in calls}
    back: set[tuple[str, str]] = set()
    for name, called in calls.items():
        for other in called:
            first, second = name, other
            if name in _reached(forward, other):
                back.add((name, other))
                first, second = other, name
            if second not in forward[first]:
                forward[first].append(second)
    return forward, back


def _reached(calls: Mapping[str, Sequence[str]], start: str) -> dict[str, None]:
    """Return all names that a name calls, directly or not, and itself."""
    found = {start: None}
    waiting = [start]
    for name in waiting:  # grows
        waiting += [other for other in calls[name] if other not in found]
        found.update(dict.fromkeys(calls[name]))
    return found


def _connected(calls: Mapping[str, Sequence[str]]) -> tuple[list[Node], dict[tuple[str, str], list[Node]]]:
    """Return all nodes, and those that each edge goes through, both ends included."""
    ranks = dict.fromkeys(calls, 0)  # one more than that of the last caller
    for _ in calls:
        for name, called in calls.items():
            ranks.update((other, max(ranks[other], ranks[name] + 1)) for other in called)
    reading = {name: index for index, name in enumerate(calls)}
    nodes = {(name, rank): Node(name, rank, reading[name], True) for name, rank in ranks.items()}
    ways = {}
    for source, called in calls.items():
        for target in called:
            way = [nodes[source, ranks[source]]]
            for rank in range(ranks[source] + 1, ranks[target] + 1):
                node = nodes.setdefault((target, rank), Node(target, rank, reading[target], False))
                if node not in way[-1].right:
                    way[-1].right.append(node)
                    node.left.append(way[-1])
                way.append(node)
            ways[source, target] = way
    return list(nodes.values()), ways


def _ordered(columns: list[list[Node]]) -> list[list[Node]]:
    """Return the columns in the order with the fewest crossings of those tried."""
    _number(columns)
    best, fewest = [list(column) for column in columns], _crossings(columns)
    for sweep in range(SWEEPS):
        for column in columns[1:] if sweep % 2 == 0 else columns[-2::-1]:
            beside = {node: node.right if sweep % 2 else node.left for node in column}
            column.sort(key=lambda node: _mean([other.index for other in beside[node]], node.index))
            _number([column])
        found = _crossings(columns)
        if found < fewest:
            best, fewest = [list(column) for column in columns], found
    _number(best)
    while any(_swap_as_read(column, index) for column in best for index in range(1, len(column))):
        pass
    return best


def _number(columns: Iterable[Sequence[Node]]) -> None:
    for column in columns:
        for index, node in enumerate(column):
            node.index = index


def _swap_as_read(column: list[Node], index: int) -> bool:
    """Swap a node with the one above it if they are not in reading order, and no crossing is added."""
    above, below = column[index - 1 : index + 1]
    swaps = above.reading > below.reading and _crossing(below, above) <= _crossing(above, below)
    if swaps:
        column[index - 1 : index + 1] = below, above
        _number([column])
    return swaps


def _crossing(above: Node, below: Node) -> int:
    """Return how many edges of two nodes of a column cross."""
    pairs = (
        (one, other) for side in ("left", "right") for one in getattr(above, side) for other in getattr(below, side)
    )
    return sum(one.index > other.index for one, other in pairs)


def _crossings(columns: Iterable[Sequence[Node]]) -> int:
    """Return twice the number of pairs of edges that cross between columns."""
    return sum(_crossing(above, below) for column in columns for above, below in combinations(column, 2))


# heights


def _settle(columns: Sequence[Sequence[Node]]) -> None:
    """Set the heights of all nodes, again and again as near to those of their neighbours as room allows."""
    for turn in range(SETTLING + 1):
        for column in columns:
            means = [_mean([other.y for other in (*node.left, *node.right)], node.y) for node in column]
            gaps = [above.half + BETWEEN + below.half for above, below in pairwise(column)]
            for node, y in zip(column, spread(means if turn else [0.0] * len(column), gaps)):
                node.y = y
    top = min((node.y - node.half for column in columns for node in column), default=0.0)
    for column in columns:
        for node in column:
            node.y += EDGE - top


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def spread(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return the positions nearest to those wanted (least squares), each at least a gap below the one before."""
    offsets = list(accumulate(gaps, initial=0.0))
    groups: list[tuple[float, int]] = []
    for value, offset in zip(wanted, offsets):
        groups.append((value - offset, 1))
        while len(groups) > 1 and groups[-2][0] >= groups[-1][0]:
            (mean, count), (other, more) = groups[-2:]
            groups[-2:] = [((mean * count + other * more) / (count + more), count + more)]
    levels = [mean for mean, count in groups for _ in range(count)]
    return [level + offset for level, offset in zip(levels, offsets)]


def _curves(way: Sequence[Node], box: Box, lefts: Sequence[float], rights: Sequence[float]) -> Iterator[Curve]:
    """Yield the parts of an edge: to the side of its column, then alternately through a gutter and past a column."""
    start = way[0]
    if box.x + box.width < rights[start.rank]:
        yield Curve(box.x + box.width, start.y, rights[start.rank], start.y)
    for source, target in pairwise(way):
        yield Curve(rights[source.rank], source.y, lefts[target.rank], target.y)
        if not target.is_box:
            yield Curve(lefts[target.rank], target.y, rights[target.rank], target.y)
