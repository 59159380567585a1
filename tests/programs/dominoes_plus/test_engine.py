"""The engine of Dominoes Plus without a machine: tables, knowledge, endgame, levels."""

import itertools
import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest
from retro.programs.dominoes_plus.rules import tree_search
from retro.programs.dominoes_plus.rules.domino_set import (
    AFTER,
    ALL,
    DOMINOES,
    FITS,
    LEFT,
    NO_ENDS,
    PAIRS,
    RIGHT,
    SUITS,
    TWIN,
    Rules,
    count_spots,
    domino,
    domino_text,
    dominoes_in,
    mask,
)
from retro.programs.dominoes_plus.rules.endgame import (
    best_expected_result,
    expected_result,
    solve,
)
from retro.programs.dominoes_plus.rules.explanations import advice, refusal
from retro.programs.dominoes_plus.rules.knowledge import Ledger, PlayerView, ends_after, fitting_ends
from retro.programs.dominoes_plus.rules.levels import (
    DEEPEST,
    LEVELS,
    choose_in_steps,
    evaluate,
    features,
    is_solvable,
    move_against_habit,
    outcome,
    probability_stuck,
    solved_move,
)
from retro.programs.dominoes_plus.rules.tree_search import SLICE, TreeSearch, actions, nested_order

from retro.basic import edition
from retro.programs import dominoes
from tests.support.domino_positions import PLAIN, games, positions, random_player, solved_twice, stock_is_empty
from tests.support.dominoes_players import ScreenlessMachine
from tests.support.simulated_dominoes import SimulatedGame, choose, opening, shuffled
from tests.support.transcripts import check

VARIANTS = [
    Rules(hand, hand == 6, draws, opens) for hand in (6, 7) for draws in (False, True) for opens in (False, True)
]

# the tables


def test_a_domino_has_one_number_whichever_way_round():
    assert [domino(a, b) for a, b in PAIRS] == list(range(DOMINOES)) == [domino(b, a) for a, b in PAIRS]
    assert (DOMINOES, domino_text(domino(4, 6))) == (28, "6-4")


def laid(ends, d):
    """Return the pairs of ends after laying a domino, derived from the rule itself."""
    found = set()
    for met, kept in (ends, ends[::-1]):
        for touching, outer in (PAIRS[d], PAIRS[d][::-1]):
            if touching == met:
                found.add(tuple(sorted((kept, outer), reverse=True)))
    return found


@pytest.mark.parametrize("ends", range(DOMINOES))
def test_the_tables_give_the_ends_after_every_domino_on_every_line(ends):
    for d in range(DOMINOES):
        made = {AFTER[ends][d]} | ({TWIN[d]} if d == ends else set())
        assert {PAIRS[end] for end in made if end >= 0} == laid(PAIRS[ends], d)
        assert (FITS[ends] >> d & 1) == (AFTER[ends][d] >= 0) == bool(laid(PAIRS[ends], d))


def test_every_domino_fits_an_empty_line():
    assert FITS[NO_ENDS] == ALL
    assert AFTER[NO_ENDS] == tuple(range(DOMINOES))


def test_hands_as_bits():
    hand = [domino(6, 4), domino(0, 0), domino(5, 2)]
    assert dominoes_in(mask(hand)) == sorted(hand)
    assert count_spots(mask(hand)) == 17
    assert [suit.bit_count() for suit in SUITS] == [7] * 7


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([(6, 4), (2, 2)], [(5, 5), (1, 0)], (2, 0)),
        ([(6, 4), (2, 2)], [(6, 5), (1, 0)], (1, 1)),
        ([(1, 0), (6, 4)], [(6, 3), (5, 4)], (1, 1)),
        ([(1, 0), (6, 3)], [(5, 4), (6, 2)], (0, 0)),
        ([(5, 4), (6, 3)], [(2, 0), (6, 2)], (1, 0)),
        ([(5, 1), (6, 2)], [(2, 0), (5, 3)], (0, 0)),
    ],
)
def test_who_must_begin(first, second, expected):
    assert opening([domino(*pair) for pair in first], [domino(*pair) for pair in second]) == expected


# the endgame against brute force


@pytest.mark.slow
def test_the_endgame_agrees_with_brute_force():
    """A sample; `python -m bench.programs.dominoes_plus_games endgame` tries out 1,500."""
    counts = sum((solved_twice(seed) for seed in range(300)), Counter())
    assert counts["positions"] == 300
    assert min(counts["wins"], counts["losses"]) > 50


