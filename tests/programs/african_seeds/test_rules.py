"""The rules of African Seeds: sowing, captures, and how games end."""

import random

import pytest
from retro.programs.african_seeds.rules import sowing as seeds
from retro.programs.african_seeds.rules.sowing import DRAW, LETTERS, LOWER, UPPER, Position

from tests.support.seeds_players import IDS, SIDES, VECTORS, random_position


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_measured_moves(vector):
    side, cup = SIDES[vector["side"]], LETTERS.index(vector["cup"])
    sown = seeds.sow(vector["board"], side, cup)
    assert sown == (
        tuple(vector["after"]),
        LETTERS.index(vector["end"]),
        vector["lifts"],
        vector["captured"],
        vector["ended"],
    )
    score = list(vector["score"])
    score[side] += sown.captured
    assert score == vector["score_after"]
    assert sum(vector["after"]) + sum(score) == seeds.SEEDS


def test_there_are_23_measured_moves():
    assert len(VECTORS) == 23


@pytest.mark.parametrize("side", [LOWER, UPPER])
def test_only_full_cups_of_ones_own_row_may_be_lifted(side):
    assert seeds.legal_cups((0, 1, 0, 2, 0, 3, 4, 0, 5, 0, 0, 0), side) == ([1, 3, 5], [6, 8])[side]


def test_a_move_followed_for_fewer_lifts_stops_without_a_capture():
    sown = seeds.sow(seeds.START, LOWER, 2, limit=4)
    assert (sown.lifts, sown.captured, sown.ended) == (4, 0, False)
    assert seeds.sow(seeds.START, LOWER, 2, limit=5).captured == 6


@pytest.mark.parametrize(
    ("board", "cup", "lifts", "captured"),
    [
        ("0 1 0 5 2 3 4 3 4 3 6 3", "E", 100, 3),
        ("4 2 3 2 7 3 2 4 5 4 5 2", "B", 101, 7),
        ("1 3 4 6 2 2 10 4 3 10 1 0", "B", 118, 7),
        ("5 0 5 0 1 4 0 4 1 2 5 0", "F", 717, 3),
    ],
)
def test_a_move_that_ends_is_played_to_its_end(board, cup, lifts, captured):
    board, cup = [int(number) for number in board.split()], LETTERS.index(cup)
    sown = seeds.sow(board, LOWER, cup)
    assert (sown.lifts, sown.captured, sown.ended) == (lifts, captured, True)


def plain_lifts(board, cup):
    """Return the lifts of a move, None if a state comes back, by remembering every state."""
    board, states, lifts = list(board), set(), 0
    while (cup, *board) not in states:
        states.add((cup, *board))
        board, cup, _, _, ended = seeds.sow(board, 0, cup, 1)
        lifts += 1
        if ended:
            return lifts
    return None


