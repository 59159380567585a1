"""The rules of the domino snake, stage by stage, without a machine."""

import pytest
from retro.programs.snake import snake
from retro.programs.snake.edition import RULES
from retro.programs.snake.rules import given, sampling
from retro.programs.snake.snake import COMPUTER, OTHER, PLAYER, SnakeState

from retro.basic.rnd import Rnd
from tests.support.snake_players import play_out, random_pick


def chance(seed):
    rnd = Rnd()
    rnd(-seed)
    return rnd


def pieces(text):
    """Return pieces written as two digits each: "25 35 05"."""
    return tuple((int(word[0]), int(word[1])) for word in text.split())


def state(stock="", computer="66", player="66", snake="", status=COMPUTER):
    return SnakeState(pieces(stock), pieces(computer), pieces(player), pieces(snake), status)


# stage 1


def test_the_set_has_28_different_pieces():
    whole = snake.full_set()
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
    assert snake.starting_piece(pieces(computer), pieces(player)) == found


def test_deals():
    rnd = chance(1)
    for _ in range(500):
        stock, computer, player, table, status = dealt = snake.deal(rnd)
        assert sorted(stock + computer + player + table) == list(snake.full_set())
        assert (len(stock), len(table)) == (14, 1)
        mover, owner = (player, computer) if status == PLAYER else (computer, player)
        assert (len(mover), len(owner)) == (7, 6)
        assert table[0][0] == table[0][1] > max((a for a, b in computer + player if a == b), default=-1)
        assert dealt.status in OTHER


def test_without_a_double_it_is_dealt_again():
    """Two shuffles with chosen random numbers: the first deals no double, the second does."""
    doubles = [piece for piece in snake.full_set() if piece[0] == piece[1]]
    mixed = [piece for piece in snake.full_set() if piece[0] != piece[1]]
    asked = []

    def rnd(n):
        asked.append(n)
        return next(orders[len(asked) > 27])

    orders = {False: swaps_for(mixed + doubles), True: swaps_for(doubles + mixed)}
    dealt = snake.deal(rnd)
    assert len(asked) == 2 * 27
    assert dealt.snake == ((6, 6),)
    assert dealt.status == PLAYER


def swaps_for(wanted):
    """Yield the random numbers with which the shuffle returns this order."""
    order = list(snake.full_set())
    for last in range(27, 0, -1):
        place = order.index(wanted[last])
        yield place + 1
        order[place], order[last] = order[last], order[place]


def test_every_order_of_a_shuffle_is_as_likely_as_any_other():
    rnd, seen = chance(5), {}
    for _ in range(6000):
        order = snake.shuffled(pieces("00 01 02"), rnd)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


# stages 2 and 3


def test_a_snake_of_six_is_shown_whole_and_one_of_seven_is_not():
    seven = pieces("06 65 51 14 44 43 32")
    assert snake.snake_text_3(seven[:6]) == "[0, 6][6, 5][5, 1][1, 4][4, 4][4, 3]"
    assert snake.snake_text_3(seven) == "[0, 6][6, 5][5, 1]...[4, 4][4, 3][3, 2]"
    assert snake.snake_text_2(seven) == "[0, 6][6, 5][5, 1][1, 4][4, 4][4, 3][3, 2]"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("55 52 21 15 54 40 05 53 36 65", True),
        ("55 52 21 15 54 40 05", False),
        ("65 55 52 21 15 54 40 05 53 31", False),
        ("55 52 51 54 50 53 56", False),
        ("65 25 15 45 05 35 55", False),
    ],
)
def test_the_draw_rule(table, expected):
    assert snake.is_closed(pieces(table)) is expected


def test_who_wins():
    is_closed = "55 52 21 15 54 40 05 53 36 65"
    assert snake.result(state(computer="", player="11", snake="66")) == COMPUTER
    assert snake.result(state(computer="11", player="", snake="66")) == PLAYER
    assert snake.result(state(snake=is_closed)) == snake.DRAW
    assert snake.result(state(computer="", snake=is_closed)) == COMPUTER
    assert snake.result(state(player="", snake=is_closed)) == PLAYER
    assert snake.result(state(snake="66")) == ""


def test_moves_of_stage_3_place_a_piece_as_it_is():
    before = state("01 02", "12 34", "56", "66")
    assert snake.apply_move_3(before, 2) == state("01 02", "12", "56", "66 34", PLAYER)
    assert snake.apply_move_3(before, -1) == state("01 02", "34", "56", "12 66", PLAYER)
    assert snake.apply_move_3(before, 0) == state("01", "12 34 02", "56", "66", PLAYER)
    assert snake.apply_move_3(state("", "12", "56", "66", PLAYER), 0) == state("", "12", "56", "66", COMPUTER)


