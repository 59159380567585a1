"""The rules of morgan2: whole games key by key as the original played them, and every numbered case."""

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.morgan2 import IN_GRID, IN_STACK, NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules.board import DECK_EMPTY, GRID_FULL, STACK_FULL
from retro.programs.morgan2.rules.history import press_key

from retro.basic.rnd import Rnd
from tests.support.morgan_players import open_places

# Three games played in the original, its state read back after every key.
GAMES = json.loads((Path(__file__).parents[2] / "model" / "morgan-vectors.json").read_text())

FULL = (
    "24 30 38 59 36 63 12 1 34 7 17 62 20 22 14 9 25 10 33 31 2 41 15 37 39 47 51 48 43 55 8 49 "
    "58 56 52 64 32 26 42 27 53 28 18 54 16 13 21 46 57 40 35 19 6 45 3 29 23 50 60 44 11 61 4 5"
)
FULL_GRID = [int(code) for code in FULL.split()]
ORDER = list(range(1, 65))
MIDDLE = 27


def played(keys, state=None, deck=None, at=MIDDLE):
    """The state after some keys."""
    state = state or morgan2.start(deck or ORDER, at)
    for pressed in keys:
        state = press_key(state, pressed)
    return state


def on_the_way(keys, state):
    """The states before each of these keys."""
    for pressed in keys:
        yield state
        state = press_key(state, pressed)


def laid(codes, **changes):
    """A state with dominoes on the grid, by place, and whatever else is said."""
    grid = [codes.get(at, 0) for at in range(64)]
    return morgan2.State(ORDER, grid, fill=len(codes), **changes)


def coming(codes):
    """A deck that begins with these dominoes."""
    return [*codes, *(code for code in ORDER if code not in codes)]