ENDLESS = [
    "0 1 0 12 2 0 1 2 4 1 0 1 E", "0 1 2 2 1 2 3 0 1 0 2 3 C", "0 2 1 3 1 0 2 1 0 1 0 1 D", "1 5 7 0 5 1 7 0 1 0 3 2 B",
    "3 3 0 5 2 1 0 1 4 1 0 1 A", "1 9 0 1 0 1 2 3 2 0 4 0 I", "2 1 0 12 3 1 2 1 2 1 0 1 E",
]  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS)
def test_endless_moves_are_found(text):
    *numbers, letter = text.split()
    board, cup = [int(number) for number in numbers], LETTERS.index(letter)
    assert plain_lifts(board, cup) is None
    assert seeds.sow(board, cup // 6, cup)[2::2] == (100, False)


def test_moves_that_end_are_not_taken_for_endless():
    chance = random.Random(7)
    for _ in range(2000):
        board, cup = [chance.randrange(5) for _ in range(12)], chance.randrange(12)
        if board[cup]:
            assert (seeds.sow(board, 0, cup).lifts, True) == (plain_lifts(board, cup) or 100, True)


def test_an_endless_move_stops_after_100_lifts():
    vector = VECTORS[-1]
    cup = LETTERS.index(vector["cup"])
    sown = seeds.sow(vector["board"], SIDES[vector["side"]], cup)
    assert (sown.lifts, sown.captured, sown.ended) == (100, 0, False)


# the end


def winner(board, score, mover, quiet=0):
    return Position(tuple(board), score, 1 - mover, quiet).winner()


EMPTY = [0] * 6


@pytest.mark.parametrize("mover", [LOWER, UPPER])
def test_forfeit_comes_before_25(mover):
    rows = [[1, 0, 0, 0, 0, 0], EMPTY]
    board = rows[mover] + rows[1 - mover]
    score = (26, 21) if mover == LOWER else (21, 26)
    assert winner(board, score, mover) == 1 - mover


@pytest.mark.parametrize("mover", [LOWER, UPPER])
def test_25_win_and_24_do_not(mover):
    board = [1] * 6 + [1] * 6
    for seeds_won, expected in ((24, None), (25, mover)):
        score = (seeds_won, 36 - seeds_won) if mover == LOWER else (36 - seeds_won, seeds_won)
        assert winner(board, score, mover) == expected


def test_ones_own_row_may_be_empty():
    assert winner(EMPTY + [1] * 6, (20, 22), LOWER) is None


@pytest.mark.parametrize(("score", "expected"), [((13, 9), LOWER), ((9, 13), UPPER), ((11, 11), DRAW)])
def test_fifty_moves_without_a_capture(score, expected):
    board = [1] * 12 + []
    board[0] += 48 - 12 - sum(score)
    assert winner(board, score, LOWER, 49) is None
    assert winner(board, score, LOWER, 50) == expected


def test_a_capture_resets_the_count_of_quiet_moves():
    here = Position((0, 0, 1, 0, 0, 0, 0, 0, 5, 1, 2, 3), (18, 18), LOWER, 49)
    assert here.after(2) == Position((0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3), (23, 18), UPPER, 0)
    quiet = Position((1, 2, 0, 0, 0, 2, 0, 0, 3, 1, 0, 4), (20, 15), LOWER, 48).after(5)
    assert (quiet.quiet_moves, quiet.winner()) == (49, None)


# options


def test_endless_moves_can_be_left_out():
    board = (6, 5, 2, 1, 0, 1, 0, 1, 0, 3, 4, 2)
    assert [LETTERS[cup] for cup in seeds.legal_cups(board, UPPER)] == list("HJKL")
    assert [LETTERS[cup] for cup in seeds.legal_cups(board, UPPER, ending=True)] == list("HJL")


def test_if_every_move_is_endless_all_are_allowed(monkeypatch):
    monkeypatch.setattr(seeds, "sow", lambda board, side, cup: seeds.Sowing(board, cup, 100, 0, False))
    assert seeds.legal_cups(seeds.START, LOWER, ending=True) == [0, 1, 2, 3, 4, 5]


def test_turning_the_board():
    here = Position(tuple(range(12)), (3, 5), UPPER, 7)
    assert here.swapped() == Position((6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5), (5, 3), LOWER, 7)
    assert here.swapped().swapped() == here


@pytest.mark.parametrize("seed", range(3))
def test_both_rows_have_the_same_rules(seed):
    chance = random.Random(seed)
    for _ in range(100):
        here = random_position(chance)
        cup = chance.choice(seeds.legal_cups(here.board, here.side))
        assert here.swapped().after((cup + 6) % 12) == here.after(cup).swapped()


# many games


def test_random_games_keep_their_seeds_and_end():
    chance = random.Random(9)
    for _ in range(200):
        here, moves = Position(side=chance.randrange(2)), 0
        while here.winner() is None:
            cup = chance.choice(seeds.legal_cups(here.board, here.side))
            sown = seeds.sow(here.board, here.side, cup)
            assert sown.ended or sown.lifts == seeds.ENDLESS_LIFTS
            here = here.after(cup)
            moves += 1
            assert sum(here.board) + sum(here.score) == seeds.SEEDS
            assert min(here.board) >= 0
        assert moves < 500