def test_the_table_of_positions_can_be_shared():
    memory = {}
    for game in positions(60, seed=9, wanted=stock_is_empty):
        hands = [mask(game.hands[player]) for player in (game.mover, 3 - game.mover)]
        knocked = game.ledger.knocked[3 - game.mover]
        shared = solve(*hands, game.ledger.ends, knocked, memory)
        assert shared == solve(*hands, game.ledger.ends, knocked, {})


def brute_expected_result(mine, other, ends, mover, knocked):
    """Compute `expected_result` by brute force: player 0 plays for the best result, the other at random."""
    hand = (mine, other)[mover]
    can = [(d, end) for d in hand for end in (0, 1) if ends[end] in d and (end == 0 or ends[0] != ends[1])]
    can = [(d, end) for d, end in can if end == 0 or d[0] != d[1] or ends[0] not in d]
    if not can:
        if knocked:
            return (sum(map(sum, mine)) < sum(map(sum, other))) - (sum(map(sum, mine)) > sum(map(sum, other)))
        return brute_expected_result(mine, other, ends, 1 - mover, True)
    results = []
    for d, end in can:
        left = tuple(one for one in hand if one != d)
        now = tuple((d[0] + d[1] - number) if place == end else number for place, number in enumerate(ends))
        if not left:
            results.append((1, -1)[mover])
        else:
            hands = (left, other) if mover == 0 else (mine, left)
            results.append(brute_expected_result(*hands, now, 1 - mover, False))
    return max(results) if mover == 0 else sum(results) / len(results)


def test_the_expected_result_agrees_with_brute_force():
    small = positions(40, seed=3, wanted=lambda game: stock_is_empty(game) and sum(map(len, game.hands)) <= 9)
    for game in small:
        mover, ledger = game.mover, game.ledger
        mine, other = game.hands[3 - mover], game.hands[mover]
        pairs = [tuple(PAIRS[d] for d in hand) for hand in (mine, other)]
        expected = brute_expected_result(*pairs, (ledger.left, ledger.right), 1, False)
        assert expected_result(tuple(mine), tuple(sorted(other)), ledger.ends, False, False, {}) == pytest.approx(
            expected
        )


def test_the_solved_move_has_the_best_result_then_the_best_expected_result():
    lost = 0
    for game in positions(80, seed=4, wanted=stock_is_empty):
        view = game.view()
        assert is_solvable(view)
        move, memory = solved_move(view), {}
        results = {other: outcome(view, other, memory) for other in view.moves()}
        assert results[move] == max(results.values())
        if max(results.values()) < 1:
            expected = {other: expected_outcome_of(view, other) for other in results if results[other] == results[move]}
            assert expected[move] == max(expected.values())
            lost += len(set(expected.values())) > 1
    assert lost > 3


def expected_outcome_of(view, move):
    left = tuple(d for d in view.hand if d != move.domino)
    return expected_result(left, tuple(dominoes_in(view.unseen)), ends_after(view, move), False, False, {})


# what is known


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_a_view_is_true_at_every_turn_of_every_game(rules):
    knocks = 0
    for game, chance in games(60, rules):
        while game.winner is None:
            view, other = game.view(), game.hands[3 - game.mover]
            assert len(view.other) == len(other)
            for possible, d in zip(view.other, other):
                assert possible >> d & 1, "a domino in its slot was excluded"
            for older, newer in itertools.pairwise(view.other):
                assert older & ~newer == 0, "an older slot has more candidates than a newer one"
            assert view.unseen == mask(other) | mask(game._stock)
            assert (view.stock, view.knocked) == (len(game._stock), game.ledger.knocked[3 - game.mover])
            knocks += view.knocked
            game.turn(random_player(chance))
        assert sum(map(len, game.hands)) + game.ledger.laid.bit_count() + len(game._stock) == DOMINOES
    assert knocks


def test_a_knock_excludes_fitting_dominoes_from_the_slots_of_that_time():
    ledger = Ledger(PLAIN)
    ledger.record_opening(domino(5, 5))
    ledger.record_play(1, 2, domino(5, 5), RIGHT)
    assert not any(known >> domino(6, 6) & 1 == 0 for places in ledger.excluded[1:] for known in places[:5])
    ledger.record_knock(2)
    view = ledger.view_for(1, (domino(0, 0),))
    assert all(not possible & SUITS[5] for possible in view.other)
    ledger.record_play(1, 0, domino(5, 3), RIGHT)
    ledger.record_play(2, 3, domino(3, 1), RIGHT)
    view = ledger.view_for(1, (domino(0, 0),))
    assert [bool(possible & SUITS[5]) for possible in view.other] == [False] * 5 + [True]
    assert (view.left, view.right, view.stock) == (5, 1, 13)
    ledger.record_play(2, 5, domino(4, 1), RIGHT)  # the refilled slot becomes the newest one again
    view = ledger.view_for(1, (domino(0, 0),))
    assert [bool(possible & SUITS[5]) for possible in view.other] == [False] * 5 + [True]


