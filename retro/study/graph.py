"""Lays out a call graph in columns, callers to the left of what they call; a graph always has the same drawing.

Columns by the longest way from a start; a line that passes a column gets a place of its own in it, shared by all
lines to the same target; the order within columns by barycentres; heights as near to the neighbours as room allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

HEIGHT, BETWEEN, PASSING = 22.0, 9.0, 2.0  # of a box; between two boxes; round a line that passes
LETTER, MARGIN, GUTTER, EDGE = 7.3, 9.0, 76.0, 8.0  # widths: of a letter, beside a label, between columns, round all
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


class Edge(NamedTuple):
    """The drawn line of a call; `back` says that it leads from right to left, to a column before that of its source."""

    source: str
    target: str
    curves: tuple[Curve, ...]
    back: bool


@dataclass(slots=True)
class Drawing:
    """A drawing: its size, a box for each name, the edges, and the names that call themselves."""

    width: float
    height: float
    boxes: dict[str, Box]
    edges: list[Edge]
    loops: list[str]


class Node(NamedTuple):
    """A place in a column: a box, or the passage of the edges to the target `passes`."""

    name: str
    rank: int
    passes: str = ""


def draw(calls: Mapping[str, Iterable[str]], labels: Mapping[str, str]) -> Drawing:
    """Lay out a graph.

    Args:
        calls: by name, in reading order, the names that it calls.
        labels: by name, the text in the box.
    """
    known = {name: [other for other in called if other in calls] for name, called in calls.items()}
    loops = [name for name, called in known.items() if name in called]
    forward, back = _acyclic({name: [other for other in called if other != name] for name, called in known.items()})
    ranks = _ranks(forward)
    ways = {(source, target): _way(source, target, ranks) for source, called in forward.items() for target in called}
    columns = _columns(forward, ranks, ways)
    return _placed(columns, ways, labels, back, loops)


# columns


def _acyclic(calls: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], set[tuple[str, str]]]:
    """Return the calls with those reversed that close a circle, and the reversed ones as (caller, called)."""
    forward: dict[str, list[str]] = {name: [] for name in calls}
    back: set[tuple[str, str]] = set()
    for name, called in calls.items():
        for other in called:
            if _reaches(forward, other, name):
                back.add((name, other))
                if name not in forward[other]:
                    forward[other].append(name)
            elif other not in forward[name]:
                forward[name].append(other)
    return forward, back


def _reaches(calls: Mapping[str, Sequence[str]], start: str, goal: str) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        new = [other for other in calls[name] if other not in seen]
        seen.update(new)
        waiting += new
    return False


def _ranks(calls: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the column of each name: one more than that of its last caller."""
    ranks = dict.fromkeys(calls, 0)
    for _ in calls:
        for name, called in calls.items():
            for other in called:
                ranks[other] = max(ranks[other], ranks[name] + 1)
    return ranks


def _way(source: str, target: str, ranks: Mapping[str, int]) -> list[Node]:
    """Return the places that an edge goes through, both ends included."""
    first, last = ranks[source], ranks[target]
    passed = [Node(f"{target}@{rank}", rank, target) for rank in range(first + 1, last)]
    return [Node(source, first), *passed, Node(target, last)]


def _columns(
    calls: Mapping[str, Sequence[str]], ranks: Mapping[str, int], ways: Mapping[tuple[str, str], list[Node]]
) -> list[list[Node]]:
    """Return the places of each column in the order with the fewest crossings of those tried."""
    reading = {name: index for index, name in enumerate(calls)}
    nodes = {node: None for name in calls for node in (Node(name, ranks[name]),)}
    nodes.update({node: None for way in ways.values() for node in way})
    columns: list[list[Node]] = [[] for _ in range(max(ranks.values(), default=0) + 1)]
    for node in sorted(nodes, key=lambda node: (reading[node.passes or node.name], node.rank)):
        columns[node.rank].append(node)
    joints = {pair for way in ways.values() for pair in pairwise(way)}
    best, fewest = [list(column) for column in columns], crossings(columns, joints)
    for sweep in range(SWEEPS):
        _sort(columns, joints, downwards=sweep % 2 == 0)
        found = crossings(columns, joints)
        if found < fewest:
            best, fewest = [list(column) for column in columns], found
    _as_read(best, joints, reading)
    return best


def _as_read(columns: list[list[Node]], joints: set[tuple[Node, Node]], reading: Mapping[str, int]) -> None:
    """Swap neighbours that are not in reading order, where that adds no crossing."""
    changed = True
    while changed:
        changed = False
        place = {node: index for column in columns for index, node in enumerate(column)}
        beside: dict[Node, list[tuple[bool, int]]] = {node: [] for node in place}
        for source, target in joints:
            beside[source].append((True, place[target]))
            beside[target].append((False, place[source]))
        for column in columns:
            for index in range(len(column) - 1):
                above, below = column[index : index + 2]
                late = reading[above.passes or above.name] > reading[below.passes or below.name]
                if late and _crossing(beside[below], beside[above]) <= _crossing(beside[above], beside[below]):
                    column[index : index + 2] = below, above
                    changed = True


def _crossing(above: Sequence[tuple[bool, int]], below: Sequence[tuple[bool, int]]) -> int:
    """Return how many edges of two neighbours cross, from the sides and the places that they lead to."""
    return sum(side == other and end > far for side, end in above for other, far in below)