def test_the_range_of_moves_is_the_hand_of_the_mover():
    hand = " ".join(["01"] * 21)
    for k, inside in ((21, True), (-21, True), (22, False), (-22, False), (0, True)):
        error = snake.move_error(RULES[3], state("", "12", hand, "66", PLAYER), str(k))
        assert error == ("" if inside else snake.INVALID)
    assert snake.move_error(RULES[3], state("", "12", hand, "66", COMPUTER), "2")


@pytest.mark.parametrize(
    "text", ["", " ", "+", "-", "3.0", "1e1", "5 6", "--3", "+-3", "1_0", "０", "²", "1234", "-" * 9]
)
def test_lines_without_an_integer(text):
    assert snake.parse_move(text) is None


@pytest.mark.parametrize(("text", "k"), [(" 4 ", 4), ("+4", 4), ("-04", -4), ("-0", 0), ("0" * 4999 + "7", 7)])
def test_lines_with_an_integer(text, k):
    assert snake.parse_move(text) == k


def test_random_moves_reach_every_number_and_nothing_else():
    rnd = chance(2)
    before = state("", "01 02 03", "56", "66")
    drawn = {snake.choose_move_3(before, random_pick(rnd)) for _ in range(300)}
    assert drawn == set(range(-3, 4))


# stage 4


def test_fitting_and_turning():
    table = pieces("34 44 42")
    assert not snake.fits(table, (1, 2), snake.LEFT)
    assert snake.fits(table, (1, 2), snake.RIGHT)
    assert snake.oriented(table, (1, 2), snake.RIGHT) == (2, 1)
    for piece, side, laid in [((1, 3), -1, (1, 3)), ((3, 6), -1, (6, 3)), ((2, 6), 1, (2, 6)), ((3, 3), -1, (3, 3))]:
        assert snake.oriented(table, piece, side) == laid


def test_pieces_touch_with_equal_numbers_in_every_game():
    rnd = chance(3)
    pick = random_pick(rnd)
    for _ in range(60):
        now, moves = snake.deal(rnd), 0
        while not snake.result(now):
            now = snake.apply_move_4(now, snake.choose_move_4(now, pick))
            moves += 1
            assert all(one[1] == two[0] for one, two in zip(now.snake, now.snake[1:]))
            everything = sorted(tuple(sorted(piece)) for part in now[:4] for piece in part)
            assert everything == list(snake.full_set())
        assert moves <= 100


def test_the_computer_tries_numbers_until_one_is_legal():
    before = state("", "01 46", "56", "66")
    numbers = iter([1, -1, 2, 0])
    assert snake.choose_move_4(before, lambda n: next(numbers)) == 2
    assert next(numbers) == 0


def test_the_draw_rule_covers_every_blocked_game():
    """Two passes in succession with an empty stock never happen before the draw rule ends the game."""
    rnd = chance(4)
    ends = 0
    for _ in range(150):
        now, idle = snake.deal(rnd), 0
        while not snake.result(now):
            k = snake.choose_move_5(now)
            idle = idle + 1 if k == 0 and not now.stock else 0
            assert idle < 2
            now = snake.apply_move_4(now, k)
        ends += snake.result(now) == snake.DRAW
    assert ends > 0


# stage 5

EXAMPLE = pieces("44 42 21 10 00 02")


def test_worked_example_1():
    hand = pieces("25 35 05")
    assert snake.counts(hand, EXAMPLE) == [5, 2, 4, 1, 3, 3, 0]
    assert snake.scores(hand, EXAMPLE) == [7, 4, 8]
    assert [(a.number, a.k) for a in snake.attempts(hand, EXAMPLE)] == [(3, 0), (1, 1), (2, 0)]
    assert snake.choose_move_5(SnakeState((), hand, (), EXAMPLE, COMPUTER)) == 1


def test_worked_example_2():
    hand = pieces("15 35 05")
    assert snake.counts(hand, EXAMPLE) == [5, 3, 3, 1, 3, 3, 0]
    assert snake.scores(hand, EXAMPLE) == [6, 4, 8]
    assert snake.choose_move_5(SnakeState((), hand, (), EXAMPLE, COMPUTER)) == 0


def test_left_goes_before_right_and_the_first_of_equals_before_the_next():
    assert snake.choose_move_5(state(computer="26", snake="62")) == -1
    assert snake.choose_move_5(state(computer="14 16", snake="61 12 24")) == 1
    assert snake.choose_move_5(state(computer="45 54", snake="44")) == -1


def test_a_double_counts_twice():
    assert snake.counts(pieces("33"), pieces("34")) == [0, 0, 0, 3, 1, 0, 0]


