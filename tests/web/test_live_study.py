"""Which buttons of the page's study can be pressed."""

import pytest

from retro.web.live_study import enabled

ALWAYS = ["run", "slowly", "pause", "step-line", "slower", "faster", "to", "more"]


@pytest.mark.parametrize(
    ("state", "pace", "ids"),
    [
        ("RUNS", "run", ALWAYS),
        ("STOPPED", "pause", [*ALWAYS, "over", "out", "edit", "undo"]),
        ("ENDED", "pause", ["undo", "run"]),
        ("ENDED", "run", []),
        ("FAILED", "pause", []),
        ("FAILED", "run", []),
    ],
)
def test_the_buttons_of_a_state(state, pace, ids):
    assert enabled(state, pace) == ids
