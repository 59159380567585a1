"""A game of morgan2 with its past: undo, redo, what is saved, the lists of the best."""

import functools
from itertools import pairwise

import pytest
from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.morgan2 import NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules.board import Move
from retro.programs.morgan2.rules.history import (
    BEST,
    GameHistory,
    SavedGameError,
    Score,
    add_score,
    by_program,
    by_text,
    from_tape,
    keys_of_move,
    keys_to_grid,
    keys_to_stack,
    scores_from_tape,
    to_tape,
)

from retro.machine.tape import decode, encode
from tests.support.morgan_players import check, check_game, dealt, press_all, quick_game, random_game


@pytest.mark.parametrize("seed", range(10))
def test_games_of_random_keys(seed):
    check_game(random_game(seed, 300, every=5))


def test_random_keys_reach_long_games():
    games = [random_game(seed, 300, every=300) for seed in range(100, 110)]
    assert max(game.state.fill for game in games) > 12
    assert max(game.state.next for game in games) > 15
    assert any(game.undone for game in games)
    assert any(game.state.mode == morgan2.IN_GRID for game in games)


def test_undo_goes_back_to_the_deal_and_redo_to_the_end():
    game = quick_game(4)
    end, keys = game.state, list(game.keys)
    deeds = 0
    while game.undo():
        deeds += 1
        check(game.state)
    assert game.state == game.states[0] == morgan2.start(end.deck, game.states[0].place)
    assert deeds == end.next - 1 + end.fill - 1
    assert not game.undo()
    for _ in range(deeds):
        assert game.redo()
    assert (game.state, game.keys) == (end, keys)
    assert not game.redo()


def test_undo_of_a_placement_gives_the_domino_back_into_the_hand():
    game = next(game for game in map(dealt, range(1, 99)) if game.press("E") and morgan.moves(game.state))
    move = morgan.moves(game.state)[0]
    press_all(game, keys_of_move(game.state, move))
    assert game.state.fill == 2
    assert game.undo()
    assert (game.state.mode, game.state.picked, game.state.place) == (morgan2.IN_GRID, move.pointer, move.place)
    assert not game.starred
    assert game.undo()
    assert game.starred, "the domino that was turned up has been seen"
    assert game.state.next == 1
    game.redo()
    game.redo()
    assert (game.state.fill, game.starred) == (2, True)


def test_cursor_keys_keep_the_redo_list_and_a_move_clears_it():
    game = dealt(1)
    press_all(game, "EDE")
    two = game.state
    game.undo()
    press_all(game, "DDDUDD")
    assert game.redo()
    assert game.state == two
    game.undo()
    press_all(game, "DDE")
    assert not game.redo()
    assert game.state.next == 3


def test_undo_after_undo_and_some_steps():
    game = dealt(1)
    press_all(game, "EDEDE")
    states = {after.next: after for before, after in pairwise(game.states) if before.next != after.next}
    game.undo()
    press_all(game, "DD")
    game.undo()
    assert game.state.next == 2
    game.redo()
    assert game.state == states[3]
    game.redo()
    assert game.state == states[4]


def test_keys_that_do_nothing_are_not_kept():
    game = dealt(1)
    press_all(game, "UULRZzB ")
    assert game.keys == []
    assert game.press("D")
    assert game.keys == ["D"]


def test_detours_are_not_kept():
    game = dealt(1)
    press_all(game, "E" + "DU" * 500 + "DDD")
    assert game.keys == list("EDDD")
    press_all(game, "UUUE" + "RDLU" * 500)
    assert game.keys == list("EE")
    press_all(game, "RR" + "DU" * 3 + "B")
    assert game.keys == list("EERRB")
    press_all(game, "DE")
    game.undo()
    press_all(game, "UEBDUDUD")
    assert game.redo()
    assert (game.state.next, game.state.stack[1] > 0) == (3, True)


def test_the_keys_to_a_place_reach_it():
    for seed in range(8):
        game = random_game(seed, 120, every=120)
        state = game.state
        for pointer in range(8):
            there = GameHistory(state, 0)
            press_all(there, keys_to_stack(state, pointer))
            assert there.state.pointer == pointer
            assert there.state.picked == pointer or there.state.next == state.next + 1 or state.next == 64
        for move in morgan.moves(state):
            there = GameHistory(state, 0)
            press_all(there, keys_of_move(state, move))
            assert there.state.fill == state.fill + 1
            assert there.state.grid[move.place] == state.stack[move.pointer]
        if state.mode == morgan2.IN_GRID:
            for place in range(64):
                there = GameHistory(state, 0)
                press_all(there, keys_to_grid(state, place)[:-1])
                assert there.state.place == place


