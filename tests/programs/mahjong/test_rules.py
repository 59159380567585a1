"""The rules of Mahjong against the vectors: openness, pairs, deals, undo; and the solver against trying everything."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from retro.programs.mahjong import mahjong
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import solver

from retro.basic.rnd import Rnd
from tests.support.mahjong_players import DEAL, SOLUTION, VECTORS, is_solution, openness_of, place, places

SEEDS = range(1, 201)


def seeded(seed):
    rnd = Rnd()
    rnd(-seed)
    return rnd


# the turtle


def test_the_places_are_numbered_as_in_the_vectors():
    assert [list(position) for position in mahjong.POSITIONS] == VECTORS["positions"]
    assert Counter(z for _, _, z in mahjong.POSITIONS) == {1: 87, 2: 36, 3: 16, 4: 4, 5: 1}


def test_the_start_table_follows_from_the_rule():
    values = mahjong.start_values()
    assert values == VECTORS["start_openness"]
    assert values == [openness_of(values, one) for one in range(mahjong.TILES)]


def test_the_stacks_are_as_high_as_the_original_keeps_them():
    heights = [
        "011111111111100",
        "000122222210000",
        "001123333211000",
        "111123543211111",
        "011123443211100",
        "001123333211000",
        "000122222210000",
        "011111111111100",
    ]
    found = Counter((x, y) for x, y, _ in mahjong.POSITIONS)
    assert [[found[x, y] for x in range(1, 16)] for y in range(1, 9)] == [list(map(int, row)) for row in heights]


def test_1_the_start():
    values = mahjong.start_values()
    assert Counter(values) == {1: 1, 2: 34, 3: 49, 4: 4, 5: 56}
    assert len(rules.free_places(values)) == 35
    assert len(rules.pairs(values, DEAL)) == 17


@pytest.mark.parametrize(
    ("taken", "tiles", "free", "pairs"),
    [(1, 142, 34, 15), (10, 124, 33, 15), (36, 72, 20, 11), (71, 2, 2, 1), (72, 0, 0, 0)],
)
def test_2_along_the_solution(taken, tiles, free, pairs):
    values = mahjong.start_values()
    for a, b in SOLUTION[:taken]:
        assert mahjong.is_free(values[a])
        assert mahjong.is_free(values[b])
        mahjong.take(values, a)
        mahjong.take(values, b)
    assert sum(value != mahjong.GONE for value in values) == tiles
    assert len(rules.free_places(values)) == free
    assert len(rules.pairs(values, DEAL)) == pairs


@pytest.mark.parametrize(("which", "pairs", "left"), [(min, 41, 62), (max, 72, 0)])
def test_3_and_4_always_the_lowest_and_always_the_highest_pair(which, pairs, left):
    values, taken = mahjong.start_values(), 0
    while found := rules.pairs(values, DEAL):
        for one in which(found):
            mahjong.take(values, one)
        taken += 1
    assert (taken, sum(value != mahjong.GONE for value in values)) == (pairs, left)


# openness


@pytest.mark.parametrize("case", VECTORS["openness_cases"], ids=lambda case: case["name"])
def test_5_to_9_openness(case):
    values = rules.values_without(mahjong.PLACE[tuple(position)] for position in case["removed"])
    assert {short: values[place(short)] for short in case["openness"]} == case["openness"]


ROW_4 = "745 744 754 844 854 643 743 843 943 542 642 742 842 942 A42 "


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ("141", {"241": 2, "251": 2}),
        ("F41", {"E41": 2, "D41": 3, "D51": 3}),
        ("F41 E41", {"D41": 2, "D51": 2}),
        ("745", {"744": 2, "844": 2, "754": 2, "854": 2}),
        ("745 744", {"844": 1, "743": 3}),
        (ROW_4 + "141 241 341 441 541 641 741 841 941 A41 B41 C41 D41", {"E41": 3, "D51": 3}),
        (ROW_4 + "F41 E41 D41 C41 B41 A41 941 841 741 641 541 441 341 241", {"141": 2, "251": 3}),
    ],
)
def test_5_to_9_as_the_table_of_cases_says(taken, expected):
    values = rules.values_without(places(taken))
    assert {short: values[place(short)] for short in expected} == expected


def test_9_taking_the_left_end_last_opens_only_its_neighbour():
    values = rules.values_without(places(ROW_4 + "F41 E41 D41 C41 B41 A41 941 841 741 641 541 441 341 241"))
    before = list(values)
    mahjong.take(values, place("141"))
    changed = {one for one in range(mahjong.TILES) if values[one] != before[one]}
    assert changed == set(places("141 251"))


def test_taking_in_any_order_leaves_what_the_rule_says():
    chooser = random.Random(4)
    for _ in range(60):
        gone = chooser.sample(range(mahjong.TILES), chooser.randrange(mahjong.TILES))
        values = rules.values_without(gone)
        assert [one for one in range(mahjong.TILES) if values[one] == mahjong.GONE] == sorted(gone)
        assert all(values[one] == openness_of(values, one) for one in range(mahjong.TILES) if one not in gone)


def test_10_a_pair_may_be_taken_in_either_order():
    free = rules.free_places(mahjong.start_values())
    assert all(rules.values_without((a, b)) == rules.values_without((b, a)) for a in free for b in free if a != b)


# the cursor


@pytest.mark.parametrize(
    ("start", "steps", "expected"),
    [
        ((6, 4), "D", (7, 4)),
        ((6, 4), "DD", (9, 4)),
        ((7, 4), "S", (7, 6)),
        ((9, 4), "A", (7, 4)),
        ((7, 4), "A", (6, 4)),
        ((7, 4), "W", (7, 3)),
        ((8, 3), "S", (7, 4)),
        ((8, 6), "W", (7, 4)),
        ((6, 5), "D", (7, 4)),
        ((13, 3), "D", (14, 4)),
        ((2, 6), "A", (1, 4)),
        ((14, 4), "W", (14, 4)),
        ((15, 4), "D", (15, 4)),
        ((1, 4), "A", (1, 4)),
        ((5, 1), "W", (5, 1)),
        ((5, 8), "S", (5, 8)),
    ],
)
def test_12_and_13_the_cursor_steps(start, steps, expected):
    values, here = mahjong.start_values(), start
    for step in steps:
        here = mahjong.step(values, *here, *{"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}[step])
    assert here == expected


def test_without_the_top_tile_the_four_stacks_are_four():
    values = rules.values_without(places("745"))
    assert mahjong.step(values, 7, 4, 1, 0) == (8, 4)
    assert mahjong.step(values, 8, 4, 0, 1) == (8, 5)
    assert rules.top_tile(values, 8, 5) == place("854")


# deals


@pytest.mark.slow
def test_20_every_deal_clears_by_its_own_solution():
    restarts = 0
    for seed in SEEDS:
        kinds, order, failures = rules.deal(seeded(seed))
        assert set(Counter(kinds).values()) == {4}
        assert sorted(set(kinds)) == list(range(1, mahjong.KINDS + 1))
        assert is_solution(kinds, order)
        restarts += failures
    assert 0 < restarts < 0.2 * len(SEEDS)


def test_21_the_same_seed_is_the_same_deal():
    assert rules.deal(seeded(5)) == rules.deal(seeded(5))
    assert rules.deal(seeded(5))[0] != rules.deal(seeded(6))[0]


def test_a_deal_that_gets_stuck_is_reported_and_restarted():
    told = []
    seed = next(seed for seed in SEEDS if rules.deal(seeded(seed))[2])
    rules.deal(seeded(seed), progress=lambda restarts, left: told.append((restarts, left)))
    lefts = [left for _, left in told]
    assert lefts[:3] == [143, 141, 139]
    assert told[-1] == (told[-1][0], 1)
    assert told[-1][0] >= 1
    for (before, left), (after, right) in pairwise(told):
        assert (after, right) in ((before, left - 2), (before + 1, 143))


def test_random_pairs_are_two_different_tiles_and_all_pairs_occur():
    rnd, free = seeded(3), [4, 8, 15, 16]
    seen = Counter(tuple(rules.random_pair(rnd, free)) for _ in range(2400))
    assert set(seen) == {(a, b) for a in free for b in free if a != b}
    assert min(seen.values()) > 140
    assert {tuple(rules.random_pair(rnd, [7, 9])) for _ in range(20)} == {(7, 9), (9, 7)}


def test_the_first_pair_of_help_wins():
    for seed in range(1, 31):
        kinds, order, _ = rules.deal(seeded(seed))
        values = mahjong.start_values()
        for _ in range(mahjong.TILES // 2):
            pair = rules.pairs(values, kinds, order)[0]
            for one in pair:
                mahjong.take(values, one)
        assert set(values) == {mahjong.GONE}


def test_pairs_come_once_in_the_order_of_the_solution():
    order = [one for pair in SOLUTION for one in pair]
    once = rules.pairs(mahjong.start_values(), DEAL, order)
    assert once[0] == SOLUTION[0]
    assert [order.index(a) for a, _ in once] == sorted(order.index(a) for a, _ in once)
    assert len({frozenset(pair) for pair in once}) == len(once) == 17


def test_a_shuffle_of_the_rest_can_be_solved_and_keeps_the_kinds():
    for seed in range(1, 40):
        rnd = seeded(seed)
        kinds, order, _ = rules.deal(rnd)
        taken = order[: 2 * rnd(60)]
        values = rules.values_without(taken)
        mixed, rest = rules.reshuffled(rnd, values, kinds)
        assert [mixed[one] for one in taken] == [kinds[one] for one in taken]
        assert Counter(mixed) == Counter(kinds)
        assert is_solution(mixed, taken + rest)


def test_two_tiles_on_one_stack_cannot_be_shuffled_right():
    values = rules.values_without(one for one in range(mahjong.TILES) if one not in places("744 743"))
    assert rules.reshuffled(seeded(1), values, DEAL) is None


# the solver


def everything(values, kinds, known):
    """Can all be taken? By trying everything."""
    key = tuple(values)
    if key not in known:
        found = rules.pairs(values, kinds)
        known[key] = all(value == mahjong.GONE for value in values)
        for pair in found:
            after = list(values)
            for one in pair:
                mahjong.take(after, one)
            if everything(after, kinds, known):
                known[key] = True
                break
    return known[key]


def endings(pairs_left, count):
    """Positions of the vectors' kind with so many pairs left, some lost, some not."""
    for seed in range(1, count + 1):
        rnd = seeded(seed)
        kinds, order, _ = rules.deal(rnd)
        values = rules.values_without(order[: mahjong.TILES - 2 * pairs_left])
        yield values, rules.reshuffled(rnd, values, kinds)[0] if seed % 4 == 0 else shuffled_rest(rnd, values, kinds)


