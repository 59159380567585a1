"""The engine of Dominoes Plus: tables, what is known, the endgame, the levels; all without a machine."""

import itertools
import random
from collections import Counter

import pytest
from retro.programs.rules import domino_search
from retro.programs.rules.domino_endgame import hope, value
from retro.programs.rules.domino_game import Game, shuffled
from retro.programs.rules.domino_levels import DEEPEST, LEVELS, SLICE, choice, thinking
from retro.programs.rules.domino_players import best_of_end, ends_after, is_open, outcome, promise, signs, stuck
from retro.programs.rules.domino_rules import (
    AFTER,
    ALL,
    BEGIN,
    COUNT,
    FITS,
    LEFT,
    PAIRS,
    RIGHT,
    SUITS,
    TWIN,
    Rules,
    bits,
    domino,
    mask,
    opening,
    said,
    spots,
)
from retro.programs.rules.domino_search import Search, chain, options
from retro.programs.rules.domino_view import Ledger, View, ends_for
from retro.programs.rules.domino_words import advice, refusal

from domino_positions import PLAIN, anyone, ending, games, positions, solved_twice
from retro.programs import dominoes

VARIANTS = [
    Rules(hand, hand == 6, draws, opens) for hand in (6, 7) for draws in (False, True) for opens in (False, True)
]

# the tables


def test_a_domino_has_one_number_whichever_way_round():
    assert [domino(a, b) for a, b in PAIRS] == list(range(COUNT)) == [domino(b, a) for a, b in PAIRS]
    assert (COUNT, said(domino(4, 6))) == (28, "6-4")


def laid(ends, d):
    """The pairs of ends that laying a domino can lead to, by the rule itself."""
    found = set()
    for met, kept in (ends, ends[::-1]):
        for touching, outer in (PAIRS[d], PAIRS[d][::-1]):
            if touching == met:
                found.add(tuple(sorted((kept, outer), reverse=True)))
    return found


@pytest.mark.parametrize("ends", range(COUNT))
def test_the_tables_say_what_comes_of_every_domino_on_every_line(ends):
    for d in range(COUNT):
        made = {AFTER[ends][d]} | ({TWIN[d]} if d == ends else set())
        assert {PAIRS[end] for end in made if end >= 0} == laid(PAIRS[ends], d)
        assert (FITS[ends] >> d & 1) == (AFTER[ends][d] >= 0) == bool(laid(PAIRS[ends], d))


def test_before_the_first_domino_everything_fits_and_leaves_its_own_numbers():
    assert FITS[BEGIN] == ALL
    assert AFTER[BEGIN] == tuple(range(COUNT))


def test_hands_as_bits():
    hand = [domino(6, 4), domino(0, 0), domino(5, 2)]
    assert bits(mask(hand)) == sorted(hand)
    assert spots(mask(hand)) == 17
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


def test_the_endgame_agrees_with_brute_force():
    """A sample; `python -m bench.dominoes_plus_games endgame` tries out 1,500."""
    told = sum((solved_twice(seed) for seed in range(300)), Counter())
    assert told["positions"] == 300
    assert min(told["wins"], told["losses"]) > 50


def test_a_memory_can_be_shared():
    memory = {}
    for game in positions(60, seed=9, wanted=ending):
        hands = [mask(game.hands[player]) for player in (game.mover, 3 - game.mover)]
        knocked = game.ledger.knocked[3 - game.mover]
        shared = value(*hands, game.ledger.ends, knocked, memory)
        assert shared == value(*hands, game.ledger.ends, knocked, {})


def hoped(mine, other, ends, mover, knocked):
    """`hope` by trying everything: what player 0 gets if he plays for the most and the other lays anything."""
    hand = (mine, other)[mover]
    can = [(d, end) for d in hand for end in (0, 1) if ends[end] in d and (end == 0 or ends[0] != ends[1])]
    can = [(d, end) for d, end in can if end == 0 or d[0] != d[1] or ends[0] not in d]
    if not can:
        if knocked:
            return (sum(map(sum, mine)) < sum(map(sum, other))) - (sum(map(sum, mine)) > sum(map(sum, other)))
        return hoped(mine, other, ends, 1 - mover, True)
    results = []
    for d, end in can:
        left = tuple(one for one in hand if one != d)
        now = tuple((d[0] + d[1] - number) if place == end else number for place, number in enumerate(ends))
        if not left:
            results.append((1, -1)[mover])
        else:
            hands = (left, other) if mover == 0 else (mine, left)
            results.append(hoped(*hands, now, 1 - mover, False))
    return max(results) if mover == 0 else sum(results) / len(results)


