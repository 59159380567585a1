"""The rules of the domino snake, stage by stage, without a machine."""

import pytest
from retro.programs.rules import snake1, snake2, snake3, snake4, snake5, snake_game, snake_sampling
from retro.programs.rules.snake1 import COMPUTER, OTHER, PLAYER, State
from retro.programs.rules.snake_game import RULES

from retro.rnd import Rnd


def chance(seed):
    rnd = Rnd()
    rnd(-seed)
    return rnd


def pieces(text):
    """Pieces written as two digits each: "25 35 05"."""
    return tuple((int(word[0]), int(word[1])) for word in text.split())


def state(stock="", computer="66", player="66", snake="", status=COMPUTER):
    return State(pieces(stock), pieces(computer), pieces(player), pieces(snake), status)


# stage 1


def test_the_set_has_28_different_pieces():
    whole = snake1.full_set()
    assert len(set(whole)) == len(whole) == 28
    assert all(0 <= a <= b <= 6 for a, b in whole)


@pytest.mark.parametrize(
    ("computer", "player", "found"),
    [
        ("55 01", "66 02", ((6, 6), PLAYER)),
        ("55 66", "44 02", ((6, 6), COMPUTER)),
        ("11 56", "00 46", ((1, 1), COMPUTER)),
        ("12 56", "00 46", ((0, 0), PLAYER)),
        ("12 56", "01 46", None),
    ],
)
def test_the_highest_double_begins(computer, player, found):
    assert snake1.starting_piece(pieces(computer), pieces(player)) == found


def test_deals():
    rnd = chance(1)
    for _ in range(500):
        stock, computer, player, snake, status = dealt = snake1.deal(rnd)
        assert sorted(stock + computer + player + snake) == list(snake1.full_set())
        assert (len(stock), len(snake)) == (14, 1)
        mover, owner = (player, computer) if status == PLAYER else (computer, player)
        assert (len(mover), len(owner)) == (7, 6)
        assert snake[0][0] == snake[0][1] > max((a for a, b in computer + player if a == b), default=-1)
        assert dealt.status in OTHER


def test_without_a_double_it_is_dealt_again():
    """A shuffle by numbers of our own: first one that deals no double, then one that does."""
    doubles = [piece for piece in snake1.full_set() if piece[0] == piece[1]]
    mixed = [piece for piece in snake1.full_set() if piece[0] != piece[1]]
    asked = []

    def rnd(n):
        asked.append(n)
        return next(orders[len(asked) > 27])

    orders = {False: swaps(mixed + doubles), True: swaps(doubles + mixed)}
    dealt = snake1.deal(rnd)
    assert len(asked) == 2 * 27
    assert dealt.snake == ((6, 6),)
    assert dealt.status == PLAYER


def swaps(wanted):
    """What chance has to say for the shuffle to give this order."""
    order = list(snake1.full_set())
    for last in range(27, 0, -1):
        place = order.index(wanted[last])
        yield place + 1
        order[place], order[last] = order[last], order[place]


def test_every_order_of_a_shuffle_is_as_likely_as_any_other():
    rnd, seen = chance(5), {}
    for _ in range(6000):
        order = snake1.shuffled(pieces("00 01 02"), rnd)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


# stages 2 and 3


def test_a_snake_of_six_is_shown_whole_and_one_of_seven_is_not():
    snake = pieces("06 65 51 14 44 43 32")
    assert snake3.snake_text(snake[:6]) == "[0, 6][6, 5][5, 1][1, 4][4, 4][4, 3]"
    assert snake3.snake_text(snake) == "[0, 6][6, 5][5, 1]...[4, 4][4, 3][3, 2]"
    assert snake2.snake_text(snake) == "[0, 6][6, 5][5, 1][1, 4][4, 4][4, 3][3, 2]"