def test_a_knock_that_may_be_untruthful_excludes_nothing():
    ledger = Ledger(PLAIN)
    ledger.record_opening(domino(6, 6))
    ledger.record_play(1, 0, domino(6, 6), RIGHT)
    before = [list(places) for places in ledger.excluded]
    ledger.record_knock(2, truthful=False)
    assert ledger.excluded == before
    assert ledger.knocked[2]


@pytest.mark.parametrize(
    ("begun", "excluded"),
    [((3, 3), {(4, 4), (5, 5), (6, 6)}), ((6, 6), set()), ((6, 4), {(n, n) for n in range(7)} | {(6, 5)})],
)
def test_the_opening_excludes_higher_openings(begun, excluded):
    ledger = Ledger(PLAIN)
    ledger.record_opening(domino(*begun))
    ledger.record_play(1, 0, domino(*begun), RIGHT)
    for places in (ledger.excluded[1][:5], ledger.excluded[2]):
        assert {PAIRS[d] for d in dominoes_in(places[0])} == excluded
    assert ledger.excluded[1][5] == 0


def test_a_copy_of_a_ledger_is_independent():
    game = next(positions(1))
    copy = deepcopy(game.ledger)
    before = copy.view_for(1, game.hands[1])
    game.turn(random_player(random.Random(1)))
    game.ledger.record_knock(2)
    assert copy.view_for(1, before.hand) == before


# the habit of laying the oldest domino that fits


def original_games(count, rules=PLAIN):
    """Yield the positions of games in which both play as the original does, at turns where something fits."""
    for game, _ in games(count, rules, seed=20):
        while game.winner is None:
            if not game.is_stuck():
                yield game
            game.turn(lambda view: view.moves()[0])


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_the_habit_is_true_of_a_player_who_has_it(rules):
    told = 0
    for game in original_games(15, rules):
        view = game.view()
        assert all(possible >> d & 1 for possible, d in zip(view.habit, game.hands[3 - game.mover], strict=True))
        assert all(habit & ~other == 0 for habit, other in zip(view.habit, view.other))
        told += view.habit != view.other
    assert told > 10


@pytest.mark.parametrize(
    ("slot", "laid", "end", "holds"),
    [
        (0, (3, 1), RIGHT, True),
        (0, (6, 1), LEFT, False),
        (3, (6, 1), LEFT, True),
        (3, (6, 3), RIGHT, True),
        (3, (6, 3), LEFT, False),
    ],
)
def test_a_play_may_contradict_the_habit(slot, laid, end, holds):
    """The 4-3 on a line with 6 and 4 comes from slot 3: slots 0 to 2 hold no 6 and no 4. The ends are 6 and 3 then."""
    ledger = Ledger(PLAIN)
    ledger.record_opening(domino(6, 6))
    ledger.record_play(1, 0, domino(6, 6), RIGHT)
    ledger.record_play(1, 0, domino(6, 4), RIGHT)
    ledger.record_play(2, 3, domino(4, 3), RIGHT)
    habit = ledger.view_for(1, ()).habit
    assert [possible & (SUITS[6] | SUITS[4]) == 0 for possible in habit] == [True] * 3 + [False] * 3
    ledger.record_play(2, slot, domino(*laid), end)
    assert bool(ledger.view_for(1, ()).habit) == holds


def test_the_other_plays_by_the_habit_in_sampled_games():
    """On 6-6 both the 6-5 and the 6-4 fit; the 6-5 is the older one."""
    six_five, six_four, *stock = (domino(*pair) for pair in ((6, 5), (6, 4), (3, 0), (2, 0), (1, 0)))
    slots = 1 << six_five, 1 << six_five | 1 << six_four
    view = PlayerView(PLAIN, (domino(6, 1), domino(6, 2)), 6, 6, mask([six_five, six_four, *stock]), 3, slots, False)
    for habit, expected in (((), {six_five, six_four}), (slots, {six_five})):
        search = TreeSearch(replace(view, habit=habit))
        search.run(100)
        assert {reply for branch in search.root.children.values() for reply in branch.children} == expected