def test_hope_is_what_one_gets_on_the_average_from_someone_who_lays_anything():
    small = positions(40, seed=3, wanted=lambda game: ending(game) and sum(map(len, game.hands)) <= 9)
    for game in small:
        mover, ledger = game.mover, game.ledger
        mine, other = game.hands[3 - mover], game.hands[mover]
        pairs = [tuple(PAIRS[d] for d in hand) for hand in (mine, other)]
        expected = hoped(*pairs, (ledger.left, ledger.right), 1, False)
        assert hope(mask(mine), mask(other), ledger.ends, False, {}) == pytest.approx(expected)


def test_the_end_is_played_for_the_best_result_and_then_for_the_most_hope():
    lost = 0
    for game in positions(80, seed=4, wanted=ending):
        view = game.view()
        assert is_open(view)
        move, memory = best_of_end(view), {}
        results = {other: outcome(view, other, memory) for other in view.moves()}
        assert results[move] == max(results.values())
        if max(results.values()) < 1:
            hopes = {other: _hope(view, other) for other in results if results[other] == results[move]}
            assert hopes[move] == max(hopes.values())
            lost += len(set(hopes.values())) > 1
    assert lost > 3


def _hope(view, move):
    left = mask(view.hand) ^ 1 << move.domino
    return hope(left, view.unseen, ends_after(view, move), False, {}) if left else 1


# what is known


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_what_is_known_is_true_at_every_turn_of_every_game(rules):
    knocks = 0
    for game, chance in games(60, rules):
        while game.winner is None:
            view, other = game.view(), game.hands[3 - game.mover]
            assert len(view.other) == len(other)
            for possible, d in zip(view.other, other):
                assert possible >> d & 1, "what is there was ruled out"
            for older, newer in itertools.pairwise(view.other):
                assert older & ~newer == 0, "an older place may hold more than a newer one"
            assert view.unseen == mask(other) | mask(game._stock)
            assert (view.stock, view.knocked) == (len(game._stock), game.ledger.knocked[3 - game.mover])
            knocks += view.knocked
            game.turn(anyone(chance))
        assert sum(map(len, game.hands)) + game.ledger.laid.bit_count() + len(game._stock) == COUNT
    assert knocks


def test_a_knock_rules_out_what_would_fit_and_a_later_domino_is_free():
    ledger = Ledger(PLAIN)
    ledger.opened(1, 2, domino(5, 5))
    assert not any(known >> domino(6, 6) & 1 == 0 for places in ledger.cannot[1:] for known in places[:5])
    ledger.has_knocked(2)
    view = ledger.seen_by(1, (domino(0, 0),))
    assert all(not possible & SUITS[5] for possible in view.other)
    ledger.played(1, 0, domino(5, 3), RIGHT)
    ledger.played(2, 3, domino(3, 1), RIGHT)
    view = ledger.seen_by(1, (domino(0, 0),))
    assert [bool(possible & SUITS[5]) for possible in view.other] == [False] * 5 + [True]
    assert (view.left, view.right, view.stock) == (5, 1, 13)
    ledger.played(2, 5, domino(4, 1), RIGHT)  # the new one: it is the newest place that is known anew
    view = ledger.seen_by(1, (domino(0, 0),))
    assert [bool(possible & SUITS[5]) for possible in view.other] == [False] * 5 + [True]


def test_a_knock_that_need_not_be_honest_tells_nothing():
    ledger = Ledger(PLAIN)
    ledger.opened(1, 0, domino(6, 6))
    before = [list(places) for places in ledger.cannot]
    ledger.has_knocked(2, honestly=False)
    assert ledger.cannot == before
    assert ledger.knocked[2]


@pytest.mark.parametrize(
    ("begun", "ruled_out"),
    [((3, 3), {(4, 4), (5, 5), (6, 6)}), ((6, 6), set()), ((6, 4), {(n, n) for n in range(7)} | {(6, 5)})],
)
def test_the_opening_rules_out_what_would_have_had_to_begin(begun, ruled_out):
    ledger = Ledger(PLAIN)
    ledger.opened(1, 0, domino(*begun))
    for places in (ledger.cannot[1][:5], ledger.cannot[2]):
        assert {PAIRS[d] for d in bits(places[0])} == ruled_out
    assert ledger.cannot[1][5] == 0


def test_a_copy_of_what_is_known_lives_its_own_life():
    game = next(positions(1))
    copy = game.ledger.copy()
    before = copy.seen_by(1, game.hands[1])
    game.turn(anyone(random.Random(1)))
    game.ledger.has_knocked(2)
    assert copy.seen_by(1, before.hand) == before


# guesses


def worlds(view):
    """Every other hand that fits what is known, place by place."""
    for hand in itertools.product(*map(bits, view.other)):
        if len(set(hand)) == len(hand):
            yield hand


