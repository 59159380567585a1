"""Games with random keys show what they showed when they were recorded, byte for byte and word for word."""

import json
from pathlib import Path

import pytest

from bench.programs.same_games import differing

FILES = sorted(Path(__file__).parents[1].joinpath("accepted", "same_games").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_games_are_the_same(path):
    """Games that together run most lines; `python -m bench.programs.same_games` records, compares and renews them."""
    lines = path.read_text(encoding="ascii").splitlines()
    assert len(lines) >= 20
    assert [(game["seed"], kind) for game, kind in differing(lines)] == []


def test_another_game_is_seen():
    line = FILES[0].read_text(encoding="ascii").splitlines()[0]
    game = json.loads(line)
    assert "sent" in [kind for _, kind in differing([json.dumps(game | {"steps": game["steps"][:-9]})])]