def shuffled_rest(rnd, values, kinds):
    """Kinds dealt anyhow to what lies."""
    lying = [one for one in range(mahjong.TILES) if values[one] != mahjong.GONE]
    mixed = list(kinds)
    for one, kind in zip(lying, rules.shuffled([kinds[other] for other in lying], rnd)):
        mixed[one] = kind
    return mixed


def test_the_solver_agrees_with_trying_everything():
    answers = Counter()
    for pairs_left in (3, 6, 9, 12):
        for values, kinds in endings(pairs_left, 30):
            expected = everything(values, kinds, {})
            assert solver.is_winnable(values, kinds) is expected
            answers[expected] += 1
    assert min(answers[True], answers[False]) > 20


@pytest.mark.slow
def test_the_solver_answers_for_fresh_deals():
    for seed in range(1, 9):
        kinds, _, _ = rules.deal(seeded(seed))
        assert solver.is_winnable(mahjong.start_values(), kinds) is True


def test_the_solver_sees_the_same_open_tiles():
    chooser = random.Random(2)
    for _ in range(200):
        values = rules.values_without(chooser.sample(range(mahjong.TILES), chooser.randrange(mahjong.TILES)))
        tiles = sum(solver.BITS[one] for one in range(mahjong.TILES) if values[one] != mahjong.GONE)
        assert solver.free_tiles(tiles) == sum(solver.BITS[one] for one in rules.free_places(values))


def test_the_number_of_undos_until_the_game_can_be_won():
    values, taken = mahjong.start_values(), []
    while found := rules.pairs(values, DEAL):
        taken += min(found)
        for one in min(found):
            mahjong.take(values, one)
    assert solver.is_winnable(values, DEAL) is False
    steps = solver.undos_until_winnable(DEAL, taken, 0)
    assert 0 < steps < 41
    assert solver.is_winnable(rules.values_without(taken[: len(taken) - 2 * steps]), DEAL) is True
    assert solver.is_winnable(rules.values_without(taken[: len(taken) - 2 * steps + 2]), DEAL) is not True


def test_the_solver_gives_up_when_its_budget_is_used_up(monkeypatch):
    monkeypatch.setattr(solver, "BUDGETS", (3, 3))
    assert solver.is_winnable(mahjong.start_values(), DEAL) is None
