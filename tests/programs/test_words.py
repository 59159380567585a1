"""Each program can be played to its end by who gets its screen in words and nothing else."""

import re

import pytest

from retro.frontends.headless import headless
from retro.library import loader
from tests.support.word_players import PLAYERS, steps_of

BLOCKS = re.compile("[\u2580-\u259f]")


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_a_whole_game_is_played_by_words_alone(player):
    heard = []

    def hear(m):
        heard.append(m.in_words)
        return heard[-1]

    headless(loader.load(player.__name__).main, lambda m: steps_of(player, lambda: hear(m)), seed=3)
    assert len(heard) > 10
    assert not any(map(BLOCKS.search, heard))