@pytest.mark.parametrize(("one", "other", "least", "most"), [(5, 4, 70, 83), (5, 5, 36, 54), (4, 4, 18, 34)])
def test_how_often_a_stage_wins(one, other, least, most):
    """A small sample; `python -m bench.programs.snake` plays 20,000."""
    rnd = chance(6)
    pick = random_pick(rnd)
    sides = {COMPUTER: RULES[one], PLAYER: RULES[other]}
    games = [play_out(snake.deal(rnd), sides, pick) for _ in range(400)]
    won = 100 * sum(result == COMPUTER for result, _ in games) / len(games)
    assert least <= won <= most
    assert max(moves for _, moves in games) <= 100


# the sampling player


def test_sampled_deals_agree_with_the_visible_pieces():
    rnd = chance(8)
    for _ in range(40):
        now, past = snake.deal(rnd), []
        while not snake.result(now):
            slots = sampling.excluded_numbers(now, past)
            hidden = now.player if now.status == COMPUTER else now.computer
            assert len(slots) == len(hidden)
            deal = sampling.sample_deal(now, slots, rnd)
            assert [len(part) for part in deal[:4]] == [len(part) for part in now[:4]]
            assert (deal.snake, snake.hand(deal), deal.status) == (now.snake, snake.hand(now), now.status)
            everything = sorted(tuple(sorted(piece)) for part in deal[:4] for piece in part)
            assert everything == list(snake.full_set())
            k = snake.choose_move_5(now)
            past.append((now, k))
            now = snake.apply_move_4(now, k)


def test_a_pass_excludes_both_ends():
    passing = state("26 36 45", "01 02", "34", "66", COMPUTER)
    after = snake.apply_move_4(passing, 0)
    slots = sampling.excluded_numbers(after, [(passing, 0)])
    assert slots == (frozenset({6}), frozenset({6}), frozenset())
    shown = {sampling.sample_deal(after, slots, chance(seed)).computer for seed in range(50)}
    assert all(6 not in piece for hand in shown for piece in hand[:2])
    assert any(6 in hand[2] for hand in shown)


def test_the_sampling_player_does_not_use_hidden_pieces():
    now = state("11 22 33", "05 16 03", "34 44 00", "66 65", COMPUTER)
    swapped = now._replace(stock=now.player, player=now.stock)
    slots = sampling.excluded_numbers(now, [])
    for seed in range(1, 20):
        one, other = (sampling.sample_deal(deal, slots, chance(seed)) for deal in (now, swapped))
        assert one == other
    assert sampling.sampling_move(now, [], chance(9)) == sampling.sampling_move(swapped, [], chance(9))


@pytest.mark.slow
def test_the_sampling_player_wins_at_once_if_it_can():
    assert sampling.sampling_move(state("01 02 03", "46", "34 44", "66 64"), [], chance(1)) in (1, -1)
    won = 0
    rnd = chance(10)
    for _ in range(60):
        now, past = snake.deal(rnd), []
        while not snake.result(now):
            mine = now.status == COMPUTER
            k = sampling.sampling_move(now, past, rnd, 10) if mine else snake.choose_move_5(now)
            past.append((now, k))
            now = snake.apply_move_4(now, k)
        won += snake.result(now) == COMPUTER
    assert won >= 21


# games given as text


def test_states_in_both_forms():
    expected = state("25 12", "14", "06 55", "66", PLAYER)
    assert given.parse_state("25 12/14/06 55/66/player") == expected
    assert given.parse_state("\n".join(snake.listing(expected)) + "\n") == expected
    assert given.parse_state("/14/06 55/66/Computer") == state("", "14", "06 55", "66")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("25/14", "five parts"),
        ("25/14/06/66/nobody", "who is to move"),
        ("25/14/06//player", "at least one piece in the snake"),
        ("25 1/14/06/66/player", r"found 1\? in the stock"),
        ("25/18/06/66/player", "two numbers from 0 to 6 for each piece, found 18 in the computer"),
        ("²5/14/06/66/player", "found ²5 in the stock"),
        ("01/" + "14 " * 20 + "/06/" + "66 " * 7 + "/player", "at most 28 pieces"),
        ("/14/" + "06 " * 22 + "/66/player", "21 of them in the stock and one hand"),
        ("11 22/" + "06 " * 20 + "/14/66/player", "21 of them in the stock and one hand"),
        ("", "five parts"),
    ],
)
def test_invalid_states(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        given.parse_state(text)


def test_choices():
    assert given.parse_choices("2 0, -3") == [2, 0, -3]
    assert given.parse_choices("") == []
    with pytest.raises(ValueError, match="whole numbers, such as 2 0 -3, found 'x'"):
        given.parse_choices("2 x")


def test_invalid_goes_before_illegal():
    now = state("01", "34", "02", "66", PLAYER)
    assert snake.move_error(RULES[4], now, "2") == snake.INVALID
    assert snake.move_error(RULES[4], now, "1") == snake.ILLEGAL
    assert snake.move_error(RULES[3], now, "1") == ""
    assert snake.move_error(RULES[4], now, "0") == ""