def _sort(columns: list[list[Node]], joints: set[tuple[Node, Node]], *, downwards: bool) -> None:
    """Sort each column by the mean places of its neighbours in the column before it."""
    order = range(1, len(columns)) if downwards else range(len(columns) - 2, -1, -1)
    for rank in order:
        before = {node: index for index, node in enumerate(columns[rank + (-1 if downwards else 1)])}
        neighbours: dict[Node, list[int]] = {node: [] for node in columns[rank]}
        for source, target in joints:
            inner, outer = (target, source) if downwards else (source, target)
            if inner in neighbours and outer in before:
                neighbours[inner].append(before[outer])
        means = {
            node: sum(found) / len(found) if found else index for index, (node, found) in enumerate(neighbours.items())
        }
        columns[rank].sort(key=lambda node: means[node])


def crossings(columns: Sequence[Sequence[Node]], joints: set[tuple[Node, Node]]) -> int:
    """Return how many pairs of edges cross between columns."""
    place = {node: index for column in columns for index, node in enumerate(column)}
    count = 0
    for rank in range(len(columns) - 1):
        pairs = [(place[source], place[target]) for source, target in joints if source.rank == rank]
        pairs.sort()
        count += sum(b[1] < a[1] for index, a in enumerate(pairs) for b in pairs[index + 1 :] if a[0] < b[0])
    return count


# heights and widths


def _placed(
    columns: Sequence[Sequence[Node]],
    ways: Mapping[tuple[str, str], list[Node]],
    labels: Mapping[str, str],
    back: set[tuple[str, str]],
    loops: list[str],
) -> Drawing:
    middles = _heights(columns, {pair for way in ways.values() for pair in pairwise(way)})
    lefts, rights, right = [], [], EDGE
    for column in columns:
        lefts.append(right)
        rights.append(right + max((_width(labels[node.name]) for node in column if not node.passes), default=0.0))
        right = rights[-1] + GUTTER
    boxes = {
        node.name: Box(lefts[rank], middles[node] - HEIGHT / 2, _width(labels[node.name]), HEIGHT)
        for rank, column in enumerate(columns)
        for node in column
        if not node.passes
    }
    lines = []
    for (source, target), way in ways.items():
        turned = (target, source) in back
        curves = tuple(_curves(way, middles, boxes, lefts, rights))
        lines.append(Edge(target if turned else source, source if turned else target, curves, turned))
    bottom = max((middle + _half(node) for node, middle in middles.items()), default=0.0)
    return Drawing(rights[-1] + EDGE if rights else 0.0, bottom + EDGE, boxes, lines, loops)


def _width(label: str) -> float:
    return len(label) * LETTER + 2 * MARGIN


def _curves(
    way: Sequence[Node],
    middles: Mapping[Node, float],
    boxes: Mapping[str, Box],
    lefts: Sequence[float],
    rights: Sequence[float],
) -> Iterable[Curve]:
    """Yield the parts of an edge: to the side of its column, then alternately through a gutter and past a column."""
    box, y = boxes[way[0].name], middles[way[0]]
    if box.x + box.width < rights[way[0].rank]:
        yield Curve(box.x + box.width, y, rights[way[0].rank], y)
    for source, target in pairwise(way):
        yield Curve(rights[source.rank], middles[source], lefts[target.rank], middles[target])
        if target.passes:
            yield Curve(lefts[target.rank], middles[target], rights[target.rank], middles[target])


def _heights(columns: Sequence[Sequence[Node]], joints: set[tuple[Node, Node]]) -> dict[Node, float]:
    """Return the height of the middle of each place, downwards."""
    neighbours: dict[Node, list[Node]] = {node: [] for column in columns for node in column}
    for source, target in sorted(joints):
        neighbours[source].append(target)
        neighbours[target].append(source)
    heights: dict[Node, float] = {}
    for column in columns:
        heights.update(zip(column, spread([0.0] * len(column), _gaps(column))))
    for _ in range(SETTLING):
        for column in columns:
            wanted = [_mean([heights[other] for other in neighbours[node]], heights[node]) for node in column]
            heights.update(zip(column, spread(wanted, _gaps(column))))
    top = min((heights[node] - _half(node) for node in heights), default=0.0)
    return {node: height - top + EDGE for node, height in heights.items()}


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _half(node: Node) -> float:
    return PASSING / 2 if node.passes else HEIGHT / 2


def _gaps(column: Sequence[Node]) -> list[float]:
    """Return the least distances between the middles of neighbours."""
    return [_half(above) + BETWEEN + _half(below) for above, below in pairwise(column)]


def spread(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return the positions nearest to those wanted (least squares), each at least a gap below the one before."""
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    groups: list[tuple[float, int]] = []
    for value, offset in zip(wanted, offsets):
        groups.append((value - offset, 1))
        while len(groups) > 1 and groups[-2][0] >= groups[-1][0]:
            (mean, count), (other, more) = groups[-2:]
            groups[-2:] = [((mean * count + other * more) / (count + more), count + more)]
    levels = [mean for mean, count in groups for _ in range(count)]
    return [level + offset for level, offset in zip(levels, offsets)]
