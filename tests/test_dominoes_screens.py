"""Every mock-up of tests/model/dominoes-screens.txt in this machine's geometry, reproduced and compared."""

import pytest
from dominoes_playing import ALL, first_match, laid, pairs, stacked
from dominoes_reading import dump, line_of, mockups

from retro.basic import edition
from retro.frontends.headless import headless
from retro.programs import dominoes

SCREENS = mockups()

# The dominoes in the order in which the games of these mock-ups draw them.
STOCKS = {
    1: "66 06 02 33 35 16 04 00 45 15 14 12 36 55 26 56 34 25 05 03 46 44 11 24 22 01 13 23",
    2: "66 00 16 22 14 04 35 56 46 02 06 11 01 44 45 36 26 33 24 23 15 05 12 55 34 03 25 13",
    4: "33 01 00 06 24 56 26 11 22 35 14 23 46 13 12 15 45 02 44 16 03 05 25 66 04 34 55 36",
}


def same(m, number):
    """The screen is that of a mock-up; if not, both are shown."""
    assert "\n".join(dump(m)) == "\n".join(SCREENS[number])


def test_all_screens_are_there():
    numbers = "1 2 3 4 5 5a 6 7 8 9 10 10a 11 12 13".split()
    assert list(SCREENS) == numbers
    assert {len(lines) for lines in SCREENS.values()} == {25}


def before(procedure, check, stock):
    """A whole game up to a procedure, and then a look at the screen."""

    def stop(m, v):
        check(m)
        raise Stop

    with pytest.raises(Stop):
        headless(lambda m: edition(stacked(stock), dominoes=None)(m))


class Stop(Exception):
    pass


def until(name, stock, number):
    """A game with a given stock: when it comes to this procedure the screen is that of the mock-up."""
    seen = []

    def stop(m, v):
        same(m, number)
        seen.append(number)
        raise Stop

    with pytest.raises(Stop):
        headless(lambda m: stacked(stock, **{name: stop})(m))
    assert seen