def test_guesses_are_equally_likely_among_all_that_is_possible():
    view = View(
        PLAIN, (domino(6, 6),), 1, 1, mask([0, 1, 2, 3, 5, 9]), 3, (0b11, 0b1111, mask([0, 1, 2, 3, 5, 9])), False
    )
    possible = Counter(mask(hand) for hand in worlds(view))
    search, found, times = Search(view), Counter(), 40_000
    for _ in range(times):
        other, stock = search._guess()
        assert other | mask(stock) == view.unseen
        assert len(stock) == view.stock
        found[other] += 1
    assert set(found) == set(possible)
    expected = {hand: times * count / possible.total() for hand, count in possible.items()}
    chi = sum((found[hand] - expected[hand]) ** 2 / expected[hand] for hand in expected)
    assert chi < 2 * len(expected)


def test_the_order_of_guessing_has_what_each_place_may_hold_first():
    for game in positions(40, seed=6):
        view = game.view()
        order, reach = chain(view)
        assert sorted(order) == bits(view.unseen)
        for possible, length in zip(view.other, reach):
            assert mask(order[:length]) == possible


def test_what_a_branch_names_is_what_can_be_laid():
    for game in positions(60, seed=7):
        view = game.view()
        names = options(mask(view.hand) & FITS[view.ends], view.ends)
        assert sorted(names) == sorted(domino_search.named(view, move) for move in view.moves())


# the levels


@pytest.mark.parametrize("seed", range(3))
def test_level_1_is_the_original(seed):
    """PROCSELECT and PROCPLOT of dominoes.py choose the same domino and the same end."""
    plot = dominoes.edition(dominoes.PROCPLOT, PROCRIGHT=lambda m, v: None, PROCLEFT=lambda m, v: None)
    for game in positions(100, seed=seed):
        view, v = game.view(), dominoes.Variables()
        v.P, v.N[2], v.RV, v.LV = 2, len(view.hand), view.right, view.left
        for place, d in enumerate(view.hand, 1):
            v.R[2][place], v.L[2][place] = PAIRS[d]
        dominoes.PROCSELECT(None, v)
        plot(None, v)
        assert choice(1, view) == (view.hand[v.D_i - 1], v.E)


def test_level_2_lays_what_is_seen_most():
    """The worked example of the course: hand 2-5 3-5 0-5, on the table 4-4 4-2 2-1 1-0 0-0 0-2."""
    hand = [domino(*pair) for pair in ((2, 5), (3, 5), (0, 5))]
    table = [domino(*pair) for pair in ((4, 4), (4, 2), (2, 1), (1, 0), (0, 0), (0, 2))]
    view = View(PLAIN, tuple(hand), 4, 2, ALL & ~mask(hand) & ~mask(table), 3, (), False)
    assert choice(2, view) == (domino(2, 5), RIGHT)


def test_level_3_adds_up_its_signs():
    """4-2 on a line that ends in 4 and 1, holding also 2-1 and 6-0; 3-3 and 5-4 are the other's possibilities."""
    hand, unseen = tuple(domino(*pair) for pair in ((4, 2), (2, 1), (6, 0))), mask([domino(3, 3), domino(5, 1)])
    view = View(PLAIN, hand, 4, 1, unseen, 1, (unseen,), False)
    move = view.moves()[0]
    assert (move.domino, move.end) == (domino(4, 2), LEFT)
    assert signs(view, move) == (3 * 6, 0, 6 * 1, 3 * 4, 66 * 0.5, -2 * 1, 11)
    assert promise(view, move) == 18 + 6 + 12 + 33 - 2 + 11
    assert choice(3, view) == max(view.moves(), key=lambda other: promise(view, other))


def test_how_likely_the_other_is_stuck():
    view = View(PLAIN, (), 6, 6, 0, 0, (0b11, 0b1111), False)
    assert stuck(view, 0b10) == pytest.approx(0.5 * 0.75)
    assert stuck(view, 0b11) == 0
    assert stuck(view, 0) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_makes_a_move_that_is_allowed_and_always_the_same(level):
    for rules in VARIANTS:
        for game in positions(1 if level == DEEPEST else 12, rules, seed=8):
            view = game.view()
            move = choice(level, view)
            assert move in view.moves()
            assert choice(level, view) == move


def hidden_anew(game, chance):
    """The same game to the eyes of the player to move: what he does not see lies otherwise, as far as it can."""
    view, other = game.view(), 3 - game.mover
    while True:
        unseen = bits(view.unseen)
        chance.shuffle(unseen)
        hand = unseen[: len(view.other)]
        if all(possible >> d & 1 for possible, d in zip(view.other, hand)):
            break
    game.hands[other], game._stock = hand, unseen[len(hand) :]
    return game


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_sees_the_other_hand_or_the_stock(level):
    chance, moved = random.Random(level), 0
    for game in positions(4 if level == DEEPEST else 40, seed=10, wanted=lambda game: game.ledger.stock > 3):
        before, other = choice(level, game.view()), list(game.hands[3 - game.mover])
        hidden_anew(game, chance)
        moved += other != game.hands[3 - game.mover]
        assert choice(level, game.view()) == before
    assert moved


