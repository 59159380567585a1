"""Each program can be played to its end by who gets its screen in words and nothing else."""

import re

import pytest

from retro.frontends.headless import Headless
from retro.launcher import library

BLOCKS = re.compile("[\u2580-\u259f]")
ARROWS = {"column": ("<LEFT>", "<RIGHT>"), "row": ("<UP>", "<DOWN>")}


def play(name, player, seed=3):
    """Run a program with a player that gets words and yields keys; return the words at each key."""
    heard = []

    def keys(m):
        yield
        steps = player()
        next(steps)
        try:
            while True:
                heard.append(m.in_words)
                assert not BLOCKS.search(heard[-1])
                yield steps.send(heard[-1])
                yield
        except StopIteration:
            return

    Headless(keys).run(library.load(name).main, seed)
    return heard


def dominoes():
    words = yield
    while "Another game" not in words:
        fitting = re.search(r"(\d): \d-\d fits", words)
        words = yield fitting[1] if fitting else "k"
    assert re.search("won|drawn", words)
    yield "n"


def dominoes_plus():
    words = yield
    words = yield "n"
    while "Which domino" in words or "Nothing fits" in words or "fits both" in words:
        fitting = re.search(r"(\d): \d-\d fits( left and right)?", words)
        words = yield fitting[1] if fitting else "k"
        if fitting and fitting[2]:
            words = yield "l"
    assert re.search("You have won|I have won|drawn", words)
    assert "You hold" in words
    yield "m"


def mahjong():
    words = yield
    words = yield " "
    for left in range(144, 0, -2):
        assert f"{left} tiles are left" in words
        words = yield "h"
        assert "Shown: " in words
        words = yield "t"
    assert "YOU WON!" in words
    yield "n"


def morgan2():
    words = yield
    while "The end" not in words and "THE END" not in words:
        target = re.search(r"It fits row (\d) column (\d)", words)
        if target:
            words = yield "<RETURN>"
            here = re.search(r"Row (\d) column (\d)", words)
            for axis, (back, on) in enumerate((ARROWS["row"], ARROWS["column"]), 1):
                for _ in range(abs(int(target[axis]) - int(here[axis]))):
                    words = yield on if target[axis] > here[axis] else back
            assert "it fits" in words
            words = yield "<RETURN>"
        elif "turns up" in words:
            words = yield "<RETURN>"
        else:
            words = yield "<DOWN>" if "place 8" not in words else 7 * "<UP>"
    words = yield " "
    yield "q"


def snake():
    words = yield
    words = yield "4"
    while "Your turn" in words:
        fitting = re.search(r"(\d+) \[\d, \d\] fits (left|right)( and)?", words)
        words = yield f"{'-' if fitting[2] == 'left' else '+'}{fitting[1]}" if fitting else "0"
    assert re.search("YOU WIN|it wins|a draw", words)
    words = yield "q"
    assert words.startswith("Domino snake")
    yield "q"


def african_seeds():
    words = yield
    words = yield "s"
    assert "WHAT LEVEL" in words
    words = yield "4"
    while "WHICH CUP" in words:
        words = yield re.search(r"^You: .*?([A-F]) [1-9]", words, re.M)[1]
    assert re.search("WIN|CLAIM|DRAWN", words)
    yield "n"


@pytest.mark.parametrize("player", [dominoes, dominoes_plus, mahjong, morgan2, snake, african_seeds])
def test_a_whole_game_is_played_by_words_alone(player):
    assert len(play(player.__name__, player)) > 10
