"""Each program can be played to its end by who gets its screen in words and nothing else."""

import re

import pytest
from retro.programs.morgan2.morgan2 import start
from retro.programs.morgan2.rules.picture import screen_words

from retro.frontends.headless import headless
from retro.library import loader
from tests.support.rehearsals import DATED
from tests.support.word_players import PLAYERS, steps_of

BLOCKS = re.compile("[\u2580-\u259f]|={3}|\\.{4}|o o o")


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_a_whole_game_is_played_by_words_alone(player):
    heard = []

    def hear(m):
        heard.append(m.in_words)
        return heard[-1]

    name = player.__name__
    headless(loader.load(name).run_with(DATED.get(name, {})), lambda m: steps_of(player, lambda: hear(m)), seed=3)
    assert len(heard) > 10
    assert not any(map(BLOCKS.search, heard))


FREE = re.compile(r"column (\d+): ([A-Z0-9 ]+)(?: on level \d)? free")


def blind_mahjong():
    """Take pairs of free tiles that the words for the whole board name, without a hint, until all are gone."""
    yield
    here, board = yield "n"
    for left in range(142, -1, -2):
        free = {}
        for row, tiles in re.findall(r"^Row (\d+): (.*)", board, re.MULTILINE):
            for column, name in FREE.findall(tiles):
                free.setdefault(name.strip(), []).append((int(column), int(row)))
        pair = next(places for places in free.values() if len(places) > 1)[:2]
        for column, row in pair:
            for _ in range(60):
                x, y = map(int, re.search(r"Column (\d+), row (\d+)", here).groups())
                if (x, y) == (column, row):
                    break
                key = ("a" if x > column else "d") if x != column else "w" if y > row else "s"
                here, board = yield key
            here, board = yield " "
        assert (f"{left} tiles are left" if left else "YOU WON!") in here
    while "All 144 tiles" not in here:  # a key ends the tune
        here, board = yield " "


@pytest.mark.slow
def test_mahjong_is_won_without_hints_by_who_hears_the_board():
    heard = []

    def play(m):
        yield from steps_of(blind_mahjong, lambda: (m.in_words, m.whole_in_words))
        heard.append(m.in_words)

    headless(loader.load("mahjong").main, play, seed=2)
    assert "no help" in heard[0]


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_the_whole_board_is_said_in_words(player):
    heard = []

    def hear(m):
        heard.append(m.whole_in_words)
        return m.in_words

    name = player.__name__
    headless(loader.load(name).run_with(DATED.get(name, {})), lambda m: steps_of(player, lambda: hear(m)), seed=3)
    assert not any("and so on" in words or BLOCKS.search(words) for words in heard)
    assert all(heard)


@pytest.mark.parametrize(
    ("name", "keys", "words"),
    [
        ("african_seeds", "?", "anticlockwise"),
        ("african_seeds", "n?", "THE KEYS"),
        ("mahjong", "?", "A tile is free if"),
        ("morgan2", "?", "all sides that"),
        ("snake", "?", "touching numbers are equal"),
        ("dominoes_plus", "?", "Lay a domino with"),
    ],
)
def test_rules_and_keys_are_said(name, keys, words):
    heard = []

    def play(m):
        for key in keys:
            yield
            yield key
        yield
        heard.append(m.in_words)

    headless(loader.load(name).main, play, seed=3)
    assert words in heard[0]


def test_a_bar_of_progress_is_not_said():
    said = screen_words(start(list(range(1, 65)), 0), "Thinking ====...........  Escape stops")
    assert said.startswith("Thinking. Escape stops.")