def brute_against_habit(mine, other, ends, own_turn, knocked):
    """Return the best result for `mine` against a hand that lays its first pair that fits, at the higher end."""
    ends = max(ends), min(ends)
    moves = [(d, end) for d in (mine if own_turn else other) for end in (0, 1) if ends[end] in d]
    if not moves:
        if knocked:
            spots, others = sum(map(sum, mine)), sum(map(sum, other))
            return (spots < others) - (spots > others)
        return brute_against_habit(mine, other, ends, not own_turn, True)
    results = []
    for d, end in moves if own_turn else moves[:1]:
        then = sum(d) - ends[end], ends[1 - end]
        left, others = ([one for one in hand if one != d] for hand in (mine, other))
        won = bool(others) - bool(left)
        results.append(won or brute_against_habit(left, others, then, not own_turn, False))
    return max(results)


def test_the_result_against_the_habit_agrees_with_brute_force():
    results = Counter()
    for game in itertools.islice((game for game in original_games(60) if len(game.view().other) < 5), 60):
        mine, other = game.hands[game.mover], game.hands[3 - game.mover]
        pairs = [[PAIRS[d] for d in hand] for hand in (mine, other)]
        found = best_expected_result(tuple(mine), tuple(other), game.ledger.ends, False, True, {})
        assert found == brute_against_habit(*pairs, PAIRS[game.ledger.ends], True, False)
        found = expected_result(tuple(mine), tuple(other), game.ledger.ends, False, True, {})
        assert found == brute_against_habit(*pairs, PAIRS[game.ledger.ends], False, False)
        results[found] += 1
    assert min(results[1], results[-1]) > 5


def test_the_end_of_a_game_is_played_better_against_the_habit():
    gain = 0
    for game in (game for game in original_games(40) if len(game.view().moves()) > 1 and stock_is_empty(game)):
        view, other = game.view(), tuple(game.hands[3 - game.mover])
        one, two = (
            expected_result(
                tuple(d for d in view.hand if d != move.domino), other, ends_after(view, move), False, True, {}
            )
            for move in (move_against_habit(view), solved_move(view))
        )
        gain += one - two
    assert gain > 1


# guesses


def possible_hands(view):
    """Yield every other hand that agrees with the view, slot by slot."""
    for hand in itertools.product(*map(dominoes_in, view.other)):
        if len(set(hand)) == len(hand):
            yield hand


def test_sampled_hands_are_uniform_among_the_possible_ones():
    view = PlayerView(
        PLAIN, (domino(6, 6),), 1, 1, mask([0, 1, 2, 3, 5, 9]), 3, (0b11, 0b1111, mask([0, 1, 2, 3, 5, 9])), False
    )
    possible = Counter(mask(hand) for hand in possible_hands(view))
    search, found, times = TreeSearch(view), Counter(), 40_000
    for _ in range(times):
        other, stock = search.sample()
        assert mask(other) | mask(stock) == view.unseen
        assert len(stock) == view.stock
        found[mask(other)] += 1
    assert set(found) == set(possible)
    expected = {hand: times * count / possible.total() for hand, count in possible.items()}
    chi = sum((found[hand] - expected[hand]) ** 2 / expected[hand] for hand in expected)
    assert chi < 2 * len(expected)


def test_the_candidates_of_every_slot_are_a_prefix_of_the_order():
    habits = 0
    for game in positions(40, seed=6):
        view = game.view()
        habits += bool(view.habit)
        for slots in (view.other, view.habit or view.other):
            order, reach = nested_order(replace(view, other=view.other, habit=slots))
            assert sorted(order) == dominoes_in(view.unseen)
            for possible, length in zip(slots, reach):
                assert mask(order[:length]) == possible
    assert 5 < habits < 35


def test_actions_stand_for_the_legal_moves():
    for game in positions(60, seed=7):
        view = game.view()
        names = actions(mask(view.hand) & FITS[view.ends], view.ends)
        assert sorted(names) == sorted(tree_search.action_of(view, move) for move in view.moves())


# the levels