@pytest.mark.parametrize(
    ("snake", "closed"),
    [
        ("55 52 21 15 54 40 05 53 36 65", True),
        ("55 52 21 15 54 40 05", False),
        ("65 55 52 21 15 54 40 05 53 31", False),
        ("55 52 51 54 50 53 56", False),
        ("65 25 15 45 05 35 55", False),
    ],
)
def test_the_draw_rule(snake, closed):
    assert snake3.closed(pieces(snake)) is closed


def test_who_wins():
    closed = "55 52 21 15 54 40 05 53 36 65"
    assert snake3.result(state(computer="", player="11", snake="66")) == COMPUTER
    assert snake3.result(state(computer="11", player="", snake="66")) == PLAYER
    assert snake3.result(state(snake=closed)) == snake3.DRAW
    assert snake3.result(state(computer="", snake=closed)) == COMPUTER
    assert snake3.result(state(player="", snake=closed)) == PLAYER
    assert snake3.result(state(snake="66")) == ""


def test_moves_of_stage_3_place_a_piece_as_it_is():
    before = state("01 02", "12 34", "56", "66")
    assert snake3.apply_move(before, 2) == state("01 02", "12", "56", "66 34", PLAYER)
    assert snake3.apply_move(before, -1) == state("01 02", "34", "56", "12 66", PLAYER)
    assert snake3.apply_move(before, 0) == state("01", "12 34 02", "56", "66", PLAYER)
    assert snake3.apply_move(state("", "12", "56", "66", PLAYER), 0) == state("", "12", "56", "66", COMPUTER)


def test_the_range_is_the_hand_of_whoever_moves():
    hand = " ".join(["01"] * 21)
    for k, inside in ((21, True), (-21, True), (22, False), (-22, False), (0, True)):
        assert snake3.in_range(state("", "12", hand, "66", PLAYER), k) is inside
    assert not snake3.in_range(state("", "12", hand, "66", COMPUTER), 2)


@pytest.mark.parametrize(
    "text", ["", " ", "+", "-", "3.0", "1e1", "5 6", "--3", "+-3", "1_0", "０", "²", "1234", "-" * 9]
)
def test_no_integer(text):
    assert snake3.number_of(text) is None


@pytest.mark.parametrize(("text", "k"), [(" 4 ", 4), ("+4", 4), ("-04", -4), ("-0", 0), ("0" * 4999 + "7", 7)])
def test_integers(text, k):
    assert snake3.number_of(text) == k


def test_random_moves_reach_every_number_and_nothing_else():
    rnd = chance(2)
    before = state("", "01 02 03", "56", "66")
    drawn = {snake3.random_move(before, snake_game.random_pick(rnd)) for _ in range(300)}
    assert drawn == set(range(-3, 4))


# stage 4


def test_fitting_and_turning():
    snake = pieces("34 44 42")
    assert not snake4.fits(snake, (1, 2), snake4.LEFT)
    assert snake4.fits(snake, (1, 2), snake4.RIGHT)
    assert snake4.turned(snake, (1, 2), snake4.RIGHT) == (2, 1)
    for piece, side, laid in [((1, 3), -1, (1, 3)), ((3, 6), -1, (6, 3)), ((2, 6), 1, (2, 6)), ((3, 3), -1, (3, 3))]:
        assert snake4.turned(snake, piece, side) == laid


def test_whatever_is_played_by_the_rules_touches_with_equal_numbers():
    rnd = chance(3)
    pick = snake_game.random_pick(rnd)
    for _ in range(60):
        now, moves = snake1.deal(rnd), 0
        while not snake3.result(now):
            now = snake4.apply_move(now, snake4.random_move(now, pick))
            moves += 1
            assert all(one[1] == two[0] for one, two in zip(now.snake, now.snake[1:]))
            everything = sorted(tuple(sorted(piece)) for part in now[:4] for piece in part)
            assert everything == list(snake1.full_set())
        assert moves <= 100