def test_the_keys_of_turning_up():
    game = dealt(2)
    press_all(game, "EDDDE" + "UUUE")
    press_all(game, keys_of_move(game.state, Move(5, NONE)))
    assert (game.state.next, game.state.pointer, game.state.mode) == (4, 5, morgan2.IN_STACK)


# the tape


@pytest.mark.parametrize("seed", [3, 8])
def test_a_long_game_goes_through_the_tape(seed):
    game = quick_game(seed)
    game.hints = 7
    for _ in range(9):
        game.undo()
    press_all(game, "DDU")
    again = from_tape(decode("MORGAN2", encode("MORGAN2", to_tape(game))))
    for name in GameHistory.__slots__:
        assert getattr(again, name) == getattr(game, name)
    while game.redo():
        assert again.redo()
        assert again.state == game.state


@functools.cache
def saved():
    """What is saved of a game, by the names of its parts."""
    game = quick_game(3)
    game.undo()
    return dict(zip(("version", "deck", "place", "keys", "undone", "facts"), to_tape(game)))


def changed(**parts):
    """What is saved of a game, with some parts changed."""
    return list((saved() | parts).values())


GOOD = [5, 0, 1, 0, 0]  # number, known, starred, hints, fork


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "MORGAN2",
        [],
        [1, 2, 3],
        {"version": 2},
        {"version": "1"},
        {"deck": list(range(64))},
        {"deck": [1] * 64},
        {"deck": [*range(1, 64)]},
        {"deck": [float(code) for code in range(1, 65)]},
        {"deck": 5},
        {"place": 64},
        {"place": -1},
        {"place": "0"},
        {"keys": ["DDDZ"]},
        {"keys": ["LLL"]},
        {"keys": "U"},
        {"keys": [5]},
        {"keys": ["DU" * 60_000]},
        {"undone": ["D"]},
        {"undone": ["Q"]},
        {"facts": []},
        {"facts": [-1, *GOOD[1:]]},
        {"facts": [1_000_000, *GOOD[1:]]},
        {"facts": [5, 0, 0, -1, 0]},
        {"facts": [5, 0, 0, 0, -1]},
        {"facts": [5, 0, 0, 0, 100_000]},
        {"facts": [5.5, *GOOD[1:]]},
    ],
)
def test_invalid_saved_games_are_refused(value):
    """A dict: what is changed in a valid one."""
    with pytest.raises(SavedGameError, match="not a game of morgan2"):
        from_tape(changed(**value) if isinstance(value, dict) else value)


def test_a_changed_saved_game_is_another_valid_game():
    assert from_tape(changed()).undone
    assert from_tape(changed(undone=[], facts=GOOD)).state.fill > 40
    assert from_tape(changed(keys=[], undone=[], facts=GOOD)).state.fill == 1


# the best


def score(total, fill, number, hints=0):
    return Score(total, fill, number, hints)


def test_the_two_lists_differ():
    scores = [score(500, 50, 1), score(540, 60, 2), score(100, 8, 3)]
    assert [entry.number for entry in by_text(scores)] == [3, 1, 2]
    assert [entry.number for entry in by_program(scores)] == [2, 1, 3]


def test_one_of_each_deal_and_the_better_one():
    scores = [score(500, 50, 1), score(510, 50, 1), score(505, 50, 1, 3), score(400, 50, 2)]
    assert by_text(scores) == [score(510, 50, 1), score(400, 50, 2)]
    assert by_program(scores) == [score(510, 50, 1), score(400, 50, 2)]


def test_lists_keep_the_best_games_only():
    kept = []
    for number in range(1, 40):
        kept = add_score(kept, score(10 * number, 40, number))
    assert [entry.number for entry in by_text(kept)] == list(range(39, 39 - BEST, -1))
    assert len(kept) == BEST
    assert add_score(kept, score(1, 40, 99)) == kept
    long = add_score(kept, score(420, 64, 100))
    assert score(420, 64, 100) in long
    assert by_program(long)[0].number == 100
    assert 100 not in [entry.number for entry in by_text(long)]


def test_lists_go_through_the_tape():
    kept = add_score([score(500, 50, 1, 2)], score(400, 60, 7))
    assert scores_from_tape(decode("A", encode("A", [list(entry) for entry in kept]))) == kept


@pytest.mark.parametrize(
    "value", [None, 5, "x", [[1, 2]], [["a", 1, 2, 3]], [[1, 0, 1, 1]], [[-1, 5, 1, 1]], [5], {1: 2}]
)
def test_an_invalid_list_counts_as_empty(value):
    assert scores_from_tape(value) == []
