"""Whole games of Dominoes Plus: any keys, everything taken back, recordings, a match with the mouse only."""

from collections import Counter

import pytest

from dominoes_plus_playing import all_back, any_keys, mouse_only, run
from recording_games import Unpunctual, header, state
from retro.frontends.headless import Headless, typist
from retro.library import load
from retro.pace import at_speed
from retro.recording.replay import ToTheEnd
from retro.recording.session import Session
from retro.tape import MemoryTape


@pytest.mark.parametrize("first", range(1, 25, 6))
def test_any_keys_lead_to_an_end_without_an_error(first):
    """A sample; `python -m bench.dominoes_plus_games keys` plays 10,000 games."""
    told = sum((any_keys(seed) for seed in range(first, first + 6)), Counter())
    assert told["games"] >= 6


@pytest.mark.parametrize("first", range(1, 17, 4))
def test_a_whole_game_can_be_taken_back_and_played_again(first):
    """A sample; `python -m bench.dominoes_plus_games undo` does it with 1,000."""
    told = sum((all_back(seed) for seed in range(first, first + 4)), Counter())
    assert told["games"] == 4
    assert told["decisions"] > 20


def test_a_match_with_the_mouse_only():
    def player_of(v):
        return lambda m: mouse_only(m, v, seen)

    seen = Counter()
    v = run(player_of, 3, {})[0]
    assert (v.s.games, v.s.level) == (2, 5)
    assert max(v.score[1:]) == 0
    assert seen["games"] >= 2
    assert seen["matches"] == 1
    assert seen["ends"] > 0


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_recorded_game_replays_exactly(seed):
    """Level 5, hints and returns, on a machine whose time comes in fits and starts: the log gives the same machine."""
    program = load("dominoes_plus").main

    def plus(m):
        program(m, go=True, level=5, big=seed % 2 == 0)

    played = Session(lambda: plus, header(seed), tape=MemoryTape())
    front = Unpunctual(seed, 60)
    front.run(at_speed(played, "normal"), seed)
    again = Session(lambda: plus, header(seed), log=played.log, screening=ToTheEnd())
    screen = Headless(typist(""))
    screen.run(at_speed(again, "normal"), seed)
    assert state(screen.machine) == state(front.machine)
