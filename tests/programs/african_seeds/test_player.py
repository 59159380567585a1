"""The computer's play in African Seeds: the search against a plain one, the levels, the time it takes."""

import random
from collections import Counter

import pytest
from retro.programs.african_seeds.rules import player as seeds_player
from retro.programs.african_seeds.rules.player import (
    EXPERT,
    LEVELS,
    WIN,
    Level,
    cup_values,
    puzzle,
)
from retro.programs.african_seeds.rules.sowing import LETTERS, LOWER, START, UPPER, Position, legal_cups, sow

from tests.support.seeds_players import best_cup, random_position


def plain(here, level):
    """What a position is worth to whoever moves, by the rules as they are written: seeds won less seeds lost."""
    return max(plain_worth(here, cup, level) for cup in legal_cups(here.board, here.side))


def plain_worth(here, cup, level):
    side = here.side
    sown = sow(here.board, side, cup, level.lifts)
    score = list(here.score)
    score[side] += sown.captured
    if not legal_cups(sown.board, 1 - side):
        return -WIN
    if score[side] >= 25:
        return WIN
    if level.plies == 1:
        return sown.captured
    then = Position(sown.board, tuple(score), 1 - side)
    worth = plain(then, Level(level.plies - 1, level.lifts))
    if abs(worth) > WIN / 2:
        return -worth + (1 if worth > 0 else -1)
    return sown.captured - worth


