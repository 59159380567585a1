"""The players of morgan2: what they know of the rules, how well they play, and that nothing but chance decides."""

import random
from dataclasses import replace

import pytest
from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules import player
from retro.programs.morgan2.rules.player import (
    TAKEN,
    TURN,
    placement_value,
    position_of,
    position_value,
    quick_move,
    search_moves,
)

from retro.basic.rnd import Rnd
from tests.support.morgan_players import dealt, open_places, quick_game, random_game, states_of


def chance(seed=1):
    """RND from this seed on; never asked for a fraction."""
    rnd = Rnd()
    rnd(-seed)

    def draw(n):
        assert n > 1
        return rnd(n)

    return draw


def positions(count, first=50):
    """States in games of the quick player in which there is a choice, after so many moves or later."""
    states = (state for seed in range(1000) for state in states_of(quick_game(seed))[first::8])
    chosen = (state for state in states if len(morgan.moves(state)) > 2 and len(morgan.unplaced(state)) > 10)
    return [next(chosen) for _ in range(count)]


@pytest.fixture(scope="module", name="states")
def some_states():
    return positions(12)


@pytest.fixture(autouse=True)
def fewer_decks(monkeypatch):
    """A fifth of the thinking, for speed."""
    monkeypatch.setattr(player, "DECKS", 40)
    monkeypatch.setattr(player, "STEP", 10)


def thoughts(state, seed=1):
    return list(search_moves(position_of(state), chance(seed)))


# what they know


def test_a_search_position_has_the_contents_of_the_state(states):
    for state in states:
        position = position_of(state)
        assert (position.fill, position.total) == (state.fill, state.total)
        assert [domino + 1 for domino in position.stack] == list(state.pending)
        unplaced = [code for code in range(1, 65) if position.unplaced >> code - 1 & 1]
        assert unplaced == sorted(morgan.unplaced(state))
        assert sorted(domino + 1 for domino in position.coming) == sorted(state.deck[state.next :])
        assert sorted(position.frontier) == open_places(state.grid)


def test_a_position_knows_what_fits(states):
    for state in states:
        position = position_of(state)
        for at in range(64):
            there = [code for code in range(1, 65) if position.fit[at] >> code - 1 & 1]
            if state.grid[at]:
                assert position.near[at] == TAKEN
            else:
                assert position.near[at] == len(morgan.neighbours(state.grid, at))
                assert there == [code for code in range(1, 65) if not morgan.wrong_sides(state.grid, at, code)]


def test_moves_agree_with_the_rules(states):
    for state in states:
        filled = [at for at, code in enumerate(state.stack) if code]
        found = [morgan.Move(filled[move.pointer], move.place) for move in position_of(state).moves()]
        assert sorted(found) == sorted(morgan.moves(state))


def test_placing_agrees_with_the_rules(states):
    for state in states:
        for move in position_of(state).moves():
            position = position_of(state)
            code = position.stack[move.pointer] + 1
            position.place(move)
            points = morgan.bonus(state) * morgan2.matching_neighbours(state.grid, move.place, code)
            assert (position.total, position.fill) == (state.total + points, state.fill + 1)
            grid = list(state.grid)
            grid[move.place] = code
            assert sorted(position.frontier) == open_places(grid)


def test_a_copy_is_independent(states):
    position = position_of(states[0])
    other = position.copy()
    player.play_on(other, iter(other.coming))
    again = position_of(states[0])
    assert all(getattr(position, name) == getattr(again, name) for name in player.SearchPosition.__slots__)
    assert other.fill > position.fill


def worth(position, unplaced, at):
    return player.worths(unplaced.bit_count())[position.near[at]][(position.fit[at] & unplaced).bit_count()]


def test_the_value_of_a_move_is_that_of_the_position_after_it(states):
    """The same as by looking at every empty place before and afterwards."""
    for state in [*states, *positions(12, first=30)]:
        position = position_of(state)
        for move in position.moves():
            after = position.copy()
            after.place(move)
            empty = [at for at in range(64) if position.near[at] != TAKEN]
            left = [at for at in empty if at != move.place]
            change = sum(worth(after, after.unplaced, at) for at in left)
            change -= sum(worth(position, after.unplaced, at) for at in empty)
            places = [(after.fit[at], after.near[at]) for at in after.frontier]
            prospects = player.prospects(after.unplaced, after.stack, places)
            expected = player.POINTS * position.near[move.place] + change + prospects
            assert placement_value(position, move) == pytest.approx(expected)
            total = after.total + sum(worth(after, after.unplaced, at) for at in left) + prospects
            assert position_value(after) == pytest.approx(total)


# how well they play


@pytest.mark.slow
def test_the_quick_player():
    games = [quick_game(seed) for seed in range(1, 41)]
    finals = [game.state.total / game.state.fill for game in games]
    assert sum(finals) / len(finals) > 7.8
    assert all(morgan.game_over(game.state) for game in games)


def nearly_full(places):
    """The full grid without some of its dominoes; they are the deck that is left, in the order of the places."""
    from tests.programs.morgan2.test_rules import FULL_GRID

    rest = [FULL_GRID[at] for at in places]
    deck = [code for code in FULL_GRID if code not in rest] + rest
    grid = tuple(0 if at in places else code for at, code in enumerate(FULL_GRID))
    fill = 64 - len(places)
    return morgan2.State(tuple(deck), grid, next=fill, fill=fill)