def test_a_view_holds_nothing_but_what_is_known():
    """It is made of numbers, and no way leads from it to a game."""
    view = next(positions(1)).view()
    assert View.__slots__ == ("rules", "hand", "left", "right", "unseen", "stock", "other", "knocked")
    parts = [view.left, view.right, view.unseen, view.stock, view.knocked, *view.hand, *view.other]
    assert all(isinstance(part, int) for part in parts)
    assert hash(view) == hash(view)


def test_thinking_comes_in_slices_and_these_do_not_matter():
    game = next(positions(1, seed=11, wanted=lambda game: len(game.view().moves()) > 2 and game.ledger.stock > 5))
    *slices, move = thinking(DEEPEST, game.view())
    assert slices == [None] * (domino_search.WALKS // SLICE)
    search = Search(game.view())
    search.walk(domino_search.WALKS)
    assert search.best() == move


def test_the_other_is_expected_to_play_for_himself():
    """What a branch of ours brought is what the other's answers brought him, the other way round."""
    tested = 0
    for game in positions(6, seed=16, wanted=lambda game: len(game.view().moves()) > 1 and game.ledger.stock > 4):
        search = Search(game.view())
        search.walk(400)
        for branch in search.root.further.values():
            answers = sum(answer.sum for laid, answer in branch.further.items() if laid < domino_search.KNOCKED)
            after_knocks = sum(answer.sum for laid, answer in branch.further.items() if laid >= domino_search.KNOCKED)
            direct = branch.walks - sum(answer.walks for answer in branch.further.values())
            assert abs(branch.sum - (after_knocks - answers)) <= direct
            tested += abs(answers) > 2 * direct
    assert tested > 3


def test_a_forced_move_takes_no_thought():
    game = next(positions(1, seed=12, wanted=lambda game: len(game.view().moves()) == 1 and game.ledger.stock > 5))
    assert list(thinking(DEEPEST, game.view())) == game.view().moves()


def test_the_search_finds_what_is_best_on_the_average():
    """Nothing is drawn, and one move brings far more than the others, over all hands that are possible."""
    tested = 0
    for game in positions(80, Rules(7, False), seed=13, wanted=lambda game: sum(map(len, game.hands)) < 8):
        results = {move: average(game.view(), move) for move in game.view().moves()}
        best, *others = sorted(results.values(), reverse=True)
        if others and best - others[0] > 0.3:
            tested += 1
            assert results[choice(DEEPEST, game.view())] == best
    assert tested > 5


def average(view, move):
    """What a move brings with best play of both who see all, over the possible cases, nothing being drawn."""
    left = mask(view.hand) ^ 1 << move.domino
    hands = [mask(hand) for hand in worlds(view)]
    results = {hand: -value(hand, left, ends_after(view, move), False, {}) if left else 1 for hand in set(hands)}
    return sum(results[hand] for hand in hands) / len(hands)


def score(one, other, pairs, seed=1):
    """The score of the first player, each deal being played twice."""
    chance, total = random.Random(seed), 0
    for _ in range(pairs):
        order, coin = shuffled(lambda n: chance.randint(1, n)), chance.randint(1, 2)
        results = Game(PLAIN, order, coin).play(one, other), Game(PLAIN, order, coin).play(other, one)
        total += {0: 0.5, 1: 1, 2: 0}[results[0]] + {0: 0.5, 1: 0, 2: 1}[results[1]]
    return total / (2 * pairs)


@pytest.mark.parametrize(("level", "least"), [(2, 0.51), (3, 0.68), (4, 0.79)])
def test_the_ladder(level, least):
    """A sample of bench/dominoes_ladder.py; the bounds are four or five points below what many games give."""
    assert score(lambda view: choice(level, view), lambda view: choice(1, view), 400) > least


def test_even_a_short_search_beats_the_original():
    def hasty(view):
        if is_open(view):
            return best_of_end(view)
        search = Search(view)
        search.walk(40)
        return search.best()

    assert score(hasty, lambda view: choice(1, view), 30) > 0.68


# words


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_every_reason_fits_its_row_and_is_about_the_move(rules):
    for game in positions(40, rules, seed=14):
        view = game.view()
        for move in [choice(4, view)] if is_open(view) else view.moves():
            what, why = advice(view, move)
            assert max(len(what), len(why)) <= 38
            assert said(move.domino) in what
            assert why.endswith(".")
            assert (len(ends_for(move.domino, view.left, view.right)) > 1) == (" end." in what)


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