def test_the_computer_tries_numbers_until_one_is_legal():
    before = state("", "01 46", "56", "66")
    numbers = iter([1, -1, 2, 0])
    assert snake4.random_move(before, lambda n: next(numbers)) == 2
    assert next(numbers) == 0


def test_nobody_is_ever_stuck_without_the_draw_rule_seeing_it():
    """With an empty stock, and when neither can play, the number at both ends is there eight times."""
    rnd = chance(4)
    ends = 0
    for _ in range(150):
        now, idle = snake1.deal(rnd), 0
        while not snake3.result(now):
            k = snake5.statistical_move(now)
            idle = idle + 1 if k == 0 and not now.stock else 0
            assert idle < 2
            now = snake4.apply_move(now, k)
        ends += snake3.result(now) == snake3.DRAW
    assert ends > 0


# stage 5

EXAMPLE = pieces("44 42 21 10 00 02")


def test_worked_example_1():
    hand = pieces("25 35 05")
    assert snake5.counts(hand, EXAMPLE) == [5, 2, 4, 1, 3, 3, 0]
    assert snake5.scores(hand, EXAMPLE) == [7, 4, 8]
    assert [(a.number, a.k) for a in snake5.attempts(hand, EXAMPLE)] == [(3, 0), (1, 1), (2, 0)]
    assert snake5.statistical_move(State((), hand, (), EXAMPLE, COMPUTER)) == 1


def test_worked_example_2():
    hand = pieces("15 35 05")
    assert snake5.counts(hand, EXAMPLE) == [5, 3, 3, 1, 3, 3, 0]
    assert snake5.scores(hand, EXAMPLE) == [6, 4, 8]
    assert snake5.statistical_move(State((), hand, (), EXAMPLE, COMPUTER)) == 0


def test_left_goes_before_right_and_the_first_of_equals_before_the_next():
    assert snake5.statistical_move(state(computer="26", snake="62")) == -1
    assert snake5.statistical_move(state(computer="14 16", snake="61 12 24")) == 1
    assert snake5.statistical_move(state(computer="45 54", snake="44")) == -1


def test_a_double_counts_twice():
    assert snake5.counts(pieces("33"), pieces("34")) == [0, 0, 0, 3, 1, 0, 0]


@pytest.mark.parametrize(("one", "other", "least", "most"), [(5, 4, 70, 83), (5, 5, 36, 54), (4, 4, 18, 34)])
def test_how_often_a_stage_wins(one, other, least, most):
    """A small sample; `python -m bench.snake` plays 20,000."""
    rnd = chance(6)
    pick = snake_game.random_pick(rnd)
    sides = {COMPUTER: RULES[one], PLAYER: RULES[other]}
    games = [snake_game.played(snake1.deal(rnd), sides, pick) for _ in range(400)]
    won = 100 * sum(result == COMPUTER for result, _ in games) / len(games)
    assert least <= won <= most
    assert max(moves for _, moves in games) <= 100


# the sampling player


def test_playing_out_is_the_counting_player_on_both_sides():
    rnd = chance(7)
    sides = {COMPUTER: RULES[5], PLAYER: RULES[5]}
    for _ in range(100):
        now = snake1.deal(rnd)
        for _ in range(rnd(12)):
            if not snake3.result(now):
                now = snake4.apply_move(now, snake4.random_move(now, snake_game.random_pick(rnd)))
        result, _ = snake_game.played(now, sides, None)
        expected = 0 if result == snake3.DRAW else 1 if result == now.status else -1
        assert snake_sampling.outcome(now) == expected


def test_what_is_imagined_agrees_with_what_is_seen():
    rnd = chance(8)
    for _ in range(40):
        now, past = snake1.deal(rnd), []
        while not snake3.result(now):
            slots = snake_sampling.known(now, past)
            hidden = now.player if now.status == COMPUTER else now.computer
            assert len(slots) == len(hidden)
            deal = snake_sampling.imagined(now, slots, rnd)
            assert [len(part) for part in deal[:4]] == [len(part) for part in now[:4]]
            assert (deal.snake, snake3.hand(deal), deal.status) == (now.snake, snake3.hand(now), now.status)
            everything = sorted(tuple(sorted(piece)) for part in deal[:4] for piece in part)
            assert everything == list(snake1.full_set())
            k = snake5.statistical_move(now)
            past.append((now, k))
            now = snake4.apply_move(now, k)