@pytest.mark.parametrize("seed", range(3))
def test_level_1_is_the_original(seed):
    """PROCSELECT and PROCPLOT of dominoes.py choose the same domino and the same end."""
    plot = edition(dominoes.PROCPLOT, PROCRIGHT=lambda m, v: None, PROCLEFT=lambda m, v: None)
    for game in positions(100, seed=seed):
        view, v = game.view(), dominoes.Variables()
        v.P, v.N[2], v.RV, v.LV = 2, len(view.hand), view.right, view.left
        for place, d in enumerate(view.hand, 1):
            v.R[2][place], v.L[2][place] = PAIRS[d]
        dominoes.PROCSELECT(None, v)
        plot(ScreenlessMachine(seed), v)
        assert choose(1, view) == (view.hand[v.D_i - 1], v.E)


def test_level_2_lays_the_numbers_seen_most():
    """The worked example of the course: hand 2-5 3-5 0-5, on the table 4-4 4-2 2-1 1-0 0-0 0-2."""
    hand = [domino(*pair) for pair in ((2, 5), (3, 5), (0, 5))]
    table = [domino(*pair) for pair in ((4, 4), (4, 2), (2, 1), (1, 0), (0, 0), (0, 2))]
    view = PlayerView(PLAIN, tuple(hand), 4, 2, ALL & ~mask(hand) & ~mask(table), 3, (), False)
    assert choose(2, view) == (domino(2, 5), RIGHT)


def test_level_3_adds_up_its_features():
    """4-2 on a line that ends in 4 and 1, holding also 2-1 and 6-0; 3-3 and 5-4 are the other's possibilities."""
    hand, unseen = tuple(domino(*pair) for pair in ((4, 2), (2, 1), (6, 0))), mask([domino(3, 3), domino(5, 1)])
    view = PlayerView(PLAIN, hand, 4, 1, unseen, 1, (unseen,), False)
    move = view.moves()[0]
    assert (move.domino, move.end) == (domino(4, 2), LEFT)
    assert features(view, move) == (6, 0, 1, 4, 0.5, 1, 1)
    assert evaluate(view, move) == 18 + 6 + 12 + 33 - 2 + 11
    assert choose(3, view) == max(view.moves(), key=lambda other: evaluate(view, other))


def test_the_probability_that_the_other_is_stuck():
    view = PlayerView(PLAIN, (), 6, 6, 0, 0, (0b11, 0b1111), False)
    assert probability_stuck(view, 0b10) == pytest.approx(0.5 * 0.75)
    assert probability_stuck(view, 0b11) == 0
    assert probability_stuck(view, 0) == 1


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_a_legal_move_and_always_the_same(level):
    for rules in VARIANTS:
        for game in positions(1 if level == DEEPEST else 12, rules, seed=8):
            view = game.view()
            move = choose(level, view)
            assert move in view.moves()
            assert choose(level, view) == move


def with_hidden_dominoes_exchanged(game, chance):
    """Deal the dominoes hidden from the player to move anew, as far as the view allows."""
    view, other = game.view(), 3 - game.mover
    while True:
        unseen = dominoes_in(view.unseen)
        chance.shuffle(unseen)
        hand = unseen[: len(view.other)]
        if all(possible >> d & 1 for possible, d in zip(view.other, hand)):
            break
    game.hands[other], game._stock = hand, unseen[len(hand) :]
    return game


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_sees_the_other_hand_or_the_stock(level):
    chance, moved = random.Random(level), 0
    for game in positions(4 if level == DEEPEST else 40, seed=10, wanted=lambda game: game.ledger.stock > 3):
        before, other = choose(level, game.view()), list(game.hands[3 - game.mover])
        with_hidden_dominoes_exchanged(game, chance)
        moved += other != game.hands[3 - game.mover]
        assert choose(level, game.view()) == before
    assert moved


def test_a_view_holds_numbers_only():
    """It holds no reference to a game."""
    view = next(positions(1)).view()
    assert PlayerView.__slots__ == ("rules", "hand", "left", "right", "unseen", "stock", "other", "knocked", "habit")
    parts = [view.left, view.right, view.unseen, view.stock, view.knocked, *view.hand, *view.other, *view.habit]
    assert all(isinstance(part, int) for part in parts)
    assert hash(view) == hash(view)


