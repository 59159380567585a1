"""Players that see a program's screen in words and nothing else, one for each program.

A player is a generator: it yields keys and is sent the words of the screen before the next one.
"""

import contextlib
import re

ARROWS = {"column": ("<LEFT>", "<RIGHT>"), "row": ("<UP>", "<DOWN>")}


def dominoes():
    words = yield
    while not re.search("won|drawn", words):
        fitting = re.search(r"(\d): \d-\d fits", words)
        words = yield fitting[1] if fitting else "k"
    words = yield " "  # ends the tune
    assert "Another game" in words
    yield "n"


def dominoes_plus():
    words = yield
    words = yield "n"
    while "Which domino" in words or "Nothing fits" in words or "fits both" in words:
        fitting = re.search(r"(\d): \d-\d fits( left and right)?", words)
        words = yield fitting[1] if fitting else "k"
        if fitting and fitting[2]:
            words = yield "l"
    assert re.match("You win|I win|A draw", words)
    assert "You hold" in words
    yield " "  # ends the tune
    yield "n"
    yield "q"


def mahjong():
    words = yield
    words = yield " "
    for left in range(144, 0, -2):
        assert f"{left} tiles are left" in words
        words = yield "h"
        assert "Shown: " in words
        words = yield " "
    assert "YOU WON!" in words
    while "All 144 tiles" not in words:  # a key ends the tune
        words = yield " "
    words = yield "<RETURN>"
    yield "q"


def morgan2():
    words = yield
    words = yield "n"
    words = yield "<RETURN>"
    while "The end: " not in words and "THE END" not in words:
        target = re.search(r"It fits row (\d) column (\d)", words)
        here = re.search(r"^Row (\d) column (\d)", words, re.M)
        if target and here:
            for axis, (back, on) in enumerate((ARROWS["row"], ARROWS["column"]), 1):
                for _ in range(abs(int(target[axis]) - int(here[axis]))):
                    words = yield on if target[axis] > here[axis] else back
            assert "it fits" in words
            words = yield "<RETURN>"
        elif target or "turns up" in words:
            words = yield "<RETURN>"
        elif here:
            words = yield "<ESCAPE>"
        elif "place 8" not in words:
            words = yield "<DOWN>"
        else:
            for _ in range(7):
                words = yield "<UP>"
    while "THE END" not in words:  # a key ends the tune
        words = yield " "
    words = yield "<RETURN>"
    words = yield "q"
    yield "q"


def snake():
    words = yield
    assert words.startswith("DOMINO SNAKE")
    words = yield "n"
    while "Your turn" in words:
        fitting = re.search(r"(\d+) \[\d, \d\] fits (left|right)( and)?", words)
        if fitting and len(fitting[1]) == 1:
            yield "-" if fitting[2] == "left" else "+"
            words = yield fitting[1]
        else:
            words = yield "0"
    assert re.search("won by|lost by|a draw", words)
    yield " "  # ends the tune
    words = yield "q"
    assert words.startswith("DOMINO SNAKE")
    yield "q"


def african_seeds():
    words = yield
    words = yield "n"
    while "WHICH CUP" in words:
        words = yield re.search(r"^You: .*?([A-F]) [1-9]", words, re.M)[1]
    assert re.search("WIN|CLAIM|DRAWN", words)
    yield " "  # ends the tune
    yield "q"
    yield "q"


PLAYERS = (dominoes, dominoes_plus, mahjong, morgan2, snake, african_seeds)


def steps_of(player, see):
    """Yield the steps of a player for a headless machine, one whenever the program asks. see: returns what it sees."""
    steps = player()
    next(steps)
    with contextlib.suppress(StopIteration):
        while True:
            yield
            yield steps.send(see())