def test_a_corner_is_left_open_while_it_may_be_filled_later():
    """Both dominoes of the stack fit one place each: whoever takes the last one alone gets eight a neighbour."""
    state = nearly_full([0, 27])
    two = replace(state, stack=[*state.deck[62:], *[0] * 6], next=64)
    assert sorted(morgan.moves(two)) == [morgan.Move(0, 0), morgan.Move(1, 27)]
    last = thoughts(two)[-1]
    assert last.move == morgan.Move(0, 0), "4 x 2 and 8 x 4, not 4 x 4 and 8 x 2"
    assert last.final == pytest.approx((4 * 2 + 8 * 4) / 64)


def test_without_a_placement_the_quick_player_turns_a_domino_up():
    game = dealt(1)
    assert quick_move(position_of(game.state)) is TURN
    assert [thought.move for thought in thoughts(game.state)] == [TURN]
    assert thoughts(game.state)[-1].final > 4


@pytest.mark.slow
def test_the_sampling_player_beats_the_quick_player():
    """From the same positions on, played out many times by the quick player."""
    better = 0.0
    for state in positions(4):
        position = position_of(state)
        moves = [quick_move(position), thoughts(state)[-1].move]
        better += sum(sign * mean_value(position, move) for sign, move in zip((-1, 1), moves) if moves[0] != moves[1])
    assert better > 0


def mean_value(position, move):
    rnd, coming, total = chance(99), position.coming, 0.0
    for _ in range(100):
        after, deck = position.copy(), iter(player.draw_dominoes(coming, 40, rnd))
        player.make_move(after, move, deck)
        player.play_on(after, deck, player.AHEAD + (move is TURN))
        total += position_value(after)
    return total / 100


def test_prospects_weigh_what_fits_somewhere_twice_and_beside_two():
    unplaced, places = 0b11111, [(0b00011, 1), (0b00110, 2)]
    assert player.prospects(unplaced, [], places) == (player.ONCE[0] * 3 + player.TWICE + player.WELL * 2) / 5
    deck = (player.ONCE[1] * 2 + player.TWICE + player.WELL) / 4
    assert player.prospects(unplaced, [2], places) == deck + player.FREED + player.WELL_FREED
    assert player.prospects(0b100, [2], places) == player.FREED + player.WELL_FREED


# what they do not know, and what decides


def reordered(state, seed):
    """The same state with another order of the dominoes to come."""
    rest = list(state.deck[state.next :])
    random.Random(seed).shuffle(rest)
    return replace(state, deck=state.deck[: state.next] + rest)


@pytest.mark.slow
def test_no_player_uses_the_order_of_the_deck(states):
    for state in states[:4]:
        other = reordered(state, 5)
        assert other.deck != state.deck
        assert quick_move(position_of(other)) == quick_move(position_of(state))
        assert thoughts(other) == thoughts(state)


def test_equal_random_numbers_give_equal_searches(states):
    assert thoughts(states[0], 4) == thoughts(states[0], 4)
    finals = {thoughts(states[0], seed)[-1].final for seed in range(4)}
    assert len(finals) == 4


def test_the_search_yields_intermediate_results(states):
    for state in states[:4]:
        position = position_of(state)
        legal = [*position.moves(), TURN]
        seen = thoughts(state)
        assert 1 < len(seen) <= player.DECKS // player.STEP + 1
        parts = [thought.part for thought in seen]
        assert parts == sorted(parts)
        assert parts[-1] == 1
        assert all(thought.move in legal for thought in seen)
        assert [bool(thought.final) for thought in seen] == [False] * (len(seen) - 1) + [True]


def test_the_search_does_not_change_the_position(states):
    position = position_of(states[1])
    list(search_moves(position, chance()))
    again = position_of(states[1])
    assert all(getattr(position, name) == getattr(again, name) for name in player.SearchPosition.__slots__)


def test_turning_up_is_considered_but_only_if_it_can_be_done():
    game = random_game(3, 150, every=1000)
    assert player.candidates(position_of(game.state))[-1] is TURN
    full = replace(game.state, stack=morgan.unplaced(game.state)[:8])
    assert TURN not in player.candidates(position_of(full))
    empty = replace(game.state, deck=game.state.deck[: game.state.next], next=game.state.next)
    missing = position_of(empty)
    missing.unplaced = sum(1 << domino for domino in missing.stack)
    assert TURN not in player.candidates(missing)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 50])
def test_drawing(count):
    for size in (0, 1, 2, 7):
        coming = list(range(size))
        assert len(player.draw_dominoes(coming, count, chance())) == min(count, size)
        assert sorted(coming) == list(range(size))


def test_every_order_is_drawn_about_as_often():
    rnd, seen = chance(), {}
    for _ in range(1200):
        order = tuple(player.draw_dominoes([1, 2, 3], 2, rnd))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert 150 < min(seen.values()) <= max(seen.values()) < 250


def test_a_move_is_behind_by_two_standard_errors():
    assert player.is_behind([1.0] * 20, [2.0] * 20)
    assert not player.is_behind([1.0] * 3, [2.0] * 3)
    assert not player.is_behind([2.0] * 20, [2.0] * 20)
    assert not player.is_behind([0.0, 9.0] * 10, [9.0, 1.0] * 10)