def test_a_search_in_slices_finds_the_same_move():
    game = next(positions(1, seed=11, wanted=lambda game: len(game.view().moves()) > 2 and game.ledger.stock > 5))
    *slices, move = choose_in_steps(DEEPEST, game.view())
    assert slices == [None] * (tree_search.ITERATIONS // SLICE)
    search = TreeSearch(game.view())
    search.run(tree_search.ITERATIONS)
    assert search.best() == move


def test_the_tree_counts_results_for_the_player_who_moves():
    """The total of a node is minus the total of the replies to it."""
    tested = 0
    for game in positions(6, seed=16, wanted=lambda game: len(game.view().moves()) > 1 and game.ledger.stock > 4):
        search = TreeSearch(game.view())
        search.run(400)
        for branch in search.root.children.values():
            answers = sum(answer.total for laid, answer in branch.children.items() if laid < tree_search.AFTER_KNOCK)
            after_knocks = sum(
                answer.total for laid, answer in branch.children.items() if laid >= tree_search.AFTER_KNOCK
            )
            direct = branch.visits - sum(answer.visits for answer in branch.children.values())
            assert abs(branch.total - (after_knocks - answers)) <= direct
            tested += abs(answers) > 2 * direct
    assert tested > 3


def test_a_forced_move_is_not_searched():
    game = next(positions(1, seed=12, wanted=lambda game: len(game.view().moves()) == 1 and game.ledger.stock > 5))
    assert list(choose_in_steps(DEEPEST, game.view())) == game.view().moves()


@pytest.mark.slow
def test_the_search_finds_the_best_move_on_average():
    """In positions without a stock, one move has a far better mean over all possible hands than the others."""
    tested = 0
    for game in positions(80, Rules(7, False), seed=13, wanted=lambda game: sum(map(len, game.hands)) < 8):
        view = replace(game.view(), habit=())
        results = {move: mean_result(view, move) for move in view.moves()}
        best, *others = sorted(results.values(), reverse=True)
        if others and best - others[0] > 0.3:
            tested += 1
            assert results[choose(DEEPEST, view)] == best
    assert tested > 5


def mean_result(view, move):
    """Return the mean result of a move over all possible hands, with best play and nothing drawn."""
    left = mask(view.hand) ^ 1 << move.domino
    hands = [mask(hand) for hand in possible_hands(view)]
    results = {hand: -solve(hand, left, ends_after(view, move), False, {}) if left else 1 for hand in set(hands)}
    return sum(results[hand] for hand in hands) / len(hands)


def score(one, other, pairs, seed=1):
    """Return the score of the first player; each deal is played twice."""
    chance, total = random.Random(seed), 0
    for _ in range(pairs):
        order, coin = shuffled(lambda n: chance.randint(1, n)), chance.randint(1, 2)
        results = SimulatedGame(PLAIN, order, coin).play(one, other), SimulatedGame(PLAIN, order, coin).play(other, one)
        total += {0: 0.5, 1: 1, 2: 0}[results[0]] + {0: 0.5, 1: 0, 2: 1}[results[1]]
    return total / (2 * pairs)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "least"), [(2, 0.51), (3, 0.68), (4, 0.79)])
def test_the_ladder(level, least):
    """A sample of bench/programs/dominoes_ladder.py; the bounds are four or five points below its figures."""
    assert score(lambda view: choose(level, view), lambda view: choose(1, view), 400) > least


@pytest.mark.slow
def test_even_a_short_search_beats_the_original():
    def hasty(view):
        if is_solvable(view):
            return solved_move(view)
        search = TreeSearch(view)
        search.run(40)
        return search.best()

    assert score(hasty, lambda view: choose(1, view), 30) > 0.68


# words


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_every_reason_fits_its_row_and_is_about_the_move(rules, accept):
    steps = []
    for game in positions(40, rules, seed=14):
        view = game.view()
        for move in [choose(4, view)] if is_solvable(view) else view.moves():
            how, consequence, reason = advice(view, move)
            steps.append((how, f"{consequence} {reason}"))
            assert max(map(len, (how, consequence, reason))) <= 39
            assert domino_text(move.domino) in how
            assert reason.endswith(".")
            assert len(f" {how}  H: ends? ") <= 40
            assert (len(fitting_ends(move.domino, view.left, view.right)) > 1) == how.endswith(("left.", "right."))
    check(steps, f"dominoes_plus_advice_{VARIANTS.index(rules)}", accept)


@pytest.mark.parametrize(
    ("pair", "left", "right", "expected"),
    [
        ((6, 4), 3, 5, "The 6-4 fits neither 3 nor 5."),
        ((6, 4), 5, 5, "The 6-4 does not fit a 5."),
        ((6, 4), 4, 5, ""),
        ((6, 4), -1, -1, ""),
    ],
)
def test_a_refusal_says_why(pair, left, right, expected):
    assert refusal(domino(*pair), left, right) == expected
