"""A game of morgan2 with its past: undo, redo, what is saved."""

import functools

import pytest
from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.morgan2 import NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules.board import Move
from retro.programs.morgan2.rules.history import (
    GameHistory,
    from_tape,
    keys_of_move,
    to_tape,
)

from retro.basic import BasicError
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
    end = game.state
    deeds = 0
    while game.undo():
        deeds += 1
        check(game.state)
    assert game.state == game.first == morgan2.start(end.deck, game.first.place)
    assert deeds == end.next - 1 + end.fill - 1
    assert not game.undo()
    for _ in range(deeds):
        assert game.redo()
    assert game.state == end
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
    press_all(game, "EBDE")
    two = game.state
    game.undo()
    press_all(game, "DDDUDD")
    assert game.redo()
    assert game.state == two
    game.undo()
    press_all(game, "BDDE")
    assert not game.redo()
    assert game.state.next == 3


def test_undo_after_undo_and_some_steps():
    game = dealt(1)
    press_all(game, "EBDEBDE")
    states = {state.next: state for state in [*game.past, game.state]}
    game.undo()
    press_all(game, "BDD")
    game.undo()
    assert game.state.next == 2
    game.redo()
    assert game.state.stack == states[3].stack
    game.redo()
    assert game.state == states[4]


def test_a_domino_that_is_turned_up_is_taken_if_it_fits():
    for seed in range(1, 30):
        game = dealt(seed)
        assert game.press("E")
        fits = bool(morgan.fitting_places(game.state.grid, game.state.stack[0]))
        assert (game.state.mode == morgan2.IN_GRID, game.state.picked) == (fits, 0 if fits else NONE)
        assert len(game.past) == 1
        raw = dealt(seed)
        raw.press("E", take=False)
        assert raw.state.mode == morgan2.IN_STACK


@pytest.mark.parametrize("seed", range(12))
def test_return_alone_plays_a_game_to_its_end(seed):
    """It turns up, takes where it fits, puts, and goes to another domino where none can be turned up."""
    game = dealt(seed)
    for _ in range(300):
        if morgan.game_over(game.state):
            break
        assert game.press("E")
        check(game.state)
    assert morgan.game_over(game.state)
    assert not game.press("E")
    assert game.state.fill > 4


def test_the_keys_to_a_place_reach_it():
    for seed in range(8):
        game = random_game(seed, 120, every=120)
        state = game.state
        for pointer in range(8):
            there = GameHistory(state, 0)
            press_all(there, keys_of_move(state, Move(pointer, NONE)), take=False)
            assert there.state.pointer == pointer
            assert there.state.picked == pointer or there.state.next == state.next + 1 or state.next == 64
        for move in morgan.moves(state):
            there = GameHistory(state, 0)
            press_all(there, keys_of_move(state, move), take=False)
            assert there.state.fill == state.fill + 1
            assert there.state.grid[move.place] == state.stack[move.pointer]
        if state.mode == morgan2.IN_GRID:
            for place in range(64):
                there = GameHistory(state, 0)
                press_all(there, keys_of_move(state, Move(state.picked, place))[:-1], take=False)
                assert there.state.place == place


def test_the_keys_of_turning_up():
    game = dealt(2)
    press_all(game, "EBDDDEB" + "UUUE")
    press_all(game, keys_of_move(game.state, Move(5, NONE)))
    assert (game.state.next, game.state.pointer) == (4, 5)


# the tape


@pytest.mark.parametrize("seed", [3, 8])
def test_a_long_game_goes_through_the_tape(seed):
    game = quick_game(seed)
    game.hints = 7
    for _ in range(9):
        game.undo()
    press_all(game, "DDU")
    assert to_tape(from_tape(decode("MORGAN2", encode("MORGAN2", to_tape(game))))) == to_tape(game)
    check_game(game)


def test_a_game_of_an_earlier_version_opens_with_its_redo_list_and_its_steps():
    """That kept every key, and took no domino at once; the fourth fact is where the undone keys begin."""
    deck = dealt(1).state.deck
    game = from_tape([1, deck, 27, ["EDE"], ["DE", "EB"], [5, 0, 0, 3, 3]])
    assert (game.state.next, game.hints, len(game.undone)) == (3, 3, 1)
    assert game.redo()
    assert game.state.next == 4
    back = from_tape([1, deck, 27, ["EDEUU"], ["DE"], [5, 0, 0, 0, 3]])
    assert (back.state.pointer, back.state.next, len(back.undone)) == (0, 3, 1)


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
        {"keys": [5]},
        {"keys": ["DU" * 60_000]},
        {"undone": ["Q"]},
        {"facts": []},
        {"facts": [-1, *GOOD[1:]]},
        {"facts": [1_000_000, *GOOD[1:]]},
        {"facts": [5, 0, 0, -1, 0]},
        {"facts": [5, 0, 0, 0, -1]},
        {"facts": [5.5, *GOOD[1:]]},
    ],
)
def test_invalid_saved_games_are_refused(value):
    """A dict: what is changed in a valid one."""
    with pytest.raises(BasicError, match="What was saved is no game"):
        from_tape(changed(**value) if isinstance(value, dict) else value)


def test_a_changed_saved_game_is_another_valid_game():
    assert from_tape(changed()).undone
    assert from_tape(changed(undone=[], facts=GOOD)).state.fill > 40
    assert from_tape(changed(keys=[], undone=[], facts=GOOD)).state.fill == 1
