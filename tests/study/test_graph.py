"""The drawing of a call graph: complete, without overlaps, and always the same."""

import random
import re

import pytest

from retro.study.graph import HEIGHT, draw, spread
from retro.study.links import Links
from retro.study.page.environment import environment
from tests.support.studies import study

STEPS = 40


def graph_of(seed):
    """A graph of up to 40 names, with circles and calls of oneself."""
    rnd = random.Random(seed)
    names = [f"name_{n}" for n in range(rnd.randint(1, 40))]
    return {name: rnd.sample(names, min(len(names), rnd.choice([0, 0, 1, 1, 2, 5]))) for name in names}


def dominoes():
    return {procedure.key: list(procedure.calls) for procedure in study("dominoes")}


GRAPHS = {"nothing": {}, "one": {"a": ["a"]}, "dominoes": dominoes()} | {f"seed {n}": graph_of(n) for n in range(25)}


@pytest.fixture(params=GRAPHS.values(), ids=GRAPHS)
def calls(request):
    return request.param


def drawn(calls):
    return draw(calls, {name: name for name in calls})


def points(curve):
    """Points on a curve as the browser draws it: a cubic curve with both controls in the middle."""
    x, y, to_x, to_y = curve
    middle = (x + to_x) / 2
    for step in range(STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        yield a * x + (b + c) * middle + d * to_x, (a + b) * y + (c + d) * to_y


@pytest.mark.slow
def test_every_call_is_drawn_as_an_edge(calls):
    drawing = drawn(calls)
    pairs = {(line.source, line.target) for line in drawing.edges}
    expected = {(name, other) for name, called in calls.items() for other in called if name != other}
    both = {(a, b) for a, b in expected if (b, a) in expected}
    assert pairs | {(b, a) for a, b in both} == expected
    assert pairs <= expected
    assert drawing.loops == [name for name, called in calls.items() if name in called]
    assert set(drawing.boxes) == set(calls)


def test_boxes_do_not_touch_and_lie_in_the_drawing(calls):
    drawing = drawn(calls)
    boxes = list(drawing.boxes.values())
    for box in boxes:
        assert 0 < box.x < box.x + box.width < drawing.width
        assert 0 < box.y < box.y + box.height < drawing.height
    for at, a in enumerate(boxes):
        for b in boxes[at + 1 :]:
            apart = a.x + a.width < b.x or b.x + b.width < a.x or a.y + HEIGHT + 5 < b.y or b.y + HEIGHT + 5 < a.y
            assert apart


@pytest.mark.slow
def test_no_edge_crosses_a_box_and_each_connects_its_own_boxes(calls):
    drawing = drawn(calls)
    for line in drawing.edges:
        ends = [line.target, line.source] if line.back else [line.source, line.target]
        first, last = (drawing.boxes[name] for name in ends)
        start, end = line.curves[0], line.curves[-1]
        assert (start.x, start.y) == pytest.approx((first.x + first.width, first.y + HEIGHT / 2))
        assert (end.to_x, end.to_y) == pytest.approx((last.x, last.y + HEIGHT / 2))
        for before, after in zip(line.curves, line.curves[1:]):
            assert (before.to_x, before.to_y) == (after.x, after.y)
        for x, y in (point for curve in line.curves for point in points(curve)):
            assert 0 <= y <= drawing.height
            for box in drawing.boxes.values():
                inside = box.x + 0.01 < x < box.x + box.width - 0.01 and box.y < y < box.y + box.height
                assert not inside


@pytest.mark.slow
def test_edges_lead_to_the_right_unless_they_close_a_circle(calls):
    drawing = drawn(calls)
    for line in drawing.edges:
        assert (drawing.boxes[line.source].x > drawing.boxes[line.target].x) == line.back


@pytest.mark.slow
def test_the_same_graph_gives_the_same_drawing(calls):
    assert drawn(calls) == drawn({name: list(called) for name, called in calls.items()})


def test_dominoes_is_drawn_in_reading_order_without_back_edges():
    drawing = drawn(dominoes())
    assert not [line for line in drawing.edges if line.back]
    column = [
        box.y for name, box in drawing.boxes.items() if name in ("PROCTITLE", "PROCISSUE", "PROCKNOCK", "PROCPLOT")
    ]
    assert column == sorted(column)
    assert drawing.width < 800


def crossings(drawing):
    """The number of pairs of edges that cross in the gutters."""
    curves = {curve for line in drawing.edges for curve in line.curves if curve.y != curve.to_y}
    pairs = [(a, b) for a in curves for b in curves if (a.x, a.to_x) == (b.x, b.to_x) and a.y < b.y]
    return sum(a.to_y > b.to_y for a, b in pairs)


def test_no_edges_of_dominoes_cross():
    assert crossings(drawn(dominoes())) == 0


def test_spread_moves_positions_as_little_as_possible():
    assert spread([0, 0, 0], [2, 2]) == [-2, 0, 2]
    assert spread([0, 10, 10.5], [1, 1]) == [0, 9.75, 10.75]
    assert spread([5], []) == [5]
    assert spread([3, 1], [1]) == [1.5, 2.5]


def test_the_svg_has_a_link_for_each_box_and_an_arrow_for_each_edge():
    calls = {"a<b": ["c"], "c": ["a<b", "c"]}
    labels, kinds, titles = {"a<b": "A & B", "c": "C"}, {"c": "changed"}, {"c": 'says "so"'}
    found = study("dominoes")
    template = environment(found, Links(found)).get_template("graph.svg")
    text = template.render(drawing=drawn(calls), labels=labels, kinds=kinds, titles=titles)
    assert '<a href="#a&lt;b" class="box" data-name="a&lt;b">' in text
    assert ">A &amp; B</text>" in text
    assert '<a href="#c" class="box changed" data-name="c"><title>says &#34;so&#34;</title>' in text
    assert text.count("<circle") == 1
    assert [line.count("M") for line in re.findall(r'<path [^>]* d="([^"]*)"', text)] == [2]
