"""Whole games of Dominoes Plus: random keys, undo and redo, recordings, a match with the mouse only."""

from collections import Counter
from contextlib import suppress

import pytest

from retro.basic import Escape
from retro.frontends.headless import Headless, typist
from retro.library.loader import load
from retro.machine.tape import MemoryTape
from retro.session.replay import ToTheEnd
from retro.session.session import at_speed
from tests.support.dominoes_plus_players import mouse_only, play_random_keys, run, undo_whole_game
from tests.support.recorded_games import RecordedGame, Unpunctual, header, state

pytestmark = pytest.mark.slow


def test_games_with_random_keys_end_without_an_error():
    """A sample; `python -m bench.programs.dominoes_plus_games keys` plays 10,000 games."""
    counts = sum(map(play_random_keys, range(1, 7)), Counter())
    assert counts["games"] >= 6


def test_a_whole_game_can_be_undone_and_redone():
    """A sample; `python -m bench.programs.dominoes_plus_games undo` does it with 1,000."""
    counts = sum(map(undo_whole_game, range(1, 5)), Counter())
    assert counts["games"] == 4
    assert counts["decisions"] > 20


def test_a_match_with_the_mouse_only():
    def player_of(v):
        return lambda m: mouse_only(m, v, seen)

    seen = Counter()
    v = run(player_of, 3, {})[0]
    assert (v.settings.match, v.level) == (1, 5)
    assert max(v.score[1:]) == 0
    assert seen["games"] >= 2
    assert seen["matches"] == 1
    assert seen["ends"] > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_recorded_game_replays_exactly(seed):
    """Level 5 on a front end with an irregular clock: the replay of the log ends in the same state."""
    program = load("dominoes_plus").main

    def plus(m):
        m.csave("PLUSSET", [["big", seed % 2]])
        with suppress(Escape):  # the game that is left can go on
            program(m, go=True, level=5)

    played = RecordedGame(lambda: plus, header(seed), tape=MemoryTape())
    front = Unpunctual(seed, 40)
    front.run(at_speed(played, "normal"), seed)
    again = RecordedGame(lambda: plus, header(seed), log=played.log, mode=ToTheEnd())
    screen = Headless(typist(""))
    screen.run(at_speed(again, "normal"), seed)
    assert state(screen.machine) == state(front.machine)