def green(code):
    """The squares of a domino that are green, as column and row."""
    return {(square // 2, square % 2) for square in range(6) if morgan2.is_green(code, square)}


def fitting_on(code, side, *, well=True):
    """A domino that may lie on this side of another one, or one that may not."""
    return next(other for other in ORDER if other != code and morgan2.matches(code, other, side) == well)


# 4.1: whole games


@pytest.mark.parametrize("name", GAMES)
def test_a_game_key_by_key(name):
    game = GAMES[name]
    state = morgan2.start(game["deck"], 8 * game["start_row"] + game["start_col"])
    for number, (pressed, expected) in enumerate(zip(game["keys"], game["steps"])):
        state = press_key(state, pressed)
        coded = morgan2.final_coded(state.total, state.fill)
        numbers = [state.total, state.fill, coded, state.next, len(state.pending)]
        cursors = [state.mode, state.row, state.column, state.pointer, state.selected]
        assert numbers + cursors == expected, f"key {number}"
    assert list(state.grid) == game["final_grid"]
    assert list(state.stack) == game["final_stack"]
    assert len(game["keys"]) == len(game["steps"])


@pytest.mark.parametrize(
    ("name", "end", "reason"),
    [
        ("glibc-srand-7", (377, 294, 49, 225, 57, 8), STACK_FULL),
        ("glibc-srand-10", (489, 536, 55, 460, 63, 8), STACK_FULL),
        ("glibc-srand-13", (486, 406, 58, 367, 64, 6), DECK_EMPTY),
    ],
)
def test_how_the_games_end(name, end, reason):
    game = GAMES[name]
    start = morgan2.start(game["deck"], 8 * game["start_row"] + game["start_col"])
    state = played(game["keys"], start)
    coded = morgan2.final_coded(state.total, state.fill)
    assert (len(game["keys"]), state.total, state.fill, coded, state.next, len(state.pending)) == end
    assert morgan.game_over(state) == reason
    over = [(before.fill, before.next) for before in on_the_way(game["keys"], start) if morgan.game_over(before)]
    assert set(over) == {(state.fill, state.next)}, "nothing was turned up or placed when the game was over"


def test_game_13_on_the_way_and_after_its_end():
    game = GAMES["glibc-srand-13"]
    assert game["deck"][:4] == [16, 19, 60, 24]
    assert (game["start_row"], game["start_col"]) == (4, 7)
    seen = {at: tuple(game["steps"][at - 1][:2]) for at in (1, 10, 50, 100, 200, 300, 400, 486)}
    assert seen == {
        1: (0, 1),
        10: (8, 3),
        50: (44, 10),
        100: (96, 17),
        200: (224, 28),
        300: (332, 40),
        400: (400, 52),
        486: (406, 58),
    }
    end = played(game["keys"], morgan2.start(game["deck"], 39))
    empty = end.stack.index(0)
    at_empty = played("B" + "U" * 7 + "D" * empty, end)
    assert press_key(at_empty, "E") == at_empty


# 4.2: single facts, by their numbers


def test_1_the_start():
    state = played("")
    assert (state.total, state.fill, morgan2.final_coded(0, 1), state.next) == (0, 1, 0, 1)
    assert state.stack == [0] * 8
    assert (state.mode, state.pointer, state.picked) == (IN_STACK, 0, NONE)
    assert (state.row, state.column, state.grid[MIDDLE]) == (3, 3, 1)
    for pressed in "ULR":
        assert press_key(state, pressed) == state
    assert played("D" * 9).pointer == 7


def test_2_eight_dominoes_in_the_stack_and_never_a_ninth():
    state = played("ED" * 8)
    assert state.stack == ORDER[1:9]
    for place in range(8):
        there = played("U" * 8 + "D" * place + "E", state)
        assert (there.mode, there.picked, there.next) == (IN_GRID, place, 9)


@pytest.mark.parametrize(
    ("code", "squares"),
    [
        (1, set()),
        (64, {(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)}),
        (56, {(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)}),
    ],
)
def test_3_the_squares_of_a_domino(code, squares):
    assert green(code) == squares


def test_3_every_domino_once():
    assert len({frozenset(green(code)) for code in ORDER}) == 64


def test_4_the_left_neighbour():
    for a, b in product(ORDER, ORDER):
        fits = ((a - 1) // 16) % 4 == (b - 1) % 4
        assert morgan2.matches(b, a, morgan2.LEFT) == fits == morgan2.matches(a, b, morgan2.RIGHT)


def test_5_the_upper_neighbour():
    for a, b in product(ORDER, ORDER):
        fits = [a - 1 >> bit & 1 for bit in (1, 3, 5)] == [b - 1 >> bit & 1 for bit in (0, 2, 4)]
        assert morgan2.matches(b, a, morgan2.UPPER) == fits == morgan2.matches(a, b, morgan2.LOWER)


def test_4_and_5_sides_are_the_squares_that_touch():
    """The same said with squares: what meets is what was seen to meet."""
    squares = {code: green(code) for code in ORDER}
    for a, b in product(ORDER, ORDER):
        right, left = ({row for column, row in squares[code] if column == at} for code, at in ((a, 2), (b, 0)))
        lower, upper = ({column for column, row in squares[code] if row == at} for code, at in ((a, 1), (b, 0)))
        assert morgan2.matches(a, b, morgan2.RIGHT) == (right == left)
        assert morgan2.matches(a, b, morgan2.LOWER) == (lower == upper)


def surrounded(code, sides, wrong=()):
    """The middle place with neighbours for this domino on some sides, of which some do not match."""
    return laid({morgan2.adjacent(MIDDLE, side): fitting_on(code, side, well=side not in wrong) for side in sides})


@pytest.mark.parametrize(
    ("sides", "wrong", "fits"),
    [
        ((), (), 0),
        ((morgan2.LEFT,), (), 1),
        ((morgan2.LEFT, morgan2.UPPER), (morgan2.UPPER,), 0),
        ((morgan2.LEFT, morgan2.UPPER), (morgan2.LEFT,), 0),
        ((0, 1, 2), (), 3),
        ((0, 1, 2, 3), (), 4),
        ((0, 1, 2, 3), (3,), 0),
    ],
)
@pytest.mark.parametrize("code", [1, 22, 43, 64])
def test_6_all_neighbours_must_match(code, sides, wrong, fits):
    state = surrounded(code, sides, wrong)
    assert morgan2.matching_neighbours(state.grid, MIDDLE, code) == fits
    assert set(morgan.wrong_sides(state.grid, MIDDLE, code)) == set(wrong)
    in_hand = replace(state, stack=[code, *[0] * 7], picked=0, mode=IN_GRID, row=3, column=3)
    after = press_key(in_hand, "E")
    assert (after != in_hand) == bool(fits)
    assert after.total == 8 * fits


def test_7_a_diagonal_domino_is_no_neighbour():
    state = laid({0: 1}, stack=[2, *[0] * 7], picked=0, mode=IN_GRID, row=1, column=1)
    assert press_key(state, "E") == state
    assert morgan.moves(state) == [
        morgan.Move(0, at) for at in (1, 8) if morgan2.matching_neighbours(state.grid, at, 2)
    ]


@pytest.mark.parametrize(("pending", "bonus"), [(1, 8), (2, 4), (3, 2), (4, 2), (5, 0), (6, 0), (7, 0), (8, 0)])
def test_8_the_bonus_counts_the_placed_domino(pending, bonus):
    code = fitting_on(1, morgan2.RIGHT)
    others = [other for other in ORDER if other not in (1, code)][: pending - 1]
    stack = [code, *others, *[0] * (8 - pending)]
    state = laid({MIDDLE: 1}, stack=stack, picked=0, mode=IN_GRID, row=3, column=4)
    after = press_key(state, "E")
    assert (after.total, after.fill, len(after.pending)) == (bonus, 2, pending - 1)
    assert morgan.bonus(state) == bonus


def test_9_return_on_an_occupied_place_goes_back():
    chosen = played("EE")
    assert (chosen.mode, chosen.selected) == (IN_GRID, 2)
    back = press_key(chosen, "E")
    assert (back.mode, back.selected, back.stack[0]) == (IN_STACK, 2, 2)
    assert (back.row, back.column) == (chosen.row, chosen.column)


def test_10_another_one_is_placed():
    fitting = fitting_on(1, morgan2.RIGHT)
    deck = coming([1, 2, 3, 4, 5, 6, fitting] if fitting > 6 else [1, 60, 61, 62, 63, 64, fitting])
    state = played("EDEDEDEDEDE" + "UUU" + "E" + "E" + "DDD" + "E", deck=deck)
    assert (state.picked, state.selected) == (5, fitting)
    after = played("RE", state)
    assert after.stack[5] == 0
    assert after.stack[2] == state.stack[2] != 0
    assert (after.picked, after.mode, after.pointer, after.fill) == (NONE, IN_STACK, 5, 2)


def test_11_a_refusal_changes_nothing():
    state = played("EER")
    wrong = replace(state, stack=[fitting_on(1, morgan2.RIGHT, well=False), *[0] * 7])
    assert morgan.wrong_sides(wrong.grid, wrong.place, wrong.selected) == [morgan2.LEFT]
    assert press_key(wrong, "E") == wrong


@pytest.mark.parametrize("keys", ["", "EE"])
def test_12_other_keys_are_ignored(keys):
    state = played(keys)
    for pressed in [*map(chr, range(256)), "", "UD", "NONE"]:
        if pressed not in tuple("UDLREB"):
            assert press_key(state, pressed) == state


def filling():
    """The keys that lay the full grid place by place, each domino as it comes."""
    keys, row, column = "", 0, 0
    for at in range(1, 64):
        down, right = at // 8 - row, at % 8 - column
        keys += "EE" + "D" * down + "R" * right + "L" * -right + "E"
        row, column = at // 8, at % 8
    return keys


def test_14_a_full_grid():
    state = played(filling(), deck=FULL_GRID, at=0)
    assert list(state.grid) == FULL_GRID
    assert (state.total, state.fill, state.next) == (896, 64, 64)
    assert morgan.tenths(state.total, state.fill) == "14.0"
    assert morgan2.final_coded(state.total, state.fill) == 896
    assert morgan.game_over(state) == GRID_FULL
    assert morgan.dead_places(state) == morgan.moves(state) == []


@pytest.mark.slow
def test_15_ten_thousand_deals():
    rnd, places, first = Rnd(), Counter(), Counter()
    rnd(-1)
    for _ in range(10_000):
        state = morgan2.deal(rnd)
        assert sorted(state.deck) == ORDER
        assert state.grid[state.place] == state.deck[0]
        assert state.fill == 64 - state.grid.count(0) == 1
        places[state.place] += 1
        first[state.deck[0]] += 1
    for counts in (places, first):
        assert len(counts) == 64
        assert 100 <= min(counts.values()) <= max(counts.values()) <= 220


def test_16_the_same_seed():
    def dealt(seed):
        rnd = Rnd()
        rnd(-seed)
        return morgan2.deal(rnd)

    assert dealt(7) == dealt(7)
    assert len({tuple(dealt(seed).deck) for seed in range(1, 200)}) == 199


# what else is said of a state


@pytest.mark.parametrize(
    ("total", "fill", "shown", "coded"),
    [
        (44, 47, "0.9", 32),
        (294, 49, "6.0", 225),
        (416, 41, "10.1", 266),
        (536, 55, "9.7", 460),
        (0, 1, "0.0", 0),
        (99, 10, "9.9", 15),
        (999, 100, "9.9", 1560),
    ],
)
def test_both_final_scores(total, fill, shown, coded):
    assert morgan.tenths(total, fill) == shown
    assert morgan2.final_coded(total, fill) == coded
    assert shown.split(".")[0] == str(total // fill)


def test_the_end_needs_a_full_stack_or_an_empty_deck():
    assert morgan.game_over(played("")) == ""
    stuck = [code for code in ORDER if not any(morgan2.matches(1, code, side) for side in range(4))][:8]
    assert len(stuck) == 8
    seven = played("ED" * 7, deck=coming([1, *stuck]))
    assert morgan.moves(seven) == []
    assert morgan.game_over(seven) == ""
    assert morgan.game_over(played("ED" * 8, deck=coming([1, *stuck]))) == STACK_FULL
    good = fitting_on(1, morgan2.LEFT)
    assert morgan.game_over(played("ED" * 8, deck=coming([1, *stuck[:7], good]))) == ""
    last = replace(seven, next=64)
    assert morgan.game_over(last) == DECK_EMPTY
    assert morgan.game_over(replace(last, stack=[good, *last.stack[1:]])) == ""


def test_fitting_and_dead_places():
    state = played("E")
    beside = morgan.fitting_codes(state, MIDDLE + 1)
    assert beside == [code for code in [2, *ORDER[2:]] if morgan2.matches(1, code, morgan2.RIGHT)]
    assert len(beside) == 15
    assert morgan.fitting_codes(state, MIDDLE) == morgan.fitting_codes(state, 0) == []
    assert morgan.dead_places(state) == []
    assert open_places(state.grid) == [19, 26, 28, 35]
    used = {at: code for at, code in enumerate([1, *beside, *[c for c in ORDER if c not in (1, *beside)]]) if at < 16}
    crowded = laid(dict(zip(range(0, 64, 2), used.values())), next=64)
    for at in open_places(crowded.grid):
        assert (at in morgan.dead_places(crowded)) == (not morgan.fitting_codes(crowded, at))


def test_key_b_goes_back_from_the_grid_only():
    assert press_key(played("E"), "B") == played("E")
    assert played("EEB") == played("EEE")
    assert played("EERRB").mode == IN_STACK
