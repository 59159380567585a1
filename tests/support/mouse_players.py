"""Players that use nothing but the mouse, one for each program.

A player is a generator: it yields pixels to click on, or seconds to wait, and is sent the lines and the words of the
screen before the next click.
"""

import re

from tests.support.seeds_players import cup_pixel
from tests.support.snake_players import end_spot, spot_of, taking

TUNE = 12.0  # seconds in which a tune ends
CELL, STACK = 24, 200  # pixels of morgan2
HAND_ROW = 2  # of Dominoes, and of Dominoes Plus


def on(lines, text, at=0):
    """Return the middle of the character `at` of the last place where a text stands."""
    row = max((row for row, line in enumerate(lines) if text in line), default=-1)
    assert row >= 0, f"{text!r} is not on the screen:\n" + "\n".join(lines)
    return 8 * (lines[row].index(text) + at) + 4, 8 * row + 4


def middle(column, row):
    """Return a pixel in a character."""
    return 8 * column + 4, 8 * row + 4


def dominoes():
    lines, words = yield
    while not re.search("won|drawn", words):
        fitting = re.search(r"(\d): \d-\d fits", words)
        lines, words = yield middle(3 * int(fitting[1]) - 2, HAND_ROW) if fitting else on(lines, "K to knock")
    lines, words = yield TUNE
    yield on(lines, "Y/N", at=2)


def dominoes_plus():
    lines, words = yield
    lines, words = yield on(lines, "Play  ")
    while re.search("Which domino|Nothing fits", words):
        fitting = re.search(r"(\d): \d-\d fits( left and right)?", words)
        lines, words = yield middle(5 * int(fitting[1]) - 3, HAND_ROW) if fitting else on(lines, "Knock")
        if fitting and fitting[2]:
            lines, words = yield on(lines, "Left")
    assert re.match("You win|I win|A draw", words)
    lines, words = yield (100, 100)  # ends the tune
    lines, words = yield on(lines, "No Undo")
    yield on(lines, "Quit")


def mahjong():
    lines, words = yield
    lines, words = yield on(lines, "turtle >")
    lines, words = yield on(lines, "Play")  # the cross, which has the fewest tiles
    while "YOU WON!" not in words:
        lines, words = yield on(lines, "H HINT")
        lines, words = yield on(lines, "SPACE")
    while "All 84 tiles" not in words:  # a click ends the tune
        lines, words = yield (100, 100)
    lines, words = yield on(lines, "go on")
    yield on(lines, "Quit")


def morgan2():
    lines, words = yield
    lines, words = yield on(lines, "Play")
    lines, words = yield on(lines, "go on")  # from the rules
    place = 1
    while "The end: " not in words and "THE END" not in words:
        target = re.search(r"It fits row (\d) column (\d)", words)
        if "You hold" in words and target:
            row, column = (CELL * int(number) - CELL // 2 for number in target.groups())
            lines, words = yield (column, row)
            continue
        if not target:
            place = place % 8 + 1
        lines, words = yield (STACK + CELL // 2, CELL * place - CELL // 2)
    while "THE END" not in words:  # a click ends the tune
        lines, words = yield (100, 100)
    lines, words = yield on(lines, "go on")
    lines, words = yield on(lines, "Q BACK")
    yield on(lines, "Quit")


def snake():
    lines, words = yield
    lines, words = yield on(lines, "Play")
    while "Your turn" in words:
        fitting = re.search(r"(\d+) \[\d, \d\] fits (?:left|right)( and)?", words)
        left_end = middle(*end_spot(lines, -1))
        lines, words = yield middle(*spot_of(lines, int(fitting[1]))) if fitting else on(lines, taking(lines))
        if fitting and fitting[2]:
            lines, words = yield left_end
    assert re.search("won by|lost by|a draw", words)
    lines, words = yield (100, 100)  # ends the tune
    lines, words = yield on(lines, "Quit")
    yield on(lines, "Quit")


def african_seeds():
    lines, words = yield
    lines, words = yield on(lines, "Play")
    while "WHICH CUP" in words:
        x, y = cup_pixel("ABCDEF".index(re.search(r"^You: .*?([A-F]) [1-9]", words, re.M)[1]))
        lines, words = yield (x // 4, 199 - y // 4)
    lines, words = yield (100, 100)  # ends the tune
    lines, words = yield on(lines, "Q BACK")
    yield on(lines, "Quit")


PLAYERS = (dominoes, dominoes_plus, mahjong, morgan2, snake, african_seeds)
