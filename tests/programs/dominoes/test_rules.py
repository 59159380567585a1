"""The rules of Dominoes, procedure by procedure: stock, opening, moves, the machine's choice."""

import random
from collections import Counter

import pytest

from retro.basic.rnd import Rnd
from retro.programs import dominoes
from tests.support.dominoes_players import (
    ALL,
    ScreenlessMachine,
    fits,
    give,
    held,
    message,
    on_machine,
    pairs,
    variables,
)

HEAVY = 55.5  # chi-square, 27 degrees of freedom: exceeded once in a thousand


# the stock


def test_the_stock_is_a_triangle_of_28():
    v = variables()
    dominoes.PROCGENERATE(None, v)
    assert [(a, b) for a in range(7) for b in range(7) if v.D[a][b] == 1] == ALL
    assert v.T == 28


def test_a_stock_can_be_laid_out_again():
    v, m = variables(), ScreenlessMachine(5)
    dominoes.PROCGENERATE(m, v)
    dominoes.PROCISSUE(m, v)
    dominoes.PROCGENERATE(m, v)
    assert (sum(map(sum, v.D)), v.T) == (28, 28)


def test_the_whole_stock_is_drawn_once():
    v, m = variables(), ScreenlessMachine(3)
    dominoes.PROCGENERATE(m, v)
    drawn = []
    for left in range(27, -1, -1):
        dominoes.PROCSPOTS(m, v)
        drawn.append((v.N1, v.N2))
        assert left == v.T
    assert sorted(drawn) == ALL


@pytest.mark.parametrize("kept", [ALL, ALL[:7] + ALL[20:]])
def test_every_remaining_domino_has_the_same_chance(kept):
    v, m = variables(), ScreenlessMachine(1)
    seen = Counter()
    for _ in range(600 * len(kept)):
        for a, b in kept:
            v.D[a][b] = 1
        dominoes.PROCSPOTS(m, v)
        seen[v.N1, v.N2] += 1
    assert set(seen) == set(kept)
    assert sum((count - 600) ** 2 / 600 for count in seen.values()) < HEAVY


def test_the_numbers_are_asked_for_in_the_order_n1_n2():
    rnd = Rnd()
    rnd(-7)
    expected = (rnd(7) - 1, rnd(7) - 1)
    v, m = variables(), ScreenlessMachine(7)
    for row in v.D:
        row[:] = [1] * 7
    dominoes.PROCSPOTS(m, v)
    assert expected == (v.N1, v.N2)


def test_the_human_is_dealt_first():
    v, m = variables(), ScreenlessMachine(9)
    dominoes.PROCGENERATE(m, v)
    again = variables()
    dominoes.PROCGENERATE(None, again)
    other = ScreenlessMachine(9)
    dominoes.PROCISSUE(m, v)
    expected = []
    for _ in range(12):
        dominoes.PROCSPOTS(other, again)
        expected.append((again.N1, again.N2))
    assert held(v, 1) + held(v, 2) == expected
    assert (v.T, v.N[1], v.N[2]) == (16, 6, 6)


# who begins


def opening(human, computer, rnd=None):
    v, m = variables(), ScreenlessMachine(1)
    if rnd:
        m.rnd = rnd
    give(v, 1, pairs(human))
    give(v, 2, pairs(computer))
    dominoes.PROCFIRST(m, v)
    return v.P, v.D_i


def no_chance(n):
    raise AssertionError("no random number is needed here")


@pytest.mark.parametrize(
    ("human", "computer", "expected"),
    [
        ("01 22 56 33 46 12", "44 00 11 02 03 04", (2, 1)),
        ("01 22 56 33 46 12", "24 00 11 02 03 04", (1, 4)),
        ("56 46 45 36 26 16", "12 23 34 00 13 24", (2, 4)),
        ("66 55 44 33 22 11", "12 23 34 00 13 24", (1, 1)),
        ("56 46 45 36 26 66", "12 23 34 00 13 55", (1, 6)),
    ],
)
def test_the_highest_double_begins(human, computer, expected):
    assert opening(human, computer, no_chance) == expected


@pytest.mark.parametrize(
    ("human", "computer", "expected"),
    [
        ("01 02 03 04 05 06", "12 13 14 56 15 16", (2, 4)),
        ("01 02 56 04 05 06", "12 13 14 23 15 16", (1, 3)),
        ("35 02 26 04 05 06", "12 13 14 23 15 16", (1, 1)),  # two of 8 spots in a hand: the first
        ("01 02 03 04 05 12", "23 26 35 14 15 16", (2, 2)),
    ],
)
def test_without_a_double_the_heaviest_domino_begins(human, computer, expected):
    assert opening(human, computer, no_chance) == expected


@pytest.mark.parametrize(("rolled", "expected"), [(1, (1, 5)), (2, (2, 3))])
def test_rnd_decides_between_equally_heavy_hands(rolled, expected):
    asked = []

    def rnd(n):
        asked.append(n)
        return rolled

    assert opening("01 02 03 04 26 06", "12 13 35 14 15 16", rnd) == expected
    assert asked == [2]