def test_who_passes_has_neither_end():
    passing = state("26 36 45", "01 02", "34", "66", COMPUTER)
    after = snake4.apply_move(passing, 0)
    slots = snake_sampling.known(after, [(passing, 0)])
    assert slots == (frozenset({6}), frozenset({6}), frozenset())
    shown = {snake_sampling.imagined(after, slots, chance(seed)).computer for seed in range(50)}
    assert all(6 not in piece for hand in shown for piece in hand[:2])
    assert any(6 in hand[2] for hand in shown)


def test_it_does_not_look_at_what_is_hidden():
    now = state("11 22 33", "05 16 03", "34 44 00", "66 65", COMPUTER)
    swapped = now._replace(stock=now.player, player=now.stock)
    slots = snake_sampling.known(now, [])
    for seed in range(1, 20):
        one, other = (snake_sampling.imagined(deal, slots, chance(seed)) for deal in (now, swapped))
        assert one == other
    assert snake_sampling.sampling_move(now, [], chance(9)) == snake_sampling.sampling_move(swapped, [], chance(9))


def test_it_wins_at_once_if_it_can():
    assert snake_sampling.sampling_move(state("01 02 03", "46", "34 44", "66 64"), [], chance(1)) in (1, -1)
    won = 0
    rnd = chance(10)
    for _ in range(60):
        now, past = snake1.deal(rnd), []
        while not snake3.result(now):
            mine = now.status == COMPUTER
            k = snake_sampling.sampling_move(now, past, rnd, 10) if mine else snake5.statistical_move(now)
            past.append((now, k))
            now = snake4.apply_move(now, k)
        won += snake3.result(now) == COMPUTER
    assert won >= 21


# games given as text


def test_a_state_in_either_form():
    expected = state("25 12", "14", "06 55", "66", PLAYER)
    assert snake_game.state_of("25 12/14/06 55/66/player") == expected
    assert snake_game.state_of("\n".join(snake1.listing(expected)) + "\n") == expected
    assert snake_game.state_of("/14/06 55/66/Computer") == state("", "14", "06 55", "66")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("25/14", "five parts"),
        ("25/14/06/66/nobody", "who is to move"),
        ("25/14/06//player", "snake: expected at least one piece"),
        ("25 1/14/06/66/player", "stock: found the piece 1"),
        ("25/18/06/66/player", "computer: found the piece 18, expected two numbers from 0 to 6"),
        ("²5/14/06/66/player", "stock: found the piece ²5"),
        ("01/" + "14 " * 20 + "/06/" + "66 " * 7 + "/player", "at most 28 pieces"),
        ("/14/" + "06 " * 22 + "/66/player", "21 of them in the stock and one hand"),
        ("11 22/" + "06 " * 20 + "/14/66/player", "21 of them in the stock and one hand"),
        ("", "five parts"),
    ],
)
def test_a_state_that_is_none(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        snake_game.state_of(text)


def test_choices():
    assert snake_game.choices_of("2 0, -3") == [2, 0, -3]
    assert snake_game.choices_of("") == []
    with pytest.raises(ValueError, match="found 'x', expected whole numbers"):
        snake_game.choices_of("2 x")


def test_invalid_goes_before_illegal():
    now = state("01", "34", "02", "66", PLAYER)
    assert snake_game.refusal(RULES[4], now, "2") == snake3.INVALID
    assert snake_game.refusal(RULES[4], now, "1") == snake4.ILLEGAL
    assert snake_game.refusal(RULES[3], now, "1") == ""
    assert snake_game.refusal(RULES[4], now, "0") == ""
