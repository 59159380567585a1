"""The keys that a program declares, in each phase of it that they lead to, do something there."""

import pytest

from retro.library import catalogue
from retro.machine.farewell import FAREWELL
from tests.support.walks import phases

# Keys that change nothing at the edge of a board, before a turn, or where they choose what is there already.
AT_AN_EDGE = {
    ("?", "help"),
    ("UP", "move"),
    ("DOWN", "move"),
    ("Z", "next place that fits"),
    ("T", "the turtle"),
    ("1-6", "play that domino"),
    ("M", "marks"),
}
FEWEST = {"dominoes": 1, "snake": 4}  # phases


@pytest.mark.slow
@pytest.mark.parametrize("name", [entry.name for entry in catalogue.entries()])
def test_every_key_of_every_phase_does_something(name):
    found = list(phases(name))
    assert len(found) >= FEWEST.get(name, 5)
    for path, state, idle in found:
        if FAREWELL not in state.words:
            assert set(idle) <= AT_AN_EDGE, (path, state.words)
