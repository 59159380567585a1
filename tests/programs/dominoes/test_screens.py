"""Every mock-up of tests/model/dominoes-screens.txt in this machine's geometry, reproduced and compared."""

import pytest

from retro.frontends.headless import headless
from tests.support.dominoes_players import ALL, first_match, laid, pairs, stacked
from tests.support.dominoes_screen import dump, line_of, mockups
from tests.support.waiting import typed

SCREENS = mockups()

# The dominoes in the order in which the games of these mock-ups draw them.
STOCKS = {
    "seed 1": "66 06 02 33 35 16 04 00 45 15 14 12 36 55 26 56 34 25 05 03 46 44 11 24 22 01 13 23",
    "seed 2": "66 00 16 22 14 04 35 56 46 02 06 11 01 44 45 36 26 33 24 23 15 05 12 55 34 03 25 13",
    "seed 4": "33 01 00 06 24 56 26 11 22 35 14 23 46 13 12 15 45 02 44 16 03 05 25 66 04 34 55 36",
}


class Stop(Exception):
    pass


def same(m, number):
    """The screen is that of a mock-up; if not, pytest shows both."""
    assert "\n".join(dump(m)) == "\n".join(SCREENS[number])


def others(*known):
    """The dominoes that are nowhere among those known (in any order of their faces), in the order of their spots."""
    seen = {tuple(sorted(domino, reverse=True)) for part in known for domino in part}
    return [domino for domino in ALL if domino not in seen]


def test_every_mock_up_of_the_specification_is_tested():
    assert list(SCREENS) == ["1", "2", "3", "4", "5", "5a", "6", "7", "8", "9", "10", "10a", "11", "12", "13"]
    assert {len(lines) for lines in SCREENS.values()} == {25}


# 1 is in test_dominoes_layout. 5a is geometry A, which this machine does not use.


@pytest.mark.parametrize(("number", "procedure"), [("2", "PROCFIRST"), ("3", "PROCSELECT")])
def test_the_deal_and_the_first_domino(number, procedure):
    """The screen when the program comes to this procedure for the first time."""

    def stop(m, v):
        same(m, number)
        raise Stop

    with pytest.raises(Stop):
        headless(stacked(STOCKS["seed 2"], **{procedure: stop}))


@pytest.mark.parametrize(("number", "stock", "keys"), [("4", "seed 4", "54111"), ("13", "seed 1", "14323311111111")])
def test_whole_games(number, stock, keys):
    def player(m):
        for key in keys:
            yield
            yield key
        yield
        same(m, number)

    headless(stacked(STOCKS[stock]), player)


def test_a_domino_that_does_not_fit():
    def player(m):
        for key in "2362":
            yield
            yield key
        yield 0.5
        same(m, "12")

    headless(stacked(STOCKS["seed 2"]), player)


def test_the_longest_right_arm_and_the_computer_out():
    opening, right, left = line_of(SCREENS["5"])
    last = right.pop()

    def player(m):
        yield
        same(m, "5")
        yield "N"

    headless(laid((opening, right, left), 2, pairs("00"), [last]), player)


def test_a_line_of_27_and_the_human_out():
    opening, right, left = line_of(SCREENS["6"])
    last = right.pop()
    rest = others([opening, last], right, left)
    assert len(rest) == 1

    def player(m):
        yield from typed("1")
        same(m, "6")
        yield "N"

    headless(laid((opening, right, left), 1, [last], rest), player)


def test_a_long_left_arm_and_the_hand_of_the_computer_shown():
    def player(m):
        yield
        same(m, "7")

    headless(laid(line_of(SCREENS["7"]), 1, pairs("11"), pairs("25"), cheat=True), player)


def test_knocking_until_the_game_is_drawn():
    """The human knocks, the computer plays its only domino that fits, the human knocks, the computer too."""
    opening, right, left = whole = line_of(SCREENS["8"])
    human = pairs(SCREENS["8"][2][:18])
    computer = others([opening], right, left, human)
    assert len(computer) == 6

    def player(m):
        yield
        yield "K"
        yield 0.5
        same(m, "8")
        yield
        yield "k"
        yield 0.5
        yield 1.5
        same(m, "9")
        yield 1.5
        same(m, "10")
        yield 1.5
        same(m, "10a")
        yield
        same(m, "11")
        yield "N"

    headless(laid(whole, 1, human, computer), player)


def test_the_first_match_player_finishes_the_game_of_seed_1():
    """The mock-ups' player was one who plays the first domino that fits."""
    player = first_match()

    def watching(m):
        for step in player(m):
            if step == "N":
                same(m, "13")
            yield step

    headless(stacked(STOCKS["seed 1"]), watching)