@pytest.mark.parametrize("level", [Level(1, 1), Level(1, 5), Level(1, 20), Level(2, 20), Level(2, 50), Level(3, 100)])
def test_the_search_finds_what_a_plain_one_finds(level):
    chance = random.Random(sum(level))
    for _ in range(60 // level.plies):
        here = random_position(chance, 60)
        expected = {cup: plain_worth(here, cup, level) for cup in legal_cups(here.board, here.side)}
        assert cup_values(here, level) == expected


def test_those_positions_include_wins_and_losses():
    chance = random.Random(4)
    found = Counter()
    for _ in range(100):
        here = random_position(chance, 60)
        found.update(cup_values(here, Level(3, 100)).values())
    assert {WIN, WIN - 2, -WIN, 1 - WIN} <= set(found)


@pytest.mark.parametrize("side", [LOWER, UPPER])
@pytest.mark.parametrize("plies", [4, 6, 8])
def test_the_best_first_move(plies, side):
    values = cup_values(Position(side=side), Level(plies, 100))
    assert max(values.values()) == 4
    assert [LETTERS[cup % 6] for cup in values if values[cup] == 4] == ["C"]


def test_alpha_beta_prunes_most_of_the_tree(monkeypatch):
    """Six moves ahead from the start, 3,585 positions would have to be looked at if none were left out."""
    looked, moves = [], seeds_player.packed_moves

    def counting(board, lifts):
        looked.append(board)
        return moves(board, lifts)

    monkeypatch.setattr(seeds_player, "packed_moves", counting)
    assert seeds_player.search(seeds_player.pack(START, LOWER), 0, 0, LEVELS[EXPERT - 1], -9999, 9999) == 4
    assert len(looked) < 800


def test_a_deep_search_finds_the_best_of_the_allowed_cups(monkeypatch):
    chance, level = random.Random(8), Level(8, 100)
    for _ in range(6):
        here = random_position(chance)
        cups = legal_cups(here.board, here.side)
        allowed = chance.sample(cups, 2) if len(cups) > 2 else None
        monkeypatch.setattr(seeds_player, "DEEP_PLIES", 9)
        exact = cup_values(here, level)
        monkeypatch.setattr(seeds_player, "DEEP_PLIES", 8)
        deep = cup_values(here, level, allowed or cups)
        assert deep.keys() == exact.keys()
        best = max(exact[cup] for cup in allowed or exact)
        for cup in allowed or exact:
            assert deep[cup] == best if exact[cup] == best else exact[cup] <= deep[cup] < best


def test_the_easiest_level_evaluates_nothing():
    assert cup_values(Position(), LEVELS[0]) == dict.fromkeys(range(6), 0)


def test_each_cup_is_considered_and_then_each_reply_to_it():
    here, considered = Position((0, 2, 0, 0, 0, 1, 0, 3, 0, 1, 0, 0), (20, 21)), []
    cup_values(here, Level(2, 20), consider=lambda side, cup: considered.append((side, cup)))
    assert considered[0] == (LOWER, 1)
    second = considered.index((LOWER, 5))
    assert {*considered[1:second]} == {(UPPER, 1), (UPPER, 3)}
    assert {*considered[second + 1 :]} == {(UPPER, 0), (UPPER, 1), (UPPER, 3)}


@pytest.mark.parametrize("day", [20261124, 20261125, 20261126])
def test_the_position_of_a_day_is_won_by_one_cup_in_three_moves(day):
    chances = [random.Random(day), random.Random(day)]
    here, again = (puzzle(lambda n, chance=chance: chance.randrange(n) + 1) for chance in chances)
    assert here == again
    assert (here.side, here.winner()) == (LOWER, None)
    assert all(escapes(here.after(cup), 1) for cup in legal_cups(here.board, LOWER))
    winning = [cup for cup in legal_cups(here.board, LOWER) if not escapes(here.after(cup), 2)]
    assert len(winning) == 1


def escapes(here, moves):
    """Return whether the side to move is not beaten within so many moves of the other; by the rules alone."""
    if (winner := here.winner()) is not None:
        return winner == here.side
    replies = [here.after(cup) for cup in legal_cups(here.board, here.side)]
    return any(
        then.winner() != LOWER
        if then.winner() is not None
        else moves == 0 or all(escapes(then.after(cup), moves - 1) for cup in legal_cups(then.board, then.side))
        for then in replies
    )


# choosing


def no_chance(n):
    raise AssertionError("nothing is left to chance here")


def test_the_same_answer_every_time():
    chance = random.Random(3)
    for _ in range(20):
        here = random_position(chance)
        answers = {best_cup(here, LEVELS[EXPERT - 1], lambda n: n) for _ in range(2)}
        assert len(answers) == 1


def test_a_win_now_is_better_than_a_win_later():
    board = (0, 1, 0, 0, 2, 0, 0, 0, 0, 5, 1, 2)
    values = cup_values(Position(board, (21, 16)), LEVELS[EXPERT - 1])
    assert values[1] == WIN
    assert max(values, key=values.__getitem__) == 1


def test_a_capture_that_forfeits_is_not_made():
    board = (0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0)
    here = Position(board, (20, 22))
    assert cup_values(here, Level(1, 20))[1] == -WIN
    assert best_cup(here, Level(1, 20), no_chance) == 3


# how well, and how fast; bench/african_seeds.py measures this with the full counts


def level_wins(level, other, games, seed):
    """How many games a level wins, from both sides and with both beginning."""
    chance = random.Random(seed)
    won = 0
    for game in range(games):
        side, here = game % 2, Position(side=game // 2 % 2)
        while (winner := here.winner()) is None:
            levels = (level, other) if side == LOWER else (other, level)
            rnd = lambda n: chance.randrange(n) + 1  # noqa: E731
            here = here.after(best_cup(here, LEVELS[levels[here.side] - 1], rnd))
        won += winner == side
    return won


def test_the_expert_searches_few_boards(monkeypatch):
    """A thousand boards take about 20 ms."""
    counts, boards = [], []
    moves = seeds_player.packed_moves
    monkeypatch.setattr(seeds_player, "packed_moves", lambda *board: boards.append(board) or moves(*board))
    chance = random.Random(6)
    for _ in range(60):
        here = random_position(chance)
        boards.clear()
        best_cup(here, LEVELS[EXPERT - 1], lambda n: 1)
        counts.append(len(boards))
    assert 100 < max(counts) < 1000


@pytest.mark.slow
@pytest.mark.parametrize("level", range(2, 8))
def test_each_level_beats_the_one_below(level):
    assert level_wins(level, level - 1, 60, 1) >= 36


@pytest.mark.slow
@pytest.mark.parametrize(("level", "most"), [(1, 70), (2, 40), (3, 10), (4, 10)])
def test_a_player_who_lifts_the_cups_in_turn_wins_seldom_but_on_the_first_level(level, most):
    won = 0
    for game in range(100):
        chance, here, turn = random.Random(game), Position(side=game % 2), 0
        while (winner := here.winner()) is None:
            cups = legal_cups(here.board, here.side)
            if here.side == LOWER:
                while turn % 6 not in cups:
                    turn += 1
                cup, turn = turn % 6, turn + 1
            else:
                rnd = lambda n, chance=chance: chance.randrange(n) + 1  # noqa: E731
                cup = best_cup(here, LEVELS[level - 1], rnd)
            here = here.after(cup)
        won += winner == LOWER
    assert won <= most