def test_rnd_lets_either_player_begin():
    rnd = Rnd()
    begins = Counter(opening("01 02 03 04 26 06", "12 13 35 14 15 16", rnd)[0] for _ in range(200))
    assert min(begins[1], begins[2]) > 70


def test_the_holder_of_the_opening_domino_is_told_and_gets_another():
    def program(m, v):
        dominoes.PROCGENERATE(m, v)
        give(v, 1, pairs("01 02 03 04 05 06"))
        give(v, 2, pairs("12 13 46 14 15 16"))
        v.T, v.P, v.D_i = 16, 2, 3
        dominoes.PROCDRAW_FIRST(m, v)
        assert message(m) == " I must play first: the 6-4"
        assert (v.RV, v.LV) == (6, 4)
        assert held(v, 2)[:5] == pairs("12 13 14 15 16")
        assert (v.N[2], v.T) == (6, 15)
        assert held(v, 2)[5] == (v.N1, v.N2)
        assert m.front.now() == pytest.approx(1.5)

    assert len(on_machine(program).notes) == 1


# moves


def hand(text, stock=0, place=1):
    """Variables with this hand of the human, who has just played the domino in this place."""
    v = variables()
    give(v, 1, pairs(text))
    v.P, v.D_i, v.T = 1, place, stock
    v.D[4][2] = 1
    return v


@pytest.mark.parametrize(
    ("place", "expected"),
    [(1, "12 23 34 45 56 24"), (3, "01 12 34 45 56 24"), (5, "01 12 23 34 56 24"), (6, "01 12 23 34 45 24")],
)
def test_the_gap_is_closed_and_the_last_place_filled(place, expected):
    v = hand("01 12 23 34 45 56", 1, place)
    dominoes.PROCMOVE(ScreenlessMachine(1), v)
    assert held(v, 1) == pairs(expected)
    assert (v.N[1], v.T, v.D[4][2]) == (6, 0, 0)


@pytest.mark.parametrize(("place", "expected"), [(1, "12 23"), (2, "01 23"), (3, "01 12")])
def test_with_an_empty_stock_the_hand_shrinks(place, expected):
    v = hand("01 12 23", 0, place)
    dominoes.PROCMOVE(ScreenlessMachine(1), v)
    assert held(v, 1) == pairs(expected)
    assert (v.N[1], v.T, v.D[4][2]) == (2, 0, 1)


def test_the_last_domino_leaves_an_empty_hand():
    v = hand("01")
    dominoes.PROCMOVE(ScreenlessMachine(1), v)
    assert v.N[1] == 0


def test_the_other_hand_is_left_alone():
    v = hand("01 12 23", 0, 2)
    give(v, 2, pairs("44 55"))
    dominoes.PROCMOVE(ScreenlessMachine(1), v)
    assert held(v, 2) == pairs("44 55")


@pytest.mark.parametrize(
    ("domino", "left", "right", "expected"),
    [
        ("25", 0, 2, (1, 2, 5)),  # the left face fits on the right
        ("25", 0, 5, (1, 5, 2)),  # the right face does
        ("25", 5, 0, (2, 5, 2)),
        ("25", 2, 0, (2, 2, 5)),
        ("25", 2, 5, (1, 5, 2)),  # both ends: the right one
        ("25", 5, 2, (1, 2, 5)),
        ("25", 5, 5, (1, 5, 2)),  # both ends equal: the right one
        ("44", 4, 1, (2, 4, 4)),
        ("44", 4, 4, (1, 4, 4)),
    ],
)
def test_where_a_domino_goes(domino, left, right, expected):
    v = hand(domino)
    v.LV, v.RV = left, right
    v.LX, v.LY, v.RX, v.RY = 568, 63, 680, 63
    dominoes.PROCPLOT(ScreenlessMachine(1), v)
    assert expected == (v.E, v.F, v.S)
    assert ((left, v.S) if v.E == 1 else (v.S, right)) == (v.LV, v.RV)


def test_the_computer_takes_the_first_match():
    chooser = random.Random(15)
    knocks = 0
    for _ in range(4000):
        v = variables()
        give(v, 2, chooser.sample(ALL, chooser.randint(1, 6)))
        v.RV, v.LV = chooser.randint(0, 6), chooser.randint(0, 6)
        matches = [place for place, domino in enumerate(held(v, 2), 1) if fits(domino, v)]
        dominoes.PROCSELECT(None, v)
        assert v.D_i == min(matches, default=7)
        knocks += v.D_i == 7
    assert knocks > 100


def test_the_computer_does_not_find_a_domino_it_has_played():
    v = variables()
    give(v, 2, pairs("12 13 66"))
    give(v, 2, pairs("12 13"))
    v.RV = v.LV = 6
    dominoes.PROCSELECT(None, v)
    assert v.D_i == 7
